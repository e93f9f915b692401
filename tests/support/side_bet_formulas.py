"""The same odds by plain combinatorics, without the engine's judges: counts of cards and falling factorials."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb, perm


def pairs(decks: int, ranks: int = 13) -> dict[str, Fraction]:
    """The second card against the first: the same card, the other suit of its colour, or the two others."""
    rest = 4 * ranks * decks - 1
    return {
        "suited": Fraction(decks - 1, rest),
        "coloured": Fraction(decks, rest),
        "mixed": Fraction(2 * decks, rest),
    }


def star_pairs(decks: int) -> dict[str, Fraction]:
    """Two aces before everything else: pairs of twelve ranks, and aces of any suits."""
    each = pairs(decks)
    aces = Fraction(comb(4 * decks, 2), comb(52 * decks, 2))
    return {name: Fraction(12, 13) * chance for name, chance in each.items()} | {"aces": aces}


def natural(decks: int, tens: int = 16) -> Fraction:
    return Fraction(4 * decks * tens * decks, comb((36 + tens) * decks, 2))


def suited_natural(decks: int) -> Fraction:
    return Fraction(4 * decks * 4 * decks, comb(52 * decks, 2))


def same_suit(decks: int, ranks: int) -> tuple[Fraction, Fraction]:
    """Two cards of one suit with the dealer's of another, and all three of it."""
    suit, size = ranks * decks, 4 * ranks * decks
    three = Fraction(4 * comb(suit, 3), comb(size, 3))
    two = Fraction(4 * comb(suit, 2), comb(size, 2))
    return two - three, three


def spread(decks: int, tens: int) -> dict[str, Fraction]:
    """Sums of two cards with an ace as one, pair by pair."""
    copies = dict.fromkeys(range(1, 10), 4 * decks) | {10: tens * decks}
    size = sum(copies.values())
    found = {"2-3": Fraction(0), "4-5": Fraction(0), "6-9": Fraction(0)}
    for a in range(1, 10):
        for b in range(a, 10 - a if a < 5 else a):
            ways = comb(copies[a], 2) if a == b else copies[a] * copies[b]
            name = "2-3" if a + b < 4 else "4-5" if a + b < 6 else "6-9"
            found[name] += Fraction(ways, comb(size, 2))
    return found


def blazing(decks: int) -> dict[str, Fraction]:
    """Sevens among three cards; which of them is the dealer's matters where there are two."""
    sevens, size = 4 * decks, 52 * decks
    three = comb(size, 3)
    suited = Fraction(comb(decks, 3), three)
    colour = Fraction(2 * comb(2 * decks, 3), three)
    any_three = Fraction(comb(sevens, 3), three)
    two = Fraction(comb(sevens, 2) * (size - sevens), three)  # a third of them have the odd card at the dealer's
    return {
        "diamond-777": suited,
        "suited-777": 3 * suited,
        "coloured-777": colour - 4 * suited,
        "777": any_three - colour,
        "two-sevens": two / 3,
        "seven-and-seven": two * 2 / 3,
    }


def three_sevens(decks: int) -> dict[str, Fraction]:
    """Sevens in the order dealt, with a third card always drawn."""
    sevens, size = 4 * decks, 52 * decks
    two, two_suited = perm(sevens, 2), 4 * perm(decks, 2)
    three, three_suited = perm(sevens, 3), 4 * perm(decks, 3)
    return {
        "one-seven": Fraction(sevens * (size - sevens), perm(size, 2)),
        "two-sevens": Fraction((two - two_suited) * (size - sevens), perm(size, 3)),
        "two-sevens-suited": Fraction(two_suited * (size - sevens), perm(size, 3)),
        "three-sevens": Fraction(three - three_suited, perm(size, 3)),
        "three-sevens-suited": Fraction(three_suited, perm(size, 3)),
    }


def lucky(decks: int) -> dict[str, Fraction]:
    """Three cards by rank: every multiset of three ranks, suits by counting."""
    value = {rank: min(rank, 10) for rank in range(1, 14)}
    found: dict[str, Fraction] = {}
    for a, b, c in _triples():
        ranks = (a, b, c)
        hard = sum(value[rank] for rank in ranks)
        total = hard + 10 if 1 in ranks and hard <= 11 else hard
        if total not in (19, 20, 21):
            continue
        held = [ranks.count(rank) for rank in sorted(set(ranks))]
        ways, suited = 1, 4
        for count in held:
            ways *= comb(4 * decks, count)
            suited *= comb(decks, count)
        special = "678" if ranks == (6, 7, 8) else "777" if ranks == (7, 7, 7) else str(total)
        same = f"suited-{special}" if total == 21 else special  # a suited 19 or 20 has no line of its own
        for name, count in ((same, suited), (special, ways - suited)):
            found[name] = found.get(name, Fraction(0)) + Fraction(count, comb(52 * decks, 3))
    return found


def _triples() -> Iterator[tuple[int, int, int]]:
    for a in range(1, 14):
        for b in range(a, 14):
            for c in range(b, 14):
                yield a, b, c


def busts(decks: int, hits_soft_17: bool, tens: int = 16) -> dict[int, Fraction]:
    """The dealer over 21 by number of cards, card by card."""

    @cache
    def drawn(hard: int, ace: bool, count: int, left: tuple[int, ...]) -> tuple[tuple[int, Fraction], ...]:
        total = hard + 10 if ace and hard <= 11 else hard
        soft = total != hard
        if count > 1 and (total > 17 or (total == 17 and not (soft and hits_soft_17))):
            return ((count, Fraction(1)),) if total > 21 else ()
        size = sum(left)
        found: dict[int, Fraction] = {}
        for value, copies in enumerate(left, start=1):
            if copies:
                rest = (*left[: value - 1], copies - 1, *left[value:])
                for cards, chance in drawn(hard + value, ace or value == 1, count + 1, rest):
                    found[cards] = found.get(cards, Fraction(0)) + Fraction(copies, size) * chance
        return tuple(found.items())

    return dict(drawn(0, False, 0, (*(4 * decks for _ in range(9)), tens * decks)))


def six_seven_eight(decks: int, ranks: int = 13, gone: int = 0) -> tuple[Fraction, Fraction]:
    """Two different ones of 6, 7 and 8, and then the third; `gone` of each are out of the shoe."""
    n, size = 4 * decks - gone, 4 * ranks * decks - 3 * gone
    return Fraction(6 * n * n, perm(size, 2)), Fraction(6 * n**3, perm(size, 3))
