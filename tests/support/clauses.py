"""Tests say which clauses they show, `@clause("sydney-v15", "12.6.2")`, and which they find only written down.

The mark for those is `@recorded`. A clause that is not in the ledger stops the collection of the test that cites it.
The rest of the bookkeeping, for the table at the end of a run and for the list that the package ships, is here too.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from cutcard.clauses import BOOKS, Clause, ledger
from cutcard.errors import nearest

ASKED = ("enforce", "choose")  # what a program has to do itself, and so what tests are asked to show

SHOWN, RECORDED = MARKS = ("clause", "recorded")  # pytest's names for the two marks

WHOLE = "whole_run"  # the name under which workers are told of it

Cited = set[tuple[str, str]]  # a book and the id of one of its clauses


def clause(book: str, *ids: str) -> pytest.MarkDecorator:
    """Mark a test with the clauses of a book that it shows: it fails if the program stops doing what they say."""
    return _mark(SHOWN, book, ids)


def recorded(book: str, *ids: str) -> pytest.MarkDecorator:
    """Mark a test with clauses that are only written down: by a value, a name, a view or code that nothing calls."""
    return _mark(RECORDED, book, ids)


def _mark(name: str, book: str, ids: Iterable[str]) -> pytest.MarkDecorator:
    wrong = fault(book, ids)
    if wrong:
        raise pytest.Collector.CollectError(wrong)
    mark: pytest.MarkDecorator = getattr(pytest.mark, name)
    return mark(book, *ids)


def fault(book: str, ids: Iterable[str]) -> str:
    """What is wrong with a citation, or nothing."""
    if book not in BOOKS:
        return f"a test cites the unknown book {book!r}{nearest(book, BOOKS)}"
    unknown = [each for each in ids if each not in ledger(book)]
    return f"a test cites clauses that {book} does not have: {', '.join(map(repr, unknown))}" if unknown else ""


def cited(item: pytest.Item) -> Iterator[tuple[str, str, str]]:
    """The clauses that a test cites, each with the mark and the book."""
    for name in MARKS:
        for mark in item.iter_markers(name):
            book, *ids = mark.args
            yield from ((name, book, each) for each in ids)


def rows(items: Iterable[pytest.Item]) -> list[tuple[str, str, str, str]]:
    """Book, clause, "shown" or "recorded", and test for everything that is cited, in the order of the ledgers."""
    order = {(book, each): at for book in BOOKS for at, each in enumerate(ledger(book))}
    found = {
        (book, each, "shown" if mark == SHOWN else mark, item.nodeid.partition("[")[0])
        for item in items
        for mark, book, each in cited(item)
    }
    return sorted(found, key=lambda row: (BOOKS.index(row[0]), order[row[:2]], row[2] != "shown", row[3]))


def summary(shown: Cited, recorded: Cited) -> Iterator[str]:
    """Lines of a table: of each topic and book, how many clauses are shown of all, and how many more are recorded."""
    clauses = [each for book in BOOKS for each in ledger(book).values()]
    asked = [each for each in clauses if each.how in ASKED]
    width = max(len(each.topic) for each in clauses) + 2
    yield f"{'topic':{width}}" + "".join(f"{book:>20}" for book in BOOKS)
    yield " " * width + f"{'shown':>11}{'recorded':>9}" * len(BOOKS)
    lines = {topic: [each for each in asked if each.topic == topic] for topic in sorted({each.topic for each in asked})}
    for name, some in {**lines, "all of these": asked, "every clause": clauses}.items():
        yield _line(name, width, some, shown, recorded - shown)


def _line(name: str, width: int, clauses: list[Clause], shown: Cited, recorded: Cited) -> str:
    of_book = Counter(each.book for each in clauses)
    had, noted = (Counter(each.book for each in clauses if (each.book, each.id) in some) for some in (shown, recorded))
    cells = [(f"{had[book]}/{of_book[book]}", str(noted[book])) if of_book[book] else ("-", "-") for book in BOOKS]
    return f"{name:{width}}" + "".join(f"{one:>11}{other:>9}" for one, other in cells)


def listed(items: Iterable[pytest.Item]) -> str:
    """The list in the package, as these tests would have it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("book", "clause", "mark", "test"))
    writer.writerows(rows(items))
    return text.getvalue()


def whole_run(config: pytest.Config) -> bool:
    """Whether this run was asked for everything, and not for some file, word or mark, or what failed last.

    A worker has it from the process that gives out the tests, which alone knows what was asked for.
    """
    given: dict[str, Any] = getattr(config, "workerinput", {})
    if WHOLE in given:
        return bool(given[WHOLE])
    option: Any = config.option
    narrowed = option.keyword or option.markexpr or getattr(option, "lf", False)  # which a run without a cache lacks
    return config.args_source == pytest.Config.ArgsSource.TESTPATHS and not narrowed
