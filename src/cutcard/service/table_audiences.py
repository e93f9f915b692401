"""Who is sent what of a table, step by step: everybody who sees the same shares one text, made once.

A table has one `Audiences`. Spectators are one audience, however many they are; a player at the table is one by
themselves. An update is turned into a text once for each audience, framed once for the WebSocket and written to every
connection of the audience, so that two thousand spectators cost two thousand writes and nothing else.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import NamedTuple, Protocol
from weakref import WeakKeyDictionary

from cutcard import logs
from cutcard.engine.events import RoundEnded
from cutcard.floor.house_dealer import Pace
from cutcard.floor.live_stream import Subscription
from cutcard.floor.live_table import LiveTable, TableUpdate
from cutcard.narration.results import result
from cutcard.service.caller import Caller
from cutcard.service.desk import desk
from cutcard.service.messages import frame_of
from cutcard.service.routes.bodies_table import SessionTally, TablePresent, TableSteps
from cutcard.service.shown_tables import ShownTables
from cutcard.service.table_steps import ViewerStory
from cutcard.table import Person, RoundCorrected, RoundEvent, TableEvent, TableOpened, TableState, view
from cutcard.table.config import PLAYER
from cutcard.table.remade_rounds import is_over, remembered, round_after

AT_ONCE = 25  # connections written to, in some 0.3 ms, before commands have a turn
SHARED = ""  # the name of a viewer who is one of many: nobody has it
log = logs.get("live")


class Listener(Protocol):
    """A connection that follows a table."""

    caller: Caller | None

    def write(self, frame: bytes) -> None:
        """Send a frame, or end the connection where it is too far behind."""

    def drop(self) -> None:
        """End the connection as one that is too far behind."""


class Watched(NamedTuple):
    """As whom somebody looks at a table: the key of all who see the same, the person, and the name to play by."""

    key: str
    viewer: Person | None
    plays: str | None


def watched(state: TableState, before: TableState, caller: Caller | None) -> Watched:
    """As whom somebody looks at a table. Only who is at it, or is named by it, sees something of their own."""
    if caller is None:
        return Watched("nobody", None, None)
    terms = state.config
    person = caller.at(terms.rules.book)
    if caller.barred(terms.rules.book, terms.play_money):
        shared = Person(SHARED, person.role) if person is not None else None
        return Watched(f"watches {caller.role} {caller.casino}", shared, None)
    if not caller.plays:
        assert person is not None  # or they would be barred
        return Watched(f"staff {person.role} {caller.role}", Person(SHARED, person.role), None)
    name = caller.name
    if any(name in one.players or name in one.reserved.values() or name in one.barred for one in (state, before)):
        return Watched(f"player {name}", Person(name, PLAYER), name)
    return Watched("stands", Person(SHARED, PLAYER), SHARED)


class Audience:
    """All who see the same of a table, and what they have been sent."""

    def __init__(self, live: LiveTable, who: Watched, until: int | None = None) -> None:
        self.viewer_story = ViewerStory.up_to(live, who.viewer, who.plays, until)
        self.tally = SessionTally(rounds=0, net=0) if who.plays else None
        self.begins: tuple[int, str] = (0, "")  # the text for newcomers without its time, and of which version it is

    def count(self, update: TableUpdate) -> None:
        """Add a round that has just ended to the viewer's session."""
        name, round_ = self.viewer_story.plays, update.after.round
        if self.tally is None or not name:
            return
        for event in update.events:
            if isinstance(event, RoundCorrected):
                self._count_again(event, update.before, name)
        if round_ is None or not any(map(_ends_round, update.events)):
            return
        own = result(round_, name)
        if own is not None:
            self.tally = SessionTally(rounds=self.tally.rounds + 1, net=self.tally.net + own.net)

    def _count_again(self, event: RoundCorrected, before: TableState, name: str) -> None:
        """A round that was counted came to something else, or goes on after all."""
        assert self.tally is not None
        one = remembered(before, event.round)
        for events, sign in ((one.events if one is not None else (), -1), (event.events, 1)):
            round_ = round_after(events) if is_over(events) else None
            own = result(round_, name) if round_ is not None else None
            if own is not None:
                self.tally = SessionTally(rounds=self.tally.rounds + sign, net=self.tally.net + sign * own.net)


def _ends_round(event: TableEvent) -> bool:
    """Whether a round ends with it; a round may begin and end with one command."""
    return isinstance(event, RoundEvent) and isinstance(event.event, RoundEnded)


class Audiences:
    """The audiences of one table. Belongs to one event loop."""

    def __init__(self, live: LiveTable, pace: Pace, now: Callable[[], int], most_events: int) -> None:
        self.live = live
        self._pace = pace
        self._now = now
        self._most_events = most_events
        self._audiences: dict[str, Audience] = {}
        self._listeners: dict[Listener, int] = {}  # each with the version that it has
        self._outgoing: deque[tuple[int, list[tuple[Listener, bytes]]]] = deque()  # by version, what to whom
        self._subscription: Subscription[TableUpdate] | None = None
        self._writing: asyncio.Task[None] | None = None
        self._later: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()  # one update after the other
        self._tables = ShownTables()

    def __len__(self) -> int:
        return len(self._listeners)

    def present(self, caller: Caller | None, tally: SessionTally | None = None) -> TablePresent:
        """The table as it is now, to somebody who does not listen."""
        state = self.live.state
        audience = Audience(self.live, watched(state, state, caller))
        audience.tally = tally
        return self._present(state, self.live.version, audience, caller)

    def join(self, listener: Listener, tally: SessionTally | None = None) -> str:
        """Tell a connection everything from now on; the text that it begins with."""
        if self._subscription is None:
            self._subscription = self.live.subscribe(self._most_events)
            self._writing = asyncio.get_running_loop().create_task(self._write_all(self._subscription))
        for update in self._subscription.waiting_now():
            self._take(update)
        if self._outgoing:
            self._later = asyncio.get_running_loop().create_task(self._flush())
        self._listeners[listener] = self.live.version
        state = self.live.state
        audience = self._audience(watched(state, state, listener.caller), None)
        if audience.viewer_story.plays:
            audience.tally = tally or audience.tally
        if audience.begins[0] != self.live.version or audience.viewer_story.plays:
            text = self._present(state, self.live.version, audience, listener.caller).model_dump_json(by_alias=True)
            audience.begins = (self.live.version, text[text.index(',"table":') :])
        return f'{{"version":{self.live.version},"now":{self._now()}{audience.begins[1]}'

    def leave(self, listener: Listener) -> None:
        self._listeners.pop(listener, None)
        if not self._listeners:
            self._end()

    def _end(self) -> None:
        if self._subscription is not None:
            self._subscription.close()
        self._subscription = self._writing = None
        self._audiences.clear()
        self._outgoing.clear()
        self._tables = ShownTables()

    # ----------------------------------------------------------------------------------------------------- making texts

    def _audience(self, who: Watched, until: int | None) -> Audience:
        found = self._audiences.get(who.key)
        if found is None:
            found = self._audiences[who.key] = Audience(self.live, who, until)
        return found

    def _take(self, update: TableUpdate) -> None:
        """Make the texts of an update, one for each audience, to be written in their turn, to the players first."""
        frames: dict[str, bytes] = {}
        players: list[tuple[Listener, bytes]] = []
        others: list[tuple[Listener, bytes]] = []
        for listener in self._listeners:
            who = watched(update.after, update.before, listener.caller)
            frame = frames.get(who.key)
            if frame is None:
                audience = self._audience(who, update.first - 1)
                frame = frames[who.key] = frame_of(self._text(update, audience, listener.caller))
            (players if who.plays else others).append((listener, frame))
        for key in self._audiences.keys() - frames.keys():
            del self._audiences[key]  # nobody listens who sees the same
        self._outgoing.append((update.version, players + others))
        self._tables.keep_only(update.after)

    def _text(self, update: TableUpdate, audience: Audience, caller: Caller | None) -> str:
        if any(isinstance(event, TableOpened) for event in update.events):  # another game perhaps: all begins again
            audience.viewer_story.hear(update)
            return self._present(update.after, update.version, audience, caller).model_dump_json(by_alias=True)
        steps = audience.viewer_story.steps(update, self._tables)
        audience.count(update)
        shown = self._tables.of(update.after, audience.viewer_story.viewer)
        own = desk(update.after, shown, caller, audience.viewer_story, self._pace, audience.tally)
        message = TableSteps(version=update.version, now=self._now(), steps=steps, desk=own)
        return message.model_dump_json(by_alias=True)

    def _present(self, state: TableState, version: int, audience: Audience, caller: Caller | None) -> TablePresent:
        shown = view.table(state, audience.viewer_story.viewer)
        own = desk(state, shown, caller, audience.viewer_story, self._pace, audience.tally)
        return TablePresent(version=version, now=self._now(), table=shown, story=audience.viewer_story.lines, desk=own)

    # ---------------------------------------------------------------------------------------------------------- writing

    async def _write_all(self, subscription: Subscription[TableUpdate]) -> None:
        async for update in subscription:
            try:
                self._take(update)
            except Exception as error:  # the next one would be told wrongly
                log.mistake(error, table=self.live.name)
                break
            await self._flush()
        if subscription is self._subscription:  # too far behind, or the table is out of order: all come back
            for listener in tuple(self._listeners):
                listener.drop()

    async def _flush(self) -> None:
        async with self._turn:
            while self._outgoing:
                await self._write(*self._outgoing.popleft())

    async def _write(self, version: int, frames: list[tuple[Listener, bytes]]) -> None:
        """Write an update to all who do not have it and have not left; commands have a turn in between."""
        for at, (listener, frame) in enumerate(frames, start=1):
            if self._listeners.get(listener, version) < version:
                self._listeners[listener] = version
                listener.write(frame)
            if at % AT_ONCE == 0:
                await asyncio.sleep(0)


class TableAudiences:
    """The audiences of every table that somebody follows step by step."""

    def __init__(self, pace: Pace, now: Callable[[], int], most_events: int) -> None:
        self._terms = (pace, now, most_events)
        self._of: WeakKeyDictionary[LiveTable, Audiences] = WeakKeyDictionary()

    def of(self, live: LiveTable) -> Audiences:
        found = self._of.get(live)
        if found is None:
            found = self._of[live] = Audiences(live, *self._terms)
        return found
