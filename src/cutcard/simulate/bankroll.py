"""A player's sessions: their results, the risk of running out of money, and the value of a promotion or a limit.

Sessions are cut from one long run of rounds, each with the same number of them. A session ends early when the money
would not cover the next wager, or at a loss or a win that the player has set.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutcard.errors import CutcardError
from cutcard.money import Cents
from cutcard.simulate.run import CHUNK, Job, play_chunk

LOSING_RUN_MOST = 64
SESSIONS_MOST = 1_000_000
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How a session is played."""

    rounds: int  # of one session
    bankroll: Cents
    need: Cents  # the money needed at the beginning of a round
    loss_limit: Cents | None = None
    win_goal: Cents | None = None
    rebate: float = 0.0  # share of a session's loss that the house gives back
    gift: Cents = 0  # given once at the start of a session


@dataclass(frozen=True, slots=True, kw_only=True)
class Sessions:
    """The results of many sessions, in cents."""

    results: NDArray[np.int64]
    ruined: int
    losing_runs: NDArray[np.int64]  # sessions by their longest run of lost rounds
    rounds: int
    without: float  # mean result of the same rounds without promotion and limits, the money unlimited

    @property
    def mean(self) -> float:
        return float(self.results.mean())

    def quantiles(self) -> dict[str, float]:
        return {f"{q:.0%}": float(np.quantile(self.results, q)) for q in QUANTILES}

    def histogram(self, columns: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The part of all sessions in each of so many columns of results, and the columns' edges in cents."""
        counts, edges = np.histogram(self.results, bins=columns)
        return counts / counts.sum(), edges

    def as_json(self) -> dict[str, Any]:
        count = len(self.results)
        longest = np.repeat(np.arange(len(self.losing_runs)), self.losing_runs)
        return {
            "sessions": count,
            "rounds": self.rounds,
            "mean": self.mean / 100,
            "se": float(self.results.std()) / 100 / count**0.5,
            "sd": float(self.results.std()) / 100,
            "quantiles": {name: value / 100 for name, value in self.quantiles().items()},
            "risk_of_ruin": self.ruined / count,
            "ahead": float((self.results > 0).mean()),
            "longest_losing_run": {"median": float(np.median(longest)), "most": int(longest.max())},
            "mean_without": self.without / 100,
            "value": (self.mean - self.without) / 100,
        }


def sessions(job: Job, plan: Plan, count: int) -> Sessions:
    """Play a number of sessions, one chunk after another so that memory use stays flat."""
    if not 1 <= plan.rounds <= CHUNK:
        raise CutcardError(f"a session has 1 to {CHUNK:,} rounds, not {plan.rounds:,}")
    if not 1 <= count <= SESSIONS_MOST:
        raise CutcardError(f"there are 1 to {SESSIONS_MOST:,} sessions, not {count:,}")
    if plan.bankroll + plan.gift < plan.need:
        brought = f"{(plan.bankroll + plan.gift) / 100:g}"
        raise CutcardError(f"a bankroll of {brought} does not cover a first wager of {plan.need / 100:g}")
    each = CHUNK // plan.rounds
    nets = np.zeros(CHUNK, np.int64)
    results: list[NDArray[np.int64]] = []
    ruined, rounds, plain = 0, 0, 0
    runs = np.zeros(LOSING_RUN_MOST + 1, np.int64)
    for chunk in range(-(-count // each)):
        play_chunk(job, chunk, nets)
        rows = min(each, count - chunk * each)
        played = nets[: rows * plan.rounds].reshape(rows, plan.rounds)
        ended, broke, lasted, longest = _ends(played, plan)
        results.append(ended)
        ruined += int(broke.sum())
        rounds += int(lasted.sum())
        plain += int(played.sum())
        runs += np.bincount(np.minimum(longest, LOSING_RUN_MOST), minlength=LOSING_RUN_MOST + 1)
    return Sessions(
        results=np.concatenate(results), ruined=ruined, losing_runs=runs, rounds=rounds, without=plain / count
    )


Ends = tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64]]


def _ends(played: NDArray[np.int64], plan: Plan) -> Ends:
    """Each session's result, whether its money ran out, how many rounds it lasted, and its longest losing run."""
    money = np.cumsum(played, axis=1) + plan.gift
    broke = money + plan.bankroll < plan.need
    stops = broke.copy()
    if plan.loss_limit is not None:
        stops |= money <= -plan.loss_limit
    if plan.win_goal is not None:
        stops |= money >= plan.win_goal
    stops[:, -1] = True
    last = stops.argmax(axis=1)
    each = np.arange(len(played))
    result = np.maximum(money[each, last], -plan.bankroll)
    result = result + np.floor(np.maximum(-result, 0) * plan.rebate).astype(np.int64)
    return result, broke[each, last], last + 1, _losing_runs(played, last)


def _losing_runs(played: NDArray[np.int64], last: NDArray[np.int64]) -> NDArray[np.int64]:
    """The longest run of lost rounds in each session; a stand-off neither ends nor lengthens one."""
    run = np.zeros(len(played), np.int64)
    longest = np.zeros(len(played), np.int64)
    for at in range(played.shape[1]):
        now = played[:, at]
        run = np.where(now > 0, 0, run + (now < 0))
        longest = np.where(at <= last, np.maximum(longest, run), longest)
    return longest
