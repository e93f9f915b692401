"""The terms and conditions of a promotion: what is published is what is enforced.

Every document says what they have to state (`[table.promotions]` in its rulebook). What decides something is a field
here; what is only said to people stands in `statements`, under the names that the rulebooks give to their items.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Literal, NamedTuple

from cutcard.money import Cents
from cutcard.table.codec import command_fields
from cutcard.table.ranges import Time

PrizeKind = Literal[
    "money",
    "casino-dollars",  # or promotional tokens: worth something at the tables only
    "slots-dollars",
    "goods",
    "service",
    "appliance",  # machinery too
    "vehicle",
    "travel",
    "real-estate",
]
Means = Literal["cash", "cheque", "transfer", "casino-dollars", "slots-dollars", "handed-over"]
EarnedBy = Literal["blackjack", "wagered", "round", "side-bet", "form"]


class ApplianceDetails(NamedTuple):
    """What is said of machinery or an electric appliance."""

    make: str
    model: str
    accessories: str


class VehicleDetails(NamedTuple):
    """What is said of a motor vehicle."""

    make: str
    model: str
    accessories: str
    on_road_costs: str  # whether registration and the other costs come with it


class TravelDetails(NamedTuple):
    """What is said of a journey."""

    persons: int
    airfares: str
    transfers: str
    other_transport: str
    duration: str
    accommodation: str
    meals: str
    restrictions: str  # on when it is taken
    spending_money: str


class RealEstateDetails(NamedTuple):
    """What is said of land or a home."""

    dwelling: str
    plans: str
    contract: str
    easements: str
    location: str
    conveyancing: str
    legal_costs: str
    fixtures: str
    furniture: str


class Prize(NamedTuple):
    """A prize, and how many of it there are."""

    name: str
    kind: PrizeKind
    value: Cents  # of one
    paid_by: tuple[Means, ...]  # how it reaches the winner
    nature: str = ""  # what it is, in words
    number: int = 1
    qualification: str = ""  # any qualification, reservation or guarantee
    conditions: str = ""  # on receiving, using or accepting it
    contains: tuple[str, ...] = ()  # of what documents bar: "tobacco", "firearm", …
    liquor_ml: int = 0
    alternative: Cents = 0  # money that the winner may take instead; 0: none is stated
    appliance: ApplianceDetails | None = None
    vehicle: VehicleDetails | None = None
    travel: TravelDetails | None = None
    real_estate: RealEstateDetails | None = None

    @property
    def monetary(self) -> bool:
        """Whether it is money, and so lies in an account until it is paid."""
        return self.kind in ("money", "casino-dollars", "slots-dollars")


class EntryRule(NamedTuple):
    """How entries are earned. The wager that counts is the one on `bet`; without a name, all on the box together."""

    earned_by: EarnedBy
    entries: int = 1
    each: Cents = 0  # "wagered": for each so much, over all rounds and tables together
    bet: str = "main"
    outcome: str = ""  # "side-bet": the row of the pay table; "": any that pays
    least: Cents = 0  # what that wager is at least


class PromotionConditions(NamedTuple):
    """What a promotion is run by. All times are in milliseconds, all amounts in cents of `currency`."""

    title: str
    book: str
    place: str
    starts_at: Time
    entries_close_at: Time
    draw_at: Time  # or, where prizes are won at once, when the last of them can be won
    draw_place: str
    eligible: str  # what makes a player eligible, in words
    claimed: str  # how a prize is claimed, in words
    results_at: str  # where results are published
    available_at: str  # where these conditions can be read
    entry_rules: tuple[EntryRule, ...]
    prizes: tuple[Prize, ...]
    currency: str = "aud"
    awarded: Literal["draw", "at-once"] = "draw"  # at once: every entry that is earned wins, while prizes last
    games: tuple[str, ...] = ()  # whose rounds count; none named: all of the book
    tables: tuple[str, ...] = ()  # likewise
    minimum_wager: Cents = 0  # on the box in a round that counts
    compulsory_bet: str = ""  # a side bet that has to be made on the box in a round that counts
    wagered_least: Cents = 0  # what somebody has to wager in all before any of their entries counts
    entries_each: int = 0  # most entries of one player; 0: any number
    wins_each: int = 1  # most prizes of one player
    must_be_present: bool = False  # at the draw
    claim_days: int = 0  # after the draw, within which a prize is claimed; 0: no end is set
    notified_by: tuple[str, ...] = ()  # how winners are told, by the names of the document's means
    statements: Mapping[str, str] = {}

    @property
    def largest(self) -> Cents:
        """What the dearest prize is worth."""
        return max((prize.value for prize in self.prizes), default=0)


def conditions_digest(conditions: PromotionConditions) -> str:
    """The hash that identifies a version of conditions."""
    text = json.dumps(command_fields(conditions), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
