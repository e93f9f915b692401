"""The chance of reaching a loss limit: against closed forms, a sum over paths in fractions, and the simulator."""

from __future__ import annotations

import json
from collections import defaultdict
from fractions import Fraction
from math import comb, sqrt

import pytest
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.errors import CutcardError
from cutcard.odds.loss_limit import limit_chances, reach, rounds_in
from cutcard.odds.usual_play import RoundResults, SideStake, UsualPlay, round_results
from cutcard.rulebooks import rules
from cutcard.simulate import Scenario, job_for, strategy_for, table_for
from cutcard.simulate.bankroll import Plan, sessions
from cutcard.simulate.run import CHUNK

SESSIONS = 40_000


def usual(*side_bets: str, wager: int = 1000, decks: int = 8, game: str = "blackjack") -> UsualPlay:
    stakes = tuple(SideStake.parse(text, wager) for text in side_bets)
    return UsualPlay(rules=rules("sydney-v15", game), decks=decks, wager=wager, side_bets=stakes)


def by_paths(nets: dict[Fraction, Fraction], amount: int, rounds: int) -> Fraction:
    """The chance to have lost more than an amount, forwards and in fractions: nothing is shared with the program."""
    money: dict[Fraction, Fraction] = {Fraction(0): Fraction(1)}
    reached = Fraction(0)
    for _ in range(rounds):
        after: dict[Fraction, Fraction] = defaultdict(Fraction)
        for have, chance in money.items():
            for net, part in nets.items():
                if have + net < -amount:
                    reached += chance * part
                else:
                    after[have + net] += chance * part
        money = after
    return reached


def test_a_fair_walk_reaches_as_the_reflection_principle_says() -> None:
    fair = RoundResults(nets=((Fraction(-100), 0.5), (Fraction(100), 0.5)))
    rounds, amount = 101, 900
    [found] = reach(fair, [amount], rounds)
    ends = [(downs, 2 * downs - rounds) for downs in range(rounds + 1)]
    level = amount // 100 + 1
    closed = sum(comb(rounds, d) * (1 if lost >= level else 0) for d, lost in ends)
    closed += sum(comb(rounds, d) * (1 if lost > level else 0) for d, lost in ends)
    assert found.chance[-1] == pytest.approx(closed / 2**rounds, abs=1e-13)
    assert found.low[-1] <= closed / 2**rounds <= found.high[-1]


@pytest.mark.parametrize("amount", [0, 700, 749, 750, 2000])
def test_the_chance_is_the_sum_over_all_paths(amount: int) -> None:
    nets = {Fraction(-1000): Fraction(1, 2), Fraction(-250): Fraction(1, 8), Fraction(500): Fraction(3, 8)}
    given = RoundResults(nets=tuple((net, float(chance)) for net, chance in nets.items()))
    [found] = reach(given, [amount], 7)
    for rounds in range(1, 8):
        assert found.chance[rounds] == pytest.approx(float(by_paths(nets, amount, rounds)), abs=1e-13)


def test_a_rare_prize_between_the_steps_is_enclosed() -> None:
    """With a step of one cent the table would be too long: rounding down and up encloses the chance."""
    rare = Fraction(1, 100_000)
    nets = {Fraction(-100_000): Fraction(1, 2), Fraction(100_000): Fraction(1, 2) - rare, Fraction(1_234_567): rare}
    given = RoundResults(nets=tuple((net, float(chance)) for net, chance in nets.items()))
    [found] = reach(given, [300_000], 12)
    assert found.low[-1] <= float(by_paths(nets, 300_000, 12)) <= found.high[-1]
    assert 0 < found.high[-1] - found.low[-1] < 1e-4


@pytest.mark.parametrize(
    ("play", "scenario"),
    [
        (usual(), {}),
        (usual("perfect-pairs:5"), {"side_bets": ("perfect-pairs",), "side_stake": "5"}),
    ],
    ids=["main wager", "with a side bet"],
)
def test_the_simulator_agrees(play: UsualPlay, scenario: dict[str, object]) -> None:
    """Rounds played card by card, from a full shoe each."""
    rounds, limit = 60, 15_000
    asked = Scenario(book="sydney-v15", game="blackjack", decks=8, dealing="fresh", **scenario)  # type: ignore[arg-type]
    table = table_for(asked)
    job = job_for(table, strategy_for(asked, table), -(-SESSIONS // (CHUNK // rounds)) * CHUNK, 18)
    stop = limit - play.staked + 1
    played = sessions(job, Plan(rounds=rounds, bankroll=10**9, need=0, loss_limit=stop), SESSIONS)
    seen = float((played.results <= -stop).mean())
    [found] = limit_chances(play, [limit], rounds).limits
    error = sqrt(found.chance * (1 - found.chance) / SESSIONS)
    assert 0.02 < found.chance < 0.6
    assert abs(seen - found.chance) < 4 * error + found.off


def test_a_wager_on_pairs_goes_together_with_what_a_pair_brings() -> None:
    """Their means add up exactly; their variances do not, as pairs are split."""
    play = usual("perfect-pairs:5")
    found, main, side = round_results(play), round_results(usual()), play.side_odds[0]
    assert found.mean == pytest.approx(main.mean + 500 * side.ev, abs=1e-9)
    apart = sqrt(main.sd**2 + (500 * side.sd) ** 2)
    assert abs(found.sd - apart) > 0.01
    assert sum(chance for _, chance in found.nets) == pytest.approx(1.0, abs=1e-12)
    assert not found.assumed


def test_what_is_decided_later_is_said_to_be_assumed() -> None:
    game = rules("melbourne-v26", "blackjack")
    play = UsualPlay(rules=game, decks=8, wager=1000, side_bets=(SideStake("buster-blackjack", 500, "A"),))
    [said] = round_results(play).assumed
    assert "independent" in said


def test_chances_rise_with_rounds_and_fall_with_the_limit() -> None:
    found = limit_chances(usual(), [5_000, 10_000, 20_000, 900], 150)
    chances = [each.chance for each in found.limits]
    assert chances[0] > chances[1] > chances[2] > 0
    assert found.limits[3].chance == found.limits[3].least == 1.0  # not even the first wager is within it
    for each in found.limits[:3]:
        assert [chance for _, chance in each.by_round] == sorted(chance for _, chance in each.by_round)
        assert each.least <= each.chance <= each.most
        assert each.most - each.least < 1e-10
        assert each.off < 1e-4
    assert found.expected == pytest.approx(150 * 1000 * found.play.solution.ev)


def test_a_period_has_the_rounds_of_its_hours() -> None:
    assert rounds_in(Fraction(7, 2), 60) == 210
    with pytest.raises(CutcardError, match="more than no hours"):
        rounds_in(Fraction(0), 60)


def test_the_command_says_the_chance() -> None:
    words = [
        "limit",
        "sydney-v15",
        "blackjack",
        "150",
        "300",
        "--bet",
        "10",
        "--hours",
        "1.5",
        "--rounds-an-hour",
        "60",
    ]
    said = CliRunner().invoke(app, words)
    assert said.exit_code == 0, said.output
    assert "90 rounds bring −$5.28 on the average" in said.output
    found = json.loads(CliRunner().invoke(app, [*words, "--json"]).output)
    assert [each["limit"] for each in found["limits"]] == ["150", "300"]
    [expected, _] = limit_chances(usual(), [15_000, 30_000], 90).limits
    assert found["limits"][0]["chance"] == expected.chance


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["100"], "either --rounds or --hours"),
        (["100", "--rounds", "10", "--hours", "1"], "either --rounds or --hours"),
        (["100", "--rounds", "30000"], "1 to 20,000 rounds"),
        (["0", "--rounds", "10"], "more than 0"),
        (["100", "--hours", "soon"], "hours are a number"),
        (["100", "--rounds", "10", "--bet", "0"], "a wager must be more than 0"),
        (["100", "--rounds", "10", "--side-bet", "perfect-pairs:much"], "a side bet is written as"),
        (["100", "--rounds", "10", "--side-bet", "insurance"], "not part of usual play"),
    ],
)
def test_what_cannot_be_asked_is_said(words: list[str], why: str) -> None:
    said = CliRunner().invoke(app, ["limit", "sydney-v15", "blackjack", *words])
    assert why in str(said.exception)
