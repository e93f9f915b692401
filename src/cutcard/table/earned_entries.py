"""Entries to a tournament that a side bet wins beside its odds: kept at the table until a tournament takes them."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.engine import State
from cutcard.rulebooks.procedures import Schedule
from cutcard.table.config import TableConfig
from cutcard.table.registry import event, reduces
from cutcard.table.state import EarnedEntry, TableState


@event(seen_by="everybody", log="the entry that {player} won in round {round} is used for the tournament {tournament}")
class EarnedEntryTaken(NamedTuple):
    """A tournament takes an entry that was won here; nobody can use it again."""

    round: int
    player: str
    box: int
    schedule: str
    tournament: str


@reduces(EarnedEntryTaken)
def _taken(state: TableState, event: EarnedEntryTaken) -> TableState:
    used = EarnedEntry(event.round, event.player, event.box, event.schedule)
    kept = tuple(
        one._replace(taken=event.tournament) if one == used else one  # one that is taken already is another
        for one in state.entries_earned
    )
    return state._replace(entries_earned=kept)


def schedules_of(config: TableConfig) -> dict[str, Schedule]:
    """The document's own tournaments for which a side bet on offer here may win an entry."""
    by_book = config.procedures.tournaments
    if by_book is None or not by_book.schedules:
        return {}
    return {name: one for name, one in by_book.schedules.items() if one.bet in config.side_bets}


def earned_in(state: TableState, number: int, round_: State) -> tuple[EarnedEntry, ...]:
    """The entries that wagers of a round have won: those whose row of the pay table gives something beside its odds."""
    return tuple(
        EarnedEntry(number, wager.player, wager.box, name)
        for name, one in schedules_of(state.config).items()
        for wager in round_.wagers
        if wager.bet == one.bet and wager.row == one.outcome and wager.also
    )
