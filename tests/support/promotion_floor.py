"""A floor with a promotion and a table that counts for it, on a real store."""

from __future__ import annotations

from typing import Any

from cutcard.durations import DAY_MS
from cutcard.floor import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.promotions import (
    AnnouncePromotion,
    ClosePromotion,
    CommitDraw,
    DrawPrizes,
    PromotionState,
    PublishConditions,
    StartPromotion,
    SubmitConditions,
    stream_of_promotion,
)
from cutcard.refusals import Refusal
from cutcard.rulebooks import procedures_of
from cutcard.store import Store
from cutcard.table import Command, Person
from support.carded import carded
from support.kept_table import Kept
from support.promotions import CLOSE, DRAW, START, conditions

MIA = Person("mia", "gaming-manager")
BLACKJACK = "As 9d Kh 5c"  # ann's first round, where she plays box 1 alone


class PromotionFloor:
    """One table, "T1" with ann at box 1, and one promotion, "spring"."""

    def __init__(self, store: Store, book: str = "sydney-v15", **more: Any) -> None:
        self.store, self.name = store, "spring"
        self.conditions = conditions(book, **more)
        self.table = Kept(store, book)
        if procedures_of(book).players is not None:
            carded(self.table.kept, "ann", book=book)
        self.floor = BlockingFloor(store)
        self.at = START - 3 * DAY_MS

    def try_(self, command: Command, by: Person = MIA) -> Done | Refusal:
        return self.floor.act_on_promotion(self.name, command, by, self.at)

    def do(self, command: Command, by: Person = MIA) -> PromotionFloor:
        done = self.try_(command, by)
        assert isinstance(done, Done), done
        return self

    @property
    def state(self) -> PromotionState:
        found: PromotionState = self.floor.stream(stream_of_promotion(self.name)).state
        return found

    def started(self) -> PromotionFloor:
        self.do(AnnouncePromotion(self.name, self.conditions))
        self.do(PublishConditions(("website",), "https://house/spring", "see the conditions there"))
        self.do(SubmitConditions("the duty officer"))
        self.at = START
        self.do(StartPromotion()).do(CommitDraw())
        self.table.at = START
        self.table.seat("ann", 1, 400_000).ready(front=BLACKJACK)
        return self

    def drawn(self) -> PromotionFloor:
        self.at = CLOSE
        self.do(ClosePromotion())
        self.at = DRAW
        return self.do(DrawPrizes())
