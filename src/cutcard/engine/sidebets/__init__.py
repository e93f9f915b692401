"""Side bets within a round: what each may look at, which wait for cards, draws or the dealer, and what they return."""

from __future__ import annotations

from cutcard.engine.state import Box, State, Wager
from cutcard.rulebooks.schema import SideBet
from cutcard.sidebets import JUDGES, Verdict, View, picked_outcome
from cutcard.sidebets.view import DEALERS_CARD, DEALERS_HAND

__all__ = [
    "JUDGES",
    "Verdict",
    "View",
    "any_needs_dealer",
    "any_needs_first_card",
    "any_waits_for_cards",
    "judge",
    "judged",
    "pressing",
    "selected_outcome",
    "stays",
    "view",
    "wins",
]

_NEED_DEALER = frozenset(name for name, module in JUDGES.items() if module.DECIDED_BY == DEALERS_HAND)
_NEED_FIRST = frozenset(name for name, module in JUDGES.items() if module.DECIDED_BY == DEALERS_CARD)
_DRAW = frozenset(name for name, module in JUDGES.items() if getattr(module, "DRAWS", False))


def judge(state: State, wager: Wager) -> Verdict | None:
    """What the side bet makes of the round so far; None while it is not known."""
    return judged(state.rules.side_bets[wager.bet], view(state, wager))


def judged(side: SideBet, seen: View) -> Verdict | None:
    """What a side bet makes of what it may look at."""
    if not seen.dealer and side.judged_by in _NEED_FIRST:  # the dealer was passed over in the initial deal
        return None
    verdict: Verdict | None = JUDGES[side.judged_by].judge(seen)
    return verdict


def selected_outcome(state: State, bet: str) -> str | None:
    """The outcome for a wager that a jackpot system picks, for a side bet that has one."""
    return picked_outcome(state.rules.side_bets[bet].judged_by)


def view(state: State, wager: Wager) -> View:
    """What a wager's side bet may look at."""
    over = state.needs == "settlement"
    for position, box in enumerate(state.boxes):
        if box.number == wager.box:
            finished = over or _finished(state, position)
            return View(
                box.dealt, finished, state.dealer, state.dealer_total, over, box.tokens, wager.carried, wager.paid
            )
    return View((), True, state.dealer, state.dealer_total, over)


def _finished(state: State, position: int) -> bool:
    for hand in state.hands:
        if hand.box == position and not hand.ended:
            return False
    return True


def any_needs_dealer(state: State) -> bool:
    """Whether an open side bet hangs on the dealer's finished hand (Melbourne 26.4.3(a))."""
    return _any_judged_by(state, _NEED_DEALER)


def any_needs_first_card(state: State) -> bool:
    """Whether an open side bet hangs on the dealer's first card."""
    return _any_judged_by(state, _NEED_FIRST)


def _any_judged_by(state: State, judges: frozenset[str]) -> bool:
    bets = state.rules.side_bets
    return any(
        wager.returned is None and wager.bet in bets and bets[wager.bet].judged_by in judges for wager in state.wagers
    )


def any_waits_for_cards(state: State) -> bool:
    """Whether an open side bet may be decided by a further card to its box, or by there being none."""
    bets = state.rules.side_bets
    return any(w.returned is None and w.bet in bets and bets[w.bet].settled == "when-known" for w in state.wagers)


def pressing(state: State) -> int | None:
    """The wager whose owner presses the button next: box by box, its controlling player first (Melbourne 11.5.5)."""
    bets = state.rules.side_bets
    if not any(bets[bet].judged_by in _DRAW for bet in state.setup.side_bets):
        return None
    for box in state.boxes:
        for i in _in_order(state, box):
            wager = state.wagers[i]
            if wager.prize is None and wins(state, wager):
                return i
    return None


def _in_order(state: State, box: Box) -> list[int]:
    bets = state.rules.side_bets
    mine = [
        i
        for i, w in enumerate(state.wagers)
        if w.box == box.number and w.returned is None and w.bet in bets and bets[w.bet].judged_by in _DRAW
    ]
    places = {player: place for place, player in enumerate(box.players)}  # its controlling player's is the first
    return sorted(mine, key=lambda i: places[state.wagers[i].player])


def wins(state: State, wager: Wager) -> bool:
    """Whether what is dealt so far wins the side bet something."""
    verdict = judge(state, wager)
    return verdict is not None and bool(verdict.outcomes)


def stays(state: State, wager: Wager) -> bool:
    """Whether a settled side bet may stay for one more round: one that has won twice, but not a carried one again.

    One that was carried into a round without a result has not had its further round.
    """
    side = state.rules.side_bets.get(wager.bet)
    if side is None or not side.carries or not wager.staked:
        return False
    if wager.carried:
        return bool(state.void) and wager.outcome == "void"
    return wager.outcome == "win"
