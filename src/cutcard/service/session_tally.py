"""How a player's last hours at a table went: the rounds and what they won or lost."""

from __future__ import annotations

import asyncio

from cutcard.durations import HOUR_MS
from cutcard.errors import CutcardError
from cutcard.floor.live_table import LiveTable
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.routes.bodies_table import SessionTally
from cutcard.store.history import played_rounds

SESSION_MS = 12 * HOUR_MS  # older rounds belong to another session
SESSION_ROUNDS = 300


async def session_tally(casino: Casino, live: LiveTable, caller: Caller | None, reader: str) -> SessionTally | None:
    """The tally of the person who is at the table; None for others, and while too much is being read."""
    if caller is None or not caller.plays or caller.name not in live.state.players:
        return None
    try:
        async with casino.reads.turn("rounds", reader):
            nets = await asyncio.to_thread(_nets, casino, live.name, caller.name)
    except CutcardError:
        return None
    return SessionTally(rounds=len(nets), net=sum(nets))


def _nets(casino: Casino, table: str, name: str) -> list[int]:
    views = [
        view for view in casino.store.rounds(table, name, casino.now() - SESSION_MS) if view.ended_version is not None
    ]
    return [each.nets.get(name, 0) for each in played_rounds(casino.store, iter(views[-SESSION_ROUNDS:]))]
