"""A floor with links and tables on a real store: commands in a line, by whoever may give them."""

from __future__ import annotations

from typing import Any

from cutcard.floor import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.jackpots import LinkState, MeterTerms, OpenLink, stream_of_link
from cutcard.refusals import Refusal
from cutcard.rulebooks import load
from cutcard.store import Store
from cutcard.store.kinds import kind_of
from cutcard.table import CloseTable, Command, GiveClosingNotice, OpenTable, Person, Sign
from cutcard.table.ledger import meter_account, reserve_account
from support.carded import known
from support.stacked_shoes import as_given

MINUTE = 60_000
PLAYERS = ("ann", "bob", "cat")
SYDNEY, MELBOURNE = "sydney-v15", "melbourne-v26"
SEVENS = OpenLink("sevens", SYDNEY, "blazing-7s", "aud", 250, {"blazing-7s": MeterTerms(1_000_000, 150_000)})
ACES = OpenLink(
    "aces", MELBOURNE, "blackjack-jackpots", "aud", 500, {"blackjack-jackpots": MeterTerms(2_500_000, 123_457)}
)
NOVA = OpenLink(
    "nova",
    MELBOURNE,
    "supernova",
    "aud",
    200,
    {
        "supernova-major": MeterTerms(5_000_000, 30_001),
        "supernova-minor": MeterTerms(50_000, 100_000),
        "supernova-mystery": MeterTerms(20_000, 7),
    },
)


class LinkedFloor:
    """Tables and links of one store, with a clock that the test moves."""

    def __init__(self, store: Store, *, stacked: bool = False) -> None:
        self.store = store  # `stacked`: shoes come in the order that commands give
        self.floor = BlockingFloor(store, randomness=as_given) if stacked else BlockingFloor(store)
        self.now = 1_000_000

    def later(self, minutes: float) -> LinkedFloor:
        self.now += int(minutes * MINUTE)
        return self

    def person(self, book: str, name: str = "mia", below: int = 0) -> Person:
        """Somebody of the highest role of a book, or so many below it."""
        return Person(name, load(book).roles[-1 - below])

    def opened(self, opening: OpenLink, **fields: Any) -> LinkState:
        opening = opening._replace(**fields)
        self.done(self.floor.act_on_link(opening.link, opening, self.person(opening.book), self.now))
        return self.link(opening.link)

    def table(self, name: str, book: str = MELBOURNE, **terms: Any) -> str:
        """Open a table that a link of its house may have."""
        self.done(self.try_opening(name, book, **terms))
        return name

    def try_opening(self, name: str, book: str = MELBOURNE, **terms: Any) -> Done | Refusal:
        known(self.floor, book, *PLAYERS, at_ms=self.now)
        terms = {"layout_approved": True, "device": "shuffling-device", "chip": 50, "chips": 1_000_000, **terms}
        game, decks = terms.pop("game", "blackjack"), terms.pop("decks", 6)
        opening = OpenTable(name, book, game, decks, Sign(1000, 50_000), **terms)
        return self.floor.act(name, opening, self.person(book), self.now)

    def closed(self, name: str) -> None:
        """The table gives notice, and closes when that is over."""
        boss = self.person(self.floor.state(name).rules.book)
        self.done(self.floor.act(name, GiveClosingNotice(self.now + 30 * MINUTE), boss, self.now))
        self.done(self.floor.act(name, CloseTable(), boss, self.later(30).now))

    def events(self, link: str) -> list[Any]:
        return self.events_of(stream_of_link(link))

    def events_of(self, stream: str) -> list[Any]:
        return [kind_of(stream).loads(one.text) for one in self.store.read(stream)]

    def link(self, link: str) -> LinkState:
        state: LinkState = self.floor.stream(stream_of_link(link)).state
        return state

    def do(self, link: str, command: Command, by: str = "mia") -> Done:
        return self.done(self.try_(link, command, by))

    def refused(self, link: str, command: Command, by: str = "mia", below: int = 0) -> Refusal:
        refusal = self.try_(link, command, by, below)
        assert isinstance(refusal, Refusal), refusal
        assert refusal.message
        return refusal

    def try_(self, link: str, command: Command, by: str = "mia", below: int = 0) -> Done | Refusal:
        book = getattr(command, "book", "") or self.link(link).terms.book
        return self.floor.act_on_link(link, command, self.person(book, by, below), self.now)

    def shows(self, link: str, meter: str = "") -> int:
        terms = self.link(link).terms
        return self.store.balance(meter_account(terms.currency, link, meter or next(iter(terms.meters))))

    def reserve(self, link: str) -> int:
        return self.store.balance(reserve_account(self.link(link).terms.currency, link))

    @staticmethod
    def done(done: Done | Refusal) -> Done:
        assert isinstance(done, Done), done.message
        return done
