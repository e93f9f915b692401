"""Tables as they were at some version, kept beside the events so that a start need not read them from the first.

A snapshot is a view: it may be thrown away at any time, nothing is proved by it, and the audit does not look at it. Its
digest binds it to the row of events that it was taken after, and by that row's chain to all before it, and to the code
and the rulebooks by which it was made. One that does not fit in every point is passed over as if it were not there.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, select, text

import cutcard
from cutcard.store import database
from cutcard.store.project import stream_of
from cutcard.store.schema import events, snapshots
from cutcard.store.store import Store
from cutcard.table import TableState
from cutcard.table.codec import state_dumps, state_loads

KEPT = 8  # of a table
PACKAGES = ("engine", "records", "rulebooks", "sidebets", "table")  # whose files decide what events make of a table

_KEEP = text(
    "INSERT INTO snapshots (stream, version, face_down, digest, state) "
    "VALUES (:stream, :version, :face_down, :digest, :state) ON CONFLICT (stream, version) DO UPDATE SET "
    "face_down = excluded.face_down, digest = excluded.digest, state = excluded.state"
)


class Snapshot(NamedTuple):
    """A table after the event of a version, and whether cards had ever been dealt face down there."""

    version: int
    state: TableState
    ever_face_down: bool


def keep(store: Store, taken: Mapping[str, Snapshot]) -> None:
    """Write snapshots of some tables, and throw the oldest of each away."""
    with database.writing(store.engine) as connection:
        for table, snapshot in taken.items():
            stream = stream_of(table)
            hash_ = _row_hash(connection, stream, snapshot.version)
            if hash_ is None:  # a version that the store does not have
                continue
            kept: dict[str, Any] = {
                "stream": stream,
                "version": snapshot.version,
                "face_down": int(snapshot.ever_face_down),
                "state": state_dumps(snapshot.state),
            }
            connection.execute(_KEEP, {**kept, "digest": _digest(hash_, **kept)})
            _thin(connection, stream)


def latest(store: Store, table: str, before: int | None = None) -> Snapshot | None:
    """The latest good snapshot of a table, or the latest that is not after a version; None where there is none."""
    stream = stream_of(table)
    query = select(snapshots).where(snapshots.c.stream == stream).order_by(snapshots.c.version.desc())
    if before is not None:
        query = query.where(snapshots.c.version <= before)
    with database.reading(store.engine) as connection:
        for row in connection.execute(query):
            found = _read(connection, row)
            if found is not None:
                return found
    return None


def _read(connection: Connection, row: Any) -> Snapshot | None:
    """What a row of the view says, if it fits."""
    hash_ = _row_hash(connection, row.stream, row.version)
    if hash_ is None or _digest(hash_, row.stream, row.version, row.face_down, row.state) != bytes(row.digest):
        return None
    try:
        return Snapshot(row.version, state_loads(row.state), bool(row.face_down))
    except ValueError:
        return None


def _row_hash(connection: Connection, stream: str, version: int) -> bytes | None:
    """The hash of the row of events that ends with a version."""
    query = select(events.c.version, events.c.payload, events.c.hash).where(events.c.stream == stream)
    found = connection.execute(
        query.where(events.c.version <= version).order_by(events.c.version.desc()).limit(1)
    ).first()
    if found is None or found.version + found.payload.count("\n") != version:
        return None
    return bytes(found.hash)


def _digest(hash_: bytes, stream: str, version: int, face_down: int, state: str) -> bytes:
    said = f"{CODE} {version} {face_down} {len(stream)}\n{stream}{state}"
    return sha256(hash_ + said.encode("utf-8", "surrogatepass")).digest()


def _thin(connection: Connection, stream: str) -> None:
    """Leave only the newest."""
    mine = snapshots.c.stream == stream
    query = select(snapshots.c.version).where(mine).order_by(snapshots.c.version.desc()).offset(KEPT).limit(1)
    last = connection.execute(query).scalar()
    if last is not None:
        connection.execute(delete(snapshots).where(mine, snapshots.c.version <= last))


def _code() -> str:
    """A digest of the code and the rulebooks that are here: another release may make another state of the events."""
    home = Path(cutcard.__file__).parent
    files = [path for name in PACKAGES for path in (home / name).rglob("*") if path.suffix in (".py", ".toml")]
    made = sha256()
    for path in sorted([*files, *home.glob("*.py"), home / "store" / "texts.py"]):
        said = path.read_bytes()
        made.update(f"{path.relative_to(home).as_posix()} {len(said)}\n".encode())
        made.update(said)
    return made.hexdigest()


CODE = _code()  # now, and not when it is first needed: the files may have been replaced by then
