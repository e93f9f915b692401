"""The seal on a virtual shoe: a hash of its order, published before the first card.

The salt keeps anybody from trying orders until one fits; it is revealed with the order.

>>> from cutcard.cards import cards
>>> seal(cards("As Kd"), "salt")[:16]
'0a5a2ac856344f43'
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence

from cutcard.cards import Card, joined
from cutcard.cards import shoe as pack


def seal(order: Iterable[Card], salt: str) -> str:
    """SHA-256 of the salt, a line feed, and the cards' names from the first card to the last."""
    return hashlib.sha256(f"{salt}\n{joined(order)}".encode()).hexdigest()


def opens(order: Iterable[Card], salt: str, commitment: str) -> bool:
    """Whether an order and its salt are those that were committed to."""
    return seal(order, salt) == commitment


def misfit(order: Sequence[Card], decks: int, removed_ranks: Iterable[str] = ()) -> str:
    """What is wrong with an order as a whole shoe of this many decks, in words; nothing where it is one."""
    return difference(order, pack(decks, removed_ranks))


def difference(order: Iterable[Card], wanted: Iterable[Card]) -> str:
    """How some cards differ from those that should be there, in words; nothing where they do not."""
    have, want = Counter(card.text for card in order), Counter(card.text for card in wanted)
    if missing := sorted((want - have).elements()):
        return f"{len(missing)} cards are missing, {missing[0]} among them"
    if extra := sorted((have - want).elements()):
        return f"{len(extra)} cards are too many, {extra[0]} among them"
    return ""


def as_cut(order: Sequence[Card], at: int) -> tuple[Card, ...]:
    """The order from which cards were dealt: the cards in front of the cut lie at the back."""
    return (*order[at:], *order[:at])
