"""What the director of a tournament orders at one of its tables; the tournament's commands write these events there."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.money import Cents
from cutcard.table.ledger import Postings, moved, table_account
from cutcard.table.registry import event, posts, reduces
from cutcard.table.session_terms import Elimination, Session
from cutcard.table.state import TableState


@event(seen_by="everybody", log="the minimum of {amount} is deducted from {player}, who is not here")
class MinimumDeducted(NamedTuple):
    """Somebody who is not there loses the minimum of the round that is bet, and has no more to do in it."""

    player: str
    amount: Cents
    clause: str


@event(seen_by="everybody", log="{player} is out of the session: {cause:words}")
class PlayerTakenOut(NamedTuple):
    """Somebody plays no more in this session; their chips stay in view until they are counted."""

    player: str
    cause: str  # "disqualified" or "absent"
    clause: str


@event(seen_by="everybody", log="play waits: {why}")
class PlayHalted(NamedTuple):
    """No round begins until play goes on."""

    why: str
    until: int = 0  # 0: until it is said
    clause: str = ""


@event(seen_by="everybody", log="play goes on")
class PlayResumed(NamedTuple):
    clause: str = ""


@event(seen_by="everybody", log="the session ends early at this table")
class PlayEnded(NamedTuple):
    """No more rounds are played, since who goes on is settled or everybody agrees."""

    clause: str
    agreed: tuple[str, ...] = ()


@event(seen_by="everybody", log="the time for a wager is {bet_ms} ms from now on")
class PaceSet(NamedTuple):
    bet_ms: int
    clause: str


def _session(state: TableState) -> Session:
    assert state.session is not None
    return state.session


@reduces(MinimumDeducted)
def _deducted(state: TableState, event: MinimumDeducted) -> TableState:
    session = _session(state)
    own = session.players[event.player]
    players = {**session.players, event.player: own._replace(missed=own.missed + 1)}
    session = session._replace(players=players, passed=session.passed | {event.player})
    session = session._replace(turn=_turn_after(session, event.player))
    return state._replace(session=session, since=state.now)


@posts(MinimumDeducted)
def _post_deducted(state: TableState, event: MinimumDeducted) -> Postings:
    return moved(table_account(state, f"player:{event.player}"), table_account(state, "float"), event.amount)


@reduces(PlayerTakenOut)
def _taken_out(state: TableState, event: PlayerTakenOut) -> TableState:
    session = _session(state)
    box = next(box for box, name in session.places.items() if name == event.player)
    players = {**session.players, event.player: session.players[event.player]._replace(out=True)}
    chips = state.players[event.player].chips if event.player in state.players else 0
    out = Elimination(
        event.player, box, state.number - session.first_round - session.uncounted, chips, 0, 0, event.cause
    )
    session = session._replace(players=players, eliminated=(*session.eliminated, out))
    session = session._replace(turn=_turn_after(session, event.player))
    seats = {at: name for at, name in state.seats.items() if name != event.player}
    return state._replace(session=session, seats=seats, since=state.now)


def _turn_after(session: Session, player: str) -> int:
    """Whose turn it is when somebody has no more to do in the round: that is called again if it was theirs."""
    return 0 if session.places.get(session.turn) == player else session.turn


@reduces(PlayHalted)
def _halted(state: TableState, event: PlayHalted) -> TableState:
    return state._replace(session=_session(state)._replace(halted=event.why, halted_at=state.now))


@reduces(PlayResumed)
def _resumed(state: TableState, event: PlayResumed) -> TableState:
    """Nobody's time has run meanwhile, and neither has that of a session by the clock."""
    session = _session(state)
    waited = state.now - session.halted_at if session.halted else 0
    return state._replace(session=session._replace(halted="", began_at=session.began_at + waited), since=state.now)


@reduces(PlayEnded)
def _ended(state: TableState, event: PlayEnded) -> TableState:
    return state._replace(
        session=_session(state)._replace(over=True, ended_early=True, halted="", turn=0), betting="closed"
    )


@reduces(PaceSet)
def _paced(state: TableState, event: PaceSet) -> TableState:
    session = _session(state)
    return state._replace(session=session._replace(terms=session.terms._replace(bet_ms=event.bet_ms)))
