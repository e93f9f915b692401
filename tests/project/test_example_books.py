"""The example rulebooks are sound, and docs/examples.md prints their edges beside the published ones."""

from __future__ import annotations

from decimal import Decimal

import pytest

from cutcard.rulebooks import read
from cutcard.simulate import job_for, simple
from cutcard.simulate.table import Table
from tools.examples import FOLDER, Line, lines, solved_edge

BOOKS = sorted(FOLDER.glob("*.toml"))
SOLVED = {("strip", 6, "stands"), ("downtown", 1, "hits"), ("macau", 6, "blackjack")}  # `tools.examples` solves all


def test_every_game_of_every_book_is_in_the_table() -> None:
    games = {(path.stem, game, decks) for path in BOOKS for game in read(path).games for decks in _decks(path, game)}
    assert games == {(line.file, line.game, line.decks) for line in lines()}
    assert len(BOOKS) == 7


def _decks(path: object, game: str) -> tuple[int, ...]:
    return read(str(path)).rules(game).cards.decks


@pytest.mark.parametrize("line", [line for line in lines() if line.published != "none"], ids=str)
def test_an_edge_is_the_published_one_to_the_digits_printed(line: Line) -> None:
    printed = Decimal(line.published)
    agrees = Decimal(line.edge).quantize(printed) == printed
    assert agrees or line.note
    assert abs(Decimal(line.edge) - printed) < Decimal("0.006")


@pytest.mark.parametrize("line", [one for one in lines() if (one.file, one.decks, one.game) in SOLVED])
def test_an_edge_is_what_the_rules_come_to(line: Line) -> None:
    assert solved_edge(line) == line.edge


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_the_simulator_plays_every_game(path: object) -> None:
    book = read(str(path))
    for game in book.games:
        rules = book.rules(game)
        job = job_for(Table(rules=rules, decks=rules.cards.decks[0]), simple(rules), 1000, 1)
        assert job.game.hole_card == (rules.dealer.hole_card != "none")
