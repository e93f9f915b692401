"""What the house does next in a tournament of play money that it runs itself.

The house runs a tournament when it is appointed to (`AppointDirector`). The answer follows from the tournament and its
tables alone and is asked for after every event, as with the dealing of a table (`house_dealer`), so a service that was
killed simply carries on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil
from typing import NamedTuple

from cutcard.rulebooks import load, procedures_of
from cutcard.rulebooks.procedures import Tournaments
from cutcard.table import CloseTable, Command, OpenTable, Person, Sign, TableState
from cutcard.table.config import HOUSE
from cutcard.tournaments import (
    AmendTerms,
    ApplyToEnter,
    AwardPlaces,
    BeginAtTable,
    BriefPlayers,
    CloseEntries,
    CloseStage,
    CommitBallot,
    CountTable,
    DesignateTable,
    DrawSeats,
    OpenEntries,
    OrderPlayOff,
    RecordApproval,
    ReleaseTable,
    TournamentState,
)
from cutcard.tournaments.progress import stage_played, ties

HOUSE_PLAYER = "bot-"  # what the names of the house's own players begin with; no account has such a name
FLOAT = 10_000_000
DECISION_MS = 30_000
PUT_OFF_MS, PUT_OFF_EACH_MS = 10_000, 60  # by which the start is put off, and for each entrant that it needs
TOLD = (("inspector", HOUSE),)
_NAMES = (
    "ada alan alma amir ana arun bea ben carl cora dan dora emil enid eva fay finn",
    "gus hana hugo ida ines ivan jack jo juno kai kim lars lea leo lily lou luca",
    "mae max mina ned nia nora olaf olga omar otto pia ray rosa ruth sam sol",
)
FIRST_NAMES = tuple(name for line in _NAMES for name in line.split())


class DirectorAct(NamedTuple):
    """A command that the house gives to the tournament, or to one of its tables, and when."""

    at: int
    command: Command
    table: str = ""  # "": the tournament itself


def runs_itself(state: TournamentState) -> bool:
    """Whether the house runs a tournament: it was appointed, and the chips are worth nothing outside."""
    on = state.phase in ("announced", "entry", "running", "finished")
    return on and HOUSE in state.directors and state.terms.currency == "play"


def is_house_player(name: str) -> bool:
    return name.startswith(HOUSE_PLAYER)


def house_player(number: int) -> str:
    """The name of one of the house's own players.

    >>> house_player(0), house_player(51)
    ('bot-ada', 'bot-alan-2')
    """
    again, at = divmod(number, len(FIRST_NAMES))
    return f"{HOUSE_PLAYER}{FIRST_NAMES[at]}" + (f"-{again + 1}" if again else "")


def table_name(state: TournamentState, number: int) -> str:
    return f"{state.tournament}-{number:02}"


def next_act(state: TournamentState, tables: Mapping[str, TableState], now: int) -> DirectorAct | None:
    """The house's next action, given all tables of the tournament that there are; None: it waits for play."""
    if not runs_itself(state):
        return None
    found = _finished(state, tables) if state.phase == "finished" else _on(state, tables, now)
    return next(found, None)


def _on(state: TournamentState, tables: Mapping[str, TableState], now: int) -> Iterator[DirectorAct]:
    if state.phase == "announced":
        yield from (_now(state, command) for command in _opening(state))
    elif state.phase == "entry" and not state.closed:
        yield from _entries(state, now)
    else:
        yield from _tables_opened(state, tables)
        yield from _sessions(state, tables)


def _now(state: TournamentState, command: Command, table: str = "") -> DirectorAct:
    return DirectorAct(state.now, command, table)


def _by_book(state: TournamentState) -> Tournaments:
    found = procedures_of(state.terms.book).tournaments
    assert found is not None
    return found


# ------------------------------------------------------------------------------------------------------ before it


def _opening(state: TournamentState) -> Iterator[Command]:
    """Terms are approved where the document wants that, and entries open."""
    commands = procedures_of(state.terms.book).tournament_commands
    if "record-approval" in commands and not state.approved:
        yield RecordApproval(HOUSE, "demonstration")
    yield OpenEntries(TOLD)


def _entries(state: TournamentState, now: int) -> Iterator[DirectorAct]:
    """The house's own players make up the fewest that the terms ask for; the other places are for people.

    If they could not enter in time, since the service was down or slow, the start is put off.
    """
    entered = [one for one in state.entrants.values() if one.status == "entered"]
    names = {one.player for one in state.entrants.values()}
    closes = state.terms.entries_close_at or state.terms.starts_at
    if len(entered) < state.terms.fewest and now >= closes:
        later = now + PUT_OFF_MS + PUT_OFF_EACH_MS * state.terms.fewest
        yield _now(state, AmendTerms(state.terms._replace(starts_at=later, entries_close_at=0), TOLD))
    elif len(entered) < state.terms.fewest:
        name = next(name for n in range(10_000) if (name := house_player(n)) not in names)
        yield _now(state, ApplyToEnter(name, agrees=True, cash=True))
    full = len(entered) >= state.terms.most
    yield DirectorAct(state.now if full else closes, CloseEntries())


def tables_needed(state: TournamentState) -> int:
    """The tables that the entrants of the first stage need, or as many as the terms have at once."""
    stage = state.terms.stages[0]
    seated = sum(one.status in ("entered", "seated") or one.stage > 0 for one in state.entrants.values())
    needed = max(1, ceil(seated / stage.seats))
    return min(needed, stage.tables) if stage.tables else needed


def table_names(state: TournamentState) -> tuple[str, ...]:
    """Every table that the house opens for a tournament."""
    if not state.closed:
        return ()
    return tuple(table_name(state, n) for n in range(1, tables_needed(state) + 1))


def _tables_opened(state: TournamentState, tables: Mapping[str, TableState]) -> Iterator[DirectorAct]:
    if state.sessions:
        return  # every table that there will be is there
    for name in table_names(state):
        table = tables.get(name)
        if table is None or table.phase == "new":
            yield _now(state, opening(state, name), name)
        elif name not in state.tables:
            yield _now(state, DesignateTable(name))


def opening(state: TournamentState, name: str) -> OpenTable:
    """The command that opens a table for the tournament: of play money, dealt by the house."""
    terms, stage = state.terms, state.terms.stages[0]
    step = stage.limits[0]
    return OpenTable(
        name,
        terms.book,
        terms.game,
        terms.decks,
        Sign(step.minimum, step.maximum),
        boxes=stage.seats,
        options=terms.options,
        chips=FLOAT,
        decision_ms=DECISION_MS,
        layout_approved=True,
        play_money=True,
        runs_itself=True,
    )


# ------------------------------------------------------------------------------------------------------ while it is on


def _sessions(state: TournamentState, tables: Mapping[str, TableState]) -> Iterator[DirectorAct]:
    if _by_book(state).briefing and not state.briefed:
        yield _now(state, BriefPlayers())
    for session in state.sessions.values():
        if session.status == "over":
            continue
        for name, seats in session.tables.items():
            played = tables[name].session if name in tables else None
            if seats.status == "drawn":
                yield DirectorAct(max(state.now, session.starts_at), BeginAtTable(name))
            elif seats.status == "playing" and played is not None and played.over and not tables[name].playing:
                yield DirectorAct(tables[name].now, CountTable(name))
    if any(session.status != "over" for session in state.sessions.values()):
        return
    yield from _between_sessions(state)


def _between_sessions(state: TournamentState) -> Iterator[DirectorAct]:
    """No session is drawn or played: who is level plays off, a stage that is over is closed, and seats are drawn."""
    if state.play_over:
        yield from (_now(state, ReleaseTable(name)) for name in state.tables)
        yield _now(state, AwardPlaces())
    elif ties(state):
        yield _now(state, OrderPlayOff())
    elif stage_played(state):
        yield _now(state, CloseStage())
    elif not state.secret:
        yield _now(state, CommitBallot())
    else:
        yield _now(state, DrawSeats())


def _finished(state: TournamentState, tables: Mapping[str, TableState]) -> Iterator[DirectorAct]:
    """Its tables are closed: they were opened for nothing else."""
    for name in table_names(state):
        table = tables.get(name)
        if table is not None and table.phase == "open" and not table.tournament:
            yield DirectorAct(table.now, CloseTable(), name)


def person(state: TournamentState) -> Person:
    """The house, in the highest role of the document."""
    return Person(HOUSE, load(state.terms.book).roles[-1])
