"""The floor: every stream of a store as this process knows it, and the only way to change them.

A command is decided from the states of the streams it needs. Its changes to all of them are appended in one
transaction, each stream at the version the decision was based on. If another process was faster, the command is
decided again.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol
from weakref import WeakValueDictionary

from cutcard.engine import Refusal
from cutcard.floor import linked_play, links, players
from cutcard.floor.decisions import Change, Decision, Done
from cutcard.floor.drivers import Driver
from cutcard.floor.house_dealer import with_randomness
from cutcard.floor.linked_play import LINK_NEEDED
from cutcard.floor.links import TELLING
from cutcard.floor.live_stream import LiveStream
from cutcard.floor.live_table import LiveTable
from cutcard.floor.out_of_order import Fences, OutOfOrder
from cutcard.floor.spelling import spelling_refused
from cutcard.floor.steady_clock import now_ms as now_ms
from cutcard.floor.table_commands import Beside, TableCommand
from cutcard.money import AMOUNT_MAX, BALANCE_MAX, Cents
from cutcard.rulebooks import load
from cutcard.store import Appended, Batch, Conflict, NewEvent, Part, Repeated, Row, Store, Unreachable
from cutcard.store.errors import BeyondBound, BeyondLimit, Claimed, Overdrawn
from cutcard.store.kinds import TABLE, kind_of
from cutcard.store.project import stream_of, table_of
from cutcard.table import Command, Person, RequestFill, TableState, act
from cutcard.table.config import HOUSE
from cutcard.table.draft import FILL_NEEDED
from cutcard.table.standings import STANDING_NEEDED

RETRIES = 8  # how often a command is decided again because another process was faster

ATTEMPTS_MAX = 4  # decisions of one command; each reads further links and players that the last one found missing
UNUSED_KEPT = 1000  # streams without events that are not read again each time: players who are not registered

AnyStream = LiveStream[Any, Any, Any]


Decide = Callable[..., Decision | Refusal]  # takes the state of each stream, in order; may be called several times


class Monitor(Protocol):
    """Receives the floor's counts and timings."""

    def conflict(self) -> None:
        """Another process was faster, and a command has to be decided again."""

    def appended(self, seconds: float) -> None:
        """Appending a batch took this long, whether it succeeded or failed."""


class Unmonitored:
    def conflict(self) -> None: ...

    def appended(self, seconds: float) -> None: ...


def new_events(change: Change) -> list[NewEvent]:
    """Events in the store's form, each with its ledger lines."""
    dumps = kind_of(change.stream).dumps
    return [NewEvent(dumps(event), lines, event) for event, lines in zip(change.events, change.postings, strict=True)]


class Floor:
    """Every stream of a store. All methods belong to one event loop, or to one thread over a `Blocking` driver."""

    def __init__(
        self,
        store: Store,
        driver: Driver,
        *,
        now: Callable[[], int] = now_ms,
        monitor: Monitor | None = None,
        retries: int = RETRIES,
    ) -> None:
        self.store = store
        self.driver = driver
        self.now = now
        self.monitor: Monitor = monitor or Unmonitored()
        self.retries = retries
        self.paused: Callable[[], bool] = lambda: False  # while it is not known what time it is
        self.randomness: Callable[[TableState, Command], Command] = with_randomness
        self.streams: dict[str, AnyStream] = {}
        self.on_move: list[Callable[[AnyStream], None]] = []  # called when a stream was loaded or has moved on
        self.fences = Fences()
        self._opening: dict[str, asyncio.Lock] = {}
        self._unused: WeakValueDictionary[str, AnyStream] = WeakValueDictionary()  # names without events take no memory
        self._recent: deque[AnyStream] = deque(maxlen=UNUSED_KEPT)  # keeps those that were read last alive

    # ---------------------------------------------------------------------------------------------------------- streams

    async def stream(self, stream: str) -> AnyStream:
        """A stream; it may have no events yet. Raises `OutOfOrder` for one that cannot be read."""
        known = self.known(stream)
        if known is not None:
            return known
        self.fences.check(stream)
        async with self._opening.setdefault(stream, asyncio.Lock()):
            known = self.known(stream)
            if known is not None:
                return known
            self.fences.check(stream)
            live = self._unread(stream)
            async with live.lock:
                await self.catch_up(live)
            self._opening.pop(stream, None)
            self.fences.lift(stream)
            if live.version:
                self._moved(live)
            else:
                self._unused[stream] = live
                self._recent.append(live)
            return live

    def _unread(self, stream: str) -> AnyStream:
        table = kind_of(stream) is TABLE
        return LiveTable(table_of(stream), self.store) if table else LiveStream(stream, self.store)

    async def read_again(self, stream: str) -> None:
        """Read a stream again that this process knows, since something in its events has been erased."""
        live = self.known(stream)
        if live is None:
            return
        async with live.lock:
            fresh = self._unread(stream)
            try:
                await self.driver.call(fresh.load, live.version)
            except Unreachable:
                raise
            except Exception as error:
                raise self.fence(live, error) from error
            live.replace(fresh)

    async def look_again(self, stream: str) -> None:
        """Read what was written to a stream beside this floor, as somebody is registered with their account."""
        live = self.known(stream)
        if live is None:
            return
        async with live.lock:
            moved = await self.catch_up(live)
        if moved:
            self._moved(live)

    def known(self, stream: str) -> AnyStream | None:
        """A stream that this process has read; it may have no events."""
        return self.streams.get(stream) or self._unused.get(stream)

    async def table(self, table: str) -> LiveTable:
        """A table; it may never have been opened."""
        live = await self.stream(stream_of(table))
        assert isinstance(live, LiveTable)
        return live

    async def catch_up(self, live: AnyStream) -> bool:
        """Read what other processes have written; returns whether there was anything. The caller holds the lock."""
        try:
            if not live.version and not live.subscribers:
                await self.driver.call(live.load)
                return bool(live.version)
            found = await self.driver.call(live.read_on)
            for update in found:
                live.publish(update)
        except Unreachable:  # the store's fault, and not the stream's
            raise
        except Exception as error:
            raise self.fence(live, error) from error
        return bool(found)

    def fence(self, live: AnyStream, error: Exception) -> OutOfOrder:
        """Take a stream out of use because of an error; all others go on."""
        self.streams.pop(live.stream, None)
        self._unused.pop(live.stream, None)
        live.shut()
        return self.fences.put(live.stream, error)

    async def apply_row(self, live: AnyStream, row: Row) -> None:
        """Apply a row that some process has written, unless it is known already."""
        async with live.lock:
            if live.version + 1 == row.version:
                try:
                    live.publish(live.update_of(row, live.state))
                except Exception as error:
                    self.fence(live, error)
                    return
            elif live.version < row.last:
                await self.catch_up(live)
            else:
                return
        self._moved(live)

    def _moved(self, live: AnyStream) -> None:
        self.streams[live.stream] = live
        for listener in self.on_move:
            listener(live)

    # --------------------------------------------------------------------------------------------------------- commands

    async def act(
        self,
        table: str,
        command: Command,
        by: Person,
        command_id: str | None = None,
        *,
        at: int | None = None,
        only_at: int | None = None,
        first: Callable[[TableState], Refusal | None] = lambda state: None,
    ) -> Done | Refusal:
        """Give a table a command. Its events are durable on return; a repeated id does nothing more.

        With `only_at`, nothing is done if the table has moved on from that version. `first` looks at the state that
        the command is decided from, and may refuse it.
        """
        live = await self.table(table)
        if getattr(command, "player", None) not in (None, *live.state.players):
            refused = await spelling_refused(self, command, by)
            if refused is not None:
                return refused
        if live.state.links and not isinstance(command, TELLING):
            await links.tell_table(self, table, at)
        needed, names = False, players.players_for(command, by)
        for _ in range(ATTEMPTS_MAX):
            beside = Beside(linked_play.links_for(live.state, command, needed), tuple(sorted(names)))
            done = await self._act(table, command, by, command_id, at=at, only_at=only_at, first=first, beside=beside)
            if not isinstance(done, Refusal) or done.code not in (LINK_NEEDED, STANDING_NEEDED):
                break
            needed = needed or done.code == LINK_NEEDED
            names |= frozenset(done.facts.get("players", ()))  # type: ignore[call-overload]
        return done

    async def _act(
        self,
        table: str,
        command: Command,
        by: Person,
        command_id: str | None,
        *,
        at: int | None,
        only_at: int | None,
        first: Callable[[TableState], Refusal | None],
        beside: Beside,
    ) -> Done | Refusal:
        """Decide a command over the table, the versions that it shares with others, its links and its players."""
        request = TableCommand(self, table, command, by, at=at, first=first, beside=beside, kept=command_id is not None)
        done = await self.execute(
            request.streams,
            request.decide,
            command_id,
            only_at=only_at,
            other_command=request.other_command,
            before=request.look_up,
        )
        if isinstance(done, Refusal) and done.code == FILL_NEEDED:
            await self._ask_for_fill(request.stream, min(int(str(done.facts["least"])), AMOUNT_MAX), at)
        return done

    async def _ask_for_fill(self, stream: str, least: Cents, at: int | None) -> None:
        """The house asks for a fill where a command was refused for want of one; the table waits for it."""

        def decide(state: TableState) -> Decision | Refusal:
            if state.phase != "open" or (state.fill_blocks and (state.fill_due or 0) >= least):
                return Refusal(FILL_NEEDED)
            by = Person(HOUSE, load(state.rules.book).roles[-1])
            acted = act(state, RequestFill(least), by, self.now() if at is None else at)
            if isinstance(acted, Refusal):
                return acted
            return Decision((Change(stream, acted.events, acted.postings, acted.states),), acted.state.now)

        await self.execute((stream,), decide)

    async def execute(
        self,
        streams: Sequence[str],
        decide: Decide,
        command_id: str | None = None,
        *,
        only_at: int | None = None,
        other_command: Callable[[Any], Refusal | None] = lambda first: None,
        before: Callable[..., Awaitable[None]] | None = None,
    ) -> Done | Refusal:
        """Decide a command over some streams, append what it does to them, and publish it.

        The command is given to the first stream; one that changes nothing is not stored. If it already has one with the
        same id, `other_command` looks at its first event and says whether it was a different command. `before` is
        awaited before each decision, to read what else it needs. Raises `Conflict` if other processes were faster
        every time.
        """
        lives = [await self.stream(stream) for stream in streams]
        locks: list[asyncio.Lock] = []
        try:
            for live in sorted(lives, key=lambda each: each.stream):  # always the same order, so no deadlock
                await live.lock.acquire()
                locks.append(live.lock)
            return await self._decided(lives, decide, command_id, only_at, other_command, before)
        finally:
            for lock in reversed(locks):
                lock.release()

    async def _decided(
        self,
        lives: Sequence[AnyStream],
        decide: Decide,
        command_id: str | None,
        only_at: int | None,
        other_command: Callable[[Any], Refusal | None],
        before: Callable[..., Awaitable[None]] | None,
    ) -> Done | Refusal:
        """The same over streams whose locks the caller holds."""
        conflicts = 0
        while True:
            if only_at not in (None, lives[0].version):
                return Done(lives[0].version)
            if before is not None:
                await before(*(live.state for live in lives))
            decision = decide(*(live.state for live in lives))
            if isinstance(decision, Refusal) or not decision.changes:
                earlier = await self._earlier(lives[0], command_id, other_command)
                if earlier is not None:
                    return earlier
                if self.driver.shared and await self._catch_up_all(lives):
                    continue  # the decision was based on an old state
                return decision if isinstance(decision, Refusal) else Done(lives[0].version)
            batch = _batch(lives, decision, command_id)
            try:
                appended = await self._append(batch)
            except (Conflict, BeyondLimit) as error:  # so much may have been wagered elsewhere since it was read
                if isinstance(error, Conflict) and error.stream in decision.unmoved:
                    return Refusal(LINK_NEEDED)  # waiting for it here, with other streams held, could last for ever
                conflicts += 1
                self.monitor.conflict()
                await self._catch_up_all(lives)
                if conflicts > self.retries:
                    raise error if isinstance(error, Conflict) else _contended(lives[0]) from error
            except (Overdrawn, BeyondBound, Claimed) as error:
                conflicts += 1  # an account that other tables share may have changed since it was read
                await self._catch_up_all(lives)
                if before is None or conflicts > self.retries or not isinstance(error, Overdrawn):
                    return money_refused(error)
            except Repeated:
                earlier = await self._earlier(lives[0], command_id, other_command)
                assert earlier is not None  # the store has just said so
                return earlier
            else:
                return self._publish(lives, decision, batch, appended)

    async def _catch_up_all(self, lives: Sequence[AnyStream]) -> bool:
        return any([await self.catch_up(live) for live in lives])

    async def _append(self, batch: Batch) -> Appended:
        started = time.perf_counter()
        try:
            return await self.driver.append(batch)
        finally:
            self.monitor.appended(time.perf_counter() - started)

    def _publish(self, lives: Sequence[AnyStream], decision: Decision, batch: Batch, appended: Appended) -> Done:
        updates = []
        written = {part.stream: part.events for part in batch.parts}
        for change in decision.changes:
            live = next(live for live in lives if live.stream == change.stream)
            version = live.version + len(change.events)
            texts = tuple([event.payload for event in written[change.stream]])
            updates.append(live.update(version, change.events, live.state, change.states, texts))
            live.publish(updates[-1])
            self._moved(live)
        return Done(appended.version, False, appended.position, tuple(updates))

    async def _earlier(
        self, live: AnyStream, command_id: str | None, other_command: Callable[[Any], Refusal | None]
    ) -> Done | Refusal | None:
        """What the command with this id did the first time; a refusal if that was a different command."""
        if command_id is None:
            return None
        found = await self.driver.call(self.store.command, command_id)
        if found is None:
            return None
        if found.stream != live.stream:
            return Refusal("id-used-at-another-table")
        events = tuple(map(live.kind.loads, found.texts))
        return other_command(events[0]) or Done(found.last, True, earlier=events)


def money_refused(error: Overdrawn | BeyondBound | Claimed) -> Refusal:
    """The refusal of a command whose money or claim the store did not take."""
    if isinstance(error, Claimed):
        return Refusal("claimed-already", None, {"claim": error.key.partition(":")[2].replace(":", " ")})
    if isinstance(error, Overdrawn):
        return Refusal("account-overdrawn", None, {"account": error.account})
    return Refusal("account-beyond-bound", None, {"account": error.account, "most": BALANCE_MAX})


def _contended(live: AnyStream) -> Conflict:
    """What others changed every time that a command was decided."""
    return Conflict(live.stream, live.version)


def _batch(lives: Sequence[AnyStream], decision: Decision, command_id: str | None) -> Batch:
    """What a decision writes: the changed streams, and a check that the streams it only read have not moved."""
    changes = {change.stream: new_events(change) for change in decision.changes}
    first, *others = (Part(live.stream, live.version, changes.get(live.stream, ())) for live in lives)
    others += [Part(stream, version) for stream, version in decision.unmoved.items()]
    return Batch(*first, decision.at_ms, command_id, others, decision.bounds)
