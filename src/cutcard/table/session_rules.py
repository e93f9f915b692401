"""What a session of a tournament lets players do at its table: whose turn it is, what they may wager, who still has to.

Nothing here changes the table. The events of turns and rounds are in `session_turns` and `session_rounds`.
"""

from __future__ import annotations

from cutcard.engine import Refusal
from cutcard.money import Cents
from cutcard.rulebooks.procedures import Tournaments
from cutcard.table.config import PLAYER, Sign
from cutcard.table.draft import Draft
from cutcard.table.registry import CommandSpec
from cutcard.table.session_terms import LimitStep, Session
from cutcard.table.state import TableState

OWN_TIME_MS = 30_000  # for a wager at a table that runs itself, where neither terms nor table give another
BOXES = 100  # more than any layout has, for counting boxes round the table

# Why a command is refused at a designated table (`at_tournament` where it is declared), and what that rests on.
_BY = {
    "tournament-play-only": "exclusive",
    "tournament-chips-only": "wagers_in",
    "tournament-chips-stay": "chips_stay",
    "tournament-chips-not-exchanged": "exchange",
    "tournament-positions": "position",
    "tournament-releases-first": "exclusive",
    "tournament-limits": "limits_change",
}


def tournament_rules(state: TableState) -> Tournaments:
    """What the table's document says about tournaments."""
    by_book = state.config.procedures.tournaments
    assert by_book is not None
    return by_book


def session_of(state: TableState) -> Session:
    assert state.session is not None
    return state.session


def clause_of(state: TableState, field: str) -> str | None:
    """The clause by which something holds in the document's tournaments."""
    return state.config.procedures.clauses.get(f"tournaments.{field}")


def refused_by(state: TableState, field: str, code: str, **facts: object) -> Refusal:
    return Refusal(code, clause_of(state, field), facts)


# ------------------------------------------------------------------------------------------------- what the table takes


def tournament_refused(draft: Draft, spec: CommandSpec) -> Refusal | None:
    """Refuse what a designated table does not take, and whatever would go on while play is halted."""
    state, session = draft.state, draft.state.session
    refusal = not_taken(state, spec)
    if refusal is None and spec.plays and session is not None and session.halted:
        return refused_by(state, "halted", "session-halted", why=session.halted)
    return refusal


def not_taken(state: TableState, spec: CommandSpec) -> Refusal | None:
    """Why a designated table does not take a command: other play, other chips, or an ordinary rule that is off."""
    if not state.tournament:
        return None
    power = state.config.procedures.commands.get(spec.name)
    if power is not None and ordinary_rule_off(state, power.clause):
        return refused_by(state, "off", "ordinary-rule-off", clause=power.clause)
    if spec.at_tournament:
        return refused_by(state, _BY[spec.at_tournament], spec.at_tournament)
    return None


def no_session(state: TableState) -> Refusal | None:
    """Why a table needs no commands of a session: none is played there."""
    return None if state.session is not None else Refusal("no-session")


def ordinary_rule_off(state: TableState, clause: str) -> bool:
    """Whether a clause of the ordinary rules does not hold, since the table plays a tournament."""
    return bool(state.tournament) and clause in tournament_rules(state).off


# ---------------------------------------------------------------------------------------------------- rounds and limits


def round_number(state: TableState) -> int:
    """The round of the session that is bet on or played, or was played last; void rounds do not count."""
    session = session_of(state)
    return state.number - session.first_round - session.uncounted


def limits_of(state: TableState, more: int = 0) -> LimitStep:
    """The limits of that round, or of one this many rounds later."""
    return session_of(state).terms.limit(max(round_number(state) + more, 1))


def session_sign(state: TableState, step: LimitStep) -> Sign:
    """The sign of a round of a session: its limits, and side bets only as the terms say."""
    own = session_of(state).sign_before or state.sign
    return Sign(step.minimum, step.maximum, multiples=tournament_rules(state).units, side_bets=own.side_bets)


# ---------------------------------------------------------------------------------------------------------------- turns


def order_of_boxes(state: TableState) -> list[int]:
    """The boxes that are played, in the order in which they wager: from the marker on, clockwise."""
    session = session_of(state)
    return sorted(session.playing, key=lambda box: (box - session.marker) % BOXES if session.marker else box)


def next_marker(state: TableState) -> int:
    """Where the marker lies in the next round: at the next box that is still played; after a void round as before."""
    session = session_of(state)
    boxes = sorted(session.playing)
    if session.marker_round == round_number(state) + 1 and session.marker in boxes:
        return session.marker
    return next((box for box in boxes if box > session.marker), boxes[0]) if boxes else 0


def has_wagered(state: TableState, name: str) -> bool:
    """Whether a player has done what the round requires: made a wager, or what takes its place."""
    session = session_of(state)
    return name in session.passed | session.excused or any(state.laid(player=name, bet="main"))


def to_wager(state: TableState) -> list[str]:
    """The players who have not wagered yet, in the order of wagering."""
    playing = session_of(state).playing
    return [playing[box] for box in order_of_boxes(state) if not has_wagered(state, playing[box])]


def whose_turn(state: TableState) -> str | None:
    """Who is asked to wager; where the person who was asked has nothing more to do, the first who still has to."""
    session = session_of(state)
    if not session.terms.marker or state.betting == "closed":
        return None
    return session.playing.get(session.turn) or next(iter(to_wager(state)), None)


def due_to_wager(state: TableState) -> list[str]:
    """Whose wager the table waits for now: with a marker the one whose turn it is, otherwise everybody who has none."""
    session, names = session_of(state), to_wager(state)
    if not session.terms.marker:
        return names
    return [name for name in names if name == whose_turn(state)]


def wager_due(state: TableState) -> int | None:
    """When the time for the wager that the table waits for is over; None where there is no time, or nobody to ask.

    Nobody's time runs while cards are shuffled or play is halted, and nobody waits for anybody who has stepped away. At
    a real shoe staff may say that of a player, who has their time all the same.
    """
    session = state.session
    if session is None or state.betting == "closed" or session.halted or session.over or not due_to_wager(state):
        return None
    if state.failure is not None or state.shoe.due or state.shoe.stage not in ("loaded", "ready"):
        return None
    time_ms = session.terms.bet_ms or state.config.betting_ms or (OWN_TIME_MS if state.config.runs_itself else 0)
    away = state.config.source != "real" and all(state.players[name].away for name in due_to_wager(state))
    return state.since + (0 if away else time_ms) if time_ms else None


# --------------------------------------------------------------------------------------------------------------- wagers


def session_wager_refused(draft: Draft, name: str, box: int, bet: str, amount: Cents) -> Refusal | None:
    """Whether the session lets a player wager: `amount` is all that they would then have on the bet."""
    state = draft.state
    if not state.tournament:
        return None
    return (
        not_playing_refused(state, name)
        or _position_refused(state, name, box)
        or (_side_bet_refused(state, bet) if bet != "main" else None)
        or turn_refused(draft, name, bet)
        or (_limits_refused(draft, name, amount) if bet == "main" else None)
    )


def not_playing_refused(state: TableState, name: str) -> Refusal | None:
    """Whether somebody takes no part: no session is played, or they are out of it."""
    session = state.session
    if session is None or name not in session.players:
        return refused_by(state, "exclusive", "not-in-session", player=name)
    if session.players[name].out:
        return refused_by(state, "eliminated", "out-of-session", player=name)
    return None


def _position_refused(state: TableState, name: str, box: int) -> Refusal | None:
    own = next(place for place, player in session_of(state).places.items() if player == name)
    return refused_by(state, "position", "own-position-only", player=name, box=own) if box != own else None


def _side_bet_refused(state: TableState, bet: str) -> Refusal | None:
    if bet in session_of(state).terms.side_bets or bet not in state.config.side_bets:
        return None
    return refused_by(state, "side_bets", "side-bet-not-in-tournament", title=state.rules.side_bets[bet].title)


def turn_refused(draft: Draft, name: str, bet: str = "main") -> Refusal | None:
    """Whether a player may wager now: in turn where a marker gives the order, and not once what they did is final.

    Where the document lets a wager out of turn stand it is not refused.
    """
    state, session, by_book = draft.state, session_of(draft.state), tournament_rules(draft.state)
    if name in session.passed:
        return refused_by(state, "pass_cards", "pass-card-played", player=name)
    if name in session.excused:
        return refused_by(state, "out_of_turn", "wager-was-voided", player=name)
    if not session.terms.marker:
        return None
    own_turn = whose_turn(state) == name
    if has_wagered(state, name) and not (own_turn and by_book.final == "next-asked"):
        adds = by_book.final != "next-asked" and _adds_to_wager(state, name, bet)
        return None if adds else refused_by(state, "final", "wager-is-final", player=name)
    if not own_turn and by_book.out_of_turn == "taken-back":
        return refused_by(state, "out_of_turn", "wager-out-of-turn", player=name, first=whose_turn(state))
    return None


def _adds_to_wager(state: TableState, name: str, bet: str) -> bool:
    """Whether a side bet still belongs to the wager that a player has just made: nobody after them has wagered yet."""
    playing = session_of(state).playing
    names = [playing[box] for box in order_of_boxes(state)]
    later = any(has_wagered(state, one) for one in names[names.index(name) + 1 :])
    return bet != "main" and not later and not any(state.laid(player=name, bet=bet))


def out_of_turn(state: TableState, name: str) -> bool:
    """Whether a wager of a player comes before their turn."""
    return session_of(state).terms.marker and whose_turn(state) != name


def taking_back_refused(state: TableState, name: str) -> Refusal | None:
    """A wager made in turn is not taken back; where a turn lasts until the next player is asked, from then on."""
    session = state.session
    if session is None or not session.terms.marker:
        return None
    own_turn = whose_turn(state) == name
    if own_turn and tournament_rules(state).final == "next-asked":
        return None
    return refused_by(state, "final", "wager-is-final", player=name)


def insurance_refused(state: TableState, name: str, box: int) -> Refusal | None:
    """Insurance is a wager made in turn as well: it is not added to."""
    session, round_ = state.session, state.round
    if session is None or round_ is None or not session.terms.marker:
        return None
    insured = any(w.bet == "insurance" and (w.player, w.box) == (name, box) for w in round_.wagers)
    return refused_by(state, "final", "wager-is-final", player=name) if insured else None


def _limits_refused(draft: Draft, name: str, amount: Cents) -> Refusal | None:
    """A player's own entry must be within the limits; what a dealer finds on a real layout is put right afterwards."""
    state = draft.state
    step, entered = limits_of(state), draft.by.role != PLAYER
    due = wager_due(state)
    if due is not None and draft.at >= due and not entered and amount > step.minimum:
        return refused_by(state, "time_missed", "held-to-minimum", player=name, minimum=step.minimum)
    if entered:
        return None
    facts = {"minimum": step.minimum, "maximum": step.maximum, "amount": amount}
    if not step.minimum <= amount <= step.maximum:
        return refused_by(state, "limits", "session-limits", **facts)
    if tournament_rules(state).units and amount % step.minimum:
        return refused_by(state, "units", "session-units", **facts)
    return None


def closing_refused(state: TableState) -> Refusal | None:
    """Betting does not close while somebody who is in the session has not wagered."""
    if state.session is None:
        return None
    missing = to_wager(state)
    return refused_by(state, "every_round", "wagers-missing", players=tuple(missing)) if missing else None


def opening_refused(state: TableState) -> Refusal | None:
    """Betting opens at a designated table only while a session is played there, and until its length is played."""
    if not state.tournament:
        return None
    if state.session is None:
        return refused_by(state, "exclusive", "no-session")
    return refused_by(state, "session", "session-over") if state.session.over else None
