"""The simulator: whole rounds of every game, millions per second, under the same rules as the engine.

>>> from cutcard.simulate import Scenario, run_simulation
>>> result = run_simulation(Scenario(book="melbourne-v26", game="blackjack", strategy="simple"), rounds=100_000, seed=1)
>>> result.rounds, -0.03 < result.ev < 0.02
(100000, True)

Random numbers come from Philox 4x32-10, a function of a key and a counter: the seed is the key, and every chunk of
rounds has its own range of the counter, so that streams never overlap. A GPU plays the same games, with seven rounds of
Philox and chunks of its own: its results for a seed are others than the CPU's.
"""

from __future__ import annotations

from cutcard.simulate.result import Result, SideResult, no_result, result_of
from cutcard.simulate.run import Job, Progress, RunError, Totals, job_for, run_job
from cutcard.simulate.scenario import Scenario, parse_rounds, strategy_for, table_for
from cutcard.simulate.strategy import Strategy, simple
from cutcard.simulate.table import Count, SideWager, Table

__all__ = [
    "Count",
    "Job",
    "Progress",
    "Result",
    "RunError",
    "Scenario",
    "SideResult",
    "SideWager",
    "Strategy",
    "Table",
    "Totals",
    "job_for",
    "no_result",
    "parse_rounds",
    "result_of",
    "run_job",
    "run_simulation",
    "simple",
    "strategy_for",
    "table_for",
]


def run_simulation(
    scenario: Scenario, rounds: int, seed: int = 1, workers: int = 1, dask: str | None = None, device: str = "cpu"
) -> Result:
    """Play a number of rounds of a scenario and return the result."""
    table = table_for(scenario)
    job = job_for(table, strategy_for(scenario, table), rounds, seed)
    totals, seconds, _ = run_job(job, workers, dask, device=device)
    return result_of(table, job, totals, seconds)
