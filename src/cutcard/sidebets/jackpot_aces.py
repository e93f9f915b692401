"""Blackjack Jackpots: three aces over player and dealer, or a natural."""

from __future__ import annotations

from cutcard.hands import is_natural
from cutcard.sidebets.view import DEALERS_CARD, LOST, Verdict, View, suits

OUTCOMES = ("spade-aces", "suited-aces", "three-aces", "suited-natural", "natural", "lucky-player")
CLASSES = (("natural",), ("natural", "suited-natural"), ("three-aces",), ("suited-aces",), ("spade-aces",))
DECIDED_BY = DEALERS_CARD

SELECTED = "lucky-player"  # the outcome for a wager that the jackpot system picks


def judge(view: View) -> Verdict | None:
    if len(view.cards) < 2:
        return None
    own = view.cards[:2]
    three = (*own, view.dealer[0])
    if all(card.rank == "A" for card in three):
        if suits(three) > 1:
            return Verdict(("three-aces",))
        return Verdict(("spade-aces",) if three[0].suit == "s" else ("suited-aces",))
    if is_natural(own):
        return Verdict(("natural", "suited-natural") if suits(own) == 1 else ("natural",))
    return LOST
