"""What happens to an entry before play: withdrawn, played by a substitute, or given to a reserve; and entries close."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.streams import Postings
from cutcard.streams.conditions_document import when
from cutcard.table.config import PLAYER
from cutcard.table.ledger import house_account, moved, pool_account
from cutcard.table.registry import FreeText, SecondPerson
from cutcard.tournaments.eligibility import entered, entry_refused, registers
from cutcard.tournaments.entries import ENTER, EntryRefused, admit
from cutcard.tournaments.fees import refund, with_entrant
from cutcard.tournaments.publication import PROMOTIONS
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import command, event, handles, posts, reduces, touches
from cutcard.tournaments.tournament_state import Entrant, SessionState, TournamentState

SUBSTITUTE = "name-substitute"


def _cash_goes_back(state: TournamentState, command: WithdrawEntry) -> bool:
    """Whether a withdrawal takes cash over the desk out of the pool."""
    entrant = state.entrants.get(command.number)
    return entrant is not None and entrant.cash and entrant.paid > 0 and state.now <= state.terms.withdraw_until


@command(
    "withdraw an entry",
    group="entries",
    needs_role=False,
    by_power=ENTER,
    second_person=SecondPerson(_cash_goes_back),
    at_stake="money",
)
class WithdrawEntry(NamedTuple):
    """Withdraw an entry. Within the time that the terms give the fee is refunded, and later it stays in the pool."""

    number: int
    reason: str = ""


def _approves(draft: TournamentDraft) -> Refusal | None:
    """Players name their own substitutes where the terms provide for it; elsewhere it is for the person who runs it."""
    by_terms = "substitutes" in draft.by_book.items
    return None if by_terms and draft.by.role == PLAYER else draft.needs_role(SUBSTITUTE)


@command("name a substitute", group="entries", role_check=_approves, second_person=SecondPerson())
class NameSubstitute(NamedTuple):
    """Let somebody else play an entry."""

    number: int
    player: str
    agrees: bool = False  # in writing, to the terms, at the desk; with a player's own command they sign themselves
    employee: bool = False


def _puts_somebody_out(state: TournamentState, command: OfferSeat) -> bool:
    return bool(command.instead_of)


@command(
    "offer an empty seat to a reserve",
    group="entries",
    second_person=SecondPerson(_puts_somebody_out),
    at_stake="money",
)
class OfferSeat(NamedTuple):
    """Give a reserve a place against the entry fee, before the first session begins."""

    number: int
    instead_of: int = 0  # the entrant who has not come: their place is forfeited; 0: a place that nobody has


def _house_pays(state: TournamentState, command: CloseEntries) -> bool:
    """Whether the house has put money into the pool, or has to make up what it guarantees: few share it then."""
    terms, paid = state.terms, sum(one.paid - one.commission for one in state.entrants.values())
    topped_up = entered(state) >= terms.fewest and paid + state.contributed < terms.guaranteed
    return topped_up or state.contributed > 0


@command("close entries", group="entries", second_person=SecondPerson(_house_pays, entered), at_stake="money")
class CloseEntries(NamedTuple):
    """Take no more entries: the draw can be made, and the house makes up a guaranteed pool."""


@event(seen_by="everybody", staff_fields=("reason",), log="entry {number} of {player} is withdrawn: {reason}")
class EntryWithdrawn(NamedTuple):
    number: int
    player: str
    reason: FreeText


@event(seen_by="everybody", log="{player} plays entry {number} in place of {instead_of}")
class SubstituteNamed(NamedTuple):
    number: int
    player: str
    instead_of: str
    agrees: bool
    employee: bool
    clause: str


@event(seen_by="everybody", log="{player} has not come and forfeits entry {number}")
class EntryForfeited(NamedTuple):
    """Somebody is not in their seat before the first session; their fee stays in the pool."""

    number: int
    player: str
    taken_by: int  # the reserve who gets the seat
    clause: str


@event(seen_by="everybody", log="entries are closed with {entrants} entrants")
class EntriesClosed(NamedTuple):
    entrants: int
    topped_up: Cents  # by the house, to what it guarantees
    clause: str


touches(WithdrawEntry, NameSubstitute, OfferSeat)(registers)


@handles(WithdrawEntry)
def withdraw_entry(draft: TournamentDraft, command: WithdrawEntry) -> Refusal | None:
    entrant = draft.entrant(command.number, "applied", "reserve", "entered")
    if isinstance(entrant, Refusal):
        return entrant
    refusal = draft.acting_for(entrant.applicant or entrant.player, ENTER)
    if refusal is not None:
        return refusal
    draft.add(EntryWithdrawn(command.number, entrant.player, command.reason))
    items = draft.by_book.items
    if (draft.asked_at or draft.at) <= draft.state.terms.withdraw_until:
        refund(draft, command.number, items.get("withdrawal", ""))
    return None


@handles(NameSubstitute)
def name_substitute(draft: TournamentDraft, command: NameSubstitute) -> Refusal | None:
    entrant = draft.entrant(command.number, "applied", "entered")
    if isinstance(entrant, Refusal):
        return entrant
    power, terms = draft.power(command), draft.state.terms
    clause = draft.by_book.items.get("substitutes")
    if draft.by.role == PLAYER and draft.by.id != (entrant.applicant or entrant.player):
        return Refusal("may-not-act-for", None, {"player": draft.by.id, "other": entrant.player})
    if clause is not None and not terms.substitutes:
        return Refusal("no-substitutes", clause)
    if draft.state.sessions or (terms.substitute_until and draft.at > terms.substitute_until):
        return Refusal("substitute-too-late", draft.by_book.items.get("withdrawal") or power.clause)
    if command.player == entrant.player:
        return Refusal("substitute-plays-already", power.clause, {"player": command.player})
    by_player = draft.by.role == PLAYER  # who cannot agree for somebody else: the substitute signs before the draw
    if terms.signed and not command.agrees and not by_player:
        return Refusal("agreement-missing", draft.by_book.items.get("signed"))
    refusal = entry_refused(draft, command.player, command.employee, besides=command.number)
    if refusal is not None:
        return refusal
    agrees = command.agrees and not by_player
    named = (command.number, command.player, entrant.player, agrees, command.employee)
    draft.add(SubstituteNamed(*named, power.clause))
    return None


@handles(OfferSeat)
def offer_seat(draft: TournamentDraft, command: OfferSeat) -> Refusal | None:
    """Only before the first session (Canberra 20.10): a seat that is empty later stays empty."""
    clause, state = draft.power(command).clause, draft.state
    if state.stage > 1 or any(one.status != "drawn" for one in state.sessions.values()):
        return Refusal("seat-stays-empty", clause)
    entrant = draft.entrant(command.number, "reserve")
    if isinstance(entrant, Refusal):
        return entrant
    refusal = draft.kept_out(entrant.player)
    if refusal is not None:
        return refusal
    seated = False
    if command.instead_of:
        absent = draft.entrant(command.instead_of, "entered", "seated")
        if isinstance(absent, Refusal):
            return absent
        seated = absent.status == "seated"
        draft.add(EntryForfeited(absent.number, absent.player, entrant.number, clause))
    elif state.sessions:
        return Refusal("absent-to-name", clause)
    if entered(draft.state) >= state.terms.most:
        return Refusal("tournament-full", draft.by_book.items.get("players"), {"most": state.terms.most})
    refusal = admit(draft, entrant.number)
    if refusal is None and seated:
        draft.add(SeatTaken(entrant.number, entrant.player, command.instead_of))
    return refusal


@event(seen_by="everybody", log="{player} takes the seat of entry {instead_of}")
class SeatTaken(NamedTuple):
    number: int
    player: str
    instead_of: int


@handles(CloseEntries)
def close_entries(draft: TournamentDraft, command: CloseEntries) -> Refusal | None:
    state, terms, clause = draft.state, draft.state.terms, draft.power(command).clause
    if state.phase != "entry" or state.closed:
        return Refusal("entries-not-open")
    count = entered(state)
    if count < 2 or (count < terms.fewest and terms.below_fewest == "cancelled"):
        facts = {"entrants": count, "fewest": terms.fewest}
        return Refusal("too-few-entrants", draft.by_book.items.get("players"), facts)
    if draft.at < terms.entries_close_at and count < terms.most:  # what is published holds until it is amended
        until = {"until": when(terms.entries_close_at, terms.book)}
        return Refusal("entries-taken-until", draft.by_book.items.get("withdrawal"), until)
    for one in state.entrants.values():
        if one.status == "applied":
            draft.add(EntryRefused(one.number, one.player, "entries are closed", clause))
    short = 0
    if terms.guaranteed and count >= terms.fewest:
        short = max(terms.guaranteed - draft.holds(pool_account(terms.currency, state.tournament)), 0)
    draft.add(EntriesClosed(count, short, clause))
    return None


@reduces(EntryWithdrawn)
def _withdrawn(state: TournamentState, event: EntryWithdrawn) -> TournamentState:
    entrant = state.entrants[event.number]
    return with_entrant(state, entrant._replace(status="withdrawn", reason=event.reason))


@reduces(SubstituteNamed)
def _substituted(state: TournamentState, event: SubstituteNamed) -> TournamentState:
    entrant = state.entrants[event.number]
    entrant = entrant._replace(applicant=entrant.applicant or event.instead_of, player=event.player)
    return with_entrant(state, entrant._replace(copy=state.digest, signed=event.agrees, employee=event.employee))


@reduces(EntryForfeited)
def _forfeited(state: TournamentState, event: EntryForfeited) -> TournamentState:
    return with_entrant(state, state.entrants[event.number]._replace(status="forfeited"))


@reduces(SeatTaken)
def _taken(state: TournamentState, event: SeatTaken) -> TournamentState:
    sessions = {number: _with_seat(one, event) for number, one in state.sessions.items()}
    entrant: Entrant = state.entrants[event.number]
    stage = state.entrants[event.instead_of].stage
    return with_entrant(state._replace(sessions=sessions), entrant._replace(status="seated", stage=stage))


def _with_seat(session: SessionState, event: SeatTaken) -> SessionState:
    tables = {}
    for name, table in session.tables.items():
        places = {box: event.number if at == event.instead_of else at for box, at in table.places.items()}
        tables[name] = table._replace(places=places)
    return session._replace(tables=tables)


@reduces(EntriesClosed)
def _closed(state: TournamentState, event: EntriesClosed) -> TournamentState:
    return state._replace(closed=True, contributed=state.contributed + event.topped_up)


@posts(EntriesClosed)
def _post_guarantee(state: TournamentState, event: EntriesClosed) -> Postings:
    currency = state.terms.currency
    return moved(house_account(currency, PROMOTIONS), pool_account(currency, state.tournament), event.topped_up)
