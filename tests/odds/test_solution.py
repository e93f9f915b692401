"""What a solution tells: values of hands, charts, the distribution, and that it is kept."""

from __future__ import annotations

import itertools
import os
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.brute_force import BruteForce, left_of
from support.clauses import clause
from support.variants import variant

from cutcard.errors import CutcardError
from cutcard.odds import UPS, HandError, Solution, cache, dealer, solve, total_only_ev
from cutcard.odds.game import Game
from cutcard.odds.solver import chart_value, describe, work_out
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.rulebooks.schema import Rules

EVERY_GAME = [(book, game) for book in BOOKS for game in load(book).games]


@pytest.fixture(scope="module")
def pontoon() -> Solution:
    return solve(rules("melbourne-v26", "crown-pontoon"), 8)


@pytest.mark.parametrize(("book", "game"), EVERY_GAME)
def test_every_game_is_worked_out_exactly(book: str, game: str) -> None:
    found = solve(rules(book, game), max(rules(book, game).cards.decks))
    assert (found.book, found.game, found.exact, found.error_bound) == (book, game, True, 0.0)
    assert -0.04 < found.ev < 0.0
    assert found.house_edge == -found.ev
    assert sum(chance for _, chance in found.distribution) == pytest.approx(1.0, abs=1e-12)
    assert sum(net * chance for net, chance in found.distribution) == pytest.approx(found.ev, abs=1e-12)
    assert min(chance for _, chance in found.distribution) > 0.0
    assert 0.9 < found.sd < 1.3
    assert found.sd_error == found.sd_bound < 1e-4
    assert {up: sum(ends.values()) for up, ends in found.dealer.items()} == pytest.approx(dict.fromkeys(UPS, 1.0))


def whole_round(game: Rules, shoe: dict[int, int]) -> Fraction:
    """The best play's expectation by enumeration, every card of the deal included."""
    cards = Counter({(value, ""): n for value, n in shoe.items()})
    total = sum(shoe.values())
    ev = Fraction(0)
    for up, one, two in itertools.product(shoe, repeat=3):
        counts = Counter([up, one, two])
        if any(n > shoe[value] for value, n in counts.items()):
            continue
        left = dict(shoe)
        chance = Fraction(1)
        for i, value in enumerate((up, one, two)):
            chance *= Fraction(left[value], total - i)
            left[value] -= 1
        brute = BruteForce(game, cards, up)
        ev += chance * best_value(brute, one, two)
    return ev


def best_value(brute: BruteForce, one: int, two: int) -> Fraction:
    own = ((one, ""), (two, ""))
    natural = brute.dealer(left_of(cards_without(brute, own))).get("natural", Fraction(0))
    rules = brute.rules
    if {one, two} == {1, 10}:
        return rules.natural.pays.ratio * (1 if rules.natural.against_natural == "win" else 1 - natural)
    values = list(brute.options(own, (True, False, True)).values())
    shown = "A" if brute.up == 1 else "K" if brute.up == 10 else str(brute.up)
    if rules.surrender.offered != "never" and shown in rules.surrender.against:
        lost = 1 - rules.surrender.returns
        values.append(-lost * (1 - natural) - natural if rules.surrender.void_on_natural else -lost)
    if one == two and rules.split.hands_max > 1:
        values.append(sum((net * p for net, p in brute.split(*own).items()), Fraction(0)))
    return max(values)


def cards_without(brute: BruteForce, own: tuple[tuple[int, str], ...]) -> Counter[tuple[int, str]]:
    left = Counter(brute.shoe)
    left.subtract([brute.up_card, *own])
    return left


@clause("melbourne-v26", "12.4.1(a)", "12.4.1(c)", "10.5.4(c)")
@pytest.mark.parametrize(
    ("game", "void"), [("vegas-blackjack", True), ("vegas-blackjack", False), ("crown-pontoon", True)]
)
def test_a_whole_round_with_surrender(game: str, void: bool) -> None:
    changes = {"surrender.void_on_natural": void, "split.hands_max": 2}
    made = variant("melbourne-v26", game, changes)
    shoe = {1: 3, 6: 4, 10: 7}
    counts = np.array([shoe.get(value, 0) for value in range(1, 11)], np.float64)
    found = describe(made, 1, 1000, work_out(Game(rules=made, shoe=counts)))
    assert found.ev == pytest.approx(float(whole_round(made, shoe)), abs=1e-12)
    assert sum(net * chance for net, chance in found.distribution) == pytest.approx(found.ev, abs=1e-12)


def test_suits_and_order_of_cards_matter_where_the_rules_say_so(pontoon: Solution) -> None:
    assert pontoon.hand("7s 7s", up="7").best == "hit"
    assert pontoon.hand("7c 7d", up="7").suits == "mixed"
    assert pontoon.hand("7s 7s", up="7").value > pontoon.hand("7h 7h", up="7").value > 1.0
    assert pontoon.hand("7 7", up="7").suits == ""
    first, later = pontoon.hand("A 2 5", up="6"), pontoon.hand("2 5 A", up="6")
    assert first.values["hit"] == pytest.approx(later.values["hit"], abs=0.1)
    assert first.values["double"] < 0 < later.values["double"]  # an ace of the first two cards counts one


def test_the_best_option_costs_nothing(pontoon: Solution) -> None:
    for hand in pontoon.hands:
        assert hand.costs[hand.best] == 0.0
        assert min(hand.costs.values()) == 0.0


@pytest.mark.parametrize("cards", ["", "7", "7 X", "7z 7", "T T T"])
def test_what_is_no_hand_is_refused(pontoon: Solution, cards: str) -> None:
    with pytest.raises(HandError):
        pontoon.hand(cards, up="T")


def test_shoes_without_cards_are_refused() -> None:
    with pytest.raises(CutcardError):
        solve(rules("sydney-v15", "blackjack"), 0)


def test_the_chart_that_players_know() -> None:
    chart = solve(rules("sydney-v15", "blackjack"), 8).charts[0]
    assert [cell.action for cell in chart.hard[12] if cell] == ["hit"] * 2 + ["stand"] * 3 + ["hit"] * 5
    assert {cell.action for cell in chart.hard[17] if cell} == {"stand"}
    assert [cell.action for cell in chart.hard[10] if cell] == ["double"] * 8 + ["hit"] * 2
    assert all(cell.otherwise == "hit" for cell in chart.hard[10] if cell)
    assert all(min(cell.costs.values()) > -1e-3 for cell in chart.hard[16] if cell)
    assert {cell.action for cell in chart.pairs["T"] if cell} == {"stand"}
    assert chart.departures[0].cost > 0


def test_a_chart_by_totals_gives_something_up() -> None:
    for game in ("blackjack", "free-bet-blackjack"):
        made = rules("melbourne-v26", game)
        assert 0 < solve(made, 8).ev - total_only_ev(made, 8) < 5e-5


def test_number_of_cards_matters_more_in_plus() -> None:
    made = rules("melbourne-v26", "blackjack-plus")
    assert solve(made, 8).ev - total_only_ev(made, 8) > 1e-3


def test_a_rule_in_the_players_favour_raises_the_expectation() -> None:
    base = solve(rules("melbourne-v26", "blackjack"), 8).ev
    assert solve(variant("melbourne-v26", "blackjack", {"dealer.hits_soft_17": True}), 8).ev < base
    assert solve(variant("melbourne-v26", "blackjack", {"double.totals": ()}), 8).ev > base
    takes = {t: variant("melbourne-v26", "blackjack", {"dealer.natural_takes": t}) for t in ("all", "first-hand")}
    assert solve(takes["all"], 8).ev < base < solve(takes["first-hand"], 8).ev


def test_tens_of_equal_rank_are_left_to_a_bound() -> None:
    found = solve(variant("melbourne-v26", "blackjack", {"split.alike": "rank"}), 8)
    assert found.exact  # tens are never split
    assert found.ev == pytest.approx(solve(rules("melbourne-v26", "blackjack"), 8).ev, abs=1e-15)


def test_the_super_bonus_is_worth_more_of_a_small_wager(pontoon: Solution) -> None:
    small = solve(rules("melbourne-v26", "crown-pontoon"), 8, wager=500)
    assert small.ev > pontoon.ev
    assert max(net for net, _ in small.distribution) > 200
    assert max(net for net, _ in pontoon.distribution) == pytest.approx(103.0)


def test_even_money_is_never_right() -> None:
    told = solve(rules("sydney-v15", "blackjack"), 6).even_money
    assert told is not None
    assert told.wait > told.take == 1.0


def test_asking_again_solves_nothing_again(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = rules("melbourne-v26", "sports-blackjack")
    first = solve(made, 6)
    monkeypatch.delattr("cutcard.odds.solver.solved")
    again = solve(made, 6)
    assert again == first
    assert np.array_equal(again.options, first.options)
    assert list(cache_folder.glob("odds-*.npz"))


def test_a_spoilt_cache_is_worked_out_anew(cache_folder: Path) -> None:
    made = rules("melbourne-v26", "blackjack-select")
    first = solve(made, 5)
    path = cache_folder / f"odds-{cache.key(made, 5, 0.0)}.npz"
    path.write_bytes(b"not an archive")
    assert solve(made, 5) == first


def test_the_worth_of_a_chart_is_kept_and_a_spoilt_one_worked_out_anew(cache_folder: Path) -> None:
    made = rules("melbourne-v26", "blackjack-select")
    first = total_only_ev(made, 5)
    name = f"totals-{cache.key(made, 5, 0.0)}"
    assert float(cache.load_arrays(name)["ev"]) == first
    cache.save_arrays(name, {"ev": np.array(-0.5)})
    assert total_only_ev(made, 5) == -0.5  # it is taken from there
    (cache_folder / f"{name}.npz").write_bytes(b"not an archive")
    assert total_only_ev(made, 5) == first


def test_the_key_follows_rules_and_not_names() -> None:
    pontoon, spanish = (rules("melbourne-v26", game) for game in ("crown-pontoon", "spanish-blackjack"))
    assert cache.key(pontoon, 8, 100.0) == cache.key(spanish, 8, 100.0) != cache.key(pontoon, 6, 100.0)
    assert cache.key(variant("melbourne-v26", "crown-pontoon", {"double.rescue": False}), 8, 100.0) != cache.key(
        pontoon, 8, 100.0
    )


def test_a_hand_with_suits_is_found_where_only_some_ranks_of_the_dealers_value_let_it_surrender() -> None:
    game = variant("melbourne-v26", "vegas-blackjack", {"surrender.against": ["K"]})
    found = solve(game, 4).hand("Tc 6d", "T")
    assert found.values.keys() >= {"stand", "hit"}
    assert "surrender" not in found.values  # against another ten there is none
    assert found == solve(game, 4).hand("T 6", "T")


TENS: dict[str, Any] = {"surrender.offered": "before-play", "surrender.void_on_natural": False}


def test_where_only_some_tens_let_hands_surrender_they_have_a_column_of_their_own() -> None:
    """Half of the tens allow it, so that the game is worth the mean of the games where all do and where none does."""
    both = variant("melbourne-v26", "blackjack", {**TENS, "surrender.against": ["J", "Q", "A"]})
    none = variant("melbourne-v26", "blackjack", {**TENS, "surrender.against": ["A"]})
    every = variant("melbourne-v26", "blackjack", {**TENS, "surrender.against": list("TJQKA")})
    found, without, with_it = (solve(game, 2) for game in (both, none, every))
    assert found.ev == pytest.approx((without.ev + with_it.ev) / 2, abs=1e-13)
    values = [total_only_ev(game, 2) for game in (both, none, every)]
    assert values[0] == pytest.approx((values[1] + values[2]) / 2, abs=1e-13)
    chart, plain, gives_up = (solution.charts[0] for solution in (found, without, with_it))
    assert chart.columns == (*UPS[:-2], "TK", "JQ", "A")
    assert plain.columns == gives_up.columns == UPS
    for name in ("hard", "soft", "pairs"):
        for row, cells in getattr(chart, name).items():
            assert cells[:9] + cells[10:] == getattr(plain, name)[row]
            assert cells[:8] + cells[9:] == getattr(gives_up, name)[row]
    assert [cell.action for cell in chart.pairs["8"][8:10] if cell] == ["split", "surrender"]
    assert {one.up for one in chart.departures} <= {*chart.columns, "TJQK"}
    for columns, game_chart in (({"TK", "TJQK"}, plain), ({"JQ", "TJQK"}, gives_up)):
        mine = {replace(one, up="T") for one in chart.departures if one.up in columns}
        assert mine == {one for one in game_chart.departures if one.up == "T"}


@pytest.mark.parametrize(("up", "best"), [("T", "hit"), ("Jd", "surrender"), ("Q", "surrender"), ("Ks", "hit")])
def test_a_hand_is_asked_about_against_a_rank_of_the_tens(up: str, best: str) -> None:
    game = variant("melbourne-v26", "blackjack", {**TENS, "surrender.against": ["J", "Q"]})
    found = solve(game, 2).hand("9 7", up)
    assert (found.best, found.ranks) == (best, "TK" if best == "hit" else "JQ")


def test_a_removed_ten_is_no_dealers_card_where_the_tens_are_told_apart() -> None:
    game = variant("melbourne-v26", "blackjack", {**TENS, "surrender.against": ["J"], "cards.removed_ranks": ["T"]})
    found = solve(game, 2)
    assert found.charts[0].columns[8:] == ("J", "QK", "A")
    with pytest.raises(HandError, match="cannot deal 7 9 against T"):
        found.hand("9 7", "T")


def test_dealer_by_the_first_cards_rank() -> None:
    made = rules("sydney-v15", "blackjack")
    assert dealer(made, 6, "K") == dealer(made, 6, "T") == solve(made, 6).dealer["T"]


def test_a_broken_cache_file_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = rules("canberra-2006", "blackjack")
    found = solve(game, 8)
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    name = cache.key(game, 8, 0.0)
    cache.save_solution(name, found)
    (file,) = tmp_path.glob("odds-*.npz")
    whole = file.read_bytes()
    at = whole.rindex(b"PK\x01\x02") + 6
    for spoilt in (b"", whole[: len(whole) // 2], bytes(len(whole)), whole[:at] + b"\xff" + whole[at + 1 :]):
        file.write_bytes(spoilt)
        assert cache.load_solution(name) is None
        assert solve(game, 8).ev == found.ev
        again = cache.load_solution(name)
        assert again is not None
        assert again.ev == found.ev
    assert [each.name for each in tmp_path.glob("tmp*")] == []


def test_answers_on_disk_take_no_more_than_so_much_and_the_first_written_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks a service what one changed rule after the other is worth does not fill its disk."""
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    left, others = tmp_path / "of-a-killed-process.npz", tmp_path / "of-somebody-else"
    for file in (left, others):
        file.write_bytes(bytes(1500))
        os.utime(file, (0, 0))
    cache.save_arrays("answer-0", {"ev": [0.0]})
    size = (tmp_path / "answer-0.npz").stat().st_size
    monkeypatch.setattr(cache, "BYTES_MOST", 3 * size)
    for number in range(1, 6):
        os.utime(tmp_path / f"answer-{number - 1}.npz", (number, number))
        cache.save_arrays(f"answer-{number}", {"ev": [float(number)]})
        assert cache.load_arrays(f"answer-{number}")["ev"] == [number]
    kept = sorted(file.name for file in tmp_path.iterdir())
    assert kept == ["answer-3.npz", "answer-4.npz", "answer-5.npz", "of-somebody-else"]


def test_a_chart_by_the_number_of_cards_lies_between_totals_and_best_play() -> None:
    game = rules("melbourne-v26", "crown-pontoon")
    by_totals, by_cards = (chart_value(game, 8, 1000, by_cards=finer) for finer in (False, True))
    assert by_totals == pytest.approx(total_only_ev(game, 8), abs=1e-12)
    assert by_totals < by_cards < solve(game, 8).ev
    assert solve(game, 8).ev - by_cards < 1e-4 < by_cards - by_totals
