"""Makes the checkpoints of a store, and finds the last one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from sqlalchemy import Connection, select

from cutcard.store import database
from cutcard.store.append import STORE, NewEvent, lock_heads
from cutcard.store.chain import ROOT
from cutcard.store.checkpoints import STREAM, Checkpoint, StreamTree, dumps, loads
from cutcard.store.errors import KeysUnusable
from cutcard.store.schema import events, heads
from cutcard.store.store import Store

_STREAMS = (
    "SELECT heads.stream, heads.hash FROM heads JOIN events ON events.stream = heads.stream AND events.version = 1 "
    "WHERE heads.stream NOT IN ('', 'checkpoints') ORDER BY events.position"
)
_MOVED = "SELECT stream, hash FROM events WHERE position > ? AND stream <> 'checkpoints' ORDER BY position"


class Checkpointer:
    """Makes the checkpoints of a store, for one thread. It remembers the tree and reads only what was written since."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tree = StreamTree()
        self._position = 0

    def write(self, writing: Callable[[], AbstractContextManager[Connection]]) -> Checkpoint | None:
        """Make a checkpoint and append it, in a transaction; nothing if no row was written since the last one."""
        keys = self._store.keys
        if keys is None:
            raise KeysUnusable(f"{self._store.name} cannot be written to without its key ring")
        if not self._position:
            self._load()
        with writing() as connection:
            ends = lock_heads(connection, {STREAM})  # no row can be added meanwhile
            position, last = ends[STORE]
            number, before = ends.get(STREAM, (0, ROOT))
            if last in (ROOT, before):
                return None
            for stream, hash_ in database.scan(connection, _MOVED, (self._position,)):
                self._tree.take(stream, bytes(hash_))
            self._position = position
            made = Checkpoint(number + 1, position, len(self._tree), self._tree.root().hex(), before.hex())
            key, signature = keys.sign(made.noted.message)
            made = made._replace(key=key, signature=signature.hex())
            at_ms = connection.execute(select(events.c.at_ms).where(events.c.position == position)).scalar_one()
            self._store.extend(connection, STREAM, [NewEvent(dumps(made))], at_ms)
        return made

    def _load(self) -> None:
        """Read the ends of all streams as they are now, so that no other process waits for it."""
        with database.reading(self._store.engine) as connection:
            position = connection.execute(select(heads.c.version).where(heads.c.stream == STORE)).scalar_one()
            for stream, hash_ in database.scan(connection, _STREAMS):
                self._tree.take(stream, bytes(hash_))
        self._position = position


def last_checkpoint(store: Store) -> Checkpoint | None:
    """The last checkpoint of a store, if it has any."""
    version = store.head(STREAM).version
    return loads(next(store.read(STREAM, after=version - 1)).text) if version else None
