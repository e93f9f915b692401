"""What can go wrong that a person can put right.

    CutcardError
    ├── UnknownName         a book, game, clause or field that there is not (also a LookupError)
    ├── OptionError         an option that this game has not, or a value that the option does not allow
    └── RulebookError       a rulebook file with faults: all of them at once

The command line prints any of these as one sentence; anything else that is raised is a bug.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class CutcardError(Exception):
    """Something that a person can put right, said in one sentence, with the clause where there is one."""

    def __init__(self, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.clause = clause

    def __str__(self) -> str:
        return self.message


class UnknownName(CutcardError, LookupError):
    """A name that nothing has."""

    @classmethod
    def of(cls, kind: str, name: object, known: Iterable[str]) -> UnknownName:
        """Say that there is no such thing, and what there is that looks like it."""
        return cls(f"there is no {kind} {name!r}{nearest(str(name), known)}")


def nearest(name: str, known: Iterable[str]) -> str:
    """Words that point to the nearest of some names, or to all of them where they are few.

    >>> nearest("sydney-15", ["sydney-v15", "canberra-2006"])
    '; did you mean sydney-v15?'
    >>> nearest("x", ["one", "two"])
    '; there are one and two'
    """
    names = list(known)
    within = [each for each in names if len(name) > 2 and name.lower() in each.lower()]
    close = within[:3] or difflib.get_close_matches(name, names, n=3, cutoff=0.55)
    if close:
        return f"; did you mean {_or(close, 'or')}?"
    if not names:
        return ""
    return f"; there {'is' if len(names) == 1 else 'are'} {_or(names, 'and')}"


def _or(names: list[str], word: str) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {word} {names[-1]}"
