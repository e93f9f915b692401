"""Openings of tables with a side bet of which all tables of a casino offer the same version (Melbourne 13.6.2).

Each is an event here beside the table's own, in one transaction. Where two processes open tables at once, the second
finds that this stream has moved on, and looks again at what is open.

>>> loads(dumps(VersionOpened("T1", "2")))
VersionOpened(table='T1', version='2')
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cutcard.money import Cents

VERSIONS_KIND = "versions"


class VersionOpened(NamedTuple):
    """A table opens with a version of the side bet."""

    table: str
    version: str


def stream_of_versions(book: str, bet: str) -> str:
    """The stream of a side bet's versions at the tables of a book."""
    return f"{VERSIONS_KIND}:{book}:{bet}"


def evolve(opened: Mapping[str, str], event: VersionOpened) -> tuple[Mapping[str, str], Sequence[tuple[str, Cents]]]:
    """The version that each table was last opened with, the latest at the end; no money moves."""
    others = {table: version for table, version in opened.items() if table != event.table}
    return {**others, event.table: event.version}, ()


def dumps(event: VersionOpened) -> str:
    return json.dumps({"is": "VersionOpened", **event._asdict()}, separators=(",", ":"), ensure_ascii=False)


def loads(text: str) -> VersionOpened:
    fields = json.loads(text)
    return VersionOpened(fields["table"], fields["version"])
