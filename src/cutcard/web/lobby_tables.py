"""The tables of the lobby: their facts, and their house edge once it is computed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from cutcard.errors import CutcardError
from cutcard.narration.formatting import listed, money
from cutcard.reports.sheet import percent
from cutcard.rulebooks import BOOKS, load
from cutcard.service import odds_work as work
from cutcard.service.accounts import casino_of
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.odds_question import Question
from cutcard.service.solver_pool import answer
from cutcard.table import TableState, rows
from cutcard.table.rows import TableRow
from cutcard.web.odds_question import url_of

FRESH_S = 0.8  # how long a listing is reused for all visitors
UNKNOWN = "not worked out"
WORKING = (
    '<span class="cs-wait" title="The exact edge of each game is worked out once; the first takes about a minute.">'
    "working it out…</span>"
)


class Card(NamedTuple):
    """A table as the lobby shows it."""

    row: TableRow
    title: str
    side_bets: tuple[str, ...]  # their titles
    play_money: bool
    runs_itself: bool
    real_shoe: bool
    closing: bool
    question: Question  # what to ask for its house edge

    @property
    def name(self) -> str:
        return self.row.table

    @property
    def casino(self) -> str:
        return casino_of(self.row.book).capitalize()


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


class Listing:
    """The open tables and their edges, read once for all visitors."""

    def __init__(self, casino: Casino) -> None:
        self._casino = casino
        self._tables: list[Card] = []
        self.broken: list[tuple[str, str]] = []  # tables that are out of order, each with the id of its error
        self._read_s = 0.0
        self._lock = asyncio.Lock()
        self._edges: dict[Question, str] = {}
        self._working: asyncio.Task[None] | None = None

    async def tables(self) -> list[Card]:
        """All open tables by casino, game and name."""
        async with self._lock:
            if time.monotonic() - self._read_s > FRESH_S:
                self._tables = sorted(await self._casino.listed(lambda live: card(live.state)), key=_order)
                self.broken = [(view.table, error_id) for view, error_id in await self._casino.out_of_order()]
                self._read_s = time.monotonic()
        return self._tables

    def edge(self, table: Card) -> str | None:
        """A table's house edge in words; None while it is unknown."""
        return self._edges.get(table.question)

    def work_out(self, tables: Iterable[Card]) -> None:
        """Compute the missing edges one after the other, in a separate process."""
        missing = [table.question for table in tables if table.question not in self._edges]
        if missing and (self._working is None or self._working.done()):
            self._working = asyncio.create_task(self._work_out(list(dict.fromkeys(missing))))

    async def _work_out(self, questions: list[Question]) -> None:
        for question in questions:
            try:
                solved = await answer(work.solved, question)
            except CutcardError:
                self._edges[question] = UNKNOWN
            else:
                self._edges[question] = percent(solved.house_edge)


def _order(table: Card) -> tuple[int, str, str]:
    return BOOKS.index(table.row.book), table.title, table.name


def by_casino(tables: Iterable[Card]) -> list[tuple[str, list[Card]]]:
    """The tables of each casino; the casino with the most tables first."""
    found: dict[str, list[Card]] = {}
    for table in tables:
        found.setdefault(table.casino, []).append(table)
    return sorted(found.items(), key=lambda each: -len(each[1]))


# ---------------------------------------------------------------------------------------------------------------- HTML


def casino_heading(casino: str, tables: Iterable[Card]) -> str:
    """A casino and the documents its tables follow."""
    books = dict.fromkeys(table.row.book for table in tables)
    ways = " · ".join(f"<a href='/rulebook/{quote(book)}'>{escape(load(book).edition)}</a>" for book in books)
    return f"<h2>{escape(casino)}</h2><p class='cc-muted cc-small'>Played by {ways}</p>"


def with_side_bets(table: Card) -> str:
    """A game with its side bets in words, such as "Crown Pontoon with Perfect Pairs"."""
    return f"{table.title} with {listed(table.side_bets)}" if table.side_bets else table.title


def head_html(table: Card) -> str:
    """The part that does not change: the game, its table and its side bets."""
    sides = f'<span class="cs-sides">with {escape(listed(table.side_bets))}</span>' if table.side_bets else ""
    decks = f"{table.row.decks} decks" if table.row.decks > 1 else "1 deck"
    where = f'<p class="cc-small cc-muted">Table {escape(table.name)} · {decks}</p>'
    return f"<h3>{escape(table.title)} {sides}</h3>{where}{_tags(table)}"


def facts_html(table: Card, edge: str | None) -> str:
    """The part that may change while the page is open: limits, seats, players, the edge."""
    known = f'<a href="{escape(url_of(table.question))}">{edge}</a>' if edge else WORKING
    facts = (
        ("Limits", f"{money(table.row.minimum)}–{money(table.row.maximum)}"),
        ("Seats free", f"{table.row.free} of {table.row.boxes}" if table.row.free else "none"),
        ("Players", str(table.row.players)),
        ("House edge", known),
    )
    cells = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in facts)
    closing = '<p class="cc-small"><b>This table closes soon.</b></p>' if table.closing else ""
    return f'<dl class="cs-facts">{cells}</dl>{closing}'


def tags(table: Card) -> list[str]:
    """What kind of table it is, in a few words each."""
    return [
        "play money" if table.play_money else "real money",
        "runs itself" if table.runs_itself else "a dealer runs it",
        *(["real cards"] if table.real_shoe else []),
    ]


def _tags(table: Card) -> str:
    made = "".join(f'<span class="cc-tag">{escape(words)}</span>' for words in tags(table))
    return f'<p class="cs-tags">{made}</p>'


def ways_html(table: Card, caller: Caller | None, guest_at: str) -> str:
    """Links to what this visitor can do at a table."""
    at = quote(table.name)
    about = f"{with_side_bets(table)}, table {table.name}"
    watch = _way(f"/table/{at}", "Watch", about)
    if caller is None:
        return (
            _as_guest(at, about, guest_at) if table.play_money else _way(f"/login?next=/table/{at}", "Log in", about)
        ) + watch
    barred = caller.barred(table.row.book, table.play_money)
    if caller.plays:
        return watch if barred else _way(f"/table/{at}", "Play", about, main=True)
    return _way(f"/staff/{at}", "Look into it" if barred else "Run it", about, main=True) + watch


def _way(url: str, words: str, about: str, main: bool = False) -> str:
    kind = "cc-button cc-main" if main else "cc-button"
    return f'<a class="{kind}" href="{escape(url)}" aria-label="{escape(f"{words}: {about}")}">{words}</a>'


def _as_guest(at: str, about: str, guest_at: str) -> str:
    return (
        f'<form method="post" action="{guest_at}"><input type="hidden" name="next" value="/table/{at}">'
        f'<button class="cc-button cc-main" type="submit" aria-label="{escape(f"Play as guest: {about}")}">'
        "Play as guest</button></form>"
    )
