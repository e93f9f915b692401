"""What becomes of wagers that are declared void: those of one player, or all of a round.

What was settled after the initial deal stands, wins and losses alike (Sydney 16.8, Melbourne 21.11.2), except for
players from whom a document takes back what they were paid (Canberra, "Void").
"""

from __future__ import annotations

from collections.abc import Iterator

from cutcard.engine import sidebets
from cutcard.engine.commands import VoidRound
from cutcard.engine.events import Line
from cutcard.engine.state import State, Wager
from cutcard.sidebets import View


def of_player(state: State, player: str, clause: str) -> tuple[Line, ...]:
    """All that a player has on the layout goes back to him; and what others have on boxes that are not played then."""
    gone = {box.number for box in state.boxes if box.players == (player,) and _at_stake(state, box.number)}
    return tuple(
        Line(i, wager.staked, "void", clause)
        for i, wager in enumerate(state.wagers)
        if wager.open and (wager.player == player or wager.box in gone)
    )


def _at_stake(state: State, number: int) -> bool:
    return any(w.open and w.box == number and w.bet in ("main", "split") for w in state.wagers)


def of_round(state: State, command: VoidRound) -> tuple[Line, ...]:
    """What every wager of a round without a result returns, where that is not what it has returned already."""
    return tuple(_lines(state, command))


def _lines(state: State, command: VoidRound) -> Iterator[Line]:
    clause = command.settled_by or command.clause
    for i, wager in enumerate(state.wagers):
        kept = not command.refund or wager.player in command.forfeits
        if wager.open and kept:
            yield Line(i, 0, "lose", clause)
        elif wager.open or _goes_back(state, wager, kept, wager.player in command.undone):
            yield Line(i, wager.staked, "void", clause)


def _goes_back(state: State, wager: Wager, kept: bool, undone: bool) -> bool:
    """Whether a wager that has been settled already is returned all the same."""
    if wager.outcome == "win":
        return undone
    return wager.outcome == "lose" and not kept and (undone or not _lost_at_interim(state, wager))


def _lost_at_interim(state: State, wager: Wager) -> bool:
    """Whether a side bet was lost by what lay on the table after the initial deal."""
    side = state.rules.side_bets.get(wager.bet)
    if side is None or side.settled == "interim":
        return side is not None
    dealt = next((box.dealt for box in state.boxes if box.number == wager.box), ())
    verdict = sidebets.judged(side, View(dealt[:2], dealer=state.dealer[:1], carried=wager.carried))
    return verdict is not None and not verdict.outcomes
