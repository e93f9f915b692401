"""Corrections in words: what was entered, and what it really was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cutcard.cards import BY_TEXT
from cutcard.errors import listed
from cutcard.narration.formatting import face

NOTHING = "nothing"


def changes_in_words(changes: Iterable[Mapping[str, Any]]) -> str:
    """The changes of a correction, as they are stored or shown.

    >>> changes_in_words([{"entry": 3, "kind": "card", "was": "5h", "now": "Kh"}])
    'entry 3 is K♥, not 5♥'
    >>> changes_in_words([{"entry": 4, "kind": "call", "was": "double", "now": "nothing"}])
    'entry 4, double, is taken back'
    """
    return listed([_change(one) for one in changes])


def _change(one: Mapping[str, Any]) -> str:
    was, now = _said(one["was"]), _said(one["now"])
    if was is None or now is None:  # the card lies face down for whoever reads this
        return f"entry {one['entry']} is another card"
    if one["now"] == NOTHING:
        return f"entry {one['entry']}, {was}, is taken back"
    if one["kind"] == "ruling":
        return "the round is declared void"
    if one["was"] == NOTHING:
        return f"{now} is added before entry {one['entry']}"
    return f"entry {one['entry']} is {now}, not {was}"


def _said(text: str | None) -> str | None:
    return face(BY_TEXT[text]) if text in BY_TEXT else text


def correction_in_words(said: Mapping[str, Any]) -> str:
    """A whole correction, as a round record has it.

    >>> change = {"entry": 3, "kind": "card", "was": "5h", "now": "Kh"}
    >>> correction_in_words({"changes": [change], "by": "mia", "clause": "16.8", "reason": "by the camera"})
    'Corrected by mia: entry 3 is K♥, not 5♥ (by the camera; clause 16.8)'
    """
    why = "; ".join(filter(None, (said.get("reason", ""), f"clause {said['clause']}" if said["clause"] else "")))
    dropped = said.get("dropped", 0)
    more = f", and {dropped} later {'entry was' if dropped == 1 else 'entries were'} made anew" if dropped else ""
    return f"Corrected by {said['by']}: {changes_in_words(said['changes'])}{more} ({why})"
