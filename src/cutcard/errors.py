"""What can go wrong that a person can put right.

    CutcardError
    ├── UnknownName         a book, game, clause or field that there is not (also a LookupError)
    ├── OptionError         an option that this game has not, or a value that the option does not allow
    ├── RulebookError       a rulebook file with faults: all of them at once
    ├── RecordRefused       a round record that breaks a rule, and where in it
    ├── HandError           text that is not a hand, or a hand that the game does not have (also a ValueError)
    ├── ChartError          a chart file that cannot be played by
    ├── RunError            a simulation that cannot be started as it was asked for
    ├── FormatError         a tournament that cannot be simulated
    ├── GpuError            rounds that a GPU does not play, and what plays them
    ├── ProgramError        a game whose rounds do not fit into the table that the fast simulators look them up in
    ├── LinkError           a file of a link of tables that says something impossible
    ├── StandingError       a file of a tournament table that says something impossible
    ├── LawError            a law for the protection of players with faults: all of them at once
    ├── RecordFileError     a file of terms or conditions with faults: all of them at once
    ├── MissingPackage      something was asked for that needs a package that is not installed
    ├── OutputLost          output that could not be written: a full disk, or a pipe that nobody reads
    ├── ShoeFileError       a file that holds no revealed shoe
    ├── OutOfOrder          a table that cannot be read, by the id of the error in the log
    ├── StoreError          what can go wrong with a store: store/errors.py draws them
    ├── ServiceError        what the service refuses, each with its status: service/errors.py
    ├── ServerError         a service that cannot be started
    ├── SettingError        a setting that there is not, or a value that it cannot have
    ├── AccountError        an account that cannot be, or is not there
    ├── PersonError         personal data that cannot be kept, or are not there
    ├── PasswordError       a password that is too short or too long to be one
    ├── ClientError         what a client is told instead of what it asked for: client/errors.py
    ├── LineError           a dealer's line that says nothing that the table waits for
    ├── FormError           an answer that a form does not take

The command line prints any of these as one sentence; anything else that is raised is a bug.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any, ClassVar


class CutcardError(Exception):
    """Something that a person can put right, said in one sentence, with the clause where there is one."""

    about_nobody: ClassVar[bool] = False  # its sentence is about no person, so that a log may have it

    def __init__(self, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.clause = clause

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[Any, ...]:
        """Go from one process to another as it is: a kind of its own may be made of something else than a sentence."""
        return _remade, (type(self), self.args, self.__dict__)


def _remade(kind: type[CutcardError], args: tuple[Any, ...], fields: dict[str, Any]) -> CutcardError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class UnknownName(CutcardError, LookupError):
    """A name that nothing has."""

    @classmethod
    def of(cls, kind: str, name: object, known: Iterable[str]) -> UnknownName:
        """Say that a name is unknown, and which known names are like it."""
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
        return f"; did you mean {listed(close, 'or')}?"
    if not names:
        return ""
    return f"; there {'is' if len(names) == 1 else 'are'} {listed(names)}"


def listed(names: Iterable[object], word: str = "and") -> str:
    """Names in a row.

    >>> listed(["box 1", "box 3", "box 5"]), listed([6, 8], "or")
    ('box 1, box 3 and box 5', '6 or 8')
    """
    words = [str(name) for name in names]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {word} {words[-1]}"
