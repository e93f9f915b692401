"""The solver against figures that others have published, each with the rules that it assumes."""

from __future__ import annotations

from typing import Any

import pytest
from support.variants import EVERY_RANK, analysers_game, variant

from cutcard.lookup.all_hands import TEN
from cutcard.odds import dealer, solve
from cutcard.odds.game import Game, full_shoe
from cutcard.odds.kernel import HIT, STAND
from cutcard.odds.upcard_solver import UpcardSolver
from cutcard.rulebooks import rules

FARMER = [
    (1, {}, 0.181934306),
    (6, {}, -0.402870236),
    (8, {}, -0.430580629),
    (6, {"split__hands_max": 2}, -0.456886297),
    (6, {"split__hands_max": 2, "double__totals": (9, 10, 11)}, -0.551997),
    (6, {"split__hands_max": 3, "double__totals": (9, 10, 11)}, -0.506430),
    (8, {"split__hands_max": 3, "double__totals": (9, 10, 11)}, -0.532501),
    (8, {"split__hands_max": 3, "double__totals": (9, 10, 11), "dealer__hits_soft_17": True}, -0.756250),
    (4, {"surrender__offered": "on-turn", "surrender__against": EVERY_RANK}, -0.280724),
]


@pytest.mark.parametrize(("decks", "fields", "percent"), FARMER)
def test_expectation_with_a_peeked_hole_card(decks: int, fields: dict[str, Any], percent: float) -> None:
    found = solve(analysers_game(**fields), decks)
    assert found.exact
    assert found.ev * 100 == pytest.approx(percent, abs=0.6e-6)  # half of the last digit printed, and a little


ONE_SPLIT = {"split__hands_max": 2, "dealer__hits_soft_17": True}
NO_HOLE_CARD = {"dealer__hole_card": "none", "dealer__natural_takes": "all"}


@pytest.mark.parametrize(
    ("decks", "fields", "ev"),
    [
        (1, {"double__after_split": False}, -0.00168766712),
        (2, {}, -0.00424438447),
        (6, NO_HOLE_CARD, -0.00779036600),
        (8, NO_HOLE_CARD, -0.00809197294),
    ],
)
def test_whole_decks_gone_through_by_another_program(decks: int, fields: dict[str, Any], ev: float) -> None:
    """Worked out once by a plain recursion over hands that knows nothing of rulebooks and shares no code with ours."""
    assert solve(analysers_game(**ONE_SPLIT, **fields), decks).ev == pytest.approx(ev, abs=1e-11)


def test_standard_deviation() -> None:
    assert solve(analysers_game(split__hands_max=2), 6).sd == pytest.approx(1.14654, abs=0.5e-5)


ALL_LOST = {"dealer__hole_card": "none", "dealer__natural_takes": "all", "dealer__hits_soft_17": True}


@pytest.mark.parametrize(("decks", "percent"), [(6, -0.72705), (8, -0.7562)])
def test_expectation_when_a_natural_takes_all(decks: int, percent: float) -> None:
    # the published figures round re-splits off: they lie 1 and 2 millionths of a unit under the enumeration
    assert solve(analysers_game(**ALL_LOST), decks).ev * 100 == pytest.approx(percent, abs=0.0003)


@pytest.mark.parametrize(
    ("hand", "stand", "hit", "double"),
    [
        ("2 A", -0.722356, -0.379910, -1.024099),
        ("5 4", -0.721243, -0.396287, -0.932671),
        ("6 5", -0.720879, -0.235772, -0.535879),
        ("7 A", -0.466029, -0.421285, -0.909374),
    ],
)
def test_hands_against_an_ace_when_a_natural_takes_all(hand: str, stand: float, hit: float, double: float) -> None:
    values = solve(analysers_game(**ALL_LOST), 6).hand(hand, up="A").values
    assert [values[name] for name in ("stand", "hit", "double")] == pytest.approx([stand, hit, double], abs=2e-6)


@pytest.mark.parametrize(
    ("hits", "up", "ends"),
    [
        (False, "A", (0.130017, 0.130822, 0.130594, 0.130910, 0.053504, 0.308682, 0.115473)),
        (False, "6", (0.165707, 0.106194, 0.106431, 0.101551, 0.097276, 0, 0.422842)),
        (False, "T", (0.111914, 0.111669, 0.111945, 0.340014, 0.034817, 0.077170, 0.212471)),
        (True, "A", (0.057270, 0.142822, 0.142935, 0.143284, 0.065858, 0.308682, 0.139149)),
    ],
)
def test_dealers_final_hands(hits: bool, up: str, ends: tuple[float, ...]) -> None:
    found = dealer(analysers_game(dealer__hole_card="none", dealer__hits_soft_17=hits), 6, up)
    over = found["22"] + found["over 22"]
    got = [found.get(name, 0.0) for name in ("17", "18", "19", "20", "21", "natural")] + [over]
    assert got == pytest.approx(ends, abs=0.51e-6)
    assert sum(found.values()) == pytest.approx(1.0)


@pytest.mark.parametrize(("decks", "chance"), [(6, 0.073536), (8, 0.073544)])
def test_dealer_ends_on_22(decks: int, chance: float) -> None:
    found = solve(rules("melbourne-v26", "free-bet-blackjack"), decks)
    shoe = full_shoe(rules("melbourne-v26", "free-bet-blackjack"), decks)
    weights = {up: shoe["A23456789T".index(up)] / shoe.sum() for up in found.dealer}
    assert sum(weights[up] * ends["22"] for up, ends in found.dealer.items()) == pytest.approx(chance, abs=0.51e-6)


@pytest.mark.parametrize(("pushes", "stand", "hit"), [((), -0.205850, -0.213839), ((22,), -0.301161, -0.279823)])
def test_push_on_22_from_an_endless_shoe(pushes: tuple[int, ...], stand: float, hit: float) -> None:
    game = variant("melbourne-v26", "free-bet-blackjack", {"dealer.pushes_on": pushes})
    endless = Game(rules=game, shoe=full_shoe(game, 50_000))
    options = UpcardSolver.of(endless, 3).options(1, TEN)
    assert [options[STAND], options[HIT]] == pytest.approx([stand, hit], abs=1e-6)


@pytest.mark.parametrize(("book", "game", "decks", "percent"), [
    ("sydney-v15", "blackjack", 6, -7.3955),
    ("sydney-v15", "blackjack", 8, -7.4699),
    ("melbourne-v26", "crown-pontoon", 6, -24.7387),
])  # fmt: skip
def test_insurance_with_only_the_ace_seen(book: str, game: str, decks: int, percent: float) -> None:
    against_ace = next(i for i in solve(rules(book, game), decks).insurance if i.up == "A")
    assert against_ace.ev * 100 == pytest.approx(percent, abs=0.51e-4)
    assert against_ace.best_ev < 0
