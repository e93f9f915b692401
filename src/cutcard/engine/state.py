"""What a round of play is at any moment. Immutable; `evolve` makes the next one.

These are named tuples and not frozen dataclasses, because a round makes some forty of them: a dataclass of twelve
fields takes six times as long to make, and four times as long to copy with one field changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, NamedTuple

from cutcard.cards import Card
from cutcard.engine.copying import copier
from cutcard.engine.copying import made as made  # by which others make these records too
from cutcard.money import Cents, Odds
from cutcard.rulebooks.schema import PayTable, Rules

DEALER = -1

Phase = Literal["wagers", "initial", "draws", "offers", "peek", "play", "dealer", "over"]
Needs = Literal[
    "wagers",
    "card",
    "hole-card",
    "press",
    "meters",
    "offers",
    "peek",
    "decision",
    "join",
    "rescue",
    "withdraw",
    "turn",
    "settlement",
    "nothing",
]
# What a round may wait for, by who answers: players who may take an offer or let it pass, players at all, and what is
# about the hand in turn. A new moment of a round is put here, and table, pages and bots know what kind it is.
OFFER_NEEDS: frozenset[str] = frozenset({"offers", "join", "rescue", "withdraw"})
PLAYER_NEEDS = OFFER_NEEDS | {"decision"}
HAND_NEEDS: frozenset[str] = frozenset({"card", "decision", "join", "rescue", "withdraw"})
# What the dealer does with cards: lay one, lay one face down, look at that one, turn it.
CARD_NEEDS: frozenset[str] = frozenset({"card", "hole-card", "peek", "turn"})
Outcome = Literal["", "win", "lose", "stand-off", "void", "surrender"]
Ended = Literal["", "natural", "bust", "won", "stood", "doubled", "one-card", "full", "surrendered", "void"]


class PersonalLimit(NamedTuple):
    minimum: Cents
    maximum: Cents | None


class TableLimits(NamedTuple):
    """The limits on the sign: for a box's main wagers, for players with limits of their own, for side bets."""

    minimum: Cents = 0
    maximum: Cents | None = None
    unit: Cents = 0
    personal: Mapping[str, PersonalLimit] = {}
    side_bets: Mapping[str, PersonalLimit] = {}
    places: Mapping[str, int] = {}  # most of a side bet on one box, where the table takes fewer than the rules
    each_player: Cents | None = None  # for what one player has on a box, where the sign is for each player
    all_boxes: Mapping[str, Cents] = {}  # for what a player has on all boxes together


class Setup(NamedTuple):
    """What is settled about a round before it begins."""

    rules: Rules
    decks: int
    side_bets: Mapping[str, PayTable] = {}
    limits: TableLimits = TableLimits()
    chip: Cents = 1
    seats: Mapping[int, str | None] = {}
    meters: Mapping[str, Cents] = {}
    warned: frozenset[str] = frozenset()  # players told before that a wager under the minimum goes back
    seeds: Mapping[str, Cents] = {}  # what each meter is reset to when a prize leaves less
    linked: frozenset[str] = frozenset()  # meters of a jackpot link: what they show is read when a part is won
    others: Mapping[str, int] = {}  # winners at other tables at the identical moment, by outcome (Sydney 14.27.4)
    first_box: int = 0  # where cards and decisions begin (Sydney 19.9.3); 0: at the dealer's left

    @property
    def unit(self) -> Cents:
        """What a payment must be a multiple of: the chip, or half of it where the book counts so."""
        if self.chip == 1 or self.rules.limits.rounding == "up":
            return self.chip
        return self.chip // 2 if self.chip % 2 == 0 else 1


class Wager(NamedTuple):
    """A stake, its owner, and what became of it. A free bet token stakes nothing and is worth something."""

    box: int
    hand: int  # the hand's key; -1 where the wager belongs to no hand
    player: str
    bet: str
    staked: Cents
    worth: Cents
    returned: Cents | None = None  # None until settled
    outcome: Outcome = ""
    odds: Odds | None = None
    clause: str = ""
    carried: bool = False
    paid: bool = False  # has won once already and plays on
    prize: Cents | None = None  # what a random device gave for it
    also: str = ""
    row: str = ""  # what paid it: the outcome of the pay table's row, or the name of the bonus
    invalid: bool = False  # found to be invalid: it returns its stake and wins nothing (Sydney 16.22.2)
    beyond: Cents = 0  # what of it lies beyond its owner's loss limit and goes back (Sydney 16.23.1)
    settled_then: int = 0  # which wagers were settled when it was placed within the round, a bit for each position

    @property
    def open(self) -> bool:
        return self.returned is None

    @property
    def went_back(self) -> bool:
        """Whether it was void for some other reason than what was found about it, such as a maximum: at no risk."""
        return self.outcome == "void" and not self.invalid and not self.beyond


class Hand(NamedTuple):
    """Cards dealt to a box and how far they have been played."""

    box: int  # position in State.boxes
    key: int
    cards: tuple[Card, ...] = ()
    hard: int = 0  # with every ace as one
    aces: int = 0  # aces that may count eleven
    total: int = 0
    split: bool = False
    split_aces: bool = False
    doubled: bool = False
    drawing: bool = False  # the dealer is drawing to it unasked
    ended: Ended = ""

    @property
    def soft(self) -> bool:
        return self.total != self.hard

    @property
    def natural(self) -> bool:
        return self.ended == "natural"


class Box(NamedTuple):
    """A box in play: who wagers on it, who decides, and its first cards."""

    number: int
    players: tuple[str, ...]  # in the order in which their wagers lie
    control: str
    dealt: tuple[Card, ...] = ()  # the first three cards dealt to it, on whichever hand
    hands_made: int = 1
    tokens: int = 0  # free bet tokens played by its controlling player
    declined_split: bool = False


class Irregular(NamedTuple):
    """What has gone out of order in a round and still matters for how it goes on."""

    held: tuple[Card | None, ...] = ()  # drawn before their time, the next to be dealt first; None: not seen
    refused: frozenset[str] = frozenset()  # players who refused such a card
    skipped: tuple[int | None, ...] = ()  # boxes passed over in the initial deal, by number; None: the dealer
    dealer_after: int | None = None  # position of the box after which the dealer takes the first card
    playing: bool = False  # prizes are drawn late, after the subsequent deal has begun


class Invalid(NamedTuple):
    """Which wagers are invalid: a player's on one box or on all, all of them or one side bet."""

    player: str
    box: int | None = None
    bet: str = ""  # "" or "main": with all that was added to it and lies beside it


class Findings(NamedTuple):
    """What has been found about wagers of a round."""

    invalid: tuple[Invalid, ...] = ()
    limits: Mapping[str, Cents] = {}  # what a player might still lose when the round began
    stands: frozenset[int] = frozenset()  # positions of wagers that were paid before, and of which nothing is undone


class State(NamedTuple):
    """A round of play."""

    setup: Setup
    phase: Phase = "wagers"
    needs: Needs = "wagers"
    turn: int = DEALER  # position in `hands` of the hand to act or to get a card
    hands: tuple[Hand, ...] = ()
    wagers: tuple[Wager, ...] = ()
    boxes: tuple[Box, ...] = ()
    dealer: tuple[Card, ...] = ()
    dealer_hard: int = 0
    dealer_aces: int = 0
    joining: Literal["", "double", "split"] = ""
    answered: frozenset[str] = frozenset()  # who has answered the offer that is open
    void: str = ""  # the clause by which the whole round was declared void
    irregular: Irregular | None = None  # None in a round in which nothing has gone wrong
    read: frozenset[str] = frozenset()  # linked meters whose value holds for the settlement that is made now
    picked: tuple[int, ...] = ()  # wagers that a jackpot system picked for a part of a meter that is not read yet
    findings: Findings | None = None  # None in a round in which every wager is good
    hole: Literal["", "down", "peeked"] = ""  # a hole card lies face down; peeked: and makes no natural

    @property
    def rules(self) -> Rules:
        return self.setup.rules

    @property
    def hand(self) -> Hand:
        """The hand whose turn it is."""
        return self.hands[self.turn]

    @property
    def box(self) -> Box:
        """The box whose turn it is."""
        return self.boxes[self.hands[self.turn].box]

    @property
    def held(self) -> tuple[Card | None, ...]:
        """Cards that were drawn before their time and are dealt next, in this order; None: its face was not seen."""
        return self.irregular.held if self.irregular is not None else ()

    @property
    def refused(self) -> frozenset[str]:
        """Players who refused a card that was dealt in error, and get no more than they must take."""
        return self.irregular.refused if self.irregular is not None else frozenset()

    @property
    def skipped(self) -> tuple[int | None, ...]:
        """Boxes that were passed over in the initial deal, by number; None: the dealer."""
        return self.irregular.skipped if self.irregular is not None else ()

    @property
    def up_card(self) -> Card:
        return self.dealer[0]

    @property
    def dealer_total(self) -> int:
        return self.dealer_hard + 10 if self.dealer_aces and self.dealer_hard <= 11 else self.dealer_hard

    @property
    def dealer_natural(self) -> bool:
        return len(self.dealer) == 2 and self.dealer_hard == 11 and self.dealer_aces == 1

    def on_hand(self, hand: Hand) -> Iterator[tuple[int, Wager]]:
        """The open wagers on a hand, each with its position."""
        number = self.boxes[hand.box].number
        for i, wager in enumerate(self.wagers):
            if wager.hand == hand.key and wager.box == number and wager.returned is None:
                yield i, wager

    def with_wager(self, i: int, wager: Wager) -> State:
        """The same round with the wager at a position changed."""
        return with_wagers(self, (*self.wagers[:i], wager, *self.wagers[i + 1 :]))

    def with_box(self, i: int, box: Box) -> State:
        """The same round with the box at a position changed."""
        return _with_boxes(self, (*self.boxes[:i], box, *self.boxes[i + 1 :]))

    def with_hand(self, position: int, hand: Hand) -> State:
        """The same round with one hand changed."""
        old = self.hands
        return _with_hands(self, (*old[:position], hand, *old[position + 1 :]) if len(old) > 1 else (hand,))

    def with_hand_and_turn(self, position: int, hand: Hand, turn: int) -> State:
        """The same round with one hand changed, and another hand in turn."""
        old = self.hands
        hands = (*old[:position], hand, *old[position + 1 :]) if len(old) > 1 else (hand,)
        return _with_hands_and_turn(self, hands, turn)

    def any_on(self, hand: Hand) -> bool:
        """Whether any wager on a hand is open."""
        number = self.boxes[hand.box].number
        for wager in self.wagers:
            if wager.hand == hand.key and wager.box == number and wager.returned is None:
                return True
        return False

    def base(self, hand: Hand, player: str) -> Wager | None:
        """The player's open main or split wager on a hand."""
        for _, wager in self.on_hand(hand):
            if wager.player == player and wager.bet in ("main", "split"):
                return wager
        return None

    def original(self, number: int, player: str) -> Wager | None:
        """The player's main wager on a box, settled or not, as cut back to the limits."""
        for wager in self.wagers:
            if wager.box == number and wager.player == player and wager.bet == "main" and not wager.went_back:
                return wager
        return None

    def insured(self, number: int, player: str) -> Iterator[tuple[int, Wager]]:
        """The player's insurance wagers on a box, settled or not, each with its position."""
        for i, wager in enumerate(self.wagers):
            if wager.bet == "insurance" and wager.box == number and wager.player == player:
                yield i, wager

    def hand_number(self, hand: Hand) -> int:
        """The hand's number within its box, from 1, in the order in which they lie now."""
        if hand.key == 0:  # a new hand comes right after the one it was split from, so this one stays first
            return 1
        return [h.key for h in self.hands if h.box == hand.box].index(hand.key) + 1


ended: Callable[[Hand, Ended], Hand] = copier(Hand, "ended")
moved: Callable[[State, Phase, Needs, int], State] = copier(State, "phase", "needs", "turn")  # it waits for another
with_wagers: Callable[[State, tuple[Wager, ...]], State] = copier(State, "wagers")
_with_boxes: Callable[[State, tuple[Box, ...]], State] = copier(State, "boxes")
_with_hands: Callable[[State, tuple[Hand, ...]], State] = copier(State, "hands")
_with_hands_and_turn: Callable[[State, tuple[Hand, ...], int], State] = copier(State, "hands", "turn")
