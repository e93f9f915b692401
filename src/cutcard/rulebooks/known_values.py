"""Which values of a rule each layer knows: what a layer does not know it refuses, in one sentence, and never ignores.

This is the one place where that is said. A layer asks before it begins: `unknown_value` answers with a refusal,
`refuse_unknown` raises. A layer that learns a value loses its line here.

>>> from cutcard.rulebooks import changed, rules
>>> peeked = changed(rules("melbourne-v26", "blackjack"), "dealer.hole_card", "peeked")
>>> unknown_value("training-mistakes", peeked).message
'Blackjack has dealer.hole_card = peeked, which no drill about mistakes knows: drills about payments do'
>>> unknown_value("engine", peeked) is None
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Literal

from cutcard.errors import CutcardError
from cutcard.refusals import Refusal
from cutcard.rulebooks.schema import Rules
from cutcard.rulebooks.words import field_at, written

Layer = Literal[
    "engine",
    "training",
    "training-mistakes",
    "odds",
    "simulator",
    "environment",
    "vector-environment",
    "side-bets-by-play",
    "hand-values",
    "turnover",
    "tournament-advice",
]
KEPT = 512  # answers
CANNOT: Mapping[Layer, str] = {
    "engine": "the engine cannot deal",
    "training": "training has no questions about",
    "training-mistakes": "no drill about mistakes knows: drills about payments do",
    "odds": "the exact odds of a game do not take into account",
    "simulator": "the simulator cannot play",
    "environment": "the environments cannot deal",
    "vector-environment": "the vector environment cannot play",
    "side-bets-by-play": "the odds of a side bet that depends on the play of the hand do not take into account",
    "hand-values": "the values of a hand on the table do not take into account",
    "turnover": "what is wagered in a round does not take into account",
    "tournament-advice": "tournament advice does not know: it is for games in which a hand is worth its total",
}
Knows = Callable[[Rules], bool]
_NO_HOLE_CARD: Mapping[str, Knows] = {"dealer.hole_card": lambda rules: rules.dealer.hole_card == "none"}
_PLAIN_DOUBLES: Mapping[str, Knows] = {
    "double.split_totals": lambda rules: not rules.double.split_totals,
    "double.split_aces": lambda rules: not rules.double.split_aces,
}
# A natural on a split hand is paid at the end: whether one that need not wait meets the dealer's hangs on the others.
_SPLIT_NATURALS: Mapping[str, Knows] = {
    "natural.after_split": lambda rules: (
        not rules.natural.after_split or rules.natural.paid != "at-once" or rules.natural.against_natural == "win"
    ),
}
# A drawn 21 wins against the dealer's natural only where every 21 wins at once, before the dealer's hand is known.
_DRAWN_21: Mapping[str, Knows] = {
    "dealer.drawn_21_against_natural": lambda rules: (
        rules.dealer.drawn_21_against_natural != "win" or rules.winning.twenty_one
    ),
}


def _all_tens_alike(rules: Rules) -> bool:
    """Whether surrender is offered against all ten-value cards of the deck, or against none."""
    tens = set("TJQK") - set(rules.cards.removed_ranks)
    return not tens & set(rules.surrender.against) or tens <= set(rules.surrender.against)


# By layer and rule: whether the layer knows what these rules say.
KNOWN: Mapping[Layer, Mapping[str, Knows]] = {
    "engine": _DRAWN_21,  # and with it records, the terminal and tables
    "training": _DRAWN_21,
    "training-mistakes": _NO_HOLE_CARD,  # beside those of all training
    "odds": _SPLIT_NATURALS,
    "simulator": _DRAWN_21,
    "environment": _DRAWN_21,
    "vector-environment": _DRAWN_21,
    "side-bets-by-play": {**_NO_HOLE_CARD, **_PLAIN_DOUBLES},
    "hand-values": _SPLIT_NATURALS,
    "turnover": _SPLIT_NATURALS,
    # a hand is worth its total, or wins at once for even money
    "tournament-advice": {
        **_NO_HOLE_CARD,
        "surrender.against": lambda rules: rules.surrender.offered == "never" or _all_tens_alike(rules),
        **_PLAIN_DOUBLES,
        "natural.after_split": lambda rules: not rules.natural.after_split,
        "split.aces_cards": lambda rules: rules.split.aces_cards == 1 or rules.split.hands_max == 1,
        "winning.bonuses": lambda rules: not rules.winning.bonuses,
        "winning.super_bonus": lambda rules: rules.winning.super_bonus is None,
        "winning.five_and_under": lambda rules: rules.winning.five_and_under == 0 or rules.winning.twenty_one,
        "double.rescue": lambda rules: not rules.double.rescue,
        "dealer.natural_takes": lambda rules: rules.dealer.natural_takes in ("all", "busted-plus-one"),
        "dealer.drawn_21_against_natural": lambda rules: (
            rules.dealer.drawn_21_against_natural == "lose" or rules.winning.twenty_one
        ),
        "dealer.stands_on": lambda rules: rules.dealer.stands_on >= 17,
        "draw.automatic": lambda rules: (
            rules.draw.automatic == "never"
            or (rules.draw.automatic == "always" and rules.split.hands_max == 1 and rules.surrender.offered == "never")
        ),
    },
}


@lru_cache(maxsize=KEPT)
def unknown_value(layer: Layer, rules: Rules) -> Refusal | None:
    """Why a layer refuses a game: the first of its rules that the layer does not know; None where it knows all."""
    for path, knows in KNOWN[layer].items():
        if not knows(rules):
            facts = {"game": rules.title, "rule": path, "value": _value(rules, path), "cannot": CANNOT[layer]}
            return Refusal("rule-not-known", rules.clauses.get(path), facts)
    return None


def refuse_unknown(layer: Layer, rules: Rules) -> None:
    """Raise where a layer does not know what the rules say."""
    refusal = unknown_value(layer, rules)
    if refusal is not None:
        raise CutcardError(refusal.message, refusal.clause)


def _value(rules: Rules, path: str) -> str:
    group, _, name = path.partition(".")
    value: Any = getattr(getattr(rules, group), name)
    return written(value, field_at(path)).partition("\n")[0]
