"""A table without a terminal, for tests: somebody types, nobody has to look."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

from rich.console import Console

from cutcard.terminal.keyboard import Keyboard
from cutcard.terminal.screen import Screen
from cutcard.terminal.session import Session
from cutcard.terminal.table_choice import Setting


def lines(typed: Iterable[str]) -> Callable[[str], str]:
    """A keyboard on which these lines are typed, one after another, until there are none left."""
    left = iter(typed)

    def read(prompt: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return read


def paper(width: int = 100) -> Console:
    """A console that keeps what is written on it."""
    return Console(file=io.StringIO(), width=width, height=40, highlight=False, emoji=False)


def session(
    setting: Setting,
    read: Callable[[str], str],
    *,
    screen: Screen | None = None,
    boxes: Iterable[int] = (1,),
    others: int = 0,
    bankroll: int = 100_000,
    seed: object = 1,
    explain: bool = False,
    records: Path | None = None,
) -> Session:
    """A session at a table of this setting."""
    return Session(
        setting.setup(),
        boxes=list(boxes),
        others=others,
        bankroll=bankroll,
        random=Random(str(seed)),
        screen=screen or Screen(paper()),
        keyboard=Keyboard(read),
        explain=explain,
        records=records,
    )


def shown(played: Session) -> str:
    """Everything that was written on its screen."""
    file = played.screen.out.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()
