"""Corrected rounds in a store: the audit plays them again, and history tells what really happened and who said so."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from support.clauses import clause
from support.kept_table import Kept
from support.tables import Table
from support.tampering import rehashed, resigned, unguarded

from cutcard.cards import card
from cutcard.cli.history import story_of
from cutcard.engine import commands as say
from cutcard.records import settle
from cutcard.records.entries import entries
from cutcard.store import Store, usual_rounds, views
from cutcard.store.audit import audit
from cutcard.store.history import PlayedRound, played_rounds
from cutcard.table import (
    AddWager,
    Call,
    CorrectCall,
    CorrectCard,
    CorrectWager,
    TableState,
    TakeBackEntry,
    VoidPlayedRound,
    VoidRoundForFraud,
    evolve,
)


def dealt(table: Table, cards: str) -> None:
    """A round with these cards, in which ann and bea stand."""
    first, rest = cards.split(" | ")
    table.wagers("ann 1 20", "bea 2 50").close().deal(first)
    for name in ("ann", "bea"):
        table.do(Call(say.Stand(), name), table.dealer)
    if rest:
        table.deal(rest)


def entry(table: Table, text: str) -> int:
    played = table.state.played[-1]
    return next(one.number for one in entries(played.events) if one.command == say.Deal(card(text)))


def sound(store: Store) -> list[PlayedRound]:
    """The rounds of a store that the audit finds nothing wrong with, by number."""
    report = audit(store)
    assert report.fault is None, str(report.fault)
    found = sorted(played_rounds(store, store.rounds()), key=lambda each: each.view.number)
    assert report.rounds == len(found)
    for each in found:
        assert settle(each.record)["settlement"] == each.record["settlement"]
    before = _views(store)
    with store.engine.begin() as connection:
        views.rebuild(connection)
    assert _views(store) == before
    return found


def _views(store: Store) -> dict[str, tuple[int, int]]:
    with store.engine.connect() as connection:
        return views.digests(connection)


@clause("sydney-v15", "16.8")
def test_the_audit_plays_corrected_rounds_again_and_history_shows_the_corrected_facts(tmp_path: Path) -> None:
    store = Store.open(f"{tmp_path}/casino.db")
    table = Kept(store, "sydney-v15", source="real").seat("ann", 1).seat("bea", 2).ready()
    table.wagers("ann 1 20", "bea 2 50").close().deal("Th 9c 7d 5h 8s")
    table.do(TakeBackEntry(), table.dealer)
    table.deal("7s")
    table.do(CorrectCard(entry(table, "5h"), card("Kh"), "the king"))
    for name in ("ann", "bea"):
        table.do(Call(say.Stand(), name), table.dealer)
    table.deal("Td")
    dealt(table, "Th 9c 7d Kh 8s | Tc")
    table.do(CorrectCard(entry(table, "Tc"), card("4c"), "a four"))  # the dealer draws on
    table.deal("Ts")
    dealt(table, "Th 9c 7d Kh 8s | Tc")
    table.do(CorrectWager(2, 10_000, "a hundred"))
    dealt(table, "Th 9c 7d Kh 8s | Tc")
    first, second, third, fourth = sound(store)
    assert first.record["cards"] == "Th 9c 7d Kh 7s Td"
    assert [one["changes"][0]["was"] for one in first.record["corrected"]] == ["8s", "5h"]
    assert second.record["cards"] == "Th 9c 7d Kh 8s 4c Ts"
    assert second.nets == {"ann": -2000, "bea": -5000}
    assert [line["staked"] for line in third.record["settlement"]] == ["20", "100"]
    assert "corrected" not in fourth.record
    assert "reason" not in third.record_for(staff=False)["corrected"][0]
    words = " ".join(story_of(second))
    assert "correct" in words.lower()
    assert "a four" in words
    state = TableState()
    for event in table.events:
        state = evolve(state, event)
    assert state == table.state
    store.close()


@clause("canberra-2006", "14.5")
def test_a_round_that_is_void_since_a_later_one_had_begun_is_audited_and_told_so(tmp_path: Path) -> None:
    store = Store.open(f"{tmp_path}/casino.db")
    table = Kept(store, "canberra-2006", source="real").seat("ann", 1).seat("bea", 2).ready()
    dealt(table, "Th 9c 7d Kh 8s | Tc")
    faulty = table.state.number
    dealt(table, "Th 9c 7d Kh 8s | ")
    table.do(VoidPlayedRound(faulty, "a card went to the wrong box"))
    table.deal("Tc")
    void, later = sound(store)
    assert void.nets == {"ann": 0, "bea": 0}
    assert later.nets == {"ann": 2000, "bea": 0}
    assert void.record["actions"][-1]["late"] is True
    store.close()


@clause("sydney-v15", "18.9.2")
@pytest.mark.parametrize("in_bulk", [False, True])
def test_a_round_of_the_program_that_lost_its_outcome_is_audited(
    tmp_path: Path, in_bulk: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The audit does not keep such rounds entry by entry, and finds the one that is void in its last lines."""
    monkeypatch.setattr(usual_rounds, "followed", in_bulk)
    where = f"{tmp_path}/casino.db"
    store = Store.open(where)
    table = Kept(store, "sydney-v15").seat("ann", 1).ready("Ts 9c 8d Th Tc 9d 8c Td " * 5)
    for _ in range(9):
        table.round("ann 1 20")
    table.do(VoidRoundForFraud("a marked card"), table.boss)
    table.round("ann 1 20")
    found = sound(store)
    assert [each.nets for each in found] == [{"ann": -2000}] * 8 + [{"ann": 0}, {"ann": -2000}]
    assert found[8].record["actions"][-1]["late"] is True
    assert table.chips("ann") == 1_000_000 - 9 * 2000
    state = TableState()
    for event in table.events:
        state = evolve(state, event)
    assert state == table.state
    store.close()
    assert rewritten(where, '"cents":2000', '"cents":3000') or rewritten(where, '"amount":2000', '"amount":3000')
    store = Store.open(where)
    assert audit(store).fault is not None
    store.close()


def rewritten(where: str, was: str, now: str) -> bool:
    """Change what a correction says and hash and sign everything anew, as somebody with every key could."""
    store = Store.open(where)
    keys = store.keys
    store.close()
    engine = create_engine(f"sqlite:///{where}")
    with unguarded(engine) as connection:
        connection.execute(text("DELETE FROM snapshots"))
        query = "SELECT position, payload FROM events WHERE payload LIKE '%RoundCorrected%'"
        position, payload = connection.execute(text(query)).one()
        change = text("UPDATE events SET payload = :payload WHERE position = :position")
        altered = payload.replace(was, now)
        connection.execute(change, {"payload": altered, "position": position})
        rehashed(connection)
        resigned(connection, keys)
    engine.dispose()
    return bool(altered != payload)


def test_betting_that_was_closed_too_early_is_audited_and_leaves_no_round(tmp_path: Path) -> None:
    store = Store.open(f"{tmp_path}/early.db")
    table = Kept(store, "sydney-v15", source="real").seat("ann", 1).seat("bea", 2).ready()
    table.wagers("ann 1 20").close()
    table.do(TakeBackEntry("bea had chips in hand"), table.dealer)
    table.wagers_placed("bea 2 50").close().deal("Th 9c 7d Kh")
    table.do(AddWager(1, "bea", 1_000, "ten behind ann"))
    table.deal("8s")
    for name in ("ann", "bea"):
        table.do(Call(say.Stand(), name), table.dealer)
    table.deal("Tc")
    (only,) = sound(store)
    assert only.view.number == 2
    assert only.record["net"] == {"ann": "20", "bea": "10"}
    store.close()


def test_a_tampered_correction_is_found(tmp_path: Path) -> None:
    changes = {
        "another card": ('"card":"Kh"', '"card":"Qh"'),
        "another entry": ('"was":"5h"', '"was":"6h"'),
        "more owed": ('"owed":[]', '"owed":[{"chips":500,"player":"ann","tokens":0}]'),
        "another stake": ('"amount":2000', '"amount":3000'),
    }
    for at, (was, now) in enumerate(changes.values()):
        where = f"{tmp_path}/{at}.db"
        store = Store.open(where)
        table = Kept(store, "sydney-v15", source="real").seat("ann", 1).seat("bea", 2).ready()
        dealt(table, "Th 9c 7d 5h 8s | Tc")
        table.do(CorrectCard(entry(table, "5h"), card("Kh"), "the king"))
        store.close()
        altered = rewritten(where, was, now)
        store = Store.open(where)
        report = audit(store)
        store.close()
        assert altered
        assert report.fault is not None, was
        assert "hash" not in str(report.fault)


def test_a_correction_that_does_not_name_the_call_it_changes_is_found(tmp_path: Path) -> None:
    where = f"{tmp_path}/call.db"
    store = Store.open(where)
    table = Kept(store, "sydney-v15", source="real").seat("ann", 1).seat("bea", 2).ready()
    table.wagers("ann 1 20", "bea 2 50").close().deal("5h 9c 7d 6h 8s")
    table.do(Call(say.Hit(), "ann"), table.dealer)
    table.do(CorrectCall(entries(table.state.played[-1].events)[-1].number, "double", "ann doubled"))
    assert audit(store).fault is None
    store.close()
    assert rewritten(where, '"now":"double"', '"now":"stand"')
    store = Store.open(where)
    assert "differs that the correction does not name" in str(audit(store).fault)
    store.close()


def test_a_wager_that_a_correction_puts_beside_its_players_own_is_one_with_it_and_audited(tmp_path: Path) -> None:
    where = f"{tmp_path}/wager.db"
    store = Store.open(where)
    table = Kept(store, "melbourne-v26", source="real").seat("ann", 1).seat("bea", 2).ready()
    table.wagers("ann 1 20", "bea 2 50").close().deal("5h 6h 9c 7d 8s")
    table.do(AddWager(1, "ann", 1000, "ten more lay there"))
    assert [bet.amount for bet in table.state.played[-1].bets] == [3000, 5000]
    assert audit(store).fault is None
    store.close()
    assert rewritten(where, '"now":"main of $10 by ann on box 1"', '"now":"main of $20 by ann on box 1"')
    store = Store.open(where)
    assert "differs that the correction does not name" in str(audit(store).fault)
    store.close()
