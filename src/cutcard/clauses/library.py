"""Where the rulebooks are: a TOML file each, with the ledger of its clauses in a CSV file of the same name.

A book is found because its files are there. The package has its own; folders named in the environment variable
CUTCARD_RULEBOOKS, separated as in PATH, may hold more, each book with both files side by side.

>>> list(find())
['sydney-v15', 'sydney-earlier', 'canberra-2006', 'canberra-2003', 'melbourne-v26']
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
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
    document: Mapping[str, Any]  # its document table, not yet checked

    @property
    def roles(self) -> tuple[str, ...]:
        """The staff of its tables, lowest first, without reading the whole book."""
        roles = self.document.get("roles")
        return tuple(map(str, roles)) if isinstance(roles, list) else ()


@cache
def books() -> dict[str, BookFiles]:
    """The books of the package, and those in the folders of the environment."""
    return find(Path(folder) for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder)


def find(folders: Iterable[Path] = ()) -> dict[str, BookFiles]:
    """The books of the package in their order, then those in these folders by name.

    A file with the name of a book that was found before is passed over: nobody replaces a book of the package.
    """
    own = [BookFiles(path, _LEDGERS / f"{path.stem}.csv", _document(path)) for path in _RULES.glob("*.toml")]
    found = {book.rules.stem: book for book in sorted(own, key=lambda book: book.document.get("order", 0))}
    for folder in folders:
        for path in sorted(folder.glob("*.toml")):
            beside, document = path.with_suffix(".csv"), _document(path)
            cited = found.get(str(document.get("ledger")))
            ledger = beside if beside.is_file() else cited.ledger if cited else None
            found.setdefault(path.stem, BookFiles(path, ledger, document))
    return found


def _document(path: Path) -> dict[str, Any]:
    """A rulebook's document table, which stands before its games; the loader reports what is wrong with it."""
    try:
        head = tomllib.loads(path.read_text(encoding="utf-8").partition("\n[games")[0])
    except (OSError, ValueError):
        return {}
    document = head.get("document")
    return document if isinstance(document, dict) else {}
