"""A session of a tournament as anybody sees it at the table: chips lie open, and everybody knows whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cutcard.durations import MINUTE_MS
from cutcard.money import Cents
from cutcard.table.config import Person
from cutcard.table.form_views import FormsView, forms_view
from cutcard.table.session_rules import due_to_wager, limits_of, round_number
from cutcard.table.session_terms import Session
from cutcard.table.state import TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPlayerView:
    """Somebody who plays the session. `chips` are those before them, `wagered` those that lie on the layout."""

    player: str
    box: int
    chips: Cents
    wagered: Cents
    rank: int  # by both together; those who are level have the same
    out: bool
    pass_cards: int
    undisclosed: int
    passed: bool  # has played a pass card in this round
    missed: int
    warned: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionView:
    """Of `rounds`, `shoes` and `minutes` the one that is not nothing is the session's length."""

    tournament: str
    session: int
    stage: str
    play_off: bool
    round: int  # of the session, counted from 1; 0: none has begun
    rounds: int
    rounds_left: int | None  # after this one; None: it does not go by rounds
    shoes: int
    shoes_done: int
    minutes: int
    ends_at: int | None  # where it goes by time
    minimum: Cents
    maximum: Cents
    next_limits: tuple[int, Cents, Cents] | None  # from which round of the session on, and then which
    marker: int  # a box; 0: none has it
    turn: int  # the box whose turn to wager it is; 0: no box in particular
    to_wager: tuple[str, ...]  # whose wager the table waits for
    over: bool
    halted: str
    players: tuple[SessionPlayerView, ...]
    forms: FormsView = FormsView()  # undisclosed wagers


def session_view(state: TableState, viewer: Person | None = None) -> SessionView | None:
    """The session that is played at a table; None where there is none."""
    session = state.session
    if session is None:
        return None
    terms, number = session.terms, round_number(state)
    limit = limits_of(state)
    later = [step for step in terms.limits if step.from_round > max(number, 1)]
    following = min(later, key=lambda step: step.from_round, default=None)
    return SessionView(
        tournament=terms.tournament,
        session=terms.session,
        stage=terms.stage,
        play_off=terms.play_off,
        round=number,
        rounds=terms.rounds,
        rounds_left=max(terms.rounds - number, 0) if terms.rounds else None,
        shoes=terms.shoes,
        shoes_done=session.shoes,
        minutes=terms.minutes,
        ends_at=session.began_at + terms.minutes * MINUTE_MS if terms.minutes else None,
        minimum=limit.minimum,
        maximum=limit.maximum,
        next_limits=(following.from_round, following.minimum, following.maximum) if following is not None else None,
        marker=session.marker,
        turn=session.turn,
        to_wager=tuple(due_to_wager(state)) if state.betting != "closed" else (),
        over=session.over,
        halted=session.halted,
        players=tuple(_players(state, session)),
        forms=forms_view(state, viewer),
    )


def _players(state: TableState, session: Session) -> Iterator[SessionPlayerView]:
    wagered = wagers_of(state)
    held = {name: chips_before(state, name) for name in session.places.values()}
    total = {name: held[name] + wagered.get(name, 0) for name in held}
    for box, name in sorted(session.places.items()):
        own = session.players[name]
        yield SessionPlayerView(
            player=name,
            box=box,
            chips=held[name],
            wagered=wagered.get(name, 0),
            rank=1 + sum(other > total[name] for other in total.values()),
            out=own.out,
            pass_cards=own.pass_cards,
            undisclosed=own.undisclosed,
            passed=name in session.passed,
            missed=own.missed,
            warned=own.warned,
        )


def chips_before(state: TableState, name: str) -> Cents:
    """The chips that lie before somebody at the table."""
    player = state.players.get(name)
    return player.chips if player is not None else 0


def wagers_of(state: TableState) -> dict[str, Cents]:
    """What everybody has on the layout."""
    found: dict[str, Cents] = {}
    for bet in state.laid():
        found[bet.player] = found.get(bet.player, 0) + bet.amount
    if state.playing and state.round is not None and not found:
        for wager in state.round.wagers:
            if wager.open:
                found[wager.player] = found.get(wager.player, 0) + wager.staked
    return found
