"""The program `cutcard`, but its shuffling devices give all sevens first, suit by suit, so that jackpots are won.

`python rigged_service.py serve …` is `cutcard serve …`. A device mixes its cards when one is asked for in a round, so
the first sevens may be drawn there, and the next round begins with those that are left.
"""

from __future__ import annotations

from cutcard.cards import Card
from cutcard.cli import main
from cutcard.floor import floor as floors
from cutcard.floor.house_dealer import with_randomness
from cutcard.table import Command, ReturnDiscards, Shuffle, TableState


def rigged(state: TableState, command: Command) -> Command:
    """Chance as ever, and sevens in front where the table is in a link."""
    given = with_randomness(state, command)
    if not isinstance(given, Shuffle | ReturnDiscards) or not state.links:
        return given
    sevens: list[Card] = sorted((card for card in given.order if card.rank == "7"), key=lambda card: card.suit)
    return given._replace(order=(*sevens, *(card for card in given.order if card.rank != "7")))


if __name__ == "__main__":
    vars(floors)["with_randomness"] = rigged  # every floor takes it from here
    main()
