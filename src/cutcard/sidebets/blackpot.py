"""Blackpot: two of 6, 7 and 8, then the third of them, and both again in the round after."""

from __future__ import annotations

from cutcard.sidebets.view import LOST, THIRD_CARD, Verdict, View, ranks

OUTCOMES = ("initial", "completed", "carried-initial", "carried-completed")
CLASSES = (  # paid one after the other
    ("initial",),
    ("initial", "completed"),
    ("carried-initial",),
    ("carried-initial", "carried-completed"),
)
DECIDED_BY = THIRD_CARD

_TWO = ("67", "68", "78")


def judge(view: View) -> Verdict | None:
    if len(view.cards) < 2:
        return None
    if ranks(view.cards[:2]) not in _TWO:
        return LOST
    prefix = "carried-" if view.carried else ""
    if not view.paid:
        return Verdict((f"{prefix}initial",), plays_on=True)
    if len(view.cards) == 3:
        return Verdict((f"{prefix}completed",)) if ranks(view.cards) == "678" else Verdict((), lost="later")
    return Verdict((), lost="undealt") if view.finished else None
