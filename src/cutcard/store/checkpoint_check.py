"""The audit's check of checkpoints: each binds the streams as they were before it, and the last one is signed."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from cutcard.store import database
from cutcard.store.chain import ROOT
from cutcard.store.checkpoints import STREAM, Checkpoint, NotedCheckpoint, StreamTree, loads
from cutcard.store.checks import Checked, Fault, Tick, unreadable
from cutcard.store.keys import PublicKeys

_ROWS = (
    "SELECT position, stream, version, hash, CASE WHEN stream = 'checkpoints' THEN payload ELSE '' END FROM events "
    "WHERE position <= ? ORDER BY position"
)


def check_checkpoints(
    connection: Connection, last: int, keys: PublicKeys | None, noted: Sequence[NotedCheckpoint], tick: Tick
) -> Checked:
    """Check every checkpoint up to a position, and that those which were noted elsewhere are among them.

    Only the last signature is checked: each checkpoint has the hash of the one before, signature included.
    """
    tree, before = StreamTree(), ROOT
    found: Checkpoint | None = None
    place = (0, STREAM, 0)
    missing = {each.number: each for each in noted}
    try:
        for position, stream, version, own, payload in database.scan(connection, _ROWS, (last,)):
            if stream != STREAM:
                tree.take(stream, own)
                continue
            place = (position, stream, version)
            found = loads(payload)
            bound = found.position, found.streams, found.root, found.before
            if bound != (position - 1, len(tree), tree.root().hex(), before.hex()):
                return _fault(place, "does not bind the streams as they were before it")
            other = missing.pop(found.number, None)
            if other is not None and other.digest != found.digest:
                return _fault(place, "is not the checkpoint that was noted")
            before = own
    except unreadable(ValueError, TypeError, KeyError, AttributeError):
        return Checked()  # the check of its stream says where and why
    if keys is not None and found is not None and not found.noted.verified(keys):
        return _fault(place, "is not signed with a key of this store")
    unknown = [each for each in noted if keys is not None and each.key and not each.verified(keys)]
    if unknown:
        return _fault((0, "", 0), f"checkpoint {unknown[0].number} was noted with a signature that no key here made")
    if missing:
        return _fault((0, "", 0), f"checkpoint {min(missing)} was noted, and the store does not have it")
    return Checked()


def _fault(place: tuple[int, str, int], message: str) -> Checked:
    return Checked(fault=Fault(*place, message))
