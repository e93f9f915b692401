"""Replaying a round: each recorded event is turned back into its command, and the engine decides the command again.

The engine must produce the same events as then, payments and clauses included.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from cutcard.engine import Command, Event, Refusal, State, Wager, play
from cutcard.engine import events as ev
from cutcard.engine.evolve import opened
from cutcard.money import Cents
from cutcard.records.commands import command_of
from cutcard.rulebooks.schema import Rules
from cutcard.store.texts import KEPT, ROUND, round_event
from cutcard.table import RoundEvent
from cutcard.table.codec import dumps

OPENINGS = 20  # first lines of rounds that are cached
MOST = 10**12  # beyond it no stake, sum or number is followed in bulk, so that the compiled code never runs over
FOLLOWING = 2000  # lines cached after each of them, up to the first card
Lines = list[tuple[int, str, int]]  # ledger lines of a row: which of its events, the account, the cents


class ReplayMismatch(Exception):
    """What is wrong with a row, in words; `event` is the index of the event it is about."""

    def __init__(self, message: str, event: int = 0) -> None:
        super().__init__(message)
        self.event = event


class RulesChanged(ReplayMismatch):
    """The rules have changed since, so rounds played under the old ones cannot be checked."""


def balanced(lines: Lines) -> None:
    """Check that the ledger lines of a row sum to zero; raises `ReplayMismatch`."""
    if lines and (over := sum(cents for _, _, cents in lines)):
        raise ReplayMismatch(f"its ledger lines sum to {over} cents, not to 0")


def misposted(due: Lines, lines: Lines) -> ReplayMismatch:
    """An error for the first ledger line of a row that does not follow from its events."""
    for want, have in zip(due, lines, strict=False):
        if want != have:
            return ReplayMismatch(
                f"the ledger has {have[2]} cents for {have[1]}; the event moves {want[2]} to {want[1]}", want[0]
            )
    event = due[len(lines)][0] if len(due) > len(lines) else lines[len(due)][0]
    return ReplayMismatch(f"the ledger has {len(lines)} lines where the events move {len(due)}", event)


class Closing(NamedTuple):
    """How the betting of a round was closed: the wagers before, and what the engine made of them."""

    placed: tuple[Wager, ...]
    event: ev.BettingClosed

    @property
    def amount(self) -> Cents:
        """What was placed and taken as it was, as the only wager; 0 where more or something else was done."""
        if len(self.placed) != 1 or len(self.event.wagers) != 1:
            return 0
        wager, amount = self.event.wagers[0], self.placed[0].staked
        whole = (wager.staked, wager.worth, wager.returned) == (amount, amount, None)
        return amount if whole and 0 < amount < MOST else 0

    @property
    def of_nothing(self) -> ev.BettingClosed:
        """The same without a stake: the part that all unchanged stakes have in common."""
        wager = self.event.wagers[0]._replace(staked=0, worth=0)
        return self.event._replace(wagers=(wager,))


class _Step(NamedTuple):
    """A replayed line of a round: its event and, if it is the first event of a command, that command."""

    event: Event
    command: Command | None


@lru_cache(KEPT)
def _step(start: str) -> _Step:
    event = round_event(start)
    return _Step(event, command_of(event))


class _Known(NamedTuple):
    """A cached beginning of a round, line by line: `then` holds the lines that have followed it."""

    state: State
    then: dict[str, _Known]
    room: Iterator[int]  # how many more lines may be cached; shared by all rounds with the same first line


@lru_cache(OPENINGS)
def _opening(start: str) -> _Known:
    """The cache for rounds that begin with this line. Many rounds of a table are the same up to the first card."""
    first = round_event(start)
    if not isinstance(first, ev.RoundOpened):
        raise ReplayMismatch(f"a round begins with {type(first).__name__}")
    return _Known(opened(first), {}, iter(range(FOLLOWING)))


class RoundReplay:
    """One round, line by line; `state` is the round after the last complete command.

    A line is the text before the round's number. The engine always makes the same of the same lines, so a round that
    begins with lines replayed before takes their result from the cache.
    """

    def __init__(self, start: str) -> None:
        self._known: _Known | None = _opening(start)
        self.state: State = self._known.state
        self._due: deque[tuple[Event, State]] = deque()

    def feed(self, start: str) -> Event:
        """Check the next line and return its event; raises `ReplayMismatch`.

        If a command has several events, the round moves on with the last of them.
        """
        event, command = _step(start)
        known = self._known
        if known is not None:
            self._known = known.then.get(start)
            if self._known is not None:
                self.state = self._known.state
                return event
        if self._due:
            expected, state = self._due.popleft()
        elif command is None:
            raise ReplayMismatch(f"{_shortened(event)} comes of nothing that was done")
        else:
            played = play(self.state, command)
            if isinstance(played, Refusal):
                raise _refused(event, played)
            state, events = played
            expected = events[0]
            if len(events) > 1:
                self._due += [(each, self.state) for each in events[1:-1]]
                self._due.append((events[-1], state))
                state = self.state
        if (expected != event or type(expected) is not type(event)) and _as_before(expected) != event:
            raise ReplayMismatch(f"the engine says {_shortened(expected)} where the row has {_shortened(event)}")
        self.state = state
        if known is not None:
            self._known = self._noted(known, start, event)
        return event

    def _noted(self, known: _Known, start: str, event: Event) -> _Known | None:
        """Cache the result of a line before the first card, if there is room."""
        if self._due or type(event) is ev.CardDealt or next(known.room, None) is None:
            return None
        return known.then.setdefault(start, _Known(self.state, {}, known.room))


def replayed_whole(events: Sequence[Event]) -> RoundReplay:
    """Replay all events of a round at once, as a correction holds them; raises `ReplayMismatch`."""
    lines = [dumps(RoundEvent(0, event)).rpartition(ROUND)[0] for event in events]
    replay = RoundReplay(lines[0])
    for line in lines[1:]:
        replay.feed(line)
    return replay


def same_rules(one: Rules, other: Rules) -> bool:
    """Whether two games are played by the same rules, in the same edition of them."""
    return one is other or (one.book, one.game, one.options) == (other.book, other.game, other.options)


def _as_before(expected: Event) -> Event | None:
    """A settlement as the previous release wrote it."""
    return expected.without_rows() if isinstance(expected, ev.Settled) else None


def _refused(event: Event, refusal: Refusal) -> ReplayMismatch:
    clause = f" (clause {refusal.clause})" if refusal.clause else ""
    return ReplayMismatch(f"{_shortened(event)} is refused: {refusal.message}{clause}")


def _shortened(event: object) -> str:
    text = repr(event)
    return text if len(text) <= 120 else text[:117] + "…"
