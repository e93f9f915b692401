"""Tables in a store: played, replayed, audited, exported."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
import typer
from sqlalchemy import insert, text
from support.autoplay import GAMES, Autoplay, fill_tables, played, written
from support.stacked_shoes import as_given
from support.tampering import unguarded
from typer.testing import CliRunner

from cutcard import table as t
from cutcard.cli import audit as audit_command
from cutcard.cli import history as history_command
from cutcard.errors import CutcardError
from cutcard.floor.blocking import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.records import settle
from cutcard.store import Batch, Conflict, NewEvent, Store, database, schema
from cutcard.store.audit import audit
from cutcard.store.history import played_rounds
from cutcard.store.project import stream_of
from cutcard.store.texts import event_of
from cutcard.table.codec import dumps, loads


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_lines_are_read_as_the_codec_reads_them(book: str, game: str) -> None:
    for _, events in played(Autoplay("T1", book, game, 2, Random(3)), 10):
        for event in events:
            line = dumps(event)
            assert event_of(line) == loads(line) == event


def test_a_floor_goes_on_where_another_left_off(store: Store, where: str) -> None:
    here, there = (BlockingFloor(each, randomness=as_given) for each in (store, Store.open(where)))
    autoplay = Autoplay("T0", *GAMES[0], 2, Random(1))
    for n in range(60):
        floor = (here, there)[n % 2]
        for command, by in autoplay.step(floor.state("T0")):
            if isinstance(floor.act("T0", command, by, n), Done):
                break
    assert here.state("T0") == there.state("T0")
    assert here.state("T0").number > 1
    assert audit(store).fault is None
    there.store.close()


def test_of_two_that_act_at_once_one_is_told(store: Store, where: str) -> None:
    here, there = BlockingFloor(store), BlockingFloor(Store.open(where), retries=0)
    boss = t.Person("mia", "casino-operator")
    opening = t.OpenTable("T1", "canberra-2006", "blackjack", 6, t.Sign(1000, 50000), layout_approved=True)
    here.act("T1", opening, boss, 0, "first")
    there.state("T1")
    here.act("T1", t.Arrive(), t.Person("ann", "player"), 1)
    with pytest.raises(Conflict):
        there.act("T1", t.Arrive(), t.Person("bob", "player"), 2)
    assert isinstance(there.act("T1", t.Arrive(), t.Person("bob", "player"), 3), Done)
    refused = here.act("T1", opening, boss, 4)
    assert isinstance(refused, t.Refusal)
    again = here.act("T1", opening, boss, 5, "first")
    assert isinstance(again, Done)
    assert (again.version, again.repeated) == (2, True)
    other = here.act("T1", t.Arrive(), t.Person("cat", "player"), 5, "first")
    assert other == t.Refusal("id-used-for-another-command", None, {"command": "open-table"})
    assert sorted(here.state("T1").players) == ["ann", "bob"]
    there.store.close()


def test_views_are_the_same_when_they_are_rebuilt(store: Store) -> None:
    fill_tables(store)

    def seen() -> object:
        return store.tables(closed=True), list(store.rounds()), list(store.rounds(player="T1-p2")), store.balances()

    before = seen()
    assert [view.table for view in store.tables()] == ["T0", "T1", "T2"]
    store.rebuild_views()
    assert seen() == before


def test_rounds_are_found_by_table_player_and_time(store: Store) -> None:
    fill_tables(store)
    every = list(store.rounds())
    assert every == sorted(every, key=lambda view: (view.opened_ms, view.stream, view.number))
    of_one = list(store.rounds(table="T1"))
    assert {view.table for view in of_one} == {"T1"}
    assert list(store.rounds(player="T1-p1")) == of_one
    assert list(store.rounds(player="nobody")) == []
    assert list(store.rounds(newest_first=True)) == every[::-1]
    middle = of_one[5].opened_ms
    assert list(store.rounds("T1", since_ms=middle)) == of_one[5:]
    assert list(store.rounds("T1", until_ms=middle)) == of_one[:5]


def test_an_exported_round_settles_to_the_same(store: Store) -> None:
    fill_tables(store)
    rounds = list(played_rounds(store, store.rounds()))
    assert len(rounds) >= 30
    for each in rounds:
        assert settle(each.record) == {**each.record, "unused": ""}


# What somebody could do who knows how to make the hashes fit: only replaying finds these.
FORGERIES: dict[str, Callable[[str], str]] = {
    "a payment": lambda line: line.replace('"outcome":"lose","returned":0', '"outcome":"win","returned":9900'),
    "a card": lambda line: line.replace('"card":"K', '"card":"5') if '"is":"CardDealt"' in line else line,
    "a wager": lambda line: line.replace('"amount":500', '"amount":5000') if '"is":"WagerPlaced"' in line else line,
    "a round's number": lambda line: line.replace('"round":3}', '"round":7}'),
    "no event": lambda line: line.replace('"is":"Stood"', '"is":"Slept"'),
    "who won": lambda line: line.replace('"player":"T0-p1"', '"player":"T0-p9"'),
}


@pytest.mark.parametrize("what", [*FORGERIES, "a ledger line"])
def test_a_store_with_fitting_hashes_must_also_play_out(store: Store, what: str) -> None:
    forge = FORGERIES.get(what, str)
    version = forged = 0
    for before, events in played(Autoplay("T0", *GAMES[0], 2, Random(4)), 12):
        new = written(before, events)
        lines = [event.payload if forged else forge(event.payload) for event in new]
        forged = forged or int(lines != [event.payload for event in new])
        if what == "a ledger line" and not forged and any(event.postings for event in new):
            forged = version + 1
            new = [event._replace(postings=[*event.postings, ("thief", 7), ("cage", -7)]) for event in new]
        events_ = [NewEvent(line, event.postings) for line, event in zip(lines, new, strict=True)]
        store.append("table:T0", version, events_, at_ms=0)
        version += len(new)
    assert forged
    fault = audit(store).fault
    assert fault is not None
    assert fault.stream == "table:T0"
    assert fault.position > 0


def raised(line: str) -> str:
    """A wager that is higher in the round than it was on the layout."""
    line = re.sub('"amount":[0-9]+', '"amount":9900', line) if '"is":"WagerPlaced"' in line else line
    return re.sub('"(staked|worth)":[0-9]+', r'"\1":9900', line) if '"is":"BettingClosed"' in line else line


@pytest.mark.parametrize(
    ("forge", "says"),
    [
        (raised, "the wagers of the round are not those that lay on the layout"),
        (
            lambda line: re.sub('("is":"RoundOpened".*"options":){[^}]*}', r'\1{"soft-double":false}', line),
            "a round is opened under rules that are not the table's",
        ),
    ],
)
def test_a_round_is_that_of_its_table(store: Store, forge: Callable[[str], str], says: str) -> None:
    version = 0
    for before, events in played(Autoplay("T0", *GAMES[0], 1, Random(4)), 2):
        new = [event._replace(payload=forge(event.payload)) for event in written(before, events)]
        store.append("table:T0", version, new, at_ms=0)
        version += len(new)
    assert says in str(audit(store).fault)


def test_the_audit_lets_others_write_on(store: Store) -> None:
    fill_tables(store)
    seen: list[int] = []

    def meanwhile(done: int, of: int) -> None:
        seen.append(store.append("other", store.head("other").version, [NewEvent("{}")], at_ms=0).version)

    assert audit(store, meanwhile, processes=1).fault is None
    assert seen


def test_tables_are_played_on_while_they_are_audited(store: Store) -> None:
    """What the views show of rounds that were played since is no fault of theirs."""
    later = []
    for name in ("T0", "T1"):
        version, batches = 0, []
        for before, events in played(Autoplay(name, *GAMES[0], 2, Random(4)), 12):
            batches.append(Batch(stream_of(name), version, written(before, events), 0))
            version += len(batches[-1].events)
        half = len(batches) // 2
        store.append_all(batches[:half])
        later += batches[half:]
    early = audit(store).rounds

    def meanwhile(done: int, of: int) -> None:
        store.append_all(later)
        later.clear()

    report = audit(store, meanwhile, processes=1)
    assert report.fault is None
    assert report.rounds == early
    assert not later
    assert audit(store).rounds > early


@pytest.mark.parametrize("stream", ["table:T0", "table:none"])
def test_a_player_whom_the_events_do_not_know_is_found_in_the_view(store: Store, stream: str) -> None:
    fill_tables(store)
    with database.writing(store.engine) as connection:
        connection.execute(insert(schema.round_players), {"player": "nobody", "stream": stream, "number": 1})
    assert "rows of players" in str(audit(store).fault)


# ---------------------------------------------------------------------------------------------- on the command line

app = typer.Typer()
app.command()(audit_command.audit)
app.command()(history_command.history)


def run(*args: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, args)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout


def test_the_audit_command_says_that_a_store_holds_and_names_what_does_not(store: Store, where: str) -> None:
    fill_tables(store)
    status, said = run("audit", where)
    assert status == 0
    assert said.startswith("holds: ")
    head = said.splitlines()[1].removeprefix("head ")
    assert run("audit", where, "--head", head)[0] == 0
    with unguarded(store.engine) as connection:
        connection.execute(text("UPDATE events SET at_ms = at_ms + 1 WHERE position = 40"))
    status, said = run("audit", where)
    assert status == 1
    assert said.startswith("does not hold: row 40, version ")
    assert "does not match its hash" in said


def test_history_as_lines_as_words_and_as_parquet(store: Store, where: str, tmp_path: Path) -> None:
    fill_tables(store)
    status, said = run("history", where, "--table", "T1", "--player", "T1-p1")
    assert status == 0
    records = [json.loads(line) for line in said.splitlines()]
    assert {record["table"] for record in records} == {"T1"}
    assert [record["round"] for record in records] == list(range(1, len(records) + 1))
    words = run("history", where, "--table", "T1", "--round", "2", "--format", "words")[1]
    assert words.startswith("Round 2 at table T1, ")
    assert "(clause " in words
    file = tmp_path / "rounds.parquet"
    assert run("history", where, "--format", "parquet", "--output", str(file))[0] == 0
    import pyarrow.parquet as pq  # type: ignore[import-untyped]

    rows = pq.read_table(file).to_pylist()
    assert len(rows) == len([view for view in store.rounds() if view.ended_ms is not None])
    assert json.loads(rows[0]["record"])["net"]


@pytest.mark.parametrize(
    "written",
    ["jsonl rounds.jsonl", "words rounds.txt", "parquet rounds.parquet", "wagers wagers.csv", "wagers wagers.parquet"],
)
def test_what_was_played_is_written_to_files_that_nobody_else_reads(tmp_path: Path, written: str) -> None:
    form, name = written.split()
    where, file = str(tmp_path / "casino.db"), tmp_path / name
    with contextlib.closing(Store.open(where)) as store:
        fill_tables(store)
    before = os.umask(0o022)
    try:
        assert run("history", where, "--format", form, "--output", str(file))[0] == 0
    finally:
        os.umask(before)
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.stat().st_size


def test_every_wager_of_the_history_is_a_row(store: Store, where: str, tmp_path: Path) -> None:
    fill_tables(store)
    for_csv, for_parquet = tmp_path / "wagers.csv", tmp_path / "wagers.parquet"
    for file in (for_csv, for_parquet):
        assert run("history", where, "--format", "wagers", "--output", str(file))[0] == 0
    import pyarrow.parquet as pq

    rows = pq.read_table(for_parquet).to_pylist()
    with for_csv.open(encoding="utf-8", newline="") as text_file:
        lines = list(csv.DictReader(text_file))
    assert lines == [{name: "" if value is None else str(value) for name, value in row.items()} for row in rows]
    nets: dict[tuple[str, int], int] = {}
    for row in rows:
        key = (row["table"], row["round"])
        nets[key] = nets.get(key, 0) + row["returned_cents"] - row["staked_cents"]
    known = {
        (each.view.table, each.view.number): sum(each.nets.values()) for each in played_rounds(store, store.rounds())
    }
    assert nets == known


def test_wagers_are_written_to_a_file_of_a_known_kind(store: Store, where: str) -> None:
    with pytest.raises(CutcardError, match=r"\.csv or \.parquet"):
        run("history", where, "--format", "wagers", "--output", "wagers.xls")
