"""A promotion is announced with its conditions, which are published where people can read them, and then starts."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.durations import HOUR_MS
from cutcard.money import Cents
from cutcard.promotions.conditions import PromotionConditions, conditions_digest
from cutcard.promotions.conditions_checks import book_refused, conditions_faults
from cutcard.promotions.prize_money import set_aside
from cutcard.promotions.promotion_draft import PromotionDraft
from cutcard.promotions.promotion_registry import command, event, handles, posts, reduces
from cutcard.promotions.promotion_state import PromotionState, Publication
from cutcard.refusals import Refusal
from cutcard.streams import Postings
from cutcard.streams.book_choice import stored_book
from cutcard.table.bounds import is_name


@command("announce a promotion", needs_open_table=False)
class AnnouncePromotion(NamedTuple):
    """Announce a promotion: its conditions are what it will be run by."""

    promotion: str
    conditions: PromotionConditions


@command("publish the conditions of a promotion", group="promotion")
class PublishConditions(NamedTuple):
    """Make the conditions available, and say how marketing material refers to them."""

    by: tuple[str, ...]  # the means: "casino", "website", "email", "mail", "brochure"
    where: str  # the link, or the place in the casino
    marketing: str  # how marketing material refers to them


@command("start a promotion", group="promotion", at_stake="money")
class StartPromotion(NamedTuple):
    """Start the promotion: play counts from now on, and the money for its prizes is set aside."""


@event(seen_by="everybody", log="the promotion {conditions[title]} is announced")
class PromotionAnnounced(NamedTuple):
    promotion: str
    conditions: PromotionConditions
    digest: str


@event(seen_by="everybody", log="the conditions can be read here: {where}")
class ConditionsPublished(NamedTuple):
    by: tuple[str, ...]
    where: str
    marketing: str
    version: int
    at: int
    clause: str


@event(seen_by="everybody", log="the promotion starts, with {fund:money} set aside for prizes")
class PromotionStarted(NamedTuple):
    at: int
    fund: Cents
    clause: str


def money_in(conditions: PromotionConditions) -> Cents:
    """What the prizes of a promotion that are money are worth together."""
    return sum(prize.value * prize.number for prize in conditions.prizes if prize.monetary)


@handles(AnnouncePromotion)
def announce_promotion(draft: PromotionDraft, command: AnnouncePromotion) -> Refusal | None:
    if draft.state.phase:
        return Refusal("promotion-there-already", None, {"promotion": draft.state.promotion})
    if not is_name(command.promotion) or not command.promotion.strip():
        return Refusal("promotion-name")
    book = command.conditions.book
    refusal = book_refused(book) or draft.needs_role("announce-promotion", book)
    if refusal is not None:
        return refusal
    conditions = command.conditions._replace(book=stored_book(book))
    fault = next(iter(conditions_faults(conditions)), None)
    if fault is not None:
        return fault
    draft.add(PromotionAnnounced(command.promotion, conditions, conditions_digest(conditions)))
    return None


@handles(PublishConditions)
def publish_conditions(draft: PromotionDraft, command: PublishConditions) -> Refusal | None:
    allowed, clause = draft.prize_rules.published_by, draft.power(command).clause
    unknown = next((one for one in command.by if one not in allowed), None)
    if not command.by or unknown is not None:
        return Refusal("published-so", clause, {"means": unknown or "nothing", "allowed": allowed})
    if not command.where.strip():
        return Refusal("publication-without-place", clause)
    if not command.marketing.strip():
        return Refusal("marketing-without-reference", clause)
    published = (command.by, command.where, command.marketing, draft.state.version, draft.at)
    draft.add(ConditionsPublished(*published, clause))
    return None


@handles(StartPromotion)
def start_promotion(draft: PromotionDraft, command: StartPromotion) -> Refusal | None:
    state, clause = draft.state, draft.power(command).clause
    if state.phase != "announced":
        return Refusal("promotion-started-already", clause)
    if state.publication is None or state.publication.version != state.version:
        return draft.refuse("published_by", "conditions-not-published")
    given, hours = state.submission, draft.prize_rules.submitted_hours
    if given is None or draft.at - given.at < hours * HOUR_MS:
        return draft.refuse(
            "submitted_hours", "conditions-not-submitted", hours=hours, regulator=draft.prize_rules.regulator
        )
    if draft.at < state.conditions.starts_at:
        return Refusal("promotion-too-early", draft.prize_rules.items["held_at"])
    if draft.at >= state.conditions.entries_close_at:
        return Refusal("promotion-too-late", draft.prize_rules.items["closing"])
    draft.add(PromotionStarted(draft.at, money_in(state.conditions), clause))
    return None


@reduces(PromotionAnnounced)
def _announced(state: PromotionState, event: PromotionAnnounced) -> PromotionState:
    state = state._replace(promotion=event.promotion, conditions_or_none=event.conditions, phase="announced")
    return state._replace(version=1, digest=event.digest)


@reduces(ConditionsPublished)
def _published(state: PromotionState, event: ConditionsPublished) -> PromotionState:
    return state._replace(publication=Publication(event.by, event.where, event.marketing, event.version, event.at))


@reduces(PromotionStarted)
def _started(state: PromotionState, event: PromotionStarted) -> PromotionState:
    return state._replace(phase="running", started_at=event.at)


@posts(PromotionStarted)
def _post_fund(state: PromotionState, event: PromotionStarted) -> Postings:
    return set_aside(state.conditions.currency, state.promotion, event.fund)
