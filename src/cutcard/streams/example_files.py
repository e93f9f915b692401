"""Example files that come with the package for each book; for a book of one's own, that of the book it is like."""

from __future__ import annotations

import re
from pathlib import Path

from cutcard.errors import CutcardError, UnknownName
from cutcard.rulebooks import BOOKS, load


def names_example(name: str) -> bool:
    """Whether this is the name of a book, whose example is meant, and not of a file; raises if it is neither."""
    try:
        is_file = name.endswith(".toml") or Path(name).exists()
    except (OSError, ValueError):  # no file can have this name
        is_file = False
    if not is_file and name not in BOOKS:
        raise UnknownName.of("file or book called", name[:60], BOOKS)
    return not is_file


def example_text(folder: Path, book: str) -> str:
    """The example for a book, with the names of a book of one's own put in; raises where there is none."""
    games = load(book).games
    based_on = next((game.based_on for game in games.values() if game.based_on), "")
    base = based_on.partition("/")[0] or book
    file = folder / f"{base}.toml"
    if not file.is_file():
        raise CutcardError(f"the package has no example for {book}")
    text = file.read_text(encoding="utf-8")
    if base == book:
        return text
    text = _with(_with(text, "book", f'"{book}"'), "game", f'"{next(iter(games))}"')
    decks = load(book).rules(next(iter(games))).cards.decks
    return _with(text, "decks", str(decks[-1]))


def _with(text: str, key: str, value: str) -> str:
    """A file with another value in the first line of this key, where it has one."""
    return re.sub(rf"^({key}\s*= ).*$", lambda found: f"{found[1]}{value}", text, count=1, flags=re.MULTILINE)
