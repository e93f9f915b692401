"""Rules that no document has, made from one that has them nearly."""

from __future__ import annotations

from typing import Any

from cutcard.rulebooks import changed, rules
from cutcard.rulebooks.schema import Rules

# Fields of a game that no document speaks of: they have their defaults there, and no clause.
IN_NO_DOCUMENT = frozenset({"box.mid_shoe_entry", "double.split_totals", "double.split_aces"})
EVERY_RANK = tuple("23456789TJQKA")


def variant(book: str, game: str, fields: dict[str, Any], options: dict[str, Any] | None = None) -> Rules:
    """A book's game with some fields changed."""
    made = rules(book, game, options or {})
    for path, value in fields.items():
        made = changed(made, path, value)
    return made


def analysers_game(**fields: Any) -> Rules:
    """The game that public analysers take for granted: peeked, double any two, split to four, stands on soft 17.

    Fields that differ are given with a double underscore for the dot.
    """
    usual: dict[str, Any] = {
        "dealer.hole_card": "peeked",
        "dealer.hits_soft_17": False,
        "double.totals": (),
        "double.ace_is_one": False,
        "split.hands_max": 4,
        "surrender.offered": "never",
    }
    return variant("melbourne-v26", "blackjack", usual | {k.replace("__", "."): v for k, v in fields.items()})
