"""Whether a database still has the schema that the migrations made, including the triggers that forbid changes."""

from __future__ import annotations

from functools import cache

from sqlalchemy import Connection, create_engine, text

from cutcard.store import migrations
from cutcard.store.checks import Fault

_SQLITE = "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name"
_TRIGGERS = (
    "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A') "
    "AND tgrelid IN ('events'::regclass, 'postings'::regclass) ORDER BY tgname"
)


def fault(connection: Connection) -> Fault | None:
    """What is missing or changed in the schema, if anything."""
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
    triggers = [row[0] for row in connection.execute(text(_TRIGGERS))]
    if triggers != ["events_all", "events_rows", "postings_all", "postings_rows"]:
        return Fault(0, "", 0, "the guards against changes have been taken away")
    return None


@cache
def _fresh(steps: int) -> list[tuple[object, ...]]:
    """The schema of a new store after this many steps."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        migrations.upgrade(connection, steps)
        return [tuple(row) for row in connection.execute(text(_SQLITE))]
