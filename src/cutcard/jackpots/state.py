"""A link as its events have made it. What its meters show is in the ledger, not here: tables add to it all the time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from cutcard.money import Cents
from cutcard.table.link_terms import LinkTerms

LINK_KIND = "link"
Stage = Literal["won", "determined", "paid", "cancelled"]
Phase = Literal["", "open", "closed"]


def stream_of_link(link: str) -> str:
    """The stream of a link's events."""
    return f"{LINK_KIND}:{link}"


class Notice(NamedTuple):
    """A sign at a table: it joins, leaves or moves, or its meter closes (Melbourne 21.5.1(e), (f), 24.5.1(e), (f))."""

    table: str
    change: Literal["join", "leave", "move", "close"]
    posted_at: int
    holds_from: int
    to: str = ""  # the link that it moves to


class Win(NamedTuple):
    """A prize that a meter has lost to the hands of one round at one table, all of one kind."""

    number: int
    meter: str
    outcome: str
    table: str
    round: int
    boxes: tuple[int, ...]
    players: tuple[str, ...]  # one for each of the boxes
    value: Cents  # what the meter showed at the time for settlement
    position: int  # of the store's row after which it showed that
    prize: Cents  # for each of the winners
    at: int
    stage: Stage = "won"
    others: int = 0  # winners of the same at other tables at the identical moment (Sydney 14.27.4(ii))
    beside: Mapping[str, int] = {}  # winners of something else of the meter there and then, by outcome
    reset: Cents = 0  # what the house has put into the meter for it

    @property
    def back_to_house(self) -> Cents:
        """What the house has back of it if it is not paid: its meter then shows what it would without this win."""
        return min(self.reset, self.prize * len(self.boxes))

    @property
    def unpaid(self) -> bool:
        """Whether its prize is locked and still to be paid."""
        return self.stage in ("won", "determined")


class Proposal(NamedTuple):
    """A change of what a meter shows that somebody has proposed, and a second person has not yet approved."""

    meter: str
    amount: Cents
    cause: Literal["malfunction", "entered-wrongly", "missed-wagers", "added-by-the-house"]
    reason: str
    by: str
    role: str
    at: int


class LinkState(NamedTuple):
    """A link of tables."""

    link: str = ""
    terms_or_none: LinkTerms | None = None
    phase: Phase = ""
    now: int = 0
    tables: Mapping[str, int] = {}  # those that are linked, and since when
    notices: tuple[Notice, ...] = ()
    wins: Mapping[int, Win] = {}  # those that are not paid yet, and the last that were
    won: int = 0  # how many there have been
    lacked: Cents = 0  # what the house has just put into a meter for the prize that comes next
    failed: str = ""  # why the system does not work properly; empty: it does
    commitment: str = ""  # the seal on the secret of the device that picks boxes
    device: int = 0  # how many secrets there have been
    secret: str = ""  # the one that it picks from now: shown to nobody before it is revealed
    proposed: Mapping[int, Proposal] = {}  # adjustments that wait for a second person
    proposals: int = 0  # how many there have been
    adjusted: Mapping[str, Cents] = {}  # what adjustments have added to each meter since it was last reset

    @property
    def terms(self) -> LinkTerms:
        assert self.terms_or_none is not None
        return self.terms_or_none

    @property
    def book(self) -> str:
        """The document by which it is held; "": it was not opened yet."""
        return self.terms_or_none.book if self.terms_or_none is not None else ""

    @property
    def play_money(self) -> bool:
        return self.terms.currency == "play"
