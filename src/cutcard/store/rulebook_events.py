"""Rulebooks of your own as they were when something was opened by them: an event each, before that of what was opened.

That is a table, a link, a tournament, a promotion or a player's entry in the register. The id of such
a book is made from what is in it, so that another text under the same id is found at once. Rounds name that id, and are
replayed by the book that is kept here, whatever has become of the file. Laws of your own are kept likewise, each when
a service first runs by it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cutcard.clauses.library import AT
from cutcard.money import Cents
from cutcard.players.law import LawError
from cutcard.players.own_laws import keep_law, law_id
from cutcard.rulebooks.loader import keep, kept_text
from cutcard.rulebooks.source import pinned_id

STREAM = "rulebooks"
OPENED = '"is":"TableOpened"'  # only in the line that opens a table
# Only in the lines that begin something by a book, which they name under terms, conditions, or as such.
BEGINS = (
    OPENED,
    '"is":"LinkOpened"',
    '"is":"TournamentAnnounced"',
    '"is":"PromotionAnnounced"',
    '"is":"PlayerRegistered"',
)


class RulebookKept(NamedTuple):
    """A rulebook, complete in itself, under the id by which tables and rounds name it."""

    book: str
    text: str


class LawKept(NamedTuple):
    """A law for the protection of players, complete in itself, under the id by which tables and players name it."""

    law: str
    text: str


Kept = RulebookKept | LawKept


def evolve(kept: Mapping[str, str], event: Kept) -> tuple[Mapping[str, str], Sequence[tuple[str, Cents]]]:
    """Every book and law by its id; no money moves."""
    return {**kept, event[0]: event.text}, ()


def dumps(event: Kept) -> str:
    return json.dumps({"is": type(event).__name__, **event._asdict()}, separators=(",", ":"), ensure_ascii=False)


def loads(text: str) -> Kept:
    """The event that a line says; raises ValueError where the book or law is not the one that its id names."""
    fields = json.loads(text)
    if fields["is"] == LawKept.__name__:
        if law_id(fields["text"]) != fields["law"]:
            raise ValueError(f"the law that is kept as {fields['law']} is another one")
        return LawKept(fields["law"], fields["text"])
    event = RulebookKept(fields["book"], fields["text"])
    if pinned_id(event.text) != event.book:
        raise ValueError(f"the rulebook that is kept as {event.book} is another one")
    return event


def make_known(lines: Iterable[str]) -> None:
    """Make the books and laws of a store known to this process; what is wrong with one is for the audit to report."""
    for line in lines:
        try:
            kept = loads(line)
            keep_law(kept.text) if isinstance(kept, LawKept) else keep(kept.text)
        except (ValueError, KeyError, TypeError, LawError):
            continue


def to_keep(payloads: Iterable[str]) -> Iterator[RulebookKept]:
    """The books of your own by which something is opened in these lines."""
    for payload in payloads:
        if AT in payload and any(begins in payload for begins in BEGINS):
            fields = json.loads(payload)
            book = str((fields.get("terms") or fields.get("conditions") or fields)["book"])
            if AT in book:
                yield RulebookKept(book, kept_text(book))
