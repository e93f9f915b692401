"""How the main wager and a side bet go together: the chances of what both bring in a round, and their covariance.

Where the first cards or the dealer's hand decide the side bet the covariance is exact, and the chances are but for
rounds with a split; where other cards do, rounds from a full shoe are played by the best play, and the covariance has a
standard error.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutcard.errors import CutcardError
from cutcard.odds.usual_play import (
    SideStake,
    UsualPlay,
    by_dealers_hand,
    by_first_cards,
    joint_results,
    joint_with_dealers_hand,
)
from cutcard.rulebooks.offers import pay_table
from cutcard.simulate.exact_play import exact
from cutcard.simulate.run import CHUNK, job_for, play_chunk
from cutcard.simulate.table import SideWager, Table

ROUNDS = 2_000_000  # for a correlation to about 0.001
EXACT = "exact but for rounds with a split"
Joint = Mapping[tuple[float, float], float]  # what main wager and side bet bring, in cents, to its chance


@dataclass(frozen=True, slots=True, kw_only=True)
class SideCovariance:
    """A side bet beside the main wager, in cents."""

    bet: str
    stake: int
    sd: float  # of the side bet alone
    covariance: float
    standard_error: float  # of the covariance; 0 where it is not simulated
    correlation: float
    joint: Joint
    error: str  # "exact but for rounds with a split", or how many rounds were simulated

    def as_json(self) -> dict[str, Any]:
        return {
            "bet": self.bet,
            "stake": self.stake / 100,
            "sd": self.sd / 100,
            "covariance": self.covariance / 10_000,
            "standard_error": self.standard_error / 10_000,
            "correlation": self.correlation,
            "joint": [[main / 100, side / 100, chance] for (main, side), chance in sorted(self.joint.items())],
            "error": self.error,
        }


def side_covariances(play: UsualPlay, rounds: int = ROUNDS, seed: int = 1) -> tuple[SideCovariance, ...]:
    """Each side bet of a play with its main wager.

    >>> from cutcard.rulebooks import rules
    >>> stake = SideStake("perfect-pairs", 1000)
    >>> play = UsualPlay(rules=rules("melbourne-v26", "blackjack"), decks=8, wager=1000, side_bets=(stake,))
    >>> f"{side_covariances(play)[0].correlation:+.4f}"
    '+0.0311'
    """
    found = []
    for stake in play.side_bets:
        alone = replace(play, side_bets=(stake,))
        first = by_first_cards(play.rules, stake.bet)
        if first or by_dealers_hand(play.rules, stake.bet):
            chances = joint_results(alone, (stake,)) if first else joint_with_dealers_hand(alone, stake)
            joint = {(float(main), float(side)): chance for (main, side), chance in chances.items()}
            found.append(_covariance(stake, joint, EXACT))
        else:
            found.append(_covariance(stake, simulated_joint(alone, rounds, seed), f"{rounds:,} rounds", rounds))
    return tuple(found)


def simulated_joint(play: UsualPlay, rounds: int, seed: int = 1) -> Joint:
    """What the main wager and the one side bet of a play brought in rounds from a full shoe, and how often."""
    (stake,) = play.side_bets
    side = SideWager(table=pay_table(play.rules, play.decks, stake.bet, stake.table or True), stake=stake.stake)
    table = Table(
        rules=play.rules, decks=play.decks, bet=play.wager, side_bets={stake.bet: side}, meters=dict(play.meters)
    )
    job = job_for(table, exact(play.rules, play.decks, play.wager), rounds, seed)
    if job.program is not None:
        raise CutcardError("a side bet is played by the kernel, not by the automaton")
    counted: dict[tuple[float, float], int] = {}
    for chunk in range(job.chunks):
        size = min(CHUNK, rounds - chunk * CHUNK)
        nets = np.zeros(2 * size, np.int64)
        play_chunk(job, chunk, nets)
        for pair, times in _counted(nets[size:], nets[:size] - nets[size:]).items():
            counted[pair] = counted.get(pair, 0) + times
    return {pair: times / rounds for pair, times in counted.items()}


def _counted(main: NDArray[np.int64], side: NDArray[np.int64]) -> dict[tuple[float, float], int]:
    pairs, times = np.unique(np.stack([main, side]), axis=1, return_counts=True)
    return {(float(one), float(two)): int(often) for (one, two), often in zip(pairs.T, times, strict=True)}


def _covariance(stake: SideStake, joint: Joint, error: str, rounds: int = 0) -> SideCovariance:
    main, side = (np.array(column) for column in zip(*joint, strict=True))
    chance = np.array([*joint.values()])
    main_off, side_off = main - main @ chance, side - side @ chance
    together = main_off * side_off
    covariance = float(together @ chance)
    main_sd, side_sd = sqrt(main_off**2 @ chance), sqrt(side_off**2 @ chance)
    spread = float(together**2 @ chance) - covariance**2
    return SideCovariance(
        bet=stake.bet,
        stake=stake.stake,
        sd=side_sd,
        covariance=covariance,
        standard_error=sqrt(spread / rounds) if rounds else 0.0,
        correlation=covariance / (main_sd * side_sd) if main_sd * side_sd else 0.0,
        joint=joint,
        error=error,
    )
