"""What is read without pydantic is what pydantic would have read, and nothing that it would have refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ConfigDict, TypeAdapter, ValidationError

from cutcard.clauses import library
from cutcard.odds import cache, shipped
from cutcard.odds.answers import shipped_solution, super_bonus_units
from cutcard.odds.solution import Solution
from cutcard.rulebooks import BOOKS, book, line_reader, rules, source
from cutcard.rulebooks.book_reader import BookReader
from cutcard.typed_values import DoesNotFit, fitted

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 10**20, 1.0, 1.5, float("nan"), "", "1", "01", "1.0", "true", "none", "1/2", "3:2"),
    *([], [1], ["1"], [True], [[1]], [1, "1"], {}, {"a": 1}, {"1": "a"}, {"is": "x", "clause": "1.1"}),
)


def read_by_pydantic(annotation: Any, raw: Any) -> Any:
    try:
        adapter = TypeAdapter(annotation, config=ConfigDict(extra="forbid"))
    except Exception:  # a dataclass has its own settings
        adapter = TypeAdapter(annotation)
    return adapter.validate_json(json.dumps(raw), strict=True)


@pytest.fixture(scope="module")
def read() -> list[tuple[type, str, Any, Any]]:
    """Every value of every book: whose field it is, what stands in the file, and what was read."""
    found = []

    def noted(cls: type, name: str, raw: Any, clause: str) -> Any:
        value = book.coerce(cls, name, raw, clause)
        found.append((cls, name, raw, value))
        return value

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(line_reader, "coerce", noted)
        for name in BOOKS:
            written = source.source_at(library.books()[name].rules)
            reader = BookReader(file=written.file, raw=written.raw, faults=[], ledger=written.ledger)
            assert reader.book() is not None
    return found


def test_every_value_of_every_book_is_what_pydantic_reads(read: list[tuple[type, str, Any, Any]]) -> None:
    assert len(read) > 1000
    quick = 0
    for cls, name, raw, value in read:
        annotation = book.hints(cls)[name]
        if value is None:
            continue
        assert value == read_by_pydantic(annotation, raw), (cls, name, raw)
        quick += fitted(annotation, raw) == value
    assert quick > 0.99 * len(read)  # so that a book is read without loading pydantic


def test_what_pydantic_refuses_is_not_read(read: list[tuple[type, str, Any, Any]]) -> None:
    kinds = {str(book.hints(cls)[name]): book.hints(cls)[name] for cls, name, _, _ in read}
    fit = 0
    for annotation in kinds.values():
        for raw in ODD:
            try:
                value = fitted(annotation, raw)
            except DoesNotFit:
                continue
            fit += 1
            try:
                due = read_by_pydantic(annotation, raw)
            except ValidationError as error:
                pytest.fail(f"{annotation} took {raw!r}: {error}")
            assert (value, type(value)) == (due, type(due)), (annotation, raw)
    assert fit > 20


def test_a_shipped_solution_is_what_pydantic_reads() -> None:
    made = rules("melbourne-v26", "blackjack")
    found = shipped_solution(made, 8, 1000)
    assert found is not None
    raw = {"table": found.table, "whole": found.whole, "book": made.book, "game": made.game, "wager": 1000}
    key = cache.key(made, 8, super_bonus_units(made, 1000))
    due = TypeAdapter(Solution).validate_python({**shipped.answers(key)["solution"], **raw})
    assert found == due
    assert type(found.ev) is float
