"""Whether a database still has the schema that the migrations made, including the triggers that forbid changes."""

from __future__ import annotations

from functools import cache

from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.exc import ProgrammingError

from cutcard.store import catalog, migrations
from cutcard.store.checks import Fault

_SQLITE = "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name"
_SCRATCH = "cutcard_audit"  # a schema that exists only inside a transaction that is undone


class NotCompared(Exception):
    """The schema cannot be compared, in words."""


def fault(connection: Connection) -> Fault | None:
    """What is missing or changed in the schema, if anything; raises `NotCompared`."""
    steps = [tuple(row) for row in connection.execute(text("SELECT step, name FROM cutcard_schema ORDER BY step"))]
    known = [(number, step.name) for number, step in enumerate(migrations.STEPS, start=1)]
    if steps not in (known[:number] for number in range(migrations.READABLE, len(known) + 1)):
        return Fault(0, "", 0, "the list of schema steps has been changed")
    if connection.dialect.name == "sqlite":
        have = [tuple(row) for row in connection.execute(text(_SQLITE))]
        fresh = _fresh(len(steps))
        for own, due in zip(have, fresh, strict=False):
            if own != due:
                return Fault(0, "", 0, f"the schema has been changed at {due[0]} {due[1]}")
        return None if len(have) == len(fresh) else Fault(0, "", 0, "the schema has been added to or cut")
    return _postgres_fault(connection, len(steps))


def _postgres_fault(connection: Connection, steps: int) -> Fault | None:
    """Compare the catalog with that of the same schema on the same server, made again."""
    own = connection.execute(text("SELECT current_schema()")).scalar_one()
    server = connection.execute(text("SELECT version()")).scalar_one()
    if (server, steps) not in _made:
        _made[server, steps] = _made_anew(connection.engine, steps)
    for kind, name, _ in sorted(_made[server, steps] ^ catalog.objects(connection, own)):
        return Fault(0, "", 0, f"the schema has been changed at {kind} {name}")
    return None


_made: dict[tuple[str, int], set[tuple[str, str, str]]] = {}  # by the version of the server and the step


def _made_anew(engine: Engine, steps: int) -> set[tuple[str, str, str]]:
    """The catalog of a new store, made beside the store's own tables in a transaction that is undone."""
    with engine.connect() as scratch:
        undone = scratch.begin()
        try:
            scratch.exec_driver_sql(f"CREATE SCHEMA {_SCRATCH}")
            scratch.exec_driver_sql(f"SET LOCAL search_path TO {_SCRATCH}")
            migrations.upgrade(scratch, steps)
            return catalog.objects(scratch, _SCRATCH)
        except ProgrammingError as error:
            if getattr(error.orig, "sqlstate", None) != "42501":  # anything but that the user may not
                raise
            raise NotCompared("the definitions of tables and triggers, since this user may make no schema") from None
        finally:
            undone.rollback()


@cache
def _fresh(steps: int) -> list[tuple[object, ...]]:
    """The schema of a new store after this many steps."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        migrations.upgrade(connection, steps)
        return [tuple(row) for row in connection.execute(text(_SQLITE))]
