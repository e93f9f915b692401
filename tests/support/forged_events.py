"""Events that somebody with every right to the database alters, with the cents they move, and signs again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

from cutcard.store import Store
from cutcard.store.audit import audit
from support.tampering import rehashed, resigned, unguarded

Fields = dict[str, Any]


class Forged(NamedTuple):
    """An event to be altered: the first of its kind, or the n-th after it."""

    kind: str
    change: Callable[[Fields], Fields | None]  # alters the fields, or gives those of another event
    moves: Mapping[str, int] = {}  # what it moves beyond what it moved, by account; "account#1": in its second line
    n: int = 0


def altered(store: Store, *forgeries: Forged) -> str:
    """Alter events, hash and sign everything again; what the audit says."""
    with unguarded(store.engine) as connection:
        for one in forgeries:
            _alter(connection, one)
        connection.execute(text("DELETE FROM snapshots"))
        rehashed(connection)
        resigned(connection, store.keys)
    report = audit(store, processes=1)
    assert report.fault is not None, f"{[one.kind for one in forgeries]} were altered and nobody noticed"
    return str(report.fault)


def _alter(connection: Connection, forged: Forged) -> None:
    found = connection.execute(text("SELECT stream, version, payload FROM events ORDER BY position")).all()
    mark = f'"is":"{forged.kind}"'
    rows = [(row, at) for row in found for at, line in enumerate(row.payload.split("\n")) if mark in line]
    (stream, version, payload), at = rows[forged.n]
    texts = payload.split("\n")
    fields = json.loads(texts[at])
    fields = forged.change(fields) or fields
    texts[at] = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    where = {"stream": stream, "version": version, "payload": "\n".join(texts), "event": at}
    connection.execute(
        text("UPDATE events SET payload = :payload WHERE stream = :stream AND version = :version"), where
    )
    for place, cents in forged.moves.items():
        account, _, nth = place.partition("#")
        own = "stream = :stream AND version = :version AND event = :event AND account = :account"
        more = {**where, "account": account, "cents": cents}
        lines = connection.execute(text(f"SELECT line FROM postings WHERE {own} ORDER BY line"), more).scalars().all()
        more["line"] = lines[int(nth or 0)]
        connection.execute(text(f"UPDATE postings SET cents = cents + :cents WHERE {own} AND line = :line"), more)
        connection.execute(text("UPDATE balances SET cents = cents + :cents WHERE account = :account"), more)


def put(**values: Any) -> Callable[[Fields], None]:
    return lambda fields: fields.update(values)


def added(name: str, more: int) -> Callable[[Fields], None]:
    return lambda fields: fields.update({name: fields[name] + more})
