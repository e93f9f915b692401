"""Side bets with a meter: a straight line, and where it crosses nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support import side_bet_formulas as formulas
from support.clauses import clause

from cutcard.errors import CutcardError
from cutcard.odds.side_bets import side_bet
from cutcard.rulebooks import rules


@clause("sydney-v15", "14.24 table", "14.28")
def test_blazing_sevens_for_both_amounts() -> None:
    game = rules("sydney-v15", "blackjack")
    odds = side_bet(game, 6, "blazing-7s")
    chances = formulas.blazing(6)
    assert odds.stake == 250
    assert odds.meters == {"blazing-7s": 1_000_000}
    small, large = odds.per_meter
    slope = chances["diamond-777"] + chances["suited-777"] / 10
    fixed = 500 * chances["coloured-777"] + 200 * chances["777"]
    fixed += 20 * chances["two-sevens"] + 10 * chances["seven-and-seven"]
    assert (small.slope, small.without) == (slope, fixed - 1)
    assert large.break_even == 2 * small.break_even
    assert odds.expectation == fixed - 1 + slope * 4000


def test_at_the_break_even_meter_the_bet_is_worth_nothing() -> None:
    game = rules("melbourne-v26", "blackjack")
    line = side_bet(game, 6, "blackjack-jackpots").per_meter[0]
    at = side_bet(game, 6, "blackjack-jackpots", meters={"blackjack-jackpots": round(line.break_even)})
    assert at.ev == pytest.approx(0.0, abs=1e-6)
    assert not at.exact
    assert 0 < at.error_bound < 0.001


@clause("melbourne-v26", "24.9.1")
def test_supernova_has_a_line_for_each_meter() -> None:
    odds = side_bet(rules("melbourne-v26", "blackjack"), 6, "supernova")
    assert [line.meter for line in odds.per_meter] == ["supernova-major", "supernova-minor"]
    natural = formulas.suited_natural(6)
    assert odds.per_meter[0].slope == natural / 16
    assert odds.per_meter[0].without == natural - 1  # the stake comes back with a prize
    assert any("mystery" in note for note in odds.notes)


def test_two_winners_at_a_table_would_take_less_than_the_bound() -> None:
    """Two boxes with three diamonds sevens have half the meter each: the chance of that for eight other boxes."""
    odds = side_bet(rules("sydney-v15", "blackjack"), 6, "blazing-7s")
    again = Fraction(3 * 2, 309 * 308)
    half = formulas.blazing(6)["diamond-777"] * 4000 * 8 * again / 2
    tenth = formulas.blazing(6)["suited-777"] * 400 * 8 * again / 20
    assert odds.error_bound == pytest.approx(float(half + tenth), rel=1e-12)


def test_a_stake_and_a_notice_cap_the_blackpot_prize() -> None:
    game = rules("melbourne-v26", "blackjack", {"blackpot-maximum-payout": "5000"})
    small = side_bet(game, 6, "blackpot", stake=10)
    large = side_bet(game, 6, "blackpot", stake=10_000)
    assert small.ev == side_bet(rules("melbourne-v26", "blackjack"), 6, "blackpot").ev
    assert large.ev < small.ev


@clause("sydney-v15", "14.24 table")
def test_an_amount_that_the_bet_does_not_take_is_refused() -> None:
    with pytest.raises(CutcardError, match=r"takes \$2\.50 or \$5, not \$3") as refused:
        side_bet(rules("sydney-v15", "blackjack"), 6, "blazing-7s", stake=300)
    assert refused.value.clause == "14.24 table"
