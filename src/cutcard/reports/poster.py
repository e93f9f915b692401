"""A chart of play made ready to be shown: rows of coloured cells with a letter each, and what each deviation costs.

The terminal, the page and the picture all show the same poster.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from cutcard.odds import UPS, Chart, ChartCell, Departure, Solution
from cutcard.reports.page import Figure

CODES = {"hit": "H", "stand": "S", "double": "D", "split": "P", "surrender": "R"}
COLOURS = {
    "hit": "#f4d58d",
    "stand": "#f2a2a2",
    "double": "#9fd3c7",
    "split": "#a7c7f2",
    "surrender": "#d9d9de",
}
BLANK = "#ffffff"
WAGERS = {
    "original": "Hands with the original wager",
    "further": "Further hands of a split",
    "free": "Further hands of a split, played with a token",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PosterCell:
    """One cell: its letters, its colour, the hand, and what every option is worth."""

    code: str
    action: str
    colour: str
    hand: str
    options: tuple[str, ...] = ()

    @property
    def says(self) -> str:
        return f"{self.hand}: {'; '.join(self.options)}" if self.options else self.hand


NOTHING = PosterCell(code="", action="", colour=BLANK, hand="no hand comes to this")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    name: str
    cells: tuple[PosterCell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    name: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster:
    """A chart under its title, with the departures from it in words."""

    title: str
    lead: str
    wager: str
    columns: tuple[str, ...]
    sections: tuple[Section, ...]
    departures: tuple[str, ...]

    @property
    def legend(self) -> tuple[tuple[str, str, str], ...]:
        """Letter, meaning and colour of every option that occurs."""
        codes = {cell.code.upper() for section in self.sections for row in section.rows for cell in row.cells}
        used = set("".join(codes))
        return tuple((code, name, COLOURS[name]) for name, code in CODES.items() if code in used)


def posters(solution: Solution, title: str) -> tuple[Poster, ...]:
    """A poster for each kind of hand that is played differently, the original wager's first."""
    found: list[Poster] = []
    for chart in solution.charts:
        poster = _poster(solution, chart, title)
        if all(poster.sections != other.sections for other in found):
            found.append(poster)
    return tuple(found)


def _poster(solution: Solution, chart: Chart, title: str) -> Poster:
    lead = f"{solution.decks} decks, house edge {100 * solution.house_edge:.4f} %"
    sections = (
        _section("Hard totals", chart, {str(total): cells for total, cells in chart.hard.items()}),
        _section(
            "Soft totals",
            chart,
            {f"A,{total - 11 if total > 12 else 'A'}": cells for total, cells in chart.soft.items()},
        ),
        _section("Pairs", chart, {f"{rank},{rank}": cells for rank, cells in chart.pairs.items()}),
    )
    return Poster(
        title=title,
        lead=lead,
        wager=WAGERS.get(chart.wager, chart.wager),
        columns=chart.columns,
        sections=tuple(section for section in sections if section.rows),
        departures=tuple(departure_in_words(each) for each in sorted(chart.departures, key=partial(_matters, chart))),
    )


def _matters(chart: Chart, departure: Departure) -> float:
    """Orders departures by what they cost over all rounds, the most first; four ranks make a ten."""
    whole_ten = departure.up == "T" and chart.columns == UPS
    return -departure.chance * departure.cost * (4 if whole_ten else len(departure.up))


def _section(name: str, chart: Chart, rows: Mapping[str, tuple[ChartCell | None, ...]]) -> Section:
    made = tuple(
        Row(name=row, cells=tuple(_cell(row, up, cell) for up, cell in zip(chart.columns, cells, strict=True)))
        for row, cells in rows.items()
        if any(cell and len(cell.values) > 1 for cell in cells)  # 21 leaves no choice
    )
    return Section(name=name, rows=made)


def _cell(row: str, up: str, cell: ChartCell | None) -> PosterCell:
    if cell is None:
        return NOTHING
    code = CODES[cell.action]
    if cell.otherwise != cell.action and cell.action != "split":  # a pair in its row may be split
        code += CODES[cell.otherwise].lower()
    worth = sorted(cell.values.items(), key=lambda item: -item[1])
    costs = cell.costs
    options = [
        f"{name} {value:+.6f}" + (f" (costs {costs[name]:.6f})" if costs[name] > 0 else "") for name, value in worth
    ]
    return PosterCell(
        code=code,
        action=cell.action,
        colour=COLOURS[cell.action],
        hand=f"{row} against {' or '.join(up)}",
        options=tuple(option.replace("-", "−") for option in options),
    )


def departure_in_words(departure: Departure) -> str:
    """A departure from the chart as a line of text."""
    suits = f", {departure.suits}" if departure.suits else ""
    by_total = departure.hand.startswith(("hard", "soft", "pair"))
    cards = f" of {departure.cards} cards" if departure.cards and by_total else ""
    up = " or ".join(departure.up)
    return (
        f"{departure.hand}{cards}{suits} against {up}: {departure.action}, not {departure.chart} "
        f"(costs {departure.cost:.6f})"
    )


def heatmap(poster: Poster, section: Section) -> Figure:
    """A section of a poster as an interactive figure; each cell shows the cost of a deviation."""
    at = {name: i for i, name in enumerate(["", *CODES])}
    colours = [BLANK, *(COLOURS[name] for name in CODES)]
    rows = list(reversed(section.rows))  # the figure counts from below
    steps = len(colours)
    scale = [[(i + end) / steps, colour] for i, colour in enumerate(colours) for end in (0, 1)]
    data = {
        "type": "heatmap",
        "x": list(poster.columns),
        "y": [row.name for row in rows],
        "z": [[at[cell.action] + 0.5 for cell in row.cells] for row in rows],
        "text": [[cell.code for cell in row.cells] for row in rows],
        "customdata": [["<br>".join((cell.hand, *cell.options)) for cell in row.cells] for row in rows],
        "texttemplate": "%{text}",
        "hovertemplate": "%{customdata}<extra></extra>",
        "zmin": 0,
        "zmax": steps,
        "colorscale": scale,
        "showscale": False,
        "xgap": 2,
        "ygap": 2,
    }
    layout = {
        "title": {"text": section.name, "x": 0, "font": {"size": 15}},
        "height": 90 + 27 * len(rows),
        "margin": {"l": 60, "r": 10, "t": 60, "b": 10},
        "xaxis": {"type": "category", "side": "top", "fixedrange": True, "showgrid": False},
        "yaxis": {"type": "category", "fixedrange": True, "showgrid": False},
        "plot_bgcolor": "#ffffff",
    }
    return {"data": [data], "layout": layout}
