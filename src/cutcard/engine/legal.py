"""Why a player may not do a thing: each function answers with a refusal, or None where the rules allow it.

Illegal is not unwise: whatever the rulebook permits is permitted here, however bad the play.
"""

from __future__ import annotations

from cutcard.cards import Card
from cutcard.engine.state import Hand, Refusal, State
from cutcard.money import Cents, priced
from cutcard.rulebooks.schema import Rules


def refuse(rules: Rules, field: str, message: str) -> Refusal:
    """A refusal by the clause that gives a field of the rules."""
    return Refusal(message, rules.clauses[field])


def hit(state: State, hand: Hand) -> Refusal | None:
    rules = state.rules
    if hand.split_aces and len(hand.cards) > rules.split.aces_cards:
        return refuse(rules, "split.aces_cards", "a split ace has one card and no more")
    if hand.total >= rules.draw.ends_at:
        return refuse(rules, "draw.ends_at", f"no card may be drawn to a total of {hand.total}")
    if rules.draw.cards_max and len(hand.cards) >= rules.draw.cards_max:
        return refuse(rules, "draw.cards_max", f"a hand of {len(hand.cards)} cards may not draw")
    return None


def stand(state: State, hand: Hand) -> Refusal | None:
    rules = state.rules
    if hand.total < rules.draw.must_below:
        return refuse(
            rules, "draw.must_below", f"a total of {hand.total} must draw until it is {rules.draw.must_below} or more"
        )
    return None


def double(state: State, hand: Hand) -> Refusal | None:
    rules = state.rules
    terms = rules.double
    if not terms.allowed:
        return refuse(rules, "double.allowed", "this game has no doubling")
    if hand.split_aces:
        return refuse(rules, "split.aces_cards", "a split ace has one card and may not be doubled")
    if hand.split and not terms.after_split:
        return refuse(rules, "double.after_split", "a split hand may not be doubled")
    if terms.cards and len(hand.cards) not in terms.cards:
        numbers = " or ".join(map(str, terms.cards))
        return refuse(rules, "double.cards", f"only {numbers} cards may be doubled, this hand has {len(hand.cards)}")
    if hand.total >= rules.draw.ends_at:
        return refuse(rules, "draw.ends_at", f"a total of {hand.total} may not be doubled")
    if terms.totals and _double_total(rules, hand) not in terms.totals:
        totals = ", ".join(map(str, terms.totals))
        return refuse(rules, "double.totals", f"only a total of {totals} may be doubled, this hand has {_both(hand)}")
    return None


def _double_total(rules: Rules, hand: Hand) -> int:
    return hand.hard if rules.double.ace_is_one else hand.total if not hand.soft else 0


def _both(hand: Hand) -> str:
    return f"{hand.hard} or {hand.total}" if hand.soft else str(hand.total)


def split(state: State, hand: Hand) -> Refusal | None:
    rules = state.rules
    terms = rules.split
    if terms.hands_max < 2:
        return refuse(rules, "split.hands_max", "this game has no splitting")
    if len(hand.cards) != 2:
        return refuse(rules, "split.alike", "only two cards may be split")
    first, second = hand.cards
    if not _alike(rules, first, second):
        return refuse(rules, "split.alike", f"{first} and {second} are not alike in {terms.alike}")
    box = state.boxes[hand.box]
    field = "split.aces_hands_max" if first.value == 1 else "split.hands_max"
    most = terms.aces_hands_max if first.value == 1 else terms.hands_max
    if box.hands_made >= most:
        return refuse(rules, field, f"box {box.number} has {box.hands_made} hands and may not split again")
    if box.declined_split and terms.declined_bars_later:
        return refuse(rules, "split.declined_bars_later", f"box {box.number} declined to split before")
    return None


def _alike(rules: Rules, first: Card, second: Card) -> bool:
    return first.value == second.value if rules.split.alike == "value" else first.rank == second.rank


def surrender(state: State, hand: Hand) -> Refusal | None:
    rules = state.rules
    terms = rules.surrender
    if terms.offered == "never":
        return refuse(rules, "surrender.offered", "this game has no surrender")
    if terms.offered == "before-play" and state.phase != "offers":
        return refuse(rules, "surrender.offered", "surrender was offered before any further card and has lapsed")
    if state.up_card.rank not in terms.against:
        return refuse(rules, "surrender.against", f"surrender is not offered against {state.up_card}")
    if hand.split or len(hand.cards) != 2:
        return refuse(rules, "surrender.offered", "only the first two cards may be surrendered")
    if hand.total >= rules.draw.ends_at or hand.ended:
        return refuse(rules, "surrender.offered", "this hand may not be surrendered")
    return None


def insure(state: State, hand: Hand, player: str, amount: Cents | None, late: bool = False) -> Refusal | None:
    """Whether `player` may insure the box of `hand` for `amount`; None asks whether for any amount at all."""
    rules = state.rules
    number = state.boxes[hand.box].number
    if insurance_odds_field(state) is None:
        field = "insurance.ten" if state.up_card.value == 10 else "insurance.at_most"
        return refuse(rules, field, f"insurance is not offered against {state.up_card}")
    if late and not rules.insurance.late:
        return refuse(rules, "insurance.late", "insurance may not be placed once the subsequent deal has begun")
    in_time = state.phase == "offers" or (late and state.phase in ("play", "dealer") and len(state.dealer) == 1)
    if not in_time:
        return refuse(rules, "insurance.closes", "insurance is closed")
    wager = state.original(number, player)
    if wager is None:
        return refuse(rules, "insurance.at_most", f"{player} has no wager on box {number} to insure")
    if hand.natural and not rules.insurance.natural_may:
        return refuse(rules, "insurance.natural_may", f"a {rules.natural.name} may not be insured")
    if hand.natural and wager.returned is not None and rules.natural.even_money_and_insurance != "both-stand":
        return refuse(rules, "natural.even_money_and_insurance", f"{player}'s wager on box {number} is settled")
    if amount is None:
        return None
    already = sum(w.staked for _, w in state.insured(number, player))
    if amount + already > wager.staked * rules.insurance.at_most:
        limit = priced(int(wager.staked * rules.insurance.at_most))
        return refuse(rules, "insurance.at_most", f"at most {limit} of {player}'s wager on box {number} may be insured")
    if rules.insurance.in_half_chips and amount * 2 % state.setup.chip:
        return refuse(rules, "insurance.in_half_chips", "insurance must be a multiple of half the smallest chip")
    return None


def insurance_odds_field(state: State) -> str | None:
    """The field with the odds of insurance against the dealer's first card, or None where it is not offered."""
    if state.up_card.value == 1:
        return "insurance.ace"
    if state.up_card.value == 10 and state.rules.insurance.ten is not None:
        return "insurance.ten"
    return None


def even_money(state: State, hand: Hand, player: str) -> Refusal | None:
    rules = state.rules
    number = state.boxes[hand.box].number
    if not rules.natural.even_money:
        return refuse(rules, "natural.even_money", "this game does not pay even money")
    if not hand.natural or state.up_card.value != 1:
        return refuse(rules, "natural.even_money", f"even money is for a {rules.natural.name} against a dealer's ace")
    if state.phase != "offers":
        return refuse(rules, "natural.even_money", "even money is asked for before the subsequent deal")
    if state.base(hand, player) is None:
        return refuse(rules, "natural.even_money", f"{player} has no wager on box {number} that could be paid")
    if any(state.insured(number, player)) and rules.natural.even_money_and_insurance == "one-or-other":
        return refuse(
            rules, "natural.even_money_and_insurance", f"{player} has insured box {number} and may not take even money"
        )
    return None


def rescue(state: State, hand: Hand, player: str) -> Refusal | None:
    rules = state.rules
    if not rules.double.rescue:
        return refuse(rules, "double.rescue", "this game has no rescue of a doubled wager")
    if state.needs != "rescue":
        return refuse(rules, "double.rescue", "only a doubled hand that has just had its card may be rescued")
    if not any(w.bet == "double" and w.player == player for _, w in state.on_hand(hand)):
        return refuse(rules, "double.rescue", f"{player} has not doubled this hand")
    return None
