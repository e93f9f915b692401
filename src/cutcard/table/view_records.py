"""What a view of a table is made of: its hands, wagers, boxes, players, shoe, choices and layout."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cutcard.money import Cents
from cutcard.table.secrecy import for_player
from cutcard.table.session_view import SessionView


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    """A hand; a card that the viewer may not see is None, and then a box's hand has no total, and the dealer's counts
    the cards that lie open."""

    number: int = 1
    cards: tuple[str | None, ...] = ()
    total: int | None = None
    soft: bool = False
    ended: str = ""  # natural, bust, won, stood, doubled, one-card, full, surrendered or void
    doubled: bool = False
    split: bool = False
    turn: bool = False
    words: str = ""  # its total as people say it: "8 or 18", "bust 24"
    collected: bool = False  # its cards lie in the discard rack already, before the round is over


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerView:
    box: int
    player: str
    bet: str
    staked: Cents
    worth: Cents  # more than the stake where a free bet token was played
    tokens: Cents = 0  # of the stake, promotional tokens
    hand: int | None = None  # its number within the box
    returned: Cents | None = None  # None until it is settled
    outcome: str = ""
    odds: str = ""  # "3:2"
    clause: str = ""
    also: str = ""
    carried: bool = False  # it stayed from the round before, under a marker


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxView:
    number: int
    holder: str | None = None  # who sits there
    reserved_for: str | None = None
    control: str | None = None  # who decides in this round
    marker: str = ""  # "own limits", "old minimum" or "restricted"
    hands: tuple[HandView, ...] = ()
    wagers: tuple[WagerView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    """A player at the table. Everybody sees their wagers on the felt; only they and staff see what else they have."""

    name: str
    chips: Cents | None = for_player()
    tokens: Cents | None = for_player()
    device: Cents | None = for_player()  # the balance on their Personal Bet Manager; None too where they have none
    boxes: tuple[int, ...]
    away: bool
    minimum: Cents
    maximum: Cents | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeView:
    number: int
    stage: str
    left: int
    cards: int
    commitment: str
    due: bool  # a shuffle comes before the next round
    offered_to: str | None  # who is asked to cut
    burned: int
    discards: int
    behind: int | None  # cards behind the cutting card, where all can see it; None: it is not in the shoe
    shuffles_itself: bool = False  # a shuffling device deals
    failed: bool = False  # that device has failed, and is not replaced yet


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceView:
    """Something that the viewer could call now, and why not where it is refused."""

    act: str
    box: int
    hand: int
    player: str
    allowed: bool
    why_not: str = ""
    clause: str = ""
    least: Cents = 0
    most: Cents = 0
    step: Cents = 1
    token: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBetView:
    bet: str
    title: str
    minimum: Cents
    maximum: Cents | None
    pays: tuple[tuple[str, str], ...]  # outcome and odds
    prizes: tuple[Cents, ...] = ()  # for each dollar, that a device may give; the bonus meter shows them
    in_words: tuple[tuple[str, str], ...] = ()  # the same as `pays`, for people: "mixed pair", "6 to 1"
    on_device: bool = False  # placed with the bet button, from the balance of a Personal Bet Manager


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedBetView:
    """A side bet whose meters the table shares with others: its link, the price of a wager, what each is reset to."""

    bet: str
    link: str
    price: Cents
    seeds: dict[str, Cents]


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutView:
    """The cloth and what is played with, which anybody may ask about, and where the rules of the house are."""

    boxes: int
    insurance: bool
    side_bets: tuple[str, ...]
    rack_decks: int  # decks that the discard rack holds; 0: the document does not say
    equipment: tuple[str, ...]
    dealt_from: str
    shuffled_by: str
    shuffle: str
    words: tuple[str, ...]  # all of it for people
    rules: str  # the address of the document's rules for this game
    rules_clause: str  # by which they are there for the person who asks; empty: the document does not say


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalView:
    """Something that waits for a second person."""

    number: int
    command: str
    fields: dict[str, Any]
    by: str
    role: str
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """What the table waits for: nothing, wagers, a card, a decision and the like; whose, and until when."""

    needs: str
    box: int | None = None
    hand: int | None = None
    players: tuple[str, ...] = ()
    until: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    table: str
    phase: str
    book: str
    game: str
    title: str
    casino: str
    decks: int
    play_money: bool
    runs_itself: bool
    source: str
    chip: Cents
    minimum: Cents
    maximum: Cents
    sign: tuple[str, ...]
    inscriptions: tuple[str, ...]
    side_bets: tuple[SideBetView, ...]
    meters: dict[str, Cents]
    now: int
    betting: str  # closed, open or last
    round: int
    waiting: Waiting
    dealer: HandView
    boxes: tuple[BoxView, ...]
    players: tuple[PlayerView, ...]
    shoe: ShoeView
    choices: tuple[ChoiceView, ...]  # the viewer's own
    closes_at: int | None
    last_rounds: int | None
    face_down: bool
    approvals: tuple[ApprovalView, ...] = ()  # for staff only
    several_boxes: bool = False  # whether a player may take several boxes without permission
    ready: tuple[str, ...] = ()  # who wants the cards, or the next betting, without waiting
    fill_due: Cents | None = None  # the fill that was asked for; for staff only
    cloth: tuple[str, str, str] = ("", "", "")  # printed on it: what the game pays, how it is dealt, insurance
    layout: LayoutView | None = None
    links: tuple[LinkedBetView, ...] = ()
    tournament: str = ""  # the one that it is designated for
    session: SessionView | None = None  # of that tournament, played here
