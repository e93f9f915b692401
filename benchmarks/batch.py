"""Many shoes at once: whole solutions of random shoes in a minute, on all processors and on a GPU if there is one."""

from __future__ import annotations

import time

import numpy as np

from cutcard.odds.game import full_shoe
from cutcard.rulebooks import rules

AIM = 100_000  # a minute on two processors
GPU_AIM = 10_000_000
SHOES, GPU_SHOES = 2048, 1 << 20


def run() -> None:
    """Print shoes a minute, with all first decisions against every card and splits."""
    from cutcard.odds.gpu_batch import cuda

    print("\nMany shoes at once: dealer's ends, all first decisions, splits and best play, on all processors")
    for name in ("blackjack", "crown-pontoon"):
        _print(name, SHOES, AIM, "cpu")
    if cuda.is_available():
        _print("blackjack", GPU_SHOES, GPU_AIM, "gpu")
    else:
        print("  on a GPU: there is none here")


def _print(name: str, number: int, aim: int, device: str) -> None:
    from cutcard.odds.batch import batch

    game = rules("melbourne-v26", name)
    full = full_shoe(game, 8).astype(int)
    rng = np.random.default_rng(1)
    shoes = rng.multivariate_hypergeometric(full, int(full.sum()) // 2, size=number).astype(float)
    batch(game, shoes[:8], device=device)  # compiles, where that has not been done
    wall, processor = time.perf_counter(), time.process_time()
    batch(game, shoes, device=device)
    took, used = time.perf_counter() - wall, time.process_time() - processor
    each = 1000 * used / number
    print(
        f"  {name:14} {device}  {60 * number / took:12,.0f} a minute   {each:6.2f} ms of processor each   aim {aim:,}"
    )
