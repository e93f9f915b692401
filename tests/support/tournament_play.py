"""Tables of a tournament on a real store, where a dealer enters what is bet and the cards of a real shoe."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any, Self

from cutcard.engine import commands as say
from cutcard.refusals import Refusal
from cutcard.rulebooks import load, procedures_of
from cutcard.store import Store
from cutcard.table import Arrive, Call, Command, Leave, Person, SellChips, TableState
from cutcard.table.config import HOUSE
from cutcard.tournaments import (
    BeginAtTable,
    BriefPlayers,
    CloseEntries,
    CommitBallot,
    CountTable,
    DesignateTable,
    DrawSeats,
    StageTerms,
)
from support.carded import known
from support.session_tables import SessionTable
from support.tournament_floor import FINAL, HEAT, TournamentFloor

SHORT = HEAT._replace(rounds=1)
SHORT_FINAL = FINAL._replace(rounds=1)
WINS, LOSES, PUSHES = "win", "lose", "push"
HANDS = {WINS: ("TJQK", "TJQK"), LOSES: ("TJQK", "7"), PUSHES: ("A", "8")}  # twenty, seventeen, nineteen


def _card(seen: Counter[str], ranks: str) -> str:
    """A card of one of some ranks that a shoe of six decks still holds."""
    found = next(rank + suit for suit in "shdc" for rank in ranks if seen[rank + suit] < 6)
    seen[found] += 1
    return found


class PlayedTable(SessionTable):
    """A table with a real shoe, where rounds come out as it is said."""

    def outcome(self, **results: str) -> PlayedTable:
        """A whole round: everybody wagers so much and wins, loses or stands off, as in `ann="20 win"`.

        The dealer has nineteen; who wins has twenty, who loses seventeen.
        """
        self.open()
        return self.wager_and_deal(results)

    def wager_and_deal(self, results: dict[str, str]) -> PlayedTable:
        """The same where betting is open already."""
        while (box := self.next_to_wager(results)) is not None:
            name = self.session.places[box]
            self.bet(name, results[name].split()[0])
        played = [self.session.places[box] for box in self._wagered()]
        return self.dealt({name: results[name].split()[1] for name in played})

    def _wagered(self) -> list[int]:
        return sorted({one.box for one in self.state.bets})

    def next_to_wager(self, results: dict[str, str]) -> int | None:
        """The box whose turn it is, of players who have not wagered yet; None: all have."""
        waits = [box for box, name in sorted(self.session.playing.items()) if name in results]
        left = [box for box in waits if box not in self._wagered()]
        turn = self.session.turn
        return (turn if turn in left else left[0]) if left else None

    def dealt(self, results: dict[str, str]) -> PlayedTable:
        """Betting closes, and the cards come that give these results."""
        self.close()
        boxes = [name for _, name in sorted(self.session.places.items()) if name in results]
        seen = Counter(card.text for card in (*self.state.shoe.on_table, *self.state.shoe.discards))
        first = [_card(seen, HANDS[results[name]][0]) for name in boxes]
        second = [_card(seen, HANDS[results[name]][1]) for name in boxes]
        self.deal(" ".join([*first, _card(seen, "9"), *second]))
        self.finish_offers()
        while self.state.round is not None and self.state.round.needs == "decision":
            self.do(Call(say.Stand(), self.state.round.box.control), self.dealer)
        if self.state.playing:
            self.deal(_card(seen, "TJQK"))
        return self


class TournamentTable(PlayedTable):
    """One of the tables of a floor with a tournament: what is said to it goes through the floor."""

    def __init__(self, house: TournamentFloor, name: str) -> None:
        self.book, self.name, self.floor = house.terms.book, name, house
        ladder = load(self.book).roles
        self.boss, self.dealer = Person("mia", ladder[-1]), Person("dan", "dealer")
        self.house = Person(HOUSE, ladder[0])

    @property
    def state(self) -> TableState:  # type: ignore[override]
        return self.floor.table(self.name)

    @property
    def events(self) -> list[Any]:  # type: ignore[override]
        return self.floor.events(f"table:{self.name}")

    def say(self, command: Command, by: Person | str | None, at: int | None) -> Any:
        who = self.boss if by is None else self.person(by) if isinstance(by, str) else by
        done = self.floor.at(self.name, command, who)
        return done if isinstance(done, Refusal) else SimpleNamespace(events=())


class TournamentPlay(TournamentFloor):
    """A floor whose tournament is played: heats of one round and a final of one round, unless it is said otherwise."""

    def __init__(self, store: Store, **terms: Any) -> None:
        given: dict[str, Any] = {"stages": (SHORT, SHORT_FINAL), "marker": terms.get("book") == "canberra-2006"}
        super().__init__(store, **{**given, **terms})
        self.tables: dict[str, TournamentTable] = {}
        self.bank: list[str] = []

    def with_tables(self, *names: str) -> Self:
        """Tables with a real shoe that is ready, designated for the tournament."""
        for name in names:
            self.open_table(name, source="real", boxes=7)
            self.tables[name] = TournamentTable(self, name)
            self.do(DesignateTable(name))
            self.tables[name].ready()
        return self

    def close_and_begin(self) -> Self:
        """No more entries are taken, seats are drawn, and the session begins at every table."""
        self.do(CloseEntries())
        return self.drawn().begin()

    def begun(self, *names: str, tables: tuple[str, ...] = ("T1",)) -> Self:
        """These people play the first session at these tables."""
        self.taking_entries()
        return self.with_tables(*tables).entered_all(*names).close_and_begin()

    def entered_all(self, *names: str) -> Self:
        self.entered(*names)
        return self

    def drawn(self, **fields: Any) -> Self:
        self.do(CommitBallot())
        self.do(DrawSeats(**fields))
        return self

    def begin(self, *absent: int) -> Self:
        """The session that was drawn last begins at all its tables, when its time has come."""
        number = max(self.state.sessions)
        self.now = max(self.now, self.state.sessions[number].starts_at)
        if "brief-players" in procedures_of(self.terms.book).tournament_commands and not self.state.briefed:
            self.do(BriefPlayers())
        for name, table in self.state.sessions[number].tables.items():
            if table.status == "drawn":
                self.do(BeginAtTable(name, tuple(one for one in absent if one in table.places.values())))
        return self

    def count(self, *names: str) -> Self:
        for name in names or tuple(self.state.sessions[max(self.state.sessions)].tables):
            self.do(CountTable(name))
        return self

    def funded(self, name: str, amount: int) -> Self:
        """Somebody has so much in their pocket: what they have cashed at an ordinary table."""
        if "bank" not in self.bank:
            self.open_table("bank", chips=10_000_000)
            self.bank.append("bank")
        known(self.floor, self.terms.book, name, at_ms=self.now)
        player, boss = Person(name, "player"), Person("mia", load(self.terms.book).roles[-1])
        self.done(self.at("bank", Arrive(), player))
        self.done(self.at("bank", SellChips(name, amount), boss))
        self.done(self.at("bank", Leave(), player))
        return self

    def players(self, table: str) -> list[str]:
        """Who plays at a table, by box."""
        return [name for _, name in sorted(self.tables[table].session.playing.items())]

    def number(self, player: str) -> int:
        """The number of the entry that somebody plays."""
        return next(one.number for one in self.state.entrants.values() if one.player == player)

    def status(self, player: str) -> str:
        return self.state.entrants[self.number(player)].status

    def one_round(self, table: str, **results: str) -> Self:
        """A round at a table: those who are named as said, everybody else wagers ten and loses."""
        told = {name: results.get(name, "10 lose") for name in self.players(table)}
        self.tables[table].outcome(**told)
        return self

    @property
    def ledger(self) -> dict[str, int]:
        return dict(self.store.balances())


def stage(name: str = "heat", **fields: Any) -> StageTerms:
    return SHORT._replace(name=name, **fields)
