"""Opening what is there, what is not, and what is something else; and bringing an older store up to date."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from support.postgres import serving

from cutcard.errors import CutcardError
from cutcard.store import NewerSchema, NewEvent, NotAStore, Store, StoreError, Unreachable, database, migrations


def test_a_store_is_there_again_when_it_is_opened_again(empty: str) -> None:
    first = Store.open(empty)
    first.append("a", 0, [NewEvent("{}")], at_ms=0)
    first.close()
    second = Store.open(empty, create=False)
    assert second.head().version == 1
    second.close()


def test_sqlite_is_set_to_lose_nothing(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "casino.db")
    with database.reading(store.engine) as connection:
        said = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert said == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    store.close()


def test_postgresql_is_set_to_lose_nothing() -> None:
    """The server's own settings are left as they are, which wait for the disk."""
    with serving({"listen_addresses": ""}) as server:
        engine = database.engine(server.url)
        with database.reading(engine) as connection:
            said = [connection.exec_driver_sql(f"SHOW {name}").scalar_one() for name in ("fsync", "synchronous_commit")]
        engine.dispose()
    assert said == ["on", "on"]


def test_a_store_of_a_later_release_is_not_touched(where: str) -> None:
    store = Store.open(where)
    with database.writing(store.engine) as connection:
        connection.execute(text("INSERT INTO cutcard_schema VALUES (99, 'from the future')"))
    store.close()
    with pytest.raises(NewerSchema, match=r"schema 99.*install a later one"):
        Store.open(where)


def test_an_older_store_is_brought_up_to_date_with_its_views(empty: str) -> None:
    engine = database.engine(empty)
    with database.writing(engine) as connection:
        migrations.upgrade(connection, to=1)
        connection.execute(text("INSERT INTO events VALUES ('a', 1, 1, 0, NULL, '{}', :hash, :hash)"), {"hash": b"x"})
        connection.execute(text("INSERT INTO heads VALUES ('a', 1, :hash)"), {"hash": b"x"})
        connection.execute(text("INSERT INTO postings VALUES ('a', 1, 0, 0, 'ann', -5), ('a', 1, 1, 0, 'tray', 5)"))
    engine.dispose()
    with pytest.raises(StoreError, match="older schema 1"):
        Store.open(empty, create=False)
    store = Store.open(empty)
    assert store.balances() == {"ann": -5, "tray": 5}
    with database.reading(store.engine) as connection:
        assert migrations.version(connection) == len(migrations.STEPS)
    store.close()


def test_a_database_of_something_else_is_refused(empty: str) -> None:
    engine = database.engine(empty)
    with database.writing(engine) as connection:
        connection.execute(text("CREATE TABLE recipes (name TEXT)"))
    engine.dispose()
    with pytest.raises(NotAStore, match="recipes"):
        Store.open(empty)


def test_an_empty_database_is_no_store_to_read(server: str, tmp_path: Path) -> None:
    with pytest.raises(NotAStore, match="no Cutcard store"):
        Store.open(server, create=False)
    empty = tmp_path / "empty.db"
    sqlite3.connect(empty).execute("VACUUM").close()
    with pytest.raises(NotAStore):
        Store.open(empty, create=False)


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear casino, " * 100)
    with pytest.raises(NotAStore, match="is not a database"):
        Store.open(letter)
    assert letter.read_text().startswith("Dear")
    head = tmp_path / "head.db"
    head.write_bytes(b"SQLite format 3\x00" + b"\xff" * 5000)
    with pytest.raises(StoreError):
        Store.open(head)


@pytest.mark.parametrize(
    ("where", "says"),
    [
        ("postgresql://nobody@127.0.0.1:1/casino", "does not answer"),
        ("postgresql://nobody:secret@127.0.0.1:1/casino", "does not answer"),
        ("postgresql://cutcard@/casino?host=/nowhere", "does not answer"),
        ("mysql://localhost/casino", "not mysql"),
        ("sqlite://", "needs a file"),
        ("no://such:port/url", "no URL|not no"),
    ],
)
def test_what_cannot_be_reached_is_said_in_a_sentence(where: str, says: str) -> None:
    with pytest.raises(Unreachable, match=says) as told:
        Store.open(where)
    assert "secret" not in str(told.value)
    assert "\n" not in str(told.value)
    assert isinstance(told.value, CutcardError)


def test_a_missing_file_or_folder_is_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Unreachable, match="there is no store"):
        Store.open(tmp_path / "none.db", create=False)
    with pytest.raises(Unreachable, match="there is no folder"):
        Store.open(tmp_path / "no" / "none.db")
    with pytest.raises(Unreachable, match="cannot be opened"):
        Store.open(tmp_path)


@pytest.mark.parametrize(
    "where",
    [
        "postgresql://ann:s3cret@127.0.0.1:1/x",
        "postgresql://ann:s3cret@s3cret@127.0.0.1:1/x",
        "postgresql://ann@127.0.0.1:1/x?password=s3cret&connect_timeout=1",
        "postgresql://ann@127.0.0.1:1/x?sslpassword=s3cret",
    ],
)
def test_no_message_and_no_name_of_a_store_shows_its_password(where: str) -> None:
    """The name of a store is in the log, and in every anchor that is sent elsewhere."""
    with pytest.raises(Unreachable) as refused:
        Store.open(where)
    assert "s3cret" not in refused.value.message
    if where.count("@") == 1:
        url = database.url_of(where)
        assert "s3cret" not in database.named(create_engine(url))
