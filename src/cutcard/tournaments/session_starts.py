"""Sessions: when they begin, who takes part, and the chips that everybody begins with."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.durations import MINUTE_MS
from cutcard.money import Cents
from cutcard.players.player_state import stream_of_player
from cutcard.refusals import Refusal
from cutcard.rulebooks import procedures_of
from cutcard.table import SteppedAway, TableState
from cutcard.table.ledger import Postings, pocket
from cutcard.table.names import stream_of_table
from cutcard.table.ranges import Time
from cutcard.table.registry import SecondPerson
from cutcard.table.session_terms import SessionTerms
from cutcard.table.standings import KEPT_OUT
from cutcard.table.tournament_tables import SessionBegun
from cutcard.tournaments.cash_fees import payer_of
from cutcard.tournaments.fees import paid_for_chips, paid_into_pool, with_entrant
from cutcard.tournaments.readiness import by_shoes
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import command, event, handles, posts, reduces, touches
from cutcard.tournaments.tournament_state import SessionState, Status, TournamentState

TRAY_TIMES = 100  # what a table's tray has, as a multiple of its players' chips: it never runs out


@command("alter when a session begins", group="sessions")
class MoveStart(NamedTuple):
    """Alter the time at which a session begins, with as much notice as the terms give."""

    session: int
    starts_at: Time


def _forfeits(state: TournamentState, command: BeginAtTable) -> bool:
    """Whether anybody loses their place for not being there."""
    by_book, session = procedures_of(state.terms.book).tournaments, state.session_at(command.table)
    loses = by_book is not None and by_book.not_seated == "forfeits"
    return bool(command.absent) and loses and session is not None and not session.play_off


@command("begin a session at a table", group="sessions", second_person=SecondPerson(_forfeits))
class BeginAtTable(NamedTuple):
    """Begin the session that a table is drawn for: everybody gets the same chips."""

    table: str
    absent: tuple[int, ...] = ()  # entrants who have not taken their seats


@event(seen_by="everybody", log="session {session} begins at another time")
class StartMoved(NamedTuple):
    session: int
    starts_at: int
    before: int
    clause: str


@event(seen_by="everybody", log="entrant {entrant} has not taken the seat and forfeits it")
class PlaceForfeited(NamedTuple):
    """An entry is lost, and what was paid for it stays in the pool."""

    entrant: int
    clause: str


@event(seen_by="staff", log="entrant {entrant} may not gamble, and so does not play")
class EntrantKeptOut(NamedTuple):
    """A player was excluded after they had entered; only staff may know why."""

    entrant: int
    why: str  # the code of the refusal
    clause: str


@event(seen_by="everybody", log="entrant {entrant} has paid the buy-in")
class BuyInPaid(NamedTuple):
    entrant: int
    player: str  # whose entry it is
    amount: Cents


@event(seen_by="everybody", log="entrant {entrant} cannot pay the buy-in and is eliminated")
class BuyInMissed(NamedTuple):
    entrant: int
    clause: str


@event(seen_by="everybody", log="session {session} begins at {table}")
class TableBegan(NamedTuple):
    session: int
    table: str
    absent: tuple[int, ...] = ()  # who has kept the seat without being there


@touches(BeginAtTable)
def _one_table(state: TournamentState, command: BeginAtTable) -> tuple[str, ...]:
    session = state.session_at(command.table)
    seated = session.tables[command.table].places.values() if session is not None else ()
    players = (stream_of_player(state.entrants[one].player) for one in seated)
    return (stream_of_table(command.table), *dict.fromkeys(players))


@handles(MoveStart)
def move_start(draft: TournamentDraft, command: MoveStart) -> Refusal | None:
    clause = draft.power(command).clause
    session = draft.state.sessions.get(command.session)
    if session is None or session.status != "drawn":
        return Refusal("session-not-to-come", clause, {"session": command.session})
    notice = draft.state.terms.notice_minutes
    if command.starts_at < draft.at + notice * MINUTE_MS:
        return Refusal("start-without-notice", clause, {"minutes": notice})
    draft.add(StartMoved(command.session, command.starts_at, session.starts_at, clause))
    return None


@handles(BeginAtTable)
def begin_at_table(draft: TournamentDraft, command: BeginAtTable) -> Refusal | None:
    clause = draft.power(command).clause
    session = draft.state.session_at(command.table)
    if session is None or session.tables[command.table].status != "drawn":
        return Refusal("no-session-to-begin", clause, {"table": command.table})
    table: TableState = draft.others[stream_of_table(command.table)]
    refusal = _not_yet(draft, session, clause) or _unready(draft, command, table)
    if refusal is not None:
        return refusal
    places = session.tables[command.table].places
    unknown = next((one for one in command.absent if one not in places.values()), None)
    if unknown is not None:
        return Refusal("entrant-not-at-table", clause, {"entrant": unknown, "table": command.table})
    _take_seats(draft, session, command)
    entrants = draft.state.entrants
    seated = {box: entrants[one] for box, one in places.items() if entrants[one].status == "seated"}
    absent = tuple(one.number for one in seated.values() if one.number in command.absent)
    draft.add(TableBegan(session.number, command.table, absent))
    stream = stream_of_table(command.table)
    terms = session_terms(draft.state, session)
    chips = {one.player: session.holdings.get(one.number, terms.chips) for one in seated.values()}
    begun = {box: one.player for box, one in seated.items()}
    warned = {one.player: one.warned for one in seated.values() if one.warned}
    tray = terms.chips * len(places) * TRAY_TIMES
    draft.add_beside(stream, SessionBegun(terms, begun, chips, tray, warned))
    for number in absent:
        draft.add_beside(stream, SteppedAway(entrants[number].player))
    return None


def _not_yet(draft: TournamentDraft, session: SessionState, clause: str) -> Refusal | None:
    """Everybody counts on the published time, on somebody who runs it, and on having been told the terms."""
    state = draft.state
    if draft.at < session.starts_at:
        return Refusal("session-too-early", clause, {"session": session.number})
    if draft.by_book.director_present and not set(state.directors) - state.away:
        return draft.refuse("director_present", "nobody-runs-tournament")
    if draft.by_book.briefing and not state.briefed:
        return draft.refuse("briefing", "players-not-briefed")
    return None


def _unready(draft: TournamentDraft, command: BeginAtTable, table: TableState) -> Refusal | None:
    clause = draft.power(command).clause
    if table.phase != "open" or table.tournament != draft.state.tournament:
        return Refusal("table-not-designated", clause, {"table": command.table})
    if table.session is not None or table.playing:
        return Refusal("tournament-table-has-session", clause, {"table": command.table})
    if table.shuffles_itself and by_shoes(draft.state.terms):  # the device was brought since
        return Refusal("no-shoes-at-device", clause, {"table": command.table})
    return None


def _take_seats(draft: TournamentDraft, session: SessionState, command: BeginAtTable) -> None:
    """Anybody who is not there loses the seat where the document says so; anybody who may not gamble has none.

    Anybody who cannot pay the buy-in is out.
    """
    barred = draft.others[stream_of_table(command.table)].barred
    forfeits = _forfeits(draft.state, command)
    price = 0 if session.play_off or not draft.by_book.buy_in else draft.state.terms.stages[session.stage - 1].buy_in
    for number in session.tables[command.table].places.values():
        one = draft.state.entrants[number]
        if one.status != "seated":
            continue
        kept_out = draft.kept_out(one.player)  # anybody who is only on a break may still come back to their seat
        if one.player in barred or one.player in draft.state.barred:
            kept_out = Refusal("barred", draft.by_book.items.get("entitled"), {"player": one.player})
        if kept_out is not None and kept_out.code in (*KEPT_OUT, "barred"):
            draft.add(EntrantKeptOut(number, kept_out.code, kept_out.clause or ""))
        elif forfeits and number in command.absent:
            draft.add(PlaceForfeited(number, draft.procedures.clauses["tournaments.not_seated"]))
        elif price and draft.holds(pocket(draft.state.terms.currency, payer_of(one))) < price:
            draft.add(BuyInMissed(number, draft.procedures.clauses["tournaments.buy_in"]))
        elif price:
            draft.add(BuyInPaid(number, payer_of(one), price))


def session_terms(state: TournamentState, session: SessionState) -> SessionTerms:
    """What is agreed about a session at its tables. A play-off goes over one round, by the limits of the end."""
    terms, stage = state.terms, state.terms.stages[session.stage - 1]
    agreed = SessionTerms(
        state.tournament,
        session.number,
        stage.name,
        stage.chips,
        stage.limits,
        stage.rounds,
        stage.shoes,
        stage.minutes,
        marker=terms.marker,
        deal_from_marker=terms.deal_from_marker,
        bet_ms=state.bet_ms or terms.bet_ms,
        pass_cards=stage.pass_cards,
        undisclosed=stage.undisclosed,
        side_bets=tuple(terms.side_bets),
    )
    if not session.play_off:
        return agreed
    last = max(stage.limits, key=lambda step: step.from_round)._replace(from_round=1)
    rounds = 0 if session.shoes else 1
    agreed = agreed._replace(limits=(last,), rounds=rounds, shoes=session.shoes, minutes=0, play_off=True)
    return agreed._replace(pass_cards=0, undisclosed=0)


def with_status(state: TournamentState, entrant: int, status: Status, reason: str = "") -> TournamentState:
    """An entrant is something else from now on."""
    one = state.entrants[entrant]._replace(status=status)
    return state._replace(entrants={**state.entrants, entrant: one._replace(reason=reason) if reason else one})


@reduces(StartMoved)
def _moved(state: TournamentState, event: StartMoved) -> TournamentState:
    session = state.sessions[event.session]._replace(starts_at=event.starts_at)
    return state._replace(sessions={**state.sessions, event.session: session})


@reduces(EntrantKeptOut)
def _kept_out(state: TournamentState, event: EntrantKeptOut) -> TournamentState:
    return with_status(state, event.entrant, "withdrawn")


@reduces(PlaceForfeited)
def _forfeited(state: TournamentState, event: PlaceForfeited) -> TournamentState:
    return with_status(state, event.entrant, "forfeited")


@reduces(BuyInMissed)
def _missed(state: TournamentState, event: BuyInMissed) -> TournamentState:
    return with_status(state, event.entrant, "eliminated", "buy-in")


@reduces(BuyInPaid)
def _paid(state: TournamentState, event: BuyInPaid) -> TournamentState:
    return with_entrant(state, paid_for_chips(state.entrants[event.entrant], event.amount))


@posts(BuyInPaid)
def _post_paid(state: TournamentState, event: BuyInPaid) -> Postings:
    return paid_into_pool(state, event.player, event.amount)


@reduces(TableBegan)
def _began(state: TournamentState, event: TableBegan) -> TournamentState:
    session = state.sessions[event.session]
    table = session.tables[event.table]._replace(status="playing", absent=event.absent)
    session = session._replace(status="playing", tables={**session.tables, event.table: table})
    return state._replace(phase="running", sessions={**state.sessions, event.session: session})
