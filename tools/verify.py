"""The long checks of `make verify`, which `make test` samples: three readings of one rulebook against each other.

    python -m tools.verify                     everything, most of it a million rounds of each game
    python -m tools.verify kernel --rounds 1e5 the simulator's kernel against the engine alone, and shorter
    python -m tools.verify referee             the engine against the independent referee alone
    python -m tools.verify mistakes            every kind of mistake, at tables and in records, against the referee
    python -m tools.verify exact               simulated expectations against the exact ones
    python -m tools.verify counter             counters of several skills against what `count bets` works out

A difference prints the round record that shows it, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))  # the referee stands beside the tests

PART = 20_000  # rounds that a process checks before it reports
Check = Callable[[str, str, int, int], list[str]]


def kernel(book: str, game: str, rounds: int, seed: int) -> list[str]:
    """Rounds in which kernel and engine return different money for some wager."""
    from support.kernel_check import differences

    return [
        f"{found.engine=}\n{found.kernel=}\n{json.dumps(found.record)}"
        for found in differences(book, game, rounds, seed)
    ]


def referee(book: str, game: str, rounds: int, seed: int) -> list[str]:
    """Rounds in which engine and referee pay some player differently."""
    from decimal import Decimal

    from referee.rounds import random_result

    from cutcard.records import settle

    rng = Random(f"{book} {game} {seed}")
    faults = []
    for _ in range(rounds):
        record, theirs = random_result(rng, book, game)
        ours = settle(record)
        same_net = {p: Decimal(n) for p, n in ours["net"].items()} == {p: Decimal(n) for p, n in theirs["net"].items()}
        if not (
            same_net and ours["unused"] == theirs["unused"] and ours["dealer"]["cards"] == theirs["dealer"]["cards"]
        ):
            faults.append(json.dumps(record))
    return faults


def mistakes(book: str, game: str, rounds: int, seed: int) -> list[str]:
    """Rounds at tables, and records of each kind of mistake, in which the referee pays somebody otherwise."""
    from referee.mishaps import kinds_of, mishap
    from support.mistaken_rounds import differences
    from support.records import decimals

    from cutcard.records import settle

    wrong, _ = differences(book, game, rounds, f" {seed}")
    for kind in kinds_of(book, game):
        rng = Random(f"{kind} {book} {game} {seed}")
        for _ in range(rounds):
            record, theirs = mishap(rng, kind, book, game)
            if decimals(settle(record)["net"]) != decimals(theirs["net"]):
                wrong.append(record)
    return [json.dumps(record) for record in wrong]


def exact(book: str, game: str, rounds: int, seed: int) -> list[str]:
    """A game whose simulated expectation is more than four standard errors from the exact one."""
    from cutcard.odds import solve
    from cutcard.rulebooks import rules
    from cutcard.simulate import Scenario, run_simulation

    decks = max(rules(book, game).cards.decks)
    result = run_simulation(Scenario(book=book, game=game, decks=decks, dealing="fresh"), rounds=rounds, seed=seed)
    solved = solve(rules(book, game), decks, 1000)
    errors = (result.ev - solved.ev) / result.se
    line = f"{book} {game}, {decks} decks: simulated {result.ev:+.6%}, exact {solved.ev:+.6%}, {errors:+.2f} errors"
    print(f"  {line}", flush=True)
    return [line] if abs(result.ev - solved.ev) > 4 * result.se + solved.error_bound else []


def counter(book: str, game: str, rounds: int, seed: int) -> list[str]:
    """A skill at which what a counter wins is more than three standard errors from what is worked out.

    Five skills are read from one run and go together, so three errors are met by chance about once in a hundred runs.
    """
    from cutcard.rulebooks import rules
    from tools.counter import simulated, worked_out

    if (book, game) not in (
        ("melbourne-v26", "blackjack"),
        ("sydney-v15", "blackjack"),
        ("canberra-2006", "blackjack"),
    ):
        return []
    chosen = rules(book, game)
    decks = max(chosen.cards.decks)
    lines = []
    for one in simulated(chosen, decks, rounds, seed).skills:
        ours = worked_out(chosen, decks, one.skill).win / 1000
        line = f"{book} {game}, skill {one.skill:g}: simulated {one.won:+.5f} ± {one.error:.5f}, worked out {ours:+.5f}"
        print(f"  {line}", flush=True)
        if abs(one.won - ours) > 3 * one.error:
            lines.append(line)
    return lines


CHECKS: dict[str, tuple[Check, int, int]] = {  # with rounds of each game and of one part
    "referee": (referee, 1_000_000, PART),
    "mistakes": (mistakes, 1_000, 500),
    "kernel": (kernel, 1_000_000, PART),
    "exact": (exact, 200_000_000, 200_000_000),
    "counter": (counter, 50_000_000, 50_000_000),
}


def main() -> int:
    parser = argparse.ArgumentParser(description="The long checks.")
    parser.add_argument("checks", nargs="*", metavar="CHECK", help=f"{', '.join(CHECKS)}; without any all of them")
    parser.add_argument("--rounds", type=float, help="rounds of each game")
    parser.add_argument("--game", help="one game only, BOOK/GAME")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    args = parser.parse_args()
    for name in args.checks:
        if name not in CHECKS:
            parser.error(f"there is no check {name!r}: there are {', '.join(CHECKS)}")
    faults = 0
    with ProcessPoolExecutor(args.workers, mp_context=get_context("spawn")) as pool:
        for name in args.checks or CHECKS:
            faults += _run(pool, name, int(args.rounds) if args.rounds else None, args.game)
    print("all agree" if not faults else f"{faults} differences")
    return 1 if faults else 0


def _run(pool: ProcessPoolExecutor, name: str, rounds: int | None, only: str | None) -> int:
    check, usual, part = CHECKS[name]
    faults = 0
    for book, game in _games():
        if only is not None and only != f"{book}/{game}":
            continue
        started, total = time.perf_counter(), rounds or usual
        parts = [min(part, total - first) for first in range(0, total, part)]
        futures = [pool.submit(check, book, game, size, seed) for seed, size in enumerate(parts, start=1)]
        found = [fault for future in as_completed(futures) for fault in future.result()]
        for fault in found[:3]:
            print(fault)
        faults += len(found)
        seconds = time.perf_counter() - started
        print(f"{name}: {book} {game}: {total:,} rounds, {len(found)} differences, {seconds:.0f} s", flush=True)
    return faults


def _games() -> Iterator[tuple[str, str]]:
    from cutcard.rulebooks import BOOKS, load

    for book in BOOKS:
        for game in load(book).games:
            yield book, game


if __name__ == "__main__":
    sys.exit(main())
