"""Other players at the table: plain souls with one fixed way of playing."""

from __future__ import annotations

from cutcard.engine import CloseOffers, Command, State
from cutcard.engine.choices import Act, choices

NAMES = ("ann", "bob", "cal", "dee", "eli", "fay", "gus", "hal")
WEAK = range(2, 7)  # the dealer's first cards against which they leave a stiff hand alone


def plain_play(state: State) -> Command:
    """What they do: hit or stand by the total alone; never insure, double, split or give up.

    Soft hands draw to 18. Hard ones draw to 17, but only to 12 against a dealer's 2 to 6.
    """
    if state.needs != "decision":
        return CloseOffers()
    allowed = {choice.act: choice for choice in choices(state) if choice.allowed}
    hand = state.hand
    enough = 18 if hand.soft else 12 if state.up_card.value in WEAK else 17
    wish: Act = "stand" if hand.total >= enough else "hit"
    return next(allowed[act] for act in (wish, "stand", "hit") if act in allowed).command()
