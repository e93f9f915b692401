"""Chips are counted at the end of a session and whenever that is asked for, and go back to the inventory."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.tournament_floor import CANBERRA, EARLIER, MELBOURNE, SYDNEY
from support.tournament_play import TournamentPlay, stage

from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table import PlayEnded, StepAway
from cutcard.table.session_terms import LimitStep
from cutcard.tournaments import (
    CallCount,
    ChipsCounted,
    CountTable,
    Disqualify,
    DisqualifyAbsent,
    EndEarly,
    OrderPlayOff,
    RecordShortfall,
    ShortfallRecorded,
    TableCounted,
)

BOOKS = (SYDNEY, EARLIER, CANBERRA, MELBOURNE)
FOUR = ("ann", "bob", "cal", "dee")


@pytest.mark.parametrize("book", BOOKS)
@clause(SYDNEY, "19.5.8", "19.6.9")
@clause(EARLIER, "20.5.8", "20.6.9")
def test_the_chips_of_everybody_are_recorded_and_stay_the_houses(store: Store, book: str) -> None:
    house = TournamentPlay(store, book=book).begun(*FOUR)
    assert house.refused(CountTable("T1")).code == "session-not-over"
    house.one_round("T1", ann="100 win", bob="20 push").count()
    counted = next(one for one in house.events() if isinstance(one, TableCounted))
    chips = {house.state.entrants[one].player: amount for one, amount in counted.counts.items()}
    assert chips == {"ann": 110_000, "bob": 100_000, "cal": 99_000, "dee": 99_000}
    assert counted.clause
    assert house.state.sessions[1].status == "over"
    assert house.table("T1").players == {}
    assert all(not cents for account, cents in house.ledger.items() if account.startswith("tournament:"))
    assert not any(account.startswith("aud:player:") for account, cents in house.ledger.items() if cents)
    assert house.refused(CountTable("T1")).code == "no-session-at-table"


@pytest.mark.parametrize(("book", "by"), [(SYDNEY, "19.5.9"), (EARLIER, "20.5.9")])
@clause(SYDNEY, "19.5.9")
@clause(EARLIER, "20.5.9")
def test_missing_chips_are_recorded_with_quantity_and_value(store: Store, book: str, by: str) -> None:
    house = TournamentPlay(store, book=book).begun(*FOUR)
    assert house.refused(RecordShortfall("T1", 2500, 3)).code == "table-not-counted"
    house.one_round("T1").count()
    assert house.refused(RecordShortfall("T1", 0, 3)).clause == by
    house.do(RecordShortfall("T1", 2500, 3))
    assert next(one for one in house.events() if isinstance(one, ShortfallRecorded))[:4] == (1, "T1", 2500, 3)
    (short,) = house.state.shortfalls
    assert (short.chip, short.quantity) == (2500, 3)
    assert house.ledger["tournament:missing:spring"] == 7500 == -house.ledger["tournament:inventory:spring"]


@pytest.mark.parametrize(("book", "by"), [(SYDNEY, "19.5.9"), (EARLIER, "20.5.9")])
@clause(SYDNEY, "19.5.9")
@clause(EARLIER, "20.5.9")
def test_no_more_chips_are_missing_than_players_were_given_or_had_won(store: Store, book: str, by: str) -> None:
    house = TournamentPlay(store, book=book).begun(*FOUR)
    house.one_round("T1", ann="100 win").count()  # she has 1,100 at the end, the others were given 1,000 each
    refusal = house.refused(RecordShortfall("T1", 10_000, 42))
    assert (refusal.code, refusal.clause, refusal.facts["left"]) == ("shortfall-too-large", by, 410_000)
    assert refusal.message == "at most $4,100 of the chips that players had at table T1 can be missing"
    house.do(RecordShortfall("T1", 10_000, 40))
    assert house.refused(RecordShortfall("T1", 10_000, 2)).facts["left"] == 10_000
    house.do(RecordShortfall("T1", 10_000, 1))
    assert house.ledger["tournament:missing:spring"] == 410_000


@pytest.mark.parametrize(("book", "by"), [(SYDNEY, "19.11.3"), (EARLIER, "20.11.3"), (CANBERRA, "20.12")])
@clause(SYDNEY, "19.11.3")
@clause(EARLIER, "20.11.3")
def test_a_count_may_be_called_at_any_time(store: Store, book: str, by: str) -> None:
    house = TournamentPlay(store, book=book, stages=(stage(rounds=3), stage("final"))).begun(*FOUR)
    table = house.tables["T1"].open()
    first = house.players("T1")[0]
    table.bet(first, "50")
    house.do(CallCount("T1"))
    counted = next(one for one in house.events() if isinstance(one, ChipsCounted))
    assert set(counted.counts.values()) == {100_000}
    assert counted.clause == by
    assert house.table("T1").session is not None


SETTLED = [(SYDNEY, "19.5.5.1"), (EARLIER, "20.5.5.1"), (MELBOURNE, "31.4.8(d)(i)")]
AGREED = [(SYDNEY, "19.5.5.2"), (EARLIER, "20.5.5.2"), (MELBOURNE, "31.4.8(d)(ii)")]


@pytest.mark.parametrize(("book", "by"), SETTLED)
@clause(SYDNEY, "19.5.5", "19.5.5.1")
@clause(EARLIER, "20.5.5", "20.5.5.1")
@clause(MELBOURNE, "31.4.8(d)", "31.4.8(d)(i)")
def test_play_ends_early_when_who_goes_on_is_settled(store: Store, book: str, by: str) -> None:
    stages = (stage(rounds=9, advance=2, limits=(LimitStep(1, 1000, 100_000),)), stage("final"))
    house = TournamentPlay(store, book=book, stages=stages).begun(*FOUR)
    assert house.refused(EndEarly("T1")).clause == by
    house.one_round("T1", ann="100 win", bob="100 win")
    assert house.refused(EndEarly("T1")).clause == by, "in eight rounds cal and dee may still catch up"
    house.one_round("T1", cal="990 lose", dee="990 lose")
    house.do(EndEarly("T1"))
    ended = next(one for one in house.events("table:T1") if isinstance(one, PlayEnded))
    assert ended.clause == by
    house.count()
    assert house.state.sessions[1].status == "over"


@pytest.mark.parametrize(("book", "by"), AGREED)
@clause(SYDNEY, "19.5.5.2")
@clause(EARLIER, "20.5.5.2")
@clause(MELBOURNE, "31.4.8(d)(ii)")
def test_play_ends_early_when_all_agree_and_the_terms_let_chips_be_paid_in_cash(
    store: Store, book: str, by: str
) -> None:
    house = TournamentPlay(store, book=book, chips_at_end="cash", stages=(stage(rounds=9), stage("final")))
    house.begun(*FOUR)
    assert house.refused(EndEarly("T1", (1, 2, 3))).clause == by
    table = house.tables["T1"].open()
    table.bet(house.players("T1")[0], "50")
    house.do(EndEarly("T1", (1, 2, 3, 4)))
    house.count()
    assert set(house.state.sessions[1].tables["T1"].counts.values()) == {100_000}
    assert {name: house.ledger[f"aud:player:{name}"] for name in FOUR} == dict.fromkeys(FOUR, 100_000)
    assert house.ledger["aud:promotions"] == -400_000
    assert audit(store, processes=1).fault is None


@clause(SYDNEY, "19.5.6.2", "19.6.7")
def test_chips_are_paid_to_whoever_was_away_and_not_to_whoever_broke_the_rules_nor_twice(store: Store) -> None:
    house = TournamentPlay(store, chips_at_end="cash", stages=(stage(), stage("final"))).begun(*FOUR)
    table = house.tables["T1"]
    table.do(StepAway("cal"), table.dealer)
    house.do(DisqualifyAbsent(house.number("cal"), "did not come"))
    house.do(Disqualify(house.number("dee"), "concealing", "chips in a pocket"))
    house.one_round("T1", ann="100 win", bob="100 win").count()
    paid = {name: house.ledger.get(f"aud:player:{name}", 0) for name in FOUR}
    assert paid == {"ann": 110_000, "bob": 110_000, "cal": 100_000, "dee": 0}
    house.do(OrderPlayOff())
    house.begin().one_round("T1", ann="100 win", bob="10 win").count()
    assert house.ledger["aud:player:ann"] == 110_000, "a play-off is about places"
