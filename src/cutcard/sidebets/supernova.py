"""Supernova: a suited natural, best of all the ace and jack of spades."""

from __future__ import annotations

from cutcard.hands import is_natural
from cutcard.sidebets.view import LOST, TWO_CARDS, Verdict, View, suits

OUTCOMES = ("major", "minor", "mystery")
CLASSES = (("minor",), ("major",))
DECIDED_BY = TWO_CARDS

SELECTED = "mystery"  # the outcome for a wager that the jackpot system picks


def judge(view: View) -> Verdict | None:
    if len(view.cards) < 2:
        return None
    own = view.cards[:2]
    if not is_natural(own) or suits(own) > 1:
        return LOST
    return Verdict(("major",) if {card.text for card in own} == {"As", "Js"} else ("minor",))
