"""Counts: everybody's chips at the end of a session and whenever they are asked for, and chips that are missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.table import TableState, WagerTakenBack
from cutcard.table.forms import forms_waiting
from cutcard.table.ledger import Postings, house_account, inventory_account, missing_account, moved, pocket
from cutcard.table.names import stream_of_table
from cutcard.table.registry import SecondPerson
from cutcard.table.session_orders import PlayEnded
from cutcard.table.session_rules import round_number
from cutcard.table.session_terms import Elimination, Session
from cutcard.table.tournament_tables import SessionEnded
from cutcard.tournaments.cash_fees import payer_of
from cutcard.tournaments.publication import PROMOTIONS
from cutcard.tournaments.ranking import decided, table_order
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import command, event, handles, posts, reduces, touches
from cutcard.tournaments.tournament_state import SessionState, SessionTable, Shortfall, TournamentState

MOST_WON_TIMES = 25  # no wager without side bets wins or loses this many times itself, split, doubled and insured


def _pays_for_chips(state: TournamentState, command: CountTable) -> bool:
    """Whether the house pays for the chips at a table when it is counted."""
    session = state.session_at(command.table)
    return state.terms.chips_at_end == "cash" and session is not None and not session.play_off


@command("count a table at the end of a session", group="counts", second_person=SecondPerson(_pays_for_chips))
class CountTable(NamedTuple):
    """Total everybody's tournament chips at a table whose session is over; all chips go back to the inventory."""

    table: str


@command("call a count of chips", group="counts")
class CallCount(NamedTuple):
    """Have everybody's tournament chips at a table counted while the session goes on."""

    table: str


@command("record missing tournament chips", group="counts", second_person=SecondPerson())
class RecordShortfall(NamedTuple):
    """Write down tournament chips that have not come back from a table: how many, and of which value."""

    table: str
    chip: Cents
    quantity: int


def _agreed(state: TournamentState, command: EndEarly) -> bool:
    """Whether it rests on what players are said to have agreed to, and not on the chips alone."""
    return bool(command.agreed)


@command("end play at a table early", group="counts", second_person=SecondPerson(_agreed))
class EndEarly(NamedTuple):
    """End a session at a table before its time: who goes on is settled, or everybody agrees where they may."""

    table: str
    agreed: tuple[int, ...] = ()  # entrants who agree


@event(seen_by="everybody", log="{table} is counted after session {session}")
class TableCounted(NamedTuple):
    """What everybody had at the end of a session, as it is given to the person who runs the tournament."""

    session: int
    table: str
    counts: Mapping[int, Cents]  # by entrant
    eliminated: tuple[Elimination, ...]
    clause: str
    warned: Mapping[int, int] = {}  # by entrant, how often in the tournament they have wagered out of turn
    paid: Mapping[int, Cents] = {}  # by entrant, what the house pays for their chips, where the terms say so


@event(seen_by="everybody", log="chips at {table} are counted")
class ChipsCounted(NamedTuple):
    """A count in the middle of a session; what lies on the layout counts for anybody who has wagered it."""

    session: int
    table: str
    counts: Mapping[int, Cents]
    clause: str


@event(seen_by="staff", log="{quantity} chips of {chip} are missing at {table}")
class ShortfallRecorded(NamedTuple):
    session: int
    table: str
    chip: Cents
    quantity: int
    clause: str


@event(seen_by="everybody", log="play at {table} ends early")
class TableEndedEarly(NamedTuple):
    session: int
    table: str
    clause: str
    agreed: tuple[int, ...] = ()


@touches(CountTable, CallCount, EndEarly)
def _one_table(state: TournamentState, command: CountTable | CallCount | EndEarly) -> tuple[str, ...]:
    return (stream_of_table(command.table),)


def playing_at(draft: TournamentDraft, name: str, clause: str) -> tuple[SessionState, TableState, Session] | Refusal:
    """The session that a table plays, in the tournament's books and at the table."""
    session = draft.state.session_at(name)
    table: TableState = draft.others[stream_of_table(name)]
    if session is None or session.tables[name].status != "playing" or table.session is None:
        return Refusal("no-session-at-table", clause, {"table": name})
    return session, table, table.session


@handles(CountTable)
def count_table(draft: TournamentDraft, command: CountTable) -> Refusal | None:
    clause = draft.power(command).clause
    found = playing_at(draft, command.table, clause)
    if isinstance(found, Refusal):
        return found
    session, table, played = found
    if not played.over or table.playing or forms_waiting(table):
        return Refusal("session-not-over", clause, {"table": command.table})
    counts = counted(session.tables[command.table], draft.state, table, played)
    names = {one: draft.state.entrants[one].player for one in counts}
    warned = {one: played.players[name].warned for one, name in names.items() if played.players[name].warned}
    paid = chips_paid(draft.state, session, counts, played.eliminated)
    draft.add(TableCounted(session.number, command.table, counts, played.eliminated, clause, warned, paid))
    by_name = {draft.state.entrants[one].player: chips for one, chips in counts.items()}
    ended = SessionEnded(draft.state.tournament, session.number, by_name)
    draft.add_beside(stream_of_table(command.table), ended)
    return None


def chips_paid(
    state: TournamentState, session: SessionState, counts: Mapping[int, Cents], eliminated: Iterable[Elimination]
) -> dict[int, Cents]:
    """What the house pays for chips at the end of a session where the terms dispose of them in cash: their value.

    Somebody disqualified for being away keeps it too (Sydney 19.5.6.2), for anything else nobody does. A play-off
    goes on with chips that are paid already.
    """
    if state.terms.chips_at_end != "cash" or session.play_off:
        return {}
    without = {one.player for one in eliminated if one.cause == "disqualified"}
    return {one: chips for one, chips in counts.items() if chips and state.entrants[one].player not in without}


def counted(
    seats: SessionTable, state: TournamentState, table: TableState, played: Session, *, with_wagers: bool = False
) -> dict[int, Cents]:
    """What every entrant has at a table; anybody who has left it has what was left of their chips when they went."""
    left = {one.player: one.residual for one in played.eliminated}
    counts: dict[int, Cents] = {}
    for entrant in seats.places.values():
        name = state.entrants[entrant].player
        if name in played.players:
            here = table.players.get(name)
            counts[entrant] = left.get(name, 0) if here is None else here.chips
            if with_wagers:
                counts[entrant] += wagered(table, name)
    return counts


def wagered(table: TableState, name: str) -> Cents:
    """What somebody has on the layout."""
    if table.playing and table.round is not None:
        return sum(one.staked for one in table.round.wagers if one.player == name and one.open)
    return sum(one.amount for one in table.laid(player=name))


@handles(CallCount)
def call_count(draft: TournamentDraft, command: CallCount) -> Refusal | None:
    clause = draft.power(command).clause
    found = playing_at(draft, command.table, clause)
    if isinstance(found, Refusal):
        return found
    session, table, played = found
    counts = counted(session.tables[command.table], draft.state, table, played, with_wagers=True)
    draft.add(ChipsCounted(session.number, command.table, counts, clause))
    return None


@handles(RecordShortfall)
def record_shortfall(draft: TournamentDraft, command: RecordShortfall) -> Refusal | None:
    clause = draft.power(command).clause
    sessions = [one for one in draft.state.sessions.values() if command.table in one.tables]
    done = [one for one in sessions if one.tables[command.table].status == "counted"]
    if not done:
        return Refusal("table-not-counted", clause, {"table": command.table})
    if command.chip < 1 or command.quantity < 1:
        return Refusal("shortfall-of-nothing", clause)
    left = _may_be_missing(draft.state, done[-1], command.table)
    if command.chip * command.quantity > left:
        return Refusal("shortfall-too-large", clause, {"table": command.table, "left": left})
    draft.add(ShortfallRecorded(done[-1].number, command.table, command.chip, command.quantity, clause))
    return None


def _may_be_missing(state: TournamentState, session: SessionState, table: str) -> Cents:
    """What a table's players had, at the beginning or when they were counted, less what was recorded before."""
    given = state.terms.stages[session.stage - 1].chips
    counts = session.tables[table].counts
    had = sum(max(session.holdings.get(one, given), counts[one]) for one in counts)
    known = (one for one in state.shortfalls if (one.session, one.table) == (session.number, table))
    return had - sum(one.chip * one.quantity for one in known)


@handles(EndEarly)
def end_early(draft: TournamentDraft, command: EndEarly) -> Refusal | None:
    clause = draft.power(command).clause
    found = playing_at(draft, command.table, clause)
    if isinstance(found, Refusal):
        return found
    session, table, played = found
    if table.playing or forms_waiting(table):
        return Refusal("after-the-round", clause, {"table": command.table})
    if played.over:
        return Refusal("session-over-already", clause, {"table": command.table})
    by = _may_end(draft, command, session, table, played)
    if isinstance(by, Refusal):
        return by
    draft.add(TableEndedEarly(session.number, command.table, by, command.agreed))
    for one in table.bets:
        draft.add_beside(stream_of_table(command.table), WagerTakenBack(one.box, one.player, one.bet))
    agreed = tuple(draft.state.entrants[one].player for one in command.agreed)
    draft.add_beside(stream_of_table(command.table), PlayEnded(by, agreed))
    return None


def _may_end(
    draft: TournamentDraft, command: EndEarly, session: SessionState, table: TableState, played: Session
) -> str | Refusal:
    """The clause by which play may end here: who goes on is settled, or chips become cash and everybody agrees."""
    seats, early = session.tables[command.table], draft.by_book.early_end
    if _settled(draft, session, seats, table, played):
        return early["settled"]
    numbers = draft.state.numbers_at(seats)
    playing = {numbers[name] for name in played.playing.values()}
    if draft.state.terms.chips_at_end != "cash":
        return Refusal("result-not-settled", early["settled"], {"table": command.table})
    if set(command.agreed) != playing:
        return Refusal("not-all-agree", early["agreed"], {"table": command.table})
    return early["agreed"]


def _settled(
    draft: TournamentDraft, session: SessionState, seats: SessionTable, table: TableState, played: Session
) -> bool:
    """Whether nothing that is still played at a table can change who goes on, or after the last stage a prize."""
    state, stage = draft.state, draft.state.terms.stages[session.stage - 1]
    counts, numbers = counted(seats, state, table, played), state.numbers_at(seats)
    order = table_order(seats._replace(counts=counts, eliminated=played.eliminated), numbers, draft.by_book.same_round)
    standing = {numbers[name]: counts[numbers[name]] for name in played.playing.values()}
    if stage.best_others or state.terms.side_bets or not played.terms.rounds:
        return len(standing) <= (1 if session.stage == len(state.terms.stages) else stage.advance)
    left = played.terms.rounds - round_number(table) + (table.betting != "closed")
    most = MOST_WON_TIMES * max(step.maximum for step in played.terms.limits)
    last = session.stage == len(state.terms.stages)
    lines = range(1, len(state.terms.prizes) + 1) if last else (stage.advance,)
    return all(decided(order, line, left, most, standing) for line in lines)


@reduces(TableCounted)
def _counted(state: TournamentState, event: TableCounted) -> TournamentState:
    session = state.sessions[event.session]
    table = session.tables[event.table]
    table = table._replace(status="counted", counts=event.counts, eliminated=event.eliminated)
    tables = {**session.tables, event.table: table}
    over = all(one.status == "counted" for one in tables.values())
    session = session._replace(tables=tables, status="over" if over else session.status)
    entrants = dict(state.entrants)
    disqualified = {one.player for one in event.eliminated if one.cause == "disqualified"}
    for number in event.counts:
        own = entrants[number]._replace(warned=event.warned.get(number, entrants[number].warned))
        out = own.player in disqualified and own.status == "seated"  # by the dealer, for not wagering
        entrants[number] = own._replace(status="disqualified", reason="no wager") if out else own
    return state._replace(sessions={**state.sessions, event.session: session}, entrants=entrants)


@posts(TableCounted)
def _post_chips_paid(state: TournamentState, event: TableCounted) -> Postings:
    currency = state.terms.currency
    lines: Postings = ()
    for number, cents in sorted(event.paid.items()):
        lines += moved(house_account(currency, PROMOTIONS), pocket(currency, payer_of(state.entrants[number])), cents)
    return lines


@reduces(ShortfallRecorded)
def _short(state: TournamentState, event: ShortfallRecorded) -> TournamentState:
    found = Shortfall(event.session, event.table, event.chip, event.quantity)
    return state._replace(shortfalls=(*state.shortfalls, found))


@posts(ShortfallRecorded)
def _post_short(state: TournamentState, event: ShortfallRecorded) -> Postings:
    amount = event.chip * event.quantity
    return moved(inventory_account(state.tournament), missing_account(state.tournament), amount)
