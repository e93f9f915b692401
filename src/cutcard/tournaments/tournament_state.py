"""A tournament as its events have made it. Chips and money are in the ledger; play is in the streams of its tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from cutcard.money import Cents
from cutcard.table.session_terms import Elimination
from cutcard.table.state import Approval
from cutcard.tournaments.terms import StageTerms, TournamentTerms

TOURNAMENT_KIND = "tournament"
Phase = Literal["", "announced", "entry", "running", "finished", "cancelled"]
Status = Literal[
    "applied",  # the form is in, the operator has not taken it
    "refused",
    "reserve",  # for a seat that stays empty
    "entered",  # and in the next draw
    "seated",  # drawn, or playing, in the session that is on
    "eliminated",
    "withdrawn",
    "forfeited",  # not there when the session began
    "disqualified",
    "placed",  # the tournament is over for them, with a place
]


def stream_of_tournament(tournament: str) -> str:
    """The stream of a tournament's events.

    >>> stream_of_tournament("spring")
    'tournament:spring'
    """
    return f"{TOURNAMENT_KIND}:{tournament}"


class Entrant(NamedTuple):
    """An entry: a player may have several where the document lets them."""

    number: int
    player: str  # who plays it now
    status: Status
    at: int
    applicant: str = ""  # whose entry it is, where a substitute plays; "": the player's own
    paid: Cents = 0  # fees with commission, and buy-backs, less what was refunded
    commission: Cents = 0  # of that, what the house keeps
    for_chips: Cents = 0  # of that, what was paid out of the pocket for buy-ins and buy-backs
    cash: bool = False  # paid at the desk, and so refunded there
    copy: str = ""  # the digest of the terms that they were given
    promotion: bool = False  # whether the house may use their name and picture
    signed: bool = False
    employee: bool = False
    earned: str = ""  # what gave the entry, where that is not a fee: "T1 round 17"
    stage: int = 0  # the one that they are in, or were last in, counted from 1
    buy_backs: int = 0
    place: int = 0
    prize: Cents = 0
    goods: tuple[str, ...] = ()  # prizes beside money
    reason: str = ""  # of a refusal, a disqualification, a withdrawal
    warned: int = 0  # how often they have wagered out of turn


class SessionTable(NamedTuple):
    """A table in a session: who is drawn to which box, and what was counted."""

    places: Mapping[int, int]  # box to entrant
    status: Literal["drawn", "playing", "counted"] = "drawn"
    counts: Mapping[int, Cents] = {}  # by entrant, at the end
    eliminated: tuple[Elimination, ...] = ()  # in the order in which they went
    absent: tuple[int, ...] = ()  # who was not there when it began, and has kept the seat


class SessionState(NamedTuple):
    """A session: all tables of a stage that play at the same time, or a play-off of one of them."""

    number: int
    stage: int  # counted from 1
    starts_at: int
    tables: Mapping[str, SessionTable]
    status: Literal["drawn", "playing", "over"] = "drawn"
    play_off: bool = False
    holdings: Mapping[int, Cents] = {}  # of a play-off: what each entrant begins with
    shoes: int = 0  # of a play-off that goes over shoes and not over one round
    how: Literal["ballot", "director", "play-off"] = "ballot"  # by which its seats were given

    @property
    def entrants(self) -> tuple[int, ...]:
        """Everybody who has a seat in it."""
        return tuple(entrant for table in self.tables.values() for entrant in table.places.values())


class Shortfall(NamedTuple):
    """Tournament chips that were missing when a table was counted."""

    session: int
    table: str
    chip: Cents
    quantity: int


class Goods(NamedTuple):
    """A prize beside money."""

    goods: str
    place: int  # who gets it


class Ruling(NamedTuple):
    """What a director has decided, finally."""

    number: int
    about: str
    ruling: str
    by: str
    clause: str
    at: int


class TournamentState(NamedTuple):
    """A tournament."""

    tournament: str = ""
    terms_or_none: TournamentTerms | None = None
    phase: Phase = ""
    now: int = 0
    approved: str = ""  # by whom at the regulator, where the document wants that
    version: int = 0  # of the terms: one more with every amendment
    digest: str = ""  # of the terms as they stand
    closed: bool = False  # no more entries are taken
    contributed: Cents = 0  # what the house has put into the pool
    goods: tuple[Goods, ...] = ()  # prizes beside money that the house adds
    barred: Mapping[str, str] = {}  # who is not entitled to take part, and why
    employees: Mapping[str, str] = {}  # those who may take part nevertheless, and who approved it
    directors: tuple[str, ...] = ()  # who runs it, the one who was appointed first and then deputies
    entrants: Mapping[int, Entrant] = {}
    tables: tuple[str, ...] = ()  # designated
    sessions: Mapping[int, SessionState] = {}
    stage: int = 0  # the one that is on, counted from 1; 0: none yet
    rulings: tuple[Ruling, ...] = ()
    commitment: str = ""  # the seal on the secret that the next ballot is drawn from
    secret: str = ""  # shown to nobody before that ballot
    scheduled: bool = False  # the number of entrants has decided its stages and prizes, by the document's schedule
    halted: str = ""  # why play waits everywhere: a ruling, a break
    ballots: int = 0  # seals that there have been
    away: frozenset[str] = frozenset()  # of those who run it, who has stepped out
    briefed: bool = False  # the players know the terms and conditions
    disputes: Mapping[str, str] = {}  # by table: what waits for a ruling there
    breaks: Mapping[str, int] = {}  # by table: until when there is a break
    shortfalls: tuple[Shortfall, ...] = ()
    bet_ms: int = 0  # the time for each wager that was ordered since; 0: that of the terms
    play_over: bool = False  # nobody plays any more: places can be awarded
    two_people: bool = False  # what moves money or puts somebody out takes a second person's approval
    cash_registered: bool = False  # fees in cash are taken from those only whom the register knows
    approvals: Mapping[int, Approval] = {}  # what waits for a second person, by number
    approvals_asked: int = 0

    @property
    def terms(self) -> TournamentTerms:
        assert self.terms_or_none is not None
        return self.terms_or_none

    @property
    def book(self) -> str:
        """The document by which it is held; "": it was not announced yet."""
        return self.terms_or_none.book if self.terms_or_none is not None else ""

    @property
    def play_money(self) -> bool:
        return self.terms.currency == "play"

    @property
    def stage_terms(self) -> StageTerms:
        """The stage that is on."""
        return self.terms.stages[self.stage - 1]

    def session_at(self, table: str) -> SessionState | None:
        """The session that a table is drawn for or plays."""
        for one in reversed(tuple(self.sessions.values())):
            if table in one.tables and one.tables[table].status != "counted":
                return one
        return None

    def seat_of(self, entrant: int) -> tuple[SessionState, str] | None:
        """The session and the table where an entrant has a seat that was not counted yet."""
        for one in reversed(tuple(self.sessions.values())):
            for name, table in one.tables.items():
                if table.status != "counted" and entrant in table.places.values():
                    return one, name
        return None

    def numbers_at(self, table: SessionTable) -> dict[str, int]:
        """The entrants with a seat at a table, by the names of their players."""
        return {self.entrants[one].player: one for one in table.places.values()}
