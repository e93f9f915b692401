"""The pit at a glance: a tile for each table with its figures, how long it waits and for what, and what needs whom.

Everything is read off the tables as this process has them in memory, which other processes on the same database keep up
to date; the store is asked which tables are open, once a second at most, and how many rounds began and whether
meters agree with their history, more seldom.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from cutcard.durations import HOUR_MS, MINUTE_MS
from cutcard.floor.live_table import LiveTable
from cutcard.narration.formatting import WAITS_FOR, capital, money, name
from cutcard.refusals import FORMS
from cutcard.rulebooks import load
from cutcard.service.accounts import ADMINISTRATOR, casino_of
from cutcard.service.body import Body
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.staff.steps import next_step, power_of, power_over
from cutcard.service.table_meters import MeterHere, meters_by_table
from cutcard.service.wire import word_of
from cutcard.store.project import TableEntry, stream_of
from cutcard.table import TableState, view
from cutcard.table.command_fields import WORD
from cutcard.table.names import in_words
from cutcard.table.registry import phrase
from cutcard.table.takings import takings
from cutcard.table.view_records import Waiting

FRESH_S = 1.0  # that tiles are shown again without looking
ROUNDS_FRESH_S = 15.0
YOUNG_MS = MINUTE_MS  # a table that has been open for less is taken to have been open so long
SLOW_MS = 120_000  # after which a table that waits for its dealer is pointed out
FOR = {"cut-for-all": "for the cut", "fill-float": "for a fill"}  # what a role is needed for, where no verb says it
Level = Literal["stop", "call", "slow"]
LEVELS: tuple[Level, ...] = ("stop", "call", "slow")  # the most urgent first


class Need(Body):
    """What a table needs. `stop`: it cannot go on; `call`: somebody is asked for; `slow`: it has waited long."""

    level: Level
    text: str
    role: str = ""  # the lowest role that can help, "administrator" where none of the document's can
    asked_by: str = ""  # who has asked, and cannot approve it themselves
    yours: bool = False  # whether the reader can


class Tile(Body):
    """A table on the wall; money in cents, times in milliseconds. What is null is not known."""

    table: str
    casino: str
    book: str
    title: str
    kind: str
    minimum: int = 0
    maximum: int = 0
    round: int = 0
    players: int = 0
    boxes: int = 0
    taken: int = 0
    waits_for: str = ""
    waits_since: int | None = None
    waits_until: int | None = None
    float_cents: int | None = None
    drop: int | None = None
    win: int | None = None
    hold: float | None = None
    rounds_an_hour: int | None = None
    shoe_left: int | None = None
    needs: list[Need] = Field(default=[])
    out_of_order: str = ""
    jackpots: list[MeterHere] = Field(default=[])
    reconciles: bool | None = None  # whether these meters agree with their history; null: the table is in no link


class Pit:
    """The tiles of all tables, made at most once a second for all who look."""

    def __init__(self, casino: Casino) -> None:
        self._casino = casino
        self._tiles: list[Tile] = []
        self._made = -FRESH_S
        self._rounds: dict[str, int] = {}
        self._reconciled: dict[str, bool] = {}  # links, and whether their meters agree with their history
        self._counted = -ROUNDS_FRESH_S
        self._lock = asyncio.Lock()

    async def tiles(self, caller: Caller) -> list[Tile]:
        """The tables that somebody on the staff may look after, by name."""
        async with self._lock:
            if time.monotonic() - self._made >= FRESH_S:
                self._tiles = await self._look()
                self._made = time.monotonic()
            tiles = self._tiles
        own = (tile for tile in tiles if not caller.casino or caller.casino == tile.casino.lower())
        return [_for_reader(tile, caller) for tile in own]

    async def _look(self) -> list[Tile]:
        now = self._casino.now()
        await self._count_rounds(now)
        meters = meters_by_table((await self._casino.jackpots.shown()).links.values())
        tiles = await self._casino.listed(lambda live: self._tile(live, now, meters.get(live.name, [])))
        broken = [_broken(entry, error_id) for entry, error_id in await self._casino.out_of_order()]
        return sorted(tiles + broken, key=lambda tile: tile.table)

    async def _count_rounds(self, now: int) -> None:
        if time.monotonic() - self._counted < ROUNDS_FRESH_S:
            return
        self._rounds = await asyncio.to_thread(self._casino.store.rounds_begun, now - HOUR_MS)
        jackpots = self._casino.jackpots
        self._reconciled = {link: (await jackpots.reconciled(link)).holds for link in (await jackpots.shown()).links}
        self._counted = time.monotonic()

    def _tile(self, live: LiveTable, now: int, meters: list[MeterHere]) -> Tile:
        state = live.state
        wrong = [one.link for one in meters if not self._reconciled.get(one.link, True)]
        config, waiting, taken = state.config, view.waiting(state), takings(state)
        open_ms = max(min(now - state.opened_at, HOUR_MS), YOUNG_MS)
        return Tile(
            table=live.name,
            casino=casino_of(config.rules.book).capitalize(),
            book=config.rules.book,
            title=config.rules.title,
            kind="runs itself" if config.runs_itself else f"{config.source} shoe, by hand",
            minimum=state.sign.minimum,
            maximum=state.sign.maximum,
            round=state.number,
            players=len(state.present),
            boxes=config.boxes,
            taken=len(state.seats),
            waits_for=_waits_for(state, waiting),
            waits_since=state.since or state.opened_at,
            waits_until=waiting.until,
            float_cents=state.tray,
            drop=taken.drop,
            win=taken.win,
            hold=taken.hold,
            rounds_an_hour=round(self._rounds.get(stream_of(live.name), 0) * HOUR_MS / open_ms),
            shoe_left=state.shoe.left,
            needs=sorted(
                [*_disagree(wrong), *_needs(live.name, state, now)], key=lambda need: LEVELS.index(need.level)
            ),
            jackpots=meters,
            reconciles=not wrong if meters else None,
        )


def _broken(entry: TableEntry, error_id: str) -> Tile:
    message = f"{entry.table} is out of order: error {error_id} in the service's log."
    return Tile(
        table=entry.table,
        casino=casino_of(entry.book).capitalize(),
        book=entry.book,
        title=in_words(entry.game).capitalize(),
        kind="out of order",
        needs=[Need(level="stop", text=message, role=ADMINISTRATOR)],
        out_of_order=error_id,
    )


def _waits_for(state: TableState, waiting: Waiting) -> str:
    """What a table waits for, in words that need no context."""
    if waiting.needs == "house":
        return "Waits for players" if state.config.runs_itself and not state.seats else next_step(state).words
    whom = f" of {name(waiting.players[0])}" if waiting.needs == "decision" else ""
    return f"Waits for {WAITS_FOR[waiting.needs]}{whom}"


# ----------------------------------------------------------------------------------------------------- what needs whom


def _disagree(links: list[str]) -> Iterator[Need]:
    """Meters that are not what their history makes them."""
    for link in dict.fromkeys(links):
        text = f"The meters of the link {link} do not agree with their history: cutcard jackpots says how."
        yield Need(level="stop", text=text, role=ADMINISTRATOR)


def _needs(table: str, state: TableState, now: int) -> Iterator[Need]:
    yield from _approvals(table, state)
    yield from _fill(table, state)
    if state.closes_at and state.closes_at <= now:
        yield _need(table, state, "close-table", "call")
    for player in sorted(state.detained):
        role = _role(state, "end-detention")
        yield Need(level="call", text=f"{table}: {name(player)} is detained and has to be handed over.", role=role)
    if not state.config.runs_itself and not state.fill_blocks:
        yield from _next_step(table, state, now)


def _role(state: TableState, word: str) -> str:
    power = power_of(state, word)
    return power.role if power is not None else ADMINISTRATOR


def _need(table: str, state: TableState, word: str, level: Level, more: str = "", role: str = "") -> Need:
    role = role or _role(state, word)
    what = FOR.get(word, f"to {phrase(word)}")
    return Need(level=level, text=f"{table} needs {FORMS['a'](role)} {what}{more}.", role=role)


def _approvals(table: str, state: TableState) -> Iterator[Need]:
    for asked in state.approvals.values():
        role = _role(state, asked.command)
        what = f"{phrase(asked.command)}, asked for by {name(asked.by)}"
        text = f"{table} needs a second person, {in_words(role)} or above, to approve: {what}."
        yield Need(level="call", text=text, role=role, asked_by=asked.by)


def _fill(table: str, state: TableState) -> Iterator[Need]:
    if state.fill_due is not None:
        least = f" of at least {money(state.fill_due)}"
        yield _need(table, state, "fill-float", "stop" if state.fill_blocks else "call", least)


def _next_step(table: str, state: TableState, now: int) -> Iterator[Need]:
    """A step that is for somebody above the dealer, and one that the dealer has left for long."""
    step = next_step(state)
    word = step.number.given[WORD] if step.number is not None else ""
    word = word or (word_of(step.command) if step.command is not None else step.form)
    lowest = load(state.rules.book).roles[0]
    power = power_over(state, step.command) if step.command is not None else None
    role = power.role if power is not None else _role(state, word) if word else lowest
    if word and role != lowest:
        yield _need(table, state, word, "call", role=role)
    elif now - (state.since or now) >= SLOW_MS and (state.playing or state.present):
        yield Need(level="slow", text=f"{table} has waited long: {capital(step.words)}", role=lowest)


def _for_reader(tile: Tile, caller: Caller) -> Tile:
    """The tile with what the reader themselves can help with."""
    if not tile.needs:
        return tile
    person = caller.at(tile.book)
    needs = []
    for need in tile.needs:
        if need.role == ADMINISTRATOR:
            yours = caller.role == ADMINISTRATOR
        else:
            yours = person is not None and not caller.barred(tile.book, play_money=True)
            yours = yours and person is not None and _reaches(tile.book, person.role, need.role)
        needs.append(need.model_copy(update={"yours": yours and need.asked_by.casefold() != caller.name.casefold()}))
    return tile.model_copy(update={"needs": needs})


def _reaches(book: str, role: str, needed: str) -> bool:
    ladder = load(book).roles
    return role in ladder and needed in ladder and ladder.index(role) >= ladder.index(needed)
