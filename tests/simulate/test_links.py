"""Links played with growing meters: the exact figures lie within the error, and every cent is accounted for."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from support.clauses import clause

from cutcard.odds.links.figures import link_odds
from cutcard.odds.links.link_file import example, plan_of
from cutcard.odds.links.prizes import MeterPrizes
from cutcard.simulate import RunError, link_kernel
from cutcard.simulate.links import link_game, link_tally, play_link

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


@clause("sydney-v15", "14.27.1", "14.27.2", "14.28")
@clause("melbourne-v26", "21.10.3", "24.9.3", "21.10.2(a)", "24.9.2(a)")
@pytest.mark.parametrize("bet", ROUNDS)
def test_winners_are_paid_and_meters_go_on_as_the_engine_has_it(bet: str) -> None:
    """Each combination of winners at meters of odd values: the kernel's payments are the engine's to the cent."""
    plan = plan_of({**example(bet), "chip": "2.50"})
    game = link_game(plan)
    for at, (name, terms) in enumerate(plan.terms.meters.items()):
        prizes = MeterPrizes(plan, name)
        for counts in prizes.events:
            for level in (terms.seed, terms.seed + 7, terms.seed * 3 // 2 + 1, terms.seed * 9 + 123):
                tally = link_tally(plan)
                tally.meters[at] = level * link_kernel.MICRO
                won = dict(zip([row.outcome for row in prizes.rows], counts, strict=True))
                by_row = np.array([0, *(won.get(row.outcome, 0) for row in plan.table.rows)], np.int64)
                link_kernel.settle_meter(game, tally, by_row, at)
                paid = tally.of_meter[at * link_kernel.METER_FIELDS + link_kernel.PAID]
                left = Fraction(int(tally.meters[at]), link_kernel.MICRO)
                exact = prizes.settled(Fraction(level), counts)
                assert (paid, left) == (exact.paid, exact.left)


def test_too_few_rounds_say_nothing_that_is_not_known() -> None:
    result = play_link(plan_of(example("blazing-7s")), 100)
    told = result.as_json()
    assert told["house_edge_error"] is None
    assert told["meters"]["blazing-7s"]["mean_at_hit"] is None
    assert all(each.errors == 0 for each in result.compared(link_odds(result.plan)))


def test_a_meter_that_no_number_holds_is_refused() -> None:
    meters = {name: {"seed": "1000000000", "increment": "30"} for name in example("supernova")["meters"]}
    plan = plan_of({**example("supernova"), "meters": meters, "price": "10000", "selected_per_million": 1})
    with pytest.raises(RunError, match="supernova-mystery might grow beyond"):
        play_link(plan, 100)


def test_the_same_seed_plays_the_same_rounds_and_another_does_not() -> None:
    plan = plan_of(example("supernova"))
    one, again, other = (play_link(plan, 20_000, seed=seed) for seed in (1, 1, 2))
    assert one.winners == again.winners != other.winners
    assert one.meters == again.meters
