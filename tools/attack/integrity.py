"""Attacks with the database in hand: what was altered must be seen, and must not be believed."""

from __future__ import annotations

import json
import re
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from sqlalchemy import Connection, Engine, NullPool, create_engine, text
from support.postgres import fresh_database
from support.tampering import plant
from support.waiting import attempts

from cutcard.store import StoreError
from tools.attack.house import House
from tools.attack.suite import attack, expect

PLANTED = 12
PLANTED_LONG = 200
TOLD_S = 20.0  # it takes a moment after the start


def played(house: House) -> str:
    """A table at which somebody has played."""
    table = "played"
    if "played" not in {row["table"] for row in house.http.get("/api/tables").json()}:
        house.open(table, real=False, betting_ms=200)
        token = house.person("ann")
        house.give(table, {"do": "sit", "box": 1}, token)
        for n in range(8):
            house.give(table, {"do": "place-wager", "box": 1, "amount": 1000}, token, f"wager-{n}")
            for word in ("stand", "hit"):
                house.give(table, {"do": word, "box": 1}, token, f"{word}-{n}")
    return table


@contextmanager
def stopped(house: House) -> Iterator[None]:
    """While the service is down; afterwards it is started again, on whatever the database then holds."""
    house.process.stop()
    try:
        yield
    finally:
        house.process.start()


@contextmanager
def a_copy(house: House) -> Iterator[str]:
    """A copy of the store of a service that is down."""
    if "://" not in house.where:
        original = Path(house.where)
        folder = original.parent / "copy"
        folder.mkdir()
        try:
            for file in original.parent.glob(f"{original.name}*"):
                shutil.copy2(file, folder / file.name)
            yield str(folder / original.name)
        finally:
            shutil.rmtree(folder)
        return
    with fresh_database(re.sub(r"/\w+\?", "/postgres?", house.where), like=house.where) as copied:
        yield copied


def seen(house: House, where: str) -> str:
    """What an audit of a copy finds."""
    try:
        return house.fault(where)
    except StoreError as error:  # it cannot even be opened
        return repr(error)


def sound(house: House) -> None:
    """A copy in which nothing was altered holds, or whatever is seen in the others would say nothing."""
    with a_copy(house) as where:
        found = seen(house, where)
        assert not found, f"the store does not hold to begin with: {found}"


@attack("8", quick=False)
def alterations_at_random(house: House) -> None:
    """Single values, rows and ends of streams are altered, removed, swapped and added."""
    planted(house, PLANTED)


@attack("8", quick=False)
def many_alterations_at_random(house: House) -> None:
    """The same, two hundred times."""
    planted(house, PLANTED_LONG)


def planted(house: House, number: int) -> None:
    played(house)
    missed = []
    with stopped(house):
        sound(house)
        for seed in range(number):
            with a_copy(house) as where:
                done = plant(where, Random(seed))
                if not seen(house, where):
                    missed.append(done)
    expect(not missed, f"{len(missed)} of {number} alterations were not seen, such as: {missed[0] if missed else ''}")


STATEMENTS = {
    "a key taken away, by which it could be read from where somebody logged in": "DELETE FROM person_keys "
    "WHERE owner = 'forgotten'",
    "the key of one person for another": "UPDATE person_keys SET owner = 'mallory' WHERE owner = 'shut'",
    "an administrator planted": "",
    "a role raised": "UPDATE accounts SET role = 'administrator' WHERE key = 'ann'",
    "a password replaced": (
        "UPDATE accounts SET password = (SELECT password FROM accounts WHERE key = 'administrator') WHERE key = 'ann'"
    ),
    "an account removed": "DELETE FROM accounts WHERE key = 'forgotten'",
    "a disabled account enabled": "UPDATE accounts SET disabled_ms = NULL WHERE key = 'shut'",
    "a token's life made longer": "UPDATE tokens SET expires_ms = expires_ms + 1000000000",
    "a token moved to another account": "UPDATE tokens SET account = 'administrator' WHERE account = 'ann'",
    "a withdrawn token made good": "UPDATE tokens SET withdrawn_ms = NULL WHERE account = 'shut'",
}


@attack("7", quick=False)
def plants_in_accounts_and_tokens(house: House) -> None:
    """Roles, passwords, accounts and tokens are altered in the database."""
    played(house)
    for name in ("forgotten", "shut"):
        house.person(name)
    house.http.post("/api/accounts/shut/disable", headers={"Authorization": f"Bearer {house.administrator}"})
    missed = []
    with stopped(house):
        sound(house)
        for what, statement in STATEMENTS.items():
            with a_copy(house) as where:
                with house.database(where) as connection:
                    if statement:
                        done = connection.execute(text(statement)).rowcount
                    else:
                        done = _administrator_planted(connection)
                assert done, f"there was nothing for this: {what}"
                if not seen(house, where):
                    missed.append(what)
    expect(not missed, f"not seen: {', '.join(missed)}")


def _administrator_planted(connection: Connection) -> int:
    row = connection.execute(text("SELECT * FROM accounts WHERE key = 'administrator'")).mappings().one()
    made = {**row, "key": "mallory", "name": "mallory"}
    columns = ", ".join(made)
    values = ", ".join(f":{name}" for name in made)
    insert = text(f"INSERT INTO accounts ({columns}) VALUES ({values})")
    return int(connection.execute(insert, made).rowcount)


@attack("8", quick=False)
def guards_taken_away(house: House) -> None:
    """A trigger, an index or a constraint is dropped."""
    played(house)
    missed = []
    with stopped(house):
        sound(house)
        for what, drop in _drops(house):
            with a_copy(house) as where:
                with _engine(where).begin() as connection:
                    connection.execute(text(drop))
                if not seen(house, where):
                    missed.append(what)
    expect(not missed, f"not seen: {', '.join(missed)}")


def _engine(where: str) -> Engine:
    url = where.replace("postgresql://", "postgresql+psycopg://") if "://" in where else f"sqlite:///{where}"
    return create_engine(url, poolclass=NullPool)  # a copied database must have no other session


def _drops(house: House) -> list[tuple[str, str]]:
    """What there is to take away, and the statement that does."""
    with _engine(house.where).connect() as connection:
        if "://" not in house.where:
            query = "SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'index') AND sql IS NOT NULL"
            return [(f"{kind} {name}", f"DROP {kind} {name}") for kind, name in connection.execute(text(query))]
        query = "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE NOT tgisinternal"
        found = []
        for table, name in connection.execute(text(query)):
            found.append((f"trigger {name}", f"DROP TRIGGER {name} ON {table}"))
            found.append((f"trigger {name} switched off", f"ALTER TABLE {table} DISABLE TRIGGER {name}"))
        query = "SELECT conrelid::regclass::text, conname FROM pg_constraint WHERE contype = 'c' AND conrelid <> 0"
        for table, name in connection.execute(text(query)):
            found.append((f"constraint {name}", f"ALTER TABLE {table} DROP CONSTRAINT {name}"))
        return found


@attack("6")
def a_forged_snapshot(house: House) -> None:
    """Snapshots are altered, exchanged with earlier ones and with another table's, and the service started on them."""
    table = played(house)
    with stopped(house):
        pass  # each stop leaves a snapshot
    chips = _chips(house, table)
    with stopped(house), house.database() as connection:
        rows = connection.execute(text("SELECT stream, version, sealed FROM snapshots ORDER BY version")).all()
        assert rows, "there is no snapshot"
        change = text("UPDATE snapshots SET sealed = :sealed WHERE stream = :stream AND version = :version")
        for number, (stream, version, sealed) in enumerate(rows):
            forged = rows[number - 1][2] if len(rows) > 1 and number % 2 else sealed.replace("A", "B")
            connection.execute(change, {"sealed": forged, "stream": stream, "version": version})
    expect(_chips(house, table) == chips, "forged snapshots were believed")


def _chips(house: House, table: str) -> object:
    return re.findall(r'"chips": ?(\d+)', json.dumps(house.shown(table, house.person("ann"))))


@attack("9")
def reading_the_files(house: House) -> None:
    """Somebody else on the machine reads the store's files, and the order of a shoe in them."""
    table = played(house)
    if "://" not in house.where:
        original = Path(house.where)
        open_to_all = [
            file.name for file in original.parent.glob(f"{original.name}*") if stat.S_IMODE(file.stat().st_mode) & 0o077
        ]
        expect(not open_to_all, f"others may read {', '.join(open_to_all)}")
    with house.database() as connection:
        rows = connection.execute(text("SELECT payload FROM events")).scalars().all()
    orders = [line for row in rows for line in str(row).split("\n") if "OrderSealed" in line]
    assert orders, f"no order was sealed at {table}"
    plain = [line for line in orders if len(re.findall(r'"[2-9TJQKA][shdc]"', line)) > 50]
    expect(not plain, "the order of a shoe lies in plain text in the database")


@attack("8", quick=False)
def a_store_put_back(house: House) -> None:
    """An earlier copy of an SQLite store takes its place, signature included: a shoe would be dealt that was seen."""
    if "://" in house.where:
        return  # the service looks at both in the same way
    played(house)
    folder = Path(house.where).parent
    with stopped(house):
        _moved(house, folder / "earlier", keep=True)
    house.open("after-the-copy", real=False)
    with stopped(house):
        _moved(house, folder / "later")
        shutil.copytree(folder / "earlier", folder, dirs_exist_ok=True)
    try:
        told = any(house.http.get("/health").json()["audit"] == "fault" for _ in attempts(TOLD_S))
    finally:
        with stopped(house):
            _moved(house, folder / "put-back")
            shutil.copytree(folder / "later", folder, dirs_exist_ok=True)
    expect(told, "the service went on from an earlier state and told nobody")


def _moved(house: House, to: Path, keep: bool = False) -> None:
    """Move the files of an SQLite store elsewhere, its log too, or copy them."""
    to.mkdir()
    for end in ("", "-wal", "-shm"):
        file = Path(f"{house.where}{end}")
        if file.exists():
            shutil.copy2(file, to / file.name)
            if not keep:
                file.unlink()


@attack("10")
def a_row_that_cannot_be_read(house: House) -> None:
    """One row is damaged: other tables go on, and nobody is shown what was in it."""
    played(house)
    house.open("sound", real=False)
    with stopped(house), house.database() as connection:
        last = "SELECT max(version) FROM events WHERE stream = 'table:played'"
        damage = f"UPDATE events SET payload = '[\"Nonsense\"]' WHERE stream = 'table:played' AND version = ({last})"
        assert connection.execute(text(damage)).rowcount == 1
        connection.execute(text("DELETE FROM snapshots"))
    lobby = house.http.get("/api/tables")
    expect(lobby.status_code == 200, f"the lobby is answered with {lobby.status_code}")
    expect("sound" in lobby.text, "the lobby does not show the other tables")
    broken = house.http.get("/api/tables/played")
    expect("Nonsense" not in broken.text, "an error shows the damaged row")
