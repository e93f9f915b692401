"""Prizes hit on two processes at once; `python -m tools.prize_races` does it ten thousand times."""

from __future__ import annotations

import pytest
from support.postgres import fresh_database
from support.prize_races import race


def test_prizes_hit_on_two_processes_at_once_are_each_paid_once(request: pytest.FixtureRequest) -> None:
    with fresh_database(request.getfixturevalue("server")) as url:
        raced = race(url, hits=3)
    assert raced.prizes == 6
    assert raced.paid > 0
