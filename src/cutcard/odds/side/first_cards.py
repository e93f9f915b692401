"""Side bets that the first cards decide: every deal's answer, weighed by how many copies of its cards there are.

They depend on a box's first two cards and, some of them, on the dealer's first. In a shoe with n copies of each card,
all deals with the same number of different cards are equally likely, so that one table serves every number of decks.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import perm

from cutcard.cards import PACK, Card
from cutcard.money import Cents
from cutcard.odds.side.outcomes import Outcome, lost, won
from cutcard.rulebooks.offers import best_row
from cutcard.rulebooks.schema import PayTable, SideBet
from cutcard.sidebets.view import Names

Chances = dict[Names, Fraction]


def kinds(removed: tuple[str, ...]) -> tuple[Card, ...]:
    """The different cards of a shoe."""
    return tuple(card for card in PACK if card.rank not in removed)


@cache
def deals(judged_by: str, removed: tuple[str, ...]) -> dict[Names, dict[int, int]]:
    """For each answer of a judge the number of deals that have it, by how many of their cards are different ones."""
    import numpy as np  # nobody waits for it who only looks answers up

    from cutcard.lookup.side_bet_outcomes import outcome_table

    table = outcome_table(judged_by)
    places = np.array([place for place, card in enumerate(PACK) if card.rank not in removed])
    by_dealer = table.numbers.shape[-1] > 1
    after = places if by_dealer else np.zeros(1, np.intp)
    numbers = table.numbers[0][np.ix_(places, places, after)]
    one, two, three = np.ix_(places, places, after)
    different = 1 + (two != one) + (((three != one) & (three != two)) if by_dealer else 0) + 0 * three
    return {
        names: {count: int(((numbers == number) & (different == count)).sum()) for count in range(1, 3 + by_dealer)}
        for number, names in enumerate(table.classes)
    }


def chances(judged_by: str, removed: tuple[str, ...], decks: int) -> Chances:
    """How likely each answer of a judge is.

    >>> chances("pandemonium", ("T",), 8)[("natural",)]
    Fraction(16, 383)
    """
    found = deals(judged_by, removed)
    dealt = max(found[()])
    all_deals = perm(len(kinds(removed)) * decks, dealt)
    copies = {count: decks**count * _further_copies(decks, dealt - count) for count in range(1, dealt + 1)}
    return {
        names: Fraction(sum(copies[count] * times for count, times in counted.items()), all_deals)
        for names, counted in found.items()
    }


def _further_copies(decks: int, again: int) -> int:
    """In how many ways cards that were dealt before come again: one of them `again` times."""
    return perm(decks - 1, again)


def outcomes(side: SideBet, table: PayTable, found: Chances, stake: Cents, apart: str | None = None) -> list[Outcome]:
    """The lines of a pay table with their chances, in its order, and what is lost; no card wins the line `apart`."""
    by_row = {row.outcome: Fraction(0) for row in table.rows if row.outcome != apart}
    for names, chance in found.items():
        row = best_row(table, names, stake)
        if row is not None:
            by_row[row.outcome] += chance
    winning = [won(side, row, stake, by_row[row.outcome]) for row in table.rows if row.outcome in by_row]
    return [*winning, lost(side, 1 - sum(by_row.values(), Fraction(0)))]


def drawn_prizes(side: SideBet, table: PayTable, found: Chances) -> list[Outcome]:
    """A natural whose prize a random device draws (Melbourne 11.5.4): one outcome for each prize."""
    row = table.rows[0]
    natural = sum((chance for names, chance in found.items() if names), Fraction(0))
    all_of_them = sum(times for times, _ in table.draws)
    kept = Fraction(0 if side.stake_returned else -1)
    prizes = [
        Outcome(
            name=f"{row.outcome}-{prize // 100}",
            odds=f"{prize // 100}:1",
            probability=natural * Fraction(times, all_of_them),
            net=kept + Fraction(prize, 100),
            clause=row.clause,
        )
        for times, prize in table.draws
    ]
    return [*prizes, lost(side, 1 - natural)]
