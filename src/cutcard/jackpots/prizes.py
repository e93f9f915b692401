"""What winners have of a meter, by the terms of its link: the link's own reckoning beside that of the round."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from cutcard.money import Cents
from cutcard.rulebooks.offers import table_named
from cutcard.rulebooks.schema import Row
from cutcard.table.link_terms import LinkTerms, side_bet_of


class Prize(NamedTuple):
    """What each winner of an outcome has, and what the prizes were one after another, before they were shared."""

    each: Cents
    parts: tuple[Cents, ...]


def meter_rows(terms: LinkTerms) -> dict[str, Row]:
    """The lines of a link's pay table that pay from a meter, by outcome."""
    table = table_named(side_bet_of(terms.book, terms.bet), terms.pay_table)
    return {row.outcome: row for row in table.rows if row.meter is not None}


def prizes(terms: LinkTerms, meter: str, value: Cents, winners: Mapping[str, int], chip: Cents) -> dict[str, Prize]:
    """What each winner has of a meter that showed a value, by outcome, where all win at the same time.

    Smaller parts go first. Winners of one kind take their parts one after another and share them equally: Sydney 14.27
    with no less for each than that part of the minimum, Melbourne 21.10.3 and 24.9.3 from the seed where less is left.

    >>> from cutcard.table.link_terms import MeterTerms
    >>> sevens = LinkTerms("sydney-v15", "blazing-7s", "aud", 500, {"blazing-7s": MeterTerms(1_000_000, 150_000)})
    >>> prizes(sevens, "blazing-7s", 50_000_000, {"suited-777": 2}, chip=100)
    {'suited-777': Prize(each=4750000, parts=(5000000, 4500000))}
    """
    side, seed = side_bet_of(terms.book, terms.bet), terms.meters[meter].seed
    unit = {"cent": 1, "dollar": 100, "chip": chip}[side.meter_rounds_to]
    guaranteed = side.meter_minimum is not None  # the seed is then what nobody gets less than their part of
    rows = [row for row in meter_rows(terms).values() if row.meter == meter and winners.get(row.outcome)]
    left, found = Fraction(value), dict[str, Prize]()
    for row in sorted(rows, key=lambda row: row.share or 0):
        number, share = winners[row.outcome], row.share or Fraction(0)
        taken: list[Fraction] = []
        for _ in range(number):
            shown = left if unit == 1 else ceil(left / unit) * unit  # a meter in cents is not rounded in between
            taken.append(share * shown)
            left = max(left - taken[-1], Fraction(0 if guaranteed else seed))
        each = ceil(sum(taken, Fraction(0)) / number)
        least = ceil(share * seed) if guaranteed else 0
        found[row.outcome] = Prize(max(each, least), tuple(ceil(one) for one in taken))
    return found
