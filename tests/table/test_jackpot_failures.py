"""Jackpot equipment that does not work: the bet is off, wagers of a round are played or go back, the game goes on."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.tables import Table

from cutcard.cards import cards
from cutcard.engine import events as played
from cutcard.engine.state import PersonalLimit
from cutcard.records import settle
from cutcard.records.results import results
from cutcard.table import (
    Approve,
    CashOutBetManager,
    CreditBetManager,
    DealCards,
    DeclineOffer,
    EndJackpotFailure,
    EndPrizeMalfunction,
    GameGoesOn,
    GameHalted,
    JackpotWagersEstablished,
    NoMoreBets,
    OpenBetting,
    OpenTable,
    Person,
    PlaceWager,
    PlayWithoutJackpot,
    PressBetButton,
    Refusal,
    ReplaceDevice,
    ReportDeviceFailure,
    ReportJackpotFailure,
    ReportUnenteredWagers,
    RoundEvent,
    SideBetsOfferedAgain,
    SideBetsSuspended,
    Sign,
    TableState,
    TakeWagersBack,
    VoidDisruptedRound,
    act,
    record_of,
)
from cutcard.table.view import table as view

SYDNEY, MELBOURNE = "sydney-v15", "melbourne-v26"
JACKPOTS, NOVA, BLAZING = "blackjack-jackpots", "supernova", "blazing-7s"
METERS = {
    JACKPOTS: {JACKPOTS: 1_000_000},
    NOVA: {"supernova-major": 1_000_000, "supernova-minor": 100_000, "supernova-mystery": 500_000},
    BLAZING: {BLAZING: 1_000_000},
}
BOOK = {JACKPOTS: MELBOURNE, NOVA: MELBOURNE, BLAZING: SYDNEY}
SUITED_BLACKJACK = "As 9d Ks 8c"


def table_with(bet: str, **terms: Any) -> Table:
    sign = Sign(1000, 50_000, side_bets={bet: PersonalLimit(500, 500)})
    more = {"device": "shuffling-device"} if bet == BLAZING else {}
    return Table(BOOK[bet], side_bets={bet: True}, meters=METERS[bet], sign=sign, **more, **terms)


def dealt(bet: str, front: str, **terms: Any) -> Table:
    """A round in which ann has $20 on box 1 and $5 on the jackpot, as far as these cards."""
    table = table_with(bet, source="real", **terms).seat("ann", 1).ready().wagers("ann 1 20", f"ann 1 5 {bet}").close()
    return table.deal(front) if front else table


def fails(bet: str) -> ReportJackpotFailure:
    part = "jackpot-recorder" if bet == BLAZING else "jackpot-meter"
    return ReportJackpotFailure(bet, part, "the display is dark")


def replays(table: Table) -> None:
    """The record of the last round settles to the same result."""
    begun = max(
        i for i, e in enumerate(table.events) if isinstance(e, RoundEvent) and isinstance(e.event, played.RoundOpened)
    )
    of_round = [event for event in table.events[begun:] if isinstance(event, RoundEvent)]
    assert table.state.round is not None
    settled, ended = settle(record_of(of_round)), results(table.state.round)
    assert {key: settled.get(key) for key in ended} == ended


# ------------------------------------------------------------------------------------------------ it is not offered


@clause(MELBOURNE, "21.5.4", "21.5.4(a)", "21.5.4(b)", "21.5.4(c)", "21.5.4(d)", "21.7.1(a)", "21.11.1")
@clause(MELBOURNE, "24.5.4", "24.5.4(a)", "24.5.4(b)", "24.5.4(c)", "24.6.1(a)", "24.10.1")
@pytest.mark.parametrize(
    ("bet", "part", "by", "off"),
    [
        (JACKPOTS, "personal-bet-manager", "21.5.4(a)", "21.11.1"),
        (JACKPOTS, "jackpot-meter", "21.5.4(b)", "21.11.1"),
        (JACKPOTS, "settlement-time", "21.5.4(c)", "21.11.1"),
        (JACKPOTS, "meter-reading", "21.5.4(d)", "21.11.1"),
        (NOVA, "jackpot-meter", "24.5.4(a)", "24.10.1"),
        (NOVA, "settlement-time", "24.5.4(b)", "24.10.1"),
        (NOVA, "meter-reading", "24.5.4(c)", "24.10.1"),
    ],
)
def test_a_jackpot_is_not_offered_while_what_it_needs_does_not_work(bet: str, part: str, by: str, off: str) -> None:
    table = table_with(bet).seat("ann", 1).ready().wagers("ann 1 20", f"ann 1 5 {bet}")
    table.do(ReportJackpotFailure(bet, part, "dark"), table.dealer)
    assert table.last(SideBetsSuspended) == SideBetsSuspended((bet,), "dark", by)
    assert [one.bet for one in table.state.bets] == ["main"]  # the wager that lay there went back
    placing = PressBetButton(1) if bet == JACKPOTS else PlaceWager(1, 500, bet)
    refusal = table.refused(placing, "ann")
    assert (refusal.code, refusal.clause) == ("side-bet-suspended", off)
    assert bet not in [side.bet for side in view(table.state, None).side_bets]
    table.close().finish()  # the game itself goes on
    again = EndJackpotFailure(bet)
    assert table.refused(again, table.dealer).clause == ("21.5.4(d)" if bet == JACKPOTS else "24.5.4(c)")
    table.do(again, "tg-higher-duties-dealer")
    assert table.last(SideBetsOfferedAgain).bets == (bet,)
    table.wagers("ann 1 20", f"ann 1 5 {bet}").close()


def test_a_failure_is_of_a_jackpot_on_offer_and_of_something_that_must_work() -> None:
    table = table_with(JACKPOTS)
    assert table.refused(ReportJackpotFailure(NOVA, "jackpot-meter", "dark"), table.dealer).code == "no-jackpot-here"
    refusal = table.refused(ReportJackpotFailure(JACKPOTS, "lamp", "dark"), table.dealer)
    assert refusal.message.endswith("personal-bet-manager, jackpot-meter, settlement-time and meter-reading")
    assert table.refused(ReportJackpotFailure(JACKPOTS, "jackpot-meter", " "), table.dealer).code == "reason-missing"
    assert table.refused(EndJackpotFailure(JACKPOTS)).code == "jackpot-runs"
    table.do(fails(JACKPOTS), table.dealer)
    assert table.refused(fails(JACKPOTS), table.dealer).code == "jackpot-suspended"
    assert table.refused(EndPrizeMalfunction()).code == "prize-device-works"  # that is of other equipment
    assert table.refused(PlayWithoutJackpot(JACKPOTS)).code == "nobody-has-power"


@clause(MELBOURNE, "21.11.1")
def test_a_balance_cannot_be_raised_while_the_equipment_fails_but_is_paid_out() -> None:
    table = table_with(JACKPOTS).seat("ann", 1).ready().wagers("ann 1 20")
    table.do(CreditBetManager(2000), "ann")
    table.do(fails(JACKPOTS), table.dealer)
    assert table.refused(CreditBetManager(500), "ann").clause == "21.11.1"
    table.do(CashOutBetManager(), "ann")
    assert table.state.players["ann"].device == 0


# ------------------------------------------------------------------------------------------------- in a round of play


@clause(MELBOURNE, "21.11.1(a)", "24.10.1(a)")
@pytest.mark.parametrize(("bet", "by"), [(JACKPOTS, "21.11.1(a)"), (NOVA, "24.10.1(a)")])
def test_wagers_of_a_round_are_established_from_the_records_and_winners_paid(bet: str, by: str) -> None:
    table = dealt(bet, "As 9d")
    table.do(fails(bet), table.dealer)
    established = table.last(JackpotWagersEstablished)
    assert [tuple(one) for one in established.wagers] == [(1, "ann", 500)]
    assert (established.round, established.clause) == (table.state.number, by)
    table.deal("Ks").finish()  # a suited blackjack
    (line,) = [wager for wager in table.state.round.wagers if wager.bet == bet]  # type: ignore[union-attr]
    assert line.outcome == "win"
    if bet == JACKPOTS:
        assert table.state.players["ann"].device == 500 * 13
    assert table.refused(EndJackpotFailure(JACKPOTS if bet == NOVA else NOVA)).code == "no-jackpot-here"


@clause(SYDNEY, "16.18.1", "2.3.4.1")
@pytest.mark.parametrize("front", ["", "9s 9d", "9s 9d 9h"])
def test_in_sydney_all_jackpot_wagers_of_the_round_are_returned(front: str) -> None:
    """The table has recorded what was wagered; the third time the wager had been lost after the initial deal."""
    table = dealt(BLAZING, front)
    chips = table.chips("ann")
    table.do(fails(BLAZING), table.dealer)
    assert table.chips("ann") == chips + 500
    (line,) = [wager for wager in table.state.round.wagers if wager.bet == BLAZING]  # type: ignore[union-attr]
    assert (line.outcome, line.returned, line.clause) == ("void", 500, "16.18.1")
    table.finish()  # the main wager is played
    replays(table)


@clause(SYDNEY, "16.18.2")
def test_in_sydney_the_game_goes_on_without_the_jackpot_by_leave_of_a_supervisor() -> None:
    table = dealt(BLAZING, "9s 9d")
    table.do(fails(BLAZING), table.dealer)
    assert table.last(GameHalted) == GameHalted(BLAZING, "16.18.2")
    table.finish()
    refusal = table.refused(OpenBetting(), table.dealer)
    assert (refusal.code, refusal.clause) == ("jackpot-needs-leave", "16.18.2")
    assert table.refused(PlayWithoutJackpot(BLAZING), table.dealer).clause == "16.18.2"
    table.do(PlayWithoutJackpot(BLAZING), "gaming-supervisor")
    assert table.last(GameGoesOn).clause == "16.18.2"
    table.wagers("ann 1 20")
    refusal = table.refused(PlaceWager(1, 500, BLAZING, player="ann"), table.dealer)
    assert (refusal.code, refusal.clause) == ("side-bet-suspended", "16.18.2")


@clause(SYDNEY, "16.18.2")
def test_betting_that_is_open_does_not_close_without_leave_and_needs_none_once_it_works_again() -> None:
    table = table_with(BLAZING).seat("ann", 1).ready().wagers("ann 1 20", f"ann 1 5 {BLAZING}")
    chips = table.chips("ann")
    table.do(fails(BLAZING), table.dealer)
    assert table.chips("ann") == chips + 500
    assert table.refused(NoMoreBets(), table.dealer).clause == "16.18.2"
    table.do(EndJackpotFailure(BLAZING), "gaming-supervisor")
    table.wagers_placed(f"ann 1 5 {BLAZING}").close()


def test_giving_back_wagers_of_a_round_takes_two_people_where_voids_do() -> None:
    table = table_with(BLAZING, source="real", two_people=True)
    for number in table.state.approvals:
        table.do(Approve(number), Person("eli", table.boss.role))
    table.seat("ann", 1).ready().wagers("ann 1 20", f"ann 1 5 {BLAZING}").close().deal("9s 9d")
    table.do(fails(BLAZING), Person("sam", "gaming-supervisor"))
    assert BLAZING not in table.state.suspended
    (number,) = table.state.approvals
    table.do(Approve(number), Person("eli", "gaming-supervisor"))
    assert BLAZING in table.state.suspended


@clause(MELBOURNE, "21.11.2", "24.10.2")
@pytest.mark.parametrize("bet", [JACKPOTS, NOVA])
def test_a_void_round_leaves_the_interim_settlement_standing(bet: str) -> None:
    table = table_with(bet, source="real").seat("ann", 1).seat("bob", 2).ready()
    table.wagers("ann 1 20", f"ann 1 5 {bet}", "bob 2 20", f"bob 2 5 {bet}").close().deal("As 9h 9d Ks 8c")
    assert table.state.round is not None
    before = [(w.player, w.returned, w.outcome) for w in table.state.round.wagers if w.bet == bet]
    assert [outcome for _, _, outcome in before] == ["win", "lose"]
    table.do(VoidDisruptedRound("a fire"))
    assert table.state.round is not None
    assert [(w.player, w.returned, w.outcome) for w in table.state.round.wagers if w.bet == bet] == before


# -------------------------------------------------------------------------------------- wagers that were not entered


@clause(MELBOURNE, "21.11.3", "24.10.3")
@pytest.mark.parametrize(("bet", "by"), [(JACKPOTS, "21.11.3"), (NOVA, "24.10.3")])
def test_players_may_retract_jackpot_wagers_that_were_not_entered_before_the_deal(bet: str, by: str) -> None:
    table = table_with(bet, source="real").seat("ann", 1).seat("bob", 2).ready()
    table.wagers("ann 1 20", f"ann 1 5 {bet}", "bob 2 20", f"bob 2 5 {bet}").close().deal("As")
    table.do(ReportUnenteredWagers(bet), table.dealer)
    assert view(table.state, None).waiting.needs == "wagers-back"
    assert table.refused(DealCards(cards("9h")), table.dealer).clause == by
    before = table.chips("ann"), table.state.players["ann"].device or 0
    table.do(TakeWagersBack("ann"), table.dealer)
    after = table.chips("ann"), table.state.players["ann"].device or 0
    assert sum(after) - sum(before) == 500
    assert after[0] == before[0] or bet == NOVA  # from a device, back to the device
    table.do(DeclineOffer("bob"), table.dealer)
    table.deal("9h 9d Ks 8c").finish()
    assert table.state.round is not None
    outcomes = {w.player: w.outcome for w in table.state.round.wagers if w.bet == bet}
    assert outcomes == {"ann": "void", "bob": "lose"}
    mains = {w.player: w.outcome for w in table.state.round.wagers if w.bet == "main"}
    assert mains["ann"] == "win"  # a blackjack: the main wager played on
    replays(table)


def test_wagers_that_are_settled_were_entered() -> None:
    table = dealt(NOVA, "9s 9d 9h")
    assert table.refused(ReportUnenteredWagers(NOVA), table.dealer).code == "no-wager-unentered"
    assert table.refused(ReportUnenteredWagers(JACKPOTS), table.dealer).code == "no-jackpot-here"
    assert table.refused(TakeWagersBack("ann"), table.dealer).code == "wagers-not-offered-back"


# ------------------------------------------------------------------------------------------------ what it must have


@clause(SYDNEY, "2.3.4.1", "2.3.4.2", "2.3.4.3")
def test_blazing_sevens_is_offered_only_with_its_equipment_and_a_shuffling_device() -> None:
    offered: dict[str, Any] = {"side_bets": {BLAZING: True}, "meters": METERS[BLAZING], "layout_approved": True}
    opening = OpenTable("T1", SYDNEY, "blackjack", 6, Sign(1000, 50_000), device="shuffling-device", **offered)
    boss = Person("mia", "gaming-manager")
    for without, by in (
        (opening._replace(device="shoe"), "2.3.4.3"),
        (opening._replace(lacking=("jackpot-recorder",)), "2.3.4.1"),
        (opening._replace(lacking=("jackpot-betting-areas",)), "2.3.4.2"),
    ):
        refusal = act(TableState(), without, boss, 0)
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.clause) == ("equipment-missing", by)
    assert not isinstance(act(TableState(), opening, boss, 0), Refusal)


@clause(SYDNEY, "2.3.4.3")
def test_blazing_sevens_is_off_while_a_shoe_takes_the_place_of_the_device() -> None:
    table = table_with(BLAZING).seat("ann", 1).ready()
    table.do(ReportDeviceFailure("it jams"))
    table.do(ReplaceDevice("shoe"))
    assert table.last(SideBetsSuspended).clause == "2.3.4.3"
    assert table.refused(EndJackpotFailure(BLAZING)).clause == "2.3.4.3"
    table.ready().wagers("ann 1 20")  # the game itself needs nobody's leave
    assert table.refused(PlaceWager(1, 500, BLAZING), "ann").code == "side-bet-suspended"
