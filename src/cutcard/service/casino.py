"""The tables of a store in one process: commands in, events out, and the house's own acts by the clock."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, NamedTuple

from cutcard import logs
from cutcard.engine import Refusal
from cutcard.floor import house_dealer
from cutcard.floor.leases import TableLeases
from cutcard.floor.live_table import LiveTable, TableUpdate, update_of
from cutcard.service.accounts import Account, AccountError, Accounts
from cutcard.service.caller import Caller
from cutcard.service.errors import Busy, Forbidden, LoginRefused, NoSuchTable, TooMany
from cutcard.service.metrics import Metrics
from cutcard.service.rate_limit import RateLimiter, network
from cutcard.service.settings import Settings
from cutcard.service.tokens import PasswordChanged, Tokens
from cutcard.service.wire import word_of
from cutcard.store import Appended, Batch, Conflict, Repeated, Row, Store, StoreError, Unreachable, snapshots
from cutcard.store.floor import new_events
from cutcard.store.project import stream_of, table_of
from cutcard.store.texts import event_of
from cutcard.store.writer import Writer
from cutcard.table import Command, CommandReceived, OpenTable, Person, act
from cutcard.table.names import in_words
from cutcard.table.registry import NAMES

RETRIES = 8  # times that a command is decided again because another process was faster
MIND_EVERY_S = 1.0
TIDY_EVERY_S = 3600.0
SNAPSHOT_EVERY = 1000  # events of a table; reading that many takes some fifteen milliseconds
SNAPSHOTS_AT_ONCE = 10
LATE_MS = 250  # how long after a due time that was refused it is tried again
log = logs.get("casino")


class Done(NamedTuple):
    """A command that is in the store; `repeated` where it had been there before."""

    version: int
    repeated: bool = False


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Casino:
    """Every table of a store. All methods belong to one event loop."""

    def __init__(self, store: Store, settings: Settings, clock: Callable[[], int] = now_ms) -> None:
        self.store = store
        self.settings = settings
        self.accounts = Accounts(store)
        self.tokens = Tokens(store, settings.token_hours)
        self.metrics = Metrics()
        self.now = clock
        self.pace = house_dealer.Pace(settings.after_round_ms, settings.after_wager_ms, settings.play_money)
        self.shared = store.engine.dialect.name == "postgresql"
        self.live_tables: dict[str, LiveTable] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._leases = TableLeases(store)
        self._leased: frozenset[str] = frozenset()
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._tried: dict[str, int] = {}  # the version at which the house's act was refused
        self._tasks: set[asyncio.Task[None]] = set()
        self._logins = RateLimiter(settings.logins_per_minute / 60, settings.logins_per_minute)
        self._commands = RateLimiter(settings.commands_per_second, settings.commands_burst)
        self._stopping = threading.Event()
        self._tidied = time.monotonic()
        self.on_start: list[Callable[[Casino], Awaitable[None]]] = []  # done once everything runs

    # -------------------------------------------------------------------------------------------------- start and stop

    async def start(self) -> None:
        """Mind the clocks and follow what other processes do."""
        self._loop = asyncio.get_running_loop()
        self._writer = Writer(self.store)
        position = (await asyncio.to_thread(self.store.head)).version
        if self.shared:
            self._follower = threading.Thread(target=self._follow, args=(position,), name="follower", daemon=True)
            self._follower.start()
        for step in self.on_start:
            await step(self)
        self.spawn(self._mind())

    async def stop(self) -> None:
        self._stopping.set()
        for alarm in self._alarms.values():
            alarm.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._writer.close)
        with contextlib.suppress(StoreError):
            await self._keep_snapshots(least=1, most=len(self.live_tables))
        await asyncio.to_thread(self._leases.close)

    # ----------------------------------------------------------------------------------------------------------- tables

    async def table(self, table: str) -> LiveTable:
        """A table that has been opened at some time; raises `NoSuchTable`."""
        live = await self.find_table(table)
        if live.state.phase == "new":
            raise NoSuchTable(table)
        return live

    async def tables(self) -> list[LiveTable]:
        """All tables that are open, by name."""
        views = await asyncio.to_thread(self.store.tables)
        tables = [await self.find_table(table_of(view.stream)) for view in views]
        return [live for live in tables if live.state.phase == "open"]

    async def find_table(self, table: str) -> LiveTable:
        """The table of a name, also where no table of that name has ever been opened."""
        live = self.live_tables.get(table)
        if live is not None:
            return live
        async with self._opening.setdefault(table, asyncio.Lock()):
            live = self.live_tables.get(table)
            if live is not None:
                return live
            live = LiveTable(table, self.store)
            async with live.lock:
                await live.catch_up()
            self._opening.pop(table, None)
            if live.version:  # a name that nobody has used takes no memory
                self.live_tables[table] = live
                self._arm(live)
            return live

    # --------------------------------------------------------------------------------------------------------- commands

    async def act(self, table: str, command: Command, caller: Caller, command_id: str) -> Done | Refusal:
        """Give a command to a table; what comes of it is durable on return. The same id acts once."""
        wait_s = self._commands.allow(caller.name, time.monotonic())
        if wait_s is not None:
            raise TooMany("commands", wait_s)
        started = time.perf_counter()
        result = "error"
        try:
            live = await self.find_table(table)
            person = _person(live, table, command, caller)
            # a client that goes away does not stop its command half-way
            saying = self._loop.create_task(self.say(live, command, person, f"{caller.name}:{command_id}"))
            answer = await asyncio.shield(saying)
            result = "refused" if isinstance(answer, Refusal) else "repeated" if answer.repeated else "done"
            return answer
        finally:
            took_s = time.perf_counter() - started
            self.metrics.commands.labels(result).inc()
            self.metrics.command_seconds.observe(took_s)
            log.info(
                "command",
                table=table,
                by=caller.name,
                role=caller.role,
                command=word_of(command),
                result=result,
                ms=round(1000 * took_s, 1),
            )

    async def say(
        self, live: LiveTable, command: Command, person: Person, command_id: str | None, only_at: int | None = None
    ) -> Done | Refusal:
        """Decide, append and publish; with `only_at`, unless the table has gone on from that version."""
        async with live.lock:
            for _ in range(RETRIES):
                if only_at not in (None, live.version):
                    return Done(live.version)
                acted = act(live.state, house_dealer.with_randomness(live.state, command), person, self.now())
                if isinstance(acted, Refusal):
                    earlier = await self._earlier(live, command, command_id)
                    if earlier is not None:
                        return earlier
                    if self.shared and await live.catch_up():
                        continue
                    return acted
                batch = Batch(stream_of(live.name), live.version, new_events(acted), acted.state.now, command_id)
                try:
                    appended = await self._append(batch)
                except Conflict:
                    self.metrics.commands.labels("conflict").inc()
                    await live.catch_up()
                    continue
                except Repeated:
                    earlier = await self._earlier(live, command, command_id)
                    assert earlier is not None  # the store has just said so
                    return earlier
                self.live_tables[live.name] = live
                live.publish(TableUpdate(appended.version, acted.events, live.state, acted.state, acted.states))
                self._arm(live)
                return Done(appended.version)
        raise Busy("others were faster again and again: try once more")

    async def _append(self, batch: Batch) -> Appended:
        started = time.perf_counter()
        try:
            return await asyncio.wrap_future(self._writer.submit(batch))
        except Unreachable as error:
            log.error("store", says=error.message)
            raise Busy("the store does not answer: send the command again under the same id") from error
        finally:
            self.metrics.append_seconds.observe(time.perf_counter() - started)

    async def _earlier(self, live: LiveTable, command: Command, command_id: str | None) -> Done | Refusal | None:
        """What a command with this id did when it came the first time; a refusal where that was not this command."""
        if command_id is None:
            return None
        found = await asyncio.to_thread(self.store.command, command_id)
        if found is None:
            return None
        if found.stream != stream_of(live.name):
            return Refusal("id-used-at-another-table")
        said = event_of(found.texts[0])
        if isinstance(said, CommandReceived) and said.command != NAMES[type(command)]:
            return Refusal("id-used-for-another-command", None, {"command": in_words(said.command)})
        return Done(found.last, True)

    # --------------------------------------------------------------------------------------------------------- accounts

    async def log_in(self, name: str, password: str, address: str) -> str:
        """A token for a name and its password."""
        self._limit_login(name.lower()[:64], network(address))
        given = await asyncio.to_thread(self.token_for, name, password)
        if given is None:
            self.metrics.logins.labels("refused").inc()
            log.warning("login refused", name=name[:64], address=address)
            raise LoginRefused
        account, token = given
        self.metrics.logins.labels("done").inc()
        log.info("login", name=account.name, role=account.role, address=address)
        return token

    def token_for(self, name: str, password: str) -> tuple[Account, str] | None:
        """In a thread: a token, if this is still the password when the token is made; looked at again if it is not."""
        while (proved := self.accounts.proved(name, password)) is not None:
            try:
                return proved.account, self.tokens.issue(proved.account.name, self.now(), proved.kept)
            except PasswordChanged:  # or only hashed anew, by another who logged in with it
                continue
            except AccountError:  # disabled meanwhile
                return None
        return None

    async def guest(self, address: str) -> str:
        """A token for a new guest, who plays with play money."""
        self._limit_login(network(address))
        account = await asyncio.to_thread(self.accounts.guest, self.now(), self.settings.guest_hours)
        log.info("guest", name=account.name, address=address)
        return await asyncio.to_thread(self.tokens.issue, account.name, self.now())

    def _limit_login(self, *keys: str) -> None:
        waits = [self._logins.allow(key, time.monotonic()) for key in keys]
        wait_s = max((wait for wait in waits if wait is not None), default=None)
        if wait_s is not None:
            self.metrics.logins.labels("limited").inc()
            raise TooMany("attempts to log in", wait_s)

    async def caller(self, token: str) -> Caller | None:
        """Who a token belongs to; None where it is no good (any more)."""
        account = self.tokens.known(token, self.now())
        if account is None:
            account = await asyncio.to_thread(self.tokens.account, token, self.now())
        return Caller.of(account) if account is not None else None

    # -------------------------------------------------------------------------------------------------------- the clock

    async def _mind(self) -> None:
        """Take the clocks of tables that nobody minds, again and again."""
        while True:
            try:
                views = await asyncio.to_thread(self.store.tables)
                names = [table_of(view.stream) for view in views]
                self._leased = await asyncio.to_thread(self._leases.take, names)
                for name in names:  # those that others mind too, so that a dead one's need not be read first
                    self._arm(await self.find_table(name))
                self.metrics.tables_open.set(len(names))
                await self._keep_snapshots(SNAPSHOT_EVERY, SNAPSHOTS_AT_ONCE)
                await self._tidy()
            except StoreError as error:
                log.error("store", says=error.message)
            await asyncio.sleep(MIND_EVERY_S)

    async def _keep_snapshots(self, least: int, most: int) -> None:
        """Keep where tables stand that this process runs and that have had so many events since the last time."""
        due = [
            live
            for name, live in self.live_tables.items()
            if name in self._leased and live.version - live.kept >= least
        ]
        taken = {live.name: live.snapshot() for live in due[:most]}
        if taken:
            await asyncio.to_thread(snapshots.keep, self.store, taken)
        for live in due[:most]:
            live.kept = taken[live.name].version

    async def _tidy(self) -> None:
        """Once an hour tokens that are long expired are thrown away."""
        if time.monotonic() >= self._tidied + TIDY_EVERY_S:
            self._tidied = time.monotonic()
            await asyncio.to_thread(self.tokens.tidy, self.now())

    def _arm(self, live: LiveTable) -> None:
        """Set the alarm for what the house does next at a table."""
        alarm = self._alarms.pop(live.name, None)
        if alarm is not None:
            alarm.cancel()
        minded = live.name in self._leased or not self.shared
        next_act = house_dealer.next_act(live.state, self.pace) if minded else None
        if next_act is None or self._stopping.is_set():
            return
        wait_ms = next_act.at - self.now()
        if self._tried.get(live.name) == live.version:
            wait_ms = max(wait_ms, LATE_MS)
        self._alarms[live.name] = self._loop.call_later(
            max(wait_ms, 0) / 1000, self._ring, live, live.version, next_act
        )

    def _ring(self, live: LiveTable, version: int, next_act: house_dealer.Act) -> None:
        self._alarms.pop(live.name, None)
        self.spawn(self._house_acts(live, version, next_act))

    async def _house_acts(self, live: LiveTable, version: int, next_act: house_dealer.Act) -> None:
        """What the house had to do at a version of the table, unless it has gone on since."""
        command_id = f"{house_dealer.HOUSE}:{live.name}:{version}:{word_of(next_act.command)}"
        answer: Done | Refusal | StoreError | Busy
        try:
            answer = await self.say(live, next_act.command, next_act.by, command_id, version)
        except StoreError as error:
            log.error("store", table=live.name, says=error.message)
            answer = error
        except Busy as error:
            answer = error
        if not isinstance(answer, Done):
            log.warning("house refused", table=live.name, command=word_of(next_act.command), says=answer.message)
            self._tried[live.name] = live.version
        self._arm(live)

    # -------------------------------------------------------------------------------------------------- other processes

    def _follow(self, position: int) -> None:
        """In a thread: hear of rows as they come, those of other processes among them."""
        while not self._stopping.is_set():
            try:
                for row in self.store.follow(position, timeout_s=1.0):
                    position = row.position
                    self._loop.call_soon_threadsafe(self._heard, row)
            except StoreError as error:
                log.error("store", says=error.message)
                self._stopping.wait(1.0)
            except RuntimeError:  # the loop is closed
                return

    def _heard(self, row: Row) -> None:
        self.metrics.position.set(row.position)
        live = self.live_tables.get(table_of(row.stream))
        if live is not None and live.version < row.last:
            self.spawn(self._catch_up(live, row))

    async def _catch_up(self, live: LiveTable, row: Row) -> None:
        async with live.lock:
            if live.version + 1 == row.version:
                live.publish(update_of(row, live.state))
            elif live.version < row.last:
                await live.catch_up()
            else:
                return  # our own, or read in the meantime
        self._arm(live)

    def spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Do something beside the rest, until it is done or the service stops."""
        task = self._loop.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("task", says=repr(task.exception()))


def _person(live: LiveTable, table: str, command: Command, caller: Caller) -> Person:
    """Who gives a command at a table; raises where he may give none there."""
    if isinstance(command, OpenTable):
        book, play_money = command.book, command.play_money
        if command.table != table:
            raise Forbidden(f"this is table {table}, and not {command.table}")
    elif live.state.config_or_none is None:
        raise NoSuchTable(table)
    else:
        book, play_money = live.state.rules.book, live.state.config.play_money
    barred = caller.barred(book, play_money)
    if barred:
        raise Forbidden(barred)
    person = caller.at(book)
    assert person is not None  # or he were barred
    return person
