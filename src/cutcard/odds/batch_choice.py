"""The batch's last step: what each first decision is worth, which is best, and what the shoe is worth with best play.

These kernels take one shoe at a time, so that a processor and a GPU share them.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.lookup.all_hands import ACE, TEN, VALUES, Floats, Longs
from cutcard.odds.batch_kernel import ALL_ENDS, HERE
from cutcard.odds.compilation import njit
from cutcard.odds.decision_values import TABLE, two_cards
from cutcard.odds.game import Game, two_card_hands
from cutcard.odds.kernel import BARRED, OPTIONS
from cutcard.odds.vectors import ENDS

DECISIONS = ("stand", "hit", "double", "surrender", "split")
CHOICES, SURRENDER, SPLIT = len(DECISIONS), 3, 4
HANDS = tuple(two_card_hands())
NATURAL_HAND = HANDS.index((ACE, TEN))
NATURAL_END = ENDS - 1

kernel = partial(njit, nogil=True, uses=tuple(str(HERE / name) for name in ("kernel.py", "vectors.py")))
Bytes = NDArray[np.int8]


class FirstHands(NamedTuple):
    """What the rules say of all two-card hands against one first card of the dealer."""

    up: int
    first: Longs  # by hand: the values of its cards
    second: Longs
    may_split: Bytes
    may_surrender: Bytes
    natural_pays: float
    natural_wins: bool  # whatever the dealer has
    surrender_loses: float
    surrender_share: float  # of the dealer's cards of this value, those against which it is offered
    surrender_void: bool  # whether a dealer's natural takes the whole wager all the same

    @classmethod
    def of(cls, game: Game, up: int) -> FirstHands:
        share, ends_at = game.surrender_share(up), game.rules.draw.ends_at
        first, second = zip(*HANDS, strict=True)
        return cls(
            up=up,
            first=np.array(first, np.int64),
            second=np.array(second, np.int64),
            may_split=np.array([a == b and game.may_split(a) for a, b in HANDS], np.int8),
            may_surrender=np.array(
                [share > 0.0 and TABLE.total[two_cards(*hand)] < ends_at for hand in HANDS], np.int8
            ),
            natural_pays=float(game.rules.natural.pays.ratio),
            natural_wins=bool(game.params.natural_wins),
            surrender_loses=1.0 - float(game.rules.surrender.returns),
            surrender_share=float(share),
            surrender_void=bool(game.surrender_void),
        )


@kernel
def chances_of_hands(rules: FirstHands, counts: Floats, chance: Floats) -> float:
    """The chance of each two-card hand once the dealer has their card, whose own chance is returned."""
    cards = -1.0
    for value in range(VALUES):
        cards += counts[value]
    for hand in range(rules.first.size):
        first, second = rules.first[hand], rules.second[hand]
        one = counts[first] - (1.0 if first == rules.up else 0.0)
        other = counts[second] - (1.0 if second == rules.up else 0.0)
        ways = one * (other - 1.0) if first == second else 2.0 * one * other
        chance[hand] = max(ways, 0.0) / (cards * (cards - 1.0))
    return float(counts[rules.up] / (cards + 1.0))


@kernel
def value_decisions(
    rules: FirstHands, plain: Floats, ends: Floats, split: Floats, chance: Floats, options: Floats, worth: Floats
) -> None:
    """The value of every decision with every hand, and of the best one with each; what cannot be is not a number.

    `ends` has the dealer's ends with nothing else known, then against each hand.
    """
    for hand in range(rules.first.size):
        natural = ends[(1 + hand) * ALL_ENDS + NATURAL_END]
        for choice in range(CHOICES):
            options[hand * CHOICES + choice] = np.nan
        if chance[hand] > 0.0:
            if hand == NATURAL_HAND:  # it has nothing to decide: its value stands under stand
                beaten = 0.0 if rules.natural_wins else natural
                options[hand * CHOICES] = rules.natural_pays * (1.0 - beaten)
            else:
                for choice in range(OPTIONS):
                    if plain[hand * OPTIONS + choice] > BARRED / 2:
                        options[hand * CHOICES + choice] = plain[hand * OPTIONS + choice]
            if rules.may_surrender[hand]:
                void = natural if rules.surrender_void else 0.0
                options[hand * CHOICES + SURRENDER] = -rules.surrender_loses * (1.0 - void) - void
            if rules.may_split[hand]:
                options[hand * CHOICES + SPLIT] = split[rules.first[hand]]
        worth[hand] = best_value(rules, options, hand)


@kernel
def best_value(rules: FirstHands, options: Floats, hand: int) -> float:
    """The best decision's value, where surrender is offered against only a part of the dealer's cards of the value."""
    offered = options[hand * CHOICES + best_choice(options, hand, True)]
    if 0.0 < rules.surrender_share < 1.0:
        without = options[hand * CHOICES + best_choice(options, hand, False)]
        offered = rules.surrender_share * offered + (1.0 - rules.surrender_share) * without
    return float(offered)


@kernel
def best_choice(options: Floats, hand: int, with_surrender: bool) -> int:
    """The first decision that none is better than."""
    best, value = 0, BARRED
    for choice in range(CHOICES):
        here = options[hand * CHOICES + choice]
        if here > value and (with_surrender or choice != SURRENDER):
            best, value = choice, here
    return best


@kernel
def choose(chance: Floats, worth: Floats, options: Floats, best: Bytes) -> float:
    """The best decision with each hand, -1 for one that cannot be; the value of all hands together is returned."""
    total = 0.0
    for hand in range(chance.size):
        best[hand] = -1
        if chance[hand] > 0.0:
            best[hand] = best_choice(options, hand, True)
            total += chance[hand] * worth[hand]
    return total


@kernel
def value_shoes(
    rules: FirstHands, shoes: Floats, plain: Floats, ends: Floats, split: Floats, chance: Floats, options: Floats,
    worth: Floats, of_card: Floats,
) -> None:  # fmt: skip
    """`value_decisions` for shoe after shoe; `of_card` is the chance of the dealer's card."""
    for shoe in range(shoes.shape[0]):
        of_card[shoe] = chances_of_hands(rules, shoes[shoe], chance[shoe])
        value_decisions(rules, plain[shoe], ends[shoe], split[shoe], chance[shoe], options[shoe], worth[shoe])


@kernel
def choose_shoes(chance: Floats, worth: Floats, options: Floats, best: Bytes, of_card: Floats, ev: Floats) -> None:
    """`choose` for shoe after shoe; `ev` is the value times the chance of the dealer's card."""
    for shoe in range(chance.shape[0]):
        ev[shoe] = of_card[shoe] * choose(chance[shoe], worth[shoe], options[shoe], best[shoe])
