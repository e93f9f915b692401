"""`cutcard verify-shoe`: whether a virtual shoe was dealt in the order that was sealed before its first card."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from cutcard.cards import Card, CardError, cards
from cutcard.errors import CutcardError
from cutcard.table.commitment import as_cut, misfit, opens


class ShoeFileError(CutcardError):
    """A file that holds no revealed shoe."""


def verify_shoe(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A revealed shoe, as `cutcard shoe` prints it; - is standard input.")
    ],
) -> None:
    """Check that a shoe was dealt in its sealed order.

    The file is a JSON object with the commitment that was published before the first card, and the order and the salt
    that were revealed at the end. With `decks` (and `removed_ranks`, such as T) the cards are counted as well; with
    `dealt` (the cards in the order in which they came, burned ones first) and `cut` (how many cards lay in front of
    the cut) the deal is checked too. Exit status: 0 it holds, 1 it does not, 2 the file is not a revealed shoe.
    """
    shoe = _read(file)
    wrong = faults(shoe)
    for line in wrong:
        print(f"{file.name}: {line}")
    if wrong:
        raise typer.Exit(1)
    order = _cards(shoe, "order")
    print(f"{file.name}: {len(order)} cards, sealed before the first was dealt, and not changed since")


def faults(shoe: Mapping[str, Any]) -> list[str]:
    """Everything that is wrong with a revealed shoe, in words."""
    order = _cards(shoe, "order")
    messages = []
    decks, removed = shoe.get("decks"), shoe.get("removed_ranks", "")
    if isinstance(decks, int) and not isinstance(decks, bool) and 1 <= decks <= 8:
        wrong = misfit(order, decks, removed)
        if wrong:
            messages.append(f"this is not a complete shoe of {decks} decks: {wrong}")
    elif decks is not None:
        messages.append("decks must be a number from 1 to 8")
    if not opens(order, str(shoe.get("salt", "")), str(shoe.get("commitment", ""))):
        messages.append("the order and the salt are not those that were sealed")
    if "dealt" in shoe:
        messages += _dealt(order, shoe)
    return messages


def _dealt(order: tuple[Card, ...], shoe: Mapping[str, Any]) -> list[str]:
    cut = shoe.get("cut", 0)
    if isinstance(cut, bool) or not isinstance(cut, int) or not 0 <= cut <= len(order):
        return ["cut must be a number of cards within the shoe"]
    lay = as_cut(order, cut)
    for place, card in enumerate(_cards(shoe, "dealt")):
        if place >= len(lay) or lay[place] != card:
            there = lay[place].text if place < len(lay) else "nothing"
            return [f"card {place + 1} was {card.text}, and the order has {there} there"]
    return []


def _read(file: Path) -> Mapping[str, Any]:
    try:
        shoe = json.loads(sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ShoeFileError(f"{file}: {error.strerror or 'it cannot be read'}") from None
    except (ValueError, RecursionError):
        raise ShoeFileError(f"{file} is not JSON") from None
    if not isinstance(shoe, dict) or not {"order", "salt", "commitment"} <= set(shoe):
        raise ShoeFileError(f"{file} holds no revealed shoe: it needs order, salt and commitment")
    return shoe


def _cards(shoe: Mapping[str, Any], key: str) -> tuple[Card, ...]:
    given = shoe.get(key)
    if not isinstance(given, str):
        raise ShoeFileError(f'{key} must be text such as "Ks 9d", cards with blanks between them')
    try:
        return cards(given)
    except CardError as error:
        raise ShoeFileError(f"{key}: {error}") from None
