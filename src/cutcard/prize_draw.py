"""The random draw behind a prize button: each prize has a number of tickets, and one ticket is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from cutcard.money import Cents


def draw(tickets: Iterable[tuple[int, Cents]], random: Random) -> Cents:
    """A prize for each dollar of the wager; every ticket is equally likely.

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
