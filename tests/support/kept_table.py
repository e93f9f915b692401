"""A table for tests of which every event is in a store."""

from __future__ import annotations

from typing import Any

from cutcard.engine import Refusal
from cutcard.floor.blocking import BlockingFloor
from cutcard.store import Store
from cutcard.table import Acted, Command, Person
from support.carded import known
from support.stacked_shoes import as_given
from support.tables import Table

PEOPLE = ("ann", "bea", "bob", "cal", "cat", "cem", "dan", "eve")  # who plays at it


class Kept(Table):
    """A table of which every event is in a store."""

    def __init__(self, store: Store, book: str, **terms: Any) -> None:
        self.kept = BlockingFloor(store, randomness=as_given)
        if not terms.get("play_money"):
            known(self.kept, book, *PEOPLE)
        super().__init__(book, **terms)

    def say(self, command: Command, by: Person | str | None, at: int | None) -> Acted | Refusal:
        who = self.boss if by is None else self.person(by) if isinstance(by, str) else by
        self.at = self.at if at is None else at
        done = self.kept.act("T1", command, who, self.at)
        if isinstance(done, Refusal):
            return done
        self.state = done.state
        self.events += done.events
        return Acted(done.state, done.events, (), ())
