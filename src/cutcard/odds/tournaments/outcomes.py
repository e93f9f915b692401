"""How a hand and a box can end, and how many chips that leaves to its player for each end of the dealer's hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

from cutcard.engine.state import Setup
from cutcard.hand_rules import ended_by_card, surrender_returned, token_pays_double
from cutcard.lookup.all_hands import Ints, Longs
from cutcard.money import Cents, Odds, payment
from cutcard.odds.dealer_draws import FIRST_TOTAL, NATURAL, SLOTS
from cutcard.rulebooks.schema import Rules

# Ends of the dealer's hand: 17 to 21, over 21, a natural, and a total over 21 that is a stand-off.
ENDS = 8
DEALER_OVER, DEALER_NATURAL, DEALER_PUSHES = 5, 6, 7
DEALER_FIRST = 17  # every document's dealer stands on no less

# Outcomes of a player's hand: over 21, less than the dealer can stand on, 17 to 21, a natural, given up. Where every 21
# wins at once, a hand that wins by its number of cards is a 21 too.
OVER, LOW, FIRST_MADE, MADE_21, NATURAL_HAND, GIVEN_UP = 0, 1, 2, 6, 7, 8
HAND_OUTCOMES = 9
PLAYED_OUTCOMES = 7  # those of a hand that has taken cards, doubled or split


def outcome_of(total: int) -> int:
    """The outcome of a hand that stands on a total, a natural aside.

    >>> outcome_of(16) == LOW, outcome_of(17) == FIRST_MADE, outcome_of(21) == MADE_21, outcome_of(22) == OVER
    (True, True, True, True)
    """
    if total > 21:
        return OVER
    return LOW if total < DEALER_FIRST else FIRST_MADE + total - DEALER_FIRST


def outcome_of_cards(rules: Rules, cards: int, total: int, *, doubled: bool = False) -> int:
    """The outcome of a hand that ends with this many cards, a natural aside.

    >>> from cutcard.rulebooks import rules
    >>> outcome_of_cards(rules("melbourne-v26", "blackjack-plus"), 5, 16) == MADE_21
    True
    """
    won = total <= 21 and ended_by_card(rules, cards=cards, total=total, doubled=doubled) == "won"
    return MADE_21 if won else outcome_of(total)


def end_of_slot(rules: Rules) -> Ints:
    """Which end each slot of the solver's dealer is.

    >>> from cutcard.rulebooks import rules
    >>> end_of_slot(rules("sydney-v15", "blackjack"))[[17 - FIRST_TOTAL, 22 - FIRST_TOTAL, NATURAL]].tolist()
    [0, 5, 6]
    """
    ends = np.full(SLOTS, DEALER_OVER, np.int32)
    for total in rules.dealer.pushes_on:
        ends[total - FIRST_TOTAL] = DEALER_PUSHES
    for total in range(DEALER_FIRST, 22):
        ends[total - FIRST_TOTAL] = total - DEALER_FIRST
    ends[NATURAL] = DEALER_NATURAL
    return ends


def compared(outcome: int, end: int) -> int:
    """Whether a hand that has not gone over 21 wins (1), stands off (0) or loses (-1); a natural aside."""
    if end == DEALER_NATURAL:
        return -1
    if end == DEALER_PUSHES:
        return 0
    if end == DEALER_OVER:
        return 1
    made = outcome - FIRST_MADE  # -1 for a low hand
    return (made > end) - (made < end)


@dataclass(frozen=True, kw_only=True)
class BoxEnds:
    """Everything that a player's box can come to with one wager: chips at the end, by class and the dealer's end.

    A class is a set of ways to end that leave the same chips whatever the dealer has. `doubles` are the amounts that
    the player may add to double, the largest first; `further` whether they have the chips for the hand of a split.
    What the house adds with a free bet token wins as any wager does, and is never lost.
    """

    rules: Rules
    chips: Cents
    bet: Cents
    chip: Cents = 1
    insured: bool = False
    extra_doubles: tuple[Cents, ...] = ()
    _classes: dict[tuple[int, ...], int] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def unit(self) -> Cents:
        """What a payment is rounded up to."""
        return Setup(self.rules, max(self.rules.cards.decks), chip=self.chip).unit

    @cached_property
    def insurable(self) -> Cents:
        """The most that the player may and can insure."""
        most = int(self.bet * Fraction(self.rules.insurance.at_most))
        return min(most, self.chips - self.bet)

    @property
    def insurance(self) -> Cents:
        """The insurance wager: all or nothing."""
        return self.insurable if self.insured else 0

    def insurance_win(self, stake: Cents) -> Cents:
        return self._paid(stake, self.rules.insurance.ace)

    def special_results(self) -> list[Cents]:
        """What a natural wins, and what giving up loses."""
        return [self._paid(self.bet, self.rules.natural.pays), self._given_up - self.bet]

    @cached_property
    def left(self) -> Cents:
        return self.chips - self.bet - self.insurance

    @cached_property
    def _free_doubles(self) -> bool:
        return token_pays_double(self.rules)

    @cached_property
    def _free_splits(self) -> bool:
        """Whether the house pays for the hand of a split; tens that it does not pay for are never split here."""
        return self.rules.split.paid_by != "player"

    @cached_property
    def doubles(self) -> tuple[Cents, ...]:
        """The amounts by which the wager may be doubled."""
        if not self.rules.double.allowed or not self.bet:
            return ()
        if self._free_doubles:
            return (self.bet,)
        most = min(self.bet, self.left)
        if not self.rules.double.for_less:
            return (self.bet,) if most == self.bet else ()
        less = sorted({x for x in self.extra_doubles if 0 < x < most}, reverse=True)
        return (most, *less) if most > 0 else ()

    @cached_property
    def further(self) -> bool:
        enough = self._free_splits or self.left >= self.bet
        return self.bet > 0 and enough and self.rules.split.hands_max > 1

    @cached_property
    def split_outcomes(self) -> int:
        """Outcomes of one hand of a split: played with the plain wager, or doubled by each amount."""
        doubles = 1 + len(self.split_doubles)
        return PLAYED_OUTCOMES * doubles

    @cached_property
    def split_doubles(self) -> tuple[Cents, ...]:
        """The amounts by which a hand of a split may be doubled: only the whole wager, and only if both hands could."""
        needed = (0 if self._free_splits else 1) + (0 if self._free_doubles else 2)
        enough = self.left >= needed * self.bet
        return (self.bet,) if self.rules.double.after_split and self.rules.double.allowed and enough else ()

    # ------------------------------------------------------------------------------------------------ the table of ends

    @cached_property
    def tables(self) -> tuple[Longs, Ints, Ints, Ints]:
        """Chips by class and end; then the class of a plain outcome, of a doubled one, and of two hands of a split."""
        insured = [h != NATURAL_HAND or self.rules.insurance.natural_may for h in range(HAND_OUTCOMES)]
        plain = np.array([self._class(self._plain(h), insured[h]) for h in range(HAND_OUTCOMES)], np.int32)
        doubled = np.array(
            [[self._class(self._hand(h, x)) for h in range(PLAYED_OUTCOMES)] for x in self.doubles], np.int32
        ).reshape(len(self.doubles), PLAYED_OUTCOMES)
        many = self.split_outcomes if self.further else 0
        split = np.array(
            [[self._class(self._split(one, two)) for two in range(many)] for one in range(many)], np.int32
        ).reshape(many, many)
        return np.array(list(self._classes), np.int64), plain, doubled, split

    @property
    def finals(self) -> Longs:
        """Chips at the end, by class and the dealer's end."""
        return self.tables[0]

    def _class(self, results: Iterator[Cents], insured: bool = True) -> int:
        row = tuple(self.chips + result + insured * self._insured(end) for end, result in enumerate(results))
        return self._classes.setdefault(row, len(self._classes))

    def _insured(self, end: int) -> Cents:
        if not self.insurance:
            return 0
        return self.insurance_win(self.insurance) if end == DEALER_NATURAL else -self.insurance

    def _paid(self, stake: Cents, odds: Odds) -> Cents:
        return payment(stake, odds, self.unit)

    @property
    def _given_up(self) -> Cents:
        """What comes back of a hand that is surrendered."""
        return surrender_returned(self.rules, self.bet, self.unit)

    def _plain(self, outcome: int) -> Iterator[Cents]:
        if outcome == NATURAL_HAND:
            wins = self._paid(self.bet, self.rules.natural.pays)
            natural = self.rules.natural
            wins_all = natural.against_natural == "win" or natural.paid == "at-once"
            yield from (wins if end != DEALER_NATURAL or wins_all else 0 for end in range(ENDS))
        elif outcome == GIVEN_UP:
            void = self.rules.surrender.void_on_natural
            yield from (
                -self.bet if end == DEALER_NATURAL and void else self._given_up - self.bet for end in range(ENDS)
            )
        else:
            yield from self._hand(outcome, 0)

    def _hand(self, outcome: int, added: Cents, token: bool = False) -> Iterator[Cents]:
        """A hand with the box's wager, or a token for it, and so much added to it."""
        bet, more = 0 if token else self.bet, 0 if self._free_doubles else added
        wins = self._paid(self.bet + added, self.rules.winning.pays)
        for end in range(ENDS):
            if outcome == OVER:
                yield -bet - more
            elif self._won(outcome):
                yield wins
            elif end == DEALER_NATURAL:
                yield -bet - (more if self._takes_all else 0)
            elif end == DEALER_PUSHES and not self.rules.dealer.pushes_on:
                yield wins
            else:
                result = compared(outcome, end)
                yield wins if result > 0 else result * (bet + more)

    def _won(self, outcome: int) -> bool:
        """Whether a hand is paid at once, whatever the dealer has."""
        return outcome == MADE_21 and self.rules.winning.twenty_one

    @property
    def _takes_all(self) -> bool:
        return self.rules.dealer.natural_takes == "all"

    def _split(self, one: int, two: int) -> Iterator[Cents]:
        """Two hands of a split: what a dealer's natural takes is one wager beside those of the hands that are over."""
        hands = [(code % PLAYED_OUTCOMES, (0, *self.split_doubles)[code // PLAYED_OUTCOMES]) for code in (one, two)]
        tokens = (False, self._free_splits)
        results = [
            list(self._hand(outcome, added, token)) for (outcome, added), token in zip(hands, tokens, strict=True)
        ]
        for end in range(ENDS):
            both = sum(result[end] for result in results)
            if end == DEALER_NATURAL and not self._takes_all:
                alive = [outcome for outcome, _ in hands if outcome != OVER and not self._won(outcome)]
                if len(alive) == 2:
                    both = -self.bet
            yield both
