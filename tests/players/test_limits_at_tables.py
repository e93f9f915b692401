"""Limits, breaks and orders at the tables of a floor: each counts at all of them at once."""

from __future__ import annotations

import pytest
from support.carded import carded
from support.carded_floor import ANN, BOB, BOSS, SYDNEY, CardedFloor
from support.clauses import clause

from cutcard.floor.decisions import Done
from cutcard.players import Exclude, SetLimit, StopForReset, TakeBreak, stream_of_player
from cutcard.players.law import DAY, HOUR, MINUTE
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table import ExcludePlayer, InsertCard, Person, PlaceWager, RemoveCard, SellChips, Sit, TakeBackWager


@pytest.fixture
def floor(store: Store) -> CardedFloor:
    """Ann has chips at two tables where betting is open."""
    floor = CardedFloor(store)
    carded(floor.floor, "ann")
    for table in ("T1", "T2"):
        floor.do(table, Sit(1), ANN)
        floor.do(table, SellChips("ann", 100_000))
        floor.betting(table)
    return floor


def ask(floor: CardedFloor, *commands: SetLimit | TakeBreak | StopForReset | Exclude, by: Person = ANN) -> None:
    for command in commands:
        answer = floor.on_player("ann", command, by)
        assert isinstance(answer, Done), answer


def away(floor: CardedFloor, ms: int) -> None:
    """Ann takes the card out, comes back after a while and puts it in again."""
    for table in ("T1", "T2"):
        floor.do(table, RemoveCard(), ANN)
    floor.at += ms
    floor.do("T1", InsertCard(), ANN)


@clause(SYDNEY, "18.3")
def test_a_wager_that_would_pass_the_loss_limit_is_refused_at_any_table(floor: CardedFloor) -> None:
    ask(floor, SetLimit("loss", "day", 10_000))
    floor.do("T1", PlaceWager(1, 6_000), ANN)
    refused = floor.refused("T2", PlaceWager(1, 5_000), ANN)
    assert (refused.code, refused.clause, refused.facts["left"]) == ("loss-limit", "18.3", 4_000)
    floor.do("T2", PlaceWager(1, 4_000), ANN)
    assert floor.refused("T1", PlaceWager(1, 7_000), ANN).code == "loss-limit"
    floor.do("T1", TakeBackWager(1), ANN)
    floor.do("T2", PlaceWager(1, 2_000), ANN)
    assert audit(floor.store, processes=1).fault is None


@clause(SYDNEY, "18.3")
def test_the_lowest_limit_in_force_counts(floor: CardedFloor) -> None:
    ask(floor, SetLimit("loss", "month", 50_000), SetLimit("loss", "week", 8_000), SetLimit("loss", "day", 20_000))
    refused = floor.refused("T1", PlaceWager(1, 9_000), ANN)
    assert (refused.code, refused.facts["period"]) == ("loss-limit", "week")
    ask(floor, SetLimit("loss", "day", 5_000))
    assert floor.refused("T1", PlaceWager(1, 6_000), ANN).facts["period"] == "day"
    floor.do("T1", PlaceWager(1, 5_000), ANN)


def test_a_higher_limit_lets_a_wager_through_a_day_later(floor: CardedFloor) -> None:
    ask(floor, SetLimit("loss", "month", 5_000), SetLimit("loss", "month", 20_000))
    assert floor.refused("T1", PlaceWager(1, 6_000), ANN).code == "loss-limit"
    away(floor, DAY - 10_000)
    assert floor.refused("T1", PlaceWager(1, 6_000), ANN).code == "loss-limit"
    floor.at += 10_000
    floor.do("T1", PlaceWager(1, 6_000), ANN)


def test_what_is_bought_counts_to_a_limit_of_deposits(floor: CardedFloor) -> None:
    ask(floor, SetLimit("deposit", "day", 250_000))  # 200,000 were bought today
    refused = floor.refused("T2", SellChips("ann", 60_000))
    assert (refused.code, refused.clause, refused.facts["left"]) == ("deposit-limit", "31K(4)", 50_000)
    floor.do("T2", SellChips("ann", 50_000))
    away(floor, DAY)
    floor.do("T1", SellChips("ann", 60_000))


def test_a_break_stops_wagers_at_every_table_until_it_is_over(floor: CardedFloor) -> None:
    ask(floor, TakeBreak(30))
    for table in ("T1", "T2"):
        assert floor.refused(table, PlaceWager(1, 1_000), ANN).code == "player-on-break"
        assert floor.refused(table, SellChips("ann", 1_000)).code == "player-on-break"
    floor.at += 30 * MINUTE
    floor.do("T1", PlaceWager(1, 1_000), ANN)


@clause(SYDNEY, "18.4")
def test_whoever_is_stopped_while_a_limit_is_reset_wagers_nowhere(floor: CardedFloor) -> None:
    ask(floor, SetLimit("loss", "day", 10_000))
    ask(floor, StopForReset("day", 15), by=BOSS)
    refused = floor.refused("T2", PlaceWager(1, 1_000), ANN)
    assert (refused.code, refused.clause) == ("limits-are-reset", "18.4")
    floor.at += 15 * MINUTE
    floor.do("T2", PlaceWager(1, 1_000), ANN)


def test_twelve_hours_with_the_card_in_at_whichever_tables_stop_play_for_a_day(floor: CardedFloor) -> None:
    floor.at += 12 * HOUR
    refused = floor.refused("T1", PlaceWager(1, 1_000), ANN)
    assert (refused.code, refused.clause) == ("played-too-long", "31L(3)")
    floor.at += 23 * HOUR
    assert floor.refused("T2", PlaceWager(1, 1_000), ANN).code == "played-too-long"
    floor.at += HOUR
    floor.do("T2", PlaceWager(1, 1_000), ANN)


def test_an_exclusion_holds_at_once_at_every_table(floor: CardedFloor) -> None:
    floor.do("T1", PlaceWager(1, 1_000), ANN)
    ask(floor, Exclude("voluntary"))
    for table in ("T1", "T2"):
        assert floor.refused(table, PlaceWager(1, 1_000), ANN).code in ("player-excluded", "not-at-table")
        floor.say(table, Sit(1), ANN)
        for command, by in ((InsertCard(), ANN), (SellChips("ann", 1_000), BOSS)):
            assert floor.refused(table, command, by).code in ("player-excluded", "player-card-needed", "not-at-table")
    state = floor.floor.stream(stream_of_player("ann")).state
    assert state.excluded(floor.at)[0].clause == "s 79(3)"


@clause(SYDNEY, "18.8.3")
def test_whoever_is_excluded_at_one_table_is_excluded_from_all(floor: CardedFloor) -> None:
    floor.do("T1", ExcludePlayer("ann", "a device"))
    ann = floor.floor.stream(stream_of_player("ann")).state
    assert [(one.kind, one.by, one.clause) for one in ann.excluded(floor.at)] == [("house", "mia", "18.8.3")]
    assert floor.refused("T2", PlaceWager(1, 1_000), ANN).code in ("player-excluded", "not-at-table")
    floor.do("T1", ExcludePlayer("bob", "a device"))  # whom the register did not know
    refused = floor.refused("T2", Sit(2), BOB)
    assert (refused.code, refused.clause) == ("player-excluded", "18.8.3")
    assert audit(floor.store, processes=1).fault is None
