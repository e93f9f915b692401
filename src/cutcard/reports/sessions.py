"""Many sessions of a player as a chart."""

from __future__ import annotations

import importlib
import itertools

import numpy as np
from numpy.typing import NDArray

from cutcard.errors import CutcardError
from cutcard.simulate.bankroll import Sessions

COLUMNS = 80  # of results


def sessions_chart(found: Sessions, title: str, path: str) -> None:
    """The distribution of sessions and of their losing runs as one HTML file that needs no internet."""
    go, subplots = importlib.import_module("plotly.graph_objects"), importlib.import_module("plotly.subplots")
    figure = subplots.make_subplots(rows=2, cols=1, subplot_titles=("Result of a session", "Longest losing run"))
    share, edges = found.histogram(COLUMNS)
    middles = _middles(edges / 100)
    figure.add_trace(go.Bar(x=middles, y=share, name="sessions", hovertemplate="%{x:,.0f}: %{y:.2%}"), row=1, col=1)
    runs = found.losing_runs / found.losing_runs.sum()
    longest = int(np.flatnonzero(runs).max()) + 1
    figure.add_trace(go.Bar(x=list(range(longest)), y=runs[:longest], name="sessions"), row=2, col=1)
    figure.add_vline(x=found.mean / 100, line_dash="dot", annotation_text="mean", row=1, col=1)
    figure.update_layout(title=title, showlegend=False, bargap=0.02, template="plotly_white")
    figure.update_xaxes(title_text="dollars won or lost", row=1, col=1)
    figure.update_xaxes(title_text="rounds lost in a row", row=2, col=1)
    figure.update_yaxes(title_text="share of sessions", tickformat=".1%")
    try:
        figure.write_html(path, include_plotlyjs=True, full_html=True)
    except OSError as error:
        raise CutcardError(f"{path} could not be written: {error.strerror}") from None


def _middles(edges: NDArray[np.float64]) -> list[float]:
    return [(low + high) / 2 for low, high in itertools.pairwise(edges)]
