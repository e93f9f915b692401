"""Spread Bet Blackjack: the sum of the first two cards, an ace as one."""

from __future__ import annotations

from cutcard.sidebets.view import LOST, TWO_CARDS, Verdict, View

OUTCOMES = ("2-3", "4-5", "6-9")
CLASSES = (("2-3",), ("4-5",), ("6-9",))
DECIDED_BY = TWO_CARDS

_SUMS = {2: "2-3", 3: "2-3", 4: "4-5", 5: "4-5", 6: "6-9", 7: "6-9", 8: "6-9", 9: "6-9"}


def judge(view: View) -> Verdict | None:
    if len(view.cards) < 2:
        return None
    name = _SUMS.get(view.cards[0].value + view.cards[1].value)
    return Verdict((name,)) if name else LOST
