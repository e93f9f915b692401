"""`cutcard store`: the keys of a store, its backup, and its last checkpoint."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from cutcard.errors import CutcardError
from cutcard.narration.formatting import utc
from cutcard.service.settings import Settings
from cutcard.store import KeyRing, Store
from cutcard.store.backup import backup as copy_store
from cutcard.store.checkpointer import last_checkpoint

app = typer.Typer(
    name="store",
    help="The keys of a store, its backup, and its last checkpoint.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Db = Annotated[
    str | None,
    typer.Option(metavar="DB", help="An SQLite file, or postgresql://…; without it, the service's setting."),
]
Keys = Annotated[
    Path | None, typer.Option(metavar="FILE", help="The store's key ring; without it, where the service finds it.")
]


@app.command("new-key")
def new_key(db: Db = None, keys: Keys = None) -> None:
    """Add a key to the ring. The service uses it from its next start on. Keep the older keys: they are still needed."""
    made = _ring(db, keys).with_new_key()
    print(f"{made.path} has a new key, {made.newest.id}: back the file up, and start the service again")


@app.command("public-keys")
def public_keys(db: Db = None, keys: Keys = None) -> None:
    """Print the public keys with which signatures are checked.

    An inspector needs them: the id, day and public key of each key, the oldest first.
    """
    for key in _ring(db, keys).keys:
        print(key.id, utc(key.made_ms, "%Y-%m-%d"), key.public.hex())


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy, which must not exist yet.")],
    db: Db = None,
    keys: Keys = None,
) -> None:
    """Copy an SQLite store while the service runs.

    It prints the copy's head, to be noted elsewhere.

    The key ring is not part of it. Keep a copy of the ring somewhere else: otherwise anybody with the backup also has
    the keys.
    """
    settings = Settings.read(given={"db": db, "keys": keys})
    with closing(Store.open(settings.db, create=False, keys=settings.keys)) as store:
        copy_store(store, file)
    with closing(Store.open(str(file), create=False, keys=settings.keys)) as copy:
        print(f"head {copy.head()}")


@app.command()
def checkpoint(db: Db = None, keys: Keys = None) -> None:
    """Print the last checkpoint, to be noted elsewhere.

    `cutcard audit --checkpoint` shows later that the store still contains it.

    A service makes one a second after something was written, and a last one when it stops.
    """
    settings = Settings.read(given={"db": db, "keys": keys})
    with closing(Store.open(settings.db, create=False, keys=settings.keys)) as store:
        found = last_checkpoint(store)
        if found is None:
            raise CutcardError(f"{store.name} has no checkpoint yet: a service makes the first one")
        print(f"checkpoint {found.noted}")


@app.command("rebuild-views")
def rebuild_views(db: Db = None, keys: Keys = None) -> None:
    """Rebuild the views from the events.

    The views are balances, tables, rounds, their players, and claims. Events are not changed.

    Stop a service that runs on an SQLite file first. On PostgreSQL, other processes wait meanwhile.
    """
    from cutcard.service.server import alone

    settings = Settings.read(given={"db": db, "keys": keys})
    Store.open(settings.db, create=False, keys=settings.keys).close()  # says so if it is not there
    with closing(Store.open(settings.db, keys=settings.keys)) as store, alone(store):
        for name, (rows, changed) in store.rebuild_views().items():
            print(f"{name.replace('_', ' ')}: {rows:,} rows, {'changed' if changed else 'as they were'}")


def _ring(db: str | None, keys: Path | None) -> KeyRing:
    settings = Settings.read(given={"db": db, "keys": keys})
    with closing(Store.open(settings.db, create=False, keys=settings.keys)) as store:
        if store.keys is None:
            raise CutcardError(f"{store.name} has no key ring yet: `cutcard serve` makes one at its first start")
        return store.keys
