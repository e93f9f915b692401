"""Rounds that were declared void, and measures against a wrongdoer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutcard.table import events as ev
from cutcard.table.changes.people import barred, paid, unchanged
from cutcard.table.state import TableState, Withheld


def _round_void(state: TableState, event: ev.RoundDeclaredVoid) -> TableState:
    """No further wager is taken; a round that is being played ends by an event of its own."""
    return state._replace(betting="closed")


def _detained(state: TableState, event: ev.PlayerDetained) -> TableState:
    return state._replace(detained=state.detained | {event.player})


def _detention_ended(state: TableState, event: ev.DetentionEnded) -> TableState:
    return state._replace(detained=state.detained - {event.player})


def _withheld(state: TableState, event: ev.WinningsWithheld) -> TableState:
    held = Withheld(event.player, event.round, event.amount, event.reason)
    return paid(state._replace(withheld=(*state.withheld, held)), event.player, -event.amount)


def _released(state: TableState, event: ev.WinningsReleased) -> TableState:
    """They are paid in chips to who is at the table, and elsewhere to who has gone."""
    state = _decided(state, event.held, "released")
    return paid(state, event.player, event.amount) if event.player in state.present else state


def _forfeited(state: TableState, event: ev.WinningsForfeited) -> TableState:
    state = _decided(state, event.held, "forfeited")
    return state._replace(tray=state.tray + event.amount)


def _decided(state: TableState, held: int, what: Any) -> TableState:
    withheld = list(state.withheld)
    withheld[held] = withheld[held]._replace(decided=what)
    return state._replace(withheld=tuple(withheld))


APPLY: dict[type, Callable[[TableState, Any], TableState]] = {
    ev.RoundDeclaredVoid: _round_void,
    ev.WagersDeclaredVoid: unchanged,
    ev.PlayerExcluded: barred,
    ev.PlayerDetained: _detained,
    ev.DetentionEnded: _detention_ended,
    ev.WinningsWithheld: _withheld,
    ev.WinningsReleased: _released,
    ev.WinningsForfeited: _forfeited,
}
