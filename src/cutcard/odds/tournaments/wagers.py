"""Which wagers are worth a thought, and what each pair of wagers of two players is worth on the last hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from cutcard.lookup.all_hands import Floats
from cutcard.money import Cents
from cutcard.odds.tournaments.matrix_game import Mixed, solve_matrix
from cutcard.odds.tournaments.outcomes import BoxEnds
from cutcard.odds.tournaments.two_players import (
    LastHand,
    Ordinary,
    Shoe,
    ahead,
    class_values,
    ordinary,
)

PASS: Cents = 0  # a pass card in place of a wager
ALL_MOST = 40  # wagers of one player that are all tried; of more, those near which something changes
MULTIPLES = (-4, -3, -2, -1, 0, 1, 2, 3, 4)
LESSER_DOUBLES = 12  # of one box; few boxes have as many that differ


@dataclass(frozen=True, kw_only=True)
class WagerLimits:
    """What may be wagered: from the least to the most, in steps."""

    least: Cents
    most: Cents
    step: Cents

    def allowed(self, chips: Cents, passes: bool = False) -> tuple[Cents, ...]:
        """Every wager that somebody with these chips may lay, a pass card first where they have one.

        >>> WagerLimits(least=10, most=50, step=20).allowed(45)
        (10, 30)
        """
        most = min(self.most, chips)
        found = tuple(range(self.least, most + 1, self.step))
        return (PASS, *found) if passes else found


def thinned(allowed: tuple[Cents, ...], critical: Iterable[Cents]) -> tuple[Cents, ...]:
    """At most about `ALL_MOST` wagers: all, or the smallest and largest, those near the critical, and a scale."""
    if len(allowed) <= ALL_MOST:
        return allowed
    kept = set(allowed[:2]) | set(allowed[-2:])
    for amount in critical:
        at = int(np.searchsorted(allowed, amount))
        kept |= set(allowed[max(at - 1, 0) : at + 2])
    scale = np.linspace(0, len(allowed) - 1, 12).round().astype(int)
    return tuple(sorted(kept | {allowed[i] for i in scale}))


def critical_wagers(chips: Cents, other: Cents, other_bet: Cents) -> list[Cents]:
    """Wagers at which a win, double or natural just reaches what the other may end with, or a loss falls just there."""
    theirs = [other + m * other_bet / 2 for m in (-2, 0, 2, 3, 4)]
    return [int(abs(end - chips) / part) for end in theirs for part in (1, 1.5, 2) if end != chips]


@dataclass(kw_only=True)
class TwoPlayers:
    """The last hand of two players, by their wagers; the one who acts first is the first throughout.

    Wagers that compare alike in every way have the same value and are worked out once.
    """

    shoe: Shoe
    chips: tuple[Cents, Cents]
    chip: Cents = 1
    tie: float = 0.5
    _hands: dict[bytes, LastHand] = field(default_factory=dict)
    _ordinary: dict[tuple[int, Cents], Ordinary] = field(default_factory=dict)

    def boxes(self, first: Cents, second: Cents) -> tuple[BoxEnds, BoxEnds]:
        bets = (first, second)
        made = []
        for at in (0, 1):
            less = lesser_doubles(self.chips[at], bets[at], self.chips[1 - at], bets[1 - at], self.chip)
            made.append(_box(self.shoe, self.chips[at], bets[at], self.chip, less))
        return made[0], made[1]

    def hand(self, first: Cents, second: Cents) -> LastHand:
        """The last hand with these wagers."""
        boxes = self.boxes(first, second)
        key = _pattern(*boxes)
        if key not in self._hands:
            self._hands[key] = LastHand(shoe=self.shoe, first=boxes[0], second=boxes[1], worth=ahead(self.tie))
        return self._hands[key]

    def value(self, first: Cents, second: Cents) -> float:
        """The first player's chance, both playing their best."""
        return self.hand(first, second).value

    def ordinary_value(self, first: Cents, second: Cents) -> float:
        """The first player's chance, both playing ordinarily; much faster to find."""
        boxes = (self.shoe.box(self.chips[0], first, self.chip), self.shoe.box(self.chips[1], second, self.chip))
        plays = [self._played(at, box) for at, box in enumerate(boxes)]
        worth, shoe = ahead(self.tie), self.shoe
        return float(
            sum(
                chance * (plays[0].ends[up] @ class_values(shoe.ends[up], *boxes, worth) @ plays[1].ends[up])
                for up, chance in enumerate(shoe.up)
            )
        )

    def _played(self, at: int, box: BoxEnds) -> Ordinary:
        key = (at, box.bet)
        if key not in self._ordinary:
            self._ordinary[key] = ordinary(self.shoe, box)
        return self._ordinary[key]

    def value_for(self, seat: int, bet: Cents, other: Cents) -> float:
        """The chance of a seat that wagers so against the other's wager."""
        return self.value(bet, other) if seat == 0 else 1.0 - self.value(other, bet)

    def at_once(self, seat: int, mine: tuple[Cents, ...], theirs: tuple[Cents, ...]) -> Mixed:
        """Wagers chosen without knowledge of the other's, and turned up before the cards are played."""
        pays: Floats = np.array([[self.value_for(seat, bet, other) for other in theirs] for bet in mine])
        return solve_matrix(pays)


@lru_cache(maxsize=4096)
def _box(shoe: Shoe, chips: Cents, bet: Cents, chip: Cents, less: tuple[Cents, ...]) -> BoxEnds:
    return shoe.box(chips, bet, chip, less=less)


def lesser_doubles(chips: Cents, bet: Cents, other: Cents, other_bet: Cents, chip: Cents) -> tuple[Cents, ...]:
    """Amounts below the most for a double: one for each way in which a win and a loss compare with the other's ends.

    >>> lesser_doubles(1000, 100, 1150, 10, 5)
    (5, 30, 35, 40, 45, 50, 55, 60, 65, 70)
    """
    most, ends = min(bet, chips - bet), _ends(other, other_bet, chip)

    def compared(added: Cents) -> tuple[int, ...]:
        results = (chips + bet + added, chips - bet - added)
        return tuple((result > end) - (result < end) for result in results for end in ends)

    level = {-(-x // chip) * chip for end in ends for x in (end - chips - bet, chips - bet - end)}
    tried = sorted(x for x in {chip, *(x + step for x in level for step in (-chip, 0, chip))} if 0 < x < most)
    kinds = {compared(most): most}
    for added in tried:
        kinds.setdefault(compared(added), added)
    return tuple(added for added in kinds.values() if added != most)[:LESSER_DOUBLES]


def _ends(chips: Cents, bet: Cents, chip: Cents) -> tuple[Cents, ...]:
    """What a player with these chips may end with: a wager or a double lost, a stand-off, either won, a natural."""
    doubled = bet + max(min(bet, chips - bet), 0)
    natural = -(-3 * bet // (2 * chip)) * chip
    return tuple(chips + result for result in (-doubled, -bet, 0, bet, natural, doubled))


def _pattern(first: BoxEnds, second: BoxEnds) -> bytes:
    """The same for two pairs of boxes only if everything that they may come to compares alike."""
    mine, theirs = _amounts(first), _amounts(second)
    shape = np.array([len(first.doubles), first.split_outcomes, first.further, len(second.doubles),
                      second.split_outcomes, second.further, first.insurable, second.insurable])  # fmt: skip
    signs = np.sign(mine[:, np.newaxis] - theirs[np.newaxis, :]).astype(np.int8)
    return shape.tobytes() + signs.tobytes()


def _amounts(box: BoxEnds) -> Floats:
    """Every number of chips that a box may come to, in an order that does not depend on the amounts."""
    results = [m * box.bet for m in MULTIPLES]
    results += [sign * (box.bet + x) for x in box.doubles for sign in (1, -1)]
    results += box.special_results()
    insured = box.insurable
    shifts = (0, -insured, box.insurance_win(insured)) if insured else (0,)
    return np.array([box.chips + result + shift for result in results for shift in shifts], np.float64)
