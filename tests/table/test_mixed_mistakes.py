"""Mistakes, corrections, findings and failures in the same rounds: whatever comes together, what must hold holds."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.mixed_mistakes import Watched

from cutcard.rulebooks import load

STEPS = 250


@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier", "canberra-2006", "canberra-2003"])
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_whatever_goes_wrong_in_the_same_round_the_table_stays_sound(book: str, seed: int) -> None:
    random = Random(seed)
    table = Watched(seed, book, random.choice(sorted(load(book).games)))
    at = 0
    for _ in range(STEPS):
        at += random.choice((0, 500, 3000, 20_000))
        table.step(at)
    table.replay()
