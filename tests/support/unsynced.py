"""A store that does not wait for the disk, for tests of what is written and not of power cuts."""

from __future__ import annotations

from sqlalchemy import event

from cutcard.store import Store


def unsynced(store: Store) -> Store:
    """Let a store on SQLite not wait for the disk, which takes most of the time on a busy machine."""
    if store.engine.dialect.name == "sqlite":
        event.listen(store.engine, "connect", lambda driver, _: driver.execute("PRAGMA synchronous = OFF"))
        store.engine.dispose()  # so that the next connection is one of these
    return store
