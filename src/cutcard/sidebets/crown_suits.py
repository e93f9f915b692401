"""Crown Suits: the first two cards of one suit, with the dealer's first card or without."""

from __future__ import annotations

from cutcard.sidebets.view import DEALERS_CARD, LOST, Verdict, View, suits

OUTCOMES = ("matching", "super")
CLASSES = (("matching",), ("matching", "super"))
DECIDED_BY = DEALERS_CARD


def judge(view: View) -> Verdict | None:
    if len(view.cards) < 2:
        return None
    if suits(view.cards[:2]) > 1:
        return LOST
    return Verdict(("matching", "super") if suits((*view.cards[:2], view.dealer[0])) == 1 else ("matching",))
