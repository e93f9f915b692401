"""What is agreed about one session of a tournament at a table: chips, limits, length, and how it is bet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cutcard.money import Cents
from cutcard.table.config import Sign
from cutcard.table.ranges import Pause

TOURNAMENT = "tournament"  # the currency of tournament chips: worth nothing, and never exchanged


class LimitStep(NamedTuple):
    """The least and the most of a wager from a round of the session on."""

    from_round: int
    minimum: Cents
    maximum: Cents


class SessionTerms(NamedTuple):
    """A session at one table. Of `rounds`, `shoes` and `minutes` the one that is given ends it."""

    tournament: str
    session: int  # its number in the tournament
    stage: str  # "heat", "final"
    chips: Cents  # what everybody starts with
    limits: tuple[LimitStep, ...]
    rounds: int = 0
    shoes: int = 0
    minutes: int = 0
    marker: bool = False  # wagers go round from a marker that moves on box by box
    deal_from_marker: bool = False
    bet_ms: Pause = 0  # the time for each wager; 0: none is set
    pass_cards: int = 0
    undisclosed: int = 0  # undisclosed wagers that each player has
    side_bets: tuple[str, ...] = ()
    play_off: bool = False  # held to separate players who are level

    def limit(self, round_number: int) -> LimitStep:
        """The limits in force in a round of the session.

        >>> steps = (LimitStep(1, 1000, 50000), LimitStep(11, 2500, 100000))
        >>> SessionTerms("spring", 1, "heat", 100000, steps).limit(12).minimum
        2500
        """
        return max((step for step in self.limits if step.from_round <= round_number), key=lambda step: step.from_round)


class Elimination(NamedTuple):
    """Somebody who can no longer play: in which round, with what left, and what their wager had been."""

    player: str
    box: int
    round: int
    residual: Cents
    wagered: Cents
    taken: int  # the place in which the dealer took their chips, of those taken in the round
    cause: str = "minimum"  # "minimum", "disqualified", "absent", "under-minimum"


class SessionPlayer(NamedTuple):
    """What somebody has left in a session, beside chips."""

    pass_cards: int = 0
    undisclosed: int = 0
    missed: int = 0  # rounds in which the minimum was deducted since they were not there
    warned: int = 0  # for betting out of turn
    out: bool = False


class Form(NamedTuple):
    """An undisclosed wager as it was written, and what was openly known when it was handed in."""

    bet: str  # "main" or a side bet; "": the form does not say
    amount: Cents  # 0: the form does not say
    box: int
    held: Cents  # all chips that the player had, also those that they put down openly
    beside: Cents = 0  # of these, what they wagered openly beside it
    open: Cents = 0  # of that, the main wager; 0: the table minimum lies there in its place
    checked: bool = False  # and so it has its indicator


class ReadForm(NamedTuple):
    """An undisclosed wager as it was read out: what was written, what it counts for, and by which clause."""

    player: str
    box: int
    bet: str
    written: Cents
    counted: Cents
    clause: str = ""  # of a correction; "": it counts as it was written
    deducted: Cents = 0  # taken for a form that does not say what it has to
    void: bool = False  # the round was void, so that the wager went back


class Session(NamedTuple):
    """A session that is played at a table."""

    terms: SessionTerms
    places: Mapping[int, str]  # who plays at which box
    players: Mapping[str, SessionPlayer]
    began_at: int
    first_round: int  # the table's number of the round before the first one of the session
    shoes: int = 0  # that have ended
    marker: int = 0  # the box that has the marker; 0: none has
    turn: int = 0  # the box whose turn to wager it is; 0: no box's, or any
    passed: frozenset[str] = frozenset()  # who has played a pass card this round
    eliminated: tuple[Elimination, ...] = ()
    halted: str = ""  # why play waits: a ruling, a break
    halted_at: int = 0  # since when
    over: bool = False  # its length is played, or it was ended before
    ended_early: bool = False  # by the person who runs the tournament, so that no correction lets it go on
    uncounted: int = 0  # rounds that were void, and so are played again
    marker_round: int = 0  # the round of the session for which the marker was placed
    last_shoe: int = 0  # the number of the shoe that ended last
    taken: tuple[str, ...] = ()  # whose chips the dealer has taken this round, the last to lose theirs at the end
    cards_down: frozenset[str] = frozenset()  # whose pass card lies on the layout
    early: frozenset[str] = frozenset()  # who has wagered out of turn on this round
    excused: frozenset[str] = frozenset()  # whose wager on this round was declared void before the deal
    sign_before: Sign | None = None  # the table's own, which it has again afterwards
    forms: Mapping[str, Form] = {}  # undisclosed wagers of the round, by player: nobody else is shown what they say
    read: tuple[ReadForm, ...] = ()  # those that were read out last
    read_round: int = 0  # and in which round they were played
    alone: frozenset[str] = frozenset()  # of those read out, who had said too little and had no chips beside the form
    out_after: Mapping[str, int] = {}  # the table's number of the round after which somebody was eliminated
    collected: Mapping[int, tuple[str, ...]] = {}  # whose pass cards were collected after which round of the table

    @property
    def playing(self) -> dict[int, str]:
        """The boxes of those who are still in the session."""
        return {box: name for box, name in self.places.items() if not self.players[name].out}
