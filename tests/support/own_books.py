"""Rulebooks of one's own for tests, each under a name of its own, since a process reads a file once."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cutcard.clauses import library

_NUMBERS = itertools.count(1)
PEEKED = 'like = "melbourne-v26/blackjack"\ndealer.hole_card = "peeked"\n'


@contextmanager
def own_book(folder: Path, rules: str, game: str = "blackjack") -> Iterator[str]:
    """A book with one game of these lines, known to this process for as long as it is asked for; its name."""
    name = f"own{os.getpid()}-{next(_NUMBERS)}"
    with named_book(folder, name, f"[games.{game}]\n{rules}"):
        yield name


@contextmanager
def named_book(folder: Path, name: str, text: str) -> Iterator[None]:
    """A book by its name, which nothing else in this process has, known for as long as it is asked for."""
    file = folder / f"{name}.toml"
    file.write_text(text, encoding="utf-8")
    with books_restored():
        library.add(file)
        yield


@contextmanager
def books_restored() -> Iterator[None]:
    """What is made known of rulebooks meanwhile is unknown again afterwards, also to processes started then."""
    books, named = library.books(), os.environ.get(library.FOLDERS)
    known = dict(books)
    try:
        yield
    finally:
        os.environ.pop(library.FOLDERS, None)
        if named is not None:
            os.environ[library.FOLDERS] = named
        books.clear()
        books.update(known)  # at once: the library would fill empty ones anew
