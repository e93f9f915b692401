"""A promotion in a line: conditions that hold, and a promotion that is given commands with a clock of its own."""

from __future__ import annotations

from typing import Any

import pytest

from cutcard import streams
from cutcard.durations import DAY_MS, HOUR_MS
from cutcard.money import Cents
from cutcard.promotions import (
    PROMOTION_FAMILY,
    PROMOTIONS,
    AnnouncePromotion,
    ClosePromotion,
    CommitDraw,
    CountPlay,
    DrawPrizes,
    EntryRule,
    NominateScrutineer,
    Play,
    Prize,
    PromotionConditions,
    PromotionState,
    PublishConditions,
    StartPromotion,
    SubmitConditions,
    TableCount,
    accounts_of,
)
from cutcard.refusals import Refusal
from cutcard.rulebooks import procedures_of
from cutcard.streams import Reading
from cutcard.table import Person
from support.clauses import clause

BOOKS = ("sydney-v15", "sydney-earlier")
CHAPTERS = (("sydney-v15", 20), ("sydney-earlier", 21))
START = 1_790_000_000_000
CLOSE, DRAW = START + 7 * DAY_MS, START + 7 * DAY_MS + HOUR_MS
SECRET = "5e" * 32


def money_prize(value: Cents = 50_000, **more: Any) -> Prize:
    """Money, by transfer."""
    plain: dict[str, Any] = {"name": "Money", "kind": "money", "value": value, "paid_by": ("transfer",)}
    return Prize(**plain | {"nature": "money"} | more)


def conditions(book: str = "sydney-v15", **more: Any) -> PromotionConditions:
    """Conditions with everything that the document asks for."""
    plain: dict[str, Any] = {
        "title": "Spring Draw",
        "book": book,
        "place": "the main floor",
        "starts_at": START,
        "entries_close_at": CLOSE,
        "draw_at": DRAW,
        "draw_place": "the stage",
        "eligible": "Everybody who may gamble here.",
        "claimed": "At the desk.",
        "results_at": "at the desk",
        "available_at": "at the desk",
        "entry_rules": (EntryRule("blackjack"),),
        "prizes": (money_prize(),),
        "notified_by": ("email",),
    }
    return PromotionConditions(**plain | more)


class Promotion:
    """A promotion by itself: what its commands make of it, and the balances of its accounts."""

    def __init__(self, book: str = "sydney-v15", name: str = "spring", **more: Any) -> None:
        self.conditions = conditions(book, **more)
        self.state, self.name, self.at = PromotionState(), name, START - 3 * DAY_MS
        self.events: list[Any] = []
        self.balances: dict[str, Cents] = {}

    def act(self, command: Any, by: str = "gaming-manager", who: str = "") -> Refusal | None:
        """Give a command; returns the refusal, if it is one."""
        person = Person(who or ("mia" if by != "player" else "ann"), by)
        reading = Reading(0, {account: self.balances.get(account, 0) for account in accounts_of(self.state)})
        acted = streams.act(PROMOTION_FAMILY, self.state, command, person, self.at, others={}, reading=reading)
        if isinstance(acted, Refusal):
            return acted
        for lines in acted.postings:
            assert sum(line.cents for line in lines) == 0
            for line in lines:
                self.balances[line.account] = self.balances.get(line.account, 0) + line.cents
        self.events += acted.events
        self.state = acted.states[-1] if acted.states else self.state
        return None

    def do(self, command: Any, by: str = "gaming-manager", who: str = "") -> Promotion:
        refusal = self.act(command, by, who)
        assert refusal is None, refusal.message
        return self

    def refused(self, command: Any, by: str = "gaming-manager", who: str = "") -> Refusal:
        """The refusal of a command, which has changed nothing."""
        before = self.state
        refusal = self.act(command, by, who)
        assert refusal is not None, command
        assert self.state == before
        assert refusal.message
        return refusal

    def last(self, kind: type) -> Any:
        return next(one for one in reversed(self.events) if isinstance(one, kind))

    def wait(self, until: int) -> Promotion:
        self.at = until
        return self

    def announced(self) -> Promotion:
        return self.do(AnnouncePromotion(self.name, self.conditions))

    def published(self) -> Promotion:
        return self.announced().do(PublishConditions(("website",), "https://house/spring", "see the conditions there"))

    def running(self) -> Promotion:
        self.published().do(SubmitConditions("the duty officer"))
        return self.wait(START).do(StartPromotion())

    def played(self, **entries: int) -> Promotion:
        """Some play that counts: for each player, how often the first rule came true."""
        table, after = "T1", self.state.counted.get("T1", 0)
        rules = len(self.conditions.entry_rules)
        play = {name: Play(10_000, (times, *(0,) * (rules - 1))) for name, times in entries.items()}
        return self.do(CountPlay((TableCount(table, after, after + 10, 0, play),)))

    def closed(self, **entries: int) -> Promotion:
        """Entries are closed, and the draw is sealed."""
        self.running().played(**entries)
        self.do(CommitDraw(SECRET))
        return self.wait(CLOSE).do(ClosePromotion())

    def drawn(self, **entries: int) -> Promotion:
        self.closed(**entries).do(NominateScrutineer("sue"))
        return self.wait(DRAW).do(DrawPrizes("sue", tuple(entries)))

    def clause(self, field: str) -> str:
        """The clause that gives what the document says about something."""
        return procedures_of(self.conditions.book).clauses[f"promotions.{field}"]


def item(number: int, *values: Any) -> Any:
    """A case of a test that shows an item of the conditions in both documents; the earlier misprints the second.

    The clauses come first among its values.
    """
    asked = {"sydney-v15": f"20.7.{number}", "sydney-earlier": "20.7.2" if number == 2 else f"21.7.{number}"}
    return pytest.param(asked, *values, marks=[clause(book, each) for book, each in asked.items()])


def gives(book: str, command: type) -> bool:
    """Whether a document gives a command to anybody."""
    return PROMOTIONS.names[command] in procedures_of(book).promotion_commands
