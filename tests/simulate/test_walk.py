"""Rounds by the automaton are those of the kernel: the same cards for a seed, the same results to the cent."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from support.random_tables import random_table

from cutcard.odds import solve
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.rulebooks.offers import pay_table
from cutcard.simulate import Scenario, Totals, job_for, run_job, run_simulation, simple
from cutcard.simulate import run as runner
from cutcard.simulate.compile import shoe_of
from cutcard.simulate.run import AUTOMATON_FROM, CHUNK, Job, play_chunk
from cutcard.simulate.table import Count, SideWager, Table

SUITED = {"crown-pontoon", "6-to-5-pontoon", "spanish-blackjack"}
GAMES = [(book, game) for book in BOOKS for game in load(book).games if game not in SUITED]
ROUNDS = 40_000


def by_automaton(table: Table, rounds: int, seed: int = 3) -> Job:
    """A simulation that is played by the automaton although it is short."""
    job = job_for(table, simple(table.rules), AUTOMATON_FROM, seed)
    return replace(job, rounds=rounds)


def same(one: Totals, other: Totals) -> bool:
    return (one.rounds, one.chunks, one.sums) == (other.rounds, other.chunks, other.sums) and np.array_equal(
        one.bins, other.bins
    )


def agree(job: Job) -> None:
    """Every round of the first chunk has the same result in the kernel, and the totals are the same."""
    assert job.program is not None
    nets = [np.zeros(CHUNK, np.int64) for _ in range(2)]
    walked = play_chunk(job, 0, nets[0])
    played = play_chunk(replace(job, program=None), 0, nets[1])
    assert np.array_equal(nets[0], nets[1])
    assert same(walked, played)


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_every_round_has_the_kernel_s_result(book: str, game: str) -> None:
    game_rules = rules(book, game)
    decks = max(game_rules.cards.decks)
    job = by_automaton(Table(rules=game_rules, decks=decks, bet=200, dealing="shoe", cut=40 * decks), ROUNDS)
    agree(job)
    agree(replace(job, game=job.game._replace(behind=len(job.cards), burn=0)))  # from a full shoe for each round


@settings(max_examples=5, deadline=None, phases=[Phase.generate])  # a smaller example would tell no more
@given(st.integers(0, 2**32), st.sampled_from(GAMES), st.integers(0, 2**64 - 1))
def test_so_it_has_with_any_options_wager_chip_and_cut(drawn: int, game: tuple[str, str], seed: int) -> None:
    rng = Random(drawn)
    table = replace(random_table(rng, *game), boxes=1, side_bets={}, meters={}, dealing="shoe")
    table = replace(table, cut=rng.randint(1, len(shoe_of(table)) - 1), burn=rng.randint(0, 2))
    job = by_automaton(table, 3000, seed)
    if job.program is not None:  # a wager whose results are of too many sizes is for the kernel
        agree(job)


def test_a_shoe_that_runs_out_goes_on_with_the_discards_as_in_the_kernel() -> None:
    table = Table(rules=rules("melbourne-v26", "blackjack"), decks=1, bet=200, dealing="shoe", cut=51)
    agree(by_automaton(table, ROUNDS))


def test_any_number_of_workers_plays_the_same() -> None:
    table = Table(rules=rules("melbourne-v26", "blackjack"), decks=8, bet=200, dealing="shoe", cut=338)
    job = by_automaton(table, 5 * CHUNK + 1234)
    alone, _, _ = run_job(job)
    together, _, _ = run_job(job, workers=2)
    assert alone.rounds == job.rounds
    assert same(alone, together)


def test_the_average_lies_within_its_error_of_the_exact_figure() -> None:
    scenario = Scenario(book="melbourne-v26", game="blackjack", decks=8, dealing="fresh")
    result = run_simulation(scenario, rounds=AUTOMATON_FROM)
    exact = solve(rules("melbourne-v26", "blackjack"), 8)
    assert abs(result.ev - exact.ev) < 4 * result.se
    assert abs(result.sd - exact.sd) < 0.002


def test_only_many_rounds_of_one_box_without_side_bets_counting_or_suits_are_played_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table(rules=rules("sydney-v15", "blackjack"), decks=8, bet=200)
    assert job_for(table, simple(table.rules), AUTOMATON_FROM - 1, 1).program is None
    monkeypatch.setattr(runner, "AUTOMATON_FROM", 1)
    assert job_for(table, simple(table.rules), 1, 1).program is not None
    pairs = SideWager(table=pay_table(table.rules, 8, "any-pairs", True), stake=200)
    others = [
        replace(table, boxes=2),
        replace(table, dealing="shuffler"),
        replace(table, count=Count()),
        replace(table, side_bets={"any-pairs": pairs}),
        replace(table, rules=rules("melbourne-v26", "crown-pontoon")),
    ]
    assert not [one for one in others if job_for(one, simple(one.rules), 1, 1).program is not None]
