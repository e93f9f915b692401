"""Terms and conditions in a TOML file: every fault of the file, and of the terms in it, is reported at once.

Keys are the names of the fields of `TournamentTerms` and `StageTerms`, written as `streams/record_file.py` says; prizes
and the commission are in percent, `"12.5"`; the time for a wager in seconds. Stages stand under `[[stages]]`, and
statements under `[statements]` by the names of their items.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from cutcard.streams.example_files import example_text
from cutcard.streams.record_file import FieldRead, list_of, plain, read_record, record_from
from cutcard.streams.record_text import FieldWritten, record_text
from cutcard.tournaments.terms import TournamentTerms
from cutcard.tournaments.terms_checks import terms_faults

PER_PERCENT = 10_000  # millionths
EXAMPLES = Path(__file__).parent / "examples"


def read_terms(path: str | Path) -> TournamentTerms:
    """The terms in a file; raises `RecordFileError` with everything that is wrong with it."""
    found: TournamentTerms = read_record(path, TournamentTerms, terms_faults, OWN)
    return found


def terms_from(text: str) -> TournamentTerms:
    """The terms in the text of a file."""
    found: TournamentTerms = record_from(text, "terms", TournamentTerms, terms_faults, OWN)
    return found


def terms_as_file(terms: TournamentTerms) -> str:
    """The text of a file with these terms, to be read, changed and taken again.

    >>> terms_from(terms_as_file(example_terms("melbourne-v26"))) == example_terms("melbourne-v26")
    True
    """
    return record_text(terms, WRITTEN)


def example_terms(book: str) -> TournamentTerms:
    """The terms that come with the package as an example for a book.

    >>> example_terms("canberra-2006").title
    'Capital Blackjack Cup'
    """
    return terms_from(example_text(EXAMPLES, book))


def _percent(value: Any, path: str, faults: list[str]) -> Any:
    try:
        share = Fraction(value) * PER_PERCENT if isinstance(value, str | int) else None
    except ValueError:
        share = None
    if share is None or isinstance(value, bool) or share.denominator != 1:
        faults.append(f'{path}: a percentage with at most four decimals belongs here, as "12.5"')
        return 0
    return int(share)


def _seconds(value: Any, path: str, faults: list[str]) -> Any:
    return plain(int, "a number of seconds")(value, path, faults) * 1000


OWN: Mapping[str, FieldRead] = {
    "prizes": FieldRead(list_of(_percent)),
    "commission_per_million": FieldRead(_percent, "commission"),
    "bet_ms": FieldRead(_seconds, "bet_seconds"),
}


def _percent_text(share: int) -> str:
    return f'"{share / PER_PERCENT:.4f}"'  # at most four decimals, which are exact


WRITTEN: Mapping[str, FieldWritten] = {
    "prizes": FieldWritten(lambda shares: f"[{', '.join(map(_percent_text, shares))}]"),
    "commission_per_million": FieldWritten(_percent_text, "commission"),
    "bet_ms": FieldWritten(lambda ms: str(ms // 1000), "bet_seconds"),
}
