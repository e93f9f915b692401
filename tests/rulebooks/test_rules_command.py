"""`cutcard rules` and what it compares."""

from __future__ import annotations

import dataclasses
import subprocess
import sys

import pytest
from support.variants import IN_NO_DOCUMENT
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.errors import CutcardError, UnknownName
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.rulebooks.compare import differences
from cutcard.rulebooks.schema import GROUPS, SOME_GROUPS

GAMES = [(book, game) for book in BOOKS for game in load(book).games]


def printed(*args: str) -> str:
    result = CliRunner().invoke(app, ["rules", *args], env={"COLUMNS": "100"}, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert "…" not in result.stdout
    assert all(len(line.rstrip()) <= 100 for line in result.stdout.splitlines())
    return result.stdout


def test_it_lists_books_and_games() -> None:
    text = printed()
    assert all(book in text and game in text for book, game in GAMES)


@pytest.mark.parametrize("book", BOOKS)
def test_it_lists_the_games_options_and_side_bets_of_a_book(book: str) -> None:
    words = printed(book).split()
    for game in load(book).games:
        assert game in words
        assert all(option in words for option in load(book).options(game))
    assert all(name in words for name in load(book).side_bets)


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_it_prints_every_parameter_with_its_clause(book: str, game: str) -> None:
    text = printed(book, game)
    words = text.split()
    said = rules(book, game)
    for group, cls in GROUPS.items():
        left_out = group in SOME_GROUPS and not any(path.startswith(f"{group}.") for path in said.clauses)
        if group == "settles" or left_out:
            continue
        for field in dataclasses.fields(cls):
            assert field.name in words
            path = f"{group}.{field.name}"
            assert path in IN_NO_DOCUMENT or said.clauses[path].split()[0] in words
    for name, bet in said.side_bets.items():
        if game in bet.games:
            assert f"side bet {name}:" in text


def test_pay_tables_stand_in_the_print() -> None:
    sydney = printed("sydney-v15", "blackjack")
    assert "suited-21   10 to 1   15 to 1   10 to 1" in sydney
    assert "$1,250 for $2.50; $2,500 for $5" in sydney
    assert "all of the meter blazing-7s" in sydney
    pontoon = printed("melbourne-v26", "crown-pontoon")
    assert "1×$250,000" in pontoon
    assert "7-7-7 of spades: 3 to 1" in pontoon
    assert "16,000 to 1" in printed("melbourne-v26", "blackjack")


def test_the_sydney_editions_differ_in_a_handful_of_things() -> None:
    found = differences(rules("sydney-earlier", "blackjack"), rules("sydney-v15", "blackjack"))
    assert [each.path for each in found if not each.in_clause_only] == [
        "cards.decks",
        "options.losing-invalid-wagers",
        "options.blazing-7s-minimum",
        "side_bets.star-pairs",
        "side_bets.lucky-lucky",
        "side_bets.blazing-7s",
    ]
    text = printed("--diff", "sydney-earlier", "sydney-v15")
    assert "3, 4, 6, 8 (3.1)" in text
    assert "box.players_max" not in text
    assert "--clauses shows them" in text
    with_clauses = printed("--diff", "sydney-earlier", "sydney-v15", "--clauses")
    assert "box.players_max" in with_clauses
    assert "5.4" in with_clauses


def test_games_of_a_book_and_whole_books_can_be_compared() -> None:
    text = printed("--diff", "melbourne-v26/blackjack", "melbourne-v26/free-bet-blackjack")
    assert "token-except-tens (29.8.1)" in text
    assert "side_bets.pot-of-gold" in text
    assert "say the same" in printed("--diff", "melbourne-v26", "melbourne-v26")
    across = printed("--diff", "sydney-v15", "melbourne-v26")
    assert "sydney-v15/blackjack and melbourne-v26/blackjack" in across


@pytest.mark.parametrize(
    "args",
    [
        ("sydny-v15",),
        ("melbourne-v26", "vegas"),
        ("--diff", "sydney-v15", "melbourne-v26/pontoon"),
        ("--diff", "sydney", "melbourne"),
    ],
)
def test_unknown_names_are_refused_with_the_nearest(args: tuple[str, ...]) -> None:
    with pytest.raises(UnknownName, match="did you mean"):
        printed(*args)


def test_a_book_beside_diff_is_refused() -> None:
    with pytest.raises(CutcardError, match="nothing else"):
        printed("sydney-v15", "--diff", "canberra-2003", "canberra-2006")


def test_the_program_says_what_is_wrong_in_one_sentence_and_leaves_with_2() -> None:
    command = [sys.executable, "-c", "from cutcard.cli import main; main()", "rules", "melbourne-v26", "vegas"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "cutcard: there is no game in melbourne-v26 called 'vegas'; did you mean vegas-blackjack?\n"


def test_piped_output_is_a_page_wide_and_cuts_no_word() -> None:
    command = [sys.executable, "-c", "from cutcard.cli import main; main()", "rules", "sydney-v15"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={"PATH": "", "TERM": "dumb"})
    assert "optional-wagers-need-initial" in done.stdout
    assert max(len(line.rstrip()) for line in done.stdout.splitlines()) > 80
