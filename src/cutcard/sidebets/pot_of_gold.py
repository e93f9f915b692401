"""Pot of Gold: how many free bet tokens are played on the box."""

from __future__ import annotations

from cutcard.sidebets.view import LOST, TOKENS, Verdict, View

OUTCOMES = ("tokens-1", "tokens-2", "tokens-3", "tokens-4", "tokens-5")
CLASSES = tuple((f"tokens-{count}",) for count in range(1, 9))  # more than a pay table knows lose
DECIDED_BY = TOKENS


def judge(view: View) -> Verdict | None:
    if not view.over:
        return None
    return Verdict((f"tokens-{view.tokens}",)) if view.tokens else LOST
