"""A rulebook's file with everything that it takes over from elsewhere, and the ledger that its clauses are in.

A book of your own can be kept as text, complete in itself, under an id that says what is in it: `home@` and a digest.
What was dealt by such a book names that id, and can be read by it when the file has long changed.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from cutcard import clauses
from cutcard.clauses import Clause
from cutcard.clauses.library import AT, books, text_of
from cutcard.errors import CutcardError, UnknownName
from cutcard.rulebooks.inheritance import Raw, completed
from cutcard.rulebooks.line_reader import Fault, RulebookError
from cutcard.rulebooks.words import meaning_of
from cutcard.toml_text import read_toml

DIGITS = 32


class Source(NamedTuple):
    """One book as it is written. `checked`: a clause that is not in the ledger is a fault."""

    file: str
    raw: Raw
    ledger: Mapping[str, Clause]
    checked: bool = True
    faults: tuple[Fault, ...] = ()

    @property
    def name(self) -> str:
        """The book's id as its file gives it."""
        document = self.raw.get("document")
        return str(document.get("id")) if isinstance(document, dict) else ""

    def text(self) -> str:
        """All of it as one line of text, the same for files that differ in comments and layout only."""
        rows = [[each.id, each.topic, each.how, each.says] for each in self.ledger.values()]
        return json.dumps(
            {"rules": self.raw, "ledger": rows}, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str
        )


def source_at(path: Path) -> Source:
    """A file with what it takes over; raises `RulebookError` where it is not TOML."""
    raw = _toml(path)
    given = raw.get("document")
    document: Raw = given if isinstance(given, dict) else {}
    try:
        ledger = _ledger(path, document)
        fault = None
    except UnknownName:
        cited = document.get("ledger")
        ledger, fault = {}, f"there is no ledger of clauses for {cited!r}"
    except CutcardError as error:
        ledger, fault = {}, str(error)
    where = "document.ledger" if "ledger" in document else "document.id"
    faults = () if fault is None else (Fault(file=path.name, path=where, reason=fault),)
    loose = ledger is None
    whole = completed(raw, path.stem, loose)
    inherited = _inherited(whole)
    if ledger is None:
        return Source(path.name, whole, _as_cited(path.stem, whole, inherited), False, faults)
    return Source(path.name, whole, {**inherited, **ledger}, fault is None, faults)


def kept_source(text: str) -> Source:
    """The book that was kept as this text; raises ValueError where it is not such a text."""
    try:
        written = json.loads(text)
        raw, rows = written["rules"], written["ledger"]
        name = raw["document"]["id"]
        ledger = {row[0]: Clause(book=name, id=row[0], topic=row[1], how=row[2], says=row[3]) for row in rows}
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise ValueError("this is not a rulebook that was kept") from error
    return Source(f"{name}.toml", raw, ledger, checked=False)


def pinned_id(text: str) -> str:
    """The id of a book that is kept as this text."""
    digest = sha256(text.encode()).hexdigest()[:DIGITS]
    return f"{kept_source(text).name}{AT}{digest}"


def _toml(path: Path) -> Raw:
    try:
        return read_toml(text_of(path))
    except OSError as error:
        reason = error.strerror or "it cannot be read"
    except UnicodeDecodeError:
        reason = "this is not TOML: it is not text in UTF-8"
    except tomllib.TOMLDecodeError as error:  # it says the line and the column
        reason = f"this is not TOML: {error}"
    except ValueError as error:  # it is longer than a rulebook may be
        reason = str(error)
    raise RulebookError([Fault(file=path.name, path="", reason=reason)])


def _ledger(path: Path, document: Raw) -> Mapping[str, Clause] | None:
    """The ledger beside the file or the one that it names; None where it has none, and clauses are what it says."""
    beside, cited = path.with_suffix(".csv"), document.get("ledger", document.get("id"))
    if beside.is_file():
        return clauses.read_ledger(str(cited), beside)
    known = books().get(cited) if isinstance(cited, str) else None
    if known is None and "ledger" not in document:
        return None
    if known is None or known.ledger is None:
        raise UnknownName.of("ledger of clauses for", cited, clauses.BOOKS)
    if known.own and "ledger" not in document:
        return None
    return clauses.read_ledger(str(cited), known.ledger)


def _inherited(whole: Raw) -> dict[str, Clause]:
    """The clauses of the package's books that a file cites because it takes over a game."""
    games = whole.get("games")
    bases = (
        [game.get("based_on") for game in games.values() if isinstance(game, dict)] if isinstance(games, dict) else []
    )
    cited = frozenset(_texts(whole)) if any(bases) else frozenset()
    found: dict[str, Clause] = {}
    for book in dict.fromkeys(str(base).partition("/")[0] for base in bases if base):
        found = {each.id: each for each in clauses.ledger(book).values() if each.id in cited} | found
    return found


def _as_cited(book: str, whole: Raw, inherited: Mapping[str, Clause]) -> dict[str, Clause]:
    """A ledger of what a file without one cites: what its lines mean, or what the book says that it is like."""
    found = dict(inherited)
    for path, cited in _cited(whole.get("games"), 1):
        if cited not in found:
            topic = path.partition(".")[0]
            found[cited] = Clause(book=book, id=cited, topic=topic, how="configure", says=meaning_of(path))
    for path, cited in [*_cited(whole.get("side_bets"), 0), *_cited(whole.get("table"), 0), *_cited(whole, 0)]:
        if cited not in found:
            says = meaning_of(f"side_bets.{path}")
            found[cited] = Clause(book=book, id=cited, topic=path.partition(".")[0], how="configure", says=says)
    return found


def _cited(raw: Any, names: int, path: str = "") -> Iterator[tuple[str, str]]:
    """Every clause that lines cite, with the path of the line after this many names."""
    if isinstance(raw, dict):
        clause = raw.get("clause")
        if isinstance(clause, str):
            yield path, clause
        for name, value in raw.items():
            inner = "" if names else f"{path}.{name}" if path else name
            if name in ("loses", "loses_later", "loses_undealt", "placed", "tells_clause", "told_clause"):
                yield inner, str(value)
            elif name in ("settles", "clauses") and isinstance(value, dict):
                yield from ((inner, text) for text in _texts(value) if text != "none")
            else:
                yield from _cited(value, max(names - 1, 0), inner)
    elif isinstance(raw, list):
        for value in raw:
            yield from _cited(value, names, path)


def _texts(raw: Any) -> Iterator[str]:
    """Every text in what a file says."""
    if isinstance(raw, str):
        yield raw
    elif isinstance(raw, Mapping):
        for value in raw.values():
            yield from _texts(value)
    elif isinstance(raw, list):
        for value in raw:
            yield from _texts(value)
