"""Pot of Gold: how many free bet tokens are played on the box."""

from __future__ import annotations

from cutcard.engine.sidebets.view import LOST, Verdict, View


def judge(view: View) -> Verdict | None:
    if not view.over:
        return None
    return Verdict((f"tokens-{view.tokens}",)) if view.tokens else LOST
