"""Rules of the world's common games that no approved document has: kernel, engine, automaton and solver agree."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from support import kernel_check
from support.random_tables import random_table
from support.variants import EVERY_RANK, analysers_game

from cutcard.lookup.all_hands import TEN, row_of
from cutcard.lookup.values import VALUE_OF
from cutcard.money import Odds
from cutcard.odds import solve
from cutcard.rulebooks import changed
from cutcard.rulebooks import rules as rules_of
from cutcard.rulebooks.schema import Rules
from cutcard.simulate import job_for, kernel, run_job, simple
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
FIELDS: dict[str, list[Any]] = {
    "dealer.hole_card": ["peeked", "peeked", "unpeeked"],
    "dealer.no_needless_card": [False],
    "dealer.natural_takes": ["all", "first-hand", "busted-plus-one", "original-cap"],
    "natural.after_split": [True],
    "natural.against_natural": ["win", "stand-off"],
    "natural.paid": ["at-once-unless-ten-or-ace", "at-once", "at-the-end"],
    "natural.even_money": [True],
    "insurance.natural_may": [False],
    "insurance.ten": [Odds.parse("10:1"), None],
    "split.aces_cards": [1, 2, 12],
    "split.aces_hands_max": [2, 4],
    "split.hands_max": [4],
    "double.after_split": [True],
    "double.split_aces": [True],
    "double.split_totals": [(9, 10, 11), (11,)],
    "surrender.offered": ["before-play", "on-turn"],
    "surrender.against": [EVERY_RANK, tuple("TJQK"), ("A",)],
    "surrender.void_on_natural": [True, False],
    "winning.five_and_under": [5, 6, 7],
}
TABLES = 48
ROUNDS = 100


def mixed(rng: Random, rules: Rules) -> Rules:
    """The rules with some of these fields changed."""
    for path, values in FIELDS.items():
        if rng.random() < 0.5:
            rules = changed(rules, path, rng.choice(values))
    return rules


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
