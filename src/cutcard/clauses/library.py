"""Where the rulebooks are: a TOML file each, with the ledger of its clauses in a CSV file of the same name.

A book is found because its files are there. The package has its own; folders named in the environment variable
CUTCARD_RULEBOOKS, separated as in PATH, may hold more, each book with both files side by side.

>>> list(find())
['sydney-v15', 'sydney-earlier', 'canberra-2006', 'canberra-2003', 'melbourne-v26']
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

FOLDERS = "CUTCARD_RULEBOOKS"
_LEDGERS = Path(__file__).parent
_RULES = _LEDGERS.parent / "rulebooks"


class BookFiles(NamedTuple):
    """The files of one book; one without a ledger of its own may name another book's in its document table."""

    rules: Path
    ledger: Path | None


@cache
def books() -> dict[str, BookFiles]:
    """The books of the package, and those in the folders of the environment."""
    return find(Path(folder) for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder)


def find(folders: Iterable[Path] = ()) -> dict[str, BookFiles]:
    """The books of the package in their order, then those in these folders by name.

    A file with the name of a book that was found before is passed over: nobody replaces a book of the package.
    """
    found = {path.stem: (path, _LEDGERS / f"{path.stem}.csv") for path in _RULES.glob("*.toml")}
    found = dict(sorted(found.items(), key=lambda book: _document(book[1][0]).get("order", 0)))
    for folder in folders:
        for path in sorted(folder.glob("*.toml")):
            found.setdefault(path.stem, (path, path.with_suffix(".csv")))
    return {name: BookFiles(rules, _ledger(name, found)) for name, (rules, _) in found.items()}


def _ledger(name: str, found: dict[str, tuple[Path, Path]]) -> Path | None:
    rules, ledger = found[name]
    if ledger.is_file():
        return ledger
    cited = _document(rules).get("ledger")
    return _ledger(cited, found) if cited in found and cited != name else None


def _document(path: Path) -> dict[str, Any]:
    """A rulebook's document table, which stands before its games; the loader reports what is wrong with it."""
    try:
        head = tomllib.loads(path.read_text(encoding="utf-8").partition("\n[games")[0])
    except (OSError, ValueError):
        return {}
    document = head.get("document")
    return document if isinstance(document, dict) else {}
