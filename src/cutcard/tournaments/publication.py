"""Terms are approved where the document wants that, published for people to enter by, and amended until play."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.streams import Postings
from cutcard.streams.book_choice import as_stored
from cutcard.table.config import Notices
from cutcard.table.ledger import house_account, moved, pool_account
from cutcard.table.registry import FREE_TEXT, FreeText, SecondPerson
from cutcard.tournaments.terms import TournamentTerms, terms_digest
from cutcard.tournaments.terms_checks import terms_faults
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import command, event, handles, posts, reduces
from cutcard.tournaments.tournament_state import TournamentState

PROMOTIONS = "promotions"  # the house's account for what it gives away
APPROVAL = "record-approval"  # the power that a document gives where the regulator approves the terms
# What somebody has paid for is not changed afterwards.
FIXED = ("book", "currency", "entry_fee", "commission_per_million", "commission_on_top", "added", "schedule")


@command("record the regulator's approval", group="tournament")
class RecordApproval(NamedTuple):
    """Record that the regulator has approved the terms as they stand."""

    approved_by: str
    reference: str = ""


def _still_to_add(state: TournamentState) -> Cents:
    """What the house has yet to put into the pool, by the terms."""
    return max(state.terms.added - state.contributed, 0)


def _house_adds(state: TournamentState, command: OpenEntries) -> bool:
    return _still_to_add(state) > 0


@command("publish the terms and open entries", group="entries", second_person=SecondPerson(_house_adds, _still_to_add))
class OpenEntries(NamedTuple):
    """Publish the terms, and take entries from now on."""

    told: Notices = ()


@command("amend the terms", group="tournament")
class AmendTerms(NamedTuple):
    """Replace the terms before play begins: every entrant is given the new ones."""

    terms: TournamentTerms
    told: Notices = ()


@event(seen_by="everybody", log="version {version} of the terms is approved by {approved_by}")
class TermsApproved(NamedTuple):
    approved_by: FreeText
    reference: str
    version: int
    digest: str
    clause: str


@event(seen_by="everybody", staff_fields=("told",), log="the terms are published, and entries are open")
class EntriesOpened(NamedTuple):
    version: int
    digest: str
    told: Annotated[Notices, FREE_TEXT]
    added: Cents  # what the house puts into the pool
    clause: str


@event(seen_by="everybody", staff_fields=("told",), log="the terms are amended: version {version}")
class TermsAmended(NamedTuple):
    terms: TournamentTerms
    version: int
    digest: str
    told: Annotated[Notices, FREE_TEXT]
    clause: str


@handles(RecordApproval)
def record_approval(draft: TournamentDraft, command: RecordApproval) -> Refusal | None:
    power, state = draft.power(command), draft.state
    if not command.approved_by.strip():
        return Refusal("approver-missing", power.clause)
    if state.approved:
        return Refusal("terms-approved-already", power.clause, {"person": state.approved})
    approved = (command.approved_by, command.reference, state.version, state.digest)
    draft.add(TermsApproved(*approved, power.clause))
    return None


@handles(OpenEntries)
def open_entries(draft: TournamentDraft, command: OpenEntries) -> Refusal | None:
    state = draft.state
    if state.phase != "announced":
        return Refusal("entries-open-already")
    refusal = approval_refused(draft) or draft.notice_missing("open-entries", command.told)
    if refusal is not None:
        return refusal
    opened = (state.version, state.digest, command.told, _still_to_add(state))
    draft.add(EntriesOpened(*opened, draft.power(command).clause))
    return None


def approval_refused(draft: TournamentDraft) -> Refusal | None:
    """Refuse to use terms that the regulator has yet to approve."""
    power = draft.procedures.tournament_commands.get(APPROVAL)
    if power is None or draft.state.approved:
        return None
    return Refusal("terms-not-approved", power.clause)


@handles(AmendTerms)
def amend_terms(draft: TournamentDraft, command: AmendTerms) -> Refusal | None:
    state, power = draft.state, draft.power(command)
    if state.sessions or state.phase == "running":
        return Refusal("terms-stand", power.clause)
    terms = command.terms._replace(book=as_stored(command.terms.book, state.terms.book))
    fixed = next((name for name in FIXED if getattr(terms, name) != getattr(state.terms, name)), None)
    if fixed is not None and (state.phase != "announced" or state.entrants or fixed == "book"):
        return Refusal("term-fixed", power.clause, {"term": fixed.replace("_", " ")})
    fault = next(iter(terms_faults(terms)), None) or draft.notice_missing("amend-terms", command.told)
    if fault is not None:
        return fault
    if terms == state.terms:
        return Refusal("terms-not-changed")
    draft.add(TermsAmended(terms, state.version + 1, terms_digest(terms), command.told, power.clause))
    return None


@reduces(TermsApproved)
def _approved(state: TournamentState, event: TermsApproved) -> TournamentState:
    return state._replace(approved=event.approved_by)


@reduces(EntriesOpened)
def _opened(state: TournamentState, event: EntriesOpened) -> TournamentState:
    return state._replace(phase="entry", contributed=state.contributed + event.added)


@posts(EntriesOpened)
def _post_added(state: TournamentState, event: EntriesOpened) -> Postings:
    currency = state.terms.currency
    return moved(house_account(currency, PROMOTIONS), pool_account(currency, state.tournament), event.added)


@reduces(TermsAmended)
def _amended(state: TournamentState, event: TermsAmended) -> TournamentState:
    """Where the regulator approves terms, it approves the new ones too before anybody else enters by them."""
    entrants = {
        number: one._replace(copy=event.digest, signed=False) if one.copy else one
        for number, one in state.entrants.items()
    }
    state = state._replace(entrants=entrants, terms_or_none=event.terms, version=event.version, digest=event.digest)
    return state._replace(approved="", phase="announced") if state.approved else state
