"""The edition of a game's rules: a short digest of what they say, by which a later reader knows whether they changed.

Two rulebooks have the same edition of a game where every value and every clause is the same, whatever the order,
the comments and the layout of their files. What has its default is left out, so that a parameter that is added
later, and changes nothing for those who do not use it, makes no new edition. How a table is run (`Procedures`) is left
out as well: a round that is being dealt depends on the rules alone. So is what happens to cards that were dealt
wrongly and of wagers that are invalid, which stands beside the rules of play and which no round needs in which
nothing went wrong.

>>> from cutcard.rulebooks import rules
>>> len(edition(rules("sydney-v15", "blackjack")))
16
>>> edition(rules("sydney-v15", "blackjack")) == edition(rules("sydney-v15", "blackjack", {"resplit": True}))
False
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Any

from cutcard.rulebooks import load
from cutcard.rulebooks.schema import Rules

DIGITS = 16
KEPT = 1000
# Release 0.1.0 had a parameter for each of these, with one legal value. They are plain clauses of a book now
# (`CLAUSES`), and their values still count, so that what was stored by that release keeps its editions.
_RETIRED: dict[str, str | bool] = {
    "limits.over_maximum": "cut-back",
    "limits.unit": "warned",
    "limits.personal": "replaces-box-maximum",
    "deal.wagers_in": "chips",
    "deal.wagers_close": "first-card",
    "deal.order": "left-dealer-left",
    "deal.decisions": "from-left",
    "insurance.closes": "subsequent-deal",
    "double.sharers": "each-for-himself",
    "split.sharers": "join-or-first-hand",
    "split.order": "one-after-another",
    "surrender.whole_box": True,
    "side_bets.nominee": True,
    "side_bets.one_table_for_all": True,
}
# What people read, choices, whose effects stand in the fields themselves, and what happens to mistakes.
_BESIDE = ("title", "options", "misdeal", "invalid")
_BESIDE_CLAUSES = frozenset(
    {"invalid_before", "invalid_during", "invalid_settled", "over_limit", "within_limit", "earlier_rounds"}
)


@lru_cache(KEPT)
def edition(rules: Rules) -> str:
    """The digest of a game's rules under its options."""
    names = [one.name for one in dataclasses.fields(rules) if one.name not in _BESIDE]
    content: dict[str, Any] = {name: _plain(getattr(rules, name)) for name in names}
    content["settles"] = {name: one for name, one in content["settles"].items() if name not in _BESIDE_CLAUSES}
    beside = _added_later(rules) | {path for path in rules.clauses if path.startswith(("misdeal.", "invalid."))}
    beside |= {f"settles.{name}" for name in _BESIDE_CLAUSES}
    content["clauses"] = {path: clause for path, clause in rules.clauses.items() if path not in beside}
    _add_retired(content, rules.clauses)
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return sha256(text.encode()).hexdigest()[:DIGITS]


def _added_later(rules: Rules) -> set[str]:
    """Fields of options that a book was given later, where they leave all as it was: their clauses do not count."""
    options = load(rules.book).options(rules.game).values()
    return {path for option in options if option.was is not None for path in option.fields if _unchanged(rules, path)}


def _unchanged(rules: Rules, path: str) -> bool:
    group, _, name = path.partition(".")
    part = getattr(rules, group)
    field = (
        next((one for one in dataclasses.fields(part) if one.name == name), None)
        if dataclasses.is_dataclass(part)
        else None
    )
    return field is not None and not _given(part, field)


def _add_retired(content: dict[str, Any], clauses: Mapping[str, str]) -> None:
    for path in clauses:
        *groups, name = path.split(".")
        value = _RETIRED.get(f"{groups[0]}.{name}")
        if value is not None:
            part = content
            for group in groups:
                part = part.setdefault(group, {})
            part[name] = value


def _plain(value: Any) -> Any:
    """A value in JSON's own types without floats, one way for each value."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Fraction):
        return [value.numerator, value.denominator]
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
    if dataclasses.is_dataclass(value):
        return {one.name: _plain(getattr(value, one.name)) for one in dataclasses.fields(value) if _given(value, one)}
    raise TypeError(f"rules do not hold a {type(value).__name__}")


def _given(value: Any, field: dataclasses.Field[Any]) -> bool:
    """Whether a field has another value than its default."""
    current = getattr(value, field.name)
    if field.default_factory is not dataclasses.MISSING:
        return bool(current != field.default_factory())
    return field.default is dataclasses.MISSING or bool(current != field.default)
