"""Rules of the world's common games that no approved document has: kernel, engine, automaton and solver agree."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from support import kernel_check
from support.random_tables import random_table
from support.variants import EVERY_RANK, analysers_game, mixed

from cutcard.lookup.all_hands import TEN, row_of
from cutcard.lookup.values import VALUE_OF
from cutcard.odds import solve
from cutcard.rulebooks import changed
from cutcard.rulebooks import rules as rules_of
from cutcard.simulate import job_for, kernel, run_job, simple
from cutcard.simulate.chart_file import from_file
from cutcard.simulate.exact_play import exact
from cutcard.simulate.run import AUTOMATON_FROM, CHUNK, play_chunk
from cutcard.simulate.strategy import HANDS
from cutcard.simulate.table import Table

GAMES = [
    ("melbourne-v26", "blackjack"),
    ("sydney-v15", "blackjack"),
    ("melbourne-v26", "blackjack-plus"),
    ("melbourne-v26", "crown-pontoon"),
    ("melbourne-v26", "free-bet-blackjack"),
    ("canberra-2006", "blackjack"),
]
TABLES = 48
ROUNDS = 100


def test_every_wager_returns_what_the_engine_says() -> None:
    rng = Random(20)
    for at in range(TABLES):
        table = random_table(rng, *GAMES[at % len(GAMES)])
        table = replace(table, rules=mixed(rng, table.rules))
        found = next(kernel_check.differences_at(table, ROUNDS, rng), None)
        assert found is None, f"{table.rules}\n{found}"


def test_the_automaton_plays_the_kernel_s_rounds() -> None:
    rng = Random(21)
    played = 0
    while played < 3:
        drawn = random_table(rng, *GAMES[played % 3])
        rules = mixed(rng, drawn.rules)
        table = Table(rules=rules, decks=drawn.decks, bet=200, dealing="shoe", cut=40 * drawn.decks)
        job = replace(job_for(table, simple(rules), AUTOMATON_FROM, 3), rounds=5000)
        if job.program is None:
            continue
        nets = [np.zeros(CHUNK, np.int64) for _ in range(2)]
        for one, program in zip(nets, (job.program, None), strict=True):
            play_chunk(replace(job, program=program), 0, one)
        assert np.array_equal(nets[0], nets[1]), rules
        played += 1


EARLY = {"surrender__offered": "before-play", "surrender__against": EVERY_RANK, "surrender__void_on_natural": False}
LATE = {"surrender__offered": "on-turn", "surrender__against": EVERY_RANK}
ACES = {"split__aces_cards": 12, "split__aces_hands_max": 4, "double__split_aces": True}
EXACT = [
    {**EARLY, **ACES, "double__split_totals": (10, 11)},
    {**LATE, "natural__after_split": True, "natural__against_natural": "win"},
    {"dealer__hole_card": "unpeeked", "dealer__natural_takes": "all", "winning__five_and_under": 5},
]


@pytest.mark.parametrize("fields", EXACT)
def test_the_average_lies_within_its_error_of_the_exact_figure(fields: dict[str, Any]) -> None:
    rules = analysers_game(**fields)
    found = solve(rules, 2)
    job = job_for(Table(rules=rules, decks=2, bet=1000), exact(rules, 2, 1000), 4 * CHUNK, 5)
    totals, _, _ = run_job(job)
    mean = totals.sums[kernel.NETS] / totals.rounds / 1000
    squares = totals.sums[kernel.BOX_NETS_SQUARED] / totals.rounds / 1000**2
    assert abs(mean - found.ev) < 4 * found.sd / totals.rounds**0.5
    assert (squares - mean**2) ** 0.5 == pytest.approx(found.sd, abs=0.004)


def test_a_hand_is_given_up_against_those_tens_alone_against_which_that_is_offered() -> None:
    rules = changed(
        changed(rules_of("melbourne-v26", "blackjack"), "surrender.offered", "on-turn"), "surrender.against", ("T",)
    )
    strategy, sixteen = exact(rules, 6, 1000), row_of(HANDS, TEN, VALUE_OF["6"])
    assert strategy.play[kernel.UNSPLIT, 0, TEN, sixteen] == kernel.SURRENDER
    assert strategy.instead[kernel.UNSPLIT, 0, TEN, sixteen] == kernel.HIT


@pytest.mark.parametrize("offered", ["on-turn", "before-play"])
def test_a_pair_that_may_not_be_given_up_is_split_where_that_is_best(offered: str) -> None:
    """Cards of four ranks, where twos are often a pair: to draw to them instead of a split would cost one per cent."""
    surrender = {"against": ("J",), "offered": offered, "returns": Fraction(99, 100)}
    fields = {
        "cards__removed_ranks": tuple("A345678TK"),
        **{f"surrender__{key}": one for key, one in surrender.items()},
    }
    rules = analysers_game(**fields)
    found = solve(rules, 4)
    assert [found.hand("2 2", up).best for up in "JQ"] == ["surrender", "split"]
    job = job_for(Table(rules=rules, decks=4, bet=1000), exact(rules, 4, 1000), CHUNK, 7)
    for program in {job.program, None}:
        totals, _, _ = run_job(replace(job, program=program))
        mean = totals.sums[kernel.NETS] / totals.rounds / 1000
        assert abs(mean - found.ev) < 4 * found.sd / totals.rounds**0.5


def test_a_chart_file_splits_what_it_may_not_give_up(tmp_path: Path) -> None:
    rules = analysers_game(surrender__against=("J",), surrender__offered="on-turn")
    (tmp_path / "mine.csv").write_text("pairs,9,T\n8,P,Rp\n9,S,Rs\n")
    strategy = from_file(rules, str(tmp_path / "mine.csv"))
    eights, nines = (row_of(HANDS, VALUE_OF[rank], VALUE_OF[rank]) for rank in "89")
    instead = strategy.instead[kernel.UNSPLIT, 0, TEN]
    assert strategy.play[kernel.UNSPLIT, 0, TEN, eights] == kernel.SURRENDER
    assert instead[eights] == kernel.HIT | kernel.OR_SPLIT
    assert instead[nines] == kernel.STAND
