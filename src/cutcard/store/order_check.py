"""The audit's check of the order of all rows: each is chained to the row before it in the store, and each checkpoint
binds the streams as they were before it; the last checkpoint is signed.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from cutcard.durations import HOUR_MS
from cutcard.store import database
from cutcard.store.chain import ROOT
from cutcard.store.checkpoints import STREAM, Checkpoint, NotedCheckpoint, StreamTree, loads
from cutcard.store.checks import BACK_MS, CLOCK_PUT_BACK, UNREADABLE, Checked, Fault, Tick, first_fault, unreadable
from cutcard.store.keys import PublicKeys
from cutcard.store.row_blocks import Ahead

AT_ONCE = 2000  # rows
_ROWS = (
    "SELECT position, at_ms, previous, hash, stream, version, "
    "CASE WHEN stream = 'checkpoints' THEN payload ELSE '' END FROM events "
    "WHERE position >= 1 AND position <= ? ORDER BY position"
)
_Row = tuple[int, int, bytes, bytes, str, int, str]


def check_order(
    connection: Connection,
    last: int,
    head: bytes,
    keys: PublicKeys | None,
    noted: Sequence[NotedCheckpoint],
    tick: Tick,
) -> Checked:
    """Check that the rows up to a position have no gaps, that each is chained to the one before, and every checkpoint
    among them; `head` is the hash that the last row must have, `noted` are checkpoints that must be there.
    """
    order, checkpoints = _Order(), _Checkpoints(keys, noted)
    rows = Ahead[_Row](database.scan(connection, _ROWS, (last,)))
    try:
        while some := rows.take(AT_ONCE):
            order.take(some)
            checkpoints.take(some)
    except UNREADABLE as error:
        order.end(unreadable(error))
    else:
        if last > 0:
            order.end("is missing" if order.position != last else "", head)
        checkpoints.end()
    faults = [fault for fault in (order.fault, checkpoints.fault) if fault is not None]
    if not faults and order.backwards is not None and not _clock_put_back(connection):
        faults = [order.backwards]
    return Checked(fault=first_fault(faults))


class _Order:
    """How far the chain of all rows is followed."""

    def __init__(self) -> None:
        self.position = 0
        self.before = ROOT
        self.latest_ms = 0
        self.fault: Fault | None = None
        self.backwards: Fault | None = None  # the first row whose time does not fit

    def take(self, rows: Sequence[_Row]) -> None:
        """Take the next rows, together where nothing is wrong in them, and else one by one up to what is wrong."""
        if self.fault is None and not self._at_once(rows):
            for row in rows:
                self._take_one(row)
                if self.fault is not None:
                    return

    def _at_once(self, rows: Sequence[_Row]) -> bool:
        positions, times, previous, hashes, *_ = zip(*rows, strict=True)
        due = range(self.position + 1, self.position + 1 + len(rows))
        if positions != (*due,) or previous != (self.before, *hashes[:-1]):
            return False
        if {type(time) for time in times} != {int}:
            return False
        latest_ms = max(self.latest_ms, *times)
        if min(times) < latest_ms - BACK_MS:
            return False
        self.position, self.before, self.latest_ms = positions[-1], hashes[-1], latest_ms
        return True

    def _take_one(self, row: _Row) -> None:
        position, at_ms, previous, own, *_ = row
        if position != self.position + 1:
            self.fault = Fault(self.position + 1, "", 0, "is missing")
        elif previous != self.before:
            self.fault = Fault(position, "", 0, "is not chained to the row before it")
        else:
            self.before, self.position = own, position
            if at_ms > self.latest_ms:
                self.latest_ms = at_ms
            elif at_ms < self.latest_ms - BACK_MS and self.backwards is None:
                hours = (self.latest_ms - at_ms) // HOUR_MS
                says = f"has a time that lies {hours} hours before that of an earlier row"
                self.backwards = Fault(position, "", 0, says, "clock")

    def end(self, says: str, head: bytes | None = None) -> None:
        """There are no more rows: what is wrong with that, and the hash that the last of them must have."""
        if self.fault is None and says:
            self.fault = Fault(self.position + 1, "", 0, says)
        elif self.fault is None and head is not None and self.before != head:
            self.fault = Fault(self.position, "", 0, "is not what the store's head says")


class _Checkpoints:
    """The checkpoints found so far, and the streams that the next one must bind.

    Only the last signature is checked: each checkpoint has the hash of the one before, signature included.
    """

    def __init__(self, keys: PublicKeys | None, noted: Sequence[NotedCheckpoint]) -> None:
        self._keys = keys
        self._noted = noted
        self._missing = {each.number: each for each in noted}
        self._tree = StreamTree()
        self._before = ROOT
        self._found: Checkpoint | None = None
        self._place = (0, STREAM, 0)
        self.fault: Fault | None = None
        self._read = True  # False once one cannot be read: the check of its stream says where and why

    def take(self, rows: Sequence[_Row]) -> None:
        """Take the next rows, up to a checkpoint among them that is wrong."""
        first = 0
        for at in [at for at, row in enumerate(rows) if row[4] == STREAM]:
            if self.fault is not None or not self._read:
                return
            self._move(rows[first:at])
            self._checkpoint(rows[at])
            first = at + 1
        self._move(rows[first:])

    def _move(self, rows: Sequence[_Row]) -> None:
        for stream, own in {row[4]: row[3] for row in rows}.items():  # in the order in which each came first
            self._tree.take(stream, own)

    def _checkpoint(self, row: _Row) -> None:
        position, _, _, own, stream, version, payload = row
        try:
            found = loads(payload)
            bound = (found.position, found.streams, found.root, found.before)
            due = (position - 1, len(self._tree), self._tree.root().hex(), self._before.hex())
        except (ValueError, TypeError, KeyError, AttributeError):
            self._read = False
            return
        self._place, self._found = (position, stream, version), found
        other = self._missing.pop(found.number, None)
        if bound != due:
            self.fault = Fault(*self._place, "does not bind the streams as they were before it")
        elif other is not None and other.digest != found.digest:
            self.fault = Fault(*self._place, "is not the checkpoint that was noted")
        self._before = own

    def end(self) -> None:
        """There are no more rows: look at the last checkpoint, and at those that were noted."""
        if self.fault is not None or not self._read:
            return
        keys, found = self._keys, self._found
        unknown = [each for each in self._noted if keys is not None and each.key and not each.verified(keys)]
        if keys is not None and found is not None and not found.noted.verified(keys):
            self.fault = Fault(*self._place, "is not signed with a key of this store")
        elif unknown:
            says = f"checkpoint {unknown[0].number} was noted with a signature that no key here made"
            self.fault = Fault(0, "", 0, says)
        elif self._missing:
            self.fault = Fault(0, "", 0, f"checkpoint {min(self._missing)} was noted, and the store does not have it")


def _clock_put_back(connection: Connection) -> bool:
    """Whether a table has recorded that the clock was wrong: times that do not fit are explained then."""
    query = "SELECT 1 FROM events WHERE payload LIKE ? LIMIT 1"
    return next(database.scan(connection, query, (f"%{CLOCK_PUT_BACK}%",)), None) is not None
