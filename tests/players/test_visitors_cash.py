"""Cash of somebody whom the register does not know: counted at tables, limited, and from some amount on with a name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.carded import identified
from support.dated_floor import DatedFloor
from support.registered_player import NOON

from cutcard.players import CashChipsAtCage, CheckIdentity, IssueCard, RegisterPlayer
from cutcard.players.law import DIRECTORY
from cutcard.players.player_state import IdentityCheck
from cutcard.store import NewEvent, Store
from cutcard.store.audit import audit
from cutcard.store.cash_checks import CashChecks, Counted
from cutcard.table import CashChips, ChipsSold, InsertCard, Leave, Person, SellChips, Sit
from cutcard.table.codec import dumps
from cutcard.table.evolve import evolved
from cutcard.table.standings import VisitorCash

ANN, BOSS = Person("ann", "player"), Person("mia", "tg-area-manager")
DAY = "2026-11-16"
CASH_IN, CASH_OUT = (f"deposit:aud:player:ann:{DAY}:cash-{way}" for way in ("in", "out"))


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[DatedFloor]:
    """Two tables in Melbourne, without cards, under a law that asks who somebody is from $1,000 on."""
    law = tmp_path / "our-state.toml"
    law.write_text((DIRECTORY / "victoria.toml").read_text().replace('"victoria"', '"our-state"', 1))
    store = Store.open(str(tmp_path / "casino.db"))
    store.run_by(law, NOON)
    terms: dict[str, Any] = {"decks": 8, "layout_approved": True, "own_law": store.law}
    yield DatedFloor(store, "T1", "T2", book="melbourne-v26", boss=BOSS, **terms)
    store.close()


def test_cash_at_all_tables_counts_together_until_it_has_to_be_known_who_it_is(floor: DatedFloor) -> None:
    for table, amount in (("T1", 60_000), ("T2", 39_900)):
        floor.do(table, Sit(1), ANN)
        floor.do(table, SellChips("ann", amount))
    assert floor.holds(CASH_IN) == 99_900
    refusal = floor.refused("T1", SellChips("ann", 100))
    assert (refusal.code, refusal.clause) == ("identity-limit", "Royal Commission reforms of 2022")
    floor.do("T1", CashChips("ann", 50_000))
    assert floor.holds(CASH_OUT) == 50_000
    floor.audited()


def test_whoever_has_registered_and_shown_a_document_goes_on_where_they_were(floor: DatedFloor) -> None:
    floor.do("T1", Sit(1), ANN)
    floor.do("T1", SellChips("ann", 99_900))
    floor.desk("ann", RegisterPlayer("ann", "melbourne-v26"))
    identified(floor.store, "ann", at_ms=floor.at)
    floor.desk("ann", IssueCard())
    floor.desk("ann", CheckIdentity("passport"))
    floor.do("T1", InsertCard(), ANN)
    floor.do("T1", SellChips("ann", 100))
    assert floor.refused("T1", SellChips("ann", 100)).code == "cash-limit"  # $1,000 a day, with what a visitor paid
    floor.audited()


def test_the_audit_finds_more_cash_of_a_visitor_than_the_law_lets_pass(floor: DatedFloor) -> None:
    floor.do("T1", Sit(1), ANN)
    floor.do("T1", SellChips("ann", 60_000))
    live = floor.floor.stream("table:T1")
    event = VisitorCash("ann", DAY, "in", 40_000)
    _, lines = evolved(live.state, event)
    floor.store.append(live.stream, live.version, [NewEvent(dumps(event), lines, event)], at_ms=floor.at)
    fault = str(audit(floor.store, processes=1).fault)
    assert f"takes cash of ann to 100000 cents on {DAY}, over 99999, and nobody has seen who they are" in fault


def test_the_audit_finds_cash_of_a_visitor_that_was_never_counted(floor: DatedFloor) -> None:
    floor.do("T1", Sit(1), ANN)
    floor.do("T1", SellChips("ann", 60_000))
    live = floor.floor.stream("table:T1")
    event = ChipsSold("ann", 10_000)
    _, lines = evolved(live.state, event)
    floor.store.append(live.stream, live.version, [NewEvent(dumps(event), lines, event)], at_ms=floor.at)
    fault = str(audit(floor.store, processes=1).fault)
    assert "does not count 10000 cents of cash of ann, whom the register does not know" in fault


def test_the_audit_holds_players_of_the_register_to_the_law_of_the_table(floor: DatedFloor) -> None:
    """Registered in Sydney, where $5,000 a day are taken, ann plays in Melbourne, where it is $1,000."""
    floor.desk("ann", RegisterPlayer("ann", "sydney-v15")._replace(own_law=""))
    state = floor.player("ann")
    for law, wrong in (("new-south-wales", 0), ("victoria", 1)):
        paid = Counted(1, "table:T1", 1, floor.at, CASH_IN, 200_000, law, holds=True)
        seen = state._replace(law="new-south-wales", identity_checks=(IdentityCheck("passport", "", 0, ""),))
        assert len([*CashChecks().counted(paid, {}, {"ann": seen})]) == wrong
        assert [*CashChecks().counted(paid._replace(holds=False), {}, {"ann": seen})] == []


def test_a_visitor_cashes_at_the_cage_once_the_desk_has_their_name(floor: DatedFloor) -> None:
    """To be registered takes a name and no document; cash of the table and of the cage counts together."""
    floor.do("T1", Sit(1), ANN)
    floor.do("T1", SellChips("ann", 99_000))
    floor.do("T1", CashChips("ann", 50_000))
    floor.do("T1", Leave(), ANN)
    assert floor.desk_refuses("ann", CashChipsAtCage(10_000, "cash")).code == "player-not-registered"
    floor.desk("ann", RegisterPlayer("ann", "melbourne-v26"))
    floor.desk("ann", CashChipsAtCage(40_000, "cash"))
    assert floor.holds(CASH_OUT) == 90_000
    floor.audited()


def test_nothing_is_asked_of_a_stranger_where_the_house_has_chosen_no_law(tmp_path: Path) -> None:
    store = Store.open(str(tmp_path / "casino.db"))
    floor = DatedFloor(store, "T1", book="melbourne-v26", boss=BOSS, decks=8, layout_approved=True)
    floor.do("T1", Sit(1), ANN)
    floor.do("T1", SellChips("ann", 1_000_000))
    assert floor.holds(CASH_IN) == 0
    floor.audited()
    store.close()
