"""A floor with tables that ask for player cards, on a clock of the test's own."""

from __future__ import annotations

from typing import Any

from cutcard.engine import Refusal
from cutcard.floor import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.players import PlayerState, stream_of_player
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table import (
    BringCards,
    BurnCard,
    CheckCards,
    Command,
    CutForAll,
    DeclineCut,
    OpenBetting,
    OpenTable,
    Person,
    PlaceCuttingCard,
    Shuffle,
    Sign,
    TableState,
)
from support.carded import DESK, card_of, carded
from support.registered_player import NOON

BOSS = Person("mia", "gaming-manager")
SYDNEY = "sydney-v15"


class DatedFloor:
    """Tables at which players with cards play; `at` is the time, a second later with each command."""

    def __init__(
        self, store: Store, *tables: str, book: str = SYDNEY, at: int = NOON, boss: Person = BOSS, **terms: Any
    ) -> None:
        self.store, self.floor, self.at, self.book, self.boss = store, BlockingFloor(store), at, book, boss
        for table in tables or ("T1",):
            opening = OpenTable(table, book, "blackjack", 6, Sign(1000, 500_000), chips=100_000_000)
            self.do(table, opening._replace(**terms))

    def say(self, table: str, command: Command, by: Person | None = None) -> Done | Refusal:
        self.at += 1000
        return self.floor.act(table, command, by or self.boss, self.at)

    def do(self, table: str, command: Command, by: Person | None = None) -> None:
        answer = self.say(table, command, by)
        assert isinstance(answer, Done), (command, answer)

    def refused(self, table: str, command: Command, by: Person | None = None) -> Refusal:
        answer = self.say(table, command, by)
        assert isinstance(answer, Refusal), command
        assert answer.message
        return answer

    def card(self, *names: str) -> None:
        carded(self.floor, *names, book=self.book, at_ms=self.at)

    def number(self, name: str) -> str:
        return card_of(self.floor, name)

    def on_player(self, name: str, command: Command, by: Person = DESK) -> Done | Refusal:
        self.at += 1000
        return self.floor.act_on_player(name, command, by, self.at)

    def desk(self, name: str, command: Command, by: Person = DESK) -> None:
        answer = self.on_player(name, command, by)
        assert isinstance(answer, Done), (command, answer)

    def desk_refuses(self, name: str, command: Command, by: Person = DESK) -> Refusal:
        answer = self.on_player(name, command, by)
        assert isinstance(answer, Refusal), command
        assert answer.message
        return answer

    def betting(self, table: str = "T1") -> None:
        """Shuffle the cards and open betting; whoever is offered the cut declines it."""
        first: tuple[Command, ...] = (BringCards(), CheckCards(), Shuffle())
        for command in first:
            self.do(table, command)
        while (name := self.table(table).shoe.offered) is not None:
            self.do(table, DeclineCut(), Person(name, "player"))
        for command in (CutForAll(80), PlaceCuttingCard(78), BurnCard(), OpenBetting()):
            self.do(table, command)

    def table(self, table: str = "T1") -> TableState:
        return self.floor.state(table)

    def player(self, name: str) -> PlayerState:
        state: PlayerState = self.floor.stream(stream_of_player(name)).state
        return state

    def holds(self, account: str) -> int:
        return self.store.balances_of([account]).get(account, 0)

    def audited(self) -> None:
        report = audit(self.store, processes=1)
        assert report.fault is None, str(report.fault)
