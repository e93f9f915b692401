"""Pontoon Pandemonium: a natural wins a prize that a random device draws."""

from __future__ import annotations

from cutcard.hands import is_natural
from cutcard.sidebets.view import LOST, TWO_CARDS, Verdict, View

OUTCOMES = ("natural",)
CLASSES = (("natural",),)
DECIDED_BY = TWO_CARDS

DRAWS = True  # the prize comes from a device outside


def judge(view: View) -> Verdict | None:
    if len(view.cards) < 2:
        return None
    return Verdict(("natural",)) if is_natural(view.cards[:2]) else LOST
