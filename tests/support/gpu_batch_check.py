"""How far batches of one shoe on a GPU are from the processor's: run with numba's CUDA simulator in the environment.

NUMBA_ENABLE_CUDASIM=1 python tests/support/gpu_batch_check.py melbourne-v26/blackjack/T canberra-2006/blackjack/A
"""

from __future__ import annotations

import json
import sys

import numpy as np

from cutcard.odds.batch import batch
from cutcard.odds.game import full_shoe
from cutcard.rulebooks import rules

TAKEN = [0, 3, 1, 0, 2, 4, 0, 1, 0, 9]  # cards that are out of a shoe of 8 decks


def compared(case: str) -> dict[str, object]:
    """The largest difference of any value, and whether the same decisions are best and the same are impossible."""
    book, game, up = case.split("/")
    game_rules = rules(book, game)
    shoe = full_shoe(game_rules, 8) - TAKEN
    here = batch(game_rules, [shoe], ups=(up,), values=True, workers=1)
    there = batch(game_rules, [shoe], ups=(up,), values=True, device="gpu")
    assert here.values is not None
    assert there.values is not None
    pairs = ((here.values, there.values), (here.dealer, there.dealer), (here.ev, there.ev))
    return {
        "off": max(float(np.nanmax(np.abs(one - other))) for one, other in pairs),
        "values": int(np.isfinite(there.values).sum()),
        "same decisions": bool((here.best == there.best).all()),
        "same gaps": bool((np.isnan(here.values) == np.isnan(there.values)).all()),
    }


if __name__ == "__main__":
    print(json.dumps({case: compared(case) for case in sys.argv[1:]}))
