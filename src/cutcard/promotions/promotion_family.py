"""How commands of a promotion are decided: the shared door of streams, with what is a promotion's own."""

from __future__ import annotations

from cutcard.promotions.prize_money import fund_account, owed_account
from cutcard.promotions.promotion_draft import PromotionCommandReceived, PromotionDraft
from cutcard.promotions.promotion_registry import PROMOTIONS
from cutcard.promotions.promotion_state import PromotionState, stream_of_promotion
from cutcard.refusals import Refusal
from cutcard.streams import Family
from cutcard.table.registry import CommandSpec

# What is still done when a promotion is over: what is owed to people and to the regulator.
AFTERWARDS = (
    "notify-winner",
    "offer-alternative",
    "take-alternative",
    "choose-payment",
    "pay-prize",
    "claim-prize",
    "refuse-claim",
    "record-complaint",
    "decide-complaint",
    "advise-complainant",
    "notify-inspector",
    "publish-results",
)
# What is done while it is postponed: nobody enters and nothing is drawn.
MEANWHILE = (*AFTERWARDS, "resume-promotion", "cancel-promotion", "submit-conditions")


def accounts_of(state: PromotionState) -> tuple[str, ...]:
    """The fund of a promotion, and what it owes to winners."""
    if state.conditions_or_none is None:
        return ()
    currency, name = state.conditions.currency, state.promotion
    owed = dict.fromkeys(owed_account(currency, name, one.player) for one in state.wins.values())
    return (fund_account(currency, name), *owed)


def _refused(draft: PromotionDraft, spec: CommandSpec) -> Refusal | None:
    """A promotion that takes no commands, and somebody whom the document does not give this one."""
    state = draft.state
    over = state.phase in ("cancelled", "finished")
    if not state.phase or (over and spec.name not in AFTERWARDS):
        return Refusal("promotion-not-on", None, {"promotion": state.promotion})
    refusal = draft.role_missing(spec)
    if refusal is None and state.postponed and spec.name not in MEANWHILE:
        return draft.refuse("inspector_hours", "promotion-postponed", promotion=state.promotion)
    return refusal


PROMOTION_FAMILY: Family[PromotionState] = Family(
    registry=PROMOTIONS,
    received=PromotionCommandReceived,
    draft=PromotionDraft,
    stream=lambda state: stream_of_promotion(state.promotion),
    accounts=accounts_of,
    refused=_refused,
)
