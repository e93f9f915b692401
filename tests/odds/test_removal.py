"""Effects of removal against the literature, and shoes of any composition."""

from __future__ import annotations

import pytest
from support.variants import analysers_game

from cutcard.errors import CutcardError
from cutcard.odds import solve
from cutcard.odds.removal import checked_shoe, effects_of_removal, shoe_of, solve_shoe

# Griffin, The Theory of Blackjack: one deck, basic strategy, in percent. His deck is dealt without re-splits and his
# figures are of hands worked out by cycles, so that they differ from an enumeration by up to two hundredths.
GRIFFIN = dict(zip("A23456789T", (-0.61, 0.38, 0.44, 0.55, 0.69, 0.46, 0.28, 0.0, -0.18, -0.51), strict=True))


def test_effects_of_removal_from_one_deck_are_griffins() -> None:
    found = effects_of_removal(analysers_game(double__after_split=False, split__hands_max=2), 1)
    assert {rank: 100 * effect for rank, effect in found.chart.items()} == pytest.approx(GRIFFIN, abs=0.025)
    # of an ace that is out already: 16 tens among 51 cards, one of which goes
    assert found.insurance["5"] == pytest.approx(3 * 16 / 50 - 3 * 16 / 51)
    assert found.insurance["T"] == pytest.approx(3 * 15 / 50 - 3 * 16 / 51)
    assert found.chart_ev <= found.ev
    mean = sum(found.weights[rank] * effect for rank, effect in found.chart.items()) / 52
    assert mean == pytest.approx(0.0, abs=2e-4)  # a card that nobody saw changes nothing


def test_a_full_shoe_given_by_its_cards_is_the_full_shoe() -> None:
    game = analysers_game(split__hands_max=2)
    assert solve_shoe(game, shoe_of(game, 2)).ev == solve(game, 2).ev
    assert solve_shoe(game, shoe_of(game, 2, "5")).ev > solve(game, 2).ev


@pytest.mark.parametrize(
    ("numbers", "said"), [([4] * 9, "ten numbers"), ([-1, *[4] * 9], "negative"), ([1] * 10, "fewer")]
)
def test_what_is_no_shoe_is_refused(numbers: list[int], said: str) -> None:
    with pytest.raises(CutcardError, match=said):
        checked_shoe(numbers)
