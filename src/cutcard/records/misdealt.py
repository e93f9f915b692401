"""Cards that the dealer laid wrongly: what the document makes of it, by when it was noticed.

`misdealt` says which cards were laid where and when that was noticed. The ruling is the book's (`[irregularities]`,
card-misplaced), unless the book does not reach that moment and somebody ruled by discretion.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from cutcard.records.fields import RecordRefused, clause_at, flag, known, list_at, mapping, whole_number
from cutcard.rulebooks import load
from cutcard.rulebooks.irregularities import Moment, rulings

AT = "misdealt"
Place = tuple[int, int] | None  # box and hand; None: the dealer
Ruled = Literal["reconstructed", "void", "stands"]
RULINGS: dict[str, Ruled] = {"reconstruct": "reconstructed", "void-round": "void", "goes-on": "stands"}
LATER = ("settled", "next-round")


@dataclass(frozen=True, slots=True, kw_only=True)
class Misdealt:
    """Which cards of the record were laid where, and when that was noticed."""

    laid: Mapping[int, Place]  # by the card's position in `cards`, from 0
    noticed: int | Literal["settled", "next-round"]  # after this many cards, or once all was settled, or later still
    possible: bool = True  # whether the round could be reconstructed
    discretion: tuple[Ruled, str] | None = None  # a ruling of somebody in authority, and the clause of that authority


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What became of the round, and by which clause."""

    ruling: Ruled
    clause: str


def read_misdealt(head: Mapping[str, Any], book: str) -> Misdealt | None:
    """The key `misdealt` of a record; raises `RecordRefused`."""
    if "misdealt" not in head:
        return None
    given = mapping(head["misdealt"], AT)
    known(given, {"laid", "noticed", "possible", "discretion"}, AT, AT)
    noticed = given.get("noticed")
    if noticed not in LATER:
        noticed = whole_number(given, "noticed", AT)
        if noticed < 1:
            raise RecordRefused("a card that was laid wrongly is noticed after one card at the earliest", at=AT)
    lines = [_laid(mapping(one, AT)) for one in list_at(given, "laid")]
    laid = dict(lines)
    if not laid:
        raise RecordRefused("misdealt must say which card was laid where", at=AT)
    if len(laid) < len(lines):
        raise RecordRefused("misdealt has a card twice, which was laid in one place", at=AT)
    return Misdealt(
        laid=laid,
        noticed=noticed,
        possible=flag(given, "possible", AT, default=True),
        discretion=_discretion(given, book),
    )


def _laid(line: Mapping[str, Any]) -> tuple[int, Place]:
    known(line, {"card", "box", "hand"}, AT, AT)
    card = whole_number(line, "card", AT)
    if card < 1:
        raise RecordRefused("cards are counted from 1", at=AT)
    if "box" not in line:
        raise RecordRefused("a card was laid on a box, or null for the dealer", at=AT)
    if line["box"] is None:
        return card - 1, None
    return card - 1, (whole_number(line, "box", AT), whole_number(line, "hand", AT) if "hand" in line else 1)


def _discretion(given: Mapping[str, Any], book: str) -> tuple[Ruled, str] | None:
    if "discretion" not in given:
        return None
    line = mapping(given["discretion"], AT)
    known(line, {"ruling", "clause"}, AT, AT)
    name = line.get("ruling")
    ruling = next((one for one in RULINGS.values() if one == name), None)
    if ruling is None:
        raise RecordRefused(f"a ruling is one of {', '.join(RULINGS.values())}, not {name!r}", at=AT)
    return ruling, clause_at(line, "clause", book, AT)


def decided(misdealt: Misdealt, book: str, moments: frozenset[Moment]) -> Decision:
    """What the document makes of the mistake at that moment; raises `RecordRefused` where it does not say."""
    procedures = load(book).procedures
    lines = procedures.irregularities if procedures is not None else ()
    found = [line for line in rulings(lines, "card-misplaced", moments) if line.then in RULINGS]
    if not misdealt.possible:
        found = [line for line in found if line.then != "reconstruct"]
    if found:
        return Decision(ruling=RULINGS[found[0].then], clause=found[0].clause)
    if misdealt.discretion is None:
        message = f"{book} does not say what happens to such a mistake then: say the ruling in discretion"
        raise RecordRefused(message, at=AT)
    ruling, clause = misdealt.discretion
    return Decision(ruling=ruling, clause=clause)


def place_words(place: Place) -> dict[str, Any]:
    """A place in the words of a record."""
    return {"box": None} if place is None else {"box": place[0], "hand": place[1]}
