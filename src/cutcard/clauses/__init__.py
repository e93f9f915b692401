"""The ledger of all clauses: what each says in our own words, and which tests show it.

>>> ledger("melbourne-v26")["7.5.6(d)"].topic
'split'
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cutcard.clauses.library import AT, BookIds, books
from cutcard.errors import CutcardError, UnknownName

BOOKS = BookIds()


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause: its id in the document, what it is about, and what a program has to do with it."""

    book: str
    id: str
    topic: str
    how: str
    says: str


_given: dict[str, dict[str, Clause]] = {}  # by book: one of your own has its ledger when it is loaded


def ledger(book: str) -> dict[str, Clause]:
    """All clauses of a book by id, in the document's order."""
    files = books().get(book)
    if book not in _given and (files is not None or AT in book):
        if files is not None and not files.own and files.ledger is not None:
            _given[book] = read_ledger(book, files.ledger)
        else:
            from cutcard.rulebooks.loader import load

            load(book)
    if book not in _given:
        raise UnknownName.of("ledger of clauses for", book, BOOKS)
    return _given[book]


def give_ledger(book: str, known: Mapping[str, Clause]) -> None:
    """Give a book of your own its clauses."""
    _given[book] = dict(known)


def read_ledger(book: str, path: Path) -> dict[str, Clause]:
    """A ledger from a file with the columns clause, topic, how and says."""
    try:
        return {
            row["clause"]: Clause(book=book, id=row["clause"], topic=row["topic"], how=row["how"], says=row["says"])
            for row in _rows(path)
        }
    except KeyError as error:
        raise CutcardError(f"{path.name} is not a ledger of clauses: it has no column {error.args[0]}") from None


Tests = dict[tuple[str, str], tuple[str, ...]]  # by book and clause id


def shown() -> Tests:
    """Which tests show a clause by what the program does; `make shown` writes the list."""
    return _tests("shown")


def recorded() -> Tests:
    """Which tests find a clause written down only: declared in a rulebook, in a view, or in code that nothing calls."""
    return _tests("recorded")


@cache
def _tests(mark: str) -> Tests:
    tests: dict[tuple[str, str], list[str]] = {}
    for row in _rows(Path(__file__).parent / "shown.csv"):
        if row["mark"] == mark:
            tests.setdefault((row["book"], row["clause"]), []).append(row["test"])
    return {key: tuple(names) for key, names in tests.items()}


def named(test: str) -> str:
    """A test's id as the sentence that its name is.

    >>> named("tests/engine/test_split.py::test_aces_split_once")
    'aces split once'
    """
    return test.rpartition("::")[2].removeprefix("test_").replace("_", " ")


def _rows(path: Path) -> Iterator[dict[str, str]]:
    if path.is_file():
        yield from csv.DictReader(path.read_text(encoding="utf-8").splitlines())
