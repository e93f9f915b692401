"""The answers that come with the package: there for every game, the same as worked out anew, and only for its rules."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from cutcard.odds import OpenBox, Solution, answers, cache, choice_values, shipped, solve
from cutcard.odds.answers import shipped_solution, super_bonus_units
from cutcard.odds.first_hand import known_values
from cutcard.odds.solver import solved_here
from cutcard.reports.odds_report import side_bet_odds
from cutcard.rulebooks import changed, rules
from cutcard.sidebets.view import Names
from tools.solutions import Shipped, as_kept, differences, every_game, side_bet_chances, worked_out

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(shipped.__file__).parent / "solutions"
HINT = "the answers that come with the package are out of date: run make solutions"
ANEW = [("sydney-v15", "blackjack", 6), ("melbourne-v26", "vegas-blackjack", 4), ("melbourne-v26", "crown-pontoon", 8)]
EVERY_JUDGE = [  # between them every side bet
    ("sydney-v15", "blackjack", 6),
    ("melbourne-v26", "blackjack", 6),
    ("melbourne-v26", "crown-pontoon", 8),
    ("melbourne-v26", "free-bet-blackjack", 8),
]
PROGRAM = """
import sys
from cutcard.cli import main
try:
    main()
except SystemExit as ended:
    assert not ended.code, ended.code
assert "numba" not in sys.modules
"""


@pytest.fixture(autouse=True, scope="module")
def nothing_shipped() -> Iterator[None]:
    """Here the package's answers are what is tested, unlike in the other tests of the odds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shipped, "FOLDER", FOLDER)
        yield


def test_every_game_has_an_answer_for_every_number_of_decks_and_nothing_else_is_there() -> None:
    names = {shipped.CHANCES, *(one.key for one in every_game())}
    assert {file.stem for file in FOLDER.glob(f"*{shipped.SUFFIX}")} == names, HINT


def test_every_side_bet_is_known_under_every_play(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = set()

    def noted(name: str, _work: object) -> dict[Names, Fraction]:
        asked.add(name)
        assert name in kept, HINT
        return {tuple(names): Fraction(chance) for names, chance in kept[name]}

    kept = shipped.answers(shipped.CHANCES)
    monkeypatch.setattr(shipped, "chances", noted)
    for one in every_game():
        side_bet_odds(one.rules, one.decks)
    assert asked == kept.keys(), HINT


@pytest.mark.parametrize(("book", "game", "decks"), ANEW)
def test_a_game_solved_anew_is_the_same(book: str, game: str, decks: int) -> None:
    one = Shipped(rules(book, game), decks)
    found = list(differences(shipped.answers(one.key), as_kept(worked_out(one))))
    assert not found, HINT.replace("run", "raise VERSION in odds/cache.py and run")


@pytest.mark.parametrize(("book", "game", "decks"), EVERY_JUDGE)
def test_a_side_bet_worked_out_anew_is_the_same(book: str, game: str, decks: int) -> None:
    kept = shipped.answers(shipped.CHANCES)
    found = side_bet_chances([Shipped(rules(book, game), decks)])
    assert {name: kept.get(name) for name in found} == found, HINT


def test_the_games_above_have_every_side_bet() -> None:
    def judges(games: list[tuple[str, str, int]]) -> set[str]:
        made = [(rules(book, game), decks) for book, game, decks in games]
        return {r.side_bets[bet].judged_by for r, d in made for bet in side_bet_odds(r, d) if bet in r.side_bets}

    assert judges(EVERY_JUDGE) == judges([(one.rules.book, one.rules.game, one.decks) for one in every_game()])


def test_a_changed_rule_has_no_answer_here() -> None:
    game = rules("melbourne-v26", "blackjack")
    assert shipped_solution(game, 8, 1000) is not None
    assert shipped_solution(changed(game, "natural.pays", "6:5"), 8, 1000) is None
    assert shipped_solution(rules("melbourne-v26", "blackjack", {"soft-double": False}), 8, 1000) is None
    assert shipped_solution(game, 3, 1000) is None
    pontoon = rules("melbourne-v26", "crown-pontoon")
    assert shipped_solution(pontoon, 8, 1000) is not None
    assert shipped_solution(pontoon, 8, 200) is None  # the Super Bonus is more of a smaller wager
    name = cache.key(pontoon, 8, super_bonus_units(pontoon, 1000))
    assert name != cache.key(pontoon, 8, super_bonus_units(pontoon, 200))


def test_a_shipped_solution_is_the_solvers_own_to_the_last_field() -> None:
    game = rules("sydney-v15", "blackjack")
    kept, anew = solve(game, 6, 2500), solved_here(game, 6, 2500)
    assert (kept.book, kept.game, kept.wager, kept.decks) == (anew.book, anew.game, anew.wager, anew.decks)
    assert not list(differences(json.loads(json.dumps(cache.plain(kept))), json.loads(json.dumps(cache.plain(anew)))))
    assert kept.hand("2s 3d 4h", "T") == anew.hand("2s 3d 4h", "T")


def test_a_hand_of_more_cards_than_are_shipped_is_worked_out() -> None:
    game = rules("melbourne-v26", "crown-pontoon")
    found = pickle.loads(pickle.dumps(solve(game, 8)))  # as from one process to another
    for cards in ("2 2 3 3 4", "A A 2 3", "A 2 A 3"):
        wanted = solved_here(game, 8, 1000).hand(cards, "6")
        assert dict(found.hand(cards, "6").values) == pytest.approx(dict(wanted.values), abs=1e-12)


# ------------------------------------------------------------------------------------------------------- the first hand


@pytest.mark.parametrize("up", ["6d", "Kd", "Ts", "Ah"])
@pytest.mark.parametrize(("book", "game"), [("melbourne-v26", "crown-pontoon"), ("sydney-v15", "blackjack")])
def test_a_hand_alone_on_the_table_is_worth_what_is_worked_out_for_it(book: str, game: str, up: str) -> None:
    made = rules(book, game)
    for cards in ("8s 3c", "As 6d", "6h 7h", "6s 8s", "9c 7d", "2s 3d 4h", "As 2d 4h", "2d 4h As"):
        box = OpenBox(up=up, hand=tuple(cards.split()))
        known, found = known_values(made, 8, box), choice_values(made, 8, box, 100.0)
        assert known is not None
        assert known.values == pytest.approx({name: found.values[name] for name in known.values}, abs=1e-12)
        assert found.values.keys() - known.values.keys() <= {"surrender"}


def test_what_the_package_does_not_know_of_a_hand_is_left_to_the_solver() -> None:
    pontoon, vegas = rules("melbourne-v26", "crown-pontoon"), rules("melbourne-v26", "vegas-blackjack")
    seven = OpenBox(up="7d", hand=("6s", "5c"))
    assert known_values(pontoon, 8, seven) is None  # the Super Bonus depends on the wager
    assert known_values(rules("sydney-v15", "blackjack"), 8, seven) is not None
    for box in (
        OpenBox(up="6d", hand=("8s", "8c")),
        OpenBox(up="6d", hand=("8s", "3c"), others=("Ts", "6c")),
        OpenBox(up="6d", hand=("8s", "3c"), waiting=("8h",), hands=2),
        OpenBox(up="6d", hand=("2s", "3c", "2h", "3d")),
    ):
        assert known_values(pontoon, 8, box) is None
    assert known_values(vegas, 8, OpenBox(up="6d", hand=("8s", "3c"))) is None  # not played with eight decks


# ------------------------------------------------------------------------------------------------------- a new machine


@pytest.mark.parametrize(
    "words",
    [
        "odds melbourne-v26 blackjack",
        "odds melbourne-v26 free-bet-blackjack --json",
        "odds sydney-v15",
        "strategy melbourne-v26 crown-pontoon",
        "strategy canberra-2003 blackjack --decks 5 --json",
        "par melbourne-v26 blackjack --decks 6 --out par.html",
    ],
)
def test_a_new_installation_answers_without_the_compiler(words: str, tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    subprocess.run(
        [sys.executable, "-c", PROGRAM, *words.split()],
        env={"CUTCARD_CACHE": str(folder), "PATH": "", "HOME": str(tmp_path)},
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    assert not folder.exists()  # nothing was worked out


def test_a_wheel_has_the_answers(tmp_path: Path) -> None:
    build = "import sys, hatchling.build; print(hatchling.build.build_wheel(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", build, str(tmp_path)], cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        packed = {name for name in files.namelist() if name.startswith("cutcard/odds/solutions/")}
        size = sum(files.getinfo(name).compress_size for name in packed)
    assert packed == {f"cutcard/odds/solutions/{file.name}" for file in FOLDER.iterdir()}
    assert size < 5_000_000


def test_hands_of_many_cards_are_read_from_the_cache_once(monkeypatch: pytest.MonkeyPatch) -> None:
    answers.whole_options.cache_clear()
    loads = []
    load = cache.load_solution

    def counted(name: str) -> Solution | None:
        loads.append(name)
        return load(name)

    monkeypatch.setattr(cache, "load_solution", counted)
    found = solve(rules("canberra-2006", "blackjack"), 6)
    first, second = (found.hand(cards, up="T").best for cards in ("2h 3h 4h 5h", "2h 3h 6h 8h"))
    assert (first, second) == ("hit", "stand")
    assert len(loads) == 1
