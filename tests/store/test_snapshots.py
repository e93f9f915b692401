"""A table from a snapshot and what came after it is the table from all its events; what does not fit is passed over."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import text
from support.autoplay import fill_tables, written
from support.older_stores import as_of_step
from support.random_players import RandomPlayers

import cutcard
from cutcard.engine import Refusal
from cutcard.floor.live_table import LiveTable
from cutcard.rulebooks import BOOKS, OptionError, load, rules
from cutcard.store import Batch, KeyRing, NewEvent, Store, database, migrations, snapshots
from cutcard.store.audit import audit
from cutcard.store.project import stream_of
from cutcard.store.snapshots import KEPT, PACKAGES, Snapshot
from cutcard.store.texts import event_of
from cutcard.table import TableEvent, TableState, act, evolve
from cutcard.table.codec import state_dumps, state_loads

GAMES = [(book, game) for book in BOOKS for game in load(book).games]
STEPS = 120
TABLE = "T1"


def wandered(seed: int, book: str, game: str, steps: int) -> Iterator[tuple[TableState, tuple[TableEvent, ...]]]:
    """A random table: the state before each command that was not refused, and its events."""
    people = RandomPlayers(Random(seed), book, game)
    state = TableState()
    for at in range(steps):
        acted = act(state, *people.next(state), at * 1000)
        if not isinstance(acted, Refusal) and acted.events:
            yield state, acted.events
            state = acted.state


def same(one: Any, other: Any) -> bool:
    """Equal in every part, of the same types, and in the same order."""
    if type(one) is not type(other):
        return False
    if isinstance(one, Mapping):
        return list(one) == list(other) and all(same(one[name], other[name]) for name in one)
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_every_state_is_read_back_as_it_was(book: str, game: str) -> None:
    seen = 0
    for state, _ in wandered(7, book, game, STEPS):
        assert same(state_loads(state_dumps(state)), state)
        seen += 1
    assert seen > STEPS // 8  # many of the things that random people try are refused


def test_what_is_no_state_is_refused() -> None:
    good = state_dumps(TableState("T1"))
    for bad in ("", "[]", "1", good[:-1], good.replace('"phase"', '"fase"'), good.replace('"new"', "new")):
        with pytest.raises(ValueError, match=r"Expecting|not a state of a table"):
            state_loads(bad)


# ----------------------------------------------------------------------------------------------------------- the store


def from_events(store: Store, table: str = TABLE) -> TableState:
    state = TableState()
    for event in store.read(stream_of(table)):
        state = evolve(state, event_of(event.text))
    return state


def loaded(store: Store, table: str = TABLE) -> LiveTable:
    """The table as a service has it when it starts."""
    live = LiveTable(table, store)
    live.load()
    return live


def played(store: Store, seed: int, every: int) -> int:
    """A random table, with a snapshot after every so many commands, each from the one before it; how many."""
    version = commands = 0
    for state, events in wandered(seed, *Random(seed).choice(GAMES), 2 * STEPS):
        if commands and commands % every == 0:
            snapshots.keep(store, {TABLE: loaded(store).snapshot()})
        new = written(state, events)
        store.append_all([Batch(stream_of(TABLE), version, new, state.now)])
        version, commands = version + len(new), commands + 1
    return (commands - 1) // every


@pytest.mark.parametrize("seed", range(6))
def test_a_snapshot_and_the_events_after_it_make_the_table_that_all_events_make(store: Store, seed: int) -> None:
    taken = played(store, seed, every=4)
    assert taken > KEPT
    live = loaded(store)
    assert 0 < live.kept < live.version == store.head(stream_of(TABLE)).version
    assert same(live.state, from_events(store))
    versions = kept_versions(store)
    assert len(versions) == KEPT
    for version in versions:  # and so does each that is kept
        found = snapshots.latest(store, TABLE, before=version)
        assert found is not None
        assert found.version == version
        state = found.state
        for event in store.read(stream_of(TABLE), after=version):
            state = evolve(state, event_of(event.text))
        assert same(state, live.state)


def kept_versions(store: Store) -> list[int]:
    with database.reading(store.engine) as connection:
        return list(connection.execute(text("SELECT version FROM snapshots ORDER BY version")).scalars())


def test_a_snapshot_says_whether_cards_were_ever_dealt_face_down(store: Store) -> None:
    fill_tables(store)
    for ever in (True, False):
        taken = loaded(store).snapshot()._replace(ever_face_down=ever)
        snapshots.keep(store, {TABLE: taken})
        assert loaded(store).ever_face_down is ever


@pytest.mark.parametrize("before", [0, 1, 10**9])
def test_a_version_that_no_command_ended_with_is_not_kept(store: Store, before: int) -> None:
    fill_tables(store)
    snapshots.keep(store, {TABLE: loaded(store).snapshot()._replace(version=before)})
    assert kept_versions(store) == []


# --------------------------------------------------------------------------------------------------- what does not fit

UPDATE = "UPDATE snapshots SET "


@pytest.mark.parametrize(
    "harm",
    [
        UPDATE + "sealed = substr(sealed, 1, length(sealed) - 8) || 'AAAAAAA='",
        UPDATE + "sealed = '{}'",
        UPDATE + "sealed = ''",
        UPDATE + "face_down = 1 - face_down",
        UPDATE + "version = version + 1",
        UPDATE + "version = 2",
        UPDATE + "code = 'another'",
        UPDATE + "stream = 'table:T2' WHERE stream = 'table:T1'",
        "DELETE FROM snapshots",
    ],
)
def test_a_damaged_snapshot_is_passed_over(store: Store, harm: str) -> None:
    fill_tables(store)
    snapshots.keep(store, {TABLE: loaded(store).snapshot()})
    assert snapshots.latest(store, TABLE) is not None
    with database.writing(store.engine) as connection:
        connection.execute(text(harm))
    for table in (TABLE, "T2"):
        assert snapshots.latest(store, table) is None
        live = loaded(store, table)
        assert live.kept == 0
        assert same(live.state, from_events(store, table))
    report = audit(store, processes=1)
    assert (report.fault is None) is harm.startswith("DELETE"), str(report.fault)


def richer(taken: Snapshot) -> Snapshot:
    """A snapshot in which everybody has a million dollars more."""
    accounts = {name: cents + 100_000_000 for name, cents in taken.state.accounts.items()}
    return taken._replace(state=taken.state._replace(accounts=accounts))


def test_a_snapshot_that_mints_chips_is_neither_used_nor_passed_over_by_the_audit(store: Store, tmp_path: Path) -> None:
    """Whoever can write to the database knows how a snapshot is made, and can only seal it with a key of their own."""
    fill_tables(store)
    taken = loaded(store).snapshot()
    assert store.keys is not None
    own = store.keys
    store.keys = KeyRing.made(tmp_path / "forger.keys")
    snapshots.keep(store, {TABLE: richer(taken)})
    store.keys = own
    assert loaded(store).kept == 0
    assert "is not what the service wrote" in str(audit(store, processes=1).fault)


def test_a_snapshot_holds_whatever_other_rules_a_process_has_made_meanwhile(store: Store) -> None:
    """Rules are compared by identity, and a process keeps only so many: those of a table may have to be made anew."""
    fill_tables(store)
    snapshots.keep(store, {TABLE: loaded(store).snapshot()})
    chosen = [
        [(name, value) for value in (option.values or (option.default,))]
        for name, option in load("melbourne-v26").options("blackjack").items()
    ]
    for options in islice(product(*chosen), 600):
        with suppress(OptionError):
            rules("melbourne-v26", "blackjack", dict(options))
    assert audit(store, processes=1).fault is None


def test_a_snapshot_that_the_events_do_not_lead_to_is_a_fault_even_under_the_right_key(store: Store) -> None:
    fill_tables(store)
    taken = loaded(store).snapshot()
    snapshots.keep(store, {TABLE: richer(taken)})
    assert "is not what the events lead to" in str(audit(store, processes=1).fault)


def test_the_last_good_one_is_taken_where_the_newest_is_damaged(store: Store) -> None:
    played(store, seed=1, every=4)
    *_, older, newest = kept_versions(store)
    with database.writing(store.engine) as connection:
        connection.execute(text(UPDATE + "sealed = '' WHERE version = :at"), {"at": newest})
    live = loaded(store)
    assert live.kept == older
    assert same(live.state, from_events(store))


def test_another_stores_snapshot_is_passed_over(store: Store, tmp_path: Path) -> None:
    """Of a table of the same name, at the same version, in a store that differs by one event at the beginning."""
    other = Store.open(tmp_path / "other.db")
    other.append("elsewhere", 0, [NewEvent("{}")], at_ms=0)
    fill_tables(other)
    fill_tables(store)
    snapshots.keep(other, {TABLE: loaded(other).snapshot()})
    with database.reading(other.engine) as connection:
        (row,) = map(dict, connection.execute(text("SELECT * FROM snapshots")).mappings())
    with database.writing(store.engine) as connection:
        connection.execute(text("INSERT INTO snapshots VALUES (:stream, :version, :face_down, :code, :sealed)"), row)
    assert snapshots.latest(other, TABLE) is not None
    assert snapshots.latest(store, TABLE) is None
    other.close()


def test_another_releases_snapshot_is_passed_over(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    fill_tables(store)
    snapshots.keep(store, {TABLE: loaded(store).snapshot()})
    with monkeypatch.context() as patched:
        patched.setattr(snapshots, "CODE", "another")
        assert loaded(store).kept == 0
    assert loaded(store).kept > 0


def test_a_release_is_known_by_all_that_decides_what_events_make_of_a_table() -> None:
    """Nothing that these import lies outside the packages whose files are looked at."""
    program = (
        "import sys, cutcard.table.evolve, cutcard.table.codec; "
        "print(*(name for name in sys.modules if name.startswith('cutcard.')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    home = Path(cutcard.__file__).parent
    packages = {name.split(".")[1] for name in done.stdout.split()}
    beside = {name for name in packages if not (home / f"{name}.py").exists() and name not in PACKAGES}
    # by which rulebooks are checked when they are read, and no more; and the sentences, which no state holds
    assert beside == {"clauses", "refusal_sentences"}


def test_snapshots_go_with_the_views(store: Store) -> None:
    fill_tables(store)
    snapshots.keep(store, {TABLE: loaded(store).snapshot()})
    store.rebuild_views()
    assert snapshots.latest(store, TABLE) is None


def test_a_store_from_before_there_were_snapshots_is_read_and_audited_as_it_is(empty: str, tmp_path: Path) -> None:
    filled = Store.open(tmp_path / "filled.db")
    fill_tables(filled)
    as_of_step(empty, 3, filled)
    assert filled.keys is not None
    ring = filled.keys.path  # that release sealed nothing; what is sealed here needs the ring it was sealed with
    filled.close()
    store = Store.open(empty, create=False)
    report = audit(store, processes=1)
    assert report.fault is None, str(report.fault)
    with database.reading(store.engine) as connection:
        assert migrations.version(connection) == 3
    store.close()
    store = Store.open(empty, keys=ring)  # as a service does
    snapshots.keep(store, {TABLE: loaded(store).snapshot()})
    assert loaded(store).kept == store.head(stream_of(TABLE)).version
    assert audit(store, processes=1).fault is None
    store.close()


def test_a_table_that_has_none_is_read_from_its_first_event(store: Store) -> None:
    fill_tables(store)
    assert snapshots.latest(store, TABLE) is None
    assert snapshots.latest(store, "nowhere") is None
    assert same(loaded(store).state, from_events(store))
    assert loaded(store, "nowhere").snapshot() == Snapshot(0, TableState(), False)
