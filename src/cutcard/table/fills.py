"""Asking for a fill: the float cannot pay what it does not hold, so the table waits until chips come from the cage."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.engine import Refusal
from cutcard.money import Cents
from cutcard.table.cash import FloatFilled, worth
from cutcard.table.config import HOUSE
from cutcard.table.draft import Draft
from cutcard.table.registry import command, event, handles, reduces
from cutcard.table.state import TableState


def _dealer_refused(draft: Draft) -> Refusal | None:
    """Anybody who pays out of the float may ask for a fill."""
    return draft.needs_role("sell-chips")


@command("ask for a fill", group="chips", needs_role=False, role_check=_dealer_refused)
class RequestFill(NamedTuple):
    """Ask the cage for chips of at least so much."""

    least: Cents


@event(seen_by="staff", log="a fill of at least {least:money} is requested")
class FillRequested(NamedTuple):
    least: Cents
    blocks: bool = False  # the house asks, since the table cannot go on without


@handles(RequestFill)
def request_fill(draft: Draft, command: RequestFill) -> Refusal | None:
    if command.least <= 0:
        return Refusal("fill-of-nothing")
    state, blocks = draft.state, draft.by.id == HOUSE or draft.state.fill_blocks
    if (state.fill_due or 0) < command.least or blocks > state.fill_blocks:
        draft.add(FillRequested(max(command.least, state.fill_due or 0), blocks))
    return None


@reduces(FillRequested)
def _requested(state: TableState, event: FillRequested) -> TableState:
    return state._replace(fill_due=event.least, fill_blocks=event.blocks)


@reduces(FloatFilled)
def _filled(state: TableState, event: FloatFilled) -> TableState:
    """The table goes on, and players have their time to decide again."""
    state = state._replace(filled=state.filled + worth(event.chips))
    return state if state.fill_due is None else state._replace(fill_due=None, fill_blocks=False, since=state.now)
