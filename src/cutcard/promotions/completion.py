"""Results are published, and a promotion is finished when every prize has been paid or was refused."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.money import Cents
from cutcard.promotions.prize_money import fund_account, set_aside
from cutcard.promotions.promotion_draft import PromotionDraft
from cutcard.promotions.promotion_registry import command, event, handles, posts, reduces
from cutcard.promotions.promotion_state import PromotionState
from cutcard.refusals import Refusal
from cutcard.streams import Postings


@command("publish the results of a promotion", group="winners")
class PublishResults(NamedTuple):
    """Publish the results where the conditions say."""

    where: str


@command("finish a promotion", group="promotion", at_stake="money")
class FinishPromotion(NamedTuple):
    """Finish the promotion: what was set aside and nobody has won goes back to the house."""


@event(seen_by="everybody", log="the results are published: {where}")
class ResultsPublished(NamedTuple):
    where: str
    at: int
    clause: str


@event(seen_by="everybody", log="the promotion is finished")
class PromotionFinished(NamedTuple):
    returned: Cents
    clause: str


@handles(PublishResults)
def publish_results(draft: PromotionDraft, command: PublishResults) -> Refusal | None:
    clause = draft.power(command).clause
    if draft.state.phase not in ("drawn", "finished"):
        return Refusal("no-results-yet", clause)
    if not command.where.strip():
        return Refusal("publication-without-place", clause)
    draft.add(ResultsPublished(command.where, draft.at, clause))
    return None


@handles(FinishPromotion)
def finish_promotion(draft: PromotionDraft, command: FinishPromotion) -> Refusal | None:
    state, clause = draft.state, draft.power(command).clause
    if state.phase != "drawn":
        return Refusal("no-results-yet", clause)
    if not state.results_at:
        return Refusal("results-not-published", draft.prize_rules.items["results"])
    open_ = next((one for one in state.wins.values() if one.status == "won"), None)
    if open_ is not None:
        return Refusal("prize-to-pay", clause, {"win": open_.number, "player": open_.player})
    draft.add(PromotionFinished(draft.holds(fund_account(state.conditions.currency, state.promotion)), clause))
    return None


@reduces(ResultsPublished)
def _published(state: PromotionState, event: ResultsPublished) -> PromotionState:
    return state._replace(results_at=event.where)


@reduces(PromotionFinished)
def _finished(state: PromotionState, event: PromotionFinished) -> PromotionState:
    return state._replace(phase="finished")


@posts(PromotionFinished)
def _post_finished(state: PromotionState, event: PromotionFinished) -> Postings:
    return set_aside(state.conditions.currency, state.promotion, -event.returned)
