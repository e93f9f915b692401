"""A table in a session of a tournament, in a line: `session_table("sydney-v15", "ann", "bob", rounds=3)`."""

from __future__ import annotations

from typing import Any

from cutcard.engine import commands as say
from cutcard.money import cents
from cutcard.table import (
    Call,
    NoMoreBets,
    OpenBetting,
    PassCardPlayed,
    PlaceWager,
    PlayPassCard,
    SessionBegun,
    TableDesignated,
    TableEvent,
)
from cutcard.table.evolve import evolved
from cutcard.table.session_terms import LimitStep, Session, SessionTerms
from support.tables import Table

SYDNEYS = ("sydney-v15", "sydney-earlier")
TOURNAMENT_BOOKS = (*SYDNEYS, "canberra-2006", "melbourne-v26")
LIMITS = (LimitStep(1, 1000, 50_000),)


class SessionTable(Table):
    """A table where a session is played; its players sit at boxes 1, 2, 3 and so on."""

    def write(self, *events: TableEvent) -> SessionTable:
        """Events that a tournament writes to its table."""
        for one in events:
            self.state, lines = evolved(self.state, one)
            self.events.append(one)
            for account, amount in lines:
                self.accounts[account] += amount
        return self

    def begin(self, places: dict[int, str], chips: dict[str, int] | None = None, **terms: Any) -> SessionTable:
        """A session begins: everybody has 1000 in chips unless said otherwise."""
        given = {"tournament": "spring", "session": 1, "stage": "heat", "chips": 100_000, "limits": LIMITS, **terms}
        if not {"rounds", "shoes", "minutes"} & set(terms):
            given["rounds"] = 10
        agreed = SessionTerms(**given)
        holdings = {name: (chips or {}).get(name, agreed.chips) for name in places.values()}
        return self.write(SessionBegun(agreed, places, holdings, 10_000_000))

    @property
    def session(self) -> Session:
        assert self.state.session is not None
        return self.state.session

    def open(self) -> SessionTable:
        self.do(OpenBetting(), self.dealer)
        return self

    def bet(self, name: str, amount: str, bet: str = "main", box: int = 0) -> list[TableEvent]:
        """A wager of a player from their own position."""
        box = box or next(box for box, player in self.session.places.items() if player == name)
        command = PlaceWager(box, cents(amount), bet, player=name if self.real else None)
        return self.do(command, self.dealer if self.real else name)

    def bet_refused(self, name: str, amount: str, bet: str = "main", box: int = 0) -> Any:
        box = box or next(box for box, player in self.session.places.items() if player == name)
        command = PlaceWager(box, cents(amount), bet, player=name if self.real else None)
        return self.refused(command, self.dealer if self.real else name)

    def refused_at(self, name: str, amount: str, at: int) -> Any:
        """A wager that comes too late."""
        box = next(box for box, player in self.session.places.items() if player == name)
        return self.refused(PlaceWager(box, cents(amount)), name, at=at)

    def pass_(self, name: str) -> PassCardPlayed:
        self.do(PlayPassCard(name if self.real else None), self.dealer if self.real else name)
        return self.last(PassCardPlayed)

    def bets(self, *wagers: str) -> SessionTable:
        """Betting opens, and wagers such as "ann 20" are made."""
        self.open()
        for words in wagers:
            name, amount = words.split()
            self.bet(name, amount)
        return self

    def play(self, *wagers: str) -> SessionTable:
        """A whole round with these wagers, in which everybody stands as soon as they may."""
        self.bets(*wagers)
        self.do(NoMoreBets(), self.dealer)
        self.finish()
        return self

    def insure(self, name: str, box: int, amount: int) -> Any:
        return self.say(Call(say.Insure(box, None, amount)), self.person(name), None)


def designated(book: str, *, game: str = "blackjack", front: str = "", **fields: Any) -> SessionTable:
    """A table that is designated for a tournament, with its cards ready."""
    table = SessionTable(book, game, **fields)
    clause = table.state.config.procedures.clauses["tournaments.exclusive"]
    table.write(TableDesignated("spring", clause))
    table.ready(front)
    return table


def session_table(book: str, *names: str, front: str = "", config: dict[str, Any] | None = None, **terms: Any) -> Any:
    """A session with these players, in that order from box 1."""
    chips = terms.pop("holdings", None)
    table = designated(book, front=front, **(config or {}))
    return table.begin(dict(enumerate(names, 1)), chips, **terms)
