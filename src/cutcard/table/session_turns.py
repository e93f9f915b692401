"""Wagering in turn: the marker moves from box to box, and players are asked for their wagers one after the other.

Where a document makes a wager final when it is made, the next player is asked at once; where a turn lasts until the
dealer asks the next player, that is a command.
"""

from __future__ import annotations

from typing import NamedTuple

from cutcard.engine import Refusal
from cutcard.table.draft import Draft
from cutcard.table.registry import command, event, handles, reduces
from cutcard.table.session_rules import (
    clause_of,
    has_wagered,
    next_marker,
    no_session,
    refused_by,
    round_number,
    session_of,
    to_wager,
    tournament_rules,
    whose_turn,
)
from cutcard.table.session_terms import Session
from cutcard.table.state import TableState


@command("ask the next player for a wager", group="play", plays=True, unneeded=no_session)
class AskNextPlayer(NamedTuple):
    """Ask the next player to wager: the turn of the one before is over, and their wager is not changed any more."""


@event(seen_by="everybody", log="the marker lies at box {box} in round {round} of the session")
class MarkerPlaced(NamedTuple):
    box: int
    round: int  # of the session


@event(seen_by="everybody", log="{player} is asked to wager")
class TurnCalled(NamedTuple):
    """A player is asked to wager; their time runs from now on."""

    box: int
    player: str


@event(seen_by="everybody", log="everybody has wagered")
class TurnsOver(NamedTuple):
    round: int  # of the session


@event(seen_by="everybody", log="{player} has wagered out of turn and is warned (clause {clause})")
class WageredOutOfTurn(NamedTuple):
    """The wager stands. Anybody who does it again may have it declared void."""

    player: str
    box: int
    times: int  # in the tournament, with this one
    clause: str


@event(seen_by="everybody", log="the wager of {player} out of turn is void, and they sit out round {round}")
class PlayerExcused(NamedTuple):
    """Somebody has no wager on the round, since it was declared void, and is not out for that."""

    player: str
    round: int  # of the session


@handles(AskNextPlayer)
def ask_next_player(draft: Draft, command: AskNextPlayer) -> Refusal | None:
    state, session = draft.state, draft.state.session
    if session is None or not session.terms.marker or state.betting == "closed":
        return Refusal("nobody-to-ask", draft.power(command).clause)
    missing = to_wager(state)
    now = whose_turn(state)
    if now in missing and session.turn:
        return refused_by(state, "every_round", "wagers-missing", players=(now,))
    if not missing:
        return Refusal("nobody-to-ask", draft.power(command).clause)
    _call(draft, missing[0])
    return None


def place_marker(draft: Draft) -> None:
    """Before betting opens, the marker goes to the first who wagers in the round."""
    if session_of(draft.state).terms.marker:
        draft.add(MarkerPlaced(next_marker(draft.state), round_number(draft.state) + 1))


def call_next(draft: Draft) -> None:
    """Ask the next player, where a wager is final when it is made or nobody has been asked yet."""
    state, session = draft.state, session_of(draft.state)
    if state.betting == "closed" or not session.terms.marker:
        return
    now, missing = session.playing.get(session.turn), to_wager(state)
    lasts = tournament_rules(state).final == "next-asked"
    if now is not None and (lasts or not has_wagered(state, now)):
        return
    if missing:
        _call(draft, missing[0])
    elif session.turn:
        draft.add(TurnsOver(round_number(state)))


def _call(draft: Draft, name: str) -> None:
    box = next(box for box, player in session_of(draft.state).playing.items() if player == name)
    draft.add(TurnCalled(box, name))


def warn_out_of_turn(draft: Draft, name: str, box: int) -> None:
    times = session_of(draft.state).players[name].warned + 1
    draft.add(WageredOutOfTurn(name, box, times, clause_of(draft.state, "out_of_turn") or ""))


def with_session(state: TableState, **fields: object) -> TableState:
    """The table with something about its session changed."""
    return state._replace(session=session_of(state)._replace(**fields))  # type: ignore[arg-type]


def with_session_player(session: Session, name: str, **fields: object) -> Session:
    changed = session.players[name]._replace(**fields)  # type: ignore[arg-type]
    return session._replace(players={**session.players, name: changed})


@reduces(MarkerPlaced)
def _marker_placed(state: TableState, event: MarkerPlaced) -> TableState:
    return with_session(state, marker=event.box, marker_round=event.round)


@reduces(TurnCalled)
def _turn_called(state: TableState, event: TurnCalled) -> TableState:
    return with_session(state, turn=event.box)._replace(since=state.now)


@reduces(TurnsOver)
def _turns_over(state: TableState, event: TurnsOver) -> TableState:
    return with_session(state, turn=0)


@reduces(WageredOutOfTurn)
def _warned(state: TableState, event: WageredOutOfTurn) -> TableState:
    session = with_session_player(session_of(state), event.player, warned=event.times)
    return state._replace(session=session._replace(early=session.early | {event.player}))


@reduces(PlayerExcused)
def _excused(state: TableState, event: PlayerExcused) -> TableState:
    return with_session(state, excused=session_of(state).excused | {event.player})
