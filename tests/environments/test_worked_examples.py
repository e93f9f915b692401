"""The worked examples at a small size: what they find is near what is exact."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

from cutcard.environments import BlackjackVectorEnv
from cutcard.simulate.table import Count

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_basic_strategy_is_learnt() -> None:
    """With 200 million steps it comes to within 0.01 % of the optimum; with these, to within 1 %."""
    learner, value, best = example("learn_basic_strategy").learn("melbourne-v26", "blackjack", 1_500_000, 1024, 1)
    assert best - 0.01 < value <= best
    assert learner.plan(10, 20, False, 0)[0] == "stand"
    assert learner.plan(6, 11, False, 0)[0] == "double"


def test_a_count_is_found() -> None:
    """With 16 million rounds its tags are those of high-low; with these, small cards and large ones are told apart."""
    module = example("find_a_count")
    effects = module.regress(BlackjackVectorEnv(1024, "sydney-v15", observation="cards", copy=False), 1_200_000, 3)
    assert module.correlation(effects, Count().tags) > 0.6
    tags = module.tags_of(effects)
    assert tags[9] == -1
    assert 1 in tags[2:6]
