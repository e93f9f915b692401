"""Usual rounds are followed in bulk by compiled code, and the audit says the same as through the engine alone."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.exc import IntegrityError
from support.autoplay import Autoplay, played, written
from support.round_plants import planted, put, rows_of
from support.tampering import plant

from cutcard.cards import PACK
from cutcard.engine import Refusal, State, play
from cutcard.engine import commands as cmd
from cutcard.engine import events as ev
from cutcard.engine.state import DEALER, Setup
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.store import Batch, Store, StoreError, round_graph, usual_rounds
from cutcard.store import audit as audits
from cutcard.store.audit import Report, audit
from cutcard.store.checks import Checked, Stream, StreamCheck
from cutcard.store.keys import KeyRing
from cutcard.store.project import stream_of
from cutcard.store.tables import TableReplay
from cutcard.table import TableState
from cutcard.table.config import TableConfig
from cutcard.table.state import Bet

EVERY_GAME = [(book, game) for book in BOOKS for game in load(book).games]
PLANTS = int(os.environ.get("CUTCARD_ROUND_PLANTS", "150"))  # in each of the tables


@pytest.fixture(autouse=True)
def as_set() -> Iterator[None]:
    yield
    usual_rounds.followed = None


def both(store: Store, processes: int = 1) -> tuple[Report, Report]:
    """What the audit says through the engine alone, and with usual rounds followed in bulk."""
    reports = []
    for usual_rounds.followed in (False, True):
        reports.append(audit(store, processes=processes))
    return reports[0], reports[1]


def fill(store: Store, tables: list[Autoplay], rounds: int) -> None:
    """Several tables, with their commands in turns."""
    every = [(one.name, played(one, rounds)) for one in tables]
    versions = dict.fromkeys((name for name, _ in every), 0)
    batches = []
    for at in range(max(len(commands) for _, commands in every)):
        for name, commands in every:
            if at < len(commands):
                events = written(*commands[at])
                batches.append(Batch(stream_of(name), versions[name], events, at * 1000))
                versions[name] += len(events)
    store.append_all(batches)


class Checks:
    """The check of one stream in both ways."""

    def __init__(self, connection: Connection, stream: Stream, keys: KeyRing | None) -> None:
        self.by_engine = StreamCheck(connection, stream, keys, False, lambda more: None)
        self.in_bulk = StreamCheck(connection, stream, keys, True, lambda more: None)

    def run(self) -> tuple[Checked, Checked]:
        return self.by_engine.run(), self.in_bulk.run()

    @property
    def followed(self) -> int:
        """How many rounds the compiled code has followed."""
        replay = self.in_bulk.replay
        assert isinstance(replay, TableReplay)
        return replay.followed

    @property
    def tables(self) -> list[Any]:
        """The table as each of the two leaves it."""
        found = []
        for check in (self.by_engine, self.in_bulk):
            assert isinstance(check.replay, TableReplay)
            table = check.replay.table
            found.append(None if table is None else {**vars(table), "shoe": vars(table.shoe)})
        return found


# --------------------------------------------------------------------------------------------------- the graph


def chosen(state: State, random: Random) -> tuple[cmd.Command, ev.Event, int] | None:
    """A card or call at random that the round may wait for, the event that says so, and its token."""
    if state.needs == "card":
        card = random.choice(PACK)
        return cmd.Deal(card), ev.CardDealt(card, None if state.turn == DEALER else 1), card.value - 1
    if state.needs == "offers":
        return cmd.CloseOffers(), ev.OffersClosed(), round_graph.CLOSE
    if state.needs != "decision":
        return None
    calls: list[tuple[cmd.Command, ev.Event, int]] = [
        (cmd.Hit(1, 1), ev.CardCalled(1, 1), round_graph.HIT),
        (cmd.Stand(1, 1), ev.Stood(1, 1), round_graph.STAND),
        (cmd.Double(1, 1, "a", 700), ev.Doubled(1, 1, "a", 700), round_graph.DOUBLE),
    ]
    return random.choice(calls)


def followed(graph: round_graph.RoundGraph, state: State, random: Random) -> int:
    """Play a round at random, along the graph as far as it goes; how many of its lines the graph knows."""
    node, known = graph.start, 0
    while state.phase != "over":
        asked = chosen(state, random)
        if asked is None:
            return known
        command, event, token = asked
        edge = graph.edge(node, token)
        said = play(state, command)
        if edge is None:
            return known
        assert not isinstance(said, Refusal), (command, said)
        assert said.events[0] == event
        known += 1
        state, rest = said.state, list(said.events[1:])
        if edge.settled != round_graph.NONE:
            pattern, settled = graph.patterns[edge.settled], rest.pop(0)
            assert isinstance(settled, ev.Settled)
            due = [line._replace(returned=round_graph.returned(line, 700, state.setup.unit)) for line in pattern.lines]
            assert settled == pattern._replace(lines=tuple(due))
        assert rest == ([ev.RoundEnded()] if edge.ends else [])
        assert edge.ends == (state.phase == "over")
        node = edge.node
    return known


@pytest.mark.parametrize(("book", "game"), EVERY_GAME)
def test_the_graph_says_what_the_engine_says(book: str, game: str) -> None:
    said, random = rules(book, game), Random(f"{book} {game}")
    setup = Setup(said, said.cards.decks[-1], chip=100)
    if not round_graph.representable(setup):
        return
    graph = round_graph.graph_of(setup)
    state = State(setup)
    for command in (cmd.PlaceWager(1, "a", "main", 700), cmd.NoMoreBets()):
        done = play(state, command)
        assert not isinstance(done, Refusal)
        state = done.state
    known = [followed(graph, state, random) for _ in range(400)]
    assert sum(known) > 4 * len(known)


def test_most_games_have_a_graph() -> None:
    setups = [Setup(said, said.cards.decks[-1]) for said in (rules(*names) for names in EVERY_GAME)]
    assert sum(map(round_graph.representable, setups)) > len(setups) / 2


# ------------------------------------------------------------------------------------------------- whole stores


def test_clean_stores_of_every_game_are_judged_alike(where: str) -> None:
    store = Store.open(where)
    names = EVERY_GAME if "://" not in where else EVERY_GAME[::4]
    fill(store, [Autoplay(f"T{n}", *one, 1 + (n % 5 == 4), Random(n)) for n, one in enumerate(names)], rounds=12)
    plain, bulk = both(store)
    assert plain == bulk
    assert plain.fault is None
    with store.engine.connect() as connection:
        count = 0
        for row in connection.execute(text("SELECT * FROM heads WHERE stream LIKE 'table:%'")).all():
            checks = Checks(connection, Stream(row.stream, row.version, bytes(row.hash)), store.keys)
            one, other = checks.run()
            assert one == other, row.stream
            assert checks.tables[0] == checks.tables[1], row.stream
            assert checks.by_engine.replay.projection == checks.in_bulk.replay.projection
            count += checks.followed
    assert count > len(names)
    store.close()


def test_wherever_a_stream_ends_the_table_is_the_same(tmp_path: Path) -> None:
    """What is checked after usual rounds is checked against what the engine would have left."""
    store = Store.open(str(tmp_path / "casino.db"))
    fill(store, [Autoplay("T1", "melbourne-v26", "blackjack", 1, Random(3))], rounds=25)
    with store.engine.connect() as connection:
        for row in connection.execute(text("SELECT * FROM events ORDER BY version")).all():
            checks = Checks(connection, Stream(row.stream, row.version + row.payload.count("\n"), row.hash), store.keys)
            for check in (checks.by_engine, checks.in_bulk):
                check.run()
            assert checks.tables[0] == checks.tables[1], row.version
            for name in ("version", "position", "hash", "at_ms", "rows", "lines", "sums", "pockets"):
                assert getattr(checks.by_engine, name) == getattr(checks.in_bulk, name), (row.version, name)
            assert checks.by_engine.play.facts == checks.in_bulk.play.facts
    store.close()


def test_only_large_stores_load_the_compiled_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store.open(str(tmp_path / "casino.db"))
    fill(store, [Autoplay("T1", "melbourne-v26", "blackjack", 1, Random(2))], rounds=6)
    loaded = []
    monkeypatch.setattr(usual_rounds, "prepare", lambda: loaded.append(True))
    small = audit(store, processes=1)
    assert loaded == []
    monkeypatch.setattr(audits, "BULK_EVENTS", small.events)
    assert audit(store, processes=1) == small
    assert loaded == [True]
    store.close()


def test_two_processes_follow_rounds_as_one_does(tmp_path: Path) -> None:
    store = Store.open(str(tmp_path / "casino.db"))
    fill(store, [Autoplay(f"T{n}", "sydney-v15", "blackjack", 1, Random(n)) for n in range(3)], rounds=20)
    assert both(store, processes=2) == both(store)
    store.close()


# -------------------------------------------------------------------------------------------------- alterations


@pytest.fixture(
    params=[("melbourne-v26", "blackjack"), ("sydney-v15", "blackjack"), ("canberra-2006", "blackjack")],
    ids=lambda names: names[0],
    scope="module",
)
def altered(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Engine, KeyRing]]:
    """A store of one table whose rows nothing guards."""
    where = str(tmp_path_factory.mktemp("altered") / "casino.db")
    store = Store.open(where)
    book, game = request.param
    fill(store, [Autoplay("T1", book, game, 1, Random(7))], rounds=22)
    assert store.keys is not None
    store.close()
    engine = create_engine(f"sqlite:///{where}")
    with engine.begin() as connection:
        for (name,) in connection.exec_driver_sql("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all():
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
    yield engine, store.keys
    engine.dispose()


def test_alterations_after_which_everything_fits_are_judged_alike(altered: tuple[Engine, KeyRing]) -> None:
    engine, keys = altered
    faults = rounds = 0
    with engine.connect() as connection:
        for seed in range(PLANTS):
            random = Random(seed)
            rows = rows_of(connection, "table:T1")
            what = planted(rows, random)
            checks = Checks(connection, put(connection, "table:T1", rows), keys if seed % 4 else None)
            one, other = checks.run()
            connection.rollback()
            assert one == other, (seed, what)
            faults += one.fault is not None
            rounds += checks.followed
    assert faults > PLANTS / 3
    assert rounds > 3 * PLANTS


@pytest.mark.parametrize("seed", range(3))
def test_alterations_of_a_whole_store_are_judged_alike(where: str, seed: int, tmp_path: Path) -> None:
    store = Store.open(where)
    fill(store, [Autoplay(f"T{n}", "melbourne-v26", "blackjack", 1, Random(n)) for n in range(2)], rounds=8)
    store.close()
    for more in range(12 if "://" not in where else 1):  # a copy of a file is soon made, and the rows are the same
        copy = where if "://" in where else str(shutil.copy(where, tmp_path / "copy.db"))
        what = plant(copy, Random(100 * seed + more))
        found: list[Report | str] = []
        for usual_rounds.followed in (False, True):
            try:
                opened = Store.open(copy, create=False, keys=store.keys.path if store.keys else None)
                found.append(audit(opened, processes=1))
                opened.close()
            except StoreError as error:
                found.append(str(error))
        assert found[0] == found[1], what


ODD: dict[str, str] = {  # what only SQLite keeps in such columns
    "a payload of bytes": "UPDATE events SET payload = CAST(payload AS BLOB) WHERE version = :version",
    "a payload that is no text": "UPDATE events SET payload = CAST(x'ff' AS TEXT) WHERE version = :version",
    "a time in words": "UPDATE events SET at_ms = 'noon' WHERE version = :version",
    "a time of bytes": "UPDATE events SET at_ms = x'00' WHERE version = :version",
    "a place in words": "UPDATE events SET position = 'first' WHERE version = :version",
    "a hash in words": "UPDATE events SET hash = 'abc' WHERE version = :version",
    "a row that is not there": "DELETE FROM events WHERE version = :version",
    "a row a version later": "UPDATE events SET version = version + 1 WHERE version = :version",
    "a version in words": "UPDATE events SET version = 'one' WHERE version = :version",
    "a ledger line of no text": "UPDATE postings SET account = CAST(x'ff' AS TEXT) WHERE version = :lines",
    "a ledger line of bytes": "UPDATE postings SET account = x'ff' WHERE version = :lines",
    "cents in words": "UPDATE postings SET cents = 'ten' WHERE version = :lines",
    "cents and a half": "UPDATE postings SET cents = cents + 0.5 WHERE version = :lines",
    "a ledger line of a version in words": "UPDATE postings SET version = 'one' WHERE version = :lines",
    "a ledger line of no row": "UPDATE postings SET version = version + 1 WHERE version = :lines",
    "a ledger line beside": "INSERT INTO postings SELECT stream, version + 1, 0, 0, 'x', 1 FROM postings LIMIT 1",
    "ledger lines counted otherwise": "UPDATE postings SET line = line + 1 WHERE version = :lines",
}


@pytest.mark.parametrize("statement", ODD.values(), ids=ODD.keys())
def test_values_of_no_kind_are_judged_alike(altered: tuple[Engine, KeyRing], statement: str) -> None:
    engine, keys = altered
    with engine.connect() as connection:
        head = connection.execute(text("SELECT * FROM heads WHERE stream = 'table:T1'")).one()
        count = connection.execute(text("SELECT count(*) FROM events")).scalar_one()
        for part in (2, 3, 4, 5):
            place = {"at": count * part // 6}
            query = "SELECT version FROM events ORDER BY version LIMIT 1 OFFSET :at"
            version = connection.execute(text(query), place).scalar_one()
            query = "SELECT version FROM postings WHERE version >= :at ORDER BY version LIMIT 1"
            lines = connection.execute(text(query), {"at": version}).scalar_one()
            named = {name: at for name, at in (("version", version), ("lines", lines)) if f":{name}" in statement}
            connection.execute(text("PRAGMA ignore_check_constraints = ON"))
            with suppress(IntegrityError):  # where the column has none of it, nothing is altered
                connection.execute(text(statement), named)
            found = [outcome(run) for run in runs(connection, Stream("table:T1", head.version, head.hash), keys)]
            connection.rollback()
            assert found[0] == found[1]


def runs(connection: Connection, stream: Stream, keys: KeyRing) -> list[Callable[[], Checked]]:
    checks = Checks(connection, stream, keys)
    return [checks.by_engine.run, checks.in_bulk.run]


def outcome(run: Callable[[], Checked]) -> object:
    """What a check says, or how it ends."""
    try:
        return run()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_a_ledger_line_of_no_row_is_found_wherever_it_is(altered: tuple[Engine, KeyRing]) -> None:
    engine, keys = altered
    with engine.connect() as connection:
        head = connection.execute(text("SELECT * FROM heads WHERE stream = 'table:T1'")).one()
        versions = connection.execute(text("SELECT version FROM events WHERE payload LIKE '%RoundEnded%'")).scalars()
        for version in [*versions][-12:]:
            stray = "INSERT INTO postings VALUES ('table:T1', :version, 0, 0, 'aud:player:thief', 1)"
            connection.execute(text(stray), {"version": version + 1})
            one, other = Checks(connection, Stream("table:T1", head.version, head.hash), keys).run()
            connection.rollback()
            assert one == other
            assert one.fault is not None


def test_usual_rounds_begin_only_at_a_table_that_is_as_they_leave_it(altered: tuple[Engine, KeyRing]) -> None:
    engine, keys = altered
    with engine.connect() as connection:
        query = "SELECT * FROM events WHERE payload LIKE '%\"BettingOpened\"%' ORDER BY version"
        rows = connection.execute(text(query)).all()[12:]
        before = "SELECT hash FROM events WHERE version < :at ORDER BY version DESC LIMIT 1"
        begun = 0
        for row in rows:
            hash_ = connection.execute(text(before), {"at": row.version}).scalar_one()
            checks = Checks(connection, Stream("table:T1", row.version - 1, hash_), keys)
            checks.in_bulk.run()
            replay = checks.in_bulk.replay
            assert isinstance(replay, TableReplay)
            table = replay.table
            assert table is not None
            given = (row.position, row.version, row.at_ms, row.command, row.payload, row.previous, row.hash)
            if replay.expects(given, ()):
                begun += 1
                assert not replay.expects(given, ("T1-p1",))
                for name, value in OTHERWISE.items():
                    was = getattr(table, name)
                    table._replace(**{name: value(table)})  # which the audit's table takes in place
                    assert not replay.expects(given, ()), name
                    table._replace(**{name: was})
                assert replay.expects(given, ())
        assert begun > 3


def of_another_game(table: TableState) -> TableConfig:
    other = next(one for one in EVERY_GAME if one[0] != table.rules.book)
    return table.config._replace(rules=rules(*other))


OTHERWISE: dict[str, Callable[[TableState], Any]] = {
    "config_or_none": of_another_game,
    "number": lambda table: table.number + 1,
    "players": lambda table: {},
    "betting": lambda table: "open",
    "bets": lambda table: (Bet(1, "T1-p1", "main", 500),),
    "carried": lambda table: (Bet(1, "T1-p1", "main", 500),),
    "tokens_down": lambda table: {(1, "T1-p1", "main"): 500},
    "tournament": lambda table: "spring",
    "play_days": lambda table: {"ann": "2026-11-16"},
    "declined": lambda table: frozenset({"T1-p1"}),
}
