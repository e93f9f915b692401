"""A table of a rulebook of your own, whose file has changed or gone since the table was opened.

What was dealt stays as it was, by the book that the store has kept, and so does the round that is under way. Another
round does not begin: nobody would know by which of the two books.
"""

from __future__ import annotations

from cutcard.clauses.library import name_of
from cutcard.engine import Refusal
from cutcard.rulebooks import BOOKS, is_current
from cutcard.table.state import TableState


def rulebook_refused(state: TableState) -> Refusal | None:
    """Why no round begins at the table by its book; None where it is known here and says the same as then."""
    book = state.rules.book
    if is_current(book):
        return None
    code = "rulebook-changed" if name_of(book) in BOOKS else "rulebook-missing"
    return Refusal(code, None, {"book": name_of(book)})
