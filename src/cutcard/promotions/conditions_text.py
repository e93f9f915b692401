"""Conditions of a promotion as people read them: sections of plain sentences, each with the clause that asks for it."""

from __future__ import annotations

from collections.abc import Iterator

from cutcard.promotions.conditions import PromotionConditions, conditions_digest
from cutcard.promotions.conditions_items import ITEMS, PRIZES, PROMOTION, WINNERS, details_of
from cutcard.rulebooks import load, procedures_of
from cutcard.streams.conditions_document import (
    TermsLine,
    TermsSection,
    document_as_html,
    sections_of,
)

BESIDE = {"alternative": "alternative", "disbursement": "paid_by"}  # items that only one edition wants stated
RIGHTS, OTHER = "Disputes", "Other conditions"


def conditions_document(conditions: PromotionConditions) -> tuple[TermsSection, ...]:
    """The whole conditions: what their fields say, what the house states, and what holds by the document itself."""
    return sections_of(_lines(conditions), dict.fromkeys([*(one.section for one in ITEMS.values()), RIGHTS, OTHER]))


def _lines(conditions: PromotionConditions) -> Iterator[tuple[str, TermsLine]]:
    procedures = procedures_of(conditions.book)
    document = procedures.promotions
    assert document is not None
    rules = f"The promotion is held under the document “{load(conditions.book).title}”."
    yield PROMOTION, TermsLine("rules", rules, procedures.promotion_commands["announce-promotion"].clause)
    for item, one in ITEMS.items():
        clause = document.items.get(item) or procedures.clauses.get(f"promotions.{BESIDE.get(item)}", "")
        for text in one.says(conditions):
            yield one.section, TermsLine(item, text, clause)
        if item in conditions.statements:
            yield one.section, TermsLine(item, conditions.statements[item], clause)
    for prize in conditions.prizes:
        for field, text in details_of(prize):
            yield PRIZES, TermsLine(f"prizes.{field}", text, document.details[prize.kind][field])
    if conditions.largest > document.scrutineer_over:
        clause = procedures.clauses["promotions.scrutineer_over"]
        yield WINNERS, TermsLine("scrutineer", "A scrutineer oversees the draw.", clause)
    right = f"The decision of the casino is final; anybody who is not satisfied may complain to {document.complaints}."
    yield RIGHTS, TermsLine("complaints", right, procedures.clauses["promotions.complaints"])
    for name, text in conditions.statements.items():
        if name not in ITEMS:
            yield OTHER, TermsLine(name, text, "")


def conditions_as_html(conditions: PromotionConditions) -> str:
    """The conditions as a page of their own, to be printed and handed out."""
    return document_as_html(conditions.title, conditions_document(conditions), conditions_digest(conditions))
