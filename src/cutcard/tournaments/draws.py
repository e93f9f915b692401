"""Seats are given out before a session: by a ballot that was committed to beforehand, or by who runs the tournament."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cutcard.refusals import Refusal
from cutcard.table.ranges import Time
from cutcard.table.selection import commitment
from cutcard.tournaments.ballot import drawn, one_each, seating
from cutcard.tournaments.readiness import start_refused
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import command, event, handles, reduces
from cutcard.tournaments.tournament_state import SessionState, SessionTable, TournamentState

_HEX = frozenset("0123456789abcdef")


@command("commit to a ballot", group="draw")
class CommitBallot(NamedTuple):
    """Seal the secret that the next ballot is drawn from, before anybody knows what it will give."""

    secret: str = ""  # put in by the house


@command("draw seats by ballot", group="draw")
class DrawSeats(NamedTuple):
    """Draw table and box for everybody who waits for the stage, and reveal what the ballot was drawn from."""

    starts_at: Time = 0  # 0: as soon as it may
    players_each: int = 0  # at one table, at most; 0: what the terms say
    tables: tuple[str, ...] = ()  # none named: every one that is free


@command("allocate seats", group="draw")
class AllocateSeats(NamedTuple):
    """Give entrants their boxes at a table, where the terms leave that to who runs the tournament."""

    table: str
    places: Mapping[int, int]  # box to entrant
    session: int = 0  # one that has not begun, to which the table is added; 0: a new one
    starts_at: Time = 0  # of a new one; 0: as soon as it may


@event(seen_by="nobody")
class BallotSecret(NamedTuple):
    """The secret that the next ballot will be drawn from."""

    number: int
    secret: str


@event(seen_by="everybody", log="ballot {number} is sealed: {commitment}")
class BallotCommitted(NamedTuple):
    number: int
    commitment: str


@event(seen_by="everybody", log="seats are given out for session {session}")
class SeatsDrawn(NamedTuple):
    """A session has its tables, and everybody in it a seat."""

    session: int
    stage: int
    starts_at: int
    places: Mapping[str, Mapping[int, int]]  # by table: box to entrant
    how: str  # "ballot" or "director"
    entrants: tuple[int, ...] = ()  # who was in the ballot, those who wait for another session too
    players_each: int = 0
    clause: str = ""


@event(seen_by="everybody", log="the secret of ballot {number} is revealed: {secret}")
class BallotRevealed(NamedTuple):
    number: int
    secret: str
    commitment: str


def waiting(state: TournamentState) -> tuple[int, ...]:
    """Who waits for a seat in the stage that is on, or is the next."""
    stage = max(state.stage, 1)
    return tuple(one.number for one in state.entrants.values() if one.status == "entered" and one.stage in (0, stage))


def seated(state: TournamentState) -> frozenset[str]:
    """Who has a seat at a table that is not counted yet: with another entry of theirs they wait for a later session."""
    tables = (table for session in state.sessions.values() for table in session.tables.values())
    entrants = (state.entrants[one] for table in tables if table.status != "counted" for one in table.places.values())
    return frozenset(one.player for one in entrants if one.status == "seated")


def free_tables(state: TournamentState) -> tuple[str, ...]:
    """The tables that have no session now; no more than may be active at once."""
    free = tuple(table for table in state.tables if state.session_at(table) is None)
    most = state.terms.stages[max(state.stage, 1) - 1].tables
    return free if not most else free[: max(0, most - (len(state.tables) - len(free)))]


@handles(CommitBallot)
def commit_ballot(draft: TournamentDraft, command: CommitBallot) -> Refusal | None:
    if draft.state.secret:
        return Refusal("ballot-sealed-already", draft.power(command).clause, {"number": draft.state.ballots})
    if len(command.secret) != 64 or not set(command.secret) <= _HEX:
        return Refusal("ballot-without-secret")
    number = draft.state.ballots + 1
    draft.add(BallotSecret(number, command.secret), BallotCommitted(number, commitment(command.secret)))
    return None


@handles(DrawSeats)
def draw_seats(draft: TournamentDraft, command: DrawSeats) -> Refusal | None:
    state, clause = draft.state, draft.power(command).clause
    if state.terms.allocation != "ballot":
        return Refusal("seats-by-director", clause)
    tables = command.tables or free_tables(state)
    each = command.players_each or state.terms.stages[max(state.stage, 1) - 1].seats
    entrants = waiting(state)
    refusal = _not_ready(draft, clause, entrants) or _tables_refused(draft, clause, tables, each)
    if refusal is not None:
        return refusal
    if not state.secret:
        return Refusal("ballot-not-sealed", clause)
    number, secret, sealed = state.ballots, state.secret, state.commitment
    session = len(state.sessions) + 1
    order, there = drawn(secret, f"{state.tournament}:{session}", entrants), seated(state)
    players = {one: state.entrants[one].player for one in entrants}
    free = tuple(one for one in one_each(order, players) if players[one] not in there)
    if not free:
        return Refusal("nobody-to-seat", clause)
    places = seating(free, tables, each)
    starts = _start(draft, command.starts_at)
    stage = max(state.stage, 1)
    draft.add(SeatsDrawn(session, stage, starts, places, "ballot", entrants, each, clause))
    draft.add(BallotRevealed(number, secret, sealed))
    return None


@handles(AllocateSeats)
def allocate_seats(draft: TournamentDraft, command: AllocateSeats) -> Refusal | None:
    state, clause = draft.state, draft.power(command).clause
    if state.terms.allocation != "director":
        return Refusal("seats-by-ballot", clause)
    each, known = max(len(command.places), 1), state.sessions.get(command.session)
    if command.session and (known is None or known.status != "drawn" or known.stage != state.stage):
        return Refusal("session-not-to-come", clause, {"session": command.session})
    refusal = _not_ready(draft, clause, waiting(state))
    refusal = refusal or _tables_refused(draft, clause, (command.table,), each) or _places_refused(draft, command)
    if refusal is not None:
        return refusal
    starts, stage = _start(draft, command.starts_at), max(state.stage, 1)
    number = command.session or len(state.sessions) + 1
    starts = starts if known is None else known.starts_at
    places = {command.table: dict(command.places)}
    draft.add(SeatsDrawn(number, stage, starts, places, "director", waiting(state), each, clause))
    return None


def _not_ready(draft: TournamentDraft, clause: str, entrants: tuple[int, ...]) -> Refusal | None:
    state = draft.state
    if state.play_over:
        return Refusal("tournament-play-over", clause)
    refusal = None if state.sessions else start_refused(draft)
    return refusal or (None if entrants else Refusal("nobody-to-seat", clause))


def _tables_refused(draft: TournamentDraft, clause: str, tables: Iterable[str], each: int) -> Refusal | None:
    state, stage = draft.state, draft.state.terms.stages[max(draft.state.stage, 1) - 1]
    if not 1 <= each <= stage.seats:
        return Refusal("seats-at-table", clause, {"most": stage.seats})
    named, free = tuple(tables), free_tables(state)
    for table in named:
        if table not in state.tables:
            return Refusal("table-not-designated", clause, {"table": table})
        if state.session_at(table) is not None:
            return Refusal("tournament-table-has-session", clause, {"table": table})
    if not named or len(set(named)) > len(free):
        return Refusal("no-free-table", clause, {"tables": len(free)})
    return None


def _places_refused(draft: TournamentDraft, command: AllocateSeats) -> Refusal | None:
    """Everybody has one seat, and only those who wait for one."""
    clause = draft.power(command).clause
    named = list(command.places.values())
    known = waiting(draft.state)
    wrong = next((one for one in named if one not in known), None)
    if wrong is not None:
        return Refusal("entrant-not-waiting", clause, {"entrant": wrong})
    session = draft.state.sessions.get(command.session)
    there = () if session is None else session.entrants
    players = [draft.state.entrants[one].player for one in (*named, *there)]
    if len(set(players)) != len(players) or seated(draft.state) & {draft.state.entrants[one].player for one in named}:
        return Refusal("one-seat-each", clause)
    seats = draft.state.terms.stages[max(draft.state.stage, 1) - 1].seats
    if not named or any(not 1 <= box <= seats for box in command.places):
        return Refusal("seats-at-table", clause, {"most": seats})
    return None


def _start(draft: TournamentDraft, starts_at: int) -> int:
    """When a session begins: not before the tournament, and not in the past."""
    return max(starts_at, draft.at, draft.state.terms.starts_at)


@reduces(BallotSecret)
def _kept(state: TournamentState, event: BallotSecret) -> TournamentState:
    return state._replace(ballots=event.number, secret=event.secret)


@reduces(BallotCommitted)
def _committed(state: TournamentState, event: BallotCommitted) -> TournamentState:
    return state._replace(commitment=event.commitment)


@reduces(BallotRevealed)
def _revealed(state: TournamentState, event: BallotRevealed) -> TournamentState:
    return state._replace(secret="", commitment="")


@reduces(SeatsDrawn)
def _drawn(state: TournamentState, event: SeatsDrawn) -> TournamentState:
    tables = {table: SessionTable(dict(boxes)) for table, boxes in event.places.items()}
    how = "director" if event.how == "director" else "ballot"
    known = state.sessions.get(event.session)
    tables = tables if known is None else {**known.tables, **tables}
    session = SessionState(event.session, event.stage, event.starts_at, tables, how=how)  # type: ignore[arg-type]
    entrants = dict(state.entrants)
    for one in (entrant for boxes in event.places.values() for entrant in boxes.values()):
        entrants[one] = entrants[one]._replace(status="seated", stage=event.stage)
    sessions = {**state.sessions, event.session: session}
    return state._replace(sessions=sessions, entrants=entrants, stage=event.stage)
