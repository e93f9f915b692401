"""What the player types: a line at a time, until they leave."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable

from cutcard.money import Cents, MoneyError, cents

LEAVING = ("q", "quit", "exit")


class Left(Exception):
    """The player has left: by q, by the end of the input, or by Ctrl-C."""


class Misread(Exception):
    """Input that is not understood or not allowed, explained in one plain sentence."""


class Keyboard:
    """Lines from standard input, or from a replacement in a test."""

    def __init__(self, read: Callable[[str], str] | None = None) -> None:
        if read is None and sys.stdin is not None and sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  # arrow keys and a history, wherever the system has them
        self.read = read if read is not None else _typed

    def ask(self, prompt: str) -> str:
        """One line, without blanks around it; raises `Left` when the player goes."""
        try:
            line = self.read(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            print()  # the cursor is still behind the prompt
            raise Left from None
        if line.lower() in LEAVING:
            raise Left
        return line


def _typed(prompt: str) -> str:
    """A line of standard input; if no terminal echoes it, ends the prompt's line."""
    line = input(prompt)
    if not sys.stdin.isatty():
        print()
    return line


def amount(text: str) -> Cents:
    """Dollars as they are typed, with or without a sign before them.

    >>> amount("$12.50"), amount("1,000")
    (1250, 100000)
    """
    try:
        read = cents(text.removeprefix("$").replace(",", ""))
    except MoneyError:
        raise Misread(f"{text[:20]!r} is not an amount of dollars.") from None
    if read < 0:
        raise Misread("An amount cannot be negative.")
    return read
