"""How a side bet goes with the main wager: exact beside simulated, and a dealer's bust that pays both."""

from __future__ import annotations

import json
from math import sqrt

import pytest
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.odds.usual_play import SideStake, UsualPlay, round_results
from cutcard.rulebooks import rules
from cutcard.simulate.side_covariance import side_covariances, simulated_joint

ROUNDS = 400_000


def play_with(bet: str, table: str = "") -> UsualPlay:
    stake = SideStake(bet, 500, table)
    return UsualPlay(rules=rules("melbourne-v26", "blackjack"), decks=8, wager=1000, side_bets=(stake,))


def test_the_exact_chances_are_those_of_simulated_rounds() -> None:
    play = play_with("perfect-pairs")
    (found,) = side_covariances(play)
    assert found.standard_error == 0.0
    assert sum(found.joint.values()) == pytest.approx(1.0)
    assert found.sd == pytest.approx(play.side_odds[0].sd * 500)
    simulated = simulated_joint(play, ROUNDS, seed=5)
    for pair in found.joint.keys() | simulated.keys():
        chance = found.joint.get(pair, 0.0)
        error = sqrt(max(chance, 1 / ROUNDS) / ROUNDS)
        assert simulated.get(pair, 0.0) == pytest.approx(chance, abs=5 * error + 2e-5), pair
    both = round_results(play)
    alone = round_results(UsualPlay(rules=play.rules, decks=8, wager=1000))
    assert both.sd**2 == pytest.approx(alone.sd**2 + found.sd**2 + 2 * found.covariance)


def test_a_dealer_who_busts_pays_both() -> None:
    play = play_with("buster-blackjack", "A")
    (found,) = side_covariances(play, rounds=ROUNDS)
    assert found.correlation == pytest.approx(0.4, abs=0.02)
    won_beside = {main for (main, side) in found.joint if side > 0}
    assert max(won_beside) > 0
    # Where the bet pays, the dealer has bust: no hand can be beaten that was not bust or surrendered itself.
    paid = sum(chance for (_, side), chance in found.joint.items() if side > 0)
    exact = sum(outcome.p for outcome in play.side_odds[0].outcomes if outcome.name != "lose")
    assert paid == pytest.approx(exact, abs=5 * sqrt(exact / ROUNDS))


def test_the_command_says_how_it_was_found() -> None:
    line = "volatility melbourne-v26 blackjack --side-bet perfect-pairs:5"
    shown = " ".join(CliRunner().invoke(app, line.split(), catch_exceptions=False).output.split())
    assert "exact but for rounds with a split" in shown
    assert "part of the variance" in shown
    found = json.loads(CliRunner().invoke(app, [*line.split(), "--json"], catch_exceptions=False).stdout)
    assert sum(part for _, part in found["variance_by_outcome"]) == pytest.approx(1.0)
    (side,) = found["side_bets"]
    assert sum(chance for _, _, chance in side["joint"]) == pytest.approx(1.0)
