"""Tournaments that a document lays down itself: who may enter, how many, by which stages, for which prizes.

Melbourne has one, the Magnificent Sevens Tournament (13.8): its entrants have been dealt three suited sevens.
"""

from __future__ import annotations

from typing import NamedTuple

from cutcard.money import Cents
from cutcard.players.player_state import stream_of_player
from cutcard.refusals import Refusal
from cutcard.rulebooks import procedures_of
from cutcard.rulebooks.procedures import Schedule
from cutcard.streams import Postings
from cutcard.table import EarnedEntryTaken, TableState
from cutcard.table.ledger import house_account, moved, pocket, pool_account
from cutcard.table.names import stream_of_table
from cutcard.table.ranges import RoundNumber
from cutcard.table.registry import SecondPerson
from cutcard.tournaments.eligibility import runs_it
from cutcard.tournaments.terms import StageTerms, TournamentTerms
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import command, event, handles, posts, reduces, touches
from cutcard.tournaments.tournament_state import Entrant, TournamentState


@command("enter somebody who has won an entry", group="entries")
class EnterWinner(NamedTuple):
    """Enter a player whom a side bet at a table has given an entry; each one is used once."""

    table: str
    round: RoundNumber
    player: str


def _how_many_entered(state: TournamentState) -> int:
    return sum(one.status == "entered" for one in state.entrants.values())


@command(
    "start a tournament by its schedule",
    group="entries",
    second_person=SecondPerson(about=_how_many_entered),
    at_stake="money",
)
class FixSchedule(NamedTuple):
    """Close the entries: their number decides stages and prizes, and everybody receives their bonus."""


@event(seen_by="everybody", log="{player} enters as entrant {number}, with the entry won at {table} in round {round}")
class WinnerEntered(NamedTuple):
    number: int
    player: str
    table: str
    round: int
    box: int
    clause: str


@event(seen_by="everybody", log="{entrants} entrants play for {pool:money} (clause {clause})")
class ScheduleFixed(NamedTuple):
    """The stages that the number of entrants gives, the prize of every place, and a bonus for each entrant."""

    entrants: int
    stages: tuple[StageTerms, ...]
    prizes: tuple[Cents, ...]
    pool: Cents
    bonus: Cents
    clause: str


def schedule_of(terms: TournamentTerms) -> Schedule | None:
    """The document's schedule that terms name; None where they name none, or one that it does not have."""
    by_book = procedures_of(terms.book).tournaments
    return None if by_book is None else by_book.schedules.get(terms.schedule)


def schedule_refused(terms: TournamentTerms) -> Refusal | None:
    """Why terms do not fit the schedule that they name: its game, the length of its heats, its pool."""
    if not terms.schedule:
        return None
    one = schedule_of(terms)
    if one is None:
        return Refusal("no-such-schedule", None, {"schedule": terms.schedule})
    if terms.side_bets.get(one.bet) in (None, False):
        return Refusal("schedule-game", one.clauses["game"], {"title": one.title, "bet": one.bet})
    if any((stage.seats, stage.shoes) != (one.seats, one.shoes) for stage in terms.stages):
        facts = {"title": one.title, "seats": one.seats, "shoes": one.shoes}
        return Refusal("schedule-length", one.clauses["length"], facts)
    if terms.entry_fee or terms.added:
        return Refusal("schedule-free", one.clauses["entrants"], {"title": one.title})
    return None


def stages_for(one: Schedule, entrants: int, template: StageTerms) -> tuple[StageTerms, ...]:
    """The stages for a number of entrants: each one leads to that of a smaller number, and the last to the final.

    >>> seven = procedures_of("melbourne-v26").tournaments.schedules["magnificent-sevens"]
    >>> [(stage.name, stage.advance, stage.best_others) for stage in stages_for(seven, 98, StageTerms("", 1, ()))]
    [('heat 1', 3, 7), ('heat 2', 1, 0), ('final', 1, 0)]
    """
    stages: list[StageTerms] = []
    while entrants in one.columns:
        column = one.columns[entrants]
        heat = template._replace(
            name=f"heat {len(stages) + 1}",
            seats=one.seats,
            shoes=one.shoes,
            tables=column.tables // column.heats,
            advance=column.advance,
            best_others=column.best_others,
        )
        stages.append(heat)
        entrants = column.tables * column.advance + column.best_others
    final = template._replace(name="final", seats=one.seats, shoes=one.shoes, tables=1, advance=1, best_others=0)
    return (*stages, final)


@touches(EnterWinner)
def _its_table(state: TournamentState, command: EnterWinner) -> tuple[str, ...]:
    return stream_of_table(command.table), stream_of_player(command.player)


@handles(EnterWinner)
def enter_winner(draft: TournamentDraft, command: EnterWinner) -> Refusal | None:
    state = draft.state
    one = schedule_of(state.terms)
    if one is None:
        return Refusal("no-such-schedule", None, {"schedule": state.terms.schedule or state.terms.title})
    clause = one.clauses["entrants"]
    if state.phase not in ("announced", "entry") or state.scheduled:
        return Refusal("entries-closed", clause)
    if command.player in state.barred:
        return Refusal("entrant-barred", draft.by_book.items.get("entitled"), {"player": command.player})
    refusal = runs_it(draft, command.player) or draft.kept_out(command.player)
    if refusal is not None:
        return refusal
    if len(_entered(state)) >= max(one.columns):
        return Refusal("tournament-full", clause, {"most": max(one.columns)})
    table: TableState = draft.others[stream_of_table(command.table)]
    earned = (command.round, command.player, state.terms.schedule, "")
    found = [each for each in table.entries_earned if (each.round, each.player, each.schedule, each.taken) == earned]
    if not found:
        facts = {"player": command.player, "table": command.table, "round": command.round, "title": one.title}
        return Refusal("entry-not-earned", clause, facts)
    number = max(state.entrants, default=0) + 1
    box = found[0].box
    draft.add(WinnerEntered(number, command.player, command.table, command.round, box, clause))
    taken = EarnedEntryTaken(command.round, command.player, box, state.terms.schedule, state.tournament)
    draft.add_beside(stream_of_table(command.table), taken)
    return None


@handles(FixSchedule)
def fix_schedule(draft: TournamentDraft, command: FixSchedule) -> Refusal | None:
    state = draft.state
    one = schedule_of(state.terms)
    if one is None:
        return Refusal("no-such-schedule", None, {"schedule": state.terms.schedule or state.terms.title})
    if state.scheduled:
        return Refusal("schedule-fixed", one.clauses["columns"])
    entrants = len(_entered(state))
    if entrants not in one.columns:
        facts = {"title": one.title, "allowed": tuple(one.columns), "entrants": entrants}
        return Refusal("schedule-waits", one.clauses["held"], facts)
    stages = stages_for(one, entrants, state.terms.stages[0])
    prizes = one.columns[entrants].prizes
    draft.add(ScheduleFixed(entrants, stages, prizes, sum(prizes), one.bonus, one.clauses["columns"]))
    return None


def _entered(state: TournamentState) -> list[Entrant]:
    return [one for _, one in sorted(state.entrants.items()) if one.status == "entered"]


@reduces(WinnerEntered)
def _winner_entered(state: TournamentState, event: WinnerEntered) -> TournamentState:
    won = f"{event.table} round {event.round}"
    entrant = Entrant(event.number, event.player, "entered", state.now, earned=won)
    return state._replace(entrants={**state.entrants, event.number: entrant})


@reduces(ScheduleFixed)
def _fixed(state: TournamentState, event: ScheduleFixed) -> TournamentState:
    terms = state.terms._replace(stages=event.stages, prizes=event.prizes)
    return state._replace(terms_or_none=terms, scheduled=True)


@posts(ScheduleFixed)
def _post_fixed(state: TournamentState, event: ScheduleFixed) -> Postings:
    """The house puts up the prizes, and pays everybody their bonus."""
    currency = state.terms.currency
    cash = house_account(currency, "cash")
    lines = moved(cash, pool_account(currency, state.tournament), event.pool)
    for entrant in _entered(state):
        lines += moved(cash, pocket(currency, entrant.applicant or entrant.player), event.bonus)
    return lines
