"""Lucky Lucky: the first two cards and the dealer's first, counted as one hand."""

from __future__ import annotations

from cutcard.hands import worth
from cutcard.sidebets.view import DEALERS_CARD, LOST, Verdict, View, ranks, suits

OUTCOMES = ("suited-777", "suited-678", "777", "678", "suited-21", "21", "20", "19")
CLASSES = (
    ("19",),
    ("20",),
    ("21",),
    ("21", "678"),
    ("21", "777"),
    ("19", "suited-19"),
    ("20", "suited-20"),
    ("21", "suited-21"),
    ("21", "678", "suited-21", "suited-678"),
    ("21", "777", "suited-21", "suited-777"),
)
DECIDED_BY = DEALERS_CARD


def judge(view: View) -> Verdict | None:
    if len(view.cards) < 2:
        return None
    three = (*view.cards[:2], view.dealer[0])
    total = worth(three).total
    if total not in (19, 20, 21):
        return LOST
    names = [str(total)]
    if ranks(three) in ("678", "777"):
        names.append(ranks(three))
    if suits(three) == 1:
        names += [f"suited-{name}" for name in names]
    return Verdict(tuple(names))
