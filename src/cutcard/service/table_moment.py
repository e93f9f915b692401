"""The moment that a choice belongs to: the person who presses a button too late has it refused, and nothing is done."""

from __future__ import annotations

import zlib

from cutcard.engine import OFFER_NEEDS, Refusal
from cutcard.table import TableState

TOO_LATE = Refusal("too-late")


def moment(state: TableState, player: str | None = None) -> str:
    """An id of what the table waits for from a player; it changes as soon as anything about it changes.

    While an offer is open to several, it does not change with the answers of others.
    """
    round_ = state.round
    if round_ is None or not state.playing:
        shoe = state.shoe
        return f"{state.number}.{state.betting}.{shoe.number}.{shoe.stage}.{len(shoe.asked)}"
    cards = sum(len(hand.cards) for hand in round_.hands)
    if round_.needs in OFFER_NEEDS:
        mine = sum(wager.player == player for wager in round_.wagers)
        own = f"{mine}{'n' if player in state.declined else ''}"
        return f"{state.number}.{round_.needs}.{round_.turn}.{cards}.{own}"
    drawn = sum(wager.prize is not None for wager in round_.wagers)
    return f"{state.number}.{round_.needs}.{round_.turn}.{cards}.{len(round_.wagers)}.{drawn}"


def command_prefix(state: TableState, name: str, *about: object) -> str:
    """The beginning of the ids of a button's commands: the same for every press of the same button at one moment."""
    at_table = f"{zlib.crc32(state.table.encode()):08x}"
    return ".".join((at_table, moment(state, name), *map(str, about)))
