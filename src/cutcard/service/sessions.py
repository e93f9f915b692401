"""Live connections: each is closed as soon as the session behind it ends, in whichever process that happens.

Every end of a session is an event of the stream of accounts. PostgreSQL sends it to all processes with the commit; an
SQLite file, which the command line may write to beside the service, is looked at once a second.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from cutcard import logs
from cutcard.service.accounts import changes
from cutcard.service.tokens import Live, Tokens
from cutcard.store import Row, Store, StoreError
from cutcard.store.account_events import (
    STREAM,
    AccountDisabled,
    AccountMade,
    ClockSetBack,
    GuestMade,
    LoginFailed,
    LoginsFailed,
    PasswordRehashed,
    SessionsEnded,
    SessionStarted,
    SessionsTidied,
    loads,
)

LOOK_S = 1.0
WRITE_USES_S = 10.0
LONGEST_S = 3600.0
SHORTEST_S = 0.05
# what is cached of a session stays right: nothing of an account has changed that a session has
_CHANGE_NO_SESSION = (
    AccountMade,
    GuestMade,
    SessionStarted,
    PasswordRehashed,
    LoginFailed,
    LoginsFailed,
    SessionsTidied,
    ClockSetBack,
)
log = logs.get("sessions")


class Sessions:
    """The sessions whose end somebody waits for. Belongs to one event loop."""

    def __init__(self, store: Store, tokens: Tokens, now: Callable[[], int]) -> None:
        self._store = store
        self._tokens = tokens
        self._now = now
        self._watching: dict[str, set[asyncio.Event]] = {}  # by the key of the account
        self._version = 0

    async def over(self, token: str) -> None:
        """Wait until the session of a token is over: ended, expired, idle for too long, or its account disabled."""
        live = await self._live(token)
        if live is None:
            return
        key, changed = live.account.key, asyncio.Event()
        self._watching.setdefault(key, set()).add(changed)
        try:
            while (live := await self._live(token)) is not None:
                left_s = max(SHORTEST_S, min(LONGEST_S, (live.until_ms - self._now()) / 1000))
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), left_s)
                changed.clear()
        finally:
            self._watching[key].discard(changed)
            if not self._watching[key]:
                del self._watching[key]

    async def _live(self, token: str) -> Live | None:
        while True:
            try:
                return await asyncio.to_thread(self._tokens.live, token, self._now())
            except StoreError:  # nothing can be done without the store, and nothing is shown that was not shown before
                await asyncio.sleep(LOOK_S)

    def take_row(self, row: Row) -> None:
        """A row of the stream of accounts, written by this process or by another."""
        for text in row.texts:
            event = loads(text)
            if not isinstance(event, _CHANGE_NO_SESSION):
                changes.note()
            if isinstance(event, SessionsEnded | AccountDisabled):
                for changed in self._watching.get(event.name.lower(), ()):
                    changed.set()

    async def follow(self) -> None:
        """Look for what happens to accounts, and write now and then which sessions are in use. Runs until cancelled."""
        woken, loop = asyncio.Event(), asyncio.get_running_loop()

        def wake() -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(woken.set)

        changes.listeners.add(wake)
        written = loop.time()
        try:
            self._version = (await asyncio.to_thread(self._store.head, STREAM)).version
            while True:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(woken.wait(), LOOK_S)
                woken.clear()
                try:
                    await self.look()
                    if loop.time() - written > WRITE_USES_S:
                        written = loop.time()
                        await asyncio.to_thread(self._tokens.write_uses)
                except StoreError as error:
                    log.error("store", says=error.message)
        finally:
            changes.listeners.discard(wake)

    async def close(self) -> None:
        """Write which sessions were in use, before the service stops."""
        with contextlib.suppress(StoreError):
            await asyncio.to_thread(self._tokens.write_uses)

    async def look(self) -> None:
        """Hear of everything up to now; a process that shares its store has heard of most of it already."""
        asked_s = self._tokens.clock()
        if (await asyncio.to_thread(self._store.head, STREAM)).version != self._version:
            for row in await asyncio.to_thread(lambda: list(self._store.rows(STREAM, self._version))):
                self._version = row.last
                self.take_row(row)
        self._tokens.followed(asked_s)
