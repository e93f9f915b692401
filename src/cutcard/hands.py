"""What a hand of cards is worth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cutcard.cards import Card


class Worth(NamedTuple):
    """A hand's best total, and whether an ace in it counts eleven."""

    total: int
    soft: bool


def worth(dealt: Iterable[Card], fixed_aces: int = 0) -> Worth:
    """Count a hand: an ace is eleven unless that passes 21 (Sydney 3.2.1, Canberra 2.5, Melbourne 3.2.1).

    `fixed_aces` of its aces count one whatever the total, as in a doubled hand of Sydney or Pontoon.

    >>> from cutcard.cards import cards
    >>> worth(cards("As 7d")), worth(cards("As 8d 2c"), fixed_aces=1)
    (Worth(total=18, soft=True), Worth(total=11, soft=False))
    """
    hard = aces = 0
    for card in dealt:
        hard += card.value
        aces += card.value == 1
    if aces > fixed_aces and hard <= 11:
        return Worth(hard + 10, True)
    return Worth(hard, False)


def is_natural(dealt: tuple[Card, ...]) -> bool:
    """Whether these two cards are an ace and a ten-value card.

    >>> from cutcard.cards import cards
    >>> is_natural(cards("Ks Ad")), is_natural(cards("7s 7d 7h"))
    (True, False)
    """
    return len(dealt) == 2 and {dealt[0].value, dealt[1].value} == {1, 10}
