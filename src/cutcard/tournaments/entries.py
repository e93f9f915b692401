"""Entering a tournament: the form, who is eligible, who is accepted, and paying the fee."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.streams import Postings
from cutcard.table.config import PLAYER
from cutcard.table.registry import FreeText, SecondPerson, power
from cutcard.tournaments.cash_fees import fee_counted, fee_day, fee_judged, payer_of
from cutcard.tournaments.eligibility import entered, entries_refused, entry_refused, registers
from cutcard.tournaments.fees import commission_paid, entry_price, paid_into_pool, with_entrant
from cutcard.tournaments.schedules import schedule_of
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import command, event, handles, posts, reduces, touches
from cutcard.tournaments.tournament_state import Entrant, TournamentState

ENTER = "enter-player"  # what staff need to hand in a form for somebody
power(ENTER, "hand in an entry form for a player")
PLAY_MONEY = "play"
RESERVES = "offer-seat"  # the power that a document gives where reserves wait for empty seats


def _out_of_a_pocket(state: TournamentState, command: ApplyToEnter) -> bool:
    """Whether staff would have somebody pay a fee out of their pocket, where nobody puts money on the desk."""
    return entry_price(state.terms).total > 0 and not command.cash


@command(
    "enter a tournament",
    group="entries",
    needs_role=False,
    by_power=ENTER,
    second_person=SecondPerson(_out_of_a_pocket),
    at_stake="money",
)
class ApplyToEnter(NamedTuple):
    """Hand in the entry form; the fee is paid when the entry is accepted."""

    player: str = ""  # "": the person who gives the command
    agrees: bool = False  # in writing, to the terms
    employee: bool = False  # of the casino, or a contractor or associate
    cash: bool = False  # pays at the desk, not out of their account
    promotion: bool = False  # lets the house use their name and picture


@command("accept an entry", group="entries", at_stake="money")
class AcceptEntry(NamedTuple):
    """Accept an application: the fee is paid."""

    number: int


@command("refuse an entry", group="entries")
class RefuseEntry(NamedTuple):
    """Refuse an application, where the terms reserve that."""

    number: int
    reason: str


@command("record that somebody has signed the terms", group="entries", needs_role=False, by_power=ENTER)
class SignTerms(NamedTuple):
    """Sign a copy of the terms as they stand."""

    number: int


@event(seen_by="everybody", staff_fields=("employee", "cash", "promotion"), log="{player} applies: entry {number}")
class EntryApplied(NamedTuple):
    number: int
    player: str
    agrees: bool
    employee: bool
    cash: bool
    promotion: bool


@event(seen_by="everybody", staff_fields=("cash", "day"), log="entry {number} of {player} is accepted")
class EntryAccepted(NamedTuple):
    """The fee is paid, and the entrant is given a copy of the terms."""

    number: int
    player: str  # whose entry it is, and who pays
    fee: Cents  # to the pool
    commission: Cents
    cash: bool
    copy: str  # the digest of the terms that they are given
    day: str = ""  # to which the fee counts as cash of a registered player


@event(seen_by="everybody", log="entry {number}: {player} is a reserve")
class EntryReserved(NamedTuple):
    number: int
    player: str


@event(seen_by="player", log="entry {number} of {player} is refused: {reason}")
class EntryRefused(NamedTuple):
    number: int
    player: str
    reason: FreeText
    clause: str


@event(seen_by="player", log="{player} has signed the terms: entry {number}")
class TermsSigned(NamedTuple):
    number: int
    player: str
    digest: str


touches(ApplyToEnter, AcceptEntry)(registers)


@handles(ApplyToEnter)
def apply_to_enter(draft: TournamentDraft, command: ApplyToEnter) -> Refusal | None:
    player = command.player or draft.by.id
    own_staff = draft.by.role != PLAYER and draft.by.id == player
    refusal = draft.acting_for(player, ENTER) or entries_refused(draft)
    schedule = schedule_of(draft.state.terms)
    if refusal is None and schedule is not None:
        refusal = Refusal("entry-to-be-won", schedule.clauses["entrants"], {"title": schedule.title})
    free = draft.state.terms.currency == PLAY_MONEY  # which anybody is given for the asking
    if refusal is None and command.cash and draft.by.role == PLAYER and not free:
        refusal = Refusal("cash-at-the-desk")
    employee = command.employee or own_staff
    refusal = refusal or entry_refused(draft, player, employee)
    if refusal is None and draft.state.terms.signed and not command.agrees:
        refusal = Refusal("agreement-missing", draft.by_book.items.get("signed"))
    if refusal is None and not _room(draft) and not _reserves(draft):
        refusal = _full(draft)
    if refusal is not None:
        return refusal
    number = max(draft.state.entrants, default=0) + 1
    draft.add(EntryApplied(number, player, command.agrees, employee, command.cash, command.promotion))
    terms = draft.state.terms
    if not (terms.may_refuse or terms.criteria or terms.excluded):
        return admit(draft, number)
    return None


def admit(draft: TournamentDraft, number: int) -> Refusal | None:
    """Accept an application against its fee, or put it on the list of reserves where all places are taken."""
    entrant = draft.state.entrants[number]
    if not _room(draft):
        draft.add(EntryReserved(number, entrant.player))
        return None
    price, payer = entry_price(draft.state.terms), payer_of(entrant)
    paid, day = (price.pool, price.commission, entrant.cash), fee_day(draft, payer, cash=entrant.cash)
    draft.add(EntryAccepted(number, payer, *paid, draft.state.digest, day))
    return fee_judged(draft, payer, cash=entrant.cash and price.pool + price.commission > 0)


def _room(draft: TournamentDraft) -> bool:
    return entered(draft.state) < draft.state.terms.most


def _reserves(draft: TournamentDraft) -> bool:
    return RESERVES in draft.procedures.tournament_commands


def _full(draft: TournamentDraft) -> Refusal:
    return Refusal("tournament-full", draft.by_book.items.get("players"), {"most": draft.state.terms.most})


@handles(AcceptEntry)
def accept_entry(draft: TournamentDraft, command: AcceptEntry) -> Refusal | None:
    entrant = draft.entrant(command.number, "applied")
    if isinstance(entrant, Refusal):
        return entrant
    refusal = entries_refused(draft) or entry_refused(draft, entrant.player, entrant.employee, besides=entrant.number)
    if refusal is None and not _room(draft) and not _reserves(draft):
        refusal = _full(draft)
    return refusal or admit(draft, command.number)


@handles(RefuseEntry)
def refuse_entry(draft: TournamentDraft, command: RefuseEntry) -> Refusal | None:
    entrant = draft.entrant(command.number, "applied")
    if isinstance(entrant, Refusal):
        return entrant
    if not command.reason.strip():
        return Refusal("reason-missing", draft.power(command).clause)
    draft.add(EntryRefused(command.number, entrant.player, command.reason, draft.power(command).clause))
    return None


@handles(SignTerms)
def sign_terms(draft: TournamentDraft, command: SignTerms) -> Refusal | None:
    entrant = draft.entrant(command.number, "applied", "reserve", "entered")
    if isinstance(entrant, Refusal):
        return entrant
    refusal = draft.acting_for(entrant.player, ENTER)
    if refusal is not None:
        return refusal
    draft.add(TermsSigned(command.number, entrant.player, draft.state.digest))
    return None


@reduces(EntryApplied)
def _applied(state: TournamentState, event: EntryApplied) -> TournamentState:
    entrant = Entrant(event.number, event.player, "applied", state.now, signed=event.agrees, employee=event.employee)
    return with_entrant(state, entrant._replace(cash=event.cash, promotion=event.promotion))


@reduces(EntryAccepted)
def _accepted(state: TournamentState, event: EntryAccepted) -> TournamentState:
    entrant = state.entrants[event.number]
    paid, commission = entrant.paid + event.fee + event.commission, entrant.commission + event.commission
    entrant = entrant._replace(status="entered", paid=paid, commission=commission, cash=event.cash, copy=event.copy)
    return with_entrant(state, entrant)


@posts(EntryAccepted)
def _post_fee(state: TournamentState, event: EntryAccepted) -> Postings:
    payer = (state, event.player)
    fee = paid_into_pool(*payer, event.fee, event.cash) + commission_paid(*payer, event.commission, event.cash)
    return fee + fee_counted(*payer, event.fee + event.commission, event.day)


@reduces(EntryReserved)
def _reserved(state: TournamentState, event: EntryReserved) -> TournamentState:
    return with_entrant(state, state.entrants[event.number]._replace(status="reserve"))


@reduces(EntryRefused)
def _refused(state: TournamentState, event: EntryRefused) -> TournamentState:
    return with_entrant(state, state.entrants[event.number]._replace(status="refused", reason=event.reason))


@reduces(TermsSigned)
def _signed(state: TournamentState, event: TermsSigned) -> TournamentState:
    return with_entrant(state, state.entrants[event.number]._replace(signed=True, copy=event.digest))
