"""The odds page's charts as plain Plotly data; the page's CSS colours text and grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cutcard.odds import Solution
from cutcard.reports.odds_report import Edges
from cutcard.reports.page import Figure
from cutcard.rulebooks import Rules

# Colours that stand out in both themes; every line also has its own dash and marker.
GREEN, AMBER, BLUE, RED, VIOLET = "#2f9e6e", "#c4811a", "#4a86d8", "#d8504a", "#9a6fd0"
SERIES = (
    (GREEN, "circle", "solid"), (AMBER, "square", "dash"), (BLUE, "diamond", "dot"),
    (RED, "triangle-up", "dashdot"), (VIOLET, "x", "longdash"),
)  # fmt: skip
RARE = 5e-7  # results of a round with a lower probability are left out
POWERS = [10.0**power for power in range(-6, 0)]
FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'  # as in the CSS
CLEAR = "rgba(0,0,0,0)"
CONFIG = {"displayModeBar": False, "responsive": False}  # odds.js fits them to a new width
# Steps within a power of ten at which an axis may be marked, the roundest first.
TICKS = ((1,), (1, 3), (1, 2, 5), (1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9), tuple(step / 10 for step in range(10, 100)))
TICKS_LEAST, TICKS_MOST = 3, 6
FAR = 30.0  # per cent: a jackpot with an empty meter would squeeze all the others together
NAME_MOST = 26  # letters of a side bet's name beside its line

Point = tuple[int, float, float]  # rounds, mean, standard error


def by_decks(series: Mapping[str, Mapping[int, float]]) -> Figure:
    """The house edge by number of decks, a line for each game."""
    data = []
    for (name, edges), (colour, symbol, dash) in zip(series.items(), SERIES, strict=False):
        data.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": name,
                "x": list(edges),
                "y": [100 * edge for edge in edges.values()],
                "line": {"color": colour, "width": 2.5, "dash": dash},
                "marker": {"size": 10, "symbol": symbol, "color": colour},
                "hovertemplate": "%{x} decks: %{y:.4f} %<extra></extra>",
            }
        )
    layout = _layout(300, len(data) if len(data) > 1 else 0)
    layout["xaxis"] |= {"title": {"text": "decks"}, "dtick": 1, "range": [3.7, 8.3]}
    decks = [number for edges in series.values() for number in edges]
    if decks:
        layout["xaxis"]["range"] = [min(decks) - 0.3, max(decks) + 0.3]
    layout["yaxis"] |= {"title": {"text": "house edge, %"}, "ticksuffix": " "}
    return {"data": data, "layout": layout, "config": CONFIG}


def results(solutions: Mapping[str, Solution]) -> Figure:
    """The probability of each result of a round, on a logarithmic axis, with the bars of two games side by side."""
    data: list[Figure] = []
    nets: set[float] = set()
    for (name, solution), (colour, _, _) in zip(solutions.items(), SERIES, strict=False):
        shown = [(net, chance) for net, chance in solution.distribution if chance > RARE]
        nets |= {net for net, _ in shown}
        data.append(
            {
                "type": "bar",
                "name": name,
                "x": [_signed(net) for net, _ in shown],
                "y": [chance for _, chance in shown],
                "marker": {"color": colour, "pattern": {"shape": "/" if data else ""}},
                "hovertemplate": "%{x} wagers: %{y:.5%}<extra></extra>",
            }
        )
    layout = _layout(340, len(data) if len(data) > 1 else 0)
    order = [_signed(net) for net in sorted(nets)]
    layout["xaxis"] |= {"title": {"text": "won or lost, in first wagers"}, "type": "category", "categoryarray": order}
    layout["yaxis"] |= {
        "title": {"text": "chance"},
        "type": "log",
        "tickvals": POWERS,
        "ticktext": [_share(each) for each in POWERS],
    }
    layout["bargap"] = 0.25
    return {"data": data, "layout": layout, "config": CONFIG}


def _share(part: float) -> str:
    return f"{100 * part:.4f}".rstrip("0").rstrip(".") + " %"


def _signed(net: float) -> str:
    return f"{net:+g}".replace("-", "−") if net else "0"


def side_bet_name(rules: Rules, line: Edges) -> str:
    """A side bet's name with its pay table's."""
    bet = rules.side_bets.get(line.bet)
    title = bet.title if bet else line.bet.replace("-", " ").capitalize()
    return f"{title} {line.table}".strip()


def side_bets(rules: Rules, lines: Sequence[Edges]) -> Figure:
    """The edge of each side bet, a mark for each number of decks; outliers are at the border with their value."""
    names = [side_bet_name(rules, line) for line in lines]
    short = [name if len(name) <= NAME_MOST else f"{name[: NAME_MOST - 1]}…" for name in names]
    sizes = sorted({decks for line in lines for decks in line.edges})
    data = []
    for decks, (colour, symbol, _) in zip(sizes, SERIES, strict=False):
        here = [each for each in zip(short, names, lines, strict=True) if decks in each[2].edges]
        edges = [100 * line.edges[decks] for _, _, line in here]
        data.append(
            {
                "type": "scatter",
                "mode": "markers+text",
                "name": f"{decks} decks",
                "x": [min(edge, FAR) for edge in edges],
                "y": [name for name, _, _ in here],
                "text": [f"{edge:.0f} % →" if edge > FAR else "" for edge in edges],
                "textposition": "middle left",
                "customdata": [
                    f"{name}, {decks} decks: {edge:.3f} %" for (_, name, _), edge in zip(here, edges, strict=True)
                ],
                "marker": {"size": 10, "symbol": symbol, "color": colour},
                "hovertemplate": "%{customdata}<extra></extra>",
            }
        )
    layout = _layout(110 + 27 * len(short), 1)
    layout["legend"]["orientation"] = "h"
    layout["xaxis"] |= {"title": {"text": "house edge, %"}, "zeroline": True}
    layout["yaxis"] |= {"type": "category", "categoryarray": short[::-1], "showgrid": True}
    return {"data": data, "layout": layout, "config": CONFIG}


def closing_in(points: Sequence[Point], exact: float | None, rounds: int) -> Figure:
    """A simulation's mean with two standard errors on each side, and the exact value."""
    played = [rounds_played for rounds_played, _, _ in points]
    high = [100 * (mean + 2 * error) for _, mean, error in points]
    low = [100 * (mean - 2 * error) for _, mean, error in points]
    band = {
        "type": "scatter",
        "mode": "lines",
        "name": "± 2 standard errors",
        "x": [*played, *reversed(played)],
        "y": [*high, *reversed(low)],
        "fill": "toself",
        "fillcolor": "rgba(47,158,110,0.22)",
        "line": {"width": 0},
        "hoverinfo": "skip",
    }
    mean = {
        "type": "scatter",
        "mode": "lines+markers",
        "name": "simulated",
        "x": played,
        "y": [100 * value for _, value, _ in points],
        "line": {"color": GREEN, "width": 2.5},
        "marker": {"size": 5, "color": GREEN},
        "hovertemplate": "%{x:,} rounds: %{y:.4f} %<extra></extra>",
    }
    data = [band, mean]
    ends = [*played, rounds] if exact is not None else played or [1]
    if exact is not None:
        line = {"color": AMBER, "width": 2.5, "dash": "dash"}
        data.append(
            {
                "type": "scatter", "mode": "lines", "name": "exact",
                "x": [ends[0], rounds], "y": [100 * exact] * 2, "line": line,
                "hovertemplate": "exact: %{y:.4f} %<extra></extra>",
            }
        )  # fmt: skip
    layout = _layout(340, 1)
    layout["legend"]["orientation"] = "h"
    ticks = _round_ticks(min(ends), max(ends))
    layout["xaxis"] |= {"title": {"text": "rounds"}, "type": "log"}
    layout["xaxis"] |= {"tickvals": ticks, "ticktext": [*map(_short, ticks)]}
    layout["yaxis"] |= {"title": {"text": "player's expectation, %"}}
    layout["uirevision"] = "simulation"
    return {"data": data, "layout": layout, "config": CONFIG}


def _round_ticks(low: int, high: int) -> list[float]:
    """Numbers of rounds to mark on an axis: three to six of them, as round as possible.

    >>> _round_ticks(1_000_000, 100_000_000), _round_ticks(1_048_576, 3_000_000)
    ([1000000.0, 10000000.0, 100000000.0], [1500000.0, 2000000.0, 2500000.0, 3000000.0])
    """
    powers = range(len(str(low)) - 1, len(str(high)))
    for steps in TICKS:
        found = [step * 10.0**power for power in powers for step in steps if low <= step * 10**power <= high]
        if len(found) >= TICKS_LEAST:
            return found[:: -(-len(found) // TICKS_MOST)]
    return [float(each) for each in dict.fromkeys((low, high))]


def _short(rounds: float) -> str:
    """A number of rounds beside an axis.

    >>> _short(1500000.0), _short(1e9), _short(20000.0)
    ('1.5M', '1G', '20k')
    """
    for unit, sign in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rounds >= unit:
            return f"{rounds / unit:.3g}{sign}"
    return f"{rounds:g}"


def _layout(height: int, legend: int) -> Figure:
    """The layout that all charts share, with room for `legend` lines of a legend above."""
    return {
        "height": height,
        "margin": {"l": 8, "r": 12, "t": 14 + 22 * legend, "b": 46},
        "paper_bgcolor": CLEAR,
        "plot_bgcolor": CLEAR,
        "showlegend": legend > 0,
        "legend": {"orientation": "v", "x": 0, "y": 1, "yanchor": "bottom", "bgcolor": CLEAR},
        "font": {"size": 13, "family": FONT},
        "dragmode": False,
        "xaxis": {"fixedrange": True, "zeroline": False, "automargin": True},
        "yaxis": {"fixedrange": True, "zeroline": False, "automargin": True},
    }
