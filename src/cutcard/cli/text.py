"""How the command line writes things: a console that reads well when piped, and tables without frames."""

from __future__ import annotations

import os
import sys

from rich.console import Console
from rich.table import Table

PIPED_WIDTH = 100


class _Output(Console):
    def on_broken_pipe(self) -> None:
        raise  # handled once for all commands


def console() -> Console:
    """Standard output; into a pipe or a file as wide as a page, so that no word is cut."""
    piped = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    return _Output(width=PIPED_WIDTH if piped else None, highlight=False, emoji=False)


def table(*columns: str, title: str = "") -> Table:
    """A table without frames; its first column holds names, which are never broken."""
    made = Table(
        box=None,
        title=title or None,
        title_justify="left",
        title_style="bold",
        pad_edge=False,
        show_header=any(columns),
    )
    for at, column in enumerate(columns):
        made.add_column(column, overflow="fold", no_wrap=at == 0, header_style="dim")
    return made
