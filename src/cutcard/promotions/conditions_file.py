"""Conditions of a promotion in a TOML file: every fault of the file, and of the conditions in it, is reported at once.

Keys are the names of the fields of `PromotionConditions`, written as `streams/record_file.py` says. Rules for entries
stand under `[[entry_rules]]`, prizes under `[[prizes]]` with their details in tables of their own, as
`[prizes.vehicle]`, and statements under `[statements]` by the names of their items.
"""

from __future__ import annotations

from pathlib import Path

from cutcard.promotions.conditions import PromotionConditions
from cutcard.promotions.conditions_checks import conditions_faults
from cutcard.streams import example_files
from cutcard.streams.record_file import read_record, record_from

EXAMPLES = Path(__file__).parent / "examples"


def read_conditions(path: str | Path) -> PromotionConditions:
    """The conditions in a file; raises `RecordFileError` with everything that is wrong with it."""
    found: PromotionConditions = read_record(path, PromotionConditions, conditions_faults)
    return found


def conditions_in(named: str) -> PromotionConditions:
    """The conditions in a file, or the example for a book that is called so."""
    book = example_files.example_book(named)
    return read_conditions(named) if book is None else example_conditions(book)


def conditions_from(text: str) -> PromotionConditions:
    """The conditions in the text of such a file."""
    found: PromotionConditions = record_from(text, "the text", PromotionConditions, conditions_faults)
    return found


def example_text(book: str) -> str:
    """The file that comes with the package as an example for a book, to begin from."""
    return example_files.example_text(EXAMPLES, book)


def example_conditions(book: str) -> PromotionConditions:
    """The conditions that come with the package as an example for a book.

    >>> example_conditions("sydney-v15").title
    'Blackjack Summer Draw'
    """
    return conditions_from(example_text(book))
