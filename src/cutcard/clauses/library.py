"""Where the rulebooks are: a TOML file each, with the ledger of its clauses in a CSV file of the same name.

A book is found because its files are there. The package has its own; folders and files named in the environment
variable CUTCARD_RULEBOOKS, separated as in PATH, may hold more, each with a ledger beside it or without one. `add`
makes a file or folder known that somebody names on the command line or in the settings of a service. Nothing that
comes over the network gets here: a client names a book by its id alone.

>>> list(find())
['sydney-v15', 'sydney-earlier', 'canberra-2006', 'canberra-2003', 'melbourne-v26']
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, overload

from cutcard.errors import CutcardError, listed
from cutcard.toml_text import read_toml

FOLDERS = "CUTCARD_RULEBOOKS"
AT = "@"  # in the id of a book that was kept: between its name and the digest of what it says
BYTES_MOST = 4_000_000  # of a file of your own
NAME_MOST = 30  # letters of a book's name
_LEDGERS = Path(__file__).parent
_RULES = _LEDGERS.parent / "rulebooks"
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class BookFiles(NamedTuple):
    """The files of one book; one without a ledger of its own may name another book's in its document table."""

    rules: Path
    ledger: Path | None
    document: Mapping[str, Any]  # its document table, not yet checked
    own: bool = False  # whether it is somebody's own, and not of the package

    @property
    def roles(self) -> tuple[str, ...]:
        """The staff of its tables, lowest first, without reading the whole book."""
        roles = self.document.get("roles")
        return tuple(map(str, roles)) if isinstance(roles, list) else ()


_known: dict[str, BookFiles] = {}  # filled when it is first asked for


def books() -> dict[str, BookFiles]:
    """The books of the package, those of the environment, and those that were added."""
    if not _known:
        _known.update(find(Path(name) for name in os.environ.get(FOLDERS, "").split(os.pathsep) if name))
    return _known


def add(path: str | os.PathLike[str]) -> tuple[str, ...]:
    """Make the book of a file known, or all books of a folder, to this process and those that it starts; their ids.

    Raises `CutcardError` where there is none, or where one has the name of another book.
    """
    where = Path(path).expanduser().resolve()
    files = [*_files(where)]
    if not files:
        reason = "is a folder without any TOML file" if where.is_dir() else "is not a TOML file"
        raise CutcardError(f"{path} {reason if where.exists() else 'does not exist'}, so there is no rulebook in it")
    for file in files:
        refuse_name(file.stem)
        other = books().get(file.stem)
        if other is not None and other.rules.resolve() != file:
            which = f"in {other.rules.parent}" if other.own else "of the package"
            raise CutcardError(f"{file.name} has the name of another book, the one {which}: give the file another name")
    for file in files:
        if file.stem not in books():
            _known[file.stem] = _own(file, books())
    named = os.environ.get(FOLDERS, "").split(os.pathsep)
    if str(where) not in named:
        os.environ[FOLDERS] = os.pathsep.join([*filter(None, named), str(where)])
    return tuple(file.stem for file in files)


def is_own(book_id: str) -> bool:
    """Whether a book is somebody's own, known here or kept, and not of the package."""
    files = books().get(book_id)
    return files.own if files is not None else AT in book_id


def name_of(book_id: str) -> str:
    """The name of a book, also of one that was kept.

    >>> name_of("home@4fa1"), name_of("sydney-v15")
    ('home', 'sydney-v15')
    """
    return book_id.partition(AT)[0]


def refuse_name(stem: str) -> None:
    """Refuse a name that could be confused with other parts of an address, an account or a stored line."""
    if not _ID.fullmatch(stem) or len(stem) > NAME_MOST:
        raise CutcardError(
            f"a book's file is named in up to {NAME_MOST} small letters, digits and hyphens, such as home.toml, "
            f"not {stem!r:.60}"
        )


def find(places: Iterable[Path] = ()) -> dict[str, BookFiles]:
    """The books of the package in their order, then those in these folders and files by name.

    A file with the name of a book that was found before is passed over: nobody replaces a book of the package.
    """
    package = [BookFiles(path, _LEDGERS / f"{path.stem}.csv", _document(path)) for path in _RULES.glob("*.toml")]
    found = {book.rules.stem: book for book in sorted(package, key=lambda book: book.document.get("order", 0))}
    for place in places:
        for path in _files(place):
            found.setdefault(path.stem, _own(path, found))
    return found


def _files(place: Path) -> Iterator[Path]:
    if place.is_dir():
        yield from sorted(path for path in place.glob("*.toml") if path.is_file())
    elif place.suffix == ".toml" and place.is_file():
        yield place


def _own(path: Path, found: Mapping[str, BookFiles]) -> BookFiles:
    beside, document = path.with_suffix(".csv"), _document(path)
    cited = found.get(str(document.get("ledger")))
    return BookFiles(path, beside if beside.is_file() else cited.ledger if cited else None, document, own=True)


def _document(path: Path) -> dict[str, Any]:
    """A rulebook's document table, which stands before its games; the loader reports what is wrong with it."""
    try:
        head = read_toml(text_of(path).partition("\n[games")[0])
    except (OSError, ValueError):
        return {}
    document = head.get("document")
    return document if isinstance(document, dict) else {}


def text_of(path: Path) -> str:
    """The text of a book's file, up to a limit; raises OSError or ValueError."""
    with path.open("rb") as file:
        content = file.read(BYTES_MOST + 1)
    if len(content) > BYTES_MOST:
        raise ValueError(f"a rulebook has at most {BYTES_MOST:,} bytes")
    return content.decode("utf-8")


def only_book(path: str) -> str:
    """The id of the one book at a path, which is made known; a folder of several is refused in one sentence."""
    found = add(path)
    if len(found) > 1:
        raise CutcardError(f"{path} holds the books {listed(found)}: name the file of one of them")
    return found[0]


class BookIds(Sequence[str]):
    """The ids of all books that are known at the moment, in the order in which they are listed."""

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[str, ...]: ...
    def __getitem__(self, at: int | slice) -> str | tuple[str, ...]:
        return tuple(books())[at]

    def __len__(self) -> int:
        return len(books())

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(books()))

    def __contains__(self, book: object) -> bool:
        return isinstance(book, str) and book in books()

    def __repr__(self) -> str:
        return repr(tuple(books()))
