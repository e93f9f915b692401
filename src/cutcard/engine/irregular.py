"""When the deal goes wrong: cards burned, drawn too early or refused, places passed over, wagers taken back.

What each document makes of a mistake is data of its rulebook (`rules.misdeal`). Whether somebody may rule so, and that
a card belongs to the mistake that was reported, is the table's business; here is what the round makes of the ruling.
"""

from __future__ import annotations

from cutcard.cards import Card
from cutcard.engine import commands as cmd
from cutcard.engine import events as ev
from cutcard.engine import legal
from cutcard.engine.flow import initial_over, next_dealt, next_turn, second_pass
from cutcard.engine.state import DEALER, Hand, Irregular, State, ended, moved
from cutcard.refusals import Refusal


def of(state: State) -> Irregular:
    """What has gone out of order so far."""
    return state.irregular if state.irregular is not None else Irregular()


def _refuse(state: State, field: str, code: str, **facts: object) -> Refusal:
    """A refusal by a field that a book of your own may leave out, and then has no clause for."""
    return Refusal(code, state.rules.clauses.get(f"misdeal.{field}"), facts)


def clause_of(state: State, field: str, given: str = "") -> str:
    """The clause by which a mistake is dealt with: the one given, or that of the book."""
    return given or state.rules.clauses.get(f"misdeal.{field}", "")


# ---------------------------------------------------------------------------------------------------- whether it may be


def burn(state: State, command: cmd.Burn) -> Refusal | None:
    return Refusal("no-cards-out", command.clause) if state.phase == "wagers" else None


def draw_in_error(state: State, command: cmd.DrawInError) -> Refusal | None:
    if state.phase == "wagers":
        return Refusal("no-cards-out", command.clause)
    if state.phase != "over":
        return None
    if command.card is None and state.rules.misdeal.dealer_unexposed != "next":
        return _refuse(state, "dealer_unexposed", "card-not-next")
    if command.card is not None and state.rules.misdeal.dealer_exposed != "next":
        return _refuse(state, "dealer_exposed", "card-not-next")
    return None


def set_aside(state: State, command: cmd.SetAside) -> Refusal | None:
    if state.phase == "wagers":
        return Refusal("no-cards-out", command.clause)
    if state.rules.misdeal.dealer_unexposed != "first-of-next-round":
        return _refuse(state, "dealer_unexposed", "card-not-set-aside")
    return None


def refuse_card(state: State, hand: Hand) -> Refusal | None:
    """Whether the player in turn may refuse the card that would come to them."""
    if not state.rules.misdeal.refusable:
        return _refuse(state, "refusable", "card-not-refused")
    if not state.held:
        return _refuse(state, "refusable", "no-card-to-refuse")
    return legal.stand(state, hand)  # Sydney 10.2: a low total takes what comes


def skip_place(state: State, command: cmd.SkipPlace) -> Refusal | None:
    if state.phase != "initial" or state.needs != "card":
        return _refuse(state, "place_skipped", "place-skipped-in-initial-deal")
    if command.box is None and (
        state.rules.misdeal.no_dealer_card == "reconstruct" or state.rules.dealer.hole_card != "none"
    ):
        return _refuse(state, "no_dealer_card", "place-not-skipped")
    if command.box is not None and state.rules.misdeal.place_skipped == "reconstruct":
        return _refuse(state, "place_skipped", "place-not-skipped")
    due = None if state.turn == DEALER else state.box.number
    if command.box != due:
        return legal.refuse(state.rules, "deal.order", "other-place-is-due", box=due, other=command.box)
    return None


def dealer_card(state: State) -> Refusal | None:
    """Whether the player in turn may say when the dealer takes the first card."""
    if state.rules.misdeal.no_dealer_card != "player-chooses":
        return _refuse(state, "no_dealer_card", "no-dealer-card-called")
    if state.dealer or state.phase == "initial":
        return _refuse(state, "no_dealer_card", "dealer-has-a-card")
    return None


def held_card(state: State, card: Card) -> Refusal | None:
    """Whether another card is dealt than the one that was drawn too early."""
    first = state.held[0] if state.held else None
    if first is None or first == card:
        return None
    return legal.refuse(state.rules, "deal.order", "held-card-is-next", held=first.text, card=card.text)


# ------------------------------------------------------------------------------------------------ how the round goes on


def drawn_in_error(state: State, event: ev.CardDrawnInError) -> State:
    irregular = of(state)
    return state._replace(irregular=irregular._replace(held=(*irregular.held, event.card)))


def card_refused(state: State, event: ev.CardRefused) -> State:
    irregular = of(state)
    state = state._replace(irregular=irregular._replace(refused=irregular.refused | {event.player}))
    return next_turn(state.with_hand(state.turn, ended(state.hand, "stood")), state.turn)


def place_skipped(state: State, event: ev.PlaceSkipped) -> State:
    irregular = of(state)
    state = state._replace(irregular=irregular._replace(skipped=(*irregular.skipped, event.box)))
    if event.box is None:
        return moved(state, "initial", "card", next_dealt(state.hands, 0))
    following = next_dealt(state.hands, state.turn + 1)
    if following == DEALER and second_pass(state):
        return initial_over(state)
    return moved(state, "initial", "card", following)


def dealer_card_called(state: State, event: ev.DealerCardCalled) -> State:
    if event.now:
        return moved(state, "play", "card", DEALER)
    return state._replace(irregular=of(state)._replace(dealer_after=state.hand.box))
