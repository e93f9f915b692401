"""Chips, tokens and the float: every cent is somewhere, and the ledger says where."""

from __future__ import annotations

from collections import Counter

import pytest
from support.clauses import clause
from support.editions import sydney
from support.tables import BOOKS, Table, balances

from cutcard.engine import commands as say
from cutcard.table import (
    Arrive,
    Call,
    CashChips,
    ChangeColour,
    CloseTable,
    CountFloat,
    CreditFloat,
    ExchangeVoucher,
    FillFloat,
    FloatCounted,
    Leave,
    OpenTable,
    PlaceWager,
    SellChips,
    TableOpened,
    TableState,
    TakeBackWager,
    VoucherExchanged,
    evolve,
)
from cutcard.table.ledger import postings


def ledger(floor: Table) -> dict[str, int]:
    """What every account has; each event's lines sum to nothing on the way."""
    state, sums = TableState(), Counter[str]()
    for event in floor.events:
        lines = postings(state, event)
        assert sum(line.cents for line in lines) == 0
        for account, amount in lines:
            sums[account] += amount
        state = evolve(state, event)
    assert state == floor.state
    assert balances(floor.events) == sorted(sums.items())
    return dict(sums)


@clause("sydney-v15", "2.3.3")
@clause("sydney-earlier", "2.3.3")
@pytest.mark.parametrize("book", BOOKS)
def test_chips_are_bought_out_of_the_float_and_cashed(book: str) -> None:
    floor = Table(book, chips=1_000_000).seat("ann", 1, chips=0)
    assert floor.refused(SellChips("ann", 50_000), "ann").clause is not None
    assert floor.refused(SellChips("ann", 2_000_000)).message == "the float holds only $10,000"
    assert floor.refused(SellChips("ann", 150)).message
    floor.do(SellChips("ann", 50_000), "dealer")
    floor.do(CashChips("ann", 20_000))
    assert floor.refused(CashChips("ann", 40_000)).message == "ann does not have that many chips"
    assert floor.chips("ann") == 30_000
    assert ledger(floor) == {
        "aud:cage": -980_000,
        "aud:cage:cash": -20_000,
        "aud:cash": -30_000,
        "aud:table:T1:player:ann": 30_000,
        "aud:table:T1:drop": 50_000,
        "aud:table:T1:float": 950_000,
    }


@pytest.mark.parametrize("book", BOOKS)
def test_chips_are_changed_for_chips_of_the_same_worth(book: str) -> None:
    floor = Table(book).seat("ann", 1, chips=10_000)
    before = ledger(floor)
    assert floor.refused(ChangeColour("ann", {500: 10}, {2500: 3})).message
    assert floor.refused(ChangeColour("ann", {10_000: 2}, {20_000: 1})).message
    assert floor.refused(ChangeColour("ann", {}, {})).message
    floor.do(ChangeColour("ann", {500: 10}, {2500: 2}))
    assert ledger(floor) == before


@pytest.mark.parametrize("book", BOOKS)
def test_the_float_is_filled_credited_and_counted(book: str) -> None:
    floor = Table(book, chips=100_000)
    floor.do(FillFloat({500: 100, 2500: 20}))
    floor.do(CreditFloat({10_000: 3}))
    assert floor.state.tray == 170_000
    assert floor.refused(CreditFloat({100_000: 3})).message
    assert floor.refused(CountFloat({500: 300}), "dealer").clause is not None
    floor.do(CountFloat({500: 300, 100: 150}))
    assert floor.last(FloatCounted).over == -5000
    assert floor.state.counted == {500: 300, 100: 150}
    sums = ledger(floor)
    assert sums["aud:table:T1:float"] == 165_000
    assert sums["aud:table:T1:count"] == 5000


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_won_and_lost_moves_between_player_wagers_and_float(book: str) -> None:
    floor = Table(book, chips=1_000_000).seat("ann", 1, chips=100_000).ready("9s 6d 2h Ks Kd Kh")
    floor.wagers("ann 1 20")
    floor.do(PlaceWager(1, 1000), "ann")
    assert ledger(floor)["aud:table:T1:wagers"] == 3000
    floor.close()
    floor.do(Call(say.Double()), "ann")
    floor.finish()
    assert floor.chips("ann") == 106_000  # 21 against a dealer who goes over
    sums = ledger(floor)
    assert sums["aud:table:T1:player:ann"] == 106_000
    assert sums["aud:table:T1:wagers"] == 0
    assert sums["aud:table:T1:float"] == floor.state.tray == 894_000


@clause("sydney-v15", "15.2")
@clause("sydney-earlier", "16.2")
@clause("melbourne-v26", "5.14.1", "5.14.2")
@pytest.mark.parametrize("book", BOOKS)
def test_lost_wagers_are_collected_into_the_float_and_won_ones_are_paid_out_of_it(book: str) -> None:
    floor = Table(book, chips=1_000_000).seat("ann", 1, chips=100_000).seat("bob", 2, chips=100_000)
    floor.ready("Ts 9s 8d 9h 8h Tc").wagers("ann 1 20", "bob 2 50").close()
    assert (ledger(floor)["aud:table:T1:wagers"], floor.state.tray) == (7000, 800_000)
    floor.call("ann", "stand")
    floor.call("bob", "stand")
    floor.finish()  # 19 and 17 against 18
    assert (floor.chips("ann"), floor.chips("bob")) == (102_000, 95_000)
    sums = ledger(floor)
    assert sums["aud:table:T1:wagers"] == 0
    assert sums["aud:table:T1:float"] == floor.state.tray == 803_000


@clause("sydney-v15", '1.1 "Casino Promotional Token"', "5.2")
@clause("sydney-earlier", '1.1 "casino promotional token"', "5.1")
@sydney
def test_tokens_come_for_a_voucher_are_wagered_and_win_chips(book: str) -> None:
    floor = Table(book).seat("ann", 1, chips=10_000).ready("Ts 6d 9h Ks Kh")
    assert floor.refused(ExchangeVoucher("ann", "V-17", 5000), "ann").clause is not None
    floor.do(ExchangeVoucher("ann", "V-17", 5000), "dealer")
    assert floor.last(VoucherExchanged) == VoucherExchanged("ann", "V-17", 5000, "aud")
    floor.wagers()
    assert "$50 in promotional tokens" in floor.refused(PlaceWager(1, 6000, tokens=6000), "ann").message
    floor.do(PlaceWager(1, 2000, tokens=2000), "ann")
    assert floor.chips("ann") == 10_000
    floor.do(TakeBackWager(1), "ann")
    assert floor.state.players["ann"].tokens == 5000
    floor.do(PlaceWager(1, 3000, tokens=2000), "ann")
    floor.close().finish()
    ann = floor.state.players["ann"]
    assert (ann.chips, ann.tokens) == (13_000, 5000)  # winnings in chips, the tokens come back
    sums = ledger(floor)
    assert sums["aud:table:T1:tokens:ann"] == 5000
    assert sums["aud:promotions"] == -5000


@sydney
def test_tokens_that_lose_go_to_the_float(book: str) -> None:
    floor = Table(book).seat("ann", 1, chips=0).ready("Ts 9d 7h Ks")
    floor.do(ExchangeVoucher("ann", "V-17", 5000))
    floor.wagers()
    floor.do(PlaceWager(1, 5000, tokens=5000), "ann")
    floor.close().finish()
    ann = floor.state.players["ann"]
    assert (ann.chips, ann.tokens) == (0, 0)
    assert ledger(floor)["aud:table:T1:float"] == floor.state.tray


@clause("melbourne-v26", "5.1")
@clause("canberra-2006", "4.2")
@clause("canberra-2003", "4.2")
@pytest.mark.parametrize(("book", "by"), [("melbourne-v26", "5.1"), ("canberra-2006", "4.2"), ("canberra-2003", "4.2")])
def test_elsewhere_wagers_are_made_in_chips_only(book: str, by: str) -> None:
    floor = Table(book).seat("ann", 1).ready()
    assert "gives nobody the power" in floor.refused(ExchangeVoucher("ann", "V", 5000)).message
    floor.wagers()
    refusal = floor.refused(PlaceWager(1, 2000, tokens=2000), "ann")
    assert (refusal.code, refusal.clause) == ("chips-only", by)


@clause("melbourne-v26", "32.13")
@clause("canberra-2006", "16.8")
@clause("canberra-2003", "16.10")
@pytest.mark.parametrize("book", BOOKS)
def test_every_wager_is_against_the_house(book: str) -> None:
    floor = Table(book).seat("ann", 1, chips=10_000).seat("bob", 2, chips=10_000).ready("Ts Ks 9d Kh 7s Td")
    floor.wagers("ann 1 20", "bob 2 20").close().finish()  # 20 wins and 17 loses against 19
    state = TableState()
    seen = set()
    for event in floor.events:
        players = {line.account for line in postings(state, event) if line.account.startswith("aud:table:T1:player:")}
        others = {line.account for line in postings(state, event)} - players
        assert not players or others
        for name in ("aud:table:T1:player:ann", "aud:table:T1:player:bob"):
            mine = sum(line.cents for line in postings(state, event) if line.account == name)
            seen.add((name, mine))
        state = evolve(state, event)
    assert {("aud:table:T1:player:ann", 4000), ("aud:table:T1:player:bob", -2000)} <= seen
    assert ("aud:table:T1:player:bob", 2000) not in seen
    assert floor.chips("ann") == 12_000
    assert floor.chips("bob") == 8000


def test_nobody_brings_what_their_account_does_not_hold() -> None:
    floor = Table("sydney-v15")
    assert floor.refused(Arrive(chips=100_000), "ann").message == "ann has $0 in chips outside the tables, and no more"
    assert floor.refused(Arrive(chips=-100), "ann").message == "the amount brought cannot be negative"
    floor.seat("ann", 1, chips=100_000)
    floor.do(Leave(), "ann")
    assert floor.accounts["aud:player:ann"] == 100_000
    assert floor.refused(Arrive(chips=100_100), "ann").code == "pocket-too-small"
    assert floor.refused(Arrive(chips=150), "ann").code == "chips-do-not-make"
    floor.do(Arrive(chips=0), "ann")
    assert floor.chips("ann") == 0
    floor.do(Arrive(chips=30_000), "ann")
    assert (floor.chips("ann"), floor.accounts["aud:player:ann"]) == (30_000, 70_000)
    floor.do(Arrive(), "ann")
    assert (floor.chips("ann"), floor.accounts["aud:player:ann"]) == (100_000, 0)
    assert floor.do(Arrive(), "ann") == []


def test_a_table_of_an_earlier_release_keeps_its_accounts_until_it_opens_again() -> None:
    floor = Table("sydney-v15", chips=1_000_000)
    opened = floor.events[1]
    assert isinstance(opened, TableOpened)
    floor.accounts.clear()
    floor.state = evolve(TableState(), opened._replace(terms=opened.terms._replace(currency="")))
    floor.seat("ann", 1, chips=50_000)
    assert floor.accounts == {"player:ann": 50_000, "table:T1:float": -50_000, "cash": -50_000, "table:T1:drop": 50_000}
    assert floor.refused(Arrive(chips=100), "ann").code == "opened-by-earlier-release"
    floor.do(Leave(), "ann")
    floor.do(CloseTable())
    again = OpenTable("T1", "sydney-v15", "blackjack", 6, floor.state.sign, chips=20_000, layout_approved=True)
    floor.do(again)
    assert dict(floor.state.accounts) == {":float": 0, ":drop": 50_000, "float": 20_000}
    floor.do(Arrive(), "ann")
    assert floor.chips("ann") == 0  # what she had under the earlier release stays in its accounts
    assert floor.accounts["player:ann"] == 50_000


@sydney
def test_tokens_leave_and_come_back_with_their_owner(book: str) -> None:
    floor = Table(book).seat("ann", 1, chips=10_000)
    floor.do(ExchangeVoucher("ann", "V-17", 5000), "dealer")
    floor.do(Leave(), "ann")
    assert floor.accounts["aud:player:ann:tokens"] == 5000
    floor.do(Arrive(), "ann")
    assert (floor.chips("ann"), floor.state.players["ann"].tokens) == (10_000, 5000)


def test_a_free_bet_token_costs_its_player_nothing() -> None:
    floor = Table("melbourne-v26", "free-bet-blackjack").seat("ann", 1, chips=2000).ready("6s 6d 5h Ks Kd Kh")
    floor.wagers("ann 1 20").close()
    floor.do(Call(say.Double()), "ann")
    floor.finish()
    assert floor.chips("ann") == 6000
    assert ledger(floor)["aud:table:T1:player:ann"] == 6000
