"""Failed logins as events: each one while they are few, and their sum when somebody tries very many.

An attacker must not be able to grow the store without limit, so only some are written one by one in a minute. A name
that no account has is not written: it may be a password that somebody typed in the wrong place, and events stay. No
address is written as it is: see `store/person_keys.py`.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterable

from sqlalchemy import Connection, select

from cutcard.service.accounts import NAME
from cutcard.service.rate_limit import Bucket, network
from cutcard.store import Store, database
from cutcard.store.account_events import LoginFailed, LoginsFailed, record
from cutcard.store.person_keys import PersonKeys
from cutcard.store.schema import accounts

PER_SECOND, BURST = 0.1, 30  # events of single failures
KEYS = 200  # names and networks that are counted; the rest together
SHOWN = 10
OTHERS = "others"
NAME_MOST = 40


class FailedLogins:
    """Records failed logins of this process. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._bucket = Bucket(PER_SECOND, BURST)
        self._lock = threading.Lock()
        self._clear()

    def _clear(self) -> None:
        self._since_ms = 0
        self._failed = self._limited = 0
        self._names: Counter[str] = Counter()
        self._networks: Counter[str] = Counter()

    def failed(self, name: str, address: str, why: str, at_ms: int) -> None:
        """A wrong name, password or code. Blocking: writes an event, unless there are too many."""
        with self._lock:
            single = self._bucket.allow(time.monotonic()) is None
            if not single:
                self._failed += 1
                self._count(name, address, at_ms)
        if single:
            with database.writing(self._store.engine) as connection:
                known = name if _known(connection, [name]) else ""
                place = self._place(connection, known, address[:64])
                record(self._store, connection, [LoginFailed(known, place, why)], at_ms)

    def _place(self, connection: Connection, name: str, address: str) -> str:
        """An address as it is written: sealed for the account's owner, otherwise as a keyed digest."""
        places = PersonKeys(self._store)
        return places.seal(connection, name.lower(), address)[0] if name else places.stand_in(address)

    def limited(self, name: str, address: str, at_ms: int) -> None:
        """An attempt that was refused before anything was looked at; counted only."""
        with self._lock:
            self._limited += 1
            self._count(name, address, at_ms)

    def _count(self, name: str, address: str, at_ms: int) -> None:
        self._since_ms = self._since_ms or at_ms
        for counter, key in ((self._names, name[:NAME_MOST]), (self._networks, network(address))):
            counter[key if key in counter or len(counter) < KEYS else OTHERS] += 1

    def write_sum(self, at_ms: int) -> None:
        """Write the sum of what was only counted, if anything was. Blocking."""
        with self._lock:
            if not self._failed and not self._limited:
                return
            names, networks = (each.most_common(SHOWN) for each in (self._names, self._networks))
            stands = PersonKeys(self._store).stand_in
            places = tuple((one if one == OTHERS else stands(one), count) for one, count in networks)
            summed = LoginsFailed(self._since_ms, self._failed, self._limited, (), places)
            self._clear()
        with database.writing(self._store.engine) as connection:
            known = _known(connection, [name for name, _ in names])
            shown = tuple((name, count) for name, count in names if name.lower() in known)
            record(self._store, connection, [summed._replace(names=shown)], at_ms)


def _known(connection: Connection, names: Iterable[str]) -> set[str]:
    """Those of these names, in small letters, that accounts have."""
    keys = [name.lower() for name in names if NAME.fullmatch(name)]
    return set(connection.execute(select(accounts.c.key).where(accounts.c.key.in_(keys))).scalars())
