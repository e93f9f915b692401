"""The rounds of a session: who is eliminated before one begins, which limits hold, and when the session is played.

After every command at the table `go_on` does what follows from it in the session.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from cutcard.durations import MINUTE_MS
from cutcard.engine import events as played
from cutcard.table.corrected_rounds import RoundCorrected
from cutcard.table.draft import Draft
from cutcard.table.forms import forms_waiting, with_forms_left
from cutcard.table.ledger import Postings, moved, player_chips, table_account
from cutcard.table.limits import LimitsChanged
from cutcard.table.pass_cards import RoundPassed, collect_pass_cards
from cutcard.table.registry import event, posts, reduces
from cutcard.table.remade_rounds import remembered, round_after
from cutcard.table.round_events import RoundEvent
from cutcard.table.session_rules import clause_of, limits_of, round_number, session_of, session_sign
from cutcard.table.session_terms import Elimination, Session
from cutcard.table.session_turns import call_next, place_marker, with_session, with_session_player
from cutcard.table.state import PlayedRound, TableState
from cutcard.table.undisclosed import FormsRead
from cutcard.table.voids import RoundDeclaredVoid, give_back

Why = Literal["rounds", "shoes", "minutes", "nobody-left"]


@event(seen_by="everybody", log="{elimination[player]} is out of the session (clause {clause})")
class PlayerEliminated(NamedTuple):
    """Somebody can play no longer, and leaves their position; what they have left counts at the end."""

    elimination: Elimination
    clause: str


@event(seen_by="everybody", log="round {round} of the session does not count and is played again")
class RoundNotCounted(NamedTuple):
    """A round of the session was void: pass cards go back as wagers do, and the marker stays."""

    round: int


@event(seen_by="everybody", log="round {round} was corrected, and what followed from it is judged again")
class SessionJudgedAgain(NamedTuple):
    """A round of the session was corrected: what followed from it in the session no longer holds."""

    round: int  # the table's number of it
    back: tuple[str, ...] = ()  # who had been eliminated after it, and is in the session again
    counts: bool = True  # False: it is void, and another round is played instead


@event(seen_by="everybody", log="{shoes} shoes of the session are played")
class SessionShoePlayed(NamedTuple):
    shoe: int  # its number at the table
    shoes: int  # that are played in the session


@event(seen_by="everybody", log="the session is played at this table, after round {round}")
class SessionPlayed(NamedTuple):
    """No betting opens any more: the session's length is played, or nobody is left to play against."""

    round: int
    why: Why
    clause: str


# --------------------------------------------------------------------------------------------------- before a round


def before_betting(draft: Draft) -> bool:
    """What comes before the betting of a round of a session; whether it opens at all."""
    if draft.state.session is None:
        return True
    if _time_over(draft):
        _finish(draft, "minutes")
        return False
    _eliminate(draft, limits_of(draft.state, 1).minimum)
    session = session_of(draft.state)
    if not session.playing or (len(session.playing) == 1 and session.eliminated):
        _over(draft, "nobody-left")
        return False
    sign = session_sign(draft.state, limits_of(draft.state, 1))
    if sign != draft.state.sign:
        draft.add(LimitsChanged(sign))
    place_marker(draft)
    return True


def _eliminate(draft: Draft, minimum: int) -> None:
    """Those with less than the minimum are out: first those with least, then by their wagers (19.10.4)."""
    state = draft.state
    facts = [_facts(state, box, name) for box, name in session_of(state).playing.items()]
    short = [one for one in facts if one.residual < minimum]
    for one in sorted(short, key=lambda one: (one.residual, one.wagered, one.taken)):
        draft.add(PlayerEliminated(one, clause_of(state, "eliminated") or ""))


def _facts(state: TableState, box: int, name: str, cause: str = "minimum") -> Elimination:
    """What places somebody among those who go in the same round: chips left, wagers, when they were taken."""
    taken = session_of(state).taken
    round_ = state.round or (round_after(state.played[-1].events) if state.played else None)
    wagered = sum(w.staked for w in round_.wagers if w.player == name and w.outcome != "void") if round_ else 0
    place = taken.index(name) + 1 if name in taken else 0
    return Elimination(name, box, max(round_number(state), 0), state.players[name].chips, wagered, place, cause)


def eliminate_one(draft: Draft, name: str, cause: str, clause: str) -> None:
    """One player is out of the session for a reason of their own; what lies on their box goes back to them."""
    give_back(draft, name, "out of the session", clause)
    box = next(box for box, player in session_of(draft.state).playing.items() if player == name)
    draft.add(PlayerEliminated(_facts(draft.state, box, name, cause), clause))


# -------------------------------------------------------------------------------------------------- after a command


def go_on(draft: Draft) -> None:
    """What a command at the table means for the session: the next turn, a shoe or a round that is over, the end."""
    if draft.state.session is None:
        return
    corrected = next((one for one in draft.events if isinstance(one, RoundCorrected) and not one.read_out), None)
    if draft.state.session.over and corrected is None:
        return
    if any(isinstance(one, RoundDeclaredVoid) for one in draft.events):
        draft.add(RoundNotCounted(round_number(draft.state)))
    elif corrected is None and _round_ended(draft):
        _after_round(draft)
    if corrected is not None:
        _judge_again(draft, corrected)
    _count_shoe(draft)
    if not session_of(draft.state).over:
        call_next(draft)


def _round_ended(draft: Draft) -> bool:
    """Whether a round is over with all that belongs to it: undisclosed wagers are read out first."""
    if forms_waiting(draft.state):
        return False
    read = (form for one in draft.events if isinstance(one, FormsRead) for form in one.forms)
    if any(not form.void for form in read):
        return True
    inner = (one.event if isinstance(one, RoundEvent) else one for one in draft.events)
    return any(isinstance(one, played.RoundEnded | RoundPassed) for one in inner)


def _judge_again(draft: Draft, corrected: RoundCorrected) -> None:
    """Undo the consequences of a round as it was entered, and apply those of the round as it really was."""
    state, session, number = draft.state, session_of(draft.state), corrected.round
    before = draft.states[draft.events.index(corrected) - 1]
    old, new = remembered(before, number), remembered(state, number)
    assert old is not None
    assert new is not None
    void = _is_void(new) and not _is_void(old)
    short = {one.player for one in session.eliminated if one.cause == "minimum"}
    back = tuple(name for name, at in session.out_after.items() if at == number and name in short)
    if back or void or session.over:
        draft.add(SessionJudgedAgain(number, back, not void))
    state, session = draft.state, session_of(draft.state)
    if not (session.over or state.playing or forms_waiting(state) or state.betting != "closed"):
        _after_round(draft)


def _is_void(one: PlayedRound) -> bool:
    return any(isinstance(each, played.RoundVoided) for each in one.events)


def _after_round(draft: Draft) -> None:
    collect_pass_cards(draft)
    state, terms = draft.state, session_of(draft.state).terms
    if terms.rounds and round_number(state) >= terms.rounds:
        _finish(draft, "rounds")
    elif terms.shoes and session_of(state).shoes >= terms.shoes:
        _finish(draft, "shoes")
    elif _time_over(draft):
        _finish(draft, "minutes")
    else:
        minimum = limits_of(state, 1).minimum
        able = [name for name in session_of(state).playing.values() if state.players[name].chips >= minimum]
        if len(able) <= 1:
            _eliminate(draft, minimum)
            _over(draft, "nobody-left")


def _time_over(draft: Draft) -> bool:
    session = session_of(draft.state)
    return bool(session.terms.minutes) and draft.at >= session.began_at + session.terms.minutes * MINUTE_MS


def _count_shoe(draft: Draft) -> None:
    """A shoe is played once the cutting card has come out and no round is under way."""
    state, session = draft.state, session_of(draft.state)
    if session.over or state.playing or not state.shoe.due or state.shoe.number == session.last_shoe:
        return
    if forms_waiting(state):
        return
    draft.add(SessionShoePlayed(state.shoe.number, session.shoes + 1))
    if session.terms.shoes and session.shoes + 1 >= session.terms.shoes:
        give_back(draft, None, "the session is over", clause_of(state, "session") or "")
        _finish(draft, "shoes")


def _finish(draft: Draft, why: Why) -> None:
    """The length is played; anybody who has less than the last round's minimum went out in it."""
    _eliminate(draft, limits_of(draft.state).minimum)
    _over(draft, why)


def _over(draft: Draft, why: Why) -> None:
    draft.add(SessionPlayed(round_number(draft.state), why, clause_of(draft.state, "session") or ""))


# ----------------------------------------------------------------------------------------------------- what comes of it


@reduces(PlayerEliminated)
def _eliminated(state: TableState, event: PlayerEliminated) -> TableState:
    gone = event.elimination
    session = with_session_player(session_of(state), gone.player, out=True)
    turn = 0 if session.turn == gone.box else session.turn
    after = {**session.out_after, gone.player: state.number}
    session = session._replace(eliminated=(*session.eliminated, gone), turn=turn, out_after=after)
    seats = {box: name for box, name in state.seats.items() if name != gone.player}
    return state._replace(session=session, seats=seats, ready=state.ready - {gone.player})


@reduces(RoundNotCounted)
def _not_counted(state: TableState, event: RoundNotCounted) -> TableState:
    session = session_of(state)._replace(uncounted=session_of(state).uncounted + 1)
    if state.betting != "closed":  # the same wagers are bet on again
        return state._replace(session=session)
    for name in session.cards_down:
        session = with_session_player(session, name, pass_cards=session.players[name].pass_cards + 1)
    nobody: frozenset[str] = frozenset()
    return state._replace(session=session._replace(cards_down=nobody, passed=nobody, excused=nobody, turn=0))


@reduces(SessionJudgedAgain)
def _judged_again(state: TableState, event: SessionJudgedAgain) -> TableState:
    session = session_of(state)
    for name in event.back:
        session = with_session_player(session, name, out=False)
    gone = tuple(one for one in session.eliminated if one.player not in event.back)
    seats = {**state.seats, **{box: name for box, name in session.places.items() if name in event.back}}
    after = {name: at for name, at in session.out_after.items() if name not in event.back}
    session = session._replace(eliminated=gone, out_after=after, over=session.over and session.ended_early)
    if not event.counts:
        session = _without_round(session, event.round, latest=event.round == state.number)
    return state._replace(session=session, seats=seats)


def _without_round(session: Session, number: int, latest: bool) -> Session:
    """A session in which a round does not count any more: pass cards and forms go back, later rounds move up by one."""
    gone = tuple(
        one._replace(round=one.round - 1) if session.out_after.get(one.player, 0) > number else one
        for one in session.eliminated
    )
    session = session._replace(eliminated=gone, uncounted=session.uncounted + 1)
    if not latest:  # the marker has moved on since
        session = session._replace(marker_round=session.marker_round - 1)
    for name in session.collected.get(number, ()):
        session = with_session_player(session, name, pass_cards=session.players[name].pass_cards + 1)
    for form in session.read if session.read_round == number else ():
        session = session if form.void else with_forms_left(session, form.player, 1)
    return session


@posts(SessionJudgedAgain)
def _post_judged_again(state: TableState, event: SessionJudgedAgain) -> Postings:
    """What was deducted for a form in a round that is void goes back."""
    session = session_of(state)
    read = session.read if session.read_round == event.round and not event.counts else ()
    lines: Postings = ()
    for form in read:
        lines += moved(table_account(state, "float"), player_chips(state, form.player), form.deducted)
    return lines


@reduces(SessionShoePlayed)
def _shoe_played(state: TableState, event: SessionShoePlayed) -> TableState:
    return with_session(state, shoes=event.shoes, last_shoe=event.shoe)


@reduces(SessionPlayed)
def _session_played(state: TableState, event: SessionPlayed) -> TableState:
    return with_session(state._replace(betting="closed"), over=True, turn=0)
