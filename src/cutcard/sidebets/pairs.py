"""Perfect Pairs, Any Pairs and Star Pairs: the first two cards of one rank."""

from __future__ import annotations

from cutcard.sidebets.view import LOST, TWO_CARDS, Verdict, View

OUTCOMES = ("mixed", "coloured", "suited", "aces", "any")
CLASSES = (
    ("any", "mixed"),
    ("any", "coloured"),
    ("any", "suited"),
    ("any", "mixed", "aces"),
    ("any", "coloured", "aces"),
    ("any", "suited", "aces"),
)
DECIDED_BY = TWO_CARDS


def judge(view: View) -> Verdict | None:
    if len(view.cards) < 2:
        return None
    first, second = view.cards[:2]
    if first.rank != second.rank:  # by rank: a king and a queen are no pair
        return LOST
    kind = "suited" if first.suit == second.suit else "coloured" if first.red == second.red else "mixed"
    return Verdict(("any", kind, "aces") if first.rank == "A" else ("any", kind))
