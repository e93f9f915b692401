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
from typing import Any, NamedTuple

from cutcard.engine import betting, irregular, legal, settle, sidebets, void
from cutcard.engine import commands as cmd
from cutcard.engine import events as ev
from cutcard.engine.copying import made
from cutcard.engine.evolve import card_dealt, evolve, with_prize
from cutcard.engine.flow import joiners, second_pass
from cutcard.engine.legal import refuse
from cutcard.engine.sidebets.pay import MeterMissing, selection_prize
from cutcard.engine.state import DEALER, OFFER_NEEDS, Box, Hand, State, Wager
from cutcard.hand_rules import token_pays_double, token_pays_split
from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.rulebooks.schema import Rules

HandCommand = cmd.Hit | cmd.Stand | cmd.Double | cmd.Split | cmd.RefuseCard


class Played(NamedTuple):
    """The events that a command led to, and the state after them."""

    state: State
    events: tuple[ev.Event, ...]


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


def _apply(state: State, *events: ev.Event) -> Played:
    for event in events:
        state = evolve(state, event)
    if state.needs == "settlement":
        return _finish(state, events)
    return Played(state, events)


def _finish(state: State, events: tuple[ev.Event, ...]) -> Played:
    """Settle what is left and end the round."""
    last = settle.at_end(state)
    if last is not None:
        state = evolve(state, last)
        events = (*events, last)
    ended = ev.RoundEnded()
    return Played(evolve(state, ended), (*events, ended))


def _place_wager(state: State, command: cmd.PlaceWager) -> Played | Refusal:
    result = betting.place(state, command)
    return result if isinstance(result, Refusal) else _apply(state, result)


def _no_more_bets(state: State, command: cmd.NoMoreBets) -> Played | Refusal:
    result = betting.close(state)
    return result if isinstance(result, Refusal) else _apply(state, result)


def _select(state: State, command: cmd.Select) -> Played | Refusal:
    if state.phase != "initial":
        return Refusal("selection-too-late")
    for i, wager in enumerate(state.wagers):
        if wager.box != command.box or not wager.open or wager.bet not in state.setup.side_bets:
            continue
        if sidebets.selected_outcome(state, wager.bet) == command.device and wager.prize is None:
            prize = selection_prize(state, wager)
            return _apply(state, ev.WagerSelected(command.device, i, prize, wager.box))
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
        return made(Played, (after, (event,))) if after.needs != "settlement" else _finish(after, (event,))
    after = evolve(after, settled)
    events = (event, settled)
    return Played(after, events) if after.needs != "settlement" else _finish(after, events)


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
        return _apply(state, ev.PressVoided(command.prize, command.by))
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
    return _then(after, (event,), settle.at_interim(after))  # each prize is paid before the next press


def _then(state: State, events: tuple[ev.Event, ...], settled: ev.Settled | None) -> Played:
    if settled is not None:
        state, events = evolve(state, settled), (*events, settled)
    return Played(state, events) if state.needs != "settlement" else _finish(state, events)


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
    return refusal or _apply(state, ev.Insured(box.number, player, command.amount, command.late))


def _even_money(state: State, command: cmd.EvenMoney) -> Played | Refusal:
    offer = _offer(state, command.box, command.player)
    if isinstance(offer, Refusal):
        return offer
    hand, box, player = offer
    refusal = legal.even_money(state, hand, player)
    return refusal or _apply(state, ev.EvenMoneyTaken(box.number, player, settle.even_money(state, hand, player)))


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
        return _not_controller(rules, "surrender.whole_box", box, command.player)
    refusal = legal.surrender(state, hand)
    if refusal is not None:
        return refusal
    event = ev.Surrendered(box.number, box.control)
    return _after_decision(evolve(state, event), (*events, event))


def _after_decision(state: State, events: tuple[ev.Event, ...]) -> Played:
    """Side bets that wait for a box's third card are decided when it takes none."""
    settled = None
    if state.setup.side_bets and state.needs != "settlement" and sidebets.any_waits_for_cards(state):
        settled = settle.at_hand_end(state)
    return _then(state, events, settled)


def _close_offers(state: State, command: cmd.CloseOffers) -> Played | Refusal:
    if state.needs not in OFFER_NEEDS:
        return Refusal("nothing-on-offer", None, {"needs": state.needs})
    return _apply(state, ev.OffersClosed())


def _turn(state: State, command: HandCommand) -> tuple[State, tuple[ev.Event, ...], Hand, Box] | Refusal:
    """The hand that a decision is for, once offers before play are closed by it; or why it is out of turn."""
    events: tuple[ev.Event, ...] = ()
    if state.needs == "offers":
        events = (ev.OffersClosed(),)
        state = evolve(state, events[0])
    rules = state.setup.rules
    if state.needs != "decision":
        return refuse(rules, "deal.decisions", "no-hand-to-act", needs=state.needs)
    hand = state.hands[state.turn]
    box = state.boxes[hand.box]
    number, hand_number, player = command.box, command.hand, command.player
    if number is not None and number != box.number:
        return refuse(rules, "deal.decisions", "other-box-in-turn", box=box.number, other=number)
    if hand_number is not None and hand_number != state.hand_number(hand):
        facts = {"hand": state.hand_number(hand), "box": box.number, "other": hand_number}
        return refuse(rules, "deal.decisions", "hand-not-in-turn", **facts)
    if player is not None and player != box.control:
        return _not_controller(rules, "box.control", box, player)
    return state, events, hand, box


def _not_controller(rules: Rules, field: str, box: Box, player: str | None) -> Refusal:
    return refuse(rules, field, "not-controller", controller=box.control, box=box.number, player=player)


def _decided(
    state: State,
    command: HandCommand,
    refused: Callable[[State, Hand], Refusal | None],
    event_of: Callable[[State, Hand, Box], ev.Event | Refusal],
) -> Played | Refusal:
    """A decision on the hand in turn: out of turn, not allowed, or the event that comes of it."""
    turn = _turn(state, command)
    if isinstance(turn, Refusal):
        return turn
    state, events, hand, box = turn
    refusal = refused(state, hand)
    if refusal is not None:
        return refusal
    event = event_of(state, hand, box)
    if isinstance(event, Refusal):
        return event
    return _after_decision(evolve(state, event), (*events, event))


def _hit(state: State, command: cmd.Hit) -> Played | Refusal:
    return _decided(state, command, legal.hit, lambda s, hand, box: ev.CardCalled(box.number, s.hand_number(hand)))


def _stand(state: State, command: cmd.Stand) -> Played | Refusal:
    return _decided(state, command, legal.stand, lambda s, hand, box: ev.Stood(box.number, s.hand_number(hand)))


def _double(state: State, command: cmd.Double) -> Played | Refusal:
    def doubled(state: State, hand: Hand, box: Box) -> ev.Doubled | Refusal:
        amount = _double_amount(state, hand, box.control, command.amount)
        if isinstance(amount, Refusal):
            return amount
        token = token_pays_double(state.rules)
        return ev.Doubled(box.number, state.hand_number(hand), box.control, amount, token)

    return _decided(state, command, legal.double, doubled)


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

    return _decided(state, command, legal.split, split)


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
        return _apply(state, ev.Joined(player, amount, token))
    original = state.original(state.box.number, player)
    assert original is not None
    if command.amount not in (None, original.staked):
        return refuse(rules, "split.sharers", "split-joined-in-full", player=player, amount=original.staked)
    return _apply(state, ev.Joined(player, original.staked, split_by_token(state, state.hand)))


def _rescue(state: State, command: cmd.Rescue) -> Played | Refusal:
    if state.needs != "rescue":
        return refuse(state.setup.rules, "double.rescue", "only-doubled-rescued")
    hand = state.hand
    player = command.player or state.box.control
    refusal = legal.rescue(state, hand, player)
    if refusal is not None:
        return refusal
    lines = settle.rescue(state, hand, player)
    return _apply(state, ev.Rescued(state.box.number, state.hand_number(hand), player, lines))


def _void_wagers(state: State, command: cmd.VoidWagers) -> Played | Refusal:
    if state.needs in ("wagers", "nothing"):
        return Refusal("wagers-not-in-play", command.clause)
    lines = void.of_player(state, command.player, command.clause)
    if not lines:
        return Refusal("nothing-to-void", command.clause, {"player": command.player})
    return _without(state, ev.WagersVoided(command.player, command.clause, lines))


def _without(state: State, event: ev.WagersVoided | ev.WagerWithdrawn | ev.BoxNotDealt | ev.PlaceSkipped) -> Played:
    """The round goes on without some wagers or cards, which may be what completes the initial deal."""
    after = evolve(state, event)
    early = ("initial", "draws")
    if state.phase in early and after.phase not in early and after.dealer:  # the initial deal is complete by this
        return _then(after, (event,), settle.at_interim(after))
    return _after_decision(after, (event,)) if after.phase not in early else Played(after, (event,))


def _void_round(state: State, command: cmd.VoidRound) -> Played | Refusal:
    over = state.needs == "nothing"
    if state.needs == "wagers" or over != command.late or (over and state.void):
        return Refusal("round-not-played", command.clause)
    event = ev.RoundVoided(
        command.clause,
        command.settled_by,
        command.refund,
        command.forfeits,
        command.undone,
        void.of_round(state, command),
        command.lost_back,
        command.late,
        command.stands,
    )
    if over:
        return Played(evolve(state, event), (event,))
    return Played(evolve(evolve(state, event), ev.RoundEnded()), (event, ev.RoundEnded()))


# ----------------------------------------------------------------------------------------- when the deal has gone wrong


def _burn(state: State, command: cmd.Burn) -> Played | Refusal:
    return irregular.burn(state, command) or Played(state, (ev.CardDiscarded(command.card, command.clause),))


def _draw_in_error(state: State, command: cmd.DrawInError) -> Played | Refusal:
    refusal = irregular.draw_in_error(state, command)
    return refusal or _apply(state, ev.CardDrawnInError(command.card, command.clause))


def _set_aside(state: State, command: cmd.SetAside) -> Played | Refusal:
    return irregular.set_aside(state, command) or Played(state, (ev.CardSetAside(command.clause),))


def _refuse_card(state: State, command: cmd.RefuseCard) -> Played | Refusal:
    return _decided(
        state,
        command,
        irregular.refuse_card,
        lambda s, hand, box: ev.CardRefused(box.number, s.hand_number(hand), box.control),
    )


def _skip_place(state: State, command: cmd.SkipPlace) -> Played | Refusal:
    refusal = irregular.skip_place(state, command)
    if refusal is not None:
        return refusal
    field = "no_dealer_card" if command.box is None else "place_skipped"
    clause = irregular.clause_of(state, field, command.clause)
    if command.box is not None and second_pass(state) and not state.hand.cards:
        return _without(state, ev.BoxNotDealt(command.box, clause, void.of_box(state, command.box, clause)))
    return _without(state, ev.PlaceSkipped(command.box, clause))


def _withdraw_wager(state: State, command: cmd.WithdrawWager) -> Played | Refusal:
    if state.needs in ("wagers", "nothing"):
        return Refusal("wagers-not-in-play", command.clause or None)
    chosen = state.needs == "withdraw" and state.box.number == command.box
    clause = irregular.clause_of(state, "one_card", command.clause)
    if not chosen and not command.clause:
        return Refusal("wager-not-withdrawn", clause or None, {"player": command.player, "box": command.box})
    lines = void.of_player(state, command.player, clause, command.box)
    if not any(state.wagers[line.wager].player == command.player for line in lines):
        return Refusal("nothing-to-void", clause, {"player": command.player})
    return _without(state, ev.WagerWithdrawn(command.box, command.player, clause, lines))


def _deal_dealer_card(state: State, command: cmd.DealDealerCard) -> Played | Refusal:
    if state.needs not in ("decision", "withdraw"):
        return refuse(state.rules, "deal.decisions", "no-hand-to-act", needs=state.needs)
    box = state.box
    if command.box not in (None, box.number):
        return refuse(state.rules, "deal.decisions", "other-box-in-turn", box=box.number, other=command.box)
    if command.player not in (None, box.control):
        return _not_controller(state.rules, "box.control", box, command.player)
    refusal = irregular.dealer_card(state)
    return refusal or _apply(state, ev.DealerCardCalled(box.number, box.control, command.now))


def _pass_control(state: State, command: cmd.PassControl) -> Played | Refusal:
    box = next((one for one in state.boxes if one.number == command.box), None)
    if state.needs in ("wagers", "nothing") or box is None:
        return Refusal("box-not-played", command.clause, {"box": command.box})
    at_stake = (w for w in state.wagers if w.open and w.box == command.box and w.bet in ("main", "split"))
    if command.player == box.control or command.player not in {wager.player for wager in at_stake}:
        return Refusal("control-passes-on", command.clause, {"player": command.player, "box": command.box})
    return _apply(state, ev.ControlPassed(command.box, command.player, command.clause))


_DECIDE: dict[type, Callable[[State, Any], Played | Refusal]] = {
    cmd.PlaceWager: _place_wager,
    cmd.NoMoreBets: _no_more_bets,
    cmd.Select: _select,
    cmd.Deal: _deal,
    cmd.Press: _press,
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
    cmd.VoidWagers: _void_wagers,
    cmd.VoidRound: _void_round,
    cmd.Burn: _burn,
    cmd.DrawInError: _draw_in_error,
    cmd.SetAside: _set_aside,
    cmd.RefuseCard: _refuse_card,
    cmd.SkipPlace: _skip_place,
    cmd.WithdrawWager: _withdraw_wager,
    cmd.DealDealerCard: _deal_dealer_card,
    cmd.PassControl: _pass_control,
}
