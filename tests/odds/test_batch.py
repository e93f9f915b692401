"""Many shoes at once, against the solver that takes one."""

from __future__ import annotations

import numpy as np
import pytest
from support.variants import analysers_game

from cutcard.errors import CutcardError
from cutcard.odds.answers import super_bonus_units
from cutcard.odds.batch import DECISIONS, END_NAMES, HANDS, batch
from cutcard.odds.batch_choice import SPLIT
from cutcard.odds.dealer_draws import NATURAL
from cutcard.odds.game import Game, full_shoe
from cutcard.odds.solution import up_value
from cutcard.odds.upcard_solver import PAID, UpcardSolver
from cutcard.rulebooks import changed, rules
from cutcard.rulebooks.schema import Rules

GAMES = [
    (analysers_game(surrender__offered="on-turn", surrender__against=tuple("23456789TJQKA")), ("6", "A")),
    (rules("melbourne-v26", "blackjack"), ("5", "T")),
    (rules("melbourne-v26", "crown-pontoon"), ("7", "A")),
    (rules("melbourne-v26", "free-bet-blackjack"), ("3", "T")),
]
SPLIT_OFF = {True: 5e-4, False: 0.03}  # by whether the dealer cannot have a natural that takes one of several wagers
WORTH_OFF = 2e-5  # of all hands against one card: only splits are not exact


def dealt_shoes(game: Rules, number: int, seed: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """What is left of a shoe of 8 decks after some cards."""
    rng = np.random.default_rng(seed)
    full = full_shoe(game, 8).astype(int)
    left = [rng.multivariate_hypergeometric(full, int(full.sum() * rng.uniform(0.25, 1.0))) for _ in range(number)]
    return np.array(left, np.float64)


@pytest.mark.parametrize(("game", "ups"), GAMES, ids=lambda value: getattr(value, "game", ""))
def test_every_first_decision_is_worth_what_the_solver_of_one_shoe_says(game: Rules, ups: tuple[str, ...]) -> None:
    shoes = dealt_shoes(game, 9, 7)  # more than one block of lanes
    found = batch(game, shoes, ups=ups, values=True, workers=1)
    assert found.values is not None
    for at in (0, 8):
        one = Game(rules=game, shoe=shoes[at], super_bonus=super_bonus_units(game, 1000))
        ev = 0.0
        for column, up in enumerate(ups):
            solver = UpcardSolver.of(one, up_value(up))
            cells = solver.cells()
            ev += shoes[at, up_value(up)] / shoes[at].sum() * sum(cell.chance * cell.value for cell in cells)
            exact_split = bool(one.params.peeked) or up not in ("A", "T")
            for cell in cells:
                values = found.values[at, column, HANDS.index((cell.first, cell.second))]
                for option, value in cell.options.items() if cell.kind < 0 else ():
                    place = 0 if option == PAID else option
                    off = SPLIT_OFF[exact_split] if option == SPLIT else 1e-12
                    assert values[place] == pytest.approx(value, abs=off), (up, cell, DECISIONS[place])
            ends = solver.ends[0]
            assert found.dealer[at, column, :5] == pytest.approx(ends[5:10], abs=1e-12)
            assert found.dealer[at, column, END_NAMES.index("natural")] == pytest.approx(ends[NATURAL], abs=1e-12)
        assert found.ev[at] == pytest.approx(ev, abs=WORTH_OFF)


def test_the_best_decision_and_insurance_follow_the_shoe() -> None:
    game = rules("melbourne-v26", "blackjack")
    full = full_shoe(game, 8)
    rich, poor = full.copy(), full.copy()
    rich[1:6] -= 10  # low cards out
    poor[9] -= 40
    found = batch(game, [rich, poor], ups=("T", "6"), workers=1)
    sixteen = HANDS.index((5, 9))
    assert DECISIONS[found.best[0, 0, sixteen]] == "stand"
    assert DECISIONS[found.best[1, 0, sixteen]] == "hit"
    assert found.insurance[0] == pytest.approx(3 * rich[9] / (rich.sum() - 1) - 1)
    assert found.insurance[0] > found.insurance[1]


@pytest.mark.parametrize(
    ("shoe", "said"),
    [
        ([1, 2, 3], "ten numbers"),
        ([1] * 10, "at least"),
        ([-1, *[32] * 9], "at least"),
    ],
)
def test_what_is_no_shoe_is_refused(shoe: list[int], said: str) -> None:
    with pytest.raises(CutcardError, match=said):
        batch(rules("melbourne-v26", "blackjack"), [shoe])


def test_rules_that_the_batch_does_not_know_are_refused() -> None:
    game = changed(rules("melbourne-v26", "blackjack"), "dealer.natural_takes", "original-cap")
    with pytest.raises(CutcardError, match="original-cap"):
        batch(game, [full_shoe(game, 8)])
