"""Blazing 7's: sevens among the first two cards and the dealer's first."""

from __future__ import annotations

from cutcard.sidebets.view import DEALERS_CARD, LOST, Verdict, View, suits

OUTCOMES = ("diamond-777", "suited-777", "coloured-777", "777", "two-sevens", "seven-and-seven")
CLASSES = (
    ("seven-and-seven",),
    ("two-sevens",),
    ("777",),
    ("coloured-777",),
    ("suited-777",),
    ("diamond-777",),
)
DECIDED_BY = DEALERS_CARD


def judge(view: View) -> Verdict | None:
    if len(view.cards) < 2:
        return None
    own = view.cards[:2]
    sevens = sum(card.rank == "7" for card in own)
    dealer_seven = view.dealer[0].rank == "7"
    if sevens == 2 and dealer_seven:
        return Verdict((_three(view),))
    if sevens == 2:
        return Verdict(("two-sevens",))
    if sevens == 1 and dealer_seven:
        return Verdict(("seven-and-seven",))
    return LOST


def _three(view: View) -> str:
    three = (*view.cards[:2], view.dealer[0])
    if suits(three) == 1:
        return "diamond-777" if three[0].suit == "d" else "suited-777"
    return "coloured-777" if len({card.red for card in three}) == 1 else "777"
