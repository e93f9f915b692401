"""Buster Blackjack: the dealer's hand over 21, by its number of cards."""

from __future__ import annotations

from cutcard.sidebets.view import DEALERS_HAND, LOST, Verdict, View

OUTCOMES = ("cards-3", "cards-4", "cards-5", "cards-6", "cards-7", "cards-8")
CLASSES = tuple((outcome,) for outcome in OUTCOMES)
DECIDED_BY = DEALERS_HAND


def judge(view: View) -> Verdict | None:
    if not view.over:
        return None
    if view.dealer_total <= 21:
        return LOST
    return Verdict((f"cards-{min(len(view.dealer), 8)}",))
