"""How a ballot gives out seats: from a secret that was committed to beforehand, so that everybody can draw it again.

>>> drawn("00" * 32, "spring:1", (1, 2, 3, 4))
(3, 2, 4, 1)
>>> seating((3, 1, 4, 2, 5), ("T1", "T2", "T3"), 3)
{'T1': {1: 3, 2: 4, 3: 5}, 'T2': {1: 1, 2: 2}}
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence


def drawn(secret: str, about: str, entrants: Iterable[int]) -> tuple[int, ...]:
    """The order in which entrants are drawn; it depends on nothing but the secret, what is drawn and who is in it."""
    key = bytes.fromhex(secret)

    def ticket(entrant: int) -> bytes:
        return hmac.new(key, f"{about}:{entrant}".encode(), hashlib.sha256).digest()

    return tuple(sorted(entrants, key=ticket))


def seating(order: Sequence[int], tables: Sequence[str], players_each: int) -> dict[str, dict[int, int]]:
    """Who sits at which table and box: as few tables as it takes, filled in turn so that none has two players more.

    Anybody who finds no seat waits for the next session.
    """
    seated = order[: len(tables) * players_each]
    used = tables[: -(-len(seated) // players_each)]
    places: dict[str, dict[int, int]] = {table: {} for table in used}
    for at, entrant in enumerate(seated):
        places[used[at % len(used)]][at // len(used) + 1] = entrant
    return places


def one_each(order: Iterable[int], players: Mapping[int, str]) -> tuple[int, ...]:
    """The first entry of each player in an order: nobody can sit in two places at once."""
    first: dict[str, int] = {}
    for entrant in order:
        first.setdefault(players[entrant], entrant)
    return tuple(first.values())
