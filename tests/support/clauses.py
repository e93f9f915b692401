"""Tests say which clauses they show: `@clause("sydney-v15", "12.6.2")`.

A clause that is not in the ledger stops the collection of the test that cites it. The rest of the bookkeeping, for
the table at the end of a run and for the list that the package ships, is here too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from cutcard.clauses import BOOKS, Clause, ledger
from cutcard.errors import nearest

ASKED = ("enforce", "choose")  # what a program has to do itself, and so what tests are asked to show

Shown = set[tuple[str, str]]


def clause(book: str, *ids: str) -> pytest.MarkDecorator:
    """Mark a test with the clauses of a book that it shows."""
    wrong = fault(book, ids)
    if wrong:
        raise pytest.Collector.CollectError(wrong)
    return pytest.mark.clause(book, *ids)


def fault(book: str, ids: Iterable[str]) -> str:
    """What is wrong with a citation, or nothing."""
    if book not in BOOKS:
        return f"a test cites the unknown book {book!r}{nearest(book, BOOKS)}"
    unknown = [each for each in ids if each not in ledger(book)]
    return f"a test cites clauses that {book} does not have: {', '.join(map(repr, unknown))}" if unknown else ""


def cited(item: pytest.Item) -> Iterator[tuple[str, str]]:
    """The clauses that a test cites, each with its book."""
    for mark in item.iter_markers("clause"):
        book, *ids = mark.args
        yield from ((book, each) for each in ids)


def rows(items: Iterable[pytest.Item]) -> list[tuple[str, str, str]]:
    """Book, clause and test for everything that is cited, in the order of the ledgers."""
    order = {(book, each): at for book in BOOKS for at, each in enumerate(ledger(book))}
    found = {(*where, item.nodeid.partition("[")[0]) for item in items for where in cited(item)}
    return sorted(found, key=lambda row: (BOOKS.index(row[0]), order[row[:2]], row[2]))


def summary(shown: Shown) -> Iterator[str]:
    """Lines of a table: of each topic and book, how many clauses are shown out of those that are asked for."""
    clauses = [each for book in BOOKS for each in ledger(book).values()]
    asked = [each for each in clauses if each.how in ASKED]
    width = max(len(each.topic) for each in clauses) + 2
    yield f"{'topic':{width}}" + "".join(f"{book:>16}" for book in BOOKS)
    for topic in sorted({each.topic for each in asked}):
        yield _line(topic, width, [each for each in asked if each.topic == topic], shown)
    yield _line("all of these", width, asked, shown)
    yield _line("every clause", width, clauses, shown)


def _line(name: str, width: int, clauses: list[Clause], shown: Shown) -> str:
    of_book = Counter(each.book for each in clauses)
    had = Counter(each.book for each in clauses if (each.book, each.id) in shown)
    cells = [f"{had[book]}/{of_book[book]}" if of_book[book] else "-" for book in BOOKS]
    return f"{name:{width}}" + "".join(f"{cell:>16}" for cell in cells)


def whole_run(config: pytest.Config) -> bool:
    """Whether this run was asked for everything, and not for some file, word or mark."""
    option: Any = config.option
    return config.args_source == pytest.Config.ArgsSource.TESTPATHS and not (option.keyword or option.markexpr)
