"""What is settled about a table: its rulebook and game, its sign, and who somebody is."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Literal, NamedTuple

from cutcard.engine.state import PersonalLimit
from cutcard.money import Cents
from cutcard.rulebooks import load, procedures_of
from cutcard.rulebooks.procedures import Procedures
from cutcard.rulebooks.schema import PayTable, Rules

Source = Literal["virtual", "real"]
Device = Literal["shoe", "shuffling-device"]
CardsTaken = Literal["earlier", "by-law", "documented"]  # as of old; as the law has it; only against a document
SHUFFLING_DEVICE: Device = "shuffling-device"
PLAYER = "player"
INSPECTOR = "inspector"  # of the regulator, in the documents that have one in the casino
HOUSE = "house"  # the name under which the service itself gives commands; nobody else may have it
Notices = tuple[tuple[str, str], ...]  # who was told of something, by office and name: ("inspector", "M. Reed")


class Person(NamedTuple):
    """Somebody who gives a table commands. A role is "player" or one that the rulebook names."""

    id: str
    role: str


def is_house(name: str) -> bool:
    """Whether a name would be taken for the house's own, however it is written.

    >>> is_house("house"), is_house(" House "), is_house("ＨＯＵＳＥ"), is_house("housemate")
    (True, True, True, False)
    """
    return unicodedata.normalize("NFKC", name).strip().casefold() == HOUSE


class Sign(NamedTuple):
    """The limits that the table shows: for a box or for a player there, and for each side bet."""

    minimum: Cents
    maximum: Cents
    unit: Cents = 0  # wagers above the minimum go up by this; 0: any amount of whole chips
    multiples: bool = False  # wagers are multiples of the minimum
    per: Literal["box", "player"] = "box"
    player_maximum: Cents | None = None  # what one player may have on all boxes together
    side_bets: Mapping[str, PersonalLimit] = {}


class TableConfig(NamedTuple):
    """What does not change while the table is open."""

    rules: Rules
    decks: int
    boxes: int
    side_bets: Mapping[str, PayTable] = {}
    chip: Cents = 100
    meters: Mapping[str, Cents] = {}
    source: Source = "virtual"
    device: Device = "shoe"  # what deals when the table opens; `TableState.device` once it is another
    shuffled_by: Literal["hand", "multishuffler"] = "hand"
    by_itself: bool = True
    betting_ms: int = 0
    decision_ms: int = 30_000
    cashless: bool = False
    low_limit: bool = False
    procedure: str = "standard"  # which of the approved shuffles is in use
    play_money: bool = False  # its chips are worth nothing outside, so that guests may play and be advised
    runs_itself: bool = False  # the house opens betting, shuffles and calls by the clock, without staff
    lacking: tuple[str, ...] = ()  # equipment for side bets that the table does not have
    idle_minutes: int = 0  # after which the house may take the seat of somebody who wagers nothing; 0: never
    idle_rounds: int = 0  # at a table of play money: likewise, after this many rounds; 0: never
    two_people: bool = False  # fills, counts, voids and the like take a second person's approval
    two_people_over: Cents = 1_000_000  # what a player may cash in all before that takes two people
    several_boxes: bool = False  # at a table of play money: players take several boxes without permission
    seeds: Mapping[str, Cents] = {}  # what each meter is reset to when a prize leaves less
    gaming_ends: int = 0  # when the hours of gaming end; 0: not said
    currency: str = ""  # of its chips: "aud", or "play" for play money; "": an earlier release opened the table
    player_cards: bool = False  # anybody who plays here has their own player card in
    # What follows holds for every table that opens; one that an earlier release opened goes on without it.
    bet_managers: bool = False  # players have devices for side bets that take one
    meters_fall: bool = False  # a meter of the table's own shows less once a prize was paid from it
    entries_stay: bool = False  # entries to tournaments that were won here are still there when it opens again
    collects_first: bool = False  # wagers that the document has collected before the deal go into the tray then
    minimum_as_placed: bool = False  # whether a wager is under the minimum is seen before a maximum cuts it back
    own_law: str = ""  # the law of your own that holds here; "": the document's
    documented: bool = False  # a card that has to stand against a document does so, whichever release issued it

    @property
    def law(self) -> str:
        """The law for the protection of players that holds here; "": there is none but that of the house."""
        return self.own_law or load(self.rules.book).law

    @property
    def cards_taken(self) -> CardsTaken:
        """Which player cards are good here, as far as identity documents go."""
        if not self.documented:
            return "earlier"
        return "documented" if self.player_cards else "by-law"

    @property
    def procedures(self) -> Procedures:
        """What the document says about running a table."""
        return procedures_of(self.rules.book)

    def on_device(self, bet: str) -> bool:
        """Whether a wager is paid for from a player's own device, and what it returns goes there."""
        side = self.rules.side_bets.get(bet) if self.bet_managers else None
        return side is not None and bool(side.device)

    def collected_first(self, bet: str) -> bool:
        """Whether wagers on a side bet are in the float once betting has closed, and not on the layout."""
        return self.collects_first and bet in self.side_bets and bet in self.procedures.chips.collected_first

    @property
    def several_free(self) -> bool:
        """Whether players may take several boxes without asking: by the document, or since it is play money."""
        return self.several_boxes or self.procedures.seats.several == "free"

    @property
    def cards(self) -> int:
        """How many cards all decks have together."""
        return self.decks * self.deck

    @property
    def deck(self) -> int:
        """How many cards a deck has, less the ranks that the game takes out."""
        return 52 - 4 * len(self.rules.cards.removed_ranks)
