"""A table as one row of a lobby, and its seats as rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cutcard.money import Cents
from cutcard.table.limits import limit_in_force
from cutcard.table.signs import marker
from cutcard.table.state import TableState


class TableRow(NamedTuple):
    """A table as a lobby shows it."""

    table: str
    book: str
    game: str
    decks: int
    minimum: Cents
    maximum: Cents
    boxes: int
    free: int
    players: int
    side_bets: tuple[str, ...]
    phase: str


class SeatRow(NamedTuple):
    """A box: who holds it, who it is kept for, what markers stand there."""

    table: str
    box: int
    player: str | None
    reserved_for: str | None
    minimum: Cents | None  # the limits in force for who sits there
    maximum: Cents | None
    marker: str  # "", "own limits", "old minimum" or "restricted"


def table_row(state: TableState) -> TableRow:
    config, sign = state.config, state.sign
    return TableRow(
        table=state.table,
        book=config.rules.book,
        game=config.rules.game,
        decks=config.decks,
        minimum=sign.minimum,
        maximum=sign.maximum,
        boxes=config.boxes,
        free=len(state.free_boxes()),
        players=len(_playing(state)),
        side_bets=tuple(config.side_bets),
        phase=state.phase,
    )


def _playing(state: TableState) -> set[str]:
    """Who holds a box or has a wager on one; others may have chips here still, and watch."""
    boxes = state.round.boxes if state.round is not None and state.playing else ()
    wagering = (player for box in boxes for player in box.players)
    return {*state.seats.values(), *(bet.player for bet in state.bets), *wagering}


def seat_rows(state: TableState) -> Iterator[SeatRow]:
    for box in range(1, state.config.boxes + 1):
        player = state.seats.get(box)
        limit = limit_in_force(state, player) if player else None
        yield SeatRow(
            state.table,
            box,
            player,
            state.reserved.get(box),
            limit.minimum if limit else None,
            limit.maximum if limit else None,
            marker(state, box),
        )
