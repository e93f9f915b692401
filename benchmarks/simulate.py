"""The simulator on one core: blackjack, Pontoon with suits and bonuses, three side bets, in turns within one run."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from dataclasses import replace

from cutcard.simulate import Job, Scenario, job_for, strategy_for, table_for
from cutcard.simulate.run import CHUNK, play_chunk

TURNS = 9
CHUNKS = 4
THREE = ("perfect-pairs", "spread-bet=1", "buster-blackjack=A")
SCENARIOS = {
    "Melbourne blackjack, 8 decks": Scenario(book="melbourne-v26", game="blackjack", decks=8),
    "  every round from a full shoe": Scenario(book="melbourne-v26", game="blackjack", decks=8, dealing="fresh"),
    "  with three side bets": Scenario(book="melbourne-v26", game="blackjack", decks=8, side_bets=THREE),
    "  with a count and a spread": Scenario(book="melbourne-v26", game="blackjack", decks=8, spread="1:2,2:4,3:8"),
    "  seven boxes": Scenario(book="melbourne-v26", game="blackjack", decks=8, boxes=7),
    "Crown Pontoon, 8 decks, suits and bonuses": Scenario(book="melbourne-v26", game="crown-pontoon", decks=8),
}
BY_KERNEL = "  the same rounds by the kernel"
AIMS = {
    "Melbourne blackjack, 8 decks": 30e6,
    "Crown Pontoon, 8 decks, suits and bonuses": 8e6,
}


def run() -> None:
    """Print rounds a second by exact play, and the time to start."""
    jobs = {name: _job(scenario) for name, scenario in SCENARIOS.items()}
    jobs[BY_KERNEL] = replace(jobs["Melbourne blackjack, 8 decks"], program=None)
    for job in jobs.values():
        play_chunk(job, 0)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    speeds = _in_turns(jobs)
    print("\nSimulator: one core, one box unless said, exact play with splits, shoe with a cutting card")
    for name, speed in speeds.items():
        aim = f"   aim {AIMS[name] / 1e6:.0f}" if name in AIMS else ""
        print(f"  {name:44} {speed / 1e6:6.2f} million rounds/s{aim}")
    bare, three = speeds["Melbourne blackjack, 8 decks"], speeds["  with three side bets"]
    print(f"  by the automaton: {bare / speeds[BY_KERNEL]:.2f} of the kernel's speed   aim 1.3")
    print(f"  three side bets: {three / speeds[BY_KERNEL]:.2f} of the kernel's speed without   aim 0.50")
    more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(f"  memory: {more / 1024:.1f} MB more after {TURNS * CHUNKS * CHUNK * len(jobs) / 1e6:.0f} million rounds")
    print(f"  start to first result, compiled before: {_start():.2f} s   aim 2")


def _job(scenario: Scenario) -> Job:
    table = table_for(scenario)
    return job_for(table, strategy_for(scenario, table), 1 << 40, seed=1)


def _in_turns(jobs: dict[str, Job]) -> dict[str, float]:
    """Each plays a short while in turn; the median speed of each, by the time that the core spent on it."""
    speeds: dict[str, list[float]] = {name: [] for name in jobs}
    for turn in range(TURNS):
        for name, job in jobs.items():
            start = time.process_time()
            chunks = 1 if job.game.boxes > 1 else CHUNKS
            for chunk in range(chunks):
                play_chunk(job, turn * CHUNKS + chunk)
            speeds[name].append(chunks * CHUNK / (time.process_time() - start))
    return {name: statistics.median(each) for name, each in speeds.items()}


def _start() -> float:
    """Seconds from nothing to the result of a thousand rounds, in a process of its own."""
    code = (
        "from cutcard.simulate import Scenario, run_simulation\n"
        "run_simulation(Scenario(book='melbourne-v26', game='blackjack', decks=8), rounds=1000)"
    )
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start
