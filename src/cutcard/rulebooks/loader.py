"""Books by their ids: those of the package, those of your own, and those that a store has kept.

A book of your own is known here as its file was when it was first asked for. What is stored names it with what is in
it (`pinned`), so that a file that changes, or goes, changes nothing that was dealt by it.
"""

from __future__ import annotations

import dataclasses
from functools import cache
from pathlib import Path

from cutcard import clauses
from cutcard.clauses.library import AT, books, name_of, refuse_name
from cutcard.errors import CutcardError, UnknownName
from cutcard.rulebooks.book import Rulebook
from cutcard.rulebooks.book_reader import BookReader
from cutcard.rulebooks.line_reader import Fault, RulebookError
from cutcard.rulebooks.source import Source, kept_source, pinned_id, source_at

BOOKS = clauses.BOOKS
_kept: dict[str, str] = {}  # books of your own as text, by the id that says what is in them
_pinned: dict[str, str] = {}  # by the name of a book of your own: that id, as this process has read the file


@cache
def load(book_id: str) -> Rulebook:
    """A book by its id: one of the package, one of your own that is known here, or one as it was kept."""
    if AT in book_id:
        return _load_kept(book_id)
    if book_id not in BOOKS:
        raise UnknownName.of("rulebook", book_id, BOOKS)
    files = books()[book_id]
    if files.own:
        _refuse_name(files.rules)
    source = source_at(files.rules)
    book = _read(source)
    if book.id != book_id:
        reason = f"a book has the name of its file, {book_id!r}, and not {book.id!r}"
        raise RulebookError([Fault(file=files.rules.name, path="document.id", reason=reason)])
    if files.own:
        _pinned[book_id] = keep(source.text())
        clauses.give_ledger(book_id, source.ledger)
    return book


def pinned(book_id: str) -> str:
    """The id by which something that is stored names a book: for one of your own, with what is in it now.

    >>> pinned("sydney-v15")
    'sydney-v15'
    """
    if AT in book_id and is_current(book_id):
        return book_id
    if book_id not in BOOKS:
        raise UnknownName.of("rulebook", book_id, BOOKS)
    load(book_id)
    return _pinned.get(book_id, book_id)


def is_current(book_id: str) -> bool:
    """Whether a book that something stored names is known here and says the same as then."""
    name = name_of(book_id)
    if name not in BOOKS:
        return False
    try:
        return pinned(name) == book_id
    except CutcardError:  # its file has faults now
        return False


def is_known(book_id: str) -> bool:
    """Whether there is such a book here, or one was kept."""
    return book_id in BOOKS or book_id in _kept or is_current(book_id)


def keep(text: str) -> str:
    """Make a book known that was kept as text; its id. Raises ValueError where that is not such a text."""
    book_id = pinned_id(text)
    _kept.setdefault(book_id, text)
    return book_id


def kept_text(book_id: str) -> str:
    """A book of your own as text, by the id that says what is in it."""
    if book_id not in _kept and name_of(book_id) in BOOKS:
        load(name_of(book_id))  # which keeps it as it is now
    if book_id not in _kept:
        raise UnknownName(f"no book is kept as {book_id!r:.80}")
    return _kept[book_id]


def _load_kept(book_id: str) -> Rulebook:
    source = kept_source(kept_text(book_id))
    clauses.give_ledger(book_id, source.ledger)
    return dataclasses.replace(_read(source), id=book_id)


def read(path: str | Path) -> Rulebook:
    """A rulebook from a file of your own.

    Its clauses are those of the CSV file of the same name beside it. Without one, `ledger` in the document table names
    the book whose clauses it cites; with neither, clauses are whatever the file says.
    """
    return _read(source_at(Path(path)))


def check(path: str | Path) -> tuple[Fault, ...]:
    """Every fault of a file, its name's included."""
    try:
        _refuse_name(Path(path))
        named: tuple[Fault, ...] = ()
    except RulebookError as error:
        named = error.faults
    try:
        read(path)
    except RulebookError as error:
        return (*named, *error.faults)
    return named


def _refuse_name(path: Path) -> None:
    try:
        refuse_name(path.stem)
    except CutcardError as error:
        raise RulebookError([Fault(file=path.name, path="", reason=error.message)]) from None


def _read(source: Source) -> Rulebook:
    reader = BookReader(
        file=source.file,
        raw=source.raw,
        faults=list(source.faults),
        ledger=source.ledger if source.checked else None,
    )
    book = reader.book()
    if book is None:
        raise RulebookError(reader.faults)
    return book
