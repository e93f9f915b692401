"""Links played with growing meters: the exact figures lie within the error, and every cent is accounted for."""

from __future__ import annotations

import pytest
from support.clauses import clause

from cutcard.odds.links.figures import link_odds
from cutcard.odds.links.link_file import example, plan_of
from cutcard.simulate.links import play_link

SIGMAS = 4.5
ROUNDS = {"blazing-7s": 4_000_000, "blackjack-jackpots": 4_000_000, "supernova": 1_000_000}


@clause("sydney-v15", "14.24 table", "14.27.2", "14.28")
@clause("melbourne-v26", "21.10.1", "21.10.3", "21.5.3", "24.9.1", "24.9.3", "24.5.3")
@pytest.mark.parametrize("bet", ROUNDS)
def test_the_exact_figures_lie_within_the_error_of_a_played_link(bet: str) -> None:
    plan = plan_of({**example(bet), "boxes": 7})
    result = play_link(plan, ROUNDS[bet], seed=5)
    compared = result.compared(link_odds(plan))
    assert not [each for each in compared if each.errors > SIGMAS]
    meters = len(plan.terms.meters)
    assert len(compared) >= 1 + 3 * meters
    assert compared[0].error < 0.01
    assert all(meter.hits > 50 for meter in result.meters.values())


@pytest.mark.parametrize("bet", ROUNDS)
def test_every_cent_of_a_meter_is_accounted_for(bet: str) -> None:
    plan = plan_of(example(bet))
    result = play_link(plan, 300_000, seed=2)
    for name, meter in result.meters.items():
        seed = plan.terms.meters[name].seed
        assert seed + meter.added + meter.outlay - meter.paid == pytest.approx(meter.value, abs=0.01)
        assert meter.value >= seed


def test_the_same_seed_plays_the_same_rounds_and_another_does_not() -> None:
    plan = plan_of(example("supernova"))
    one, again, other = (play_link(plan, 20_000, seed=seed) for seed in (1, 1, 2))
    assert one.winners == again.winners != other.winners
    assert one.meters == again.meters
