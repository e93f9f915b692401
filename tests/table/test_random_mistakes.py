"""Rounds with mistakes of every kind at every moment: money is conserved, the round ends, the events make it again."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.random_mistakes import Mistakes
from support.tables import BOOKS, Table


@pytest.mark.parametrize("source", ["real", "virtual"])
@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_with_any_mistake_at_any_moment_money_is_conserved_and_the_round_ends(
    book: str, source: str, seed: int
) -> None:
    table = Mistakes(seed, book, source)
    for _ in range(3):
        table.round()
        assert not table.state.playing
        table.look()
    table.replay()


@pytest.mark.parametrize("book", BOOKS)
def test_the_random_tables_come_to_every_ruling_of_the_book(book: str) -> None:
    """Otherwise the test above would say nothing about them."""
    came: set[str] = set()
    wanted = {line.then for line in Table(book).state.config.procedures.irregularities} - {"shuffle-discards"}
    for seed in range(200):
        table = Mistakes(seed, book, "real")
        table.round()
        table.round()
        came |= {ruling for _, ruling in table.ruled}
        if came >= wanted:
            return
    assert came >= wanted
