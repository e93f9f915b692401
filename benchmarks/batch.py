"""Many shoes at once: whole solutions of random shoes in a minute on all processors."""

from __future__ import annotations

import time

import numpy as np

from cutcard.odds.game import full_shoe
from cutcard.rulebooks import rules

AIM = 100_000  # a minute on two processors
SHOES = 2048


def run() -> None:
    """Print shoes a minute, with all first decisions against every card and splits."""
    from cutcard.odds.batch import batch

    print("\nMany shoes at once: dealer's ends, all first decisions, splits and best play, on all processors")
    rng = np.random.default_rng(1)
    for name in ("blackjack", "crown-pontoon"):
        game = rules("melbourne-v26", name)
        full = full_shoe(game, 8).astype(int)
        shoes = np.array([rng.multivariate_hypergeometric(full, int(full.sum()) // 2) for _ in range(SHOES)], float)
        batch(game, shoes[:8])  # compiles, where that has not been done
        wall, processor = time.perf_counter(), time.process_time()
        batch(game, shoes)
        took, used = time.perf_counter() - wall, time.process_time() - processor
        each = 1000 * used / SHOES
        print(f"  {name:20} {60 * SHOES / took:12,.0f} a minute   {each:6.2f} ms of processor each   aim {AIM:,}")
