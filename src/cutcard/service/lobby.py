"""What a lobby shows: the open tables by casino, read once for all who look, and their house edges once computed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple

from cutcard.clauses.library import name_of
from cutcard.errors import CutcardError, listed
from cutcard.floor.live_table import LiveTable
from cutcard.reports.sheet import percent
from cutcard.rulebooks import BOOKS
from cutcard.service import odds_work
from cutcard.service.accounts import casino_of
from cutcard.service.caller import Caller
from cutcard.service.odds_question import Question
from cutcard.service.solver_pool import answer
from cutcard.store.project import TableEntry
from cutcard.table import TableState, rows
from cutcard.table.rows import TableRow

FRESH_S = 0.8  # how long a listing is reused for all visitors
UNKNOWN = "not worked out"


class Card(NamedTuple):
    """An open table as a lobby shows it."""

    row: TableRow
    title: str
    side_bets: tuple[str, ...]  # their titles
    play_money: bool
    runs_itself: bool
    real_shoe: bool
    closing: bool
    question: Question  # what to ask for its house edge

    @property
    def casino(self) -> str:
        return casino_of(self.row.book)

    @property
    def about(self) -> str:
        """The game with its side bets in words, such as "Crown Pontoon with Perfect Pairs"."""
        return f"{self.title} with {listed(self.side_bets)}" if self.side_bets else self.title

    @property
    def tags(self) -> list[str]:
        """What kind of table it is, in a few words each."""
        return [
            "play money" if self.play_money else "real money",
            "runs itself" if self.runs_itself else "a dealer runs it",
            *(["real cards"] if self.real_shoe else []),
        ]


def card(state: TableState) -> Card:
    row, config = rows.table_row(state), state.config
    return Card(
        row,
        config.rules.title,
        tuple(config.rules.side_bets[bet].title for bet in row.side_bets),
        config.play_money,
        config.runs_itself,
        config.source == "real",
        state.closes_at is not None or state.last_rounds is not None,
        Question.of(config.rules, config.decks),
    )


class Way(NamedTuple):
    """Something that a visitor can do at a table."""

    do: str  # "play", "watch", "run", "inspect", "guest", "log-in"
    label: str
    main: bool = False


def ways(table: Card, caller: Caller | None) -> list[Way]:
    """What a visitor can do at a table, the most important first."""
    watch = Way("watch", "Watch")
    if caller is None:
        return [Way("guest", "Play as guest", True) if table.play_money else Way("log-in", "Log in"), watch]
    barred = caller.barred(table.row.book, table.play_money)
    if caller.plays:
        return [watch] if barred else [Way("play", "Play", True)]
    return [Way("inspect", "Inspect", True) if barred else Way("run", "Run", True), watch]


class Lobby:
    """The open tables and their edges. Belongs to one event loop."""

    def __init__(
        self,
        listing: Callable[[Callable[[LiveTable], Card]], Awaitable[list[Card]]],
        out_of_order: Callable[[], Awaitable[list[tuple[TableEntry, str]]]],
    ) -> None:
        self._listing, self._out_of_order = listing, out_of_order
        self._tables: list[Card] = []
        self.broken: list[tuple[str, str]] = []  # tables that are out of order, each with the id of its error
        self._read_s: float | None = None
        self._lock = asyncio.Lock()
        self._edges: dict[Question, str] = {}
        self._working: asyncio.Task[None] | None = None

    async def tables(self) -> list[Card]:
        """All open tables by casino, game and name."""
        async with self._lock:
            if self._read_s is None or time.monotonic() - self._read_s > FRESH_S:
                self._tables = sorted(await self._listing(lambda live: card(live.state)), key=_order)
                self.broken = [(view.table, error_id) for view, error_id in await self._out_of_order()]
                self._read_s = time.monotonic()
        self._work_out(self._tables)
        return self._tables

    def edge(self, table: Card) -> str | None:
        """A table's house edge in words; None while it is unknown."""
        return self._edges.get(table.question)

    def _work_out(self, tables: Iterable[Card]) -> None:
        """Find the missing edges one after the other, those to be solved in a separate process; nobody waits."""
        missing = [table.question for table in tables if table.question not in self._edges]
        if missing and (self._working is None or self._working.done()):
            self._working = asyncio.create_task(self._worked_out(list(dict.fromkeys(missing))))

    async def _worked_out(self, questions: list[Question]) -> None:
        for question in questions:
            known = await asyncio.to_thread(odds_work.shipped_edge, question)
            if known is not None:
                self._edges[question] = percent(known)
        for question in questions:
            if question in self._edges:
                continue
            try:
                solved: Any = await answer(odds_work.solved, question)
            except CutcardError:
                self._edges[question] = UNKNOWN
            else:
                self._edges[question] = percent(solved.house_edge)


def _order(table: Card) -> tuple[int, str, str]:
    name = name_of(table.row.book)
    return BOOKS.index(name) if name in BOOKS else len(BOOKS), table.title, table.row.table


def by_casino(tables: Iterable[Card]) -> list[tuple[str, list[Card]]]:
    """The tables of each casino; the casino with the most tables first."""
    found: dict[str, list[Card]] = {}
    for table in tables:
        found.setdefault(table.casino, []).append(table)
    return sorted(found.items(), key=lambda each: -len(each[1]))
