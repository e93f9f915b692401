"""Invalid wagers and loss limits in a store: the audit plays such rounds again, and history and log tell of them."""

from __future__ import annotations

from pathlib import Path

from support.clauses import clause
from support.kept_table import Kept
from support.tables import Table

from cutcard.cli.history import story_of
from cutcard.floor.live_table import TableUpdate
from cutcard.records import settle
from cutcard.service import replays
from cutcard.service.staff.log import line_of
from cutcard.service.table_steps import ViewerStory
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.history import played_rounds
from cutcard.table import Command, DeclareChips, InvalidateWager, Person, PlaceWager, ReportLimitPassed

BOOK = "sydney-v15"


@clause(BOOK, "16.22.2", "16.23", "16.23.1", "18.2.1")
def test_the_audit_and_the_history_cope_with_what_was_found(tmp_path: Path) -> None:
    store = Store.open(f"{tmp_path}/casino.db")
    floor = Kept(store, BOOK, play_money=True).seat("ann", 1).seat("bob", 2)
    floor.ready("As 8s 7d Kh Kd 9c Tc Ks 8c 7h 8h Qd 2c Tc 9c 9d 4c 9h Kd 5h")
    floor.do(DeclareChips("bought", 5000), "ann")
    floor.wagers("ann 1 20", "bob 2 30").close()
    floor.do(InvalidateWager("ann", "for-another", "she said so"))  # after her blackjack was paid
    floor.finish()
    floor.wagers("ann 1 20", "bob 2 30").close()
    floor.do(ReportLimitPassed("bob", 1200, "dan", "counted"))
    floor.finish()
    floor.wagers("ann 1 20", "bob 2 30")
    floor.do(InvalidateWager("bob", "card-of-another", "his brother's"))
    floor.close().finish()
    report = audit(store)
    assert report.fault is None
    found = sorted(played_rounds(store, store.rounds()), key=lambda each: each.view.number)
    assert report.rounds == len(found) == 3
    assert found[0].nets["ann"] == 0
    assert abs(found[1].nets["bob"]) in (0, 1200)
    assert found[0].record["invalid"] == [{"player": "ann", "found": "during"}]
    assert found[1].record["loss_limits"] == {"bob": "12"}
    for each in found:
        assert settle(each.record)["settlement"] == each.record["settlement"]
        assert replays.verdict(each.record)[0]
    assert "invalid" in " ".join(story_of(found[0]))
    assert "loss limit" in " ".join(story_of(found[1]))
    store.close()


def came_of(table: Table, command: Command) -> str:
    """What the staff's log says of a command."""
    before, start = table.state, len(table.events)
    table.do(command)
    happened = TableUpdate(len(table.events), tuple(table.events[start:]), before, table.state)
    return "; ".join(line_of(happened, Person("sam", "dealer")).came_of)


def test_the_log_says_what_was_found_and_why() -> None:
    table = Table(BOOK).seat("ann", 1).seat("bob", 2).ready("8s 7d 9d 3h 8h").wagers("ann 1 20", "bob 2 20").close()
    said = came_of(table, InvalidateWager("ann", "card-of-another", "her brother's"))
    assert "wagers of ann in round 1 are invalid (card of another), during the hand: her brother's" in said
    said = came_of(table, ReportLimitPassed("bob", 500, "dan", "counted"))
    assert "bob could still lose $5 in round 1 and wagered more; reminded by dan: counted (clause 16.23.1)" in said


def test_a_players_page_has_the_right_sum() -> None:
    table = Table(BOOK).seat("ann", 1).seat("bob", 2).ready("As 8s 7d Kh Kd 9c Tc")
    tale = ViewerStory(Person("ann", "player"), "ann")

    def hear(version: int, *commands: Command) -> int:
        start, before = len(table.events), table.state
        for command in commands:
            table.do(command)
        if not commands:
            table.finish()
        tale.hear(TableUpdate(version, tuple(table.events[start:]), before, table.state))
        return sum(line.amount or 0 for line in tale.lines if line.mine)

    start, before = len(table.events), table.state
    table.wagers("ann 1 20", "bob 2 20").close()
    tale.hear(TableUpdate(1, tuple(table.events[start:]), before, table.state))
    assert sum(line.amount or 0 for line in tale.lines if line.mine) == 3000
    assert hear(2, InvalidateWager("ann", "for-another", "seen")) == 0
    assert hear(3) == 0


def test_a_helped_wager_is_told() -> None:
    table = Table(BOOK, source="real").seat("ann", 1).ready().wagers()
    before, start = table.state, len(table.events)
    table.do(PlaceWager(1, 2000, player="ann", placed_by="bob"), table.dealer)
    happened = TableUpdate(len(table.events), tuple(table.events[start:]), before, table.state)
    came_of = line_of(happened, Person("sam", "dealer")).came_of
    assert "bob puts down the chips of ann, who is at the table, on box 1" in "; ".join(came_of)
