"""What winners of a meter must have by the terms of their link, reckoned for the reconciliation alone.

Sydney 14.27 and 14.28, Melbourne 21.10.3 with 21.5.3 and 24.9.3 with 24.5.3, in whole numbers: neither the round's own
reckoning nor the link's is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from cutcard.money import Cents
from cutcard.rulebooks.offers import table_named
from cutcard.table.link_terms import side_bet_of

CHIPS = (1, 5, 10, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000)  # that a table may round prizes to


class Winning(NamedTuple):
    """Wins at the same time: what the meter showed, and how many have won what."""

    value: Cents
    winners: Mapping[str, int]


def expected(terms: Mapping[str, Any], meter: str, winning: Winning) -> list[dict[str, Cents]]:
    """What each winner of every outcome may have; more than one answer only where the table's chip decides, or where
    an earlier release rounded a meter in cents between two winners.

    >>> sevens = {"book": "sydney-v15", "bet": "blazing-7s", "meters": {"blazing-7s": {"seed": 1_000_000}}}
    >>> expected(sevens, "blazing-7s", Winning(50_000_000, {"suited-777": 2}))
    [{'suited-777': 4750000}]
    """
    side = side_bet_of(terms["book"], terms["bet"])
    table = table_named(side, terms.get("pay_table", ""))
    parts = sorted(
        (row.share, row.outcome)
        for row in table.rows
        if row.share is not None and row.meter == meter and row.outcome in winning.winners
    )
    if {outcome for _, outcome in parts} != set(winning.winners):
        return []  # somebody has won what this meter does not pay
    seed = terms["meters"][meter]["seed"]
    units = {"cent": (0, 1), "dollar": (100,), "chip": CHIPS}[side.meter_rounds_to]  # 0: not rounded in between
    answers: list[dict[str, Cents]] = []
    for unit in units:
        # in units that divide every share exactly, so that nothing is rounded before the end
        fine = 1
        for share, outcome in parts:
            fine *= share.denominator ** winning.winners[outcome]
        left, found = winning.value * fine, dict[str, Cents]()
        for share, outcome in parts:
            number, pool = winning.winners[outcome], 0
            for _ in range(number):
                shown = -(-left // (unit * fine)) * unit * fine if unit else left
                taken = shown * share.numerator // share.denominator
                pool += taken
                left -= taken
                if side.meter_minimum is None:
                    left = max(left, seed * fine)
                left = max(left, 0)
            each = -(-pool // (number * fine))
            if side.meter_minimum is not None:
                each = max(each, -(-seed * share.numerator // share.denominator))
            found[outcome] = each
        if found not in answers:
            answers.append(found)
    return answers
