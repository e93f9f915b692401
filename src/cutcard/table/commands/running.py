"""Opening and closing a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from cutcard.money import Cents
from cutcard.rulebooks.schema import OptionValue
from cutcard.table.config import Sign, Source


class OpenTable(NamedTuple):
    """Open a table under a rulebook, with everything that is settled about it beforehand."""

    table: str
    book: str
    game: str
    decks: int
    sign: Sign
    boxes: int = 7
    options: Mapping[str, OptionValue] = {}
    side_bets: Mapping[str, str | bool] = {}  # a side bet and its pay table's name, or true where it has just one
    chip: Cents = 100  # the smallest chip in the float
    meters: Mapping[str, Cents] = {}
    source: Source = "virtual"
    device: Literal["shoe", "shuffling-device"] = "shoe"
    shuffled_by: Literal["hand", "multishuffler"] = "hand"
    by_itself: bool = True  # a virtual shoe deals without being asked
    chips: Cents = 0  # what the float tray holds to begin with
    betting_ms: int = 0  # how long betting stays open after the first wager; 0: until the dealer closes it
    decision_ms: int = 30_000  # the reasonable time that a player has for a decision
    layout_approved: bool = False
    drop_box: bool = True
    cashless: bool = False
    low_limit: bool = False
    procedure: str = "standard"  # which of the approved shuffles is in use
    play_money: bool = False
    runs_itself: bool = False  # with a virtual shoe only
    lacking: tuple[str, ...] = ()  # equipment for side bets that this table does not have


class GiveClosingNotice(NamedTuple):
    """Tell the players that the table will close; with a sign, at what time."""

    closes_at: int = 0


class AnnounceLastRounds(NamedTuple):
    pass


class CloseTable(NamedTuple):
    """Close the table; the cards are counted and the float goes back to the cage."""

    cards_complete: bool = True


class Tick(NamedTuple):
    """Time has gone on: notices that have fallen due take effect."""
