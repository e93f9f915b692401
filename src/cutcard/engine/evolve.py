"""The next state of a round from an event. Pure: the same events give the same state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from cutcard import hand_rules
from cutcard.cards import Card
from cutcard.engine import events as ev
from cutcard.engine import findings, hole_card, irregular, legal, settle, sidebets, void
from cutcard.engine.copying import copier
from cutcard.engine.flow import (
    dealer_next,
    draws_over,
    first_open,
    initial_over,
    joiners,
    next_dealt,
    next_turn,
    offers_over,
    open_play,
    second_pass,
)
from cutcard.engine.sidebets import pay
from cutcard.engine.state import DEALER, Box, Ended, Hand, Invalid, Outcome, State, Wager, ended, moved, with_wagers
from cutcard.money import Cents, Odds


def evolve(state: State, event: ev.Event) -> State:
    """Apply one event."""
    return _APPLY[type(event)](state, event)


def opened(event: ev.RoundOpened) -> State:
    """The state with which a round begins."""
    return State(event.setup)


# ------------------------------------------------------------------------------------------------------------- wagers


def _wager_placed(state: State, event: ev.WagerPlaced) -> State:
    bet, carried = event.bet, event.carried
    for i, wager in enumerate(state.wagers):
        same = wager.bet == bet and wager.box == event.box and wager.player == event.player
        if same and not carried and not wager.carried and wager.open:
            whole = wager.staked + event.amount
            return state.with_wager(i, wager._replace(staked=whole, worth=whole))
    hand = 0 if bet == "main" else DEALER
    amount = event.amount
    wager = Wager(
        box=event.box,
        hand=hand,
        player=event.player,
        bet=bet,
        staked=amount,
        worth=amount,
        carried=carried > 0,
    )
    return with_wagers(state, (*state.wagers, wager))


def _betting_closed(state: State, event: ev.BettingClosed) -> State:
    hands = tuple(Hand(i, 0) for i in range(len(event.boxes)))
    return State(state.setup, "initial", "card", 0, hands, event.wagers, event.boxes)


def _wager_selected(state: State, event: ev.WagerSelected) -> State:
    if event.prize is None:
        return state._replace(picked=(*state.picked, event.wager))
    return with_prize(state, event.wager, event.prize)


def with_prize(state: State, i: int, prize: Cents) -> State:
    """The same round with what a random device gave a wager."""
    return state.with_wager(i, state.wagers[i]._replace(prize=prize))


def _prize_drawn(state: State, event: ev.PrizeDrawn) -> State:
    for i, prize in event.prizes:
        state = with_prize(state, i, prize)
    for i, _ in event.prizes[1:]:  # those whose prize the failed device did not draw
        clause = state.rules.clauses.get(f"side_bets.{state.wagers[i].bet}.malfunction_prize", "")
        state = state.with_wager(i, state.wagers[i]._replace(clause=clause))
    return state if sidebets.pressing(state) is not None else draws_over(state)


def _meters_read(state: State, event: ev.MetersRead) -> State:
    setup = state.setup
    setup = setup._replace(meters={**setup.meters, **event.meters}, others=event.others)
    state = state._replace(setup=setup, read=frozenset(event.meters))
    for i in state.picked:
        prize = pay.selection_prize(state, state.wagers[i])
        state = state.with_wager(i, state.wagers[i]._replace(prize=prize))
    return open_play(state._replace(picked=()))


def _insured(state: State, event: ev.Insured) -> State:
    for i, wager in state.insured(event.box, event.player):
        if wager.open and state.rules.insurance.again == "adds":
            staked = wager.staked + event.amount
            return findings.marked(state.with_wager(i, wager._replace(staked=staked, worth=staked)))
    wager = Wager(event.box, DEALER, event.player, "insurance", event.amount, event.amount)
    return _with_new(state, wager)


def _with_new(state: State, wager: Wager) -> State:
    """The round with a wager that was placed within it."""
    settled = sum(1 << i for i, one in enumerate(state.wagers) if one.returned is not None)
    if settled:
        wager = wager._replace(settled_then=settled)
    return findings.marked(with_wagers(state, (*state.wagers, wager)))


# -------------------------------------------------------------------------------------------------------------- cards

_hand_dealt: Callable[[Hand, tuple[Card, ...], int, int, int, Ended], Hand] = copier(
    Hand, "cards", "hard", "aces", "total", "ended"
)
_dealer_dealt: Callable[[State, int, tuple[Card, ...], int, int], State] = copier(
    State, "turn", "dealer", "dealer_hard", "dealer_aces"
)
_box_dealt: Callable[[Box, tuple[Card, ...]], Box] = copier(Box, "dealt")


def card_dealt(state: State, event: ev.CardDealt) -> State:
    """The card lies with the hand, or the dealer, that was due one."""
    if state.irregular is not None and state.irregular.held:
        state = state._replace(irregular=state.irregular._replace(held=state.irregular.held[1:]))
    card = event.card
    turn = state.turn
    if turn == DEALER:
        return _card_to_dealer(state, card)
    hand = state.hands[turn]
    hard = hand.hard + card.value
    aces = hand.aces + (card.value == 1)
    total = hard + 10 if aces and hard <= 11 else hard
    dealt = _hand_dealt(hand, (*hand.cards, card), hard, aces, total, "")
    if state.phase == "initial":
        return _initial_card(state, turn, dealt, card)
    how = _ended_by_card(state, dealt)
    if state.irregular is not None and len(hand.cards) == 1 and not hand.split:
        return _late_second_card(state, turn, dealt, card)
    if how:
        dealt = ended(dealt, how)
    state = state.with_hand(turn, dealt)
    if state.setup.side_bets:
        state = _noted(state, hand.box, card)
    if how == "doubled" and state.setup.rules.double.rescue:
        return state._replace(needs="rescue", answered=frozenset())
    return next_turn(state, turn)


def _card_to_dealer(state: State, card: Card) -> State:
    initial = state.phase == "initial"
    turn = next_dealt(state.hands, 0) if initial else state.turn
    aces = state.dealer_aces + (card.value == 1)
    state = _dealer_dealt(state, turn, (*state.dealer, card), state.dealer_hard + card.value, aces)
    if state.phase == "play":  # a first card that was forgotten in the initial deal
        return _read_late(state, DEALER) or next_turn(state, 0)
    return state if initial else dealer_next(state)


def _late_second_card(state: State, turn: int, dealt: Hand, card: Card) -> State:
    """The second card of a box that had only one in the initial deal: what that would have decided is decided now."""
    if dealt.total == 21:
        dealt = ended(dealt, "natural")
    state = state.with_hand(turn, dealt)
    if state.setup.side_bets:
        state = _noted(state, dealt.box, card)
        if sidebets.pressing(state) is not None:
            state = state._replace(irregular=irregular.of(state)._replace(playing=True))
            return moved(state, "draws", "press", turn)
    return _read_late(state, turn) or next_turn(state, turn)


def _read_late(state: State, turn: int) -> State | None:
    """The round before its linked meters are read, where a card that came late has won a part of one."""
    if not state.setup.linked or not pay.meters_due(state):
        return None
    return moved(state._replace(irregular=irregular.of(state)._replace(playing=True)), "draws", "meters", turn)


def _initial_card(state: State, turn: int, dealt: Hand, card: Card) -> State:
    following = next_dealt(state.hands, turn + 1)
    second = len(dealt.cards) == 2
    if second and dealt.total == 21:
        dealt = ended(dealt, "natural")
    state = state.with_hand_and_turn(turn, dealt, following)
    if state.setup.side_bets:
        state = _noted(state, dealt.box, card)
    if following != DEALER:
        return state
    return initial_over(state) if second or (state.irregular is not None and second_pass(state)) else state


def _noted(state: State, position: int, card: Card) -> State:
    """The card noted among the first three of its box; only side bets look at these."""
    box = state.boxes[position]
    return state if len(box.dealt) == 3 else state.with_box(position, _box_dealt(box, (*box.dealt, card)))


def _ended_by_card(state: State, hand: Hand) -> Ended:
    """How a card dealt in the subsequent deal ends a hand, or "" where it does not."""
    how = hand_rules.ended_by_card(
        state.setup.rules,
        cards=len(hand.cards),
        total=hand.total,
        split=hand.split,
        split_aces=hand.split_aces,
        doubled=hand.doubled,
    )
    return "" if how == "one-card" and legal.split_reason(state, hand) is None else how


# ---------------------------------------------------------------------------------------------------------- decisions


def _surrendered(state: State, event: ev.Surrendered) -> State:
    turn = next(i for i, hand in enumerate(state.hands) if state.boxes[hand.box].number == event.box)
    state = _end_hand(state, turn, "surrendered")
    if state.phase == "offers":
        return state._replace(turn=first_open(state))
    return next_turn(state, turn)


def _end_hand(state: State, turn: int, how: Ended) -> State:
    return state.with_hand(turn, ended(state.hands[turn], how))


def _offers_closed(state: State, event: ev.OffersClosed) -> State:
    if state.needs == "offers":
        return offers_over(state)
    if state.needs == "rescue":
        return next_turn(state, state.turn)
    return state._replace(needs="card", joining="", answered=frozenset())


def _card_called(state: State, event: ev.CardCalled) -> State:
    return moved(_declining(state), "play", "card", state.turn)


def _stood(state: State, event: ev.Stood) -> State:
    return next_turn(_end_hand(_declining(state), state.turn, "stood"), state.turn)


def _declining(state: State) -> State:
    """Note that a box which could split does something else (Melbourne 7.5.6(e))."""
    hand = state.hands[state.turn]
    bars = len(hand.cards) == 2 and state.setup.rules.split.declined_bars_later
    if not bars or legal.split_reason(state, hand) is not None:
        return state
    return state.with_box(hand.box, state.boxes[hand.box]._replace(declined_split=True))


def _doubled(state: State, event: ev.Doubled) -> State:
    state = _declining(state)
    hand = state.hand
    if state.setup.rules.double.doubled_ace == "one":  # Sydney 11.1.2, Melbourne 10.5.2(b)
        aces = sum(card.value == 1 for card in hand.cards[2:])
        total = hand.hard + 10 if aces and hand.hard <= 11 else hand.hard
        hand = hand._replace(aces=aces, total=total)
    state = state.with_hand(state.turn, hand._replace(doubled=True))
    state = _added(state, "double", event.player, event.amount, event.token, hand.key)
    return _await_joiners(state, "double")


def _added(state: State, bet: str, player: str, amount: int, token: bool, key: int) -> State:
    """A further wager on a hand of the box in turn: money, or a free bet token that stakes nothing."""
    box = state.box
    state = _with_new(state, Wager(box.number, key, player, bet, 0 if token else amount, amount))
    if token and player == box.control:
        state = state.with_box(state.hand.box, box._replace(tokens=box.tokens + 1))
    return state


def _await_joiners(state: State, joining: Literal["double", "split"]) -> State:
    state = state._replace(joining=joining, answered=frozenset())
    if joiners(state):
        return state._replace(needs="join")
    return state._replace(needs="card", joining="")


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
    state = state.with_box(hand.box, box._replace(hands_made=key + 1))
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


# --------------------------------------------------------------------------------------------------------- settlement

_wager_settled: Callable[[Wager, Cents, Outcome, Odds | None, str, str, str], Wager] = copier(
    Wager, "returned", "outcome", "odds", "clause", "also", "row"
)


def _with_lines(state: State, lines: tuple[ev.Line, ...]) -> State:
    wagers = list(state.wagers)
    for line in lines:
        i = line.wager
        row = line.row
        if row is None:
            row = settle.row_of(state, wagers[i]) if line.outcome == "win" else ""
        wagers[i] = _wager_settled(wagers[i], line.returned, line.outcome, line.odds, line.clause, line.also, row)
    return with_wagers(state, tuple(wagers))


def _settled(state: State, event: ev.Settled) -> State:
    after = _with_lines(state, event.lines)
    if state.setup.linked:
        after = _unread(after)
    if not event.extras:
        return after
    for i in event.paid:
        after = after.with_wager(i, after.wagers[i]._replace(paid=True))
    return with_wagers(after, (*after.wagers, *_named(state, event)))


def _unread(state: State) -> State:
    """What a linked meter showed counts for one settlement: once prizes are paid it shows something else."""
    return state._replace(read=frozenset()) if state.read else state


def _named(state: State, event: ev.Settled) -> list[Wager]:
    """What was paid on top, each with its row, which an earlier release did not name."""
    paid = iter(event.paid)  # a side bet that won and plays on was paid so
    sides = state.setup.rules.side_bets
    positions = [next(paid) if extra.bet in sides else None for extra in event.extras]
    return [
        extra if extra.row or i is None else extra._replace(row=settle.row_of(state, state.wagers[i]))
        for extra, i in zip(event.extras, positions, strict=True)
    ]


def _even_money_taken(state: State, event: ev.EvenMoneyTaken) -> State:
    return _with_lines(state, event.lines)


def _rescued(state: State, event: ev.Rescued) -> State:
    state = _with_lines(state, event.lines)
    if any(wager.bet == "double" for _, wager in state.on_hand(state.hand)):
        return state
    return next_turn(state, state.turn)


def _round_voided(state: State, event: ev.RoundVoided) -> State:
    hands = tuple(hand if hand.ended else hand._replace(ended="void") for hand in state.hands)
    return _with_lines(state, event.lines)._replace(hands=hands, joining="", answered=frozenset(), void=event.clause)


def _wagers_voided(state: State, event: ev.WagersVoided) -> State:
    state = _with_lines(state, event.lines)
    return void.without_side_bet(state) if event.bet else void.without_player(state, event.player)


def _wagers_invalidated(state: State, event: ev.WagersInvalidated) -> State:
    if not event.before:
        found = Invalid(event.player, event.box, event.bet)
        return _with_lines(findings.with_invalid(state, found, event.stands), event.lines)
    for line in event.lines:  # what goes back leaves room within a limit
        state = state.with_wager(line.wager, state.wagers[line.wager]._replace(beyond=0))
    state = findings.marked(_with_lines(state, event.lines))
    if state.phase == "wagers":
        return state
    whole = event.bet in ("", "main")
    return void.without_player(state, event.player, event.box) if whole else void.without_side_bet(state)


def _limit_kept(state: State, event: ev.LimitKept) -> State:
    return _with_lines(findings.with_limit(state, event.player, event.within, event.stands), event.lines)


def _box_not_dealt(state: State, event: ev.BoxNotDealt) -> State:
    return void.without_box(_with_lines(state, event.lines), event.box)


def _wager_withdrawn(state: State, event: ev.WagerWithdrawn) -> State:
    return void.without_player(_with_lines(state, event.lines), event.player, event.box)


def _round_ended(state: State, event: ev.RoundEnded) -> State:
    return moved(state, "over", "nothing", DEALER)


def _control_passed(state: State, event: ev.ControlPassed) -> State:
    at = next(i for i, box in enumerate(state.boxes) if box.number == event.box)
    return state.with_box(at, state.boxes[at]._replace(control=event.player))


def _unchanged(state: State, event: Any) -> State:
    return state


_APPLY: dict[type, Callable[[State, Any], State]] = {
    ev.WagerPlaced: _wager_placed,
    ev.BettingClosed: _betting_closed,
    ev.WagerSelected: _wager_selected,
    ev.CardDealt: card_dealt,
    ev.HoleCardDealt: hole_card.dealt,
    ev.HoleCardPeeked: hole_card.peeked,
    ev.HoleCardTurned: hole_card.turned,
    ev.PrizeDrawn: _prize_drawn,
    ev.PressVoided: _unchanged,
    ev.MetersRead: _meters_read,
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
    ev.WagersInvalidated: _wagers_invalidated,
    ev.LimitKept: _limit_kept,
    ev.ControlPassed: _control_passed,
    ev.RoundVoided: _round_voided,
    ev.RoundEnded: _round_ended,
    ev.CardDiscarded: _unchanged,
    ev.CardDrawnInError: irregular.drawn_in_error,
    ev.CardSetAside: _unchanged,
    ev.CardRefused: irregular.card_refused,
    ev.PlaceSkipped: irregular.place_skipped,
    ev.BoxNotDealt: _box_not_dealt,
    ev.WagerWithdrawn: _wager_withdrawn,
    ev.DealerCardCalled: irregular.dealer_card_called,
}
