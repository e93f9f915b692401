"""Decks and rules varied together: each line is what the solver has for that game alone."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.errors import CutcardError
from cutcard.odds import solve
from cutcard.odds.sweep import parse_choice, sweep
from cutcard.rulebooks import changed, rules


def test_every_combination_is_solved_once() -> None:
    game = rules("canberra-2003", "blackjack")
    found = [*sweep(game, (6, 8), [parse_choice("natural.pays=3:2|6:5")])]
    assert [(line.decks, line.values) for line in found] == [(n, (pays,)) for n in (6, 8) for pays in ("3:2", "6:5")]
    assert found[2].house_edge == solve(game, 8).house_edge
    assert found[3].house_edge == solve(changed(game, "natural.pays", "6:5"), 8).house_edge
    # A natural that wins comes in 4.5266 % of rounds with 8 decks, and 6 to 5 takes three tenths of a wager from each.
    assert found[3].house_edge - found[2].house_edge == pytest.approx(0.3 * 0.045266, abs=2e-6)


@pytest.mark.parametrize(
    ("decks", "choices", "message"),
    [
        ((9,), [], "from 1 to 8"),
        ((6, 6), [], "each named once"),
        ((6,), ["natural.pays=3:2", "natural.pays=6:5"], "varied once"),
        ((6,), ["split.hands_max=2|400"], "from 1 to 8 here"),
        (tuple(range(1, 9)), [f"{path}=1:1|2:1|3:1|4:1|5:1|6:1|7:1|8:1" for path in ("natural.pays", "winning.pays")],
         "at most 500"),
    ],
)  # fmt: skip
def test_what_no_game_could_have_is_refused_before_anything_is_solved(
    decks: tuple[int, ...], choices: list[str], message: str
) -> None:
    with pytest.raises(CutcardError, match=message):
        sweep(rules("canberra-2003", "blackjack"), decks, [parse_choice(text) for text in choices])


def test_a_rule_is_written_with_its_values() -> None:
    for text in ("natural.pays", "=3:2", "natural.pays=3:2|", "natural.pays=3:2|3:2"):
        with pytest.raises(CutcardError, match="FIELD=VALUE"):
            parse_choice(text)


def test_the_command_prints_a_line_for_each() -> None:
    line = ["sweep", "canberra-2003", "blackjack", "--decks", "6", "--decks", "8", "--json"]
    found = json.loads(CliRunner().invoke(app, line, catch_exceptions=False).stdout)
    assert [(each["decks"], each["error_bound"]) for each in found["lines"]] == [(6, 0.0), (8, 0.0)]
