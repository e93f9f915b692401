"""How the hand of a player who does not act, or is not there, is played for them."""

from __future__ import annotations

from cutcard.engine import legal
from cutcard.engine.commands import CloseOffers, Hit, Stand
from cutcard.engine.state import OFFER_NEEDS, State


def absent_play(state: State) -> Hit | Stand | CloseOffers:
    """The command by which the round goes on without the player it waits for.

    What is on offer simply closes. A hand draws until it has the soft or the hard total on which the book lets it
    stand. Who may order this, and after how long, is the table's business: `rules.idle.ordered_by`.
    """
    if state.needs in OFFER_NEEDS:
        return CloseOffers()
    if state.needs != "decision":
        raise ValueError(f"the round waits for no player, but for {state.needs}")
    hand = state.hand
    box, number = state.box.number, state.hand_number(hand)
    idle = state.rules.idle
    enough = hand.total >= (idle.soft if hand.soft else idle.hard)
    if enough or legal.hit(state, hand) is not None:
        return Stand(box, number)
    return Hit(box, number)
