"""Attacks on the money of a floor, each of which worked once: on both databases, through the floor that serves them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from support import interleavings
from support.carded import card_of, carded
from support.interleavings import Interleaving, opened, sound
from support.stacked_shoes import as_given

from cutcard.cards import cards
from cutcard.engine import Refusal
from cutcard.floor.blocking import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.floor.house_dealer import Pace, next_act
from cutcard.store import Overdrawn, Store, Unbalanced
from cutcard.store.append import Batch, NewEvent
from cutcard.store.audit import audit
from cutcard.table import (
    Arrive,
    BarPlayer,
    BringCards,
    BurnCard,
    CashChips,
    ChangeColour,
    CheckCards,
    CloseTable,
    Command,
    CountFloat,
    CreditFloat,
    CutForAll,
    DealCards,
    DeclineCut,
    ExchangeVoucher,
    FillFloat,
    GiveClosingNotice,
    GrantPersonalLimit,
    InsertCard,
    Leave,
    NoMoreBets,
    OpenBetting,
    OpenTable,
    Person,
    PlaceCuttingCard,
    PlaceWager,
    RequestFill,
    SellChips,
    Shuffle,
    Sign,
    Sit,
)
from cutcard.table.view import table as view_of

BOSS = Person("mia", "gaming-manager")
ANN = Person("ann", "player")
HUGE = 10**40


class House:
    """A floor whose tables are opened by name, and what people do there."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.floor = BlockingFloor(store, randomness=as_given)
        self.at = 0

    def say(self, table: str, command: Command, by: Person = BOSS) -> Done | Refusal:
        self.at += 1000
        return self.floor.act(table, command, by, self.at)

    def do(self, table: str, command: Command, by: Person = BOSS) -> None:
        answer = self.say(table, command, by)
        assert isinstance(answer, Done), (command, answer)

    def refused(self, table: str, command: Command, by: Person = BOSS) -> Refusal:
        answer = self.say(table, command, by)
        assert isinstance(answer, Refusal), command
        assert answer.message
        return answer

    def open(self, *tables: str, **terms: Any) -> None:
        for table in tables:
            given = {"chips": 10_000_000, "layout_approved": True, **terms}
            carded(self.floor, "ann", "bob", "cat", "dan", "eve")
            self.do(table, OpenTable(table, "sydney-v15", "blackjack", 6, Sign(1000, 50_000), **given))

    def chips(self, table: str, name: str = "ann") -> int:
        return self.floor.state(table).players[name].chips


@pytest.fixture
def house(store: Store) -> Iterator[House]:
    made = House(store)
    yield made
    sound(store)
    report = audit(store, processes=1)
    assert report.fault is None, str(report.fault)


def test_a_dealer_cannot_mint_chips_by_letting_somebody_arrive_with_them(house: House) -> None:
    house.open("T1")
    assert house.refused("T1", Arrive(chips=100_000_000), ANN).code == "pocket-too-small"
    assert house.refused("T1", Arrive("ann", 100_000_000)).code == "players-act-alone"
    house.do("T1", Sit(1), ANN)
    assert house.refused("T1", CashChips("ann", 100_000_000)).code == "not-so-many-chips"


def test_the_same_chips_are_not_at_three_tables(house: House) -> None:
    house.open("T1", "T2", "T3")
    house.do("T1", Sit(1), ANN)
    house.do("T1", SellChips("ann", 50_000))
    house.do("T1", Leave(), ANN)
    assert house.store.balance("aud:player:ann") == 50_000
    for table in ("T1", "T2", "T3"):
        house.do(table, Arrive(), ANN)
    assert [house.chips(table) for table in ("T1", "T2", "T3")] == [50_000, 0, 0]
    assert house.refused("T2", Arrive(chips=50_000), ANN).code == "pocket-too-small"
    house.do("T1", CashChips("ann", 50_000))
    assert house.refused("T2", CashChips("ann", 50_000)).code == "not-so-many-chips"


class Slow(Store):
    """A store of a process that is slow to decide: somebody else does something after it has read a balance."""

    meanwhile: Callable[[], None] | None = None
    reads = 0

    def balances_of(self, accounts: Sequence[str]) -> dict[str, int]:
        found = super().balances_of(accounts)
        self.reads += 1
        act, self.meanwhile = self.meanwhile, None
        if act is not None:
            act()
        return found


def test_two_processes_that_read_the_same_pocket_do_not_both_spend_it(house: House, where: str) -> None:
    house.open("T1", "T2", "T3")
    house.do("T1", Sit(1), ANN)
    house.do("T1", SellChips("ann", 50_000))
    house.do("T1", Leave(), ANN)
    slow = Slow.open(where)
    assert isinstance(slow, Slow)
    slow.meanwhile = lambda: house.do("T2", Arrive(), ANN)
    done = BlockingFloor(slow).act("T3", Arrive(), ANN, house.at + 1)
    slow.close()
    assert isinstance(done, Done)
    assert slow.reads == 2  # it was told that the pocket is empty by now, and looked again
    assert (house.chips("T2"), house.chips("T3")) == (50_000, 0)


def test_play_money_never_becomes_real(house: House) -> None:
    house.open("P1", play_money=True)
    house.open("T1")
    house.do("P1", Sit(1), ANN)
    house.do("P1", SellChips("ann", 1_000_000))
    house.do("P1", Leave(), ANN)
    house.do("T1", Arrive(), ANN)
    assert house.chips("T1") == 0
    assert house.refused("T1", Arrive(chips=1000), ANN).code == "pocket-too-small"
    assert house.store.balance("play:player:ann") == 1_000_000
    both = [("play:player:ann", -100), ("aud:player:ann", 100)]
    with pytest.raises(Unbalanced, match=r"-100 cents of play, 100 cents of aud"):
        house.store.append("table:T1", house.floor.stream("table:T1").version, [NewEvent("{}", both)], at_ms=house.at)


def test_a_table_that_opens_again_in_the_other_currency_starts_with_nothing(house: House) -> None:
    house.open("T1")
    house.do("T1", Sit(1), ANN)
    house.do("T1", SellChips("ann", 50_000))
    house.do("T1", Leave(), ANN)
    house.do("T1", CloseTable())
    house.open("T1", play_money=True, chips=0)
    state = house.floor.state("T1")
    assert (state.tray, state.accounts["aud:drop"]) == (0, 50_000)
    house.do("T1", Sit(1), ANN)
    assert house.chips("T1") == 0
    house.do("T1", Leave(), ANN)
    house.do("T1", CloseTable())
    house.open("T1")
    assert house.floor.state("T1").accounts["drop"] == 50_000 == house.store.balance("aud:table:T1:drop")


def test_a_voucher_is_taken_once_over_all_tables_however_it_is_written(house: House) -> None:
    house.open("T1", "T2")
    house.open("P1", play_money=True)
    for table in ("T1", "T2", "P1"):
        house.do(table, Sit(1), ANN)
    assert house.refused("T1", ExchangeVoucher("ann", " ", 5000)).code == "voucher-number"
    assert house.refused("T1", ExchangeVoucher("ann", "v" * 65, 5000)).code == "voucher-number"
    for alike in ("V\u034f-17", "V\ufe0f-17", "V\u201317", "\u0412-17"):  # what nobody can tell from V-17 by eye
        assert house.refused("T1", ExchangeVoucher("ann", alike, 5000)).code == "voucher-number"
    house.do("P1", ExchangeVoucher("ann", "V-17", 5000))  # a guest's play money does not use up a real one
    house.do("T1", ExchangeVoucher("ann", "V-17", 5000))
    for table in ("T1", "T2"):
        for number in ("V-17", "v-17", " V- 17 ", "Ｖ-17"):
            refused = house.refused(table, ExchangeVoucher("ann", number, 5000))
            assert refused.message == "voucher v-17 has been taken already"
    house.store.rebuild_views()
    assert house.refused("T2", ExchangeVoucher("ann", "V-17", 5000)).code == "claimed-already"
    assert house.store.balance("aud:promotions") == -5000


def test_a_voucher_is_taken_once_within_one_commit(house: House) -> None:
    house.open("T1", "T2")
    batches = []
    for table in ("T1", "T2"):
        house.do(table, Sit(1), ANN)
        live = house.floor.stream(f"table:{table}")
        text = '{"amount":500,"currency":"aud","is":"VoucherExchanged","player":"ann","voucher":"V1"}'
        lines = [(f"aud:table:{table}:tokens:ann", 500), ("aud:promotions", -500)]
        batches.append(Batch(f"table:{table}", live.version, [NewEvent(text, lines)], house.at))
    answers = house.store.append_all(batches)
    assert [type(answer).__name__ for answer in answers] == ["Appended", "Claimed"]


def test_the_float_cannot_pay_what_it_does_not_hold_and_the_table_waits_for_a_fill(house: House) -> None:
    house.open("T1", chips=101_000, source="real")
    house.do("T1", Sit(1, "ann"))
    house.do("T1", InsertCard(card_of(house.floor, "ann"), "ann"))
    house.do("T1", SellChips("ann", 100_000))
    assert house.refused("T1", SellChips("ann", 5000)).code == "float-too-small"
    assert house.refused("T1", CreditFloat({500: 10})).code == "float-too-small"
    shuffled: tuple[Command, ...] = (BringCards(), CheckCards(), Shuffle(), DeclineCut("ann"), CutForAll(80))
    wagered: tuple[Command, ...] = (OpenBetting(), PlaceWager(1, 20_000, player="ann"), NoMoreBets())
    for command in (*shuffled, PlaceCuttingCard(78), BurnCard(), *wagered):
        house.do("T1", command)
    natural = DealCards(cards("As 9d Kh"))
    refused = house.refused("T1", natural)
    assert refused.message == "the float holds $10 and cannot pay this: a fill of at least $290 is needed first"
    state = house.floor.state("T1")
    assert (state.fill_due, state.fill_blocks, state.tray) == (29_000, True, 1000)
    assert next_act(state, Pace()) is None  # the house does not try again and again
    assert view_of(state, None).waiting.needs == "fill"
    assert view_of(state, BOSS).fill_due == 29_000
    version = house.floor.stream("table:T1").version
    assert house.refused("T1", natural).code == "fill-needed"
    assert house.floor.stream("table:T1").version == version  # it has been asked for already
    house.do("T1", FillFloat({100: 290}))
    assert house.floor.state("T1").fill_due is None
    house.do("T1", natural)
    assert (house.chips("T1"), house.floor.state("T1").tray) == (100_000 + 30_000, 0)


def test_at_a_table_for_play_money_the_house_brings_the_fill(house: House) -> None:
    house.open("P1", chips=1000, play_money=True)
    house.do("P1", RequestFill(50_000))
    act = next_act(house.floor.state("P1"), Pace())
    assert act is not None
    house.do("P1", act.command, act.by)
    assert house.floor.state("P1").tray > 50_000
    assert house.floor.state("P1").fill_due is None


def test_staff_ask_for_a_fill_and_play_goes_on(house: House) -> None:
    house.open("T1")
    assert house.refused("T1", RequestFill(0)).code == "fill-of-nothing"
    assert house.refused("T1", RequestFill(100), ANN).clause
    house.do("T1", RequestFill(50_000))
    state = house.floor.state("T1")
    assert (state.fill_due, state.fill_blocks) == (50_000, False)
    assert view_of(state, None).waiting.needs == "house"


def test_chips_move_in_chips(house: House) -> None:
    house.open("T1")
    house.do("T1", Sit(1), ANN)
    house.do("T1", SellChips("ann", 50_000))
    for command in (
        CashChips("ann", 1),
        SellChips("ann", 150),
        FillFloat({150: 1}),
        CreditFloat({1: 100}),
        CountFloat({50: 1}),
        ChangeColour("ann", {100: 1}, {50: 2}),
        ExchangeVoucher("ann", "V-1", 150),
    ):
        assert house.refused("T1", command).code == "chips-do-not-make", command
    assert house.refused("T2", OpenTable("T2", "sydney-v15", "blackjack", 6, Sign(1000, 50_000), chips=150)).message
    house.do("T1", CashChips("ann", 50_000))


BEYOND: tuple[Command, ...] = (
    FillFloat({100: HUGE}),
    FillFloat({HUGE: 1}),
    FillFloat({10**7: 10**6}),
    CreditFloat({100: HUGE}),
    CountFloat({HUGE: 1}),
    SellChips("ann", HUGE),
    SellChips("ann", -HUGE),
    CashChips("ann", HUGE),
    ChangeColour("ann", {HUGE: 1}, {HUGE: 1}),
    ExchangeVoucher("ann", "V-1", HUGE),
    GrantPersonalLimit("ann", 1000, HUGE, True),
    PlaceWager(1, HUGE),
    PlaceWager(1, 1000, tokens=HUGE),
    RequestFill(HUGE),
    Arrive("ann", HUGE),
    OpenTable("T1", "sydney-v15", "blackjack", 6, Sign(1000, HUGE)),
    OpenTable("T1", "sydney-v15", "blackjack", 6, Sign(1000, 5000), chips=HUGE),
    OpenTable("T1", "sydney-v15", "blackjack", 6, Sign(1000, 5000), meters={"jackpot": HUGE}),
)


def test_every_amount_has_a_bound(house: House) -> None:
    house.open("T1")
    house.do("T1", Sit(1), ANN)
    before = house.store.head()
    for command in BEYOND:
        assert house.refused("T1", command).message == "an amount may not be more than $10,000,000,000", command
    assert house.store.head() == before


def test_an_account_has_a_bound_and_a_neighbour_in_the_same_commit_is_written(house: House) -> None:
    house.open("T1", "T2")
    t1, t2 = (house.floor.stream(f"table:{name}").version for name in ("T1", "T2"))
    much = NewEvent('{"is":"FloatFilled","chips":{"100":1}}', [("aud:cage", -(10**15)), ("aud:table:T1:float", 10**15)])
    little = NewEvent('{"chips":{"100":1},"is":"FloatFilled"}', [("aud:table:T2:float", 100), ("aud:cage", -100)])
    first, second = house.store.append_all(
        [Batch("table:T1", t1, [much], house.at), Batch("table:T2", t2, [little], house.at)]
    )
    assert [type(answer).__name__ for answer in (first, second)] == ["BeyondBound", "Appended"]


def test_no_account_is_overdrawn_where_it_is_written(store: Store) -> None:
    with pytest.raises(Overdrawn, match="aud:player:ann"):
        store.append("a", 0, [NewEvent("{}", [("aud:player:ann", -1), ("aud:cage", 1)])], at_ms=0)
    store.append("a", 0, [NewEvent("{}", [("aud:player:ann", 5), ("aud:cage", -5)])], at_ms=0)
    spend = [NewEvent("{}", [("aud:player:ann", -4), ("aud:cage", 4)])]
    answers = store.append_all([Batch("a", 1, spend, 0), Batch("b", 0, spend, 0)])
    assert [type(answer).__name__ for answer in answers] == ["Appended", "Overdrawn"]
    assert store.balance("aud:player:ann") == 1


def test_no_name_of_a_player_makes_two_accounts_the_same(house: House) -> None:
    house.open("T1")
    for name in ("x:tokens", "ann:", "a" * 65, "ann\u200b"):
        assert house.refused("T1", Sit(1), Person(name, "player")).code == "player-name"
        for command in (Arrive(name), BarPlayer(name, "why"), SellChips(name, 1000), ExchangeVoucher(name, "V", 1000)):
            assert house.refused("T1", command).code == "player-name"


def test_who_is_there_when_the_table_closes_or_is_barred_has_their_chips_in_the_pocket(house: House) -> None:
    house.open("T1")
    for name, box in (("ann", 1), ("bob", 2)):
        house.do("T1", Sit(box), Person(name, "player"))
        house.do("T1", SellChips(name, 50_000))
    house.do("T1", BarPlayer("ann", "a device"))
    house.do("T1", GiveClosingNotice(house.at + 40 * 60_000))
    house.at += 60 * 60_000
    house.do("T1", CloseTable())
    assert house.store.balances_of(["aud:player:ann", "aud:player:bob"]) == {
        "aud:player:ann": 50_000,
        "aud:player:bob": 50_000,
    }


# ------------------------------------------------------------------------------------------------- interleavings


def test_random_interleavings_over_tables_and_floors_overdraw_nothing(where: str) -> None:
    stores = [Store.open(where) for _ in range(2)]
    opened(BlockingFloor(stores[0]))
    people = Interleaving([BlockingFloor(store) for store in stores], seed=13)
    for step in range(500):
        people.step()
        if step % 20 == 0:
            sound(stores[0])
    sound(stores[0])
    report = audit(stores[0], processes=1)
    assert report.fault is None, str(report.fault)
    for kind in ("Arrive done", "PlaceWager done", "CashChips done", "Leave done"):
        assert people.answers[kind], people.answers
    for store in stores:
        store.close()


def test_processes_that_spend_at_once_overdraw_nothing(where: str) -> None:
    store = Store.open(where)
    opened(BlockingFloor(store))
    command = [sys.executable, interleavings.__file__, where]
    paths = (os.environ.get("PYTHONPATH", ""), str(Path(interleavings.__file__).parents[1]))
    helpers = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    running = [subprocess.Popen([*command, str(seed), "60"], env=helpers) for seed in (1, 2)]
    assert [process.wait() for process in running] == [0, 0]
    sound(store)
    report = audit(store, processes=1)
    assert report.fault is None, str(report.fault)
    store.close()
