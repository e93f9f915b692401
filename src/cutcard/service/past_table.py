"""The table around a finished round at any of its moments, made from the round alone.

A round record has cards and wagers, and neither a shoe nor anybody's chips. Everything lies open: the round is over.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import TypeAdapter

from cutcard.engine import State
from cutcard.table import Sign, TableState, view
from cutcard.table.config import TableConfig
from cutcard.table.state import Player, Shoe
from cutcard.table.view_records import TableView

BOXES = 7  # the least number drawn


@cache
def _written() -> TypeAdapter[TableView]:
    return TypeAdapter(TableView)


def table_shown(state: State, table: str, number: int) -> dict[str, Any]:
    """The table at a moment as JSON, as everybody may see it once the round is over."""
    found: dict[str, Any] = _written().dump_python(view_of(state, table, number), mode="json")
    return found


def view_of(state: State, table: str = "", number: int = 1) -> TableView:
    """The table at a moment, as everybody may see it once the round is over."""
    return view.table(table_at(state, table, number), None)


def table_at(state: State, table: str, number: int) -> TableState:
    """A table made around a round."""
    setup = state.setup
    boxes = {box.number: box.control for box in state.boxes if box.control}
    names = dict.fromkeys(wager.player for wager in state.wagers)
    players = {who: Player(home=next((box for box, holder in boxes.items() if holder == who), None)) for who in names}
    limits = setup.limits
    terms = TableConfig(
        setup.rules,
        setup.decks,
        min(max(BOXES, *boxes, 1), max(setup.rules.cards.boxes_max, *boxes, 1)),
        setup.side_bets,
        setup.chip,
        setup.meters,
    )
    sign = Sign(limits.minimum, limits.maximum or 0, limits.unit, side_bets=limits.side_bets)
    dealt = len(state.dealer) + bool(state.hole) + sum(len(hand.cards) for hand in state.hands)
    shoe = Shoe(number=1, stage="ready", left=terms.cards - dealt)
    return TableState(
        table,
        "open",
        terms,
        sign,
        players=players,
        seats=boxes,
        shoe=shoe,
        number=number,
        round=state,
    )
