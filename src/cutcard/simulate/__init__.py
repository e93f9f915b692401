"""The simulator: whole rounds of every game at millions a second, by the same rules as the engine's.

>>> from cutcard.simulate import Asked, simulated
>>> result = simulated(Asked(book="melbourne-v26", game="blackjack", strategy="simple"), rounds=100_000, seed=1)
>>> result.rounds, -0.03 < result.ev < 0.02
(100000, True)

Random numbers come from Philox 4x32-10, a generator that is a function of a key and a counter: the seed is the key, and
every chunk of rounds counts in a range of its own, so that streams never meet.
"""

from __future__ import annotations

from cutcard.simulate.ask import Asked, rounds_of, strategy_for, table_for
from cutcard.simulate.result import Result, SideResult, result_of
from cutcard.simulate.run import Counted, Job, Progress, RunError, job_for, played
from cutcard.simulate.strategy import Strategy, simple
from cutcard.simulate.table import Count, SideWager, Table

__all__ = [
    "Asked",
    "Count",
    "Counted",
    "Job",
    "Progress",
    "Result",
    "RunError",
    "SideResult",
    "SideWager",
    "Strategy",
    "Table",
    "job_for",
    "played",
    "result_of",
    "rounds_of",
    "simple",
    "simulated",
    "strategy_for",
    "table_for",
]


def simulated(asked: Asked, rounds: int, seed: int = 1, workers: int = 1, dask: str | None = None) -> Result:
    """Play so many rounds of what is asked for, and say what they came to."""
    table = table_for(asked)
    job = job_for(table, strategy_for(asked, table), rounds, seed)
    counted, seconds, _ = played(job, workers, dask)
    return result_of(table, job, counted, seconds)
