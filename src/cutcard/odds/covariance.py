"""How the main wager and side bets go together: their covariance in a round, where the first cards decide both."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from cutcard.odds.usual_play import RoundResults, SideStake, UsualPlay, round_results


@dataclass(frozen=True, slots=True, kw_only=True)
class SideCovariance:
    """A side bet beside the main wager, in cents; zero where it is taken as independent."""

    bet: str
    stake: int
    sd: float  # of the side bet alone
    covariance: float
    correlation: float
    error: str  # "exact but for rounds with a split", or what was assumed

    def as_json(self) -> dict[str, Any]:
        return {
            "bet": self.bet,
            "stake": self.stake / 100,
            "sd": self.sd / 100,
            "covariance": self.covariance / 10_000,
            "correlation": self.correlation,
            "error": self.error,
        }


def side_covariances(play: UsualPlay) -> tuple[SideCovariance, ...]:
    """Each side bet of a play with its main wager.

    >>> from cutcard.rulebooks import rules
    >>> stake = SideStake("perfect-pairs", 1000)
    >>> play = UsualPlay(rules=rules("melbourne-v26", "blackjack"), decks=8, wager=1000, side_bets=(stake,))
    >>> -0.05 < side_covariances(play)[0].correlation < 0.1
    True
    """
    main = round_results(replace(play, side_bets=()))
    return tuple(_of(play, main, stake) for stake in play.side_bets)


def _of(play: UsualPlay, main: RoundResults, stake: SideStake) -> SideCovariance:
    alone = replace(play, side_bets=(stake,))
    both = round_results(alone)
    (odds,) = alone.side_odds
    nets = [(float(odds.net(outcome)) * stake.stake, outcome.p) for outcome in odds.outcomes]
    mean = sum(net * chance for net, chance in nets)
    variance = sum((net - mean) ** 2 * chance for net, chance in nets)
    shared = 0.0 if both.assumed else (both.sd**2 - main.sd**2 - variance) / 2
    return SideCovariance(
        bet=stake.bet,
        stake=stake.stake,
        sd=sqrt(variance),
        covariance=shared,
        correlation=shared / (main.sd * sqrt(variance)),
        error="; ".join(both.assumed) or "exact but for rounds with a split",
    )
