"""The chart of best play as a chart file: every game's is read again as what it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.variants import analysers_game
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.lookup.all_hands import ACE, NO_PAIR, TEN
from cutcard.odds import UPS, Chart, solve
from cutcard.odds.solution import up_value
from cutcard.reports.chart_csv import chart_csv
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.simulate import kernel as k
from cutcard.simulate.chart_file import NAMES, from_file
from cutcard.simulate.strategy import HANDS

EVERY_GAME = [(book, game) for book in BOOKS for game in load(book).games]


def said(chart: Chart, row: int, at: int) -> tuple[str, str]:
    """What the chart does with a hand of two cards, and what else."""
    pair, total, soft = int(HANDS.pair[row]), int(HANDS.total[row]), HANDS.total[row] != HANDS.hard[row]
    rows = chart.pairs["A23456789T"[pair]] if pair != NO_PAIR else (chart.soft if soft else chart.hard)[total]
    cell = rows[at]
    assert cell is not None
    return cell.action, cell.otherwise


@pytest.mark.parametrize(("book", "game"), EVERY_GAME)
def test_every_game_s_chart_is_read_again_as_it_is(book: str, game: str, tmp_path: Path) -> None:
    of_game = rules(book, game)
    solution = solve(of_game, max(of_game.cards.decks))
    file = tmp_path / "chart.csv"
    file.write_text(chart_csv(solution))
    strategy = from_file(of_game, str(file))
    chart = solution.charts[0]
    for row in range(len(HANDS.size)):
        if HANDS.size[row] != 2 or (HANDS.counts[row, ACE] and HANDS.counts[row, TEN]):
            continue
        for at, up in enumerate(UPS):
            played = NAMES[int(strategy.play[k.UNSPLIT, 0, up_value(up), row])]
            assert played in said(chart, row, at)


def test_tens_that_are_told_apart_share_a_cell(tmp_path: Path) -> None:
    made = analysers_game(surrender__offered="on-turn", surrender__against=("J",))
    found = solve(made, 6)
    lines = chart_csv(found).splitlines()
    hard = lines.index("hard,2,3,4,5,6,7,8,9,T,A")
    assert next(line for line in lines[hard:] if line.startswith("16,")) == "16,S,S,S,S,S,H,H,H,Rh,H"
    assert next(line for line in lines[hard:] if line.startswith("15,")) == "15,S,S,S,S,S,H,H,H,Rh,H"


def test_the_command_writes_a_chart_that_can_be_simulated(tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    run = CliRunner().invoke(app, ["strategy", "canberra-2006", "blackjack", "--csv", str(file)])
    assert run.exit_code == 0, run.output
    assert file.read_text().startswith("# canberra-2006 blackjack, 8 decks")
    run = CliRunner().invoke(app, ["strategy", "canberra-2006", "blackjack", "--csv", str(file), "--json"])
    assert "one or the other" in str(run.exception)
