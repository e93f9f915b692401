"""The form that opens a table, filled in: what of it becomes the command."""

from __future__ import annotations

from support.clauses import clause

from cutcard.service.caller import Caller
from cutcard.service.staff.opening import form_for, opening, question_of

NOW = 1_800_000_000_000


def filled(book: str, **more: str) -> dict[str, str]:
    """The form as it is shown, with some of it changed."""
    question = question_of([book], book, "blackjack", "", ())
    shown = form_for(Caller("root", "administrator"), [book], question)
    return {field.name: field.value for field in shown.table} | {"table": "T1"} | more


@clause("canberra-2006", "15.1")
def test_the_end_of_gaming_is_asked_for_where_the_document_has_hours() -> None:
    book = "canberra-2006"
    question = question_of([book], book, "blackjack", "", ())
    assert opening(question, filled(book), NOW).gaming_ends == 0
    assert opening(question, filled(book, gaming_ends_h="6"), NOW).gaming_ends == NOW + 6 * 3_600_000
    assert "gaming_ends_h" not in filled("sydney-v15")
