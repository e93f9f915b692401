"""Super Sevens and Magnificent Sevens: how many of a box's first three cards are sevens, in the order dealt."""

from __future__ import annotations

from cutcard.sidebets.view import LOST, THIRD_CARD, Verdict, View, suits

OUTCOMES = ("one-seven", "two-sevens", "two-sevens-suited", "three-sevens", "three-sevens-suited")
CLASSES = (
    ("one-seven",),
    ("two-sevens",),
    ("two-sevens", "two-sevens-suited"),
    ("two-sevens", "three-sevens"),
    ("two-sevens", "two-sevens-suited", "three-sevens"),
    ("two-sevens", "two-sevens-suited", "three-sevens", "three-sevens-suited"),
)
DECIDED_BY = THIRD_CARD


def judge(view: View) -> Verdict | None:
    cards = view.cards
    if len(cards) < 2:
        return None
    if cards[0].rank != "7":
        return LOST
    if cards[1].rank != "7":
        return Verdict(("one-seven",))
    if len(cards) < 3 and not view.finished:
        return None  # the next card to the box decides, also after a split
    names = ["two-sevens", "two-sevens-suited"] if suits(cards[:2]) == 1 else ["two-sevens"]
    if len(cards) == 3 and cards[2].rank == "7":
        names += ["three-sevens", "three-sevens-suited"] if suits(cards) == 1 else ["three-sevens"]
    return Verdict(tuple(names))
