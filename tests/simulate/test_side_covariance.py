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


@pytest.mark.parametrize(("game", "decks"), [("blackjack", 8), ("blackjack-plus", 4), ("crown-pontoon", 6)])
def test_a_dealer_over_21_pays_both_with_exact_chances(game: str, decks: int) -> None:
    """With and without stand-offs against 22, with split hands, and with a bonus whatever the dealer has."""
    stake = SideStake("buster-blackjack", 500, "A")
    play = UsualPlay(rules=rules("melbourne-v26", game), decks=decks, wager=1000, side_bets=(stake,))
    (found,) = side_covariances(play)
    assert (found.standard_error, found.error) == (0.0, "exact but for rounds with a split")
    assert found.sd == pytest.approx(play.side_odds[0].sd * 500, rel=1e-9)
    outcomes = play.side_odds[0].outcomes
    of_side: dict[float, float] = {}
    for one in outcomes:  # some of which pay alike
        net = float(play.side_odds[0].net(one) * 500)
        of_side[net] = of_side.get(net, 0.0) + one.p
    of_main = {net * 1000: chance for net, chance in play.solution.distribution}
    for at, alone in enumerate((of_main, of_side)):
        for net, chance in alone.items():
            whole = sum(part for pair, part in found.joint.items() if abs(pair[at] - net) < 1e-5)
            assert whole == pytest.approx(chance, abs=1e-9)
    simulated = simulated_joint(play, ROUNDS, seed=5)
    main, side = -play.solution.house_edge * 1000, play.side_odds[0].ev * 500
    together = [((one - main) * (other - side), chance) for (one, other), chance in simulated.items()]
    mean = sum(value * chance for value, chance in together)
    error = sqrt(sum((value - mean) ** 2 * chance for value, chance in together) / ROUNDS)
    assert found.covariance == pytest.approx(mean, abs=4 * error)


def test_a_wager_on_cards_after_the_first_is_simulated() -> None:
    stake = SideStake("super-sevens", 500)
    play = UsualPlay(rules=rules("canberra-2006", "blackjack"), decks=6, wager=1000, side_bets=(stake,))
    (found,) = side_covariances(play, rounds=ROUNDS)
    assert found.error == "400,000 rounds"
    assert found.standard_error > 0.0


def test_the_command_says_how_it_was_found() -> None:
    line = "volatility melbourne-v26 blackjack --side-bet perfect-pairs:5"
    shown = " ".join(CliRunner().invoke(app, line.split(), catch_exceptions=False).output.split())
    assert "exact but for rounds with a split" in shown
    assert "part of the variance" in shown
    found = json.loads(CliRunner().invoke(app, [*line.split(), "--json"], catch_exceptions=False).stdout)
    assert sum(part for _, part in found["variance_by_outcome"]) == pytest.approx(1.0)
    (side,) = found["side_bets"]
    assert sum(chance for _, _, chance in side["joint"]) == pytest.approx(1.0)
