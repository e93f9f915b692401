"""Many shoes on a GPU, in numba's CUDA simulator; and what a GPU does not solve, refused in a sentence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cutcard.errors import CutcardError
from cutcard.odds.batch import batch
from cutcard.odds.game import full_shoe
from cutcard.odds.gpu_batch import cuda
from cutcard.rulebooks import rules

CASES = ("sydney-v15/blackjack/T",)  # a natural takes one of several wagers, and a doubled hand's ace stays one
CHECK = Path(__file__).parents[1] / "support" / "gpu_batch_check.py"


def test_a_gpu_finds_what_the_processor_finds() -> None:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, str(CHECK), *CASES]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert list(found) == list(CASES)
    for one in found.values():
        assert one.pop("off") < 1e-13
        assert one.pop("values") > 100
        assert one == {"same decisions": True, "same gaps": True}


def test_a_game_with_bonuses_by_suit_is_refused_with_what_solves_it() -> None:
    game = rules("melbourne-v26", "crown-pontoon")
    with pytest.raises(CutcardError, match="device='cpu'"):
        batch(game, [full_shoe(game, 8)], device="gpu")


def test_a_machine_without_a_gpu_says_what_is_missing() -> None:
    if cuda.is_available():
        pytest.skip("there is a GPU here")
    game = rules("melbourne-v26", "blackjack")
    with pytest.raises(CutcardError, match=r"cutcard\[gpu\]"):
        batch(game, [full_shoe(game, 8)], device="gpu")


def test_another_device_is_refused() -> None:
    game = rules("melbourne-v26", "blackjack")
    with pytest.raises(CutcardError, match="a cpu or a gpu"):
        batch(game, [full_shoe(game, 8)], device="abacus")
