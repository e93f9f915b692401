"""The Personal Bet Manager at a table: its balance, the bet button, and the money behind both."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.tables import Table, balances

from cutcard.engine.state import PersonalLimit
from cutcard.floor.house_dealer import BUTTON_WAITS, Pace, next_act
from cutcard.rulebooks import load, rules
from cutcard.rulebooks.offers import offered
from cutcard.table import (
    AddWager,
    AllowSeveralBoxes,
    BarPlayer,
    BetManagerCashedOut,
    BetManagerCredited,
    CashOutBetManager,
    CreditBetManager,
    FillFloat,
    GiveClosingNotice,
    Leave,
    NoMoreBets,
    OpenBetting,
    Person,
    PlaceWager,
    PressBetButton,
    ReadyToDeal,
    ReportJackpotFailure,
    Sign,
    TakeBackWager,
    VoidDisruptedRound,
    VoidWagers,
)
from cutcard.table.registry import CLAIMS
from cutcard.table.takings import takings
from cutcard.table.view import table as view

MELBOURNE = "melbourne-v26"
JACKPOTS = "blackjack-jackpots"
PACE = Pace(after_wager_ms=2500)
SUITED_BLACKJACK = "As 9d Ks 8c"  # ann's jackpot wager wins 12 to 1


def jackpots_table(**terms: Any) -> Table:
    sign = Sign(1000, 50_000, side_bets={JACKPOTS: PersonalLimit(500, 500)})
    offered = {"side_bets": {JACKPOTS: True}, "meters": {JACKPOTS: 1_000_000}, "sign": sign}
    return Table(MELBOURNE, **{**offered, **terms})


def at_betting(front: str = "", **terms: Any) -> Table:
    """Ann sits at box 1 and has wagered $20; betting is open."""
    return jackpots_table(**terms).seat("ann", 1).ready(front).wagers("ann 1 20")


def device(table: Table, name: str = "ann") -> int | None:
    return table.state.players[name].device


def check_money(table: Table) -> None:
    """Every cent is in the ledger, and the balance that a device shows is the ledger's."""
    assert sum(table.accounts.values()) == 0
    assert table.accounts["aud:table:T1:float"] == table.state.tray
    for name, player in table.state.players.items():
        assert table.accounts[f"aud:table:T1:device:{name}"] == (player.device or 0)
    assert balances(table.events) == sorted(table.accounts.items())


@clause(MELBOURNE, "21.3.2")
@pytest.mark.parametrize("game", [one for one in load(MELBOURNE).games if JACKPOTS in offered(rules(MELBOURNE, one))])
def test_every_table_with_jackpots_has_bet_managers_and_takes_the_wager_and_pays_it_there_alone(game: str) -> None:
    table = jackpots_table(game=game).seat("ann", 1).ready(SUITED_BLACKJACK).wagers("ann 1 20")
    chips = table.refused(PlaceWager(1, 500, JACKPOTS), "ann")
    assert (chips.code, chips.clause) == ("bet-button-places", "21.7.3(d)")
    table.press("ann", 1, 500, JACKPOTS)
    assert [(bet.bet, bet.amount) for bet in table.state.laid(player="ann")] == [("main", 2000), (JACKPOTS, 500)]
    table.close().finish()
    assert device(table) == 13 * 500  # 12 to 1 and the stake, on the device
    check_money(table)
    without = Table(MELBOURNE, game).seat("ann", 1).ready().wagers("ann 1 20")
    for command in (CreditBetManager(500), PressBetButton(1, 500)):
        assert without.refused(command, "ann").code == "no-bet-manager"


# ---------------------------------------------------------------------------------------------------- buying in


@clause(MELBOURNE, "21.6.1", "21.6.2(b)")
def test_what_is_tendered_is_credited_in_units_that_the_device_takes() -> None:
    table = at_betting()
    chips, tray = table.chips("ann"), table.state.tray
    table.do(CreditBetManager(1250), "ann")
    assert device(table) == 1200  # chips of a dollar: fifty cents stay with ann
    assert (table.chips("ann"), table.state.tray) == (chips - 1200, tray + 1200)
    assert table.refused(CreditBetManager(50), "ann").clause == "21.6.3"
    bob = table.seat("bob", 2).wagers_placed("bob 2 20")
    assert bob.refused(CreditBetManager(50), "bob").clause == "21.6.2(b)"
    check_money(table)


@clause(MELBOURNE, "21.6.1")
def test_cash_and_vouchers_go_into_the_drop_box_and_chips_and_tokens_into_the_tray() -> None:
    table = at_betting(source="real")
    tray, drop = table.state.tray, table.state.accounts.get("drop", 0)
    table.do(CreditBetManager(5000, "cash", player="ann"), table.dealer)
    assert (table.state.tray, table.state.accounts["drop"]) == (tray, drop + 5000)
    table.do(CreditBetManager(2000, "voucher", "V 12", "ann"), table.dealer)
    assert (table.state.tray, table.state.accounts["drop"]) == (tray, drop + 7000)
    credit = table.last(BetManagerCredited)
    assert CLAIMS[BetManagerCredited](credit) == "aud:voucher:v12"  # nobody tenders it again, here or elsewhere
    table.do(CreditBetManager(1000, player="ann"), table.dealer)
    assert table.state.tray == tray + 1000
    assert device(table) == 8000
    assert table.refused(CreditBetManager(1000, "tokens", player="ann"), table.dealer).message == (
        "ann has $0 in promotional tokens"
    )
    assert table.refused(CreditBetManager(1000, "voucher", " ", "ann"), table.dealer).code == "voucher-number"
    check_money(table)


def test_tokens_buy_in_as_chips_do() -> None:
    table = jackpots_table()
    table.accounts["aud:player:ann:tokens"] = 3000
    table.seat("ann", 1).ready().wagers("ann 1 20")
    tray = table.state.tray
    table.do(CreditBetManager(2000, "tokens"), "ann")
    assert (device(table), table.state.players["ann"].tokens, table.state.tray) == (2000, 1000, tray + 2000)


@clause(MELBOURNE, "21.6.2(a)")
def test_a_device_is_for_a_player_with_a_main_wager() -> None:
    table = jackpots_table().seat("ann", 1).ready()
    assert table.refused(CreditBetManager(1000), "ann").clause == "21.6.2(a)"
    table.wagers("ann 1 20")
    table.do(CreditBetManager(1000), "ann")
    assert device(table) == 1000


@clause(MELBOURNE, "21.6.3")
def test_the_holder_may_top_up_at_any_time() -> None:
    table = at_betting()
    table.do(CreditBetManager(1000), "ann")
    table.close()
    assert table.state.playing
    table.do(CreditBetManager(200), "ann")  # in the middle of a round
    table.finish()
    assert not any(table.state.bets)
    table.do(CreditBetManager(500), "ann")  # between two rounds, without a wager
    assert device(table) == 1700
    assert table.last(BetManagerCredited).clause == "21.6.3"


@clause(MELBOURNE, "21.6.1")
def test_at_a_real_table_the_dealer_enters_it_on_the_keypad() -> None:
    table = at_betting(source="real")
    refusal = table.refused(CreditBetManager(1000), "ann")
    assert (refusal.code, refusal.clause) == ("device-is-keyed", "21.2:Game Controller Keypad")
    assert table.refused(CreditBetManager(1000, "cash", player="ann"), Person("kim", "cleaner")).code == "role-below"
    table.do(CreditBetManager(1000, player="ann"), table.dealer)
    assert device(table) == 1000
    assert table.refused(CashOutBetManager(), "ann").code == "device-is-keyed"
    table.do(CashOutBetManager(player="ann"), table.dealer)
    assert device(table) == 0


def test_nobody_credits_a_device_with_chips_that_they_do_not_have() -> None:
    table = at_betting()
    refusal = table.refused(CreditBetManager(table.chips("ann") + 100), "ann")
    assert (refusal.code, refusal.clause) == ("chips-too-few", "21.6.1")
    assert Table(MELBOURNE).seat("ann", 1).refused(CreditBetManager(1000), "ann").code == "no-bet-manager"


# ---------------------------------------------------------------------------------------------------- the bet button


@clause(MELBOURNE, "21.7.3(c)", "21.7.3(d)")
def test_the_bet_button_takes_the_wager_from_the_balance_and_nothing_else_does() -> None:
    table = at_betting()
    assert table.refused(PlaceWager(1, 500, JACKPOTS), "ann").clause == "21.7.3(d)"
    assert table.refused(PressBetButton(1), "ann").clause == "21.7.3(c)"
    table.do(CreditBetManager(400), "ann")
    refusal = table.refused(PressBetButton(1), "ann")
    assert (refusal.code, refusal.clause) == ("device-balance-short", "21.7.3(d)")
    table.do(CreditBetManager(300), "ann")
    chips = table.chips("ann")
    table.do(PressBetButton(1), "ann")  # $5, as the sign says
    assert (device(table), table.chips("ann"), table.state.wagered) == (200, chips, 2500)
    table.do(TakeBackWager(1, JACKPOTS), "ann")
    assert (device(table), table.chips("ann"), table.state.wagered) == (700, chips, 2000)
    check_money(table)


@clause(MELBOURNE, "21.7.2")
def test_a_table_that_runs_itself_leaves_time_for_the_button_after_the_main_wager() -> None:
    """The device is there only once a main wager lies on the box: buying in and pressing come after it."""
    table = at_betting(runs_itself=True)
    assert waits(table) == (NoMoreBets, BUTTON_WAITS * PACE.after_wager_ms)
    table.do(CreditBetManager(700), "ann", at=table.at + 2 * PACE.after_wager_ms)
    assert waits(table) == (NoMoreBets, BUTTON_WAITS * PACE.after_wager_ms)
    table.do(PressBetButton(1), "ann", at=table.at + 2 * PACE.after_wager_ms)
    assert waits(table) == (NoMoreBets, PACE.after_wager_ms)
    table.do(TakeBackWager(1, JACKPOTS), "ann")
    assert waits(table) == (NoMoreBets, BUTTON_WAITS * PACE.after_wager_ms)
    table.do(ReadyToDeal(), "ann")  # who is ready wants no jackpot wager
    assert waits(table) == (NoMoreBets, 0)


@clause(MELBOURNE, "21.7.2")
def test_nobody_waits_for_a_button_that_places_nothing() -> None:
    table = at_betting(runs_itself=True)
    table.do(ReportJackpotFailure(JACKPOTS, "meter-reading", "dark"))
    assert waits(table) == (NoMoreBets, PACE.after_wager_ms)


def waits(table: Table) -> tuple[type, int]:
    """What the house does next, and how long from now."""
    act = next_act(table.state, PACE)
    assert act is not None
    return type(act.command), act.at - table.at


@clause(MELBOURNE, "21.7.3(a)", "21.7.3(b)", "21.7.4")
def test_the_button_is_for_boxes_that_one_has_wagered_on_and_controls() -> None:
    table = at_betting().seat("bob", 2)
    table.do(CreditBetManager(5000), "ann")
    assert table.refused(PressBetButton(2), "ann").clause == "21.7.3(a)"
    table.do(AllowSeveralBoxes("ann"))
    table.wagers_placed("bob 2 20", "ann 2 20")
    assert table.refused(PressBetButton(2), "ann").clause == "21.7.3(b)"
    table.wagers_placed("ann 3 20")  # nobody sits there: one device serves all boxes that ann controls
    table.do(PressBetButton(1), "ann")
    table.do(PressBetButton(3), "ann")
    assert device(table) == 4000


@clause(MELBOURNE, "21.8.1(a)", "21.8.2")
def test_the_system_credits_an_award_to_the_device_and_other_winnings_are_chips() -> None:
    table = at_betting(SUITED_BLACKJACK)
    chips = table.chips("ann")
    table.press("ann", 1, 500).close().finish()
    assert device(table) == 500 * 13  # 12 to 1, and the stake
    assert table.chips("ann") == chips - 500 + 5000  # less the buy-in, and 3 to 2 on $20
    check_money(table)


def test_a_lost_wager_stays_with_the_house_and_the_tray_is_what_lies_in_it() -> None:
    table = at_betting("9s 9d 9h 8c Tc")
    tray, win = table.state.tray, takings(table.state).win
    table.press("ann", 1, 500)
    assert table.state.tray == tray + 500  # the chips that ann has bought in with
    assert takings(table.state).win == win  # which are not won
    table.close()
    assert device(table) == 0
    assert table.state.tray == tray + 500
    assert takings(table.state).win == win + 500
    check_money(table)


@clause(MELBOURNE, "21.11.2")
def test_void_wagers_go_back_to_the_device_and_an_award_stands() -> None:
    table = at_betting().press("ann", 1, 500)
    table.do(VoidWagers("ann", "late"))
    assert device(table) == 500
    table = at_betting("As 9h 9d Ks 8c").seat("bob", 2).wagers_placed("bob 2 20").press("ann", 1, 500).close()
    table.do(VoidDisruptedRound("a fire"))
    assert device(table) == 6500
    check_money(table)


# ---------------------------------------------------------------------------------------------- cashing out and leaving


@clause(MELBOURNE, "21.6.4")
def test_the_balance_is_paid_in_chips_in_part_or_whole() -> None:
    table = at_betting()
    chips, tray = table.chips("ann"), table.state.tray
    table.do(CreditBetManager(1000), "ann")
    table.do(CashOutBetManager(400), "ann")
    assert (device(table), table.chips("ann"), table.state.tray) == (600, chips - 600, tray + 600)
    refusal = table.refused(CashOutBetManager(700), "ann")
    assert (refusal.clause, refusal.message) == ("21.6.4", "ann may cash out up to $6, not $7")
    assert table.refused(CashOutBetManager(150), "ann").code == "chips-do-not-make"
    table.do(CashOutBetManager(), "ann")
    assert (device(table), table.chips("ann")) == (0, chips)
    assert table.refused(CashOutBetManager(), "ann").code == "device-cash-out"
    check_money(table)


def test_a_balance_that_the_tray_cannot_pay_waits_for_a_fill() -> None:
    table = at_betting(source="real", chips=1_000_000)  # which ann has bought
    table.do(CreditBetManager(500_000, "cash", player="ann"), table.dealer)
    for command in (CashOutBetManager(player="ann"), Leave("ann")):
        assert table.refused(command, table.dealer).code == "fill-needed"
    table.do(FillFloat({10_000: 100}))
    table.do(Leave("ann"), table.dealer)
    check_money(table)


@clause(MELBOURNE, "21.6.4(a)")
def test_who_leaves_is_paid_the_whole_balance() -> None:
    table = at_betting().press("ann", 1, 500)
    table.do(CreditBetManager(1000), "ann")
    chips = table.chips("ann")
    table.do(Leave(), "ann")
    assert table.last(BetManagerCashedOut) == BetManagerCashedOut("ann", 1500, "21.6.4(a)")
    assert table.accounts["aud:player:ann"] == chips + 1500 + 2000
    check_money(table)


@clause(MELBOURNE, "21.6.4(a)")
def test_who_is_removed_or_sees_the_table_close_is_paid_too() -> None:
    table = at_betting()
    table.do(CreditBetManager(1000), "ann")
    table.do(BarPlayer("ann", "rude"))
    assert table.last(BetManagerCashedOut) == BetManagerCashedOut("ann", 1000, "21.6.4(a)")
    table = at_betting()
    table.do(CreditBetManager(1000), "ann")
    table.do(GiveClosingNotice())
    table.close().finish()
    for _ in range(table.state.config.procedures.closing.rounds - 1):
        table.round("ann 1 20")
    table.close_table()
    assert table.last(BetManagerCashedOut).amount == 1000
    assert not table.accounts["aud:table:T1:device:ann"]
    assert not table.accounts["aud:table:T1:float"]
    check_money(table)


@clause(MELBOURNE, "21.6.4(a)")
def test_what_is_awarded_to_one_who_has_left_is_paid_in_chips() -> None:
    table = at_betting(source="real").press("ann", 1, 500).close()
    table.do(Leave("ann"), table.dealer)
    pocket = table.accounts["aud:player:ann"]
    table.deal("As 9d Ks")
    assert table.accounts["aud:player:ann"] == pocket + 6500 + 5000  # and the blackjack
    check_money(table)


# ---------------------------------------------------------------------------------------------------- who sees


@clause(MELBOURNE, "21.6.2(b)")
def test_the_balance_is_shown_to_its_player_and_staff_alone() -> None:
    table = at_betting().seat("bob", 2)
    table.do(CreditBetManager(1000), "ann")

    def shown(viewer: Person | None) -> int | None:
        return next(player.device for player in view(table.state, viewer).players if player.name == "ann")

    assert shown(table.person("ann")) == 1000
    assert shown(table.dealer) == 1000
    assert shown(table.person("bob")) is None
    assert shown(None) is None


def test_a_table_that_was_opened_before_takes_chips_for_it() -> None:
    table = at_betting()
    table.state = table.state._replace(config_or_none=table.state.config._replace(bet_managers=False))
    chips = table.chips("ann")
    table.do(PlaceWager(1, 500, JACKPOTS), "ann")
    assert table.chips("ann") == chips - 500
    assert table.refused(PressBetButton(1), "ann").code == "no-bet-manager"


def test_betting_must_be_open() -> None:
    table = at_betting().press("ann", 1, 500).close().finish()
    assert table.refused(PressBetButton(1), "ann").code == "betting-closed"
    table.do(OpenBetting(), table.dealer)
    assert table.refused(PressBetButton(1), "ann").clause == "21.7.3(a)"


def test_a_wager_that_the_dealer_forgot_to_enter_is_taken_from_the_device_by_a_correction() -> None:
    table = at_betting(source="real")
    table.do(CreditBetManager(600, player="ann"), table.dealer)
    table.close().deal("9s 9d")
    table.do(AddWager(1, "ann", 500, "the button was pressed", JACKPOTS))
    assert (device(table), table.state.wagered) == (100, 2500)
    check_money(table)
