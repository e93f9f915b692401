"""Disputes: somebody rules on them, and somebody else looks at a ruling again."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.engine import Refusal
from cutcard.rulebooks import load
from cutcard.table.config import INSPECTOR
from cutcard.table.draft import Draft
from cutcard.table.registry import FreeText, command, event, handles, reduces
from cutcard.table.state import (
    Dispute,
    TableState,
)


@command("rule on a dispute", group="disputes")
class RuleOnDispute(NamedTuple):
    player: str
    about: str
    ruling: str


@command("review a dispute", group="disputes")
class ReviewDispute(NamedTuple):
    """Look at a ruling again, since the player asked."""

    dispute: int
    ruling: str


@event(seen_by="player", log="dispute of {player} about {about}: {ruling}; told: {told}")
class DisputeRuled(NamedTuple):
    player: str
    about: FreeText
    ruling: FreeText
    told: str  # what the player was told about a further complaint


@event(seen_by="staff")
class DisputeReviewed(NamedTuple):
    dispute: int
    ruling: FreeText
    told: str = ""  # what the player was told about a further complaint; an earlier release did not say


@handles(RuleOnDispute)
def rule_on_dispute(draft: Draft, command: RuleOnDispute) -> Refusal | None:
    draft.add(DisputeRuled(command.player, command.about, command.ruling, _further_complaint(draft)))
    return None


def _further_complaint(draft: Draft) -> str:
    """Where somebody may go who is not satisfied with a decision."""
    by_book, book = draft.procedures.disputes, load(draft.state.rules.book)
    if by_book is not None:
        return f"anybody who is not satisfied may complain to {by_book.complaints}"
    inspector = ", and an inspector of theirs is here and may be consulted" if INSPECTOR in book.beside else ""
    return f"{book.regulator} hears complaints{inspector}"


@handles(ReviewDispute)
def review_dispute(draft: Draft, command: ReviewDispute) -> Refusal | None:
    clause = draft.power(command).clause
    if not 0 <= command.dispute < len(draft.state.disputes):
        return Refusal("no-such-dispute", clause)
    if draft.state.disputes[command.dispute].by == draft.by.id:
        return Refusal("reviewed-by-another", clause)
    if draft.state.disputes[command.dispute].reviewed:
        return Refusal("dispute-decided", clause)
    draft.add(DisputeReviewed(command.dispute, command.ruling, _further_complaint(draft)))
    return None


@reduces(DisputeRuled)
def _ruled(state: TableState, event: DisputeRuled) -> TableState:
    ruled = Dispute(event.player, event.about, event.ruling, state.commanded_by)
    return state._replace(disputes=(*state.disputes, ruled))


@reduces(DisputeReviewed)
def _reviewed(state: TableState, event: DisputeReviewed) -> TableState:
    disputes = list(state.disputes)
    disputes[event.dispute] = disputes[event.dispute]._replace(ruling=event.ruling, reviewed=True)
    return state._replace(disputes=tuple(disputes))
