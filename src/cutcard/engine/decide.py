"""The round's one door: a command goes in, events or a refusal come out.

`decide` and `evolve` are pure. `play` is both at once, for callers that want the new state as well as the events.

>>> from cutcard.engine import Deal, NoMoreBets, PlaceWager, Setup, State, play
>>> from cutcard.cards import card
>>> from cutcard.rulebooks import rules
>>> state = State(Setup(rules("melbourne-v26", "blackjack"), decks=8))
>>> for command in [PlaceWager(1, "ann", "main", 1000), NoMoreBets(), Deal(card("Ts")), Deal(card("6d"))]:
...     state = play(state, command).state
>>> state.needs, state.turn
('card', 0)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutcard.engine import betting, hole_card, irregular, legal, settle, sidebets
from cutcard.engine import commands as cmd
from cutcard.engine import events as ev
from cutcard.engine.copying import made
from cutcard.engine.evolve import card_dealt, evolve, with_prize
from cutcard.engine.flow import joiners
from cutcard.engine.legal import refuse
from cutcard.engine.played import Played, after_decision, applied, decided, finished, not_controller, then_settled
from cutcard.engine.rulings import RULINGS
from cutcard.engine.sidebets.pay import MeterMissing, meters_due, selection_prize
from cutcard.engine.state import DEALER, OFFER_NEEDS, Box, Hand, State, Wager
from cutcard.hand_rules import token_pays_double, token_pays_split
from cutcard.money import Cents
from cutcard.refusals import Refusal


def decide(state: State, command: cmd.Command) -> tuple[ev.Event, ...] | Refusal:
    """The events that the command leads to, or why it is refused. Changes nothing."""
    result = play(state, command)
    return result if isinstance(result, Refusal) else result.events


def play(state: State, command: cmd.Command) -> Played | Refusal:
    """Decide a command and apply its events; a refusal leaves the state as it was."""
    try:
        return _DECIDE[type(command)](state, command)
    except MeterMissing as missing:
        return Refusal("meter-not-given", None, {"meter": missing.meter})


def _place_wager(state: State, command: cmd.PlaceWager) -> Played | Refusal:
    result = betting.place(state, command)
    return result if isinstance(result, Refusal) else applied(state, result)


def _no_more_bets(state: State, command: cmd.NoMoreBets) -> Played | Refusal:
    result = betting.close(state)
    return result if isinstance(result, Refusal) else applied(state, result)


def _select(state: State, command: cmd.Select) -> Played | Refusal:
    if state.phase != "initial":
        return Refusal("selection-too-late")
    for i, wager in enumerate(state.wagers):
        if wager.box != command.box or not wager.open or wager.bet not in state.setup.side_bets:
            continue
        if sidebets.selected_outcome(state, wager.bet) == command.device and wager.prize is None:
            if i in state.picked:
                continue
            prize = selection_prize(state, wager)
            if prize is None and state.picked:  # the system picks one box of a table in a round
                return Refusal("box-picked-already", None, {"box": state.wagers[state.picked[0]].box})
            return applied(state, ev.WagerSelected(command.device, i, prize, wager.box))
    return Refusal("selection-has-no-wager", None, {"box": command.box, "device": command.device})


def _deal(state: State, command: cmd.Deal) -> Played | Refusal:
    if state.needs != "card":
        return refuse(state.setup.rules, "deal.order", "no-card-needed", needs=state.needs)
    if state.irregular is not None and (refusal := irregular.held_card(state, command.card)) is not None:
        return refusal
    turn = state.turn
    if turn == DEALER:
        event = made(ev.CardDealt, (command.card, None, 1))
    else:
        hand = state.hands[turn]
        number = state.hand_number(hand) if hand.key else 1
        event = made(ev.CardDealt, (command.card, state.boxes[hand.box].number, number))
    after = card_dealt(state, event)
    settled = _settled_by_card(state, after, turn)
    if settled is None:
        return made(Played, (after, (event,))) if after.needs != "settlement" else finished(after, (event,))
    after = evolve(after, settled)
    events = (event, settled)
    return Played(after, events) if after.needs != "settlement" else finished(after, events)


def _deal_hole_card(state: State, command: cmd.DealHoleCard) -> Played | Refusal:
    return hole_card.deal(state, command) or _with_hole_card(state, ev.HoleCardDealt(), settle.at_interim)


def _peek_hole_card(state: State, command: cmd.PeekHoleCard) -> Played | Refusal:
    return hole_card.peek(state, command) or _with_hole_card(state, ev.HoleCardPeeked(), settle.at_peek)


def _turn_hole_card(state: State, command: cmd.TurnHoleCard) -> Played | Refusal:
    turned = ev.HoleCardTurned(command.card)
    return hole_card.turn(state, command) or _with_hole_card(state, turned, settle.at_dealer_second)


def _with_hole_card(state: State, event: ev.Event, settled: Callable[[State], ev.Settled | None]) -> Played:
    """What happens to the hole card, and what that decides on the spot."""
    after = evolve(state, event)
    return then_settled(after, (event,), settled(after))


def _settled_by_card(before: State, after: State, turn: int) -> ev.Settled | None:
    """What a card decides on the spot."""
    if before.phase == "initial":
        if after.phase == "initial":
            return None
        if before.setup.side_bets or "natural" in [hand.ended for hand in after.hands]:
            return settle.at_interim(after)
        return None
    if before.irregular is not None and _dealt_late(before, turn):
        return settle.at_interim(after)
    if turn == DEALER:
        return settle.at_dealer_second(after) if len(after.dealer) == 2 else None
    hand = after.hands[turn]
    if hand.ended in ("bust", "won") or (before.setup.side_bets and sidebets.any_waits_for_cards(after)):
        return settle.at_hand_end(after, hand)
    return None


def _dealt_late(before: State, turn: int) -> bool:
    """Whether the card belonged to the initial deal, in which its place was passed over."""
    if turn == DEALER:
        return not before.dealer
    return len(before.hands[turn].cards) == 1 and not before.hands[turn].split


def _press(state: State, command: cmd.Press) -> Played | Refusal:
    if command.void:
        return applied(state, ev.PressVoided(command.prize, command.by))
    position = sidebets.pressing(state) if state.needs == "press" else None
    if position is None:
        return Refusal("nobody-presses")
    refusal = _press_refused(state, command, state.wagers[position])
    if refusal is not None:
        return refusal
    prizes = [(position, command.prize)]
    if command.malfunction:  # Melbourne 11.6.4: the panel's amount for this one, a fixed one for those unpaid
        prizes += _unpaid_at_malfunction(with_prize(state, position, command.prize))
    event = ev.PrizeDrawn(tuple(prizes), command.by, command.malfunction)
    after = evolve(state, event)
    return then_settled(after, (event,), settle.at_interim(after))  # each prize is paid before the next press


def _read_meters(state: State, command: cmd.ReadMeters) -> Played | Refusal:
    due = meters_due(state) if state.needs == "meters" else frozenset()
    if not due:
        return Refusal("no-meter-due")
    if set(command.meters) != due or any(value < 0 for value in command.meters.values()):
        return Refusal("other-meters-due", None, {"meters": sorted(due)})
    outcomes = {row.outcome for table in state.setup.side_bets.values() for row in table.rows if row.meter in due}
    if not set(command.others) <= outcomes or any(number < 1 for number in command.others.values()):
        return Refusal("no-such-winners", None, {"outcomes": sorted(command.others)})
    event = ev.MetersRead(command.meters, command.others)
    after = evolve(state, event)
    return then_settled(after, (event,), settle.at_interim(after))


def _unpaid_at_malfunction(state: State) -> list[tuple[int, Cents]]:
    prizes = []
    while (position := sidebets.pressing(state)) is not None:
        prize = state.setup.rules.side_bets[state.wagers[position].bet].malfunction_prize
        prizes.append((position, prize))
        state = with_prize(state, position, prize)
    return prizes


def _press_refused(state: State, command: cmd.Press, wager: Wager) -> Refusal | None:
    table = state.setup.side_bets[wager.bet]
    if command.prize not in {prize for _, prize in table.draws}:
        return Refusal("no-such-prize", table.rows[0].clause, {"table": table.name, "prize": command.prize})
    winners = {w.player for w in state.wagers if w.bet == wager.bet and w.open and sidebets.wins(state, w)}
    if command.by is not None and command.by != wager.player and command.by in winners:
        field = f"side_bets.{wager.bet}.nominee"
        return refuse(state.setup.rules, field, "winner-may-not-press", player=command.by, owner=wager.player)
    return None


def _hand_of_box(state: State, number: int | None) -> Hand | None:
    for hand in state.hands:
        if state.boxes[hand.box].number == number:
            return hand
    return None


def _offer(state: State, number: int | None, player: str | None) -> tuple[Hand, Box, str] | Refusal:
    """The box, its first hand and the player that an offer before play is for."""
    hand = _hand_of_box(state, number)
    if hand is None or len(hand.cards) < (1 if state.phase == "offers" else 2):
        return refuse(state.setup.rules, "deal.order", "box-has-no-cards", box=number)
    box = state.boxes[hand.box]
    return hand, box, player or box.control


def _insure(state: State, command: cmd.Insure) -> Played | Refusal:
    offer = _offer(state, command.box, command.player)
    if isinstance(offer, Refusal):
        return offer
    hand, box, player = offer
    if command.amount <= 0:
        return refuse(state.setup.rules, "insurance.at_most", "insurance-of-nothing")
    refusal = legal.insure(state, hand, player, command.amount, command.late)
    return refusal or applied(state, ev.Insured(box.number, player, command.amount, command.late))


def _even_money(state: State, command: cmd.EvenMoney) -> Played | Refusal:
    offer = _offer(state, command.box, command.player)
    if isinstance(offer, Refusal):
        return offer
    hand, box, player = offer
    refusal = legal.even_money(state, hand, player)
    return refusal or applied(state, ev.EvenMoneyTaken(box.number, player, settle.even_money(state, hand, player)))


def _surrender(state: State, command: cmd.Surrender) -> Played | Refusal:
    rules = state.setup.rules
    events: tuple[ev.Event, ...] = ()
    if state.needs == "offers" and rules.surrender.offered != "before-play":
        events = (ev.OffersClosed(),)  # it belongs to a box's turn, so what is offered to all is closed by it
        state = evolve(state, events[0])
    if state.needs not in ("offers", "decision"):
        return refuse(rules, "surrender.offered", "no-surrender-now")
    hand = state.hand if command.box is None else _hand_of_box(state, command.box)
    if hand is None:
        return refuse(rules, "deal.order", "box-not-in-play", box=command.box)
    box = state.boxes[hand.box]
    if state.needs == "decision" and hand is not state.hand:
        return refuse(rules, "deal.decisions", "not-in-turn", box=box.number)
    if command.player not in (None, box.control):
        return not_controller(rules, "surrender.whole_box", box, command.player)
    refusal = legal.surrender(state, hand)
    if refusal is not None:
        return refusal
    event = ev.Surrendered(box.number, box.control)
    return after_decision(evolve(state, event), (*events, event))


def _close_offers(state: State, command: cmd.CloseOffers) -> Played | Refusal:
    if state.needs not in OFFER_NEEDS:
        return Refusal("nothing-on-offer", None, {"needs": state.needs})
    return applied(state, ev.OffersClosed())


def _hit(state: State, command: cmd.Hit) -> Played | Refusal:
    return decided(state, command, legal.hit, lambda s, hand, box: ev.CardCalled(box.number, s.hand_number(hand)))


def _stand(state: State, command: cmd.Stand) -> Played | Refusal:
    return decided(state, command, legal.stand, lambda s, hand, box: ev.Stood(box.number, s.hand_number(hand)))


def _double(state: State, command: cmd.Double) -> Played | Refusal:
    def doubled(state: State, hand: Hand, box: Box) -> ev.Doubled | Refusal:
        amount = _double_amount(state, hand, box.control, command.amount)
        if isinstance(amount, Refusal):
            return amount
        token = token_pays_double(state.rules)
        return ev.Doubled(box.number, state.hand_number(hand), box.control, amount, token)

    return decided(state, command, legal.double, doubled)


def _double_amount(state: State, hand: Hand, player: str, amount: Cents | None) -> Cents | Refusal:
    """What a player adds to a doubled hand: the whole wager there, or less where the rules allow it."""
    rules = state.setup.rules
    base = state.base(hand, player)
    if base is None:
        return refuse(rules, "double.sharers", "double-has-no-wager", player=player)
    if amount is None or amount == base.worth:
        return base.worth
    if token_pays_double(rules):
        return refuse(rules, "double.paid_by", "token-is-whole-wager", worth=base.worth)
    if amount <= 0 or amount > base.worth:
        return refuse(rules, "double.for_less", "double-is-too-much", worth=base.worth, amount=amount)
    if not rules.double.for_less:
        return refuse(rules, "double.for_less", "double-is-exact", worth=base.worth, amount=amount)
    return amount


def _split(state: State, command: cmd.Split) -> Played | Refusal:
    def split(state: State, hand: Hand, box: Box) -> ev.HandSplit:
        original = state.original(box.number, box.control)
        assert original is not None
        token = split_by_token(state, hand)
        return ev.HandSplit(box.number, state.hand_number(hand), box.control, original.staked, token)

    return decided(state, command, legal.split, split)


def split_by_token(state: State, hand: Hand) -> bool:
    """Whether the house pays for the new hand of this split (Melbourne 29.8.1)."""
    return token_pays_split(state.setup.rules, hand.cards[0].value)


def _join(state: State, command: cmd.Join) -> Played | Refusal:
    rules = state.setup.rules
    if state.needs != "join":
        return refuse(rules, "double.sharers", "nothing-to-join")
    may = joiners(state)
    player = command.player if command.player is not None else may[0] if len(may) == 1 else None
    if player not in may:
        code = "player-may-not-join" if player else "nobody-named-to-join"
        return refuse(rules, f"{state.joining}.sharers", code, player=player, called=state.joining)
    assert player is not None
    if state.joining == "double":
        amount = _double_amount(state, state.hand, player, command.amount)
        if isinstance(amount, Refusal):
            return amount
        token = token_pays_double(rules)
        return applied(state, ev.Joined(player, amount, token))
    original = state.original(state.box.number, player)
    assert original is not None
    if command.amount not in (None, original.staked):
        return refuse(rules, "split.sharers", "split-joined-in-full", player=player, amount=original.staked)
    return applied(state, ev.Joined(player, original.staked, split_by_token(state, state.hand)))


def _rescue(state: State, command: cmd.Rescue) -> Played | Refusal:
    if state.needs != "rescue":
        return refuse(state.setup.rules, "double.rescue", "only-doubled-rescued")
    hand = state.hand
    may = [wager.player for _, wager in state.on_hand(hand) if wager.bet == "double"]
    player = command.player or (may[0] if len(may) == 1 else state.box.control)
    refusal = legal.rescue(state, hand, player)
    if refusal is not None:
        return refusal
    lines = settle.rescue(state, hand, player)
    return applied(state, ev.Rescued(state.box.number, state.hand_number(hand), player, lines))


_DECIDE: dict[type, Callable[[State, Any], Played | Refusal]] = {
    cmd.PlaceWager: _place_wager,
    cmd.NoMoreBets: _no_more_bets,
    cmd.Select: _select,
    cmd.Deal: _deal,
    cmd.DealHoleCard: _deal_hole_card,
    cmd.PeekHoleCard: _peek_hole_card,
    cmd.TurnHoleCard: _turn_hole_card,
    cmd.Press: _press,
    cmd.ReadMeters: _read_meters,
    cmd.Insure: _insure,
    cmd.EvenMoney: _even_money,
    cmd.Surrender: _surrender,
    cmd.CloseOffers: _close_offers,
    cmd.Hit: _hit,
    cmd.Stand: _stand,
    cmd.Double: _double,
    cmd.Split: _split,
    cmd.Join: _join,
    cmd.Rescue: _rescue,
    **RULINGS,
}
