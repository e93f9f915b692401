"""Other players at the table, who follow a fixed plan."""

from __future__ import annotations

from cutcard.engine import Command, State
from cutcard.engine.choices import Choice

NAMES = ("ann", "bob", "cal", "dee", "eli", "fay", "gus", "hal")
WEAK = range(2, 7)  # the dealer's first cards against which they stand on a stiff hand


class Other:
    """A player who hits or stands by the total alone, and never insures, doubles, splits or surrenders.

    Soft hands draw to 18. Hard ones draw to 17, but only to 12 against a dealer's 2 to 6.
    """

    def answer(self, state: State, given: tuple[Choice, ...]) -> Command | None:
        if state.needs != "decision":
            return None
        allowed: dict[str, Choice] = {choice.act: choice for choice in given if choice.allowed}
        enough = 18 if state.hand.soft else 12 if state.up_card.value in WEAK else 17
        first = "stand" if state.hand.total >= enough else "hit"
        return next(allowed[act] for act in (first, "stand", "hit") if act in allowed).command()

    def leave(self) -> None:
        """Does nothing: they always stay to the end of the round."""
