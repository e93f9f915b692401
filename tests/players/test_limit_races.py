"""Two tables of two processes cannot spend one limit twice, and refuse nothing that is within it."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.limit_races import MOST, Moment, judged, race


@clause("sydney-v15", "18.3")
def test_two_tables_take_wagers_of_one_card_at_the_same_instant(where: str) -> None:
    raced = race(where, 150)
    assert sum(raced) == 150
    assert min(raced) > 5  # there was every kind of moment


@pytest.mark.parametrize(
    ("amounts", "taken"),
    [
        ((MOST, MOST), (True, True)),
        ((MOST, MOST), (False, False)),
        ((MOST // 2, MOST // 2), (True, False)),
        ((MOST + 1, 1), (True, False)),
        ((MOST + 1, 1), (False, False)),
    ],
)
def test_a_limit_that_does_not_hold_would_be_seen(amounts: tuple[int, int], taken: tuple[bool, bool]) -> None:
    with pytest.raises(AssertionError, match="room"):
        judged([Moment(amounts, last=True)], [taken])
