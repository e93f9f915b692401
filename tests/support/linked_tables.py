"""Tables of one link on a real store, for tests of winning: real shoes, whose cards are dealt as the test says."""

from __future__ import annotations

from typing import Any

from cutcard.engine import Refusal
from cutcard.floor import BlockingFloor, Done
from cutcard.floor.decisions import Decision, changed
from cutcard.jackpots import LinkState, LinkTerms, OpenLink, stream_of_link
from cutcard.rulebooks import load
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.kinds import TABLE
from cutcard.store.project import stream_of
from cutcard.table import Command, CommandReceived, DetermineJackpot, EnterJackpotHand, LinkJoined, Person, TableState
from cutcard.table.ledger import meter_account, reserve_account
from support.carded import known
from support.stacked_shoes import as_given
from support.tables import Table

LINK = "L1"


class OneLink:
    """A link that is open on a store, as one process knows it."""

    def __init__(self, store: Store, terms: LinkTerms, *, opens: bool = True) -> None:
        self.store, self.terms, self.floor, self.at = store, terms, BlockingFloor(store, randomness=as_given), 0
        self.boss = Person("mia", load(terms.book).roles[-1])
        if opens:
            picked = terms.selected_per_million
            opening = OpenLink(
                LINK, terms.book, terms.bet, terms.currency, terms.price, terms.meters, selected_per_million=picked
            )
            done = self.give(opening)
            assert isinstance(done, Done), done

    def give(self, command: Command, by: str = "") -> Done | Refusal:
        """Give the link a command."""
        who = Person("sam", by) if by else self.boss
        return self.floor.act_on_link(LINK, command, who, at_ms=self.at)

    @property
    def state(self) -> LinkState:
        state: LinkState = self.floor.stream(stream_of_link(LINK)).state
        return state

    def shows(self, meter: str = "") -> int:
        meter = meter or next(iter(self.terms.meters))
        return self.store.balance(meter_account(self.terms.currency, LINK, meter))

    @property
    def reserve(self) -> int:
        return self.store.balance(reserve_account(self.terms.currency, LINK))

    def table(self, name: str = "T1", **terms: Any) -> LinkedTable:
        """A table of the link with ann, bob and cat on boxes 1 to 3."""
        known(self.floor, self.terms.book, "ann", "bob", "cat")
        return LinkedTable(self, name, **terms)

    def audited(self) -> None:
        report = audit(self.store, processes=1)
        assert report.fault is None, str(report.fault)


class LinkedTable(Table):
    """A table of a link, whose commands go through the floor."""

    def __init__(self, link: OneLink, name: str, *, opens: bool = True, **terms: Any) -> None:
        self.link, self.name = link, name
        if opens:
            given = {"source": "real", "chips": 900_000_000, "chip": 50, **terms}
            super().__init__(link.terms.book, **given)
            self._join()
            for box, player in enumerate(("ann", "bob", "cat"), start=1):
                self.seat(player, box)
            if self.real:
                self.ready()
        else:  # opened by another process
            self.book, self.at, self.events, self.accounts = link.terms.book, 0, [], self.accounts
            self.state = link.floor.state(name)

    def say(self, command: Command, by: Person | str | None, at: int | None) -> Any:
        who = self.boss if by is None else self.person(by) if isinstance(by, str) else by
        self.at = self.at if at is None else at
        if type(command).__name__ == "OpenTable":
            command = command._replace(table=self.name)  # type: ignore[attr-defined]
        done = self.link.floor.act(self.name, command, who, at_ms=self.at)
        self.state = self.link.floor.known(stream_of(self.name)).state
        if isinstance(done, Done):
            self.events += done.events
        return done

    def _join(self) -> None:
        stream, terms = stream_of(self.name), self.link.terms

        def joined(state: TableState) -> Decision:
            events = (CommandReceived("mia", self.boss.role, 0, "join-link"), LinkJoined(terms.bet, LINK, terms))
            return Decision((changed(TABLE, stream, state, events),), 0)

        self.link.floor.execute((stream,), joined)
        self.state = self.link.floor.state(self.name)

    # ---------------------------------------------------------------------------------------------------------- rounds

    def dealt(self, cards: str, *players: str) -> LinkedTable:
        """A round in which these have a main wager and the link's, with these cards for them and the dealer."""
        price = f"{self.link.terms.price / 100:g}"
        mains = [f"{name} {box} 20" for box, name in self._boxes(players)]
        self.wagers(*mains, *(f"{name} {box} {price} {self.link.terms.bet}" for box, name in self._boxes(players)))
        self.close()
        self.deal(cards)
        return self

    def _boxes(self, players: tuple[str, ...]) -> list[tuple[int, str]]:
        return [(box, name) for box, name in enumerate(("ann", "bob", "cat"), start=1) if name in players]

    def enter(self, box: int, outcome: str, by: str = "dealer") -> Any:
        return self.do(EnterJackpotHand(box, outcome), by)[-1]

    def determine(self, outcome: str, by: str = "") -> Any:
        return self.do(DetermineJackpot(outcome), by or self.boss)

    def returned(self, player: str) -> int | None:
        """What the link's wager of a player has returned; None: nothing yet."""
        assert self.state.round is not None
        bet = self.link.terms.bet
        return next(w.returned for w in self.state.round.wagers if (w.player, w.bet) == (player, bet))
