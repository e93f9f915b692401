"""A tournament is announced with its terms and conditions, and somebody is appointed to run it."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.refusals import Refusal
from cutcard.streams.book_choice import stored_book
from cutcard.table.bounds import is_name
from cutcard.tournaments.eligibility import plays_it
from cutcard.tournaments.terms import TournamentTerms, terms_digest
from cutcard.tournaments.terms_checks import book_refused, terms_faults
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import command, event, handles, reduces
from cutcard.tournaments.tournament_state import TournamentState


@command("announce a tournament", needs_open_table=False)
class AnnounceTournament(NamedTuple):
    """Announce a tournament: its terms and conditions are what it will be run by."""

    tournament: str
    terms: TournamentTerms
    two_people: bool = False  # this and what follows is put in by the house
    cash_registered: bool = False  # fees in cash are taken from those only whom the register knows


@command("appoint who runs a tournament", group="tournament")
class AppointDirector(NamedTuple):
    """Appoint the person who runs the tournament, or one more."""

    person: str


@event(seen_by="everybody", log="the tournament {terms[title]} is announced")
class TournamentAnnounced(NamedTuple):
    tournament: str
    terms: TournamentTerms
    digest: str = ""
    two_people: bool = False
    cash_registered: bool = False


@event(seen_by="everybody", log="{person} runs the tournament")
class DirectorAppointed(NamedTuple):
    person: str
    clause: str


@handles(AnnounceTournament)
def announce_tournament(draft: TournamentDraft, command: AnnounceTournament) -> Refusal | None:
    if draft.state.phase:
        return Refusal("tournament-there-already", None, {"tournament": draft.state.tournament})
    if not is_name(command.tournament) or not command.tournament.strip():
        return Refusal("tournament-name")
    refusal = book_refused(command.terms.book) or draft.needs_role("announce-tournament", command.terms.book)
    if refusal is not None:
        return refusal
    terms = command.terms._replace(book=stored_book(command.terms.book))
    fault = next(iter(terms_faults(terms)), None)
    if fault is not None:
        return fault
    house = (command.two_people, command.cash_registered)
    draft.add(TournamentAnnounced(command.tournament, terms, terms_digest(terms), *house))
    return None


@handles(AppointDirector)
def appoint_director(draft: TournamentDraft, command: AppointDirector) -> Refusal | None:
    if command.person in draft.state.directors:
        return Refusal("director-already", None, {"person": command.person})
    refusal = plays_it(draft, command.person)
    if refusal is not None:
        return refusal
    draft.add(DirectorAppointed(command.person, draft.power(command).clause))
    return None


@reduces(TournamentAnnounced)
def _announced(state: TournamentState, event: TournamentAnnounced) -> TournamentState:
    state = state._replace(tournament=event.tournament, terms_or_none=event.terms, phase="announced")
    state = state._replace(two_people=event.two_people, cash_registered=event.cash_registered)
    return state._replace(version=1, digest=event.digest)


@reduces(DirectorAppointed)
def _appointed(state: TournamentState, event: DirectorAppointed) -> TournamentState:
    return state._replace(directors=(*state.directors, event.person))
