"""The log of accounts: what happened to them and their sessions, as administrators and inspectors read it."""

from __future__ import annotations

import itertools
from typing import Any

from cutcard.service.tokens import ID_DIGITS
from cutcard.store import Store
from cutcard.store.account_events import NAME, STREAM, AccountEvent, AccountsImported, loads
from cutcard.store.chain import Stored
from cutcard.store.person_keys import PersonKeys

SEALED_FIELDS = ("address", "agent")
HIDDEN = frozenset({"password", "one_time", "step"})  # fingerprints, which are for the audit only


def events(store: Store, after: int | None, most: int) -> tuple[int, list[dict[str, Any]]]:
    """The version of the last event, and up to `most` events after a version; without one, the last."""
    last = store.head(STREAM).version
    start = max(0, last - most) if after is None else after
    shown = [_shown(each) for each in itertools.islice(store.read(STREAM, start), most)]
    return last, opened(store, shown)


def opened(store: Store, shown: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Events with what was sealed of places and browsers; empty where it has been erased."""
    texts = PersonKeys(store).open(one[name] for one in shown for name in SEALED_FIELDS if name in one)
    return [{name: texts[value] if name in SEALED_FIELDS else value for name, value in one.items()} for one in shown]


def _shown(stored: Stored) -> dict[str, Any]:
    event = loads(stored.text)
    return {"version": stored.version, "at_ms": stored.at_ms, NAME: type(event).__name__, **_fields(event)}


def _fields(event: AccountEvent) -> dict[str, Any]:
    if isinstance(event, AccountsImported):
        return {"accounts": [row[1] for row in event.accounts], "sessions": len(event.tokens)}
    fields = {name: value for name, value in event._asdict().items() if name not in HIDDEN}
    if "session" in fields:
        fields["session"] = fields["session"][:ID_DIGITS]
    if "sessions" in fields:
        fields["sessions"] = [each[:ID_DIGITS] for each in fields["sessions"]]
    return fields
