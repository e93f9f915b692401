"""Side bets that the first cards decide: every deal is shown to the engine's own judge and weighed by its copies.

Judges see a box's first two cards and, some of them, the dealer's first. Of a shoe with n copies of each card, all
deals with the same number of different cards are equally likely, so each judge is asked once for each kind of deal
and the answer serves every number of decks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from cutcard.cards import PACK, Card
from cutcard.engine.sidebets.pay import best_row
from cutcard.money import Cents
from cutcard.odds.side.outcomes import Outcome, lost, won
from cutcard.rulebooks.schema import PayTable, SideBet
from cutcard.sidebets import JUDGES, View

BY_TWO_CARDS = frozenset({"pairs", "spread_bet", "supernova", "pandemonium"})

Names = tuple[str, ...]  # the outcomes that fit a deal; none: it loses
Chances = dict[Names, Fraction]


def kinds(removed: tuple[str, ...]) -> tuple[Card, ...]:
    """The different cards of a shoe."""
    return tuple(card for card in PACK if card.rank not in removed)


@cache
def deals(judged_by: str, removed: tuple[str, ...]) -> dict[Names, Counter[int]]:
    """For each answer of a judge the number of deals that have it, by how many of their cards are different ones."""
    judge = JUDGES[judged_by].judge
    pack = kinds(removed)
    ups: tuple[Card | None, ...] = (None,) if judged_by in BY_TWO_CARDS else pack
    found: dict[Names, Counter[int]] = {}
    for cards, up in _all(pack, ups):
        verdict = judge(View(cards, True, (up,) if up else ()))
        different = len({*cards, up} - {None})
        found.setdefault(verdict.outcomes, Counter())[different] += 1
    return found


def _all(pack: tuple[Card, ...], ups: tuple[Card | None, ...]) -> Iterator[tuple[tuple[Card, Card], Card | None]]:
    for first in pack:
        for second in pack:
            cards = (first, second)
            for up in ups:
                yield cards, up


def chances(judged_by: str, removed: tuple[str, ...], decks: int) -> Chances:
    """How likely each answer of a judge is.

    >>> chances("pandemonium", ("T",), 8)[("natural",)]
    Fraction(16, 383)
    """
    cards = len(kinds(removed)) * decks
    n = decks
    if judged_by in BY_TWO_CARDS:
        weights = {2: n * n, 1: n * (n - 1)}
        all_deals = cards * (cards - 1)
    else:
        weights = {3: n**3, 2: n * n * (n - 1), 1: n * (n - 1) * (n - 2)}
        all_deals = cards * (cards - 1) * (cards - 2)
    return {
        names: Fraction(sum(weights[different] * times for different, times in counted.items()), all_deals)
        for names, counted in deals(judged_by, removed).items()
    }


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
