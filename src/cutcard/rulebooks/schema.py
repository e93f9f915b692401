"""What a rulebook says: the axes on which approved games differ.

Every field below is one line of a game's TOML, where it stands beside the clause that gives it. The text in `rule(...)`
is what `cutcard rules BOOK GAME` prints as the parameter's meaning. Games differ by these values alone: where a game
needs something new, a field is added here and every document gets a value for it. A rule that all documents have alike
is not a parameter: it stands in `plain_clauses`, and a book says only which of its clauses it is.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Literal

from cutcard.money import Cents, Odds, cents
from cutcard.typed_values import ReadBy

OddsValue = Annotated[Odds, ReadBy(lambda v: v if isinstance(v, Odds) else Odds.parse(v))]
CentsValue = Annotated[Cents, ReadBy(lambda v: v if isinstance(v, int) else cents(v))]
FractionValue = Annotated[Fraction, ReadBy(lambda v: _part(v))]
OptionValue = bool | str
Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]


def _part(raw: object) -> Fraction:
    """A part such as "1/2", or a whole number."""
    if isinstance(raw, Fraction):
        return raw
    written = str(raw) if isinstance(raw, str | int) and not isinstance(raw, bool) else ""
    if not re.fullmatch(r"\d{1,9}(/0*[1-9]\d{0,8}|\.\d{1,9})?", written, re.ASCII):
        raise ValueError(f'a part is written such as "1/2", not {raw!r:.40}')
    return Fraction(written)


def rule(meaning: str, default: Any = dataclasses.MISSING, *, empty_means: str = "") -> Any:
    """A field of a rulebook with its meaning in a sentence; a default where a book may leave it out.

    `empty_means` is the word for an empty list where that is not "none".
    """
    if empty_means:
        meaning = f"{meaning}; empty: {empty_means}"
    metadata = {"meaning": meaning, "empty_means": empty_means or "none"}
    if isinstance(default, dict):
        return dataclasses.field(default_factory=dict, metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """What the shoe holds."""

    decks: tuple[int, ...] = rule("numbers of decks that the game may be played with")
    removed_ranks: tuple[Rank, ...] = rule("ranks taken out of every deck")
    boxes_min: int = rule("fewest boxes that a layout may have")
    boxes_max: int = rule("most boxes that a layout may have")


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """Who may wager on a box, and who decides for it."""

    players_max: int = rule("most players who may wager on one box")
    control: tuple[Literal["seated", "highest", "nearest-dealer"], ...] = rule(
        "who calls the decisions of a shared box, first match first"
    )
    several: bool = rule("whether one player may wager on several boxes")
    mid_shoe_entry: bool = rule(
        "whether somebody who has had no wager since the cards were shuffled may begin to play within the shoe", True
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What happens to wagers outside the limits on the sign, and to payments that chips cannot make."""

    under_minimum: Literal["valid", "warn-then-return"] = rule("what happens to a wager found under the minimum")
    room_first: tuple[Literal["control", "placed"], ...] = rule(
        "who has room up to a box's maximum first when several wager on it"
    )
    rounding: Literal["up", "up-to-half-chip"] = rule(
        "how a payment that chips cannot make exactly is rounded: up to a chip, or to half the smallest chip"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Natural:
    """An ace and a ten-value card as the first two cards."""

    name: Literal["Blackjack", "Pontoon"] = rule("what the game calls it")
    pays: OddsValue = rule("odds paid on it")
    paid: Literal["at-once-unless-ten-or-ace", "at-once", "at-the-end"] = rule("when it is paid")
    even_money: bool = rule("whether its holder may ask for 1 to 1 against a dealer's ace")
    even_money_and_insurance: Literal["insurance-returned", "one-or-other", "both-stand"] = rule(
        "what happens to an insurance wager whose owner takes even money on the same box"
    )
    against_natural: Literal["stand-off", "win"] = rule("what it does against a dealer's own")
    after_split: bool = rule("whether an ace and a ten-value card on a split hand count as one")


@dataclass(frozen=True, slots=True, kw_only=True)
class Insurance:
    """A wager of each player's own that the dealer's two cards will be a natural."""

    ace: OddsValue = rule("odds paid when the dealer's first card was an ace")
    ten: OddsValue | None = rule("odds paid when the dealer's first card was worth ten; none: not offered")
    at_most: FractionValue = rule("most that may be insured, as a part of the player's original wager")
    natural_may: bool = rule("whether a player who holds a natural may insure")
    in_half_chips: bool = rule("whether it must be a multiple of half the smallest chip")
    late: bool = rule("whether it may still be placed, before the dealer's second card, where it was not offered")
    again: Literal["adds", "separate"] = rule(
        "whether a player who insures a box again adds to the wager that lies there, or lays one of its own",
        default="separate",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """Taking cards and standing."""

    must_below: int = rule("hard total below which a hand may not stand; 0: it may stand on anything")
    automatic: Literal["never", "when-no-choice", "always"] = rule(
        "whether the dealer draws to a low hand unasked: never, only where it can neither double nor split, or always"
    )
    automatic_hard: int = rule("hard total at which that drawing ends")
    automatic_soft: int = rule("soft total at which that drawing ends")
    ends_at: int = rule("total at which no card may be drawn any more")
    cards_max: int = rule("most cards that a hand may hold; 0: any number")


@dataclass(frozen=True, slots=True, kw_only=True)
class Double:
    """A further wager for exactly one more card."""

    allowed: bool = rule("whether hands may be doubled at all")
    totals: tuple[int, ...] = rule("totals that may be doubled", empty_means="any")
    ace_is_one: bool = rule("whether an ace counts one when the total is tested")
    cards: tuple[int, ...] = rule("numbers of cards that may be doubled", empty_means="any")
    for_less: bool = rule("whether less than the original wager may be added")
    after_split: bool = rule("whether a split hand may be doubled")
    split_totals: tuple[int, ...] = rule("totals on which a split hand may be doubled", (), empty_means="as any hand")
    split_aces: bool = rule("whether a split ace that may draw may be doubled", False)
    doubled_ace: Literal["one", "either"] = rule(
        "what an ace among the first two cards counts once the hand is doubled"
    )
    paid_by: Literal["player", "token"] = rule("who pays: the player, or the house with a free bet token")
    bonuses: bool = rule("whether a doubled hand is paid bonus odds")
    rescue: bool = rule("whether a player may give up the original wager and take back the doubled part")


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Two cards of equal value made into two hands."""

    alike: Literal["value", "rank"] = rule("what the two cards must share")
    hands_max: int = rule("most hands that a box may come to; 1: no splitting")
    aces_hands_max: int = rule("most hands that a pair of aces may come to")
    aces_cards: int = rule("cards dealt to each split ace")
    declined_bars_later: bool = rule("whether declining to split a hand bars splitting later hands of that box")
    paid_by: Literal["player", "token", "token-except-tens"] = rule("who pays for the new hand")


@dataclass(frozen=True, slots=True, kw_only=True)
class Surrender:
    """Giving up half the wager instead of playing on."""

    offered: Literal["never", "before-play", "on-turn"] = rule(
        "when: never, to all boxes before any further card and before a hole card is looked at, or to each box when "
        "called to act"
    )
    against: tuple[Rank, ...] = rule("dealer's first cards against which it is offered")
    returns: FractionValue = rule("part of the wager that is returned")
    void_on_natural: bool = rule("whether a dealer's natural voids it, so that the whole wager is lost")


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealer:
    """How the dealer's hand is drawn and what it beats."""

    hits_soft_17: bool = rule("whether the dealer draws on a soft 17")
    stands_on: int = rule("total on which the dealer stands")
    pushes_on: tuple[int, ...] = rule("dealer's totals over 21 that are a stand-off for wagers still there")
    no_needless_card: bool = rule("whether a card that cannot change a result stays in the shoe")
    natural_takes: Literal["busted-plus-one", "first-hand", "original-cap", "all"] = rule(
        "what a dealer's natural takes after doubles and splits"
    )
    drawn_21_against_natural: Literal["lose", "stand-off", "win"] = rule(
        "what a player's 21 that is not a natural does against a dealer's natural"
    )
    hole_card: Literal["none", "peeked", "unpeeked"] = rule(
        "whether the last card of the initial deal is the dealer's second, face down: peeked, it is looked at under a "
        "ten-value card or an ace once the offers are closed, and a natural ends the round at once; unpeeked, it is "
        "turned when the players are done; no approved document has one",
        "none",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """Odds of its own for a winning 21 of a certain make."""

    name: str
    pays: OddsValue
    cards_min: int = 0
    ranks: str = ""  # e.g. "678": the first three cards, in any order
    suits: Literal["any", "same", "spades"] = "any"
    clause: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuperBonus:
    """A fixed sum on top for three suited sevens against a dealer's seven."""

    ranks: str
    dealer_rank: Rank
    prizes: tuple[tuple[CentsValue, CentsValue], ...]  # (from this wager, this prize), lowest first
    others: CentsValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Winning:
    """Hands that win by what they are, whatever the dealer makes."""

    twenty_one: bool = rule("whether a player's 21 always wins and is paid at once")
    five_and_under: int = rule("number of cards, five or another, with which a hand up to 21 always wins; 0: none")
    pays: OddsValue = rule("odds paid on any win that has none of its own")
    bonuses: tuple[Bonus, ...] = rule("odds for a 21 of a certain make; the highest that fits is paid")
    super_bonus: SuperBonus | None = rule("a fixed sum on top for a certain hand, and one for everybody else")


@dataclass(frozen=True, slots=True, kw_only=True)
class Idle:
    """How the hand of a player who does not act or is absent is played."""

    soft: int = rule("soft total on which it stands")
    hard: int = rule("hard total on which it stands")
    ordered_by: str = rule("lowest role that may order it")


@dataclass(frozen=True, slots=True, kw_only=True)
class Misdeal:
    """What happens to cards that were dealt wrongly, as far as the documents differ."""

    refusable: bool = rule(
        "whether a player may refuse a card that was dealt in error, and then gets no further card in the round", False
    )
    dealer_exposed: Literal["burn", "next"] = rule(
        "a card dealt in error to the dealer's finished hand, face up: burned, or the next card of the shoe", "burn"
    )
    dealer_unexposed: Literal["next", "burn", "first-of-next-round"] = rule(
        "a card dealt in error to the dealer's hand, face down: the next card, burned, or kept for the next round",
        "next",
    )
    place_skipped: Literal["reconstruct", "stands"] = rule(
        "a box passed over in the initial deal and found in the subsequent deal: put right, or void as it lies",
        "reconstruct",
    )
    one_card: Literal["reconstruct", "player-chooses"] = rule(
        "a box dealt one card only and found in the subsequent deal: put right, or the player takes the wager back "
        "or a second card",
        "reconstruct",
    )
    no_dealer_card: Literal["reconstruct", "player-chooses"] = rule(
        "a dealer without a first card, found in the subsequent deal: put right, or the player in turn says when it "
        "is taken",
        "reconstruct",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidWagers:
    """How a document is read that speaks of invalid wagers; one that does not leaves the group out."""

    losing: Literal["returned", "lost"] = rule(
        "an invalid wager that is found in the course of the round and loses: it goes back as well, or is lost",
        "returned",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Settles:
    """Which clause decides a wager: one for each way in which a wager can end."""

    over_21: str = rule("the player's hand is over 21")
    dealer_over_21: str = rule("the dealer's hand is over 21")
    dealer_pushes: str | None = rule("the dealer's total is over 21 but a stand-off", None)
    higher: str = rule("the player's total is higher")
    lower: str = rule("the dealer's total is higher")
    equal: str = rule("the totals are equal")
    natural_at_once: str = rule("the player's natural is paid before the subsequent deal")
    natural: str = rule("the player's natural wins at the end")
    natural_both: str = rule("both have a natural")
    even_money: str | None = rule("the player's natural takes even money", None)
    dealer_natural: str = rule("the dealer's natural takes this wager")
    dealer_natural_doubled: str | None = rule("a doubled wager stands off against the dealer's natural", None)
    dealer_natural_split: str | None = rule("a split wager stands off against the dealer's natural", None)
    drawn_21: str | None = rule("the player's drawn 21 wins or stands off whatever the dealer has", None)
    five_and_under: str | None = rule("the hand wins by its number of cards", None)
    doubled: str | None = rule("a winning doubled hand is paid without bonuses", None)
    super_bonus: str | None = rule("the fixed sum on top", None)
    surrender: str | None = rule("the wager is surrendered", None)
    surrender_void: str | None = rule("the surrender is void, the dealer has a natural", None)
    rescue: str | None = rule("the doubled part is taken back and the original wager given up", None)
    token: str | None = rule("a free bet token wins, or goes back to the float", None)
    insurance_wins: str = rule("the dealer has a natural and the wager was insured")
    insurance_loses: str = rule("the dealer's second card makes no natural")
    ten_insurance_wins: str | None = rule("insurance against a ten-value card wins", None)
    ten_insurance_loses: str | None = rule("insurance against a ten-value card loses", None)
    insurance_returned: str | None = rule("the insured player takes even money", None)
    over_maximum: str = rule("what lies over the maximum is returned")
    under_minimum: str = rule("a wager under the minimum is settled, or returned after a warning")
    invalid_before: str | None = rule("an invalid wager that is found before the first card goes back", None)
    invalid_during: str | None = rule("one found in the course of the round goes back and wins nothing", None)
    invalid_settled: str | None = rule("invalid wagers of a round that is over stand", None)
    over_limit: str | None = rule("what lies beyond the player's loss limit goes back, the last wager first", None)
    within_limit: str | None = rule("what lies within the player's loss limit is settled", None)
    earlier_rounds: str | None = rule("rounds before the one in which a loss limit was passed stand", None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of a side bet's pay table: an outcome and what it pays.

    Exactly one of `pays` (odds), `prizes` (a sum for each stake) and `share` (a part of a meter) says how much.
    """

    outcome: str
    pays: OddsValue | None = None
    prizes: Mapping[CentsValue, CentsValue] | None = None
    share: FractionValue | None = None
    meter: str | None = None
    at_end: bool = False  # paid at the end of the round although it is known before
    also: str = ""  # something that comes with the prize and is not money
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PayTable:
    """A pay table: its name in a record (empty where it needs none), where it may be used, its rows."""

    name: str = ""
    decks: tuple[int, ...] = ()  # empty: with any number that the side bet allows
    games: tuple[str, ...] = ()  # empty: in any game that the side bet allows
    rows: tuple[Row, ...]
    draws: tuple[tuple[int, CentsValue], ...] = ()  # (how many, the prize for each dollar) in a random device


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBet:
    """A wager beside the main game."""

    title: str = rule("its name")
    judged_by: str = rule("the evaluation in the engine that names its outcomes")
    games: tuple[str, ...] = rule("games it may be played with")
    doubtful_games: tuple[str, ...] = rule(
        "games whose clauses disagree about it: refused unless the option doubtful-side-bets is set", ()
    )
    doubtful: bool = rule("whether those are allowed at this table", False)
    decks: tuple[int, ...] = rule("numbers of decks it may be played with")
    needs: Literal["own-wager", "wager-on-box", "wager-on-table", "control", "control-or-only"] = rule(
        "who may place it: by the main wager that the player or somebody must have, or by control of the box"
    )
    without: Literal["refused", "void"] = rule("what happens to one without that: refused, or void and returned")
    per_box_max: int = rule("most of them on one box; 0: any number")
    room_first: Literal["placed", "clockwise", "control"] = rule(
        "who comes first where an area is full: players with a main wager there, then as placed or clockwise from "
        "there; or all in the order of control",
        "placed",
    )
    only_one_first: Literal["placed", "control"] = rule(
        "who comes first where a table takes only one on a box: as otherwise, or who controls the box", "placed"
    )
    one_each: bool = rule("whether a player has only one for each main wager, in one piece")
    amounts: tuple[CentsValue, ...] = rule("the only amounts that may be staked", empty_means="any")
    settled: Literal["interim", "when-known", "final"] = rule(
        "when: after the initial deal, as soon as the result is known, or at the end"
    )
    stake_returned: bool = rule("whether a winner's stake comes back with the prize")
    carries: bool = rule("whether a winner may stay for the next round of play", False)
    carried_may_rise: bool = rule("whether a wager that stayed may be raised", False)
    malfunction_prize: CentsValue = rule("prize for each dollar of winners still unpaid when its device fails", 0)
    payout_max: CentsValue | None = rule("most that one wager is paid for one outcome, by notice; none: no limit", None)
    meter_minimum: CentsValue | None = rule("amount to which its meter is reset", None)
    meter_rounds_to: Literal["cent", "dollar", "chip"] = rule("what a meter is rounded up to for a prize", "cent")
    not_with: tuple[str, ...] = rule("side bets that may not be offered beside it", ())
    device: Mapping[str, str] = rule("the clauses of the device that holds its players' balances; empty: none", {})
    tables: tuple[PayTable, ...] = rule("its pay tables")
    loses: str = rule("the clause by which it loses")
    loses_later: str | None = rule("the clause by which it loses on a card after it has won once", None)
    loses_undealt: str | None = rule(
        "the clause by which it loses where no more cards come after it has won once", None
    )
    placed: str = rule("the clause by which it is placed")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, weakref_slot=True)
class Rules:
    """Everything that one game of one rulebook says, with the table's options applied.

    Two are equal where they are one object. A book gives the same one as long as anything holds it.
    """

    book: str
    game: str
    title: str
    cards: Cards
    box: Box
    limits: Limits
    natural: Natural
    insurance: Insurance
    draw: Draw
    double: Double
    split: Split
    surrender: Surrender
    dealer: Dealer
    winning: Winning
    idle: Idle
    misdeal: Misdeal
    invalid: InvalidWagers
    settles: Settles
    side_bets: Mapping[str, SideBet]
    clauses: Mapping[str, str]  # by a field's path, "double.totals", or a plain clause's name: the clause that gives it
    options: Mapping[str, OptionValue]  # as chosen, defaults included


GROUPS: dict[str, type] = {
    "cards": Cards,
    "box": Box,
    "limits": Limits,
    "natural": Natural,
    "insurance": Insurance,
    "draw": Draw,
    "double": Double,
    "split": Split,
    "surrender": Surrender,
    "dealer": Dealer,
    "winning": Winning,
    "idle": Idle,
    "misdeal": Misdeal,
    "invalid": InvalidWagers,
    "settles": Settles,
}
SOME_GROUPS = frozenset({"invalid"})  # what a document may say nothing of: it leaves the whole group out


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """What a casino may choose before play, or how an open clause is read."""

    id: str
    kind: Literal["option", "reading"]
    default: OptionValue
    was: OptionValue | None  # where something stored does not name it; None: the default
    values: tuple[OptionValue, ...]  # empty: any amount of money, or "none"
    clause: str
    why: str
    fields: tuple[str, ...]  # the paths that it decides

    @property
    def unnamed(self) -> OptionValue:
        """The value that something stored has where it does not name the option."""
        return self.default if self.was is None else self.was
