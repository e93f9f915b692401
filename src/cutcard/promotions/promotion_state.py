"""A promotion as its events have made it. Its money is in the ledger; play is in the streams of the tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from cutcard.money import Cents
from cutcard.promotions.conditions import Prize, PromotionConditions
from cutcard.promotions.play import NO_PLAY, Play, entries_for

PROMOTION_KIND = "promotion"
Phase = Literal[
    "",
    "announced",
    "running",
    "closed",  # no more entries
    "drawn",
    "finished",
    "cancelled",
]


def stream_of_promotion(promotion: str) -> str:
    """The stream of a promotion's events.

    >>> stream_of_promotion("spring")
    'promotion:spring'
    """
    return f"{PROMOTION_KIND}:{promotion}"


class Submission(NamedTuple):
    """That the regulator was given the conditions."""

    version: int
    digest: str
    at: int
    received_by: str
    reference: str = ""


class Publication(NamedTuple):
    """Where the conditions can be read, and how marketing material refers to them."""

    by: tuple[str, ...]  # the means: "website", "brochure"
    where: str
    marketing: str
    version: int
    at: int


class WinnerNotice(NamedTuple):
    """An attempt to tell a winner."""

    by: str  # the means
    at: int
    reached: bool
    person: str  # who has tried


class Win(NamedTuple):
    """A prize that somebody has won."""

    number: int
    prize: int  # counted from 1
    player: str
    at: int
    draw: int = 0  # 0: it was won at once
    ticket: int = 0
    status: Literal["won", "paid", "refused"] = "won"
    notices: tuple[WinnerNotice, ...] = ()
    offered: Cents = 0  # money that the house has offered instead
    taken: Cents = 0  # money that the winner takes instead
    chosen: Mapping[str, Cents] = {}  # how the winner wants to be paid
    paid: Mapping[str, Cents] = {}  # by means
    paid_at: int = 0
    given_by: frozenset[str] = frozenset()  # who made the draw, handed in their form, or offered money instead

    @property
    def told_at(self) -> int:
        """When the winner was told; 0: not yet."""
        return next((one.at for one in self.notices if one.reached), 0)


class Claim(NamedTuple):
    """Somebody claims a prize."""

    number: int
    player: str
    prize: int
    at: int
    win: int = 0  # what they have won; 0: nothing that is known
    status: Literal["made", "met", "refused"] = "made"
    reasons: str = ""
    told_by: str = ""  # the means by which they were told the reasons
    told_at: int = 0
    identity: str = ""  # the digest of their name and address, which are kept apart from all events
    made_by: str = ""  # who gave the command: the player, or staff for them


class Complaint(NamedTuple):
    """Somebody does not agree with what the house does about the conditions."""

    number: int
    player: str
    about: str
    at: int
    decision: str = ""
    decided_at: int = 0
    advised_at: int = 0  # when they were told that they may complain to the regulator's inspector


class Interruption(NamedTuple):
    """The promotion or its draw was postponed or cancelled, since its integrity is in doubt."""

    number: int
    what: Literal["postponed", "cancelled"]
    reason: str
    at: int
    told: str = ""  # who at the inspectorate was told
    told_at: int = 0
    validated_by: str = ""


class PromotionState(NamedTuple):
    """A promotion."""

    promotion: str = ""
    conditions_or_none: PromotionConditions | None = None
    phase: Phase = ""
    now: int = 0
    commanded_by: str = ""  # who gave the last command
    version: int = 0  # of the conditions: one more with every amendment
    digest: str = ""  # of the conditions as they stand
    amended_at: int = 0  # last, after the start
    proposed: PromotionConditions | None = None  # an amendment that waits for the regulator
    submissions: tuple[Submission, ...] = ()
    publication: Publication | None = None
    started_at: int = 0
    closed_at: int = 0
    counted: Mapping[str, int] = {}  # by table: the last round that was counted
    play: Mapping[str, Play] = {}  # by player
    forms: frozenset[str] = frozenset()  # who has entered by a form
    barred: Mapping[str, str] = {}  # who is not eligible, and why
    scrutineers: tuple[str, ...] = ()
    commitment: str = ""  # the seal on the secret that the next draw is made from
    secret: str = ""  # shown to nobody before that draw
    seals: int = 0
    draws: int = 0
    wins: Mapping[int, Win] = {}
    claims: Mapping[int, Claim] = {}
    complaints: Mapping[int, Complaint] = {}
    interruptions: Mapping[int, Interruption] = {}
    postponed: bool = False
    results_at: str = ""  # where the results were published
    entered_by: Mapping[str, str] = {}  # who has handed in a form for somebody else, by the entrant

    @property
    def conditions(self) -> PromotionConditions:
        assert self.conditions_or_none is not None
        return self.conditions_or_none

    @property
    def book(self) -> str:
        """The document by which it is held; "": it was not announced yet."""
        return self.conditions_or_none.book if self.conditions_or_none is not None else ""

    @property
    def play_money(self) -> bool:
        return self.conditions.currency == "play"

    def prize(self, number: int) -> Prize:
        """A prize by its number in the conditions, counted from 1."""
        return self.conditions.prizes[number - 1]

    @property
    def submission(self) -> Submission | None:
        """When the regulator was first given the conditions as they stand; None: not yet."""
        return next((one for one in self.submissions if one.digest == self.digest), None)

    def entries(self, player: str) -> int:
        """How many entries a player has."""
        if player in self.barred:
            return 0
        return entries_for(self.conditions, self.play.get(player, NO_PLAY), player in self.forms)

    @property
    def tickets(self) -> dict[str, int]:
        """Everybody with entries, by name, and how many they have."""
        found = ((name, self.entries(name)) for name in sorted({*self.play, *self.forms}))
        return {name: entries for name, entries in found if entries}

    def left(self, prize: int) -> int:
        """How many of a prize nobody has won yet, or who won it was refused it."""
        live = sum(one.prize == prize and one.status != "refused" for one in self.wins.values())
        return self.prize(prize).number - live
