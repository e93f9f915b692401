"""Kernel and engine play the same game: every wager of random rounds, on the same cards by the same decisions."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from support import kernel_check
from support.random_tables import random_table

from cutcard.records import settle
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.simulate import kernel as k
from cutcard.simulate.compile import compile_game, shoe_of
from cutcard.simulate.kernel.simulation import simulate
from cutcard.simulate.run import job_for, tally_of, workspace_of
from cutcard.simulate.strategy import simple
from cutcard.simulate.table import Count, Table

GAMES = [(book, game) for book in BOOKS for game in load(book).games]
ROUNDS = 1000


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_every_wager_returns_the_same(book: str, game: str) -> None:
    found = next(kernel_check.differences(book, game, ROUNDS, seed=1), None)
    assert found is None, str(found)


def test_a_difference_carries_a_record_that_settles_to_the_engine_s_money(monkeypatch: pytest.MonkeyPatch) -> None:
    right = compile_game

    def wrong(*args: object) -> k.Game:
        game = right(*args)  # type: ignore[arg-type]
        return game._replace(natural_pays=game.natural_pays + 1)

    monkeypatch.setattr(kernel_check, "compile_game", wrong)
    found = next(kernel_check.differences("melbourne-v26", "blackjack", 2000, seed=5))
    settled = settle(found.record)
    engine = sum(returned for _, returned in found.engine.values())
    assert round(sum(float(line["returned"]) for line in settled["settlement"]) * 100) == engine
    assert "kernel" in str(found)
    assert "cards" in str(found)


@pytest.mark.parametrize(("book", "game"), GAMES)
@pytest.mark.parametrize("counting", [False, True])
def test_the_short_way_of_a_simple_round_comes_to_the_same(book: str, game: str, counting: bool) -> None:
    rng = Random(f"{book} {game}")
    drawn = random_table(rng, book, game)
    table = Table(
        rules=drawn.rules,
        decks=drawn.decks,
        bet=drawn.bet,
        chip=drawn.chip,
        side_bets=drawn.side_bets,
        meters=drawn.meters,
        dealing="shoe",
        cut=40 * drawn.decks,
        count=Count(spread=((-99.0, drawn.bet), (1.0, 3 * drawn.bet))) if counting else None,
    )
    job = job_for(table, simple(table.rules), rounds=30_000, seed=3)
    nets = []
    for game_ in (job.game, job.game._replace(short=0)):
        nets.append(np.zeros(job.rounds, np.int64))
        simulate(game_, workspace_of(job, 0), tally_of(job), job.rounds, nets[-1])
    assert np.array_equal(nets[0], nets[1])


def test_a_shoe_that_runs_out_goes_on_with_the_discards() -> None:
    table = Table(rules=rules("melbourne-v26", "blackjack"), decks=1, boxes=9, dealing="shoe", cut=50)
    job = job_for(table, simple(table.rules), rounds=2000, seed=1)
    work = workspace_of(job, 0)
    simulate(job.game, work, tally_of(job), job.rounds, np.zeros(0, np.int64))
    assert sorted(work.deck) == sorted(shoe_of(table))
    assert compile_game(table, simple(table.rules)).behind == 2
