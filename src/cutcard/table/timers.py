"""What falls due at a table, and when: the keeper of the clock gives the command at that time."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.engine import OFFER_NEEDS
from cutcard.table.limits import raises
from cutcard.table.prize_devices import button_holder
from cutcard.table.session_rules import wager_due
from cutcard.table.state import TableState
from cutcard.table.wager_refusals import betting_ends


class Due(NamedTuple):
    """A time at which something falls due, and the name of the command that it calls for."""

    at: int
    command: str


def due(state: TableState) -> list[Due]:
    """What a clock has to see to: betting and decision times that run out, signs that take effect, a closing time.

    The earliest comes first. The keeper of the clock gives the command at that time, in a role that may. Nobody's time
    runs while the table waits for a fill.
    """
    if state.phase != "open" or state.fill_blocks or (state.session is not None and state.session.halted):
        return []
    config = state.config
    times = [Due(notice.holds_from, "tick") for notice in state.notices if raises(state, notice)]
    if state.closes_at:
        times.append(Due(state.closes_at, "close-table"))
    ends = betting_ends(state)
    if ends is not None:
        times.append(Due(ends, "no-more-bets"))
    wager = wager_due(state)
    if wager is not None:
        times.append(Due(wager, "hold-to-minimum"))
    if state.playing and state.asked_back:
        patience_ms = max(_patience_ms(state, name) for name in state.asked_back)
        times.append(Due(state.since + patience_ms, "close-offers"))
    elif state.playing and state.round is not None:
        if state.round.needs == "decision":
            times.append(Due(state.since + _patience_ms(state, state.round.box.control), "play-for-absent"))
        elif state.round.needs in OFFER_NEEDS:
            times.append(Due(state.since + config.decision_ms, "close-offers"))
        elif config.source == "virtual" and (presses := button_holder(state)) is not None:
            times.append(Due(state.since + _patience_ms(state, presses), "press-for-player"))
    if state.shoe.stage == "uncut" and state.shoe.offered is not None:
        times.append(Due(state.since + _patience_ms(state, state.shoe.offered), "decline-cut"))
    return sorted(times)


def _patience_ms(state: TableState, name: str) -> int:
    """How long the table waits for a player: not at all for one who has stepped away."""
    player = state.players.get(name)
    return 0 if player is None or player.away else state.config.decision_ms
