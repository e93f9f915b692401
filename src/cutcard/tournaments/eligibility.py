"""Who may enter: people entitled to gamble, not too often, and employees only where that is approved."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from cutcard.players.player_state import stream_of_player
from cutcard.refusals import Refusal
from cutcard.table.config import is_house
from cutcard.table.registry import FreeText, SecondPerson
from cutcard.tournaments.cash_fees import payer_of
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import command, event, handles, reduces
from cutcard.tournaments.tournament_state import TournamentState

Office = Literal["chief-operating-officer", "chief-executive-officer"]
IN_PLACE = ("entered", "seated", "eliminated", "disqualified", "placed")  # those who have one of the places
GIVEN_UP = ("refused", "withdrawn")  # such an entry does not count as one any more
GIVEN_UP_MOST = 20  # such entries of one player: each stays in the list, and nobody fills it


def _is_in_it(state: TournamentState, command: BarFromTournament) -> bool:
    """Whether somebody has an entry, which they could not play any more."""
    entries = (one for one in state.entrants.values() if one.status not in GIVEN_UP)
    return any(command.player in (one.player, one.applicant) for one in entries)


@command("bar somebody from a tournament", group="entries", second_person=SecondPerson(_is_in_it))
class BarFromTournament(NamedTuple):
    """Write down that somebody may not take part: they may not enter the casino, or not gamble there."""

    player: str
    reason: str


@command("let an employee enter", group="entries")
class AllowEmployee(NamedTuple):
    """Record that an officer of the house has approved that an employee takes part. They win no prize."""

    player: str
    office: Office
    approved_by: str


@event(seen_by="staff", log="{player} may not take part: {reason}")
class PersonBarred(NamedTuple):
    player: str
    reason: FreeText
    clause: str


@event(seen_by="staff", log="{player} may take part without a prize, as approved by the {office:words} {approved_by}")
class EmployeeAllowed(NamedTuple):
    player: str
    office: Literal["chief-operating-officer", "chief-executive-officer"]
    approved_by: FreeText
    clause: str


def registers(state: TournamentState, command: Any) -> tuple[str, ...]:
    """The streams of the players whom a command is about, by name or by the number of their entry."""
    entrant = state.entrants.get(getattr(command, "number", 0))
    named = getattr(command, "player", "")
    entered = () if entrant is None else (entrant.player, payer_of(entrant))
    return tuple(stream_of_player(name) for name in ((named,) if named else entered))


def entered(state: TournamentState) -> int:
    """How many places are taken."""
    return sum(one.status in IN_PLACE for one in state.entrants.values())


def entries_refused(draft: TournamentDraft) -> Refusal | None:
    """Refuse an entry before entries are taken, and after."""
    state, terms = draft.state, draft.state.terms
    if state.phase != "entry" or state.closed:
        return Refusal("entries-not-open")
    closes = terms.entries_close_at or terms.starts_at
    if draft.at > closes:
        return Refusal("entries-closed-at", draft.by_book.items.get("withdrawal"))
    return None


def runs_it(draft: TournamentDraft, player: str) -> Refusal | None:
    """Refuse an entrant who runs the tournament: nobody rules on their own play."""
    directors = {one.casefold() for one in draft.state.directors}
    return Refusal("director-plays", None, {"person": player}) if player.casefold() in directors else None


def plays_it(draft: TournamentDraft, person: str) -> Refusal | None:
    """Refuse to have a tournament run by one of its entrants."""
    entries = [one for one in draft.state.entrants.values() if one.status not in GIVEN_UP]
    names = {name.casefold() for one in entries for name in (one.player, one.applicant)}
    return Refusal("director-plays", None, {"person": person}) if person.casefold() in names else None


def entry_refused(draft: TournamentDraft, player: str, employee: bool, besides: int = 0) -> Refusal | None:
    """Refuse somebody who is not eligible; `besides` is an entry of theirs that is not counted."""
    state, items = draft.state, draft.by_book.items
    if player in state.barred or is_house(player):
        return Refusal("entrant-barred", items.get("entitled"), {"player": player})
    refusal = runs_it(draft, player) or draft.kept_out(player)
    if refusal is not None:
        return refusal
    if employee and player not in state.employees:
        clause = items.get("employees") or items.get("entitled")
        return Refusal("employee-not-approved", clause, {"player": player})
    theirs = [one for one in state.entrants.values() if player in (one.player, one.applicant)]
    own = [one for one in theirs if one.number != besides and one.status not in GIVEN_UP]
    if not besides and len(theirs) - len(own) >= GIVEN_UP_MOST:
        return Refusal("entered-too-often", items.get("players"), {"player": player, "most": GIVEN_UP_MOST})
    if len(own) >= state.terms.entries_each:
        clause = draft.by_book.rules_out.get("several_entries") or items.get("players")
        return Refusal("entered-already", clause, {"player": player, "most": state.terms.entries_each})
    return None


@handles(BarFromTournament)
def bar_from_tournament(draft: TournamentDraft, command: BarFromTournament) -> Refusal | None:
    if not command.reason.strip():
        return Refusal("reason-missing", draft.power(command).clause)
    if command.player in draft.state.barred:
        return Refusal("entrant-barred", draft.power(command).clause, {"player": command.player})
    draft.add(PersonBarred(command.player, command.reason, draft.power(command).clause))
    return None


@handles(AllowEmployee)
def allow_employee(draft: TournamentDraft, command: AllowEmployee) -> Refusal | None:
    clause = draft.power(command).clause
    if not draft.state.terms.charity_or_media:
        return Refusal("employees-not-here", clause)
    if not command.approved_by.strip():
        return Refusal("approver-missing", clause)
    draft.add(EmployeeAllowed(command.player, command.office, command.approved_by, clause))
    return None


@reduces(PersonBarred)
def _barred(state: TournamentState, event: PersonBarred) -> TournamentState:
    return state._replace(barred={**state.barred, event.player: event.reason})


@reduces(EmployeeAllowed)
def _allowed(state: TournamentState, event: EmployeeAllowed) -> TournamentState:
    approval = f"{event.office}: {event.approved_by}"
    return state._replace(employees={**state.employees, event.player: approval})
