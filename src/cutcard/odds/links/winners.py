"""How many boxes of one table win the same prizes in one round, exactly.

The boxes share the dealer's card and the shoe, so they are not independent. What is counted is in how many ways some
boxes win what: cards that win with the same others are one kind, and a state is how many of each kind are out. These
chances are the factorial moments of the number of winners, and inclusion and exclusion makes its distribution of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial, perm, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.cards import PACK
from cutcard.lookup.side_bet_outcomes import outcome_table
from cutcard.money import Cents
from cutcard.rulebooks.offers import best_row
from cutcard.rulebooks.schema import PayTable, Rules

Counts = tuple[int, ...]  # winners of each prize
Winners = Mapping[Counts, Fraction]
Rows = NDArray[np.int64]  # by first and second card, and the dealer's: the number of the prize, 0 for none


class Kinds(NamedTuple):
    """The cards that may win beside one card of the dealer, alike ones together."""

    copies: tuple[int, ...]
    pairs: tuple[tuple[int, int, int], ...]  # first kind, second kind, the number of the prize


def winners(
    rules: Rules, decks: int, bet: str, table: PayTable, stake: Cents, prizes: tuple[str, ...], boxes: int
) -> Winners:
    """The chance of every combination of numbers of winners on this many boxes of a table, from a full shoe.

    >>> from cutcard.rulebooks import rules
    >>> game = rules("sydney-v15", "blackjack")
    >>> table = game.side_bets["blazing-7s"].tables[0]
    >>> found = winners(game, 6, "blazing-7s", table, 500, ("diamond-777", "suited-777"), boxes=2)
    >>> found[2, 0] == Fraction(6 * 5 * 4 * 3 * 2, 312 * 311 * 310 * 309 * 308), found.get((1, 1))
    (True, None)
    """
    numbers = _numbers(rules, rules.side_bets[bet].judged_by, table, stake, prizes)
    together = _together(numbers.tobytes(), numbers.shape, len(prizes), boxes, decks)
    found: dict[Counts, Fraction] = {}
    for counts in _counts(len(prizes), boxes):
        chance = Fraction(0)
        for more, all_win in together.items():
            if all(m >= c for m, c in zip(more, counts, strict=True)):
                sign = (-1) ** (sum(more) - sum(counts))
                ways = prod(comb(m, c) for m, c in zip(more, counts, strict=True))
                chance += sign * ways * _choices(boxes, more) * all_win
        if chance:
            found[counts] = chance
    return found


def _numbers(rules: Rules, judged_by: str, table: PayTable, stake: Cents, prizes: tuple[str, ...]) -> Rows:
    """The number of the prize that every deal wins, for the cards that the game has."""
    answers = outcome_table(judged_by)
    rows = [best_row(table, names, stake) if names else None for names in answers.classes]
    places = np.array([prizes.index(row.outcome) + 1 if row and row.outcome in prizes else 0 for row in rows], np.int64)
    cards = [place for place, card in enumerate(PACK) if card.rank not in rules.cards.removed_ranks]
    dealer = cards if answers.numbers.shape[-1] > 1 else [0]
    rows_won: Rows = places[answers.numbers[0]][np.ix_(cards, cards, dealer)]
    return rows_won


def _choices(boxes: int, counts: Counts) -> int:
    """In how many ways some of the boxes are named as winners of each prize."""
    rest = boxes - sum(counts)
    return factorial(boxes) // (prod(factorial(each) for each in counts) * factorial(rest))


def _counts(prizes: int, boxes: int) -> Iterator[Counts]:
    return (counts for counts in product(range(boxes + 1), repeat=prizes) if sum(counts) <= boxes)


@cache
def _together(
    numbers: bytes, shape: tuple[int, int, int], prizes: int, boxes: int, decks: int
) -> dict[Counts, Fraction]:
    """The chance that the first boxes all win, this many of them each prize."""
    rows: Rows = np.frombuffer(numbers, np.int64).reshape(shape)
    cards, _, ups = shape
    size, dealt = cards * decks, int(ups > 1)
    found: dict[Counts, int] = {}
    for up in range(ups):
        kinds = _kinds(rows[:, :, up], up if dealt else None, decks)
        for counts, ways in _ways(kinds, prizes, boxes).items():
            found[counts] = found.get(counts, 0) + ways * (decks if dealt else 1)
    return {counts: Fraction(ways, perm(size, 2 * sum(counts) + dealt)) for counts, ways in found.items()}


def _kinds(rows: Rows, up: int | None, decks: int) -> Kinds:
    """Cards of one kind win the same with every other card, first or second."""
    kinds: dict[tuple[bytes, bytes], list[int]] = {}
    for card in range(len(rows)):
        if rows[card].any() or rows[:, card].any():
            kinds.setdefault((rows[card].tobytes(), rows[:, card].tobytes()), []).append(card)
    cards = list(kinds.values())
    copies = tuple(decks * len(alike) - (up in alike) for alike in cards)
    pairs = tuple(
        (i, j, int(rows[one[0], two[0]]))
        for i, one in enumerate(cards)
        for j, two in enumerate(cards)
        if rows[one[0], two[0]]
    )
    return Kinds(copies, pairs)


def _ways(kinds: Kinds, prizes: int, boxes: int) -> dict[Counts, int]:
    """In how many ways the first boxes win, those of the first prize first: the cards out are all that matters."""
    nobody = (0,) * prizes
    states: dict[Counts, dict[Counts, int]] = {nobody: {(0,) * len(kinds.copies): 1}}
    for counts in sorted(_counts(prizes, boxes), key=sum):
        if counts == nobody:
            continue
        last = max(at for at, count in enumerate(counts) if count)
        before = (*counts[:last], counts[last] - 1, *counts[last + 1 :])
        states[counts] = _one_more(kinds, states.get(before, {}), last + 1)
    return {counts: sum(ways.values()) for counts, ways in states.items() if ways}


def _one_more(kinds: Kinds, states: Mapping[Counts, int], prize: int) -> dict[Counts, int]:
    found: dict[Counts, int] = {}
    pairs = [(one, two) for one, two, wins in kinds.pairs if wins == prize]
    for out, ways in states.items():
        for one, two in pairs:
            first = kinds.copies[one] - out[one]
            second = kinds.copies[two] - out[two] - (one == two)
            if first > 0 and second > 0:
                after = list(out)
                after[one] += 1
                after[two] += 1
                key = tuple(after)
                found[key] = found.get(key, 0) + ways * first * second
    return found
