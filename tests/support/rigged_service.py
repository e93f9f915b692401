"""The program `cutcard`, but its shuffling devices give sevens first, so that jackpots are won.

`python rigged_service.py serve …` is `cutcard serve …`. A device mixes its cards when one is asked for in a round, so
the first sevens may be drawn there, and the next round begins with those that are left.

With a folder in `MOMENTS` it stops at a moment that is wished for there, until it is killed or may go on, so that a
test can kill it or its database just then: see `Moments`.
"""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection

from cutcard.cards import Card
from cutcard.cli import main
from cutcard.floor import floor as floors
from cutcard.floor.house_dealer import with_randomness
from cutcard.store.append import Batch
from cutcard.store.store import Answer, Store
from cutcard.table import Command, ReturnDiscards, Shuffle, TableState

MOMENTS = "MOMENTS"
WON, PAYING = "won", "paying"  # a prize is locked and nothing else was done yet; its payment is about to be committed
WAITS_S = 300.0
Writing = Callable[[], AbstractContextManager[Connection]]


def rigged(state: TableState, command: Command) -> Command:
    """Chance as ever, and sevens in front where the table is in a link."""
    given = with_randomness(state, command)
    if not isinstance(given, Shuffle | ReturnDiscards) or not state.links:
        return given
    front = stacked([card for card in given.order if card.rank == "7"], len(state.seats) + 1)
    return given._replace(order=(*front, *(card for card in given.order if card.rank != "7")))


def stacked(sevens: list[Card], every: int) -> list[Card]:
    """Sevens in such an order that a player has two of the dealer's suit, wherever among them a round begins.

    Every so many cards it is the same player's turn, or the dealer's. Two neighbours among them have the same suit, and
    the same suits come again after them, as long as there are any.
    """
    left = {suit: [card for card in sevens if card.suit == suit] for suit in sorted({card.suit for card in sevens})}
    front: list[Card] = []
    while left:
        suits = [suit for suit in left for _ in range(2)][:every]
        for place in itertools.count():
            suit = suits[place % len(suits)]
            if not left[suit]:
                break
            front.append(left[suit].pop())
        left.pop(suit)
    return front


class Moments:
    """Where this process stops: a file named after the moment is the wish, and `there` in its place says who stands."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.append = Store.append_checked

    def appended(self, store: Store, batches: Sequence[Batch], writing: Writing) -> list[Answer]:
        """The same as the store's own, but it may stop before the commit or after it."""
        pays = _has(batches, "PrizePaid")
        answers = self.append(store, batches, (lambda: self.held(writing)) if pays else writing)
        if _has(batches, "PrizeWon"):
            self.stop(WON)
        return answers

    @contextmanager
    def held(self, writing: Writing) -> Iterator[Connection]:
        with writing() as connection:
            yield connection
            self.stop(PAYING)

    def stop(self, moment: str) -> None:
        there = self.folder / "there"
        with suppress(FileNotFoundError):  # nobody wishes it, or another process has come first
            (self.folder / moment).rename(there)
            there.write_text(str(os.getpid()))
            until = time.monotonic() + WAITS_S
            while there.exists() and time.monotonic() < until:
                time.sleep(0.005)


def _has(batches: Sequence[Batch], event: str) -> bool:
    return any(
        f'"is":"{event}"' in one.payload
        for batch in batches
        for part in batch.parts
        if part.stream.startswith("link:")
        for one in part.events
    )


if __name__ == "__main__":
    vars(floors)["with_randomness"] = rigged  # every floor takes it from here
    if os.environ.get(MOMENTS):
        moments = Moments(Path(os.environ[MOMENTS]))
        Store.append_checked = lambda *given: moments.appended(*given)  # type: ignore[method-assign]
    main()
