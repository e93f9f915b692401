"""Why a player may not do a thing: each function answers with a refusal, or None where the rules allow it.

Illegal is not unwise: whatever the rulebook permits is permitted here, however bad the play.
"""

from __future__ import annotations

from cutcard import hand_rules
from cutcard.engine.state import Hand, State
from cutcard.hand_rules import Reason
from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.rulebooks.schema import Rules


def refuse(rules: Rules, field: str, code: str, **facts: object) -> Refusal:
    """A refusal by the clause that gives a field of the rules."""
    return Refusal(code, rules.clauses[field], facts)


def hit(state: State, hand: Hand) -> Refusal | None:
    rules = state.rules
    cards = len(hand.cards)
    reason = hand_rules.hit_refused(rules, cards=cards, total=hand.total, split_aces=hand.split_aces)
    return reason and refuse(rules, *reason, total=hand.total, cards=cards)


def stand(state: State, hand: Hand) -> Refusal | None:
    rules = state.rules
    reason = hand_rules.stand_refused(rules, total=hand.total)
    return reason and refuse(rules, *reason, total=hand.total, must_below=rules.draw.must_below)


def double(state: State, hand: Hand) -> Refusal | None:
    rules = state.rules
    reason = double_reason(state, hand)
    if reason is None:
        return None
    if reason.field == "double.cards":
        return refuse(rules, *reason, allowed=rules.double.cards, cards=len(hand.cards))
    if reason.code == "total-not-doubled":
        code = "soft-total-not-doubled" if hand.soft else reason.code
        allowed = rules.double.totals if reason.field == "double.totals" else rules.double.split_totals
        return refuse(rules, reason.field, code, allowed=allowed, hard=hand.hard, total=hand.total)
    return refuse(rules, *reason, total=hand.total)


def double_reason(state: State, hand: Hand) -> Reason | None:
    return hand_rules.double_refused(
        state.setup.rules,
        cards=len(hand.cards),
        hard=hand.hard,
        total=hand.total,
        split=hand.split,
        split_aces=hand.split_aces,
    )


def split(state: State, hand: Hand) -> Refusal | None:
    reason = split_reason(state, hand)
    if reason is None:
        return None
    rules, box = state.rules, state.boxes[hand.box]
    if reason.code == "cards-not-alike":
        first, second = hand.cards
        return refuse(rules, *reason, first=first.text, second=second.text, alike=rules.split.alike)
    return refuse(rules, *reason, box=box.number, hands=box.hands_made)


def split_reason(state: State, hand: Hand) -> Reason | None:
    rules, box, cards = state.setup.rules, state.boxes[hand.box], hand.cards
    return hand_rules.split_refused(
        rules,
        cards=len(cards),
        alike=len(cards) == 2 and hand_rules.cards_alike(rules, *cards),
        aces=cards[0].value == 1,
        hands_made=box.hands_made,
        declined=box.declined_split,
    )


def surrender(state: State, hand: Hand) -> Refusal | None:
    rules = state.rules
    if not state.dealer:
        return refuse(rules, "surrender.against", "dealer-has-no-card")
    up = state.up_card
    reason = hand_rules.surrender_refused(
        rules,
        up_rank=up.rank,
        cards=len(hand.cards),
        total=hand.total,
        split=hand.split,
        before_play=state.phase == "offers",
    )
    if reason is None and hand.ended:
        return refuse(rules, "surrender.offered", "hand-not-surrendered")
    return reason and refuse(rules, *reason, up=up.text)


def insure(state: State, hand: Hand, player: str, amount: Cents | None, late: bool = False) -> Refusal | None:
    """Whether `player` may insure the box of `hand` for `amount`; None asks whether for any amount at all."""
    rules = state.rules
    number = state.boxes[hand.box].number
    if not state.dealer:
        return refuse(rules, "insurance.at_most", "dealer-has-no-card")
    by = "insurance.ten" if state.up_card.value == 10 else "insurance.at_most"
    if hand_rules.insurance_odds(rules, state.up_card.value) is None:
        return refuse(rules, by, "no-insurance-against", up=state.up_card.text)
    if late and not rules.insurance.late:
        return refuse(rules, "insurance.late", "insurance-too-late")
    unknown = len(state.dealer) == 1 and state.hole != "peeked"  # what the dealer's second card is
    in_time = state.phase == "offers" or (late and state.phase in ("play", "dealer") and unknown)
    if not in_time:
        return refuse(rules, "insurance.late" if late else "insurance.closes", "insurance-closed")
    wager = state.original(number, player)
    if wager is None:
        return refuse(rules, by, "nothing-to-insure", player=player, box=number)
    riding = (w for w in state.wagers if w.open and (w.box, w.player) == (number, player))
    if late and not any(w.bet in ("main", "split") for w in riding):
        return refuse(rules, "insurance.late", "insured-wager-settled", player=player, box=number)
    if hand.natural and not rules.insurance.natural_may:
        return refuse(rules, "insurance.natural_may", "natural-not-insured", natural=rules.natural.name)
    if hand.natural and wager.returned is not None and rules.natural.even_money_and_insurance != "both-stand":
        return refuse(rules, "natural.even_money_and_insurance", "insured-wager-settled", player=player, box=number)
    if amount is None:
        return None
    already = sum(w.staked for _, w in state.insured(number, player))
    if amount + already > wager.staked * rules.insurance.at_most:
        limit = int(wager.staked * rules.insurance.at_most)
        return refuse(rules, by, "insurance-at-most", limit=limit, player=player, box=number)
    if rules.insurance.in_half_chips and amount * 2 % state.setup.chip:
        return refuse(rules, "insurance.in_half_chips", "insurance-in-half-chips")
    return None


def even_money(state: State, hand: Hand, player: str) -> Refusal | None:
    rules = state.rules
    number = state.boxes[hand.box].number
    if not rules.natural.even_money:
        return refuse(rules, "natural.even_money", "no-even-money")
    if not hand.natural or not state.dealer or state.up_card.value != 1:
        return refuse(rules, "natural.even_money", "even-money-for-natural", natural=rules.natural.name)
    if state.phase != "offers":
        return refuse(rules, "natural.even_money", "even-money-too-late")
    if state.base(hand, player) is None:
        return refuse(rules, "natural.even_money", "even-money-has-no-wager", player=player, box=number)
    if any(state.insured(number, player)) and rules.natural.even_money_and_insurance == "one-or-other":
        return refuse(
            rules, "natural.even_money_and_insurance", "even-money-after-insurance", player=player, box=number
        )
    return None


def rescue(state: State, hand: Hand, player: str) -> Refusal | None:
    rules = state.rules
    if not rules.double.rescue:
        return refuse(rules, "double.rescue", "no-rescue")
    if state.needs != "rescue":
        return refuse(rules, "double.rescue", "only-doubled-rescued")
    if not any(w.bet == "double" and w.player == player for _, w in state.on_hand(hand)):
        return refuse(rules, "double.rescue", "not-doubled", player=player)
    return None
