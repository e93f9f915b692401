"""One self-contained HTML page: text, tables and interactive charts, with no reference to any other place."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

Figure = dict[str, Any]  # a Plotly figure as plain data: "data" and "layout"

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #1c2733; max-width: 72rem; margin: 2rem auto; padding: 0 1.5rem; }
h1 { font-size: 1.7rem; margin-bottom: 0; } h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; }
p.lead { color: #52606d; margin-top: .2rem; }
table { border-collapse: collapse; width: 100%; margin: .4rem 0 1rem; }
th, td { text-align: left; padding: .22rem .6rem .22rem 0; border-bottom: 1px solid #e4e9ee; vertical-align: top; }
th { color: #52606d; font-weight: 500; } td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.facts { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; margin: 1.2rem 0; }
.facts div { min-width: 9rem; } .facts b { display: block; font-size: 1.35rem; font-weight: 600; }
.facts span, .note { color: #52606d; } .signed { display: flex; gap: 3rem; margin-top: 3.5rem; }
.signed div { flex: 1; border-top: 1px solid #1c2733; padding-top: .3rem; color: #52606d; }
.wide { overflow-x: auto; }
@media print { body { margin: 0; } h2 { break-after: avoid; } tr { break-inside: avoid; } }
"""
CONFIG = {"displaylogo": False, "responsive": True, "modeBarButtonsToRemove": ["select2d", "lasso2d"]}


class Page:
    """Parts of a page in order, written out by `html`."""

    def __init__(self, title: str, lead: str = "") -> None:
        self.title = title
        self.parts = [f"<h1>{escape(title)}</h1>"]
        self.figures: list[Figure] = []
        if lead:
            self.parts.append(f'<p class="lead">{escape(lead)}</p>')

    def heading(self, text: str) -> None:
        self.parts.append(f"<h2>{escape(text)}</h2>")

    def text(self, text: str, note: bool = False) -> None:
        self.parts.append(f"<p{' class=note' if note else ''}>{escape(text)}</p>")

    def items(self, texts: Iterable[str]) -> None:
        self.parts.append("<ul>" + "".join(f"<li>{escape(text)}</li>" for text in texts) + "</ul>")

    def facts(self, facts: Iterable[tuple[str, str]]) -> None:
        """A few large figures beside each other."""
        cells = (f"<div><b>{escape(value)}</b><span>{escape(name)}</span></div>" for name, value in facts)
        self.parts.append(f'<div class="facts">{"".join(cells)}</div>')

    def table(self, columns: Sequence[str], rows: Iterable[Sequence[str]], numbers: Iterable[int] = ()) -> None:
        """A table; the columns in `numbers` are aligned to the right."""
        right = set(numbers)

        def line(cells: Sequence[str], tag: str) -> str:
            kinds = (' class="number"' if at in right else "" for at in range(len(cells)))
            return "".join(f"<{tag}{kind}>{escape(cell)}</{tag}>" for cell, kind in zip(cells, kinds, strict=True))

        body = "".join(f"<tr>{line(row, 'td')}</tr>" for row in rows)
        self.parts.append(f'<div class="wide"><table><tr>{line(columns, "th")}</tr>{body}</table></div>')

    def figure(self, figure: Figure) -> None:
        height = figure["layout"].get("height", 360)
        self.parts.append(f'<div id="figure{len(self.figures)}" style="height:{height}px"></div>')
        self.figures.append(figure)

    def signed(self, *roles: str) -> None:
        """Lines to sign on."""
        self.parts.append('<div class="signed">' + "".join(f"<div>{escape(role)}</div>" for role in roles) + "</div>")

    def html(self) -> str:
        scripts = ""
        if self.figures:
            plots = (
                f'Plotly.newPlot("figure{at}",{_script(each["data"])},{_script(each["layout"])},{_script(CONFIG)});'
                for at, each in enumerate(self.figures)
            )
            scripts = f"<script>{_plotly()}</script>\n<script>{''.join(plots)}</script>"
        return (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{escape(self.title)}</title><style>{STYLE}</style></head>\n<body>\n"
            + "\n".join(self.parts)
            + f"\n{scripts}\n</body></html>\n"
        )


def _script(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False).replace("</", "<\\/")


def _plotly() -> str:
    from plotly.offline import get_plotlyjs  # type: ignore[import-untyped]  # large, and only pages need it

    return str(get_plotlyjs())
