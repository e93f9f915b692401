"""The runner: seeds, workers, a cluster with a dying worker, interrupts, figures, and questions that have no answer."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from cutcard.cli import simulate as command
from cutcard.errors import CutcardError
from cutcard.odds import solve
from cutcard.rulebooks import rules
from cutcard.simulate import (
    Scenario,
    job_for,
    result_of,
    run_job,
    run_simulation,
    simple,
    strategy_for,
    table_for,
)
from cutcard.simulate import run as runner
from cutcard.simulate.bankroll import Plan, sessions
from cutcard.simulate.chart_file import ChartError, from_file
from cutcard.simulate.run import CHUNK, Job, Totals

MELBOURNE = Scenario(book="melbourne-v26", game="blackjack", decks=8, strategy="simple")

app = typer.Typer()
app.command()(command.simulate)
app.command()(command.bankroll)


def _job(rounds: int, seed: int = 1) -> Job:
    table = table_for(MELBOURNE)
    return job_for(table, simple(table.rules), rounds, seed)


def _same(one: Totals, other: Totals) -> bool:
    return (
        (one.rounds, one.sums, one.side_sums) == (other.rounds, other.sums, other.side_sums)
        and np.array_equal(one.bins, other.bins)
        and np.array_equal(one.side_counts, other.side_counts)
    )


def test_the_same_seed_gives_the_same_with_any_number_of_workers() -> None:
    job = _job(5 * CHUNK + 1234)
    alone, _, _ = run_job(job)
    together, _, _ = run_job(job, workers=2)
    assert alone.rounds == job.rounds
    assert _same(alone, together)
    other, _, _ = run_job(_job(5 * CHUNK + 1234, seed=2))
    assert not _same(alone, other)


def test_a_cluster_loses_a_worker_half_way_and_no_round(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(runner, "DASK_BATCH", 4)
    job = _job(40 * CHUNK + 77)
    pids: list[int] = []

    def kill_one(counted: Totals, _: float) -> None:
        if pids and counted.chunks >= 8:
            os.kill(pids.pop(), signal.SIGKILL)

    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        with distributed.Client(cluster) as client:
            client.wait_for_workers(2)
            pids += client.run(os.getpid).values()
            pids.pop()
        counted, _, whole = run_job(job, dask=cluster.scheduler_address, progress=kill_one)
    assert not pids
    assert whole
    alone, _, _ = run_job(job)
    assert _same(alone, counted)


def test_an_interrupt_keeps_what_was_counted() -> None:
    def interrupt(counted: Totals, _: float) -> None:
        if counted.chunks >= 8:
            raise KeyboardInterrupt

    counted, _, whole = run_job(_job(100 * CHUNK), progress=interrupt)
    assert not whole
    assert counted.rounds == 8 * CHUNK
    first, _, _ = run_job(_job(8 * CHUNK))
    assert _same(counted, first)


@pytest.mark.parametrize(
    ("book", "game", "decks"),
    [
        ("melbourne-v26", "blackjack", 8),
        ("melbourne-v26", "crown-pontoon", 6),
        ("melbourne-v26", "free-bet-blackjack", 6),
    ],
)
def test_the_exact_figure_lies_within_four_standard_errors(book: str, game: str, decks: int) -> None:
    result = run_simulation(Scenario(book=book, game=game, decks=decks, dealing="fresh"), rounds=8_000_000, seed=11)
    exact = solve(rules(book, game), decks, 1000)
    assert abs(result.ev - exact.ev) < 4 * result.se
    assert abs(result.sd - exact.sd) < 0.01


def test_side_bets_come_to_their_published_odds() -> None:
    asked = Scenario(
        book="melbourne-v26",
        game="blackjack",
        decks=8,
        strategy="simple",
        side_bets=("perfect-pairs", "buster-blackjack=C"),
    )
    result = run_simulation(asked, rounds=6_000_000)
    for bet, ev in {"perfect-pairs": -0.040964, "buster-blackjack": -0.0822}.items():
        assert abs(result.side_bets[bet].ev - ev) < 4 * result.side_bets[bet].se
    assert sum(times for _, times in result.distribution) == result.rounds


def test_several_boxes_and_a_shuffler_agree_with_one_box() -> None:
    one = run_simulation(MELBOURNE, rounds=4_000_000)
    for more in (Scenario(**_fields(boxes=5)), Scenario(**_fields(dealing="shuffler"))):
        other = run_simulation(more, rounds=2_000_000, seed=5)
        assert abs(one.ev - other.ev) < 4 * (one.se**2 + other.se**2) ** 0.5
        assert abs(one.sd - other.sd) < 0.01


def _fields(**changed: Any) -> dict[str, Any]:
    return {"book": "melbourne-v26", "game": "blackjack", "decks": 8, "strategy": "simple", **changed}


def test_a_counter_wagers_more_and_does_better() -> None:
    flat = run_simulation(MELBOURNE, rounds=4_000_000)
    counting = run_simulation(Scenario(**_fields(spread="1:2,2:4,3:8,4:12")), rounds=4_000_000)
    assert counting.average_bet > 1.2 * flat.average_bet
    assert counting.ev > flat.ev + 4 * counting.se


def test_the_json_has_its_public_keys() -> None:
    words = ["simulate", "melbourne-v26", "blackjack", "--rounds", "1e5", "--strategy", "simple", "--json"]
    said = CliRunner().invoke(app, [*words, "--side-bet", "spread-bet=1"])
    assert said.exit_code == 0, said.output
    answer = json.loads(said.output)
    assert set(answer) == {
        "rounds", "ev", "house_edge", "se", "sd", "average_wager", "sat_out", "distribution", "side_bets",
        "rounds_per_second", "seconds", "interrupted", "seed", "inputs",
    }  # fmt: skip
    assert (answer["rounds"], answer["interrupted"], answer["seed"], answer["average_wager"]) == (100_000, False, 1, 10)
    assert answer["house_edge"] == -answer["ev"]
    assert sum(times for _, times in answer["distribution"]) == 100_000
    assert set(answer["side_bets"]["spread-bet"]) == {"ev", "se", "sd", "outcomes"}


def test_the_json_has_everything_that_the_result_depends_on() -> None:
    words = "simulate melbourne-v26 blackjack --rounds 1e5 --strategy simple --seed 7 --decks 6 --boxes 2 --bet 20"
    more = "--penetration 0.6 --spread 1:2 --chip 0.50 --side-bet perfect-pairs=A --option soft-double=no"
    answer = json.loads(CliRunner().invoke(app, [*words.split(), *more.split(), "--side-stake", "5", "--json"]).output)
    given = answer["inputs"]
    assert {option.name for option in dataclasses.fields(Scenario)} - {"book"} <= set(given) | {"side_stake"}
    assert (given["rulebook"], given["game"], given["decks"], given["boxes"]) == ("melbourne-v26", "blackjack", 6, 2)
    assert (given["seed"], given["rounds"], given["strategy"], given["dealing"]) == (7, 100_000, "simple", "shoe")
    assert (given["bet"], given["chip"], given["spread"], given["penetration"]) == ("20", "0.50", "1:2", 0.6)
    assert given["side_bets"] == {"perfect-pairs": {"table": "A", "stake": "5"}}
    assert given["options"]["soft-double"] is False
    assert (given["workers"], given["device"]) == (1, "cpu")


def test_the_json_keeps_its_columns_in_a_file(tmp_path: Path) -> None:
    out = tmp_path / "results.parquet"
    words = ["simulate", "melbourne-v26", "blackjack", "--rounds", "1e5", "--strategy", "simple", "--json"]
    said = CliRunner().invoke(app, [*words, "--out", str(out), "--side-bet", "spread-bet=1"])
    answer = json.loads(said.output)
    assert answer["rounds"] == 100_000
    assert set(answer["side_bets"]["spread-bet"]) == {"ev", "se", "sd", "outcomes"}
    parquet = pytest.importorskip("pyarrow.parquet").read_table(out).to_pydict()
    assert sum(n for bet, n in zip(parquet["bet"], parquet["times"], strict=True) if bet == "main") == 100_000


def test_verify_says_how_far_the_exact_figure_is() -> None:
    said = CliRunner().invoke(
        app, ["simulate", "melbourne-v26", "blackjack", "--rounds", "2e6", "--verify", "--json", "--decks", "8"]
    )
    assert said.exit_code == 0, said.output
    answer = json.loads(said.output)
    assert answer["verify"]["within"] is True
    assert answer["inputs"]["dealing"] == "fresh"


def test_verify_says_how_it_deals_and_takes_no_other_dealing() -> None:
    words = ["simulate", "melbourne-v26", "blackjack", "--rounds", "1e5", "--decks", "8", "--verify"]
    assert "dealt every round from a full shoe, as --verify asks" in CliRunner().invoke(app, words).output
    for dealing in ("shoe", "shuffler"):
        said = CliRunner().invoke(app, [*words, "--dealing", dealing])
        assert f"--verify goes with --dealing fresh, not {dealing}" in str(said.exception)


def test_rounds_with_no_wager_are_only_watched() -> None:
    plain = run_simulation(Scenario(**_fields(spread="1:1", boxes=2)), rounds=CHUNK)
    watching = run_simulation(Scenario(**_fields(spread="1:0", boxes=2, side_bets=("perfect-pairs",))), rounds=CHUNK)
    assert (plain.sat_out, plain.average_bet) == (0, 1000)
    assert 0.15 < watching.sat_out / watching.rounds < 0.5
    played = watching.rounds - watching.sat_out
    assert watching.average_bet == 1000
    assert sum(times for _, times in watching.distribution) == 2 * played
    assert sum(watching.side_bets["perfect-pairs"].outcomes.values()) == 2 * played
    assert abs(watching.sd - plain.sd) < 0.02
    assert watching.ev < plain.ev  # the good rounds are left out
    nothing = run_simulation(Scenario(**_fields(spread="-100:0")), rounds=1000)
    assert (nothing.sat_out, nothing.ev, nothing.average_bet) == (1000, 0.0, 0.0)


def test_a_watched_round_brings_a_session_nothing() -> None:
    scenario = Scenario(**_fields(spread="-100:0", side_bets=("perfect-pairs",)))
    table = table_for(scenario)
    job = job_for(table, strategy_for(scenario, table), CHUNK, 1)
    assert sessions(job, Plan(rounds=100, bankroll=20_000, need=2000), 10).results.tolist() == [0] * 10


def test_the_rate_has_no_compiling_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    clock, compiled = time.perf_counter, runner.compile_kernel

    def told() -> float:
        order.append("clock")
        return clock()

    def compiling(job: Job) -> None:
        order.append("compile")
        compiled(job)

    monkeypatch.setattr(time, "perf_counter", told)
    monkeypatch.setattr(runner, "compile_kernel", compiling)
    run_job(_job(2000), progress=lambda *_: order.append("played"))
    assert order[order.index("compile") :][:2] == ["compile", "clock"]
    assert order.index("compile") < order.index("played")


def test_an_interrupt_before_the_first_round_is_said_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cutcard.simulate.job_for", interrupt)
    words = ["simulate", "melbourne-v26", "blackjack", "--rounds", "1e6", "--strategy", "simple", "--seed", "3"]
    said = CliRunner().invoke(app, [*words, "--json"])
    assert said.exit_code == 130
    answer = json.loads(said.stdout)
    assert (answer["rounds"], answer["interrupted"], answer["seed"]) == (0, True, 3)
    assert "interrupted before the first round" in CliRunner().invoke(app, words).output


@pytest.fixture
def interruptible() -> Iterator[None]:
    """A process that a shell started in the background ignores SIGINT, and so would the tests in it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_simulation_says_so_and_how_far_it_got(
    sent: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        signal.raise_signal(sent)

    monkeypatch.setattr(command.ProgressBar, "show", interrupt)
    before = signal.getsignal(signal.SIGTERM)
    words = ["simulate", "melbourne-v26", "blackjack", "--rounds", "1e8", "--strategy", "simple"]
    answer = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert (answer["interrupted"], answer["rounds"], answer["inputs"]["rounds"]) == (True, 4 * CHUNK, 100_000_000)
    assert f"interrupted after {4 * CHUNK:,} of 100,000,000 rounds" in CliRunner().invoke(app, words).output
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--rounds", "0"], "whole number of at least 1"),
        (["--rounds", "2.5"], "whole number of at least 1"),
        (["--rounds", "many"], "is not a number of rounds"),
        (["--workers", "0"], "at least one worker"),
        (["--dask", "tcp://127.0.0.1:9"], "no Dask scheduler answers at tcp://127.0.0.1:9"),
        (["--dask", "nonsense"], "no Dask scheduler answers at nonsense"),
        (["--penetration", "0.99"], "the cutting card leaves"),
        (["--side-bet", "pairs"], "no side bet"),
        (["--side-bet", "spread-bet"], "needs its pay table named"),
        (["--side-bet", "insurance"], "there is no side bet in melbourne-v26 called 'insurance'"),
        (["--meter", "supernova-major"], "a meter is written as name=amount"),
        (["--meter", "supernova-major=much"], "the meter supernova-major: 'much' is not an amount"),
        (["--meter", "supernova=5"], "no meter for Blackjack called 'supernova'; did you mean supernova-major"),
        (["--meter", "supernova-major=-5"], "the meter supernova-major cannot show -5"),
        (["--spread", "lots"], "a spread is written as"),
        (["--spread", "1:-2"], "a spread is written as"),
        (["--spread", "nan:2"], "a spread is written as"),
        (["--spread", "1:2,3:4,1.0:8"], "has two wagers from a true count of 1 on"),
        (["--boxes", "12"], "1 to 9 boxes"),
        (["--dealing", "hand"], "cards are dealt from"),
        (["--strategy", "missing.csv"], "could not be read"),
        (["--out", "/nowhere/at/all.parquet"], "cannot be written"),
    ],
)
def test_bad_input_is_answered_in_one_sentence(
    words: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "DASK_ANSWER_S", 1.0)
    base = ["simulate", "melbourne-v26", "blackjack", "--rounds", "1000", "--strategy", "simple"]
    said = CliRunner().invoke(app, [*base, *words])
    assert isinstance(said.exception, CutcardError), said.output
    assert sentence in str(said.exception)
    assert "\n" not in str(said.exception)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hard,6\n12,D", "hard 12 against 6 says double"),
        ("soft,6\n18,P", "soft 18 against 6 says split"),
        ("pairs,T\n8,Rp", "a pair of 8 against T says surrender"),
        ("hard,6\n12,X", "hard 12 against 6 says 'X'"),
        ("hard,6,7\n12,S", "line 2 of the strategy has 1 cells for 2"),
        ("12,S", "stands before any of"),
        ("", "no cells"),
    ],
)
def test_a_chart_that_cannot_be_played_names_the_cell(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "chart.csv"
    path.write_text(text)
    with pytest.raises(ChartError, match=sentence):
        from_file(rules("melbourne-v26", "blackjack"), str(path))


def test_a_chart_is_followed(tmp_path: Path) -> None:
    path = tmp_path / "never-bust.csv"
    ups = "2,3,4,5,6,7,8,9,T,A"
    lines = [f"hard,{ups}", *(f"{total},{','.join('S' * 10)}" for total in range(12, 22))]
    path.write_text("\n".join(lines))
    never_bust = run_simulation(Scenario(**_fields(strategy=str(path))), rounds=2_000_000)
    plain = run_simulation(MELBOURNE, rounds=2_000_000)
    assert never_bust.ev < plain.ev - 0.02


def test_a_night_has_a_risk_of_ruin_and_a_loss_limit_a_floor(tmp_path: Path) -> None:
    table = table_for(MELBOURNE)
    job = job_for(table, strategy_for(MELBOURNE, table), 4 * CHUNK, 1)
    plan = Plan(rounds=400, bankroll=20_000, need=1000)
    found = sessions(job, plan, 5000)
    assert 0.05 < found.ruined / 5000 < 0.6
    assert found.results.min() >= -20_000
    limited = sessions(job, Plan(rounds=400, bankroll=20_000, need=1000, loss_limit=5000, rebate=0.5), 5000)
    assert limited.results.min() >= -7500
    assert limited.mean > found.mean
    html = tmp_path / "night.html"
    words = ["bankroll", "melbourne-v26", "blackjack", "--strategy", "simple", "--sessions", "500", "--html", str(html)]
    said = CliRunner().invoke(app, [*words, "--json"])
    assert said.exit_code == 0, said.output
    assert 0 <= json.loads(said.output)["risk_of_ruin"] <= 1
    assert "plotly" in html.read_text().lower()


def test_a_chart_that_cannot_be_written_is_said_before_the_sessions() -> None:
    words = ["bankroll", "melbourne-v26", "blackjack", "--sessions", "1e6", "--html", "/nowhere/night.html"]
    said = CliRunner().invoke(app, words)
    assert str(said.exception) == "/nowhere/night.html cannot be written"


def test_a_gift_counts_towards_the_first_wager() -> None:
    job = _job(CHUNK)
    assert len(sessions(job, Plan(rounds=10, bankroll=500, gift=500, need=1000), 10).results) == 10
    with pytest.raises(CutcardError, match=r"a bankroll of 9\.99 does not cover a first wager of 10"):
        sessions(job, Plan(rounds=10, bankroll=500, gift=499, need=1000), 10)


def test_memory_stays_flat() -> None:
    import tracemalloc

    job = _job(12 * CHUNK)
    run_job(_job(1))  # whoever comes first waits for the compiler, whose memory is not the run's
    tracemalloc.start()
    run_job(job)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4_000_000
    assert result_of(table_for(MELBOURNE), job, Totals(), 0.0).rounds == 0
