"""Rounds with mistakes of every kind at every moment: money is conserved, the round ends, the events make it again.

The tables are of any game, and most have side bets, those that are paid from meters, by a device that draws prizes or
to a player's own device among them.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.random_mistakes import DECKS, PLAYERS, STEPS, Mistakes
from support.tables import BOOKS, Table

from cutcard.rulebooks import load, rules
from cutcard.rulebooks.offers import offered
from cutcard.table.irregularities import lines_now


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


@pytest.mark.parametrize("source", ["real", "virtual"])
@pytest.mark.parametrize("book", BOOKS)
def test_every_ruling_that_the_book_gives_at_a_moment_can_be_carried_out_there_and_the_round_ends(
    book: str, source: str
) -> None:
    """Every line of the book at every step of a round with side bets, each from the same table as it was then."""
    table = Mistakes(7, book, source)
    table.round()
    table.bring_cards()
    table.bet(PLAYERS[:2])
    assert table.laid_beside
    for step in range(STEPS):
        table.look_at_cards()
        for line in lines_now(table.state):
            other = table.fork(step)
            other.report(line.kind, line.then, discretion=False)
            other.play_out()
            other.look()
            other.replay(since=table)
        if not table.state.playing:
            break
        table.play_on()
    assert not table.state.playing


@pytest.mark.parametrize("source", ["real", "virtual"])
@pytest.mark.parametrize("book", BOOKS)
def test_every_ruling_can_be_carried_out_while_discards_wait_for_the_cut(book: str, source: str) -> None:
    table = next(found for seed in range(50) if (found := _wants_card(seed, book, source)) is not None)
    table.run_out()
    assert table.state.shoe.stage == "uncut"
    for step, line in enumerate(lines_now(table.state)):
        other = table.fork(step)
        other.report(line.kind, line.then, discretion=False)
        other.play_out()
        other.look()
        other.replay(since=table)
        other.bring_cards()


def _wants_card(seed: int, book: str, source: str) -> Mistakes | None:
    """A table with a shoe whose round, after its initial deal, waits for a card; None if this one never does."""
    table = Mistakes(seed, book, source)
    table.bring_cards()
    table.bet(PLAYERS[:2])
    for _ in range(STEPS):
        round_ = table.state.round
        if not table.state.playing or round_ is None or table.state.shuffles_itself:
            return None
        if round_.phase != "initial" and round_.needs == "card":
            return table
        table.play_on()
    return None


@pytest.mark.parametrize("book", BOOKS)
def test_the_random_tables_come_to_every_ruling_game_and_side_bet_of_the_book(book: str) -> None:
    """Otherwise the test above would say nothing about them."""
    came: set[str] = set()
    lines = Table(book).state.config.procedures.irregularities
    wanted: set[str] = {str(line.then) for line in lines} - {"shuffle-discards"}
    sides = [side for game in load(book).games for side in offered(rules(book, game)).items()]
    wanted |= load(book).games.keys() | {bet for bet, side in sides if DECKS in side.decks}
    for seed in range(400):
        table = Mistakes(seed, book, "real")
        table.round(looking=False)
        table.round(looking=False)
        came |= {ruling for _, ruling in table.ruled} | table.laid_beside.keys() | {table.state.rules.game}
        if came >= wanted:
            return
    assert came >= wanted
