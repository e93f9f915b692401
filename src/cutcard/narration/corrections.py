"""Corrections in words: what was entered, and what it really was."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from cutcard.cards import BY_TEXT
from cutcard.engine import events as ev
from cutcard.errors import listed
from cutcard.narration.formatting import face
from cutcard.records.entries import Entry, worded

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
    was, now = _card_words(one["was"]), _card_words(one["now"])
    if was is None or now is None:  # the card lies face down for the person who reads this
        return f"entry {one['entry']} is another card"
    if one["now"] == NOTHING:
        return f"entry {one['entry']}, {was}, is taken back"
    if one["kind"] == "ruling":
        return "the round is declared void"
    if one["was"] == NOTHING:
        return f"{now} is added before entry {one['entry']}"
    return f"entry {one['entry']} is {now}, not {was}"


def _card_words(text: str | None) -> str | None:
    return face(BY_TEXT[text]) if text in BY_TEXT else text


def entry_in_words(entry: Entry, hidden: Container[int | None] = ()) -> str:
    """An entry of a round, for somebody who looks for the wrong one; cards of hidden boxes are left out.

    >>> from cutcard.cards import card
    >>> from cutcard.engine import Deal, Stand
    >>> from cutcard.engine.events import CardDealt, Stood
    >>> entry_in_words(Entry(7, "card", Deal(card("Kh")), CardDealt(card("Kh"), 1)))
    'K♥ to box 1'
    >>> entry_in_words(Entry(9, "call", Stand(1), Stood(1, 2)))
    'stand, box 1, hand 2'
    """
    match entry.event:
        case ev.HoleCardTurned(card):
            return f"{face(card)} turned by the dealer"
        case ev.CardDealt(card, box, hand):
            what = "a card face down" if box in hidden else face(card)
            return f"{what} to {_place(box, hand)}"
    box, hand = getattr(entry.event, "box", None), getattr(entry.event, "hand", 1)
    if entry.kind == "call" and box is not None:
        return f"{worded(entry.command)}, {_place(box, hand)}"
    return worded(entry.command)


def _place(box: int | None, hand: int) -> str:
    if box is None:
        return "the dealer"
    return f"box {box}, hand {hand}" if hand > 1 else f"box {box}"


def correction_in_words(correction: Mapping[str, Any]) -> str:
    """A whole correction, as a round record has it.

    >>> change = {"entry": 3, "kind": "card", "was": "5h", "now": "Kh"}
    >>> correction_in_words({"changes": [change], "by": "mia", "clause": "16.8", "reason": "by the camera"})
    'Corrected by mia: entry 3 is K♥, not 5♥ (by the camera; clause 16.8)'
    """
    why = "; ".join(
        filter(None, (correction.get("reason", ""), f"clause {correction['clause']}" if correction["clause"] else ""))
    )
    dropped = correction.get("dropped", 0)
    more = f", and {dropped} later {'entry was' if dropped == 1 else 'entries were'} made again" if dropped else ""
    who = f"{correction['by']} and {correction['approved_by']}" if correction.get("approved_by") else correction["by"]
    return f"Corrected by {who}: {changes_in_words(correction['changes'])}{more} ({why})"
