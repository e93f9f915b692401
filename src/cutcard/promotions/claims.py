"""Prizes are claimed; a player who is refused one is told why, and the house keeps their identity and the reasons."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.money import Cents
from cutcard.promotions.prize_money import HOUSE_PROMOTIONS, fund_account, owed_account
from cutcard.promotions.promotion_draft import PromotionDraft, by_player_too
from cutcard.promotions.promotion_registry import command, event, handles, posts, reduces
from cutcard.promotions.promotion_state import Claim, PromotionState
from cutcard.refusals import Refusal
from cutcard.streams import Postings
from cutcard.table.ledger import house_account, moved


@command("claim a prize", group="winners", role_check=by_player_too)
class ClaimPrize(NamedTuple):
    """Claim a prize, for oneself or somebody else."""

    player: str
    prize: int  # its number in the conditions, counted from 1


@command("refuse a claim to a prize", group="winners", at_stake="money")
class RefuseClaim(NamedTuple):
    """Refuse a claim, and tell the claimant why. What was won by it can be drawn again."""

    claim: int
    reasons: str
    told_by: str  # the means by which the claimant is told the reasons
    identity: str = ""  # put in by the house: the digest of the claimant's name and address, kept apart from all events


@event(seen_by="player", log="{player} claims prize {prize}")
class PrizeClaimed(NamedTuple):
    claim: int
    player: str
    prize: int
    win: int  # 0: nothing that is known
    at: int
    clause: str


@event(seen_by="player", staff_fields=("identity",), log="claim {claim} of {player} is refused: {reasons}")
class ClaimRefused(NamedTuple):
    claim: int
    player: str
    win: int
    reasons: str
    told_by: str
    told_at: int
    identity: str
    owed: Cents  # what goes back to the fund
    taken: Cents  # what goes back to the house, where money was taken instead of the prize
    clause: str


@handles(ClaimPrize)
def claim_prize(draft: PromotionDraft, command: ClaimPrize) -> Refusal | None:
    state, clause = draft.state, draft.prize_rules.items["claiming"]
    refusal = draft.acting_for(command.player, "claim-prize")
    if refusal is not None:
        return refusal
    if not 1 <= command.prize <= len(state.conditions.prizes):
        return Refusal("no-such-promotion-prize", clause, {"prize": command.prize})
    if state.phase not in ("running", "drawn", "finished", "cancelled"):
        return Refusal("nothing-to-claim", clause)
    mine = [one for one in state.claims.values() if one.player == command.player and one.prize == command.prize]
    if any(one.status == "made" for one in mine):
        return Refusal("claimed-already-here", clause, {"player": command.player})
    wins = (
        one.number
        for one in state.wins.values()
        if (one.player, one.prize, one.status) == (command.player, command.prize, "won")
    )
    number = len(state.claims) + 1
    draft.add(PrizeClaimed(number, command.player, command.prize, next(wins, 0), draft.at, clause))
    return None


@handles(RefuseClaim)
def refuse_claim(draft: PromotionDraft, command: RefuseClaim) -> Refusal | None:
    state, clause, prize_rules = draft.state, draft.power(command).clause, draft.prize_rules
    claim = state.claims.get(command.claim)
    if claim is None or claim.status != "made":
        return Refusal("no-such-claim", clause, {"claim": command.claim})
    if not command.reasons.strip():
        return Refusal("reason-missing", clause)
    if prize_rules.refusal_told and command.told_by not in prize_rules.notified_by:
        allowed = tuple(prize_rules.notified_by)
        return draft.refuse("refusal_told", "claimant-not-told", player=claim.player, allowed=allowed)
    prize = state.prize(claim.prize)
    if prize.value > prize_rules.claims_kept_over and not command.identity:
        return draft.refuse(
            "claims_kept_over", "claimant-not-kept", player=claim.player, over=prize_rules.claims_kept_over
        )
    win = state.wins.get(claim.win)
    owed = prize.value if win is not None and prize.monetary else 0
    taken = win.taken if win is not None else 0
    notice = (command.reasons, command.told_by, draft.at, command.identity)
    kept = draft.clause("claims_kept_over") if prize.value > prize_rules.claims_kept_over else clause
    draft.add(ClaimRefused(claim.number, claim.player, claim.win, *notice, owed, taken, kept))
    return None


@reduces(PrizeClaimed)
def _claimed(state: PromotionState, event: PrizeClaimed) -> PromotionState:
    claim = Claim(event.claim, event.player, event.prize, event.at, event.win, made_by=state.commanded_by)
    return state._replace(claims={**state.claims, event.claim: claim})


@reduces(ClaimRefused)
def _refused(state: PromotionState, event: ClaimRefused) -> PromotionState:
    claim = state.claims[event.claim]._replace(
        status="refused",
        reasons=event.reasons,
        told_by=event.told_by,
        told_at=event.told_at,
        identity=event.identity,
    )
    state = state._replace(claims={**state.claims, event.claim: claim})
    if not event.win:
        return state
    return state._replace(wins={**state.wins, event.win: state.wins[event.win]._replace(status="refused")})


@posts(ClaimRefused)
def _post_refused(state: PromotionState, event: ClaimRefused) -> Postings:
    """What was owed goes back to where it came from."""
    currency, name = state.conditions.currency, state.promotion
    owed = owed_account(currency, name, event.player)
    house = house_account(currency, HOUSE_PROMOTIONS)
    back = fund_account(currency, name) if state.phase in ("running", "closed", "drawn") else house
    return moved(owed, back, event.owed) + moved(owed, house, event.taken)
