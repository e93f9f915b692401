"""What the round waits for next: which hand, which offer, the dealer, or the settlement."""

from __future__ import annotations

from cutcard import hand_rules
from cutcard.engine import legal, sidebets
from cutcard.engine.sidebets import pay
from cutcard.engine.state import DEALER, Hand, State, ended, moved
from cutcard.rulebooks.schema import Rules

_LIVE = frozenset({"stood", "doubled", "one-card", "full"})


def next_dealt(hands: tuple[Hand, ...], turn: int) -> int:
    """The next hand in the initial deal, from `turn` on: one that was declared void gets no card."""
    while turn < len(hands):
        if not hands[turn].ended:
            return turn
        turn += 1
    return DEALER


def initial_over(state: State) -> State:
    """Every box is dealt: the dealer's hole card comes, then prizes, meters, and what is on offer."""
    if not state.hole and state.setup.rules.dealer.hole_card != "none":
        return moved(state, "initial", "hole-card", DEALER)
    if state.setup.side_bets and sidebets.pressing(state) is not None:
        return state._replace(phase="draws", needs="press")
    return draws_over(state)


def draws_over(state: State) -> State:
    """No prize is left to draw: linked meters of which a part is won are read before that is paid."""
    if state.setup.linked and pay.meters_due(state):
        return state._replace(phase="draws", needs="meters")
    return open_play(state)


def second_pass(state: State) -> bool:
    """Whether the initial deal has passed the dealer, so that boxes are due their second card."""
    return bool(state.dealer) or None in state.skipped


def open_play(state: State) -> State:
    """After the initial deal: what is offered to all before the first box is called to act."""
    if state.irregular is not None and state.irregular.playing:
        return next_turn(state, 0)
    if _something_on_offer(state):
        return state._replace(phase="offers", needs="offers", turn=first_open(state))
    return offers_over(state)


def offers_over(state: State) -> State:
    """What was offered to all is closed: a hole card that may make a natural is looked at, then the boxes play."""
    if state.hole == "down" and state.setup.rules.dealer.hole_card == "peeked" and state.up_card.value in (1, 10):
        return moved(state, "peek", "peek", DEALER)
    return next_turn(state, 0)


def first_open(state: State) -> int:
    """The first hand that has not ended."""
    return next((i for i, hand in enumerate(state.hands) if not hand.ended), 0)


def _something_on_offer(state: State) -> bool:
    if not state.dealer:  # passed over, and nothing is known to insure against
        return False
    rules = state.setup.rules
    up = state.dealer[0]
    if hand_rules.insurance_odds(rules, up.value) and any(
        state.boxes[hand.box].players and (rules.insurance.natural_may or not hand.natural) for hand in state.hands
    ):
        return True
    return (
        rules.surrender.offered == "before-play"
        and up.rank in rules.surrender.against
        and any(not hand.ended for hand in state.hands)
    )


def next_turn(state: State, turn: int) -> State:
    """What the round waits for, from the hand at `turn` on."""
    for i in range(turn, len(state.hands)):
        hand = state.hands[i]
        if hand.ended:
            continue
        if state.irregular is not None:
            otherwise = _out_of_order(state, i)
            if otherwise is not None:
                return otherwise
        if len(hand.cards) < 2:
            return moved(state, "play", "card", i)
        if _drawn_unasked(state, hand):
            return moved(state.with_hand(i, hand._replace(drawing=True)), "play", "card", i)
        return moved(state, "play", "decision", i)
    return dealer_next(moved(state, "dealer", "card", DEALER))


def _out_of_order(state: State, turn: int) -> State | None:
    """What the round waits for instead of the hand at `turn`, where something has gone wrong before."""
    irregular, hand = state.irregular, state.hands[turn]
    assert irregular is not None
    if not state.dealer and irregular.dealer_after not in (None, hand.box):
        return moved(state, "play", "card", DEALER)  # Melbourne 9.7.1: that player's hand is complete
    chooses = state.rules.misdeal.one_card == "player-chooses"
    if chooses and len(hand.cards) == 1 and not hand.split:  # Melbourne 9.8.1
        return moved(state._replace(answered=frozenset()), "play", "withdraw", turn)
    refused = state.boxes[hand.box].control in irregular.refused
    if refused and len(hand.cards) > 1 and legal.stand(state, hand) is None:  # Sydney 16.3
        return next_turn(state.with_hand(turn, ended(hand, "stood")), turn + 1)
    return None


def _drawn_unasked(state: State, hand: Hand) -> bool:
    """Whether the dealer draws to this hand without asking (Melbourne 7.5.2, 27.2.1)."""
    terms = state.setup.rules.draw
    if terms.automatic == "never" or hand.split_aces:
        return False
    low = hand.total < (terms.automatic_soft if hand.soft else terms.automatic_hard)
    if terms.automatic == "always" or hand.drawing:
        return low
    no_choice = legal.double_reason(state, hand) is not None and legal.split_reason(state, hand) is not None
    return hand.total < terms.automatic_hard and no_choice


def joiners(state: State) -> tuple[str, ...]:
    """Who shares the box in turn and may still join the double or split that was called."""
    box = state.box
    if len(box.players) == 1:
        return ()
    others = (p for p in box.players if p != box.control and p not in state.answered)
    if state.joining == "double":
        return tuple(p for p in others if state.base(state.hand, p) is not None)
    return tuple(others)


# ------------------------------------------------------------------------------------------------------- the dealer


def dealer_next(state: State) -> State:
    """Whether the dealer takes a card: never one that cannot change a result. A hole card is turned in any case."""
    if state.hole:
        return moved(state, "dealer", "turn", DEALER)
    return state if _dealer_draws(state) else moved(state, "dealer", "settlement", DEALER)


def _dealer_draws(state: State) -> bool:
    rules = state.setup.rules
    if not state.dealer:
        return _first_card_matters(state)
    if len(state.dealer) == 1:
        return not rules.dealer.no_needless_card or _anything_waits(state)
    if hand_rules.dealer_stands(rules, hard=state.dealer_hard, total=state.dealer_total):
        return False
    return not rules.dealer.no_needless_card or _any_live(state)


def _first_card_matters(state: State) -> bool:
    """Whether a dealer who was passed over in the initial deal takes the first card now: some prize hangs on it."""
    if any(hand.ended not in ("bust", "won", "void") and state.any_on(hand) for hand in state.hands):
        return True
    if any(super_hand(state.rules, hand) for hand in state.hands):
        return True
    return sidebets.any_needs_dealer(state) or sidebets.any_needs_first_card(state)


def super_hand(rules: Rules, hand: Hand) -> bool:
    """Whether a hand has what the Super Bonus asks of it; the rest is the dealer's first card."""
    if rules.winning.super_bonus is None:
        return False
    ranks, suits = ranks_and_suits(hand)
    return hand_rules.super_bonus_fits(rules, ranks=ranks, suits=suits, split=hand.split, doubled=hand.doubled)


def ranks_and_suits(hand: Hand) -> tuple[str, hand_rules.Suits]:
    """The ranks of a hand's cards in the order dealt, and how their suits go together."""
    return "".join([card.rank for card in hand.cards]), hand_rules.suits_of(card.suit for card in hand.cards)


def _any_live(state: State) -> bool:
    """Whether some wager's result still hangs on the dealer's total."""
    for hand in state.hands:
        if hand.ended in _LIVE and state.any_on(hand):
            return True
    return bool(state.setup.side_bets) and sidebets.any_needs_dealer(state)


def _anything_waits(state: State) -> bool:
    """Whether the dealer's second card matters: to a live hand, a natural, a surrender or an insurance wager."""
    if _any_live(state):
        return True
    if any(wager.bet == "insurance" and wager.returned is None for wager in state.wagers):
        return True
    natural_waits = not natural_paid_at_once(state) and state.up_card.value in (1, 10)
    surrender_waits = state.setup.rules.surrender.void_on_natural
    for hand in state.hands:
        waits = (hand.natural and natural_waits) or (hand.ended == "surrendered" and surrender_waits)
        if waits and state.any_on(hand):
            return True
    return False


def natural_paid_at_once(state: State) -> bool:
    """Whether a player's natural is settled before the subsequent deal, by the rules and the dealer's first card."""
    dealer = state.dealer
    return bool(dealer) and hand_rules.natural_paid_at_once(state.setup.rules, dealer[0].value)
