"""The book by which a link, a tournament or a promotion is held, or a player is registered.

A book of your own is named in what is stored with what is in it, as for tables, and the store keeps it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from cutcard.clauses.library import AT, is_own, name_of
from cutcard.refusals import Refusal
from cutcard.rulebooks import is_known, load, pinned
from cutcard.rulebooks.procedures import Procedures

Held = Literal["links", "tournaments", "promotions", "players"]
# What a book of your own needs for each, in the words of its file.
SECTIONS: Mapping[Held, tuple[str, ...]] = {
    "links": ("[link_commands]",),
    "tournaments": ("[table.tournaments]", "[tournament_commands]"),
    "promotions": ("[table.promotions]", "[promotion_commands]"),
    "players": ("[player_commands]",),
}


def own_book_refused(book: str, kind: Held) -> Refusal | None:
    """Refuse a book that is not known here, or one of your own that lacks what this is held by."""
    if not is_known(book):
        return Refusal("no-such-rulebook", None, {"book": book})
    if not is_own(book):
        return None
    procedures = load(book).procedures
    given = _given(procedures, kind) if procedures is not None else (False,) * len(SECTIONS[kind])
    lacking = tuple(section for section, there in zip(SECTIONS[kind], given, strict=True) if not there)
    if not lacking:
        return None
    facts = {"book": name_of(book), "what": kind, "sections": lacking}
    return Refusal("own-book-without-section", None, facts)


def _given(procedures: Procedures, kind: Held) -> tuple[bool, ...]:
    """Whether a book has each of the sections."""
    if kind == "links":
        return (bool(procedures.link_commands),)
    if kind == "players":
        return (bool(procedures.player_commands),)
    if kind == "tournaments":
        return procedures.tournaments is not None, bool(procedures.tournament_commands)
    return procedures.promotions is not None, bool(procedures.promotion_commands)


def stored_book(book: str) -> str:
    """The id by which what is held now names its book.

    >>> stored_book("sydney-v15"), stored_book("home@4fa1")
    ('sydney-v15', 'home@4fa1')
    """
    return book if AT in book else pinned(book)


def as_stored(book: str, stored: str) -> str:
    """A book as somebody names it again: by the id in what is stored, where that is the same book.

    >>> as_stored("home", "home@4fa1"), as_stored("sydney-v15", "home@4fa1")
    ('home@4fa1', 'sydney-v15')
    """
    return stored if book == name_of(stored) else book
