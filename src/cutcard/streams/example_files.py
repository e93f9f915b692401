"""Example files that come with the package for each book; for a book of your own, that of the book it is like."""

from __future__ import annotations

import re
from pathlib import Path

from cutcard.clauses.library import only_book
from cutcard.errors import CutcardError, UnknownName, listed
from cutcard.rulebooks import BOOKS, load
from cutcard.toml_text import read_toml


def example_book(name: str) -> str | None:
    """The book whose example is meant: by its name, or by the path of its file, which is then known by its name.

    None where it is a file of another kind; raises if it is neither.
    """
    try:
        is_file = name.endswith(".toml") or Path(name).exists()
    except (OSError, ValueError):  # no file can have this name
        is_file = False
    if is_file:
        return only_book(name) if _is_rulebook(Path(name)) else None
    if name not in BOOKS:
        raise UnknownName.of("file or book called", name[:60], BOOKS)
    return name


def _is_rulebook(path: Path) -> bool:
    """Whether a file has games of its own, as a rulebook does, or is a folder, where no other file can be meant."""
    try:
        return path.is_dir() or isinstance(read_toml(path.read_text(encoding="utf-8")).get("games"), dict)
    except (OSError, ValueError):  # the reader of the file says what is wrong with it
        return False


def example_text(folder: Path, book: str) -> str:
    """The example for a book, with the names of a book of your own put in; raises where there is none."""
    games = load(book).games
    based_on = next((game.based_on for game in games.values() if game.based_on), "")
    base = based_on.partition("/")[0] or book
    file = folder / f"{base}.toml"
    if not file.is_file():
        like = f", which is like {based_on}" if based_on else ""
        there = listed(sorted(one.stem for one in folder.glob("*.toml")))
        raise CutcardError(f"the package has no example for {book}{like}; it has some for {there}")
    text = file.read_text(encoding="utf-8")
    if base == book:
        return text
    text = _with(_with(text, "book", f'"{book}"'), "game", f'"{next(iter(games))}"')
    decks = load(book).rules(next(iter(games))).cards.decks
    return _with(text, "decks", str(decks[-1]))


def _with(text: str, key: str, value: str) -> str:
    """A file with another value in the first line of this key, where it has one."""
    return re.sub(rf"^({key}\s*= ).*$", lambda found: f"{found[1]}{value}", text, count=1, flags=re.MULTILINE)
