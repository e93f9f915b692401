"""One version of Magnificent Sevens at all tables of a floor, whichever process opens them; on both databases."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from support.clauses import clause

from cutcard.engine import Refusal
from cutcard.floor.blocking import BlockingFloor
from cutcard.floor.decisions import Change, Decision, Done
from cutcard.floor.drivers import Blocking, run
from cutcard.floor.floor import Floor
from cutcard.floor.versions import SharedVersion, elsewhere
from cutcard.store import Appended, Batch, Store
from cutcard.store.audit import audit
from cutcard.store.project import stream_of
from cutcard.table import CloseTable, GiveClosingNotice, OpenTable, Person, PostSideBetChange, Sign, TableState, act
from cutcard.table.state import EarnedEntry
from cutcard.table.versions import Elsewhere, played

BET = "magnificent-sevens"
WANTED = SharedVersion("melbourne-v26", BET, "Magnificent Sevens", "2", "13.6.2")
BOSS = Person("mia", "tg-assistant-casino-manager")
MINUTE = 60_000


def opening(table: str, version: str | None, game: str = "blackjack") -> OpenTable:
    side_bets: dict[str, str | bool] = {} if version is None else {BET: version}
    return OpenTable(table, "melbourne-v26", game, 6, Sign(1000, 50_000), side_bets=side_bets)


def opened(floor: BlockingFloor, table: str, version: str | None, at: int = 0) -> Done | Refusal:
    return floor.act(table, opening(table, version), BOSS, at)


def close(floor: BlockingFloor, table: str, at: int) -> None:
    assert isinstance(floor.act(table, GiveClosingNotice(0), BOSS, at), Done)
    assert isinstance(floor.act(table, CloseTable(), BOSS, at), Done)


@clause("melbourne-v26", "13.6.1", "13.6.1(a)", "13.6.1(b)", "13.6.2")
@pytest.mark.parametrize(("one", "other"), [("1", "2"), ("2", "1")])
def test_all_tables_of_a_floor_offer_the_same_version(store: Store, one: str, other: str) -> None:
    floor, elsewhere = BlockingFloor(store), BlockingFloor(store)  # as two processes over one store
    assert isinstance(opened(floor, "T1", one), Done)
    refused = opened(elsewhere, "T2", other)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.clause) == ("one-version-for-all", "13.6.2")
    same = f"Magnificent Sevens is played as version {one} at T1, and all tables must offer the same one"
    assert refused.message == same
    assert elsewhere.state("T2").phase == "new"
    assert isinstance(opened(elsewhere, "T2", one), Done)
    assert isinstance(opened(floor, "T3", None), Done)  # it need not be offered
    assert audit(store, processes=1).fault is None


@clause("melbourne-v26", "13.6.2", "13.6.3(a)")
def test_the_other_version_is_played_once_every_table_with_it_has_closed(store: Store) -> None:
    floor = BlockingFloor(store)
    for table in ("T1", "T2"):
        assert isinstance(opened(floor, table, "1"), Done)
        posted = PostSideBetChange(BET, "version", 20 * MINUTE, "2")
        assert isinstance(floor.act(table, posted, BOSS, 0), Done)
    close(floor, "T1", 20 * MINUTE)
    refused = opened(floor, "T1", "2", 40 * MINUTE)
    assert isinstance(refused, Refusal)
    assert refused.clause == "13.6.2"
    close(floor, "T2", 41 * MINUTE)
    assert isinstance(opened(floor, "T1", "2", 61 * MINUTE), Done)
    assert isinstance(opened(floor, "T2", "1", 61 * MINUTE), Refusal)
    assert isinstance(opened(floor, "T2", "2", 61 * MINUTE), Done)
    assert audit(store, processes=1).fault is None


@clause("melbourne-v26", "13.6.3", "13.6.3(a)", "13.6.3(b)")
@pytest.mark.parametrize(("one", "other", "by"), [("1", "2", "13.6.3(a)"), ("2", "1", "13.6.3(b)")])
def test_no_table_opens_with_the_other_version_before_the_last_one_has_been_closed_for_a_while(
    store: Store, one: str, other: str, by: str
) -> None:
    floor = BlockingFloor(store)
    for table in ("T1", "T2"):
        assert isinstance(opened(floor, table, one), Done)
    close(floor, "T1", 0)  # its players need no sign: there was no talk of another version yet
    assert isinstance(floor.act("T2", PostSideBetChange(BET, "version", 20 * MINUTE, other), BOSS, 0), Done)
    close(floor, "T2", 30 * MINUTE)
    for table in ("T2", "T3"):
        refused = opened(floor, table, other, 50 * MINUTE - 1)
        assert isinstance(refused, Refusal)
        assert (refused.code, refused.clause) == ("version-needs-closing", by)
    assert isinstance(opened(floor, "T3", other, 50 * MINUTE), Done)
    assert isinstance(opened(floor, "T1", other, 50 * MINUTE), Done)  # the change has been made


@clause("melbourne-v26", "13.6.3")
def test_a_new_table_does_not_open_with_the_other_version_where_no_sign_has_said_so(store: Store) -> None:
    floor = BlockingFloor(store)
    assert isinstance(opened(floor, "T1", "1"), Done)
    close(floor, "T1", 0)
    refused = opened(floor, "T2", "2", 600 * MINUTE)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.clause) == ("version-needs-notice", "13.6.3(a)")
    assert isinstance(opened(floor, "T2", "1", 600 * MINUTE), Done)


@clause("melbourne-v26", "13.6.3(a)")
def test_an_entry_that_was_won_at_another_table_keeps_the_second_version_waiting(store: Store) -> None:
    floor = BlockingFloor(store)
    assert isinstance(opened(floor, "T1", "1"), Done)
    assert isinstance(floor.act("T1", PostSideBetChange(BET, "version", 20 * MINUTE, "2"), BOSS, 0), Done)
    close(floor, "T1", 20 * MINUTE)
    closed = floor.state("T1")
    won = Elsewhere("1", played(closed, "melbourne-v26", BET), entries=0)
    waits = closed._replace(entries_earned=(EarnedEntry(1, "ann", 1, BET),))
    assert elsewhere(WANTED, {"T1": "1"}, {"T1": closed}) == won
    assert elsewhere(WANTED, {"T1": "1"}, {"T1": waits}) == won._replace(entries=1)
    refused = act(TableState(), opening("T2", "2"), BOSS, 40 * MINUTE, versions={BET: won._replace(entries=1)})
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.clause, refused.facts["entries"]) == ("version-entries-wait", "13.6.3(a)", 1)
    assert not isinstance(act(TableState(), opening("T2", "2"), BOSS, 40 * MINUTE, versions={BET: won}), Refusal)


class Late(Blocking):
    """A process that is slow to append: another one does something first."""

    def __init__(self, store: Store, meanwhile: Callable[[], object]) -> None:
        super().__init__(store)
        self._meanwhile: Callable[[], object] | None = meanwhile

    async def append(self, batch: Batch) -> Appended:
        meanwhile, self._meanwhile = self._meanwhile, None
        if meanwhile is not None:
            assert isinstance(meanwhile(), Done)
        return await super().append(batch)


@clause("melbourne-v26", "13.6.2")
@pytest.mark.parametrize(("first", "goes"), [("1", False), ("2", True)])
def test_of_two_processes_that_open_tables_at_once_the_second_looks_again(store: Store, first: str, goes: bool) -> None:
    other = BlockingFloor(store)
    late = Floor(store, Late(store, lambda: opened(other, "T1", first)))
    done = run(late.act("T2", opening("T2", "2", "crown-blackjack"), BOSS, at=0))
    assert isinstance(done, Done if goes else Refusal)
    assert (other.state("T2").phase == "open") is goes
    assert audit(store, processes=1).fault is None


@clause("melbourne-v26", "13.6.2")
def test_tables_that_an_earlier_release_opened_count_too(store: Store) -> None:
    """Such a release wrote no stream of versions: its tables are known by what they offer."""
    floor = BlockingFloor(store)

    def decide(state: TableState) -> Decision | Refusal:
        acted = act(state, opening("T1", "1"), BOSS, 0)
        assert not isinstance(acted, Refusal)
        return Decision((Change(stream_of("T1"), acted.events, acted.postings, acted.states),), 0)

    assert isinstance(floor.execute((stream_of("T1"),), decide), Done)
    assert isinstance(opened(floor, "T2", "2"), Refusal)
    assert isinstance(opened(floor, "T2", "1"), Done)
