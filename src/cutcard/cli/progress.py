"""The progress bar of long commands; a module of its own, because its parts of Rich are slow to import."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

ESTIMATE = "{task.fields[estimate]}"  # the text of a bar whose task has a running estimate


def percent_bar(text: str, hidden: bool) -> Progress:
    """A bar with a text, the share that is done and the time left; on the error stream, and only where somebody
    watches it, so that redirected output stays clean."""
    stderr = Console(stderr=True)
    columns = (TextColumn(text), BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TimeRemainingColumn())
    return Progress(*columns, console=stderr, transient=True, disable=hidden or not stderr.is_terminal)
