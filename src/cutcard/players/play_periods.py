"""When a player's card was in at which table: written beside what the table writes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cutcard.durations import DAY_MS
from cutcard.players.exclusions import excluded_at_table
from cutcard.players.play_time import PlayPeriod
from cutcard.players.player_registry import event, reduces
from cutcard.players.player_state import PlayerState
from cutcard.table import CardInserted, CardRemoved, PlayerExcluded, TableState

_CARDS = (CardInserted, CardRemoved)  # a union written in place would be made again for every event
_CONCERNING = (*_CARDS, PlayerExcluded)
KEPT_MS = 40 * DAY_MS  # periods that ended longer ago than a month are not looked at any more


@event(seen_by="player", log="play begins at table {table}")
class PlayBegan(NamedTuple):
    """The player's card is in at a table."""

    table: str
    card: str


@event(seen_by="player", log="play ends at table {table}")
class PlayEnded(NamedTuple):
    table: str


def concerned(events: Sequence[Any]) -> frozenset[str]:
    """The players to whose streams a table's events belong as well."""
    return frozenset(one.player for one in events if isinstance(one, _CONCERNING))


def followed(table: TableState, player: str, register: PlayerState, by: str, events: Sequence[Any]) -> tuple[Any, ...]:
    """What a table's events are in the stream of one player; anybody who is excluded at a table is so everywhere."""
    found: list[Any] = []
    for one in events:
        if isinstance(one, PlayerExcluded) and one.player == player:
            found += excluded_at_table(table, register, one, by)
        elif isinstance(one, _CARDS) and one.player == player and register.registered:
            found.append(PlayBegan(table.table, one.card) if isinstance(one, CardInserted) else PlayEnded(table.table))
    return tuple(found)


@reduces(PlayBegan)
def _began(state: PlayerState, event: PlayBegan) -> PlayerState:
    kept = tuple(one for one in state.periods if one.until is None or one.until > state.now - KEPT_MS)
    return state._replace(periods=(*kept, PlayPeriod(event.table, state.now, None)))


@reduces(PlayEnded)
def _ended(state: PlayerState, event: PlayEnded) -> PlayerState:
    ended = [
        one._replace(until=state.now) if one.table == event.table and one.until is None else one
        for one in state.periods
    ]
    return state._replace(periods=tuple(ended))
