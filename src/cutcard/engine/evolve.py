"""The next state of a round from an event. Pure: the same events give the same state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from cutcard import hand_rules
from cutcard.cards import Card
from cutcard.engine import events as ev
from cutcard.engine import legal, sidebets
from cutcard.engine.betting import controlling
from cutcard.engine.state import DEALER, Box, Ended, Hand, State, Wager, made
from cutcard.money import Cents


def evolve(state: State, event: ev.Event) -> State:
    """Apply one event."""
    return _APPLY[type(event)](state, event)


def opened(event: ev.RoundOpened) -> State:
    """The state with which a round begins."""
    return State(event.setup)


def _wager_placed(state: State, event: ev.WagerPlaced) -> State:
    box, player, bet, amount, carried = event
    wagers = state.wagers
    for i, wager in enumerate(wagers):
        if wager.bet == bet and wager.box == box and wager.player == player and not carried and not wager.carried:
            whole = wager.staked + amount
            return state._replace(wagers=(*wagers[:i], wager._replace(staked=whole, worth=whole), *wagers[i + 1 :]))
    hand = 0 if bet == "main" else DEALER
    return state.with_wagers((*wagers, Wager(box, hand, player, bet, amount, amount, None, "", None, "", carried > 0)))


def _betting_closed(state: State, event: ev.BettingClosed) -> State:
    hands = tuple(Hand(i, 0) for i in range(len(event.boxes)))
    return State(state.setup, "initial", "card", 0, hands, event.wagers, event.boxes)


def _wager_selected(state: State, event: ev.WagerSelected) -> State:
    return with_prize(state, event.wager, event.prize)


def with_prize(state: State, i: int, prize: Cents) -> State:
    """The same round with what a random device gave a wager."""
    return _with_wager(state, i, state.wagers[i]._replace(prize=prize))


def _with_wager(state: State, i: int, wager: Wager) -> State:
    return state.with_wagers((*state.wagers[:i], wager, *state.wagers[i + 1 :]))


def card_dealt(state: State, event: ev.CardDealt) -> State:
    """The card lies with the hand, or the dealer, that was due one."""
    card = event.card
    turn = state.turn
    if turn == DEALER:
        return _card_to_dealer(state, card)
    hand = state.hands[turn]
    hard = hand.hard + card.value
    aces = hand.aces + (card.value == 1)
    total = hard + 10 if aces and hard <= 11 else hard
    box, key, cards, _, _, _, split, split_aces, doubled, drawing, _ = hand
    dealt = made(Hand, (box, key, (*cards, card), hard, aces, total, split, split_aces, doubled, drawing, ""))
    if state.phase == "initial":
        return _initial_card(state, turn, dealt, card)
    ended = _ended_by_card(state, dealt)
    if ended:
        dealt = dealt.over(ended)
    state = state.with_hand(turn, dealt)
    if state.setup.side_bets:
        state = _noted(state, box, card)
    if doubled and dealt.ended == "doubled" and state.rules.double.rescue:
        return state._replace(needs="rescue", answered=frozenset())
    return _next(state, turn)


def _card_to_dealer(state: State, card: Card) -> State:
    setup, phase, needs, turn, hands, wagers, boxes, dealer, hard, aces, joining, answered, void = state
    hard += card.value
    aces += card.value == 1
    if phase == "initial":
        turn = _dealt_next(hands, 0)
    dealer = (*dealer, card)
    state = made(State, (setup, phase, needs, turn, hands, wagers, boxes, dealer, hard, aces, joining, answered, void))
    return state if phase == "initial" else _dealer_next(state)


def _initial_card(state: State, turn: int, dealt: Hand, card: Card) -> State:
    following = _dealt_next(state.hands, turn + 1)
    second = len(dealt.cards) == 2
    if second and dealt.total == 21:
        dealt = dealt.over("natural")
    state = state.with_hand(turn, dealt, following)
    if state.setup.side_bets:
        state = _noted(state, dealt.box, card)
    return _initial_over(state) if second and following == DEALER else state


def _dealt_next(hands: tuple[Hand, ...], turn: int) -> int:
    """The next hand in the initial deal, from `turn` on: one that was declared void gets no card."""
    while turn < len(hands):
        if not hands[turn].ended:
            return turn
        turn += 1
    return DEALER


def _initial_over(state: State) -> State:
    """The initial deal is complete: prizes are drawn first, then comes what is on offer."""
    if state.setup.side_bets and sidebets.pressing(state) is not None:
        return state._replace(phase="draws", needs="press")
    return _open_play(state)


def _noted(state: State, position: int, card: Card) -> State:
    """The card noted among the first three of its box; only side bets look at these."""
    if len(state.boxes[position].dealt) == 3:
        return state
    number, players, control, dealt, hands_made, tokens, declined = state.boxes[position]
    return _with_box(state, position, Box(number, players, control, (*dealt, card), hands_made, tokens, declined))


def _ended_by_card(state: State, hand: Hand) -> Ended:
    """How a card dealt in the subsequent deal ends a hand, or "" where it does not."""
    ended = hand_rules.ended_by_card(
        state.setup.rules,
        cards=len(hand.cards),
        total=hand.total,
        split=hand.split,
        split_aces=hand.split_aces,
        doubled=hand.doubled,
    )
    return "" if ended == "one-card" and legal.split_reason(state, hand) is None else ended


def _open_play(state: State) -> State:
    """After the initial deal: what is offered to all before the first box is called to act."""
    if _something_on_offer(state):
        return state._replace(phase="offers", needs="offers", turn=_first_open(state))
    return _next(state, 0)


def _first_open(state: State) -> int:
    return next((i for i, hand in enumerate(state.hands) if not hand.ended), 0)


def _something_on_offer(state: State) -> bool:
    rules = state.rules
    up = state.dealer[0]
    if up.value not in (1, 10):
        return False
    if hand_rules.insurance_odds(rules, up.value) and any(
        state.boxes[hand.box].players and (rules.insurance.natural_may or not hand.natural) for hand in state.hands
    ):
        return True
    return (
        rules.surrender.offered == "before-play"
        and up.rank in rules.surrender.against
        and any(not hand.ended for hand in state.hands)
    )


def _next(state: State, turn: int) -> State:
    """What the round waits for, from the hand at `turn` on."""
    for i in range(turn, len(state.hands)):
        hand = state.hands[i]
        if hand.ended:
            continue
        if len(hand.cards) < 2:
            return state.moved("play", "card", i)
        if _drawn_unasked(state, hand):
            return state.with_hand(i, hand._replace(drawing=True)).moved("play", "card", i)
        return state.moved("play", "decision", i)
    return _dealer_next(state.moved("dealer", "card", DEALER))


def _drawn_unasked(state: State, hand: Hand) -> bool:
    """Whether the dealer draws to this hand without asking (Melbourne 7.5.2, 27.2.1)."""
    terms = state.rules.draw
    if terms.automatic == "never" or hand.split_aces:
        return False
    low = hand.total < (terms.automatic_soft if hand.soft else terms.automatic_hard)
    if terms.automatic == "always" or hand.drawing:
        return low
    no_choice = legal.double_reason(state, hand) is not None and legal.split_reason(state, hand) is not None
    return hand.total < terms.automatic_hard and no_choice


def _dealer_next(state: State) -> State:
    """Whether the dealer takes a card: never one that cannot change a result."""
    return state if dealer_draws(state) else state.moved("dealer", "settlement", DEALER)


def dealer_draws(state: State) -> bool:
    terms = state.rules.dealer
    if len(state.dealer) == 1:
        return not terms.no_needless_card or _anything_waits(state)
    if hand_rules.dealer_stands(state.rules, hard=state.dealer_hard, total=state.dealer_total):
        return False
    return not terms.no_needless_card or _any_live(state)


_LIVE = frozenset({"stood", "doubled", "one-card", "full"})


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
    surrender_waits = state.rules.surrender.void_on_natural
    for hand in state.hands:
        waits = (hand.natural and natural_waits) or (hand.ended == "surrendered" and surrender_waits)
        if waits and state.any_on(hand):
            return True
    return False


def natural_paid_at_once(state: State) -> bool:
    """Whether a player's natural is settled before the subsequent deal, by the rules and the dealer's first card."""
    return hand_rules.natural_paid_at_once(state.rules, state.up_card.value)


def _prize_drawn(state: State, event: ev.PrizeDrawn) -> State:
    for i, prize in event.prizes:
        state = with_prize(state, i, prize)
    return state if sidebets.pressing(state) is not None else _open_play(state)


def _insured(state: State, event: ev.Insured) -> State:
    wager = Wager(event.box, DEALER, event.player, "insurance", event.amount, event.amount)
    return state._replace(wagers=(*state.wagers, wager))


def _even_money_taken(state: State, event: ev.EvenMoneyTaken) -> State:
    return _apply_lines(state, event.lines)


def _apply_lines(state: State, lines: tuple[ev.Line, ...]) -> State:
    if not lines:
        return state
    wagers = list(state.wagers)
    for i, returned, outcome, clause, odds, also in lines:
        wager = wagers[i]
        wagers[i] = made(Wager, (*wager[:6], returned, outcome, odds, clause, *wager[10:13], also))
    return state.with_wagers(tuple(wagers))


def _surrendered(state: State, event: ev.Surrendered) -> State:
    turn = next(i for i, hand in enumerate(state.hands) if state.boxes[hand.box].number == event.box)
    state = _end_hand(state, turn, "surrendered")
    if state.phase == "offers":
        return state._replace(turn=_first_open(state))
    return _next(state, turn)


def _end_hand(state: State, turn: int, ended: Ended) -> State:
    return state.with_hand(turn, state.hands[turn].over(ended))


def _offers_closed(state: State, event: ev.OffersClosed) -> State:
    if state.needs == "offers":
        return _next(state, 0)
    if state.needs == "rescue":
        return _next(state, state.turn)
    return state._replace(needs="card", joining="", answered=frozenset())


def _card_called(state: State, event: ev.CardCalled) -> State:
    return _declining(state).moved("play", "card", state.turn)


def _stood(state: State, event: ev.Stood) -> State:
    return _next(_end_hand(_declining(state), state.turn, "stood"), state.turn)


def _declining(state: State) -> State:
    """Note that a box which could split does something else (Melbourne 7.5.6(e))."""
    hand = state.hands[state.turn]
    if len(hand.cards) != 2 or not state.rules.split.declined_bars_later or legal.split_reason(state, hand) is not None:
        return state
    return _with_box(state, hand.box, state.boxes[hand.box]._replace(declined_split=True))


def _with_box(state: State, i: int, box: Box) -> State:
    setup, phase, needs, turn, hands, wagers, boxes, *rest = state
    return State._make((setup, phase, needs, turn, hands, wagers, (*boxes[:i], box, *boxes[i + 1 :]), *rest))


def _doubled(state: State, event: ev.Doubled) -> State:
    state = _declining(state)
    hand = state.hand
    if state.rules.double.doubled_ace == "one":  # Sydney 11.1.2, Melbourne 10.5.2(b)
        aces = sum(card.value == 1 for card in hand.cards[2:])
        total = hand.hard + 10 if aces and hand.hard <= 11 else hand.hard
        hand = hand._replace(aces=aces, total=total)
    state = state.with_hand(state.turn, hand._replace(doubled=True))
    state = _added(state, "double", event.player, event.amount, event.token, hand.key)
    return _await_joiners(state, "double")


def _added(state: State, bet: str, player: str, amount: int, token: bool, key: int) -> State:
    """A further wager on a hand of the box in turn: money, or a free bet token that stakes nothing."""
    box = state.box
    wager = Wager(box.number, key, player, bet, 0 if token else amount, amount)
    state = state._replace(wagers=(*state.wagers, wager))
    if token and player == box.control:
        state = _with_box(state, state.hand.box, box._replace(tokens=box.tokens + 1))
    return state


def _await_joiners(state: State, joining: Literal["double", "split"]) -> State:
    state = state._replace(joining=joining, answered=frozenset())
    if joiners(state):
        return state._replace(needs="join")
    return state._replace(needs="card", joining="")


def joiners(state: State) -> tuple[str, ...]:
    """Who shares the box in turn and may still join the double or split that was called."""
    box = state.box
    if len(box.players) == 1:
        return ()
    others = (p for p in box.players if p != box.control and p not in state.answered)
    if state.joining == "double":
        return tuple(p for p in others if state.base(state.hand, p) is not None)
    return tuple(others)


def _hand_split(state: State, event: ev.HandSplit) -> State:
    hand = state.hand
    box = state.box
    first, second = hand.cards
    aces = first.value == 1
    key = box.hands_made
    kept = _one_card(hand._replace(split=True, split_aces=aces), first)
    new = _one_card(Hand(hand.box, key, split=True, split_aces=aces), second)
    hands = state.hands
    state = state._replace(hands=(*hands[: state.turn], kept, new, *hands[state.turn + 1 :]))
    state = _with_box(state, hand.box, box._replace(hands_made=key + 1))
    state = _added(state, "split", event.player, event.amount, event.token, key)
    return _await_joiners(state, "split")


def _one_card(hand: Hand, card: Card) -> Hand:
    ace = card.value == 1
    return hand._replace(cards=(card,), hard=card.value, aces=int(ace), total=11 if ace else card.value)


def _joined(state: State, event: ev.Joined) -> State:
    hand = state.hands[state.turn + (state.joining == "split")]
    state = _added(state, state.joining, event.player, event.amount, event.token, hand.key)
    state = state._replace(answered=state.answered | {event.player})
    return state if joiners(state) else state._replace(needs="card", joining="", answered=frozenset())


def _rescued(state: State, event: ev.Rescued) -> State:
    state = _apply_lines(state, event.lines)
    if any(wager.bet == "double" for _, wager in state.on_hand(state.hand)):
        return state
    return _next(state, state.turn)


def _settled(state: State, event: ev.Settled) -> State:
    state = _apply_lines(state, event.lines)
    for i in event.paid:
        state = _with_wager(state, i, state.wagers[i]._replace(paid=True))
    return state._replace(wagers=state.wagers + event.extras) if event.extras else state


# ------------------------------------------------------------------------------------------------- declared void


def _round_voided(state: State, event: ev.RoundVoided) -> State:
    hands = tuple(hand if hand.ended else hand._replace(ended="void") for hand in state.hands)
    return _apply_lines(state, event.lines)._replace(hands=hands, joining="", answered=frozenset(), void=event.clause)


def _wagers_voided(state: State, event: ev.WagersVoided) -> State:
    """Others on the same boxes play on; the round goes to the next hand where it waited for one that has gone."""
    state = _apply_lines(state, event.lines)
    boxes = tuple(_without(state, box, event.player) for box in state.boxes)
    hands = tuple(
        hand if hand.ended or _played_on(state, hand) else hand._replace(ended="void") for hand in state.hands
    )
    state = state._replace(boxes=boxes, hands=hands)
    if all(hand.ended == "void" for hand in hands):
        return state._replace(joining="", answered=frozenset()).moved("dealer", "settlement", DEALER)
    return _AFTER_VOID[state.phase](state)


def _played_on(state: State, hand: Hand) -> bool:
    return any(wager.bet in ("main", "split") for _, wager in state.on_hand(hand))


def _without(state: State, box: Box, player: str) -> Box:
    """A box that a player has no more wagers on; where he decided for it, the next one does by the book's rule."""
    if player not in box.players:
        return box
    others = [one for one in box.players if one != player]
    playing = {w.player for w in state.wagers if w.box == box.number and w.open and w.bet in ("main", "split")}
    left = [state.original(box.number, one) for one in others if one in playing or not playing]
    if not left or box.control != player:
        return box._replace(players=tuple(others))
    control = controlling(state, box.number, [wager for wager in left if wager is not None])
    tokens = sum((w.player, w.box) == (control, box.number) and w.worth > w.staked == 0 for w in state.wagers)
    return box._replace(players=(control, *(one for one in others if one != control)), control=control, tokens=tokens)


def _initial_goes_on(state: State) -> State:
    if state.turn == DEALER or not state.hand.ended:
        return state
    following = _dealt_next(state.hands, state.turn + 1)
    if following == DEALER and state.dealer:
        return _initial_over(state)
    return state.moved("initial", "card", following)


def _draws_go_on(state: State) -> State:
    return state if sidebets.pressing(state) is not None else _open_play(state)


def _play_goes_on(state: State) -> State:
    if state.hand.ended == "void":
        return _next(state._replace(joining="", answered=frozenset()), state.turn)
    if state.needs == "join" and not joiners(state):
        return state._replace(needs="card", joining="", answered=frozenset())
    if state.needs == "rescue" and not any(wager.bet == "double" for _, wager in state.on_hand(state.hand)):
        return _next(state, state.turn)
    return state


def _round_ended(state: State, event: ev.RoundEnded) -> State:
    return state.moved("over", "nothing", DEALER)


def _unchanged(state: State, event: Any) -> State:
    return state


_AFTER_VOID: dict[str, Callable[[State], State]] = {
    "initial": _initial_goes_on,
    "draws": _draws_go_on,
    "offers": _open_play,
    "play": _play_goes_on,
    "dealer": _dealer_next,
}

_APPLY: dict[type, Callable[[State, Any], State]] = {
    ev.WagerPlaced: _wager_placed,
    ev.BettingClosed: _betting_closed,
    ev.WagerSelected: _wager_selected,
    ev.CardDealt: card_dealt,
    ev.PrizeDrawn: _prize_drawn,
    ev.PressVoided: _unchanged,
    ev.Insured: _insured,
    ev.EvenMoneyTaken: _even_money_taken,
    ev.Surrendered: _surrendered,
    ev.OffersClosed: _offers_closed,
    ev.CardCalled: _card_called,
    ev.Stood: _stood,
    ev.Doubled: _doubled,
    ev.HandSplit: _hand_split,
    ev.Joined: _joined,
    ev.Rescued: _rescued,
    ev.Settled: _settled,
    ev.WagersVoided: _wagers_voided,
    ev.RoundVoided: _round_voided,
    ev.RoundEnded: _round_ended,
}
