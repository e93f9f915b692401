"""The random device behind a prize button: so many tickets of each prize, one of which is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from cutcard.money import Cents


def draw(tickets: Iterable[tuple[int, Cents]], random: Random) -> Cents:
    """A prize for each dollar, every ticket as likely as any other.

    >>> draw([(1, 500)], Random(1))
    500
    """
    tickets = list(tickets)
    ticket = random.randrange(sum(count for count, _ in tickets))
    for count, prize in tickets:
        if ticket < count:
            return prize
        ticket -= count
    raise AssertionError("a ticket beyond the last")
