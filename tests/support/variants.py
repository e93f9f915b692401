"""Rules that no document has, made from one that has them nearly."""

from __future__ import annotations

from random import Random
from typing import Any

from cutcard.money import Odds
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


# Rules that no approved document has, with values that they may have.
WORLD_FIELDS: dict[str, list[Any]] = {
    "dealer.hole_card": ["peeked", "peeked", "unpeeked"],
    "dealer.no_needless_card": [False],
    "dealer.natural_takes": ["all", "first-hand", "busted-plus-one", "original-cap"],
    "natural.after_split": [True],
    "natural.against_natural": ["win", "stand-off"],
    "natural.paid": ["at-once-unless-ten-or-ace", "at-once", "at-the-end"],
    "natural.even_money": [True],
    "insurance.natural_may": [False],
    "insurance.ten": [Odds.parse("10:1"), None],
    "split.aces_cards": [1, 2, 12],
    "split.aces_hands_max": [2, 4],
    "split.hands_max": [4],
    "double.after_split": [True],
    "double.split_aces": [True],
    "double.split_totals": [(9, 10, 11), (11,)],
    "surrender.offered": ["before-play", "on-turn"],
    "surrender.against": [EVERY_RANK, tuple("TJQK"), ("A",)],
    "surrender.void_on_natural": [True, False],
    "winning.five_and_under": [5, 6, 7],
}


def mixed(rng: Random, rules: Rules) -> Rules:
    """The rules with some of these fields changed."""
    for path, values in WORLD_FIELDS.items():
        if rng.random() < 0.5:
            rules = changed(rules, path, rng.choice(values))
    return rules
