"""The screen: the table, the story of the round and the prompt, redrawn at every step."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from rich.console import Console, RenderableType
from rich.control import Control
from rich.table import Table
from rich.text import Text

from cutcard.engine import State
from cutcard.narration.formatting import gain
from cutcard.narration.story import Entry, Story
from cutcard.shoe import Shoe
from cutcard.terminal.felt import ACTIVE, CLAUSE, Look, felt, shoe_bar

GAINED, LOST, QUIET = "bold #4fc48d", "bold #e0626c", "dim"


class Screen:
    """Draws on a console. On a terminal every picture replaces the one before."""

    def __init__(self, out: Console, pace_s: float = 0.0) -> None:
        self.out = out
        self.pace_s = pace_s

    @property
    def look(self) -> Look:
        colour = self.out.color_system is not None and not self.out.no_color
        return Look(self.out.width, self.out.height if self.out.is_terminal else 24, colour)

    def frame(self, state: State, story: Story, shoe: Shoe) -> None:
        """Draw the table between two questions, so that the player sees cards being dealt; only on a terminal."""
        if self.out.is_terminal and self.pace_s > 0:
            self.table(state, story, shoe)
            time.sleep(self.pace_s)

    def table(self, state: State, story: Story, shoe: Shoe, below: Sequence[RenderableType] = ()) -> None:
        """Draw the whole picture, and `below` under it."""
        look = self.look
        picture = felt(state, look, shoe_bar(shoe.to_cut, len(shoe.cards), len(shoe.pack), look))
        room = look.height - 1 - sum(map(self._lines, [picture, *below]))
        entries = list(story.entries)
        if self.out.is_terminal:
            entries = next((t for t in condensed(entries) if self._lines(story_lines(t)) <= room), entries[-1:])
        parts = [picture, story_lines(entries)] if entries else [picture]
        with self.out.capture() as captured:
            self.out.print(*parts, *below, sep="\n")
        text = captured.get()
        if self.out.is_terminal:
            self.out.control(Control.home(), Control.clear())
        self.out.file.write(text)
        self.out.file.flush()

    def _lines(self, part: RenderableType) -> int:
        return len(self.out.render_lines(part, pad=False))

    def print(self, *lines: RenderableType) -> None:
        """Print lines below the picture."""
        self.out.print(*lines, sep="\n")

    def error(self, message: str) -> None:
        """Show what was wrong with the input."""
        self.out.print(Text(message, style="#e0626c"))


def condensed(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Shorter and shorter versions of the story, for a small screen: the least important lines go first."""
    kept = list(entries)
    yield kept
    kept = [entry for entry in kept if entry.mine or entry.amount is not None]
    yield kept
    others = [entry for entry in kept if not entry.mine]
    if others:
        together = " · ".join(f"{entry.who} {gain(entry.amount or 0)}" for entry in others)
        kept = [*(entry for entry in kept if entry.mine), Entry("Others", together, False)]
    yield kept
    kept = [entry for entry in kept if entry.amount is not None or not entry.mine or entry.clause]
    yield kept
    kept = [entry._replace(more="") for entry in kept]
    yield kept
    while len(kept) > 1:
        kept = kept[1:]
        yield kept


def story_lines(entries: Sequence[Entry]) -> Table:
    """The story as a table: the money, then the place, the text and the clause."""
    rows = Table.grid(padding=(0, 1))
    rows.add_column(justify="right", min_width=8, no_wrap=True)
    rows.add_column(no_wrap=True, min_width=6)
    rows.add_column()
    for entry in entries:
        style = "" if entry.mine else QUIET
        text = Text(entry.text, style=style)
        if entry.clause:
            text.append(f"  {entry.clause}", style=CLAUSE)
        if entry.more:
            text.append(f"\n{entry.more}", style="dim italic")
        rows.add_row(_gained(entry), Text(entry.who, style=style), text)
    return rows


def _gained(entry: Entry) -> Text:
    if entry.amount is None:
        return Text("·", style=QUIET)
    if not entry.mine:
        return Text(gain(entry.amount), style=QUIET)
    return Text(gain(entry.amount), style=GAINED if entry.amount > 0 else LOST if entry.amount < 0 else "bold")


def buttons(keys: Sequence[tuple[str, str]], width: int) -> Text:
    """The possible actions with their keys; lines break only between actions."""
    line, used = Text(), 0
    for key, words in keys:
        size = len(key) + len(words) + 6
        if used and used + size - 3 > width:
            line.append("\n")
            used = 0
        line.append(f" {key.upper()} ", style=ACTIVE)
        line.append(f" {words}   ")
        used += size
    return line
