"""The GPU's kernel, in numba's CUDA simulator; and what it does not play, refused in a sentence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cutcard.errors import CutcardError
from cutcard.simulate import Scenario, gpu, gpu_kernel, run_simulation

CASES = {  # with the side bets that the first cards decide in each, and cards before the cutting card
    "sydney-v15/blackjack": 3,
    "melbourne-v26/crown-pontoon": 3,  # suits, bonuses, the rescue of doubles
    "canberra-2006/blackjack/60": 1,  # a dealer's natural takes one wager
    "melbourne-v26/free-bet-blackjack/90": 2,  # tokens
    "strip/hits/90": 0,  # a hole card that is looked at
}
ROUNDS = 70
EXAMPLE = Path(__file__).parents[2] / "examples" / "strip.toml"
CHECK = Path(__file__).parents[1] / "support" / "gpu_check.py"


def test_rounds_and_side_bets_are_paid_as_the_cpu_pays_them_on_the_same_cards() -> None:
    paths = os.pathsep.join([str(CHECK.parents[1]), *sys.path])
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": paths, "CUTCARD_RULEBOOKS": str(EXAMPLE)}
    command = [sys.executable, str(CHECK), str(ROUNDS), *CASES]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    assert [one.pop("shoes") > 2 for one in told.values()] == [case.count("/") == 2 for case in CASES]
    faults = (
        "differ", "totals differ", "twice", "after the cutting card", "shuffled early", "not burnt",
        "by other blocks and threads",
    )  # fmt: skip
    played = {"rounds": ROUNDS, "counted": ROUNDS}
    assert told == {name: {**played, "side bets": bets, **dict.fromkeys(faults, 0)} for name, bets in CASES.items()}


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"dealing": "shuffler"}, "continuous shuffler"),
        ({"dealing": "shoe", "penetration": 0.99}, "behind the cutting card"),
        ({"boxes": 2}, "several boxes"),
        ({"book": "melbourne-v26", "side_bets": ("buster-blackjack=A",)}, "more than the first cards"),
        ({"spread": "1:1"}, "counting"),
    ],
)
def test_what_a_gpu_does_not_play_is_refused_with_what_does(changed: dict[str, object], words: str) -> None:
    usual = {"book": "sydney-v15", "game": "blackjack", "strategy": "simple", "dealing": "fresh"}
    scenario = Scenario(**{**usual, **changed})  # type: ignore[arg-type]
    with pytest.raises(CutcardError, match=words) as refused:
        run_simulation(scenario, rounds=1000, device="gpu")
    assert "--device cpu" in str(refused.value)


def test_a_machine_without_a_gpu_says_what_is_missing() -> None:
    if gpu_kernel.cuda.is_available():
        pytest.skip("there is a GPU here")
    scenario = Scenario(book="melbourne-v26", game="blackjack-select", strategy="simple", dealing="fresh")
    with pytest.raises(gpu.GpuError, match=r"cutcard\[gpu\]"):
        run_simulation(scenario, rounds=1000, device="gpu")


def test_another_device_is_refused() -> None:
    with pytest.raises(CutcardError, match="cpu or a gpu"):
        run_simulation(Scenario(book="sydney-v15", game="blackjack", strategy="simple"), rounds=10, device="tpu")
