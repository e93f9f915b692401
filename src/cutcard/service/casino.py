"""The casino on the network: checks who may give commands at which table and how often, counts and logs them."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from typing import Any, TypeVar

from cutcard import logs
from cutcard.engine import Refusal
from cutcard.errors import CutcardError
from cutcard.floor.clock import HouseClock
from cutcard.floor.decisions import Done
from cutcard.floor.drivers import Threaded
from cutcard.floor.floor import AnyStream, Floor
from cutcard.floor.follower import Follower
from cutcard.floor.house_dealer import Pace
from cutcard.floor.live_stream import LiveStream
from cutcard.floor.live_table import LiveTable
from cutcard.floor.out_of_order import OutOfOrder
from cutcard.floor.past import Past
from cutcard.floor.steady_clock import SMALL_MS, SteadyClock
from cutcard.floor.tasks import Tasks
from cutcard.floor.tournament_runner import TournamentRunner
from cutcard.jackpots import LinkState, stream_of_link
from cutcard.players import PlayerState, stream_of_player
from cutcard.players.law import law_of
from cutcard.promotions import PromotionState, stream_of_promotion
from cutcard.rulebooks import load
from cutcard.service import solver_pool
from cutcard.service.accounts import Accounts
from cutcard.service.anchors import Anchors
from cutcard.service.caller import Caller
from cutcard.service.command_texts import sealed_text_refused
from cutcard.service.entitled import person_at
from cutcard.service.errors import (
    Busy,
    ClockJumped,
    NoSuchLink,
    NoSuchPromotion,
    NoSuchTable,
    NoSuchTournament,
    TooMany,
)
from cutcard.service.failed_logins import FailedLogins
from cutcard.service.house_players import HousePlayers
from cutcard.service.jackpots import Jackpots
from cutcard.service.lobby import Lobby
from cutcard.service.logins import Logins
from cutcard.service.metrics import Metrics
from cutcard.service.own_business import own_business_refused
from cutcard.service.past_decisions import WeighedRounds
from cutcard.service.rate_limit import RateLimiter
from cutcard.service.reads import Reads
from cutcard.service.scheduled_audit import ScheduledAudit
from cutcard.service.seating import Seating
from cutcard.service.second_person import (
    asked_by,
    depends_on_others,
    kept_from,
    number_approved,
    other_account_will_do,
    same_people,
)
from cutcard.service.sessions import Sessions
from cutcard.service.settings import Settings
from cutcard.service.store_audit import StoreAudit
from cutcard.service.stream_doors import StreamDoor
from cutcard.service.table_audiences import TableAudiences
from cutcard.service.table_moment import TOO_LATE, moment
from cutcard.service.tokens import Tokens
from cutcard.service.tournaments import Tournaments
from cutcard.service.wire import word_of
from cutcard.store import Conflict, Row, Store, StoreError, Unreachable
from cutcard.store.account_events import STREAM as ACCOUNTS
from cutcard.store.account_events import clock_set_back
from cutcard.store.chain import Head
from cutcard.store.project import TableEntry
from cutcard.store.promotion_reading import promotion_names
from cutcard.store.shoe_catalogue import ShoeCatalogue
from cutcard.table import Command, OpenTable, Person, Sit, TableState
from cutcard.table.ledger import PLAY_MONEY
from cutcard.tournaments import (
    AnnounceTournament,
    ApplyToEnter,
    NameSubstitute,
    TournamentState,
    stream_of_tournament,
)

T = TypeVar("T")
TIDY_EVERY_S = 600.0
LOOK_EVERY_S = 1.0  # at the machine's clock
STORE_ANSWERS_S = 5.0
SUM_EVERY_S = 60.0
log = logs.get("casino")


class Casino:
    """A store's tables, accounts and settings. All methods belong to one event loop."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        clock: SteadyClock | None = None,
        accounts: Accounts | None = None,
    ) -> None:
        self.store = store
        self.settings = settings
        self.clock = clock or SteadyClock(confirm_ms=settings.clock_confirm_seconds * 1000)
        self.now = self.clock.now
        self.metrics = Metrics()
        if settings.law:
            store.run_by(settings.law, self.now())
        self.accounts = accounts or Accounts(store)
        self.tokens = Tokens(store, settings.token_hours, idle_minutes=settings.idle_minutes)
        self.sessions = Sessions(store, self.tokens, self.now)
        self.failed_logins = FailedLogins(store)
        self.logins = Logins(self.accounts, self.tokens, settings, self.metrics, self.failed_logins, self.now)
        self.tasks = Tasks()
        self._driver = Threaded(store)
        self.floor = Floor(store, self._driver, now=self.now, monitor=self.metrics)
        self.floor.paused = lambda: bool(self.clock.jumped_ms)
        self.pace = Pace(settings.after_round_ms, settings.after_wager_ms, settings.play_money)
        self._clock = HouseClock(self.floor, self.tasks, self.pace, self.metrics.tables_open.set)
        self._tournament_runner = TournamentRunner(self.floor, self.tasks)
        self._house_players = HousePlayers(self.floor, self.tasks, self._clock, settings.bot_think_ms)
        self.demonstration = False  # whether it is one: then anybody may start a tournament of play money
        self.seating = Seating(self.floor, self._clock, self.accounts, self.tokens, settings)
        self._follower = Follower(self.floor, self.tasks, self._row_seen)
        self._asked: asyncio.Future[Head] | None = None
        self._commands = RateLimiter(settings.commands_per_second, settings.commands_burst)
        self.reads = Reads(settings.reads_per_second, settings.reads_burst, self.metrics)
        self.audiences = TableAudiences(self.pace, self.now, settings.queue_events)
        self.shoes = ShoeCatalogue(store)
        self.past = Past()
        self.auditor = ScheduledAudit(store, settings, self.metrics)
        self.anchors = Anchors(store, settings, self.metrics, alarm=self.auditor.store_put_back)
        self.lobby = Lobby(self.listed, self.out_of_order)
        self.jackpots = Jackpots(self.floor)
        self.tournaments = Tournaments(self.floor)
        self.audit = StoreAudit(store, settings, self.now)
        self.weighed = WeighedRounds()
        self.on_start: list[Callable[[Casino], Awaitable[None]]] = []  # called once everything runs

    async def start(self) -> None:
        """Start the tables' clocks and follow other processes."""
        self.clock.not_before(await asyncio.to_thread(self.store.last_ms))
        solver_pool.start()
        await self._follower.start()
        for step in self.on_start:
            await step(self)
        self._clock.start()
        self._tournament_runner.start()
        self._house_players.start()
        self.tasks.keep("tidying", self._tidy)
        self.tasks.keep("sessions", self.sessions.follow)
        self.tasks.keep("seating", self.seating.run)
        self.tasks.keep("failed logins", self._count_failures)
        self.tasks.keep("time", partial(self._watch_time, self.now()))
        if self.anchors.configured:
            self.tasks.keep("anchors", self.anchors.run)
        if self.settings.audit_every_hours:
            self.tasks.keep("audit", self.auditor.run)

    async def stop(self) -> None:
        self._follower.stop()
        self._clock.stop_alarms()
        self._house_players.stop()
        await self.tasks.cancel()
        await self.sessions.close()
        await self._sum_failures()
        self.logins.close()
        await self._driver.close()
        await self._clock.close()
        await self._tournament_runner.close()
        await self.anchors.last()
        await asyncio.to_thread(solver_pool.stop)

    async def table(self, table: str) -> LiveTable:
        """A table that has been opened at least once; raises `NoSuchTable`."""
        live = await self.floor.table(table)
        if live.state.phase == "new":
            raise NoSuchTable(table)
        return live

    async def link(self, link: str) -> LiveStream[LinkState, Any, Any]:
        """A jackpot's link that has been opened; raises `NoSuchLink`."""
        live = await self.floor.stream(stream_of_link(link))
        if not live.state.phase:
            raise NoSuchLink(link)
        return live

    async def tournament(self, tournament: str) -> LiveStream[TournamentState, Any, Any]:
        """A tournament that has been announced; raises `NoSuchTournament`."""
        live = await self.floor.stream(stream_of_tournament(tournament))
        if not live.state.phase:
            raise NoSuchTournament(tournament)
        return live

    async def promotion(self, promotion: str) -> LiveStream[PromotionState, Any, Any]:
        """A promotion that has been announced; raises `NoSuchPromotion`."""
        live = await self.floor.stream(stream_of_promotion(promotion))
        if not live.state.phase:
            raise NoSuchPromotion(promotion)
        return live

    async def promotions(self) -> list[PromotionState]:
        """Every promotion, those that are not over first, and the latest of each first."""
        names = await asyncio.to_thread(promotion_names, self.store)
        states = [(await self.floor.stream(stream_of_promotion(name))).state for name in names]
        known = [state for state in states if state.phase]
        return sorted(known, key=lambda one: (one.phase in ("finished", "cancelled"), -one.conditions.starts_at))

    async def player(self, player: str) -> LiveStream[PlayerState, Any, Any]:
        """A player's stream, whether or not they are registered."""
        return await self.floor.stream(stream_of_player(player))

    async def tables(self) -> list[LiveTable]:
        """All open tables, by name."""
        tables = []
        for view in await asyncio.to_thread(self.store.tables):
            with contextlib.suppress(OutOfOrder):
                tables.append(await self.floor.table(view.table))
        return [live for live in tables if live.state.phase == "open"]

    async def listed(self, row: Callable[[LiveTable], T]) -> list[T]:
        """A row for each open table, by name; a table of which none can be made is out of order."""
        rows = []
        for live in await self.tables():
            try:
                rows.append(row(live))
            except Exception as error:
                self.floor.fence(live, error)
        return rows

    async def out_of_order(self) -> list[tuple[TableEntry, str]]:
        """The tables that are fenced off, each with the id of its error."""
        ids = self.floor.fences.ids()
        self.metrics.tables_out_of_order.set(len(ids))
        if not ids:
            return []
        views = await asyncio.to_thread(self.store.tables)
        return [(view, ids[view.stream]) for view in views if view.stream in ids]

    async def store_head(self) -> Head:
        """The end of the store, asked once for all who wait for it; raises `TimeoutError` if that takes too long."""
        if self._asked is None or self._asked.done():
            self._asked = asyncio.ensure_future(asyncio.to_thread(self.store.head))
        return await asyncio.wait_for(asyncio.shield(self._asked), STORE_ANSWERS_S)

    def faults(self) -> dict[str, str]:
        """What of the service itself does not run, in words, each with the id of its error where there is one."""
        down = {f"the task {name}": error_id for name, error_id in self.tasks.down.items()}
        return down if self._driver.writes else {**down, "the writer of the store": ""}

    async def act(
        self,
        table: str,
        command: Command,
        caller: Caller,
        command_id: str,
        at_moment: str = "",
        *,
        undisturbed: bool = False,
    ) -> Done | Refusal:
        """Give a table a command. Its events are durable on return; a repeated id does nothing more.

        With `at_moment` (`table_moment.py`) it is refused, under the table's lock, once the table has moved on.
        `undisturbed`: the caller's task does not end with its client, and needs no task of its own to be kept from it.
        """

        async def acted() -> Done | Refusal:
            live = await self.floor.table(table)
            person = person_at(live, table, command, caller)
            given = self.by_house_rules(command) if isinstance(command, OpenTable) else command
            refusal = sealed_text_refused(given) or await self._person_refused(live, table, given, caller, command_id)
            if refusal is not None:
                return refusal
            return await self._act(live, given, caller, person, f"{caller.name}:{command_id}", at_moment)

        return await self._counted(acted, command, caller, {"table": table}, undisturbed)

    async def act_on(
        self, door: StreamDoor, name: str, command: Command, caller: Caller, command_id: str
    ) -> Done | Refusal:
        """Give another stream a command, with the same care."""

        async def acted() -> Done | Refusal:
            live = await self.floor.stream(door.stream(name))
            person = door.person(live.state, name, command, caller)
            given = await self._as_known(command)
            same = same_people(live.state, given) if self.settings.two_people else None
            refusal = sealed_text_refused(given) or await self._person_refused(live, name, given, caller, command_id)
            if refusal is not None:
                return refusal
            more = {"first": same} if same is not None else {}
            return await _tried(door.give(self.floor, name, given, person, f"{caller.name}:{command_id}", **more))

        return await self._counted(acted, command, caller, {door.word: name} if door.word else {})

    async def _counted(
        self,
        acted: Callable[[], Coroutine[Any, Any, Done | Refusal]],
        command: Command,
        caller: Caller,
        where: Mapping[str, str],
        undisturbed: bool = False,
    ) -> Done | Refusal:
        """Do what a command asks for, unless the caller asks too often; count it, time it and log it."""
        if self.clock.jumped_ms:
            raise ClockJumped(self.clock.jumped_ms, self.clock.confirmed_in_ms)
        wait_s = self._commands.allow(caller.name, time.monotonic())
        if wait_s is not None:
            raise TooMany("commands", wait_s)
        started = time.perf_counter()
        result = "error"
        try:
            # a client that disconnects must not stop its command halfway
            answer = await (acted() if undisturbed else asyncio.shield(asyncio.ensure_future(acted())))
            result = "refused" if isinstance(answer, Refusal) else "repeated" if answer.repeated else "done"
            return answer
        finally:
            took_s = time.perf_counter() - started
            self.metrics.commands.labels(result).inc()
            self.metrics.command_seconds.observe(took_s)
            log.info(
                "command",
                **where,
                by=caller.name,
                role=caller.role,
                command=word_of(command),
                result=result,
                ms=round(1000 * took_s, 1),
            )

    def by_house_rules(self, command: OpenTable) -> OpenTable:
        """A table's opening under the house's own rules: what takes two people, when an idle seat is taken, its law.

        For real money a meter belongs to a link, which every wager adds to; at a table of play money it may be typed.

        Where a law that the house has chosen asks for cards, so does every table of real money. Without one the law of
        the document holds, and there too cash of somebody whom the register does not know is counted and limited.
        """
        two, law = self.settings.two_people and not command.play_money, self.store.law
        cards = command.player_cards or bool(law and law_of(law).cards.needed and not command.play_money)
        if not law and not command.play_money:
            with contextlib.suppress(CutcardError):  # a book that is not there is refused when the table would open
                law = load(command.book).law
        return command._replace(
            idle_minutes=self.settings.idle_seat_minutes,
            idle_rounds=self.settings.idle_seat_rounds if command.play_money else 0,
            two_people=two,
            two_people_over=self.settings.two_people_over,
            own_law=law,
            player_cards=cards,
            meters_linked=not command.play_money,
        )

    def announced(self, command: AnnounceTournament) -> AnnounceTournament:
        """A tournament under the house's own rules: for real money with two people, and no cash of strangers."""
        real = command.terms.currency != PLAY_MONEY
        return command._replace(two_people=self.settings.two_people and real, cash_registered=real)

    async def _as_known(self, command: Command) -> Command:
        """A command with what the house knows itself: its own rules, and who of the entrants works for it."""
        match command:
            case AnnounceTournament():
                return self.announced(command)
            case ApplyToEnter() | NameSubstitute() if command.player:
                account = await asyncio.to_thread(self.accounts.get, command.player)
                return command._replace(employee=command.employee or (account is not None and account.staff))
            case _:
                return command

    async def _person_refused(
        self, live: AnyStream, name: str, command: Command, caller: Caller, command_id: str
    ) -> Refusal | None:
        """Refuse anybody who would act on their own play or money, or be the second person to themselves."""
        if depends_on_others(command):
            async with live.lock:  # another process may have been asked a moment ago
                await self.floor.catch_up(live)
        own = own_business_refused(live.state, name, command, caller, self.settings.two_people)
        if own is not None:
            sent_before = await asyncio.to_thread(self.store.command, f"{caller.name}:{command_id}")
            return own if sent_before is None else None  # it is answered as it was then
        return await self.second_person_refused(live, command, caller, command_id)

    async def second_person_refused(
        self, live: AnyStream, command: Command, caller: Caller, command_id: str
    ) -> Refusal | None:
        """Two accounts are not two people where one has made the other, or knows its password; nor is one account."""
        kept = kept_from(live.state, command)
        for first in kept.names if self.settings.two_people else ():
            if not await asyncio.to_thread(self.accounts.independent, caller.name, first):
                return Refusal(kept.code, None, {"one": caller.name, "other": first})
        number = number_approved(command)
        if number is None or other_account_will_do(live.state, command, self.settings.two_people):
            return None
        asker = asked_by(live.state, command)
        if asker is None:
            sent_before = await asyncio.to_thread(self.store.command, f"{caller.name}:{command_id}")
            return None if sent_before is not None else Refusal("no-such-approval", None, {"number": number})
        independent = await asyncio.to_thread(self.accounts.independent, caller.name, asker)
        return None if independent else Refusal("not-two-people", None, {"one": caller.name, "other": asker})

    async def _act(
        self, live: LiveTable, command: Command, caller: Caller, person: Person, command_id: str, at: str
    ) -> Done | Refusal:
        def first(state: TableState) -> Refusal | None:
            return TOO_LATE if at and at != moment(state, person.id) else None

        give = partial(self.floor.act, live.name, command, person, command_id, first=first)
        if isinstance(command, Sit) and caller.plays:
            return await _tried(self.seating.sit(live, command, caller, give))
        return await _tried(give())

    def _row_seen(self, row: Row) -> None:
        self.metrics.position.set(row.position)
        if row.stream == ACCOUNTS:
            self.sessions.take_row(row)

    async def _count_failures(self) -> None:
        """Write the sum of failed logins that were only counted, once a minute."""
        while True:
            await asyncio.sleep(SUM_EVERY_S)
            await self._sum_failures()

    async def _sum_failures(self) -> None:
        try:
            await asyncio.to_thread(self.failed_logins.write_sum, self.now())
        except StoreError as error:
            log.error("store", says=error.message)

    async def _watch_time(self, before: int) -> None:
        """Say so when the machine's clock jumps, and when it is clear again what time it is.

        An earlier time that was taken is recorded: rows that are dated ahead of it are no fault then.
        """
        jumped = False
        while True:
            by_ms, now = self.clock.jumped_ms, self.now()
            if now > before - SMALL_MS:
                before = now
            else:
                with contextlib.suppress(StoreError):  # it is tried again
                    await asyncio.to_thread(clock_set_back, self.store, before, now)
                    before = now
            self.metrics.clock_jumped.set(by_ms / 1000)
            if bool(by_ms) != jumped:
                jumped = bool(by_ms)
                if jumped:
                    log.error("clock jumped", by_ms=by_ms)
                else:
                    log.warning("clock is right again")
            await asyncio.sleep(LOOK_EVERY_S)

    async def _tidy(self) -> None:
        """End idle sessions and delete long-expired tokens, now and then."""
        while True:
            await asyncio.sleep(TIDY_EVERY_S)
            try:
                await asyncio.to_thread(self.tokens.end_idle, self.now())
                await asyncio.to_thread(self.tokens.tidy, self.now())
            except StoreError as error:
                log.error("store", says=error.message)


async def _tried(acting: Awaitable[Done | Refusal]) -> Done | Refusal:
    """What a command leads to; raises `Busy` where it may be sent again."""
    try:
        return await acting
    except Conflict as error:
        raise Busy("others were faster again and again: send the command again") from error
    except Unreachable as error:
        log.error("store", says=error.message)
        raise Busy("the store does not answer: send the command again under the same id") from error
