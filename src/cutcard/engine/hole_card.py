"""The dealer's hole card: it lies face down, may be looked at under a ten-value card or an ace, and is turned.

The round does not know its face before it is turned, so that nothing that is made of a round can give it away.
"""

from __future__ import annotations

from cutcard.cards import Card
from cutcard.engine import commands as cmd
from cutcard.engine import events as ev
from cutcard.engine.flow import dealer_next, initial_over, next_turn
from cutcard.engine.legal import refuse
from cutcard.engine.state import DEALER, State, moved
from cutcard.refusals import Refusal

FIELD = "dealer.hole_card"


# ---------------------------------------------------------------------------------------------------- whether it may be


def deal(state: State, command: cmd.DealHoleCard) -> Refusal | None:
    return None if state.needs == "hole-card" else refuse(state.rules, FIELD, "no-hole-card-due", needs=state.needs)


def peek(state: State, command: cmd.PeekHoleCard) -> Refusal | None:
    return None if state.needs == "peek" else refuse(state.rules, FIELD, "no-peek-due", needs=state.needs)


def turn(state: State, command: cmd.TurnHoleCard) -> Refusal | None:
    """Whether the hole card may be turned now, and be this one after what the dealer has said of it."""
    if state.needs not in ("peek", "turn"):
        return refuse(state.rules, FIELD, "hole-card-not-turned", needs=state.needs)
    natural = makes_natural(state, command.card)
    facts = {"natural": state.rules.natural.name, "card": command.card.text}
    if state.needs == "peek" and not natural:
        return refuse(state.rules, FIELD, "turned-only-for-natural", **facts)
    if state.hole == "peeked" and natural:
        return refuse(state.rules, FIELD, "natural-was-denied", **facts)
    return None


def makes_natural(state: State, card: Card) -> bool:
    """Whether a card makes a natural with the dealer's first one."""
    return {state.up_card.value, card.value} == {1, 10}


def looked_at(state: State, card: Card) -> cmd.PeekHoleCard | cmd.TurnHoleCard:
    """What a dealer does who has this card in the hole, when it is due to be looked at or turned."""
    if state.needs == "peek" and not makes_natural(state, card):
        return cmd.PeekHoleCard()
    return cmd.TurnHoleCard(card)


# ------------------------------------------------------------------------------------------------ how the round goes on


def dealt(state: State, event: ev.HoleCardDealt) -> State:
    if state.irregular is not None and state.irregular.held:
        state = state._replace(irregular=state.irregular._replace(held=state.irregular.held[1:]))
    return initial_over(state._replace(hole="down"))


def peeked(state: State, event: ev.HoleCardPeeked) -> State:
    return next_turn(state._replace(hole="peeked"), 0)


def turned(state: State, event: ev.HoleCardTurned) -> State:
    card = event.card
    natural = state.phase == "peek"
    state = state._replace(
        hole="",
        dealer=(*state.dealer, card),
        dealer_hard=state.dealer_hard + card.value,
        dealer_aces=state.dealer_aces + (card.value == 1),
    )
    if natural:
        return moved(state, "dealer", "settlement", DEALER)
    return dealer_next(moved(state, "dealer", "card", DEALER))
