"""The simulator on the GPUs of this machine: rounds a second, and how far results lie from what they should be.

    python -m benchmarks.gpu 1e12 melbourne-v26/blackjack/fresh melbourne-v26/blackjack/shoe/perfect-pairs+any-pairs

plays so many rounds of each case: book, game, dealing, and side bets if any. From a full shoe the exact expectation
stands beside the simulated one, with a cutting card that of the CPU's rounds; side bets have their exact expectation.
"""

from __future__ import annotations

import sys
from math import hypot

from cutcard.odds import solve
from cutcard.odds.side_bets import side_bet
from cutcard.simulate import Result, Scenario, gpu, job_for, parse_rounds, result_of, run_job, strategy_for, table_for
from cutcard.simulate.gpu_kernel import cuda
from cutcard.simulate.run import CHUNK

CASES = (
    "melbourne-v26/blackjack/fresh",
    "melbourne-v26/blackjack/shoe",
    "melbourne-v26/blackjack/fresh/perfect-pairs",
    "melbourne-v26/blackjack/shoe/perfect-pairs",
    "melbourne-v26/crown-pontoon/fresh",
    "melbourne-v26/crown-pontoon/shoe",
)
ROUNDS = 10**11
CPU_ROUNDS = 256 * CHUNK
SEED = 12345
OTHER_THREADS = 256


def run() -> None:
    """Print every case with its rate."""
    if cuda.is_available():
        measured(ROUNDS, CASES)
    else:
        print("\nSimulator on a GPU: there is none here")


def measured(rounds: int, cases: tuple[str, ...]) -> None:
    print(f"\nSimulator on a GPU: {rounds:.0e} rounds a case, exact play, $10, seed {SEED}")
    for case in cases:
        book, game, dealing, *sides = case.split("/")
        bets = tuple(sides[0].split("+")) if sides else ()
        _print_case(case, Scenario(book=book, game=game, dealing=dealing, side_bets=bets), rounds)


def _print_case(case: str, scenario: Scenario, rounds: int) -> None:
    table = table_for(scenario)
    played = _played(scenario, rounds, "gpu")
    if scenario.dealing == "fresh":
        expected, error, by = solve(table.rules, table.decks).ev, 0.0, "exact"
    else:
        cpu = _played(scenario, CPU_ROUNDS, "cpu")
        expected, error, by = cpu.ev, cpu.se, "by the CPU"
    apart = (played.ev - expected) / hypot(played.se, error)
    rate, own = played.rounds_per_second / 1e9, f"{100 * played.ev:+.6f} % ± {100 * played.se:.6f}"
    print(f"  {case:52} {rate:6.2f} thousand million/s  {own}  {by} {100 * expected:+.6f} %  {apart:+.2f} errors apart")
    for bet, side in played.side_bets.items():
        exact = float(side_bet(table.rules, table.decks, bet, table.side_bets[bet].table.name).expectation)
        apart = (side.ev - exact) / side.se
        print(f"    {bet:50} {100 * side.ev:+.6f} %  exact {100 * exact:+.6f} %  {apart:+.2f} errors apart")
    same = _same_with_other_threads(scenario, min(rounds, 10**9))
    print(f"    the same with {OTHER_THREADS} threads in a block: {same}")


def _played(scenario: Scenario, rounds: int, device: str) -> Result:
    table = table_for(scenario)
    job = job_for(table, strategy_for(scenario, table), rounds, SEED)
    totals, seconds, _ = run_job(job, device=device)
    return result_of(table, job, totals, seconds)


def _same_with_other_threads(scenario: Scenario, rounds: int) -> bool:
    """Whether a seed gives the same result however many threads there are."""
    one = _played(scenario, rounds, "gpu")
    before, gpu.THREADS_MOST = gpu.THREADS_MOST, OTHER_THREADS
    try:
        other = _played(scenario, rounds, "gpu")
    finally:
        gpu.THREADS_MOST = before
    sides = [[side.outcomes for side in each.side_bets.values()] for each in (one, other)]
    return one.distribution == other.distribution and sides[0] == sides[1]


if __name__ == "__main__":
    measured(parse_rounds(sys.argv[1]), tuple(sys.argv[2:]) or CASES)
