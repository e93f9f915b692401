"""The program `cutcard`, but its shuffling devices often give sevens of spades first, so that jackpots are won.

`python rigged_service.py serve …` is `cutcard serve …`. Two boxes of a linked table win a tenth of Blazing 7's then, at
the same time where both have the wager.
"""

from __future__ import annotations

from random import SystemRandom

from cutcard.cards import Card
from cutcard.cards import card as read
from cutcard.cli import main
from cutcard.floor import floor as floors
from cutcard.floor.house_dealer import with_randomness
from cutcard.table import Command, ReturnDiscards, Shuffle, TableState

SEVEN = read("7s")
OFTEN = 0.5  # of the times that cards are mixed
_random = SystemRandom()


def rigged(state: TableState, command: Command) -> Command:
    """Chance as ever, and sevens in front where the table is in a link."""
    given = with_randomness(state, command)
    if not isinstance(given, Shuffle | ReturnDiscards) or not state.links or _random.random() > OFTEN:
        return given
    rest: list[Card] = [card for card in given.order if card != SEVEN]
    return given._replace(order=(*[SEVEN] * (len(given.order) - len(rest)), *rest))


if __name__ == "__main__":
    vars(floors)["with_randomness"] = rigged  # every floor takes it from here
    main()
