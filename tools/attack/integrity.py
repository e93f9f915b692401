"""Attacks with the database in hand: what was altered must be seen, and must not be believed."""

from __future__ import annotations

import json
import re
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

from sqlalchemy import text
from support.postgres import fresh_database
from support.tampering import plant

from tools.attack.house import House
from tools.attack.suite import attack, expect

PLANTED = 12
PLANTED_LONG = 200


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
    """A copy of the store, of a service that is down, with the keys beside it where there are any."""
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
    """What an audit of another store of this house finds."""
    kept, house.where = house.where, where
    try:
        return house.fault()
    except Exception as error:  # it cannot even be opened
        return repr(error)
    finally:
        house.where = kept


@attack("8")
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
        expect(not house.fault(), f"the store does not hold to begin with: {house.fault()}")
        for seed in range(number):
            with a_copy(house) as where:
                done = plant(where, Random(seed))
                if not seen(house, where):
                    missed.append(done)
    expect(not missed, f"{len(missed)} of {number} alterations were not seen, such as: {missed[0] if missed else ''}")


STATEMENTS = {
    "an administrator planted": "INSERT INTO accounts SELECT * FROM accounts WHERE 1 = 0",
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


@attack("7")
def plants_in_accounts_and_tokens(house: House) -> None:
    """Roles, passwords, accounts and tokens are altered in the database."""
    played(house)
    for name in ("forgotten", "shut"):
        house.person(name)
    house.http.post("/api/accounts/shut/disable", headers={"Authorization": f"Bearer {house.administrator}"})
    missed = []
    with stopped(house):
        for what, statement in STATEMENTS.items():
            with a_copy(house) as where:
                kept, house.where = house.where, where
                try:
                    with house.database() as connection:
                        _unguarded(connection)
                        if what.startswith("an administrator"):
                            done = _administrator_planted(connection)
                        else:
                            done = connection.execute(text(statement)).rowcount
                finally:
                    house.where = kept
                if done and not seen(house, where):
                    missed.append(what)
    expect(not missed, f"not seen: {', '.join(missed)}")


def _unguarded(connection: object) -> None:
    """Drop what guards rows, as somebody with every right can; on SQLite for good, which is an alteration too."""
    with suppress(Exception):
        connection.execute(text("SET session_replication_role = replica"))  # type: ignore[attr-defined]


def _administrator_planted(connection: object) -> int:
    row = connection.execute(text("SELECT * FROM accounts WHERE key = 'administrator'")).mappings().one()  # type: ignore[attr-defined]
    made = {**row, "key": "mallory", "name": "mallory"}
    columns = ", ".join(made)
    values = ", ".join(f":{name}" for name in made)
    insert = text(f"INSERT INTO accounts ({columns}) VALUES ({values})")
    return int(connection.execute(insert, made).rowcount)  # type: ignore[attr-defined]


@attack("8")
def guards_taken_away(house: House) -> None:
    """A trigger, an index or a constraint is dropped."""
    played(house)
    missed = []
    with stopped(house):
        for what, drop in _drops(house):
            with a_copy(house) as where:
                kept, house.where = house.where, where
                try:
                    with house.database() as connection:
                        drop(connection)
                finally:
                    house.where = kept
                if not seen(house, where):
                    missed.append(what)
    expect(not missed, f"not seen: {', '.join(missed)}")


def _drops(house: House) -> Iterator[tuple[str, Callable[[object], None]]]:
    def dropped(statement: str) -> Callable[[object], None]:
        return lambda connection: connection.execute(text(statement))  # type: ignore[attr-defined]

    with house.database() as connection:
        if "://" not in house.where:
            query = "SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'index') AND sql IS NOT NULL"
            for kind, name in connection.execute(text(query)).all():
                yield f"{kind} {name}", dropped(f"DROP {kind} {name}")
            return
        query = "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE NOT tgisinternal"
        for table, name in connection.execute(text(query)).all():
            yield f"trigger {name}", dropped(f"DROP TRIGGER {name} ON {table}")
            yield f"trigger {name} disabled", dropped(f"ALTER TABLE {table} DISABLE TRIGGER {name}")
        query = "SELECT conrelid::regclass::text, conname FROM pg_constraint WHERE contype = 'c'"
        for table, name in connection.execute(text(query)).all():
            yield f"constraint {name}", dropped(f"ALTER TABLE {table} DROP CONSTRAINT {name}")


@attack("6")
def a_forged_snapshot(house: House) -> None:
    """A table's snapshot is given more chips and a fresh digest, and the service is started on it."""
    table = played(house)
    chips = _chips(house, table)
    with stopped(house), house.database() as connection:
        _unguarded(connection)
        forged = _forge(connection, chips)
    if forged:
        expect(_chips(house, table) == chips, f"{forged} forged snapshots were believed")


def _chips(house: House, table: str) -> object:
    players = house.shown(table, house.person("ann"))
    return re.findall(r'"chips": ?(\d+)', json.dumps(players))


def _forge(connection: object, chips: object) -> int:
    """Change every snapshot's amounts and sign it anew, in the way that the store itself did without a key."""
    from cutcard.store import snapshots

    digest = getattr(snapshots, "_digest", None)
    row_hash = getattr(snapshots, "_row_hash", None)
    rows = connection.execute(text("SELECT * FROM snapshots")).mappings().all()  # type: ignore[attr-defined]
    done = 0
    for row in rows:
        state = re.sub(r"\b(\d{5,7})\b", lambda found: str(int(found[1]) + 1_000_000), row["state"])
        made = bytes(row["digest"])
        if digest is not None and row_hash is not None:
            with suppress(TypeError):
                hash_ = row_hash(connection, row["stream"], row["version"])
                made = digest(hash_, row["stream"], row["version"], row["face_down"], state)
        change = text(
            "UPDATE snapshots SET state = :state, digest = :digest WHERE stream = :stream AND version = :version"
        )
        keys = {"stream": row["stream"], "version": row["version"]}
        done += connection.execute(change, {"state": state, "digest": made, **keys}).rowcount  # type: ignore[attr-defined]
    return done


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


@attack("10")
def a_row_that_cannot_be_read(house: House) -> None:
    """One row is damaged: other tables go on, health says it, and nobody is shown what was in it."""
    played(house)
    house.open("sound", real=False)
    with stopped(house):
        with house.database() as connection:
            _unguarded(connection)
            with suppress(Exception):
                connection.execute(text("DROP TRIGGER IF EXISTS events_no_update"))
            version = connection.execute(text("SELECT max(version) FROM events WHERE stream = 'table:played'")).scalar()
        with house.database() as connection:
            _unguarded(connection)
            damage = "UPDATE events SET payload = '[\"Nonsense\"]' WHERE stream = 'table:played' AND version = :version"
            with suppress(Exception):
                connection.execute(text(damage), {"version": version})
            connection.execute(text("DELETE FROM snapshots"))
    lobby = house.http.get("/api/tables")
    expect(lobby.status_code == 200, f"the lobby is answered with {lobby.status_code}")
    expect("sound" in lobby.text, "the lobby does not show the other tables")
    broken = house.http.get("/api/tables/played")
    expect("Nonsense" not in broken.text, "an error shows the damaged row")
