"""The Personal Bet Manager, which no table has yet: its clauses are recorded, not shown."""

from __future__ import annotations

from support.clauses import recorded

from cutcard.engine import Refusal
from cutcard.jackpots import BetManager, award, buy_in, cash_out, leave, press_bet, top_up
from cutcard.jackpots.bet_manager import Paid
from cutcard.rulebooks import rules

MELBOURNE = "melbourne-v26"
JACKPOTS = rules(MELBOURNE, "blackjack").side_bets["blackjack-jackpots"]


@recorded(MELBOURNE, "21.6.1", "21.6.2(b)")
def test_what_is_tendered_is_credited_in_units_that_the_device_takes() -> None:
    assert buy_in(JACKPOTS, "ann", 1250, has_wager=True, unit=500) == Paid(BetManager("ann", 1000), 250)
    refusal = buy_in(JACKPOTS, "ann", 250, has_wager=True, unit=500)
    assert isinstance(refusal, Refusal)
    assert refusal.clause == "21.6.2(b)"


@recorded(MELBOURNE, "21.6.2(a)")
def test_a_device_is_for_a_player_with_a_main_wager() -> None:
    refusal = buy_in(JACKPOTS, "ann", 1000, has_wager=False)
    assert isinstance(refusal, Refusal)
    assert refusal.clause == "21.6.2(a)"


@recorded(MELBOURNE, "21.6.3")
def test_the_holder_may_top_up_at_any_time() -> None:
    assert top_up(JACKPOTS, BetManager("ann", 100), 900) == Paid(BetManager("ann", 1000), 0)
    refusal = top_up(JACKPOTS, BetManager("ann", 100), 0)
    assert isinstance(refusal, Refusal)
    assert refusal.clause == "21.6.3"


@recorded(MELBOURNE, "21.6.4", "21.6.4(a)")
def test_a_balance_is_paid_out_in_part_on_request_and_whole_on_leaving() -> None:
    device = BetManager("ann", 1000)
    assert cash_out(JACKPOTS, device, 400) == Paid(BetManager("ann", 600), 400)
    refusal = cash_out(JACKPOTS, device, 1001)
    assert isinstance(refusal, Refusal)
    assert refusal.clause == "21.6.4"
    assert leave(device) == Paid(BetManager("ann", 0), 1000)


@recorded(MELBOURNE, "21.7.3(c)", "21.7.3(d)", "21.8.1(a)")
def test_the_bet_button_takes_the_wager_from_the_balance_and_an_award_goes_back_to_it() -> None:
    empty = press_bet(JACKPOTS, BetManager("ann", 0), 200)
    assert isinstance(empty, Refusal)
    assert empty.clause == "21.7.3(c)"
    short = press_bet(JACKPOTS, BetManager("ann", 100), 200)
    assert isinstance(short, Refusal)
    assert short.clause == "21.7.3(d)"
    pressed = press_bet(JACKPOTS, BetManager("ann", 500), 200)
    assert pressed == BetManager("ann", 300)
    assert award(BetManager("ann", 300), 1200) == BetManager("ann", 1500)
