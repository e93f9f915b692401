"""The solver's answers: plain frozen objects, the same whether computed now or read from the cache."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan
from typing import Any

from cutcard.cards import RANKS, SUITS
from cutcard.errors import CutcardError
from cutcard.hand_rules import MIXED, SPADES, SUITED
from cutcard.lookup.values import ACE, VALUE_OF, VALUES
from cutcard.money import Cents
from cutcard.odds.chart import UPS, Chart

KIND_NAMES: dict[int, str] = {MIXED: "mixed", SUITED: "one suit", SPADES: "spades"}


class HandError(CutcardError, ValueError):
    """Text that is not a hand, or a hand that the game does not have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandValue:
    """What every option of a hand is worth, in units of the first wager."""

    cards: str
    up: str
    suits: str = ""  # "mixed", "one suit" or "spades" where they matter
    chance: float  # of being dealt, given the dealer's card; 0 for a hand of more than two cards
    values: Mapping[str, float]
    best: str
    ranks: str = ""  # of the dealer's card, where the rules tell some of one value apart, as "JQK"

    @property
    def value(self) -> float:
        return self.values[self.best]

    @property
    def costs(self) -> dict[str, float]:
        """What each option costs compared with the best one."""
        return {name: self.value - value for name, value in self.values.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenBox:
    """A box in play: the hand to decide and all visible cards beside it."""

    up: str  # the dealer's first card
    hand: tuple[str, ...]  # in the order in which they came
    waiting: tuple[str, ...] = ()  # the one card of each further hand of the split, in the order of play
    others: tuple[str, ...] = ()  # of finished hands, and of other boxes
    hands: int = 1  # on the box so far
    original: bool = True  # the hand has the box's original wager
    left: bool = False  # a finished hand is left from which a dealer's natural may take
    lost: bool = False  # a finished hand is lost already


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceValues:
    """The value of each option in units of the wager, and its largest possible error."""

    values: Mapping[str, float]
    bound: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Insurance:
    """The wager on a dealer's natural, per unit insured; a separate wager, never part of the game's value."""

    up: str
    pays: str
    ev: float  # nothing known but the dealer's card
    best_ev: float  # with the own hand for which it is worth most
    best_hand: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EvenMoney:
    """A natural against an ace: taking 1 to 1, or waiting for the dealer's second card."""

    take: float
    wait: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """Best play of a game from a full shoe, one box, and what it is worth."""

    book: str
    game: str
    decks: int
    wager: Cents
    ev: float  # of best play, for each unit first wagered
    exact: bool  # whether `ev` is exact but for rounding of floating point
    error_bound: float  # most by which `ev` may be off
    sd: float  # of one round's result
    sd_error: float  # the same as `sd_bound`: an estimate before that was proved
    sd_bound: float  # most by which `sd` may be off, proved; zero where no hand is split
    distribution: tuple[tuple[float, float], ...]  # net units and their chance, lowest first; see `notes`
    dealer: Mapping[str, Mapping[str, float]]  # the dealer's final hands by first card
    hands: tuple[HandValue, ...]  # all hands of two cards
    charts: tuple[Chart, ...]
    insurance: tuple[Insurance, ...]
    even_money: EvenMoney | None
    notes: tuple[str, ...]
    # What makes `options`. A solution that came with the package has only hands of three cards there, no number for
    # the others, and in `whole` what works them out.
    table: Callable[[], Any] = field(repr=False, compare=False)
    whole: Callable[[], Any] | None = field(default=None, repr=False, compare=False)

    @property
    def options(self) -> Any:
        """An array of values by the dealer's card, option, aces among the first two cards, and hand."""
        return self.table()

    @property
    def house_edge(self) -> float:
        return -self.ev

    def hand(self, cards: str, up: str) -> HandValue:
        """The values of a hand such as "7 A" or "7h 7h" or "2 3 4 T", against the dealer's first card.

        With two cards every option of the deal is there, split and surrender too; with more, those that are left. A
        hand of two cards whose suits matter but are not given is the average over them. A dealer's T is the ten itself,
        where surrender is offered against some ten-value cards only.
        """
        words = cards.split()
        ranks = [_rank(word) for word in words]
        dealer = "T" if up[:1] in ("J", "Q", "K", "T") else up[:1]
        if dealer not in UPS or len(words) < 2:
            raise HandError(f"{cards!r} against {up!r} is not a hand of two or more cards against a dealer's card")
        if len(words) == 2:
            return self._two_cards(words, ranks, dealer, up[:1])
        return self._more_cards(ranks, dealer)

    def _two_cards(self, words: Sequence[str], ranks: Sequence[int], up: str, rank: str) -> HandValue:
        name = hand_name(ranks)
        found = [hand for hand in self.hands if (hand.cards, hand.up) == (name, up)]
        found = [hand for hand in found if not hand.ranks or rank in hand.ranks]
        if not found:
            raise HandError(f"this shoe cannot deal {name} against {rank}")
        if len(found) == 1:
            return found[0]
        suits = [word[1:] for word in words]
        if all(suits):
            kind = MIXED if suits[0] != suits[1] else SPADES if suits[0] == "s" else SUITED
            found = [hand for hand in found if hand.suits in ("", KIND_NAMES[kind])]
        return found[0] if len(found) == 1 else _average(found)

    def _more_cards(self, ranks: Sequence[int], up: str) -> HandValue:
        from cutcard.lookup.all_hands import NO_HAND, all_hands, row_of

        row = row_of(all_hands(), *ranks)
        if row == NO_HAND:
            raise HandError(f"{hand_name(ranks)} is over 21")
        options = self.options
        aces = sum(rank == ACE for rank in ranks[:2]) if options.shape[2] > 1 else 0
        of_hand = options[UPS.index(up), :, aces, row]
        if self.whole is not None and any(isnan(value) for value in of_hand):
            of_hand = self.whole()[UPS.index(up), :, aces, row]
        values = {
            name: float(value) for name, value in zip(("stand", "hit", "double"), of_hand, strict=True) if value > -1e8
        }
        if not values:
            raise HandError(f"this shoe cannot deal {hand_name(ranks)} against {up}")
        best = max(values, key=lambda name: values[name])
        return HandValue(cards=hand_name(ranks), up=up, chance=0.0, values=values, best=best)


def given(table: Any) -> Any:
    """An existing table, as a solution's `table`."""
    return table


def hand_name(values: Sequence[int]) -> str:
    """A hand's values as text, ace first.

    >>> hand_name([9, 0])
    'A T'
    """
    return " ".join("A23456789T"[value] for value in sorted(values))


def up_value(up: str) -> int:
    return VALUE_OF[up]


def _rank(word: str) -> int:
    if word[:1] not in RANKS or (word[1:] and word[1:] not in SUITS) or not word:
        raise HandError(f"{word!r} is not a card such as 7 or 7h")
    return VALUE_OF[word[0]]


def _average(found: Sequence[HandValue]) -> HandValue:
    """Hands that differ in suits only, taken together; an option is worth its average over them."""
    whole = sum(hand.chance for hand in found)
    names = [name for name in found[0].values if all(name in hand.values for hand in found)]
    values = {name: sum(hand.chance * hand.values[name] for hand in found) / whole for name in names}
    best = max(values, key=lambda name: values[name])
    one = found[0]
    return HandValue(cards=one.cards, up=one.up, chance=whole, values=values, best=best, ranks=one.ranks)


assert len(UPS) == VALUES
