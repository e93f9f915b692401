"""What wagers are paid, rounded up to the unit."""

from __future__ import annotations

from cutcard.simulate.kernel import BONUS, I64, SPADES, Game
from cutcard.simulate.kernel.decorators import apart, inlined


@inlined
def payment(stake: int, pays: int, for_each: int, unit: int) -> int:
    """What a stake wins, rounded up to the unit."""
    if for_each == 1 and unit == 1:
        return stake * pays
    return -(-stake * pays // (for_each * unit)) * unit


@inlined
def win(game: Game, stake: int, odds: int) -> int:
    return payment(stake, game.pays[odds], game.for_each[odds], game.unit)


@inlined
def suits_kind(mask: int) -> int:
    """Mixed suits, one suit, or spades, from the bits common to the cards."""
    if mask == 0:
        return 0
    return 2 if mask == SPADES else 1


@inlined
def winning_odds(game: Game, row: int, info: int, total: int, mask: int, doubled: bool) -> int:
    """Which odds a winning hand has: a bonus for a 21 of a certain make, or the plain ones."""
    if info & BONUS and total == 21 and not (doubled and game.double_bonuses == 0):
        return I64(game.bonus[row * 4 + suits_kind(mask)])
    return 0


@inlined
def surrendered(game: Game, staked: int) -> int:
    """What comes back of a wager that is given up."""
    return min(payment(staked, game.surrender_part, game.surrender_of, game.unit), staked)


@apart
def super_prize(game: Game, bet: int) -> int:
    prize = 0
    for i in range(len(game.super_from)):
        if bet >= game.super_from[i]:
            prize = game.super_prize[i]
    return prize
