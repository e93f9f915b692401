"""The solver against a plain enumeration with fractions, on shoes so small that every deal can be gone through."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from support.brute_force import BruteForce, Card
from support.clauses import clause
from support.variants import EVERY_RANK, variant

import cutcard.odds.split_moment
from cutcard.lookup.all_hands import TEN
from cutcard.odds.distribution import split_round
from cutcard.odds.game import Game
from cutcard.odds.kernel import DOUBLE, HIT, STAND
from cutcard.odds.split_moment import split_moment
from cutcard.odds.upcard_solver import SURRENDER, UpcardSolver
from cutcard.rulebooks.schema import Rules

NAMES = {STAND: "stand", HIT: "hit", DOUBLE: "double"}
KINDS = {0: ("c", "d"), 1: ("c", "c"), 2: ("s", "s")}
AS_DEALT = (True, False, True)  # the original wager, not split, a natural costs it
EIGHTS = {1: 4, 3: 4, 8: 6, 10: 8}
FOURS = {1: 3, 4: 5, 6: 4, 10: 7}
THREES = {3: 3, 8: 6, 10: 7}
FIVES = {1: 3, 4: 3, 5: 4, 10: 7}


def both(rules: Rules, shoe: dict[int, int], up: int) -> tuple[UpcardSolver, BruteForce]:
    counts = np.array([shoe.get(value, 0) for value in range(1, 11)], np.float64)
    solver = UpcardSolver.of(Game(rules=rules, shoe=counts), up - 1)
    return solver, BruteForce(rules, Counter({(value, ""): n for value, n in shoe.items()}), up)


def assert_options_agree(solver: UpcardSolver, brute: BruteForce) -> None:
    for first in brute.shoe:
        for second in brute.shoe:
            if first > second or (first[0], second[0]) == (1, 10):
                continue
            if any(n > brute.shoe[card] for card, n in Counter([first, second, brute.up_card]).items()):
                continue
            found = solver.options(first[0] - 1, second[0] - 1)
            wanted = {name: float(value) for name, value in brute.options((first, second), AS_DEALT).items()}
            assert {NAMES[o]: v for o, v in found.items() if o in NAMES} == pytest.approx(wanted, abs=1e-12)


def assert_split_agrees(solver: UpcardSolver, brute: BruteForce, pair: int) -> float:
    """Mean exactly, second moment within its bound; answers by how much the latter is off."""
    results = brute.split((pair, ""), (pair, ""))
    assert sum(results.values()) == 1
    split = solver.split(pair - 1)
    assert split.bound == 0.0
    assert split.value == pytest.approx(float(sum(net * p for net, p in results.items())), abs=1e-12)
    round_of = split_round(solver, split)
    assert sum(round_of.values()) == pytest.approx(1.0)
    assert sum(net * p for net, p in round_of.items()) == pytest.approx(split.value)
    found = split_moment(solver, pair - 1, split)
    off = abs(found.second - float(sum(net * net * p for net, p in results.items())))
    assert off <= found.bound + 1e-12
    return off


TAKES = ["all", "first-hand", "busted-plus-one", "original-cap"]


@clause("melbourne-v26", "7.5.6(g)", "7.5.6(h)")
@pytest.mark.parametrize("hands", [2, 3])
@pytest.mark.parametrize("takes", TAKES)
@pytest.mark.parametrize("up", [1, 10])
def test_a_natural_after_a_split(takes: str, hands: int, up: int) -> None:
    rules = variant("melbourne-v26", "blackjack", {"dealer.natural_takes": takes, "split.hands_max": hands})
    solver, brute = both(rules, EIGHTS, up)
    assert_options_agree(solver, brute)
    assert_split_agrees(solver, brute, 8)


def test_four_hands_of_a_split() -> None:
    rules = variant("melbourne-v26", "blackjack", {"dealer.natural_takes": "busted-plus-one", "split.hands_max": 4})
    assert_split_agrees(*both(rules, THREES, 10), 8)


@clause("sydney-v15", "12.5.4", "11.1.2", "10.2")
def test_aces_split_again_and_an_ace_that_stays_one() -> None:
    rules = variant("sydney-v15", "blackjack", {"split.aces_hands_max": 3}, {"resplit": True})
    for up in (1, 10):
        solver, brute = both(rules, FIVES, up)
        assert_options_agree(solver, brute)
        assert_split_agrees(solver, brute, 1)


@pytest.mark.parametrize("up", [4, 10])
@pytest.mark.parametrize("after_split", [True, False])
def test_a_peeked_hole_card(up: int, after_split: bool) -> None:
    fields = {"dealer.hole_card": "peeked", "double.totals": (), "double.after_split": after_split}
    solver, brute = both(variant("melbourne-v26", "blackjack", fields), FIVES, up)
    assert_options_agree(solver, brute)
    assert_split_agrees(solver, brute, 10)


@pytest.mark.parametrize(("hole_card", "up"), [("peeked", 10), ("unpeeked", 10), ("peeked", 4)])
@pytest.mark.parametrize(
    "fields",
    [
        {"split.aces_cards": 2, "split.aces_hands_max": 3},
        {"split.aces_cards": 12, "double.split_aces": True, "double.totals": ()},
        {"split.aces_cards": 12, "double.split_totals": (11, 12), "double.ace_is_one": False},
    ],
)
def test_split_aces_that_draw_and_double(hole_card: str, up: int, fields: dict[str, Any]) -> None:
    fields = {"dealer.hole_card": hole_card, "dealer.natural_takes": "all", **fields}
    solver, brute = both(variant("melbourne-v26", "blackjack", fields), {1: 4, 4: 3, 6: 3, 10: 5}, up)
    assert_split_agrees(solver, brute, 1)


@pytest.mark.parametrize("totals", [(11,), (12, 13, 14)])
def test_a_split_hand_has_totals_of_its_own_to_double(totals: tuple[int, ...]) -> None:
    fields = {"dealer.hole_card": "peeked", "double.split_totals": totals}
    solver, brute = both(variant("melbourne-v26", "blackjack", fields), FIVES, 10)
    assert_options_agree(solver, brute)
    assert_split_agrees(solver, brute, 5)
    without = both(variant("melbourne-v26", "blackjack", {**fields, "double.split_totals": ()}), FIVES, 10)[0]
    assert solver.split(4).value != pytest.approx(without.split(4).value, abs=1e-6)


@pytest.mark.parametrize(("cards", "takes"), [(5, "busted-plus-one"), (6, "all")])
def test_a_hand_of_so_many_cards_wins_with_21_too(cards: int, takes: str) -> None:
    fields = {"winning.five_and_under": cards, "dealer.natural_takes": takes, "split.hands_max": 2}
    solver, brute = both(variant("melbourne-v26", "blackjack", fields), {1: 5, 2: 5, 4: 4, 10: 5}, 10)
    assert_options_agree(solver, brute)
    assert_split_agrees(solver, brute, 2)


@pytest.mark.parametrize(("hole_card", "void"), [("none", False), ("peeked", False), ("unpeeked", True)])
def test_surrender_before_play(hole_card: str, void: bool) -> None:
    fields = {"surrender.offered": "before-play", "surrender.against": EVERY_RANK, "dealer.hole_card": hole_card}
    solver, _ = both(variant("melbourne-v26", "blackjack", {**fields, "surrender.void_on_natural": void}), FIVES, 10)
    natural = 3 / 14  # aces among the cards that are left beside the ten, the hand's ten and five
    found = solver.options(4, TEN)[SURRENDER]
    assert found == pytest.approx(-0.5 * (1 - natural) - natural if void else -0.5, abs=1e-12)


@clause("melbourne-v26", "29.7.1", "29.8.1", "29.3.3(b)")
@pytest.mark.parametrize("up", [1, 4, 10])
def test_free_bets(up: int) -> None:
    solver, brute = both(variant("melbourne-v26", "free-bet-blackjack", {}), {1: 3, 4: 4, 7: 5, 10: 7}, up)
    assert_options_agree(solver, brute)
    for pair in (1, 7, 10):
        assert_split_agrees(solver, brute, pair)


@clause("melbourne-v26", "22.3.1(a)", "22.3.1(b)", "22.4.4(d)")
@pytest.mark.parametrize("up", [1, 4])
def test_five_and_under(up: int) -> None:
    solver, brute = both(variant("melbourne-v26", "blackjack-plus", {}), FOURS, up)
    assert_options_agree(solver, brute)
    for pair in (1, 6, 10):
        assert_split_agrees(solver, brute, pair)


@clause("melbourne-v26", "27.2.1", "27.2.3")
@pytest.mark.parametrize("up", [1, 4, 10])
def test_drawing_for_the_player(up: int) -> None:
    assert_options_agree(*both(variant("melbourne-v26", "blackjack-select", {}), FOURS, up))


@clause("melbourne-v26", "10.5.2(b)", "10.5.2(e)", "10.4.4")
@pytest.mark.parametrize("up", [1, 4, 10])
def test_double_of_any_number_of_cards_with_rescue(up: int) -> None:
    solver, brute = both(variant("melbourne-v26", "crown-pontoon", {}), FIVES, up)
    assert_options_agree(solver, brute)
    for pair in (1, 5):
        assert_split_agrees(solver, brute, pair)


@pytest.mark.parametrize("drawn", ["stand-off", "win"])
def test_a_drawn_21_against_a_natural(drawn: str) -> None:
    fields: dict[str, Any] = {"dealer.drawn_21_against_natural": drawn, "double.totals": ()}
    solver, brute = both(variant("melbourne-v26", "blackjack", fields), FIVES, 10)
    assert_options_agree(solver, brute)
    assert_split_agrees(solver, brute, 5)


SPREAD = [
    ("crown-pontoon", 2, FIVES, 4, 5),
    ("blackjack", 3, THREES, 3, 8),
    ("blackjack", 4, THREES, 3, 8),
    ("free-bet-blackjack", 3, {1: 3, 4: 4, 7: 5, 10: 7}, 4, 7),
]


@pytest.mark.parametrize(("game", "hands", "shoe", "up", "pair"), SPREAD)
def test_the_spread_of_a_split_is_exact_where_no_cards_are_left_out(
    game: str, hands: int, shoe: dict[int, int], up: int, pair: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver, brute = both(variant("melbourne-v26", game, {"split.hands_max": hands}), shoe, up)
    bounds = []
    for least in (0.1, 0.0):
        monkeypatch.setattr(cutcard.odds.split_moment, "PAIR_LEAST", least * (416 / 16) ** 2)
        monkeypatch.setattr(cutcard.odds.split_moment, "WAY_LEAST", least / 10)
        off = assert_split_agrees(solver, brute, pair)
        bounds.append(split_moment(solver, pair - 1, solver.split(pair - 1)).bound)
    assert off < 1e-12
    assert bounds[1] < 1e-12 < bounds[0]


def suited_brutes(rules: Rules, cards: Counter[Card], up: int, own: tuple[Card, Card], prize: int) -> list[BruteForce]:
    """One enumeration for each card that the dealer may show, as often as it is left."""
    left = cards.copy()
    left.subtract(own)
    shown = [card for card in cards if card[0] == up for _ in range(left[card])]
    found = []
    for card in shown:
        first = Counter({card: cards[card]})  # the enumeration takes the first card of the value
        found.append(BruteForce(rules, first + cards - Counter({card: cards[card]}), up, Fraction(prize)))
        assert found[-1].up_card == card
    return found


def suited_shoe(plain: dict[int, int], copies: dict[int, int]) -> tuple[Counter[Card], np.ndarray[Any, Any]]:
    cards: Counter[Card] = Counter({(value, ""): n for value, n in plain.items()})
    cards.update({(value, suit): n for value, n in copies.items() for suit in "cdhs"})
    counts = [sum(n for (v, _), n in cards.items() if v == value) for value in range(1, 11)]
    return cards, np.array(counts, np.float64)


@clause("melbourne-v26", "10.6", "10.5.3(a)")
@pytest.mark.parametrize(
    ("plain", "copies", "up", "own", "prize"),
    [
        ({4: 3, 10: 6}, {6: 1, 7: 1, 8: 1}, 10, (6, 7), 0),
        ({4: 3, 10: 6}, {6: 1, 7: 1, 8: 1}, 4, (7, 8), 0),
        ({4: 3, 10: 6}, {7: 3}, 7, (7, 7), 100),
        ({4: 3, 10: 6}, {7: 3}, 10, (7, 7), 100),
    ],
)
def test_suited_hands(plain: dict[int, int], copies: dict[int, int], up: int, own: tuple[int, int], prize: int) -> None:
    rules = variant("melbourne-v26", "crown-pontoon", {})
    cards, counts = suited_shoe(plain, copies)
    solver = UpcardSolver.of(Game(rules=rules, shoe=counts, super_bonus=float(prize)), up - 1)
    for kind, suits in KINDS.items():
        mine = ((own[0], suits[0]), (own[1], suits[1]))
        brutes = suited_brutes(rules, cards, up, mine, prize)
        found = {NAMES[o]: v for o, v in solver.options(own[0] - 1, own[1] - 1, kind).items() if o in NAMES}
        for name, value in found.items():
            wanted = sum(brute.options(mine, AS_DEALT)[name] for brute in brutes) / len(brutes)
            assert value == pytest.approx(float(wanted), abs=1e-12)


@clause("melbourne-v26", "10.5.3(a)")
def test_suited_sevens_split() -> None:
    rules = variant("melbourne-v26", "crown-pontoon", {"split.hands_max": 2})
    cards, counts = suited_shoe({4: 3, 10: 4}, {7: 3})
    solver = UpcardSolver.of(Game(rules=rules, shoe=counts, super_bonus=100.0), 9)
    for kind, suits in KINDS.items():
        mine = ((7, suits[0]), (7, suits[1]))
        results = suited_brutes(rules, cards, 10, mine, 100)[0].split(*mine)
        wanted = float(sum(net * chance for net, chance in results.items()))
        assert solver.split(6, kind).value == pytest.approx(wanted, abs=1e-12)
