"""Side bets on offer: signs about them, and what comes of these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutcard.rulebooks import offers
from cutcard.table import events as ev
from cutcard.table.state import SideBetNotice, TableState


def _posted(state: TableState, event: ev.SideBetChangePosted) -> TableState:
    others = tuple(one for one in state.side_bet_notices if one.bet != event.bet)
    notice = SideBetNotice(event.bet, event.change, event.holds_from, event.pay_table)
    return state._replace(side_bet_notices=(*others, notice))


def _changed(state: TableState, event: ev.SideBetChanged) -> TableState:
    """A side bet whose meter the table has joined is on offer, one whose meter it has left is not."""
    terms = state.config
    tables = dict(terms.side_bets)
    if event.change in ("leave", "close"):
        tables.pop(event.bet, None)
    elif event.change == "join":
        tables[event.bet] = offers.pay_table(terms.rules, terms.decks, event.bet, event.pay_table or None)
    terms = terms._replace(side_bets=tables, meters={**terms.meters, **event.meters})
    left = tuple(one for one in state.side_bet_notices if one.bet != event.bet)
    return state._replace(config_or_none=terms, side_bet_notices=left)


APPLY: dict[type, Callable[[TableState, Any], TableState]] = {
    ev.SideBetChangePosted: _posted,
    ev.SideBetChanged: _changed,
}
