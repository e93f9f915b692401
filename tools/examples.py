"""Solve every example rulebook in the table of docs/examples.md again, and say which figure is not as printed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from cutcard.odds import solve
from cutcard.rulebooks import read

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "examples.md"
FOLDER = ROOT / "examples"


class Line(NamedTuple):
    """A line of the table; the edges in per cent, as printed."""

    file: str
    game: str
    decks: int
    wager: int  # dollars
    edge: str
    published: str  # "none" where there is nothing to compare with
    note: bool  # whether a note explains why the published figure differs


def lines() -> list[Line]:
    """The table of the page."""
    found = []
    for row in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        if row.startswith("|") and (FOLDER / f"{cells[0]}.toml").exists():
            figure, _, note = cells[5].partition(" ")
            found.append(Line(cells[0], cells[1], int(cells[2]), int(cells[3]), cells[4], figure, bool(note)))
    return found


def solved_edge(line: Line) -> str:
    """The house edge of a line, worked out and printed as the page does."""
    rules = read(FOLDER / f"{line.file}.toml").rules(line.game)
    solution = solve(rules, line.decks, line.wager * 100)
    return f"{-solution.ev * 100:.9f}" if solution.exact else f"known to {solution.error_bound} only"


def main() -> None:
    wrong = 0
    for line in lines():
        found = solved_edge(line)
        wrong += found != line.edge
        print(f"{line.file} {line.game} {line.decks}: {found}" + ("" if found == line.edge else f", not {line.edge}"))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
