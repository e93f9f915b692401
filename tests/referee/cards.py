"""Cards are two letters, rank and suit; a hand is a list of them."""

from __future__ import annotations

from collections.abc import Sequence

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]
# An ace is one here; where it may be eleven is for the functions below.
VALUE = {card: 1 if card[0] == "A" else min(RANKS.index(card[0]) + 2, 10) for card in DECK}
RED = frozenset("dh")


def count(cards: Sequence[str]) -> tuple[int, bool]:
    """Best total, and whether an ace counts eleven in it."""
    total, ace = 0, False
    for card in cards:
        total += VALUE[card]
        ace = ace or card[0] == "A"
    return (total + 10, True) if ace and total <= 11 else (total, False)


def low(cards: Sequence[str]) -> int:
    """The total with every ace as one."""
    return sum(VALUE[card] for card in cards)


def doubled_count(cards: Sequence[str]) -> int:
    """Total of a doubled hand whose first two cards' aces stay one; a later ace is one or eleven."""
    total = low(cards)
    return total + 10 if total <= 11 and any(card[0] == "A" for card in cards[2:]) else total


def natural(cards: Sequence[str]) -> bool:
    """An ace and a ten-value card, as first two cards."""
    return len(cards) == 2 and {VALUE[cards[0]], VALUE[cards[1]]} == {1, 10}


def tenner(card: str) -> bool:
    return VALUE[card] == 10


def suited(cards: Sequence[str]) -> bool:
    return all(card[1] == cards[0][1] for card in cards)


def pair(first: str, second: str) -> str:
    """What two cards are to one another: '', 'mixed', 'coloured' or 'perfect'."""
    if first[0] != second[0]:
        return ""
    if first[1] == second[1]:
        return "perfect"
    return "coloured" if (first[1] in RED) == (second[1] in RED) else "mixed"
