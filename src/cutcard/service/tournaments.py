"""Tournaments as anybody sees them: the phase, the clock, every table at a glance, and everybody's chips.

What is shown is made at most once a second for all who look, from what is in memory: the tournament, and the tables
that play for it. Anybody who follows a tournament is sent what has changed since.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from cutcard.floor.floor import Floor
from cutcard.floor.out_of_order import OutOfOrder
from cutcard.money import Cents
from cutcard.rulebooks import rules
from cutcard.service.accounts import casino_of
from cutcard.service.body import Body
from cutcard.store.tournament_reading import tournament_names
from cutcard.table import TableState
from cutcard.table.session_view import SessionPlayerView, SessionView, session_view
from cutcard.tournaments import SessionState, SessionTable, TournamentState, accounts_of, stream_of_tournament
from cutcard.tournaments.prize_division import MILLION, divided
from cutcard.tournaments.tournament_state import Entrant

FRESH_S = 1.0  # that what was made is shown again
PLAY_MONEY = "play"
NOT_IN = ("applied", "refused", "withdrawn")  # who is not an entrant, or not any more: for staff only
LAST_PLACE = 10**9


class TournamentListed(Body):
    """A tournament in a list; money in cents, times in milliseconds."""

    tournament: str
    title: str
    casino: str
    book: str
    game: str
    phase: str
    currency: str
    play_money: bool
    place: str
    starts_at: int
    entries_close_at: int
    entry_fee: int
    entrants: int
    fewest: int
    most: int
    pool: int
    stage: str
    halted: str


class StandingShown(Body):
    """An entrant: `chips` are those of the session that they play or played last, with what lies on the layout."""

    number: int
    player: str
    status: str
    stage: int
    chips: int | None
    table: str
    box: int
    out: bool
    place: int
    prize: int


class TablePlayer(Body):
    """Somebody at a tournament table; `rank` is that at the table."""

    number: int
    player: str
    box: int
    chips: int | None
    rank: int
    out: bool


class TournamentTable(Body):
    """A table of a session: `turn` is whose turn to wager it is, `ends_at` is set where the session goes by time."""

    table: str
    session: int
    status: str
    play_off: bool
    round: int
    rounds: int
    rounds_left: int | None
    ends_at: int | None
    turn: str
    over: bool
    halted: str
    players: list[TablePlayer]


class TournamentSession(Body):
    """A session of a tournament, and at which tables it is played."""

    number: int
    stage: int
    name: str
    starts_at: int
    status: str
    play_off: bool
    tables: list[str]


class TournamentPrize(Body):
    """A prize by its place: its part of the pool in millionths, and what that is now."""

    place: int
    per_million: int
    cents: int


class TournamentShown(TournamentListed):
    """One tournament. `tables` and `standings` are sent again only where something of them has changed."""

    game_title: str
    directors: list[str]
    stages: list[str]
    stage_number: int
    guaranteed: int
    commitment: str
    prizes: list[TournamentPrize]
    sessions: list[TournamentSession]
    tables: list[TournamentTable]
    standings: list[StandingShown]


class Following(NamedTuple):
    """A tournament as it is shown, how often that has changed, and what the last change was."""

    generation: int
    shown: TournamentShown
    change: dict[str, Any]


class _Made(NamedTuple):
    read_s: float
    following: Following


class Tournaments:
    """All tournaments, looked at no more than once a second each. Belongs to one event loop."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._made: dict[str, _Made] = {}
        self._listed: tuple[float, list[TournamentListed]] = (-FRESH_S, [])
        self._lock = asyncio.Lock()

    async def listed(self) -> list[TournamentListed]:
        """Every tournament of the store: those that run first, then those to come, then those that are over."""
        async with self._lock:
            if time.monotonic() - self._listed[0] >= FRESH_S:
                names = await asyncio.to_thread(tournament_names, self._floor.store)
                states = [state for name in names if (state := await self._state(name)) is not None and state.phase]
                held = await self._held(*states)
                rows = [TournamentListed(**_listed(state, held)) for state in states]
                self._listed = (time.monotonic(), sorted(rows, key=_in_list))
        return self._listed[1]

    async def following(self, tournament: str) -> Following:
        """One tournament that has been announced, as it is shown now."""
        async with self._lock:
            made = self._made.get(tournament)
            if made is None or time.monotonic() - made.read_s >= FRESH_S:
                made = _Made(time.monotonic(), await self._look(tournament, made.following if made else None))
                self._made[tournament] = made
        return made.following

    async def _look(self, tournament: str, before: Following | None) -> Following:
        state = await self._state(tournament)
        assert state is not None
        tables = {name: table for name in state.tables if (table := await self._table(name)) is not None}
        shown = tournament_shown(state, tables, await self._held(state))
        if before is None:
            return Following(1, shown, {})
        change = changes(before.shown, shown)
        return Following(before.generation + 1, shown, change) if change else before

    async def _held(self, *states: TournamentState) -> Mapping[str, Cents]:
        accounts = [account for state in states for account in accounts_of(state)]
        return await asyncio.to_thread(self._floor.store.balances_of, accounts) if accounts else {}

    async def _state(self, tournament: str) -> TournamentState | None:
        with contextlib.suppress(OutOfOrder):
            state: TournamentState = (await self._floor.stream(stream_of_tournament(tournament))).state
            return state
        return None

    async def _table(self, table: str) -> TableState | None:
        with contextlib.suppress(OutOfOrder):
            return (await self._floor.table(table)).state
        return None


def _in_list(row: TournamentListed) -> tuple[int, int, str]:
    over = row.phase in ("finished", "cancelled")
    return (
        0 if row.phase == "running" else 2 if over else 1,
        -row.starts_at if over else row.starts_at,
        row.tournament,
    )


def _listed(state: TournamentState, held: Mapping[str, Cents]) -> dict[str, Any]:
    terms = state.terms
    pool = accounts_of(state)[0]
    return {
        "tournament": state.tournament,
        "title": terms.title,
        "casino": casino_of(terms.book),
        "book": terms.book,
        "game": terms.game,
        "phase": state.phase,
        "currency": terms.currency,
        "play_money": terms.currency == PLAY_MONEY,
        "place": terms.place,
        "starts_at": terms.starts_at,
        "entries_close_at": terms.entries_close_at or terms.starts_at,
        "entry_fee": terms.entry_fee,
        "entrants": sum(one.status not in NOT_IN for one in state.entrants.values()),
        "fewest": terms.fewest,
        "most": terms.most,
        "pool": held.get(pool, 0),
        "stage": state.stage_terms.name if state.stage else "",
        "halted": state.halted,
    }


def tournament_shown(
    state: TournamentState, tables: Mapping[str, TableState], held: Mapping[str, Cents]
) -> TournamentShown:
    """A tournament with the tables that play for it, as anybody may see it."""
    terms = state.terms
    listed = _listed(state, held)
    at_tables = list(_tables(state, tables))
    prizes = divided(listed["pool"], terms.prizes, len(terms.prizes))  # by a schedule's terms they are sums of money
    return TournamentShown(
        **listed,
        game_title=rules(terms.book, terms.game).title,
        directors=list(state.directors),
        stages=[stage.name for stage in terms.stages],
        stage_number=state.stage,
        guaranteed=terms.guaranteed,
        commitment=state.commitment,
        prizes=[
            TournamentPrize(place=place, per_million=share * MILLION // sum(terms.prizes), cents=prize)
            for place, (share, prize) in enumerate(zip(terms.prizes, prizes, strict=True), start=1)
        ],
        sessions=[_session(state, one) for one in sorted(state.sessions.values(), key=lambda one: one.number)],
        tables=at_tables,
        standings=sorted(_standings(state, at_tables), key=_order),
    )


def _session(state: TournamentState, session: SessionState) -> TournamentSession:
    return TournamentSession(
        number=session.number,
        stage=session.stage,
        name=state.terms.stages[session.stage - 1].name,
        starts_at=session.starts_at,
        status=session.status,
        play_off=session.play_off,
        tables=sorted(session.tables),
    )


def _tables(state: TournamentState, tables: Mapping[str, TableState]) -> Iterator[TournamentTable]:
    """Every table of the stage that is on; of a table that plays several sessions of it, the last one."""
    found: dict[str, tuple[SessionState, SessionTable]] = {}
    for session in sorted(state.sessions.values(), key=lambda one: one.number):
        if session.stage == state.stage or session.status != "over":
            for name, one in session.tables.items():
                if name not in found or one.status != "drawn" or found[name][1].status == "counted":
                    found[name] = (session, one)
    for name, (session, one) in sorted(found.items()):
        live = session_view(tables[name]) if name in tables else None
        playing = live if one.status == "playing" and live is not None else None
        yield _table(state, name, session, one, playing)


def _table(
    state: TournamentState, name: str, session: SessionState, one: SessionTable, live: SessionView | None
) -> TournamentTable:
    players = [_seat(state, box, number, one, live) for box, number in sorted(one.places.items())]
    held = [player.chips or 0 for player in players]
    stage = state.terms.stages[session.stage - 1]
    at_turn = {each.box: each.player for each in live.players} if live is not None else {}
    return TournamentTable(
        table=name,
        session=session.number,
        status=one.status,
        play_off=session.play_off,
        round=live.round if live is not None else 0,
        rounds=live.rounds if live is not None else stage.rounds,
        rounds_left=live.rounds_left if live is not None else None,
        ends_at=live.ends_at if live is not None else None,
        turn=at_turn.get(live.turn, "") if live is not None else "",
        over=live.over if live is not None else one.status == "counted",
        halted=live.halted if live is not None else "",
        players=[
            player.model_copy(update={"rank": 1 + sum(other > (player.chips or 0) for other in held)})
            for player in players
        ],
    )


def _seat(state: TournamentState, box: int, number: int, one: SessionTable, live: SessionView | None) -> TablePlayer:
    name = state.entrants[number].player
    at = _of(live, name)
    out = name in {gone.player for gone in one.eliminated} or (at is not None and at.out)
    chips = at.chips + at.wagered if at is not None else one.counts.get(number)
    return TablePlayer(number=number, player=name, box=box, chips=chips, rank=0, out=out)


def _of(live: SessionView | None, player: str) -> SessionPlayerView | None:
    return next((each for each in live.players if each.player == player), None) if live is not None else None


def _standings(state: TournamentState, tables: list[TournamentTable]) -> Iterator[StandingShown]:
    at = {player.number: (table, player) for table in tables for player in table.players}
    for number, entrant in state.entrants.items():
        if entrant.status not in NOT_IN:
            yield _standing(entrant, *at.get(number, (None, None)))


def _standing(entrant: Entrant, table: TournamentTable | None, seat: TablePlayer | None) -> StandingShown:
    seated = table is not None and table.status != "counted"
    return StandingShown(
        number=entrant.number,
        player=entrant.player,
        status=entrant.status,
        stage=entrant.stage,
        chips=seat.chips if seat is not None else None,
        table=table.table if table is not None and seated else "",
        box=seat.box if seat is not None and seated else 0,
        out=seat.out if seat is not None else entrant.status in ("eliminated", "disqualified", "forfeited"),
        place=entrant.place,
        prize=entrant.prize,
    )


def _order(row: StandingShown) -> tuple[int, int, bool, int, int]:
    """By place, then by how far they have come, then by chips."""
    return (row.place or LAST_PLACE, -row.stage, row.out, -(row.chips or 0), row.number)


def changes(before: TournamentShown, after: TournamentShown) -> dict[str, Any]:
    """The difference between two pictures of a tournament: fields, tables and entrants that have changed.

    `order` has the numbers of all entrants where their order is another one. Empty: nothing has changed.
    """
    change: dict[str, Any] = {}
    for name in TournamentShown.model_fields:
        if name not in ("tables", "standings") and getattr(before, name) != getattr(after, name):
            change[name] = after.model_dump(mode="json", include={name})[name]
    was_at = {one.table: one for one in before.tables}
    if [*was_at] != [one.table for one in after.tables]:
        change["table_names"] = [one.table for one in after.tables]
    tables = [one.model_dump(mode="json") for one in after.tables if was_at.get(one.table) != one]
    was = {one.number: one for one in before.standings}
    if [*was] != [one.number for one in after.standings]:
        change["order"] = [one.number for one in after.standings]
    standings = [one.model_dump(mode="json") for one in after.standings if was.get(one.number) != one]
    return {**change, **({"tables": tables} if tables else {}), **({"standings": standings} if standings else {})}
