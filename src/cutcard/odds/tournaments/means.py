"""What a tournament's means are worth to a player: to act last, to bet last, a hidden wager, a pass card, a buy-back.

The last hand of two players with the limits of `LIMITS`, and for the buy-back some rounds before it. All figures are
differences of the chance to advance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from cutcard.lookup.all_hands import Floats
from cutcard.money import Cents, priced
from cutcard.odds.tournaments.earlier_rounds import Horizon, RoundResults
from cutcard.odds.tournaments.matrix_game import solve_matrix
from cutcard.odds.tournaments.two_players import Shoe, shoe_of
from cutcard.odds.tournaments.wagers import PASS, TwoPlayers, WagerLimits
from cutcard.rulebooks.schema import Rules

LIMITS = WagerLimits(least=10_000, most=50_000, step=10_000)
CHIPS: Cents = 100_000
OTHERS: tuple[Cents, ...] = (80_000, 95_000, 100_000, 105_000, 120_000)
BUY_BACK_LIMITS = WagerLimits(least=10_000, most=100_000, step=10_000)
BUY_BACK_ROUNDS = (3, 6)
BUY_BACK_REACH: Cents = 400_000

Progress = Callable[[int, int], None]


def _points(gain: float) -> str:
    return f"{100 * gain + 0.0:+.1f}".replace("-0.0", "+0.0")


@dataclass(frozen=True, slots=True, kw_only=True)
class MeansValue:
    """One pair of chips, and what each means adds to the chance of the first of them to advance."""

    chips: Cents
    other: Cents
    chance: float  # the mean over who acts and who bets first
    act_last: float
    bet_last: float
    hidden: float  # at least: the wager is turned up before the cards are played
    pass_card: float

    @property
    def cells(self) -> tuple[str, ...]:
        """As a table shows it, differences in percentage points."""
        gains = (self.act_last, self.bet_last, self.hidden, self.pass_card)
        return (priced(self.chips), priced(self.other), f"{self.chance:.1%}", *(_points(gain) for gain in gains))


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyBackValue:
    """What the right to buy back once adds for one of two with equal chips, between bounds."""

    rounds: int
    without: float
    least: float
    most: float

    @property
    def cells(self) -> tuple[str, ...]:
        return str(self.rounds), f"{self.without:.1%}", f"{_points(self.least)} to {_points(self.most)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """All of them."""

    last_hand: tuple[MeansValue, ...]
    buy_back: tuple[BuyBackValue, ...]


def means(rules: Rules, decks: int, progress: Progress | None = None) -> Means:
    """Work out what every means is worth in a game."""
    shoe = shoe_of(rules, decks)
    total = len(OTHERS) + len(BUY_BACK_ROUNDS)
    found: list[MeansValue] = []
    for other in OTHERS:
        found.append(last_hand_means(shoe, other))
        if progress is not None:
            progress(len(found), total)
    return Means(last_hand=tuple(found), buy_back=tuple(buy_backs(shoe, BUY_BACK_ROUNDS)))


def last_hand_means(shoe: Shoe, other: Cents) -> MeansValue:
    """What everything but the buy-back is worth against somebody with these chips."""
    mine, theirs = LIMITS.allowed(CHIPS, passes=True), LIMITS.allowed(other)
    first = TwoPlayers(shoe=shoe, chips=(CHIPS, other))
    last = TwoPlayers(shoe=shoe, chips=(other, CHIPS))
    acts = [_table(first, 0, mine, theirs), _table(last, 1, mine, theirs)]  # acting first, acting last
    plain = [table[1:] for table in acts]  # without the pass card, which is the first
    chances = [(bets_first(table), bets_last(table)) for table in plain]
    passing = [(bets_first(table), bets_last(table)) for table in acts]
    assert mine[0] == PASS
    return MeansValue(
        chips=CHIPS,
        other=other,
        chance=float(np.mean(chances)),
        act_last=float(np.mean(chances[1]) - np.mean(chances[0])),
        bet_last=float(np.mean([last - first for first, last in chances])),
        hidden=float(np.mean([solve_matrix(table).least for table in plain]) - np.mean([c[0] for c in chances])),
        pass_card=float(np.mean(passing) - np.mean(chances)),
    )


def _table(game: TwoPlayers, seat: int, mine: tuple[Cents, ...], theirs: tuple[Cents, ...]) -> Floats:
    return np.array([[game.value_for(seat, bet, other) for other in theirs] for bet in mine])


def bets_first(table: Floats) -> float:
    """The chance of the one who chooses a row and is answered with the worst column.

    >>> table = np.array([[0.2, 0.6], [0.5, 0.4]])
    >>> bets_first(table), bets_last(table)
    (0.4, 0.5)
    """
    return float(table.min(axis=1).max())


def bets_last(table: Floats) -> float:
    return float(table.max(axis=0).min())


def buy_backs(shoe: Shoe, lengths: tuple[int, ...]) -> Iterator[BuyBackValue]:
    """By backward induction, with the marker moving: one of the two may come back once with the chips of the start."""
    limits = BUY_BACK_LIMITS
    step = limits.step // 2
    grid = Horizon(results=RoundResults(shoe=shoe), limits=limits, step=step, points=BUY_BACK_REACH // step + 1)
    start = CHIPS // step
    plain = grid.ended()
    with_back = plain
    for rounds in range(1, max(lengths) + 1):
        turn = rounds % 2  # on the last hand the one who may buy back bets last
        plain = grid.before(plain, turn)
        with_back = grid.before(with_back, turn, (plain[0][start], plain[1][start]))
        if rounds in lengths:
            at = (start, start)
            least, most = with_back[0][at] - plain[1][at], with_back[1][at] - plain[0][at]
            without = float(plain[0][at] + plain[1][at]) / 2
            yield BuyBackValue(rounds=rounds, without=without, least=float(least), most=float(most))
