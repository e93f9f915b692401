"""Breaks, and how fast a tournament is played."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.durations import MINUTE_MS, SECOND_MS
from cutcard.refusals import Refusal
from cutcard.table import TableState
from cutcard.table.names import stream_of_table
from cutcard.table.ranges import Pause
from cutcard.table.session_orders import PaceSet, PlayHalted, PlayResumed
from cutcard.tournaments.counts import playing_at
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import command, event, handles, reduces, touches
from cutcard.tournaments.tournament_state import TournamentState

LONGEST_BREAK = 240  # minutes
LEAST_PACE_MS = 5_000  # less is no time in which somebody could wager; a rule of the house


@command("offer the players a break", group="sessions")
class OfferBreak(NamedTuple):
    """Offer the players at a table a break of this many minutes; no round begins there meanwhile."""

    table: str
    minutes: int


@command("end a break", group="sessions")
class EndBreak(NamedTuple):
    """Let play at a table go on after a break."""

    table: str


@command("set the pace of play", group="sessions")
class SetPace(NamedTuple):
    """Set the time that everybody has for a wager, at one table at once and in all sessions that begin from now on."""

    bet_ms: Pause
    table: str = ""  # none named: only in sessions to come


@event(seen_by="everybody", log="a break of {minutes} minutes at {table}")
class BreakOffered(NamedTuple):
    table: str
    minutes: int
    until: int
    clause: str


@event(seen_by="everybody", log="the break at {table} is over")
class BreakOver(NamedTuple):
    table: str
    clause: str


@event(seen_by="everybody", log="the time for a wager is {bet_ms} ms")
class PaceOrdered(NamedTuple):
    bet_ms: int
    table: str
    clause: str


@touches(OfferBreak, EndBreak, SetPace)
def _one_table(state: TournamentState, command: OfferBreak | EndBreak | SetPace) -> tuple[str, ...]:
    return (stream_of_table(command.table),) if command.table else ()


@handles(OfferBreak)
def offer_break(draft: TournamentDraft, command: OfferBreak) -> Refusal | None:
    clause = draft.power(command).clause
    found = playing_at(draft, command.table, clause)
    if isinstance(found, Refusal):
        return found
    _, table, played = found
    if not 1 <= command.minutes <= LONGEST_BREAK:
        return Refusal("break-without-length", clause, {"most": LONGEST_BREAK})
    if table.playing:
        return Refusal("after-the-round", clause, {"table": command.table})
    if played.halted:
        return Refusal("play-waits-already", clause, {"table": command.table})
    until = draft.at + command.minutes * MINUTE_MS
    draft.add(BreakOffered(command.table, command.minutes, until, clause))
    draft.add_beside(stream_of_table(command.table), PlayHalted("break", until, clause))
    return None


@handles(EndBreak)
def end_break(draft: TournamentDraft, command: EndBreak) -> Refusal | None:
    clause = draft.power(command).clause
    table: TableState = draft.others[stream_of_table(command.table)]
    if table.session is None or table.session.halted != "break" or command.table not in draft.state.tables:
        return Refusal("no-break-there", clause, {"table": command.table})
    until = draft.state.breaks.get(command.table, 0)
    if draft.at < until:
        return Refusal("break-not-over", clause, {"table": command.table})
    draft.add(BreakOver(command.table, clause))
    draft.add_beside(stream_of_table(command.table), PlayResumed(clause))
    return None


@handles(SetPace)
def set_pace(draft: TournamentDraft, command: SetPace) -> Refusal | None:
    clause = draft.power(command).clause
    if 0 < command.bet_ms < LEAST_PACE_MS:
        return Refusal("pace-too-fast", clause, {"least": LEAST_PACE_MS // SECOND_MS})
    if command.table:
        found = playing_at(draft, command.table, clause)
        if isinstance(found, Refusal):
            return found
        _, table, _ = found
        if table.betting != "closed":  # a player's time does not get shorter while it runs
            return Refusal("pace-while-bet", clause, {"table": command.table})
        draft.add_beside(stream_of_table(command.table), PaceSet(command.bet_ms, clause))
    draft.add(PaceOrdered(command.bet_ms, command.table, clause))
    return None


@reduces(BreakOffered)
def _offered(state: TournamentState, event: BreakOffered) -> TournamentState:
    return state._replace(breaks={**state.breaks, event.table: event.until})


@reduces(BreakOver)
def _over(state: TournamentState, event: BreakOver) -> TournamentState:
    return state._replace(breaks={table: until for table, until in state.breaks.items() if table != event.table})


@reduces(PaceOrdered)
def _ordered(state: TournamentState, event: PaceOrdered) -> TournamentState:
    return state._replace(bet_ms=event.bet_ms)
