"""A chart of best play as a chart file, which `cutcard simulate --strategy` reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cutcard.odds import UPS, Chart, ChartCell, Solution
from cutcard.odds.solution import up_value

LETTERS = {"hit": "H", "stand": "S", "double": "D", "split": "P", "surrender": "R"}
SECONDS = {  # what a chart file may have beside a play, for where that is not allowed
    "double": ("hit", "stand"),
    "surrender": ("hit", "stand", "split"),
}


def chart_csv(solution: Solution) -> str:
    """The chart for hands with the original wager.

    A chart file has one column for all ten-values. Where surrender is offered against some of them only, its cell says
    what else is done against the others.
    """
    chart = solution.charts[0]
    lines = [f"# {solution.book} {solution.game}, {solution.decks} decks, best play by totals"]
    lines += _block("hard", chart, {str(total): cells for total, cells in chart.hard.items()})
    lines += _block("soft", chart, {str(total): cells for total, cells in chart.soft.items()})
    lines += _block("pairs", chart, chart.pairs)
    return "\n".join(lines) + "\n"


def _block(name: str, chart: Chart, rows: Mapping[str, Sequence[ChartCell | None]]) -> list[str]:
    """The rows of which every cell is known; others are left to the simple strategy, a cell at a time."""
    by_ups: dict[tuple[str, ...], list[str]] = {}
    for row, cells in rows.items():
        by_column = list(zip(chart.columns, cells, strict=True))
        codes = {up: _code([cell for column, cell in by_column if _is(up, column)]) for up in UPS}
        known = tuple(up for up in UPS if codes[up])
        if known:
            by_ups.setdefault(known, []).append(",".join((row, *(codes[up] for up in known))))
    return [line for ups, lines in by_ups.items() for line in (",".join((name, *ups)), *lines)]


def _is(up: str, column: str) -> bool:
    return up_value(up) == up_value(column[0])


def _code(cells: Sequence[ChartCell | None]) -> str:
    """The code of a cell, or of two where the dealer's ten-values are told apart."""
    known = [cell for cell in cells if cell is not None]
    if not known:
        return ""
    cell = next((each for each in known if each.action == "surrender"), known[0])
    others = [each.action for each in known if each is not cell] + [cell.otherwise]
    second = next((act for act in others if act in SECONDS.get(cell.action, ())), "")
    return LETTERS[cell.action] + LETTERS.get(second, "").lower()
