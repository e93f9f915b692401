"""What every place wins, to the cent: the prizes sum to the pool exactly (Canberra 20.20)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from cutcard.money import Cents
from cutcard.tournaments.ranking import Order

MILLION = 1_000_000


def divided(pool: Cents, shares: Sequence[int], placed: int) -> tuple[Cents, ...]:
    """The prize of every place, from parts of the pool in millionths. Odd cents go to the first places.

    Where fewer are placed than there are prizes, the pool is divided among those in the same proportion.

    >>> divided(100_001, (600_000, 300_000, 100_000), 3), divided(90_000, (600_000, 300_000, 100_000), 2)
    ((60001, 30000, 10000), (60000, 30000))
    """
    shares = [share for share in shares[:placed] if share]
    if not shares:
        return ()
    whole = sum(shares)
    prizes = [int(Fraction(pool * share, whole)) for share in shares]
    for at in range(pool - sum(prizes)):
        prizes[at % len(prizes)] += 1
    return tuple(prizes)


def awarded(order: Order, prizes: Sequence[Cents], barred: Collection[int] = ()) -> Mapping[int, Cents]:
    """What everybody wins. Players who are level share the prizes of their places equally (Canberra 20.22).

    An odd cent of a shared prize goes to the entry made first. Anybody who may win no prize is passed over, and those
    behind move up (Melbourne 31.4.2(a)(v)).

    >>> awarded(((4,), (2, 3)), (600, 301, 100)), awarded(((4,), (2,), (3,)), (600, 300, 100), barred={4})
    ({4: 600, 2: 201, 3: 200}, {2: 600, 3: 300})
    """
    won: dict[int, Cents] = {}
    at = 0
    for group in order:
        eligible = sorted(one for one in group if one not in barred)
        together = sum(prizes[at : at + len(eligible)])
        at += len(eligible)
        for n, one in enumerate(eligible):
            share = together // len(eligible) + (n < together % len(eligible))
            if share:
                won[one] = share
    return won
