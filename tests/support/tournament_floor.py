"""A floor with a tournament and its tables on a real store: commands in a line, by whoever may give them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from cutcard.floor import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.refusals import Refusal
from cutcard.rulebooks import load, procedures_of
from cutcard.store import Store
from cutcard.store.kinds import kind_of
from cutcard.table import Command, OpenTable, Person, Sign, TableState
from cutcard.table.config import Notices
from cutcard.table.registry import phrase
from cutcard.table.session_terms import LimitStep
from cutcard.tournaments import (
    TOURNAMENTS,
    AnnounceTournament,
    ApplyToEnter,
    AppointDirector,
    BeginAtTable,
    CloseEntries,
    CommitBallot,
    DesignateTable,
    DrawSeats,
    OpenEntries,
    RecordApproval,
    StageTerms,
    TournamentState,
    TournamentTerms,
    stream_of_tournament,
    with_standard_statements,
)
from support.stacked_shoes import as_given

MINUTE = 60_000
SYDNEY, EARLIER, CANBERRA, MELBOURNE = "sydney-v15", "sydney-earlier", "canberra-2006", "melbourne-v26"
HEAT = StageTerms("heat", 100_000, (LimitStep(1, 1000, 50_000),), rounds=10)
FINAL = HEAT._replace(name="final")
TERMS = with_standard_statements(
    TournamentTerms(
        "Spring Open",
        SYDNEY,
        "blackjack",
        6,
        10_000_000,
        "Main floor",
        4,
        49,
        (HEAT, FINAL),
        (600_000, 300_000, 100_000),
    )
)


DOT = Person("dot", "dealer")  # who is appointed to run the tournament


class TournamentFloor:
    """Tables and one tournament of a store, with a clock that the test moves. Its director is "dot"."""

    def __init__(self, store: Store, *, stacked: bool = False, **terms: Any) -> None:
        self.store = store  # `stacked`: shoes come in the order that commands give
        self.floor = BlockingFloor(store, randomness=as_given) if stacked else BlockingFloor(store)
        self.now = 1_000_000
        self.name = "spring"
        self.terms = with_standard_statements(TERMS._replace(**{"entry_fee": 10_000, **terms}))

    def announced(self) -> Self:
        """The tournament is announced, and has its director."""
        self.do(AnnounceTournament(self.name, self.terms))
        self.do(AppointDirector("dot"))
        return self

    def taking_entries(self) -> Self:
        """The tournament is announced, approved where the document wants that, and people can enter."""
        self.announced()
        book = procedures_of(self.terms.book)
        if "record-approval" in book.tournament_commands:
            self.do(RecordApproval("the Commission"))
        self.do(OpenEntries(self.told("open-entries")))
        return self

    def told(self, command: str) -> Notices:
        """Everybody is told whom the document wants told of a command."""
        return tuple(
            (office, "M. Reed") for office in procedures_of(self.terms.book).tournament_commands[command].tells
        )

    @property
    def clauses(self) -> Mapping[str, str]:
        """The clauses that ask for items of the terms."""
        found = procedures_of(self.terms.book).tournaments
        assert found is not None
        return found.items

    def entered(self, *names: str) -> Self:
        """People enter, and pay at the desk."""
        for name in names:
            self.do(ApplyToEnter(name, agrees=True, cash=True), DOT)
        return self

    def in_session(self, *names: str, table: str = "T1", **fields: Any) -> Self:
        """With these entrants, and their session begun at a table of its own."""
        self.taking_entries().entered(*names).do(CloseEntries())
        self.open_table(table, **fields)
        self.do(DesignateTable(table))
        self.do(CommitBallot())
        self.do(DrawSeats())
        self.later(1_000_000)
        self.do(BeginAtTable(table))
        return self

    def later(self, minutes: float) -> Self:
        self.now += int(minutes * MINUTE)
        return self

    @property
    def state(self) -> TournamentState:
        state: TournamentState = self.floor.stream(stream_of_tournament(self.name)).state
        return state

    def table(self, name: str) -> TableState:
        return self.floor.state(name)

    def open_table(self, name: str, **fields: Any) -> str:
        """Open an ordinary table that the tournament may take."""
        book = self.terms.book
        fields = {"layout_approved": True, "chips": 1_000_000, **fields}
        opening = OpenTable(name, book, self.terms.game, self.terms.decks, Sign(1000, 50_000), **fields)
        boss = Person("mia", load(book).roles[-1])
        self.done(self.floor.act(name, opening, boss, self.now))
        return name

    def events(self, stream: str = "") -> list[Any]:
        stream = stream or stream_of_tournament(self.name)
        return [kind_of(stream).loads(one.text) for one in self.store.read(stream)]

    def who(self, command: Command) -> Person:
        """Whoever may give a command: the director, or somebody of the role that the document names."""
        book = procedures_of(self.terms.book)
        power = book.tournament_commands.get(TOURNAMENTS.names[type(command)])
        assert power is not None, phrase(TOURNAMENTS.names[type(command)])
        assert book.tournaments is not None
        if power.role == book.tournaments.director:
            return Person("dot", load(self.terms.book).roles[0])
        return Person("mia", power.role)

    def do(self, command: Command, by: Person | None = None) -> Done:
        return self.done(self.try_(command, by))

    def refused(self, command: Command, by: Person | None = None) -> Refusal:
        refusal = self.try_(command, by)
        assert isinstance(refusal, Refusal), refusal
        assert refusal.message
        return refusal

    def try_(self, command: Command, by: Person | None = None) -> Done | Refusal:
        return self.floor.act_on_tournament(self.name, command, by or self.who(command), self.now)

    def at(self, table: str, command: Command, by: Person) -> Done | Refusal:
        """Give one of the tables a command."""
        return self.floor.act(table, command, by, self.now)

    @staticmethod
    def done(done: Done | Refusal) -> Done:
        assert isinstance(done, Done), done.message
        return done
