"""Snapshots: tables as they were at some version, stored so that a start need not read every event.

A snapshot is a view: it may be deleted at any time. It is sealed with the store's key ring, since it holds the order of
a shoe, and bound to the row of events it was taken after, through that row's chain to all earlier rows, and to the code
and rulebooks that made it. One that does not fit in every point is not used, and the audit reports it.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, select, text

import cutcard
from cutcard import logs
from cutcard.store import database
from cutcard.store.errors import Forged, StoreError
from cutcard.store.keys import KeyRing
from cutcard.store.project import stream_of
from cutcard.store.schema import events, snapshots
from cutcard.store.store import Store
from cutcard.table import TableState
from cutcard.table.codec import state_dumps, state_loads

KEPT = 8  # snapshots of a table
PACKAGES = ("engine", "records", "rulebooks", "sidebets", "table")  # their files decide what state the events lead to

_KEEP = text(
    "INSERT INTO snapshots (stream, version, face_down, code, sealed) "
    "VALUES (:stream, :version, :face_down, :code, :sealed) ON CONFLICT (stream, version) DO UPDATE SET "
    "face_down = excluded.face_down, code = excluded.code, sealed = excluded.sealed"
)
log = logs.get("snapshots")


class Snapshot(NamedTuple):
    """A table after the event at `version`, and whether cards had ever been dealt face down there."""

    version: int
    state: TableState
    ever_face_down: bool


def keep(store: Store, taken: Mapping[str, Snapshot]) -> None:
    """Store snapshots of some tables, and delete the oldest of each."""
    if store.keys is None:
        return
    with database.writing(store.engine) as connection:
        for table, snapshot in taken.items():
            stream = stream_of(table)
            hash_ = _row_hash(connection, stream, snapshot.version)
            if hash_ is None:  # the store does not have this version
                continue
            kept: dict[str, Any] = {
                "stream": stream,
                "version": snapshot.version,
                "face_down": int(snapshot.ever_face_down),
                "code": CODE,
            }
            sealed = store.keys.seal(state_dumps(snapshot.state), _about(hash_, **kept))
            connection.execute(_KEEP, {**kept, "sealed": sealed})
            _thin(connection, stream)


def forget(store: Store, stream: str) -> None:
    """Delete the snapshots of a stream."""
    with database.writing(store.engine) as connection:
        connection.execute(delete(snapshots).where(snapshots.c.stream == stream))


def latest(store: Store, table: str, before: int | None = None) -> Snapshot | None:
    """The latest valid snapshot of a table, up to version `before` if given; None if there is none."""
    stream = stream_of(table)
    query = select(snapshots).where(snapshots.c.stream == stream).order_by(snapshots.c.version.desc())
    if before is not None:
        query = query.where(snapshots.c.version <= before)
    if store.keys is None:
        return None
    with database.reading(store.engine) as connection:
        for row in connection.execute(query):
            if row.code != CODE:  # another release may make a different state of the same events
                continue
            try:
                return opened(connection, row, store.keys)
            except StoreError as error:
                log.error("snapshot not used", table=table, version=row.version, says=error.message)
    return None


def opened(connection: Connection, row: Any, keys: KeyRing) -> Snapshot:
    """The snapshot in a row of the view; raises `Forged`, or `KeyMissing`."""
    hash_ = _row_hash(connection, row.stream, row.version)
    if hash_ is None:
        raise Forged("it is of a version that no command ended with")
    sealed = keys.unseal(row.sealed, _about(hash_, row.stream, row.version, row.face_down, row.code))
    try:
        return Snapshot(row.version, state_loads(sealed), bool(row.face_down))
    except ValueError as error:
        raise Forged("it holds no state of a table") from error


def _row_hash(connection: Connection, stream: str, version: int) -> bytes | None:
    """The hash of the row whose last event has this version."""
    query = select(events.c.version, events.c.payload, events.c.hash).where(events.c.stream == stream)
    found = connection.execute(
        query.where(events.c.version <= version).order_by(events.c.version.desc()).limit(1)
    ).first()
    if found is None or found.version + found.payload.count("\n") != version:
        return None
    return bytes(found.hash)


def _about(hash_: bytes, stream: str, version: int, face_down: int, code: str) -> str:
    return f"the snapshot {code} {face_down} {version} {hash_.hex()} {stream}"


def _thin(connection: Connection, stream: str) -> None:
    """Delete all but the newest snapshots."""
    mine = snapshots.c.stream == stream
    query = select(snapshots.c.version).where(mine).order_by(snapshots.c.version.desc()).offset(KEPT).limit(1)
    last = connection.execute(query).scalar()
    if last is not None:
        connection.execute(delete(snapshots).where(mine, snapshots.c.version <= last))


def _code() -> str:
    """A digest of the code and rulebooks."""
    home = Path(cutcard.__file__).parent
    files = [path for name in PACKAGES for path in (home / name).rglob("*") if path.suffix in (".py", ".toml")]
    made = sha256()
    for path in sorted([*files, *home.glob("*.py"), home / "store" / "texts.py"]):
        content = path.read_bytes()
        made.update(f"{path.relative_to(home).as_posix()} {len(content)}\n".encode())
        made.update(content)
    return made.hexdigest()


CODE = _code()  # computed at import: later the files may have been replaced
