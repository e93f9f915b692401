"""Rules that somebody may change to ask what they are worth, as `cutcard odds --what-if` does, within bounds.

A change is written and means what it does on the command line. Here it is bounded, because anybody may ask: a change
that would take the solver minutes, or that no game could have, is refused with a sentence.
"""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from cutcard.errors import CutcardError, UnknownName
from cutcard.money import Odds
from cutcard.narration.rule_words import GROUP_TITLES, VALUES, title_of, value_of
from cutcard.odds.query import with_change
from cutcard.rulebooks import Rules
from cutcard.rulebooks.schema import GROUPS, Rank
from cutcard.rulebooks.words import meaning_of
from cutcard.service.routes.bodies import Body

TEXT_MOST = 80  # letters of a change
CHANGES_MOST = 4  # at a time
ODDS_MOST = 100  # to 1
LIST_MOST = 13  # values in a list
REMOVED_MOST = 6  # ranks: a shoe still has to make hands
ODDS_GROUPS = ("natural", "winning", "dealer", "double", "split", "surrender", "insurance", "draw", "cards")
FIXED = ("natural.name", "winning.bonuses", "winning.super_bonus", "cards.decks", "cards.boxes_min", "cards.boxes_max")
WHOLE_NUMBERS: dict[str, tuple[int, int]] = {
    "draw.must_below": (0, 17),
    "draw.automatic_hard": (4, 21),
    "draw.automatic_soft": (12, 21),
    "draw.ends_at": (17, 21),
    "draw.cards_max": (0, 12),
    "double.totals": (4, 21),
    "double.cards": (2, 12),
    "split.hands_max": (1, 4),
    "split.aces_hands_max": (1, 4),
    "split.aces_cards": (1, 12),
    "dealer.stands_on": (16, 18),
    "dealer.pushes_on": (22, 26),
    "winning.five_and_under": (0, 12),
}


class ChoiceOffered(Body):
    value: str
    text: str
    now: bool


class RuleOffered(Body):
    """A rule that may be changed: `choices` where there are few, else text such as `example`, its value now."""

    path: str
    group: str
    title: str
    meaning: str
    now: str
    clause: str
    choices: list[ChoiceOffered]
    example: str


def offered(rules: Rules) -> list[RuleOffered]:
    """The rules of a game that may be changed."""
    return [
        _offered(rules, group, field.name)
        for group in ODDS_GROUPS
        for field in dataclasses.fields(GROUPS[group])
        if f"{group}.{field.name}" not in FIXED
    ]


def checked(rules: Rules, change: str) -> tuple[Rules, str, Any]:
    """The rules with a change, its path and its new value; raises with a sentence where it is not possible."""
    if len(change) > TEXT_MOST:
        raise CutcardError(f"a change has at most {TEXT_MOST} letters")
    path, _, text = (part.strip() for part in change.partition("="))
    if path and "." in path and text:
        _check_path(path)
        if text[:1] in "[{":
            raise CutcardError(f"{path} takes its values with commas between them, not as JSON")
    changed = with_change(rules, change)
    group, _, field = path.partition(".")
    value = getattr(getattr(changed, group), field)
    _check_value(path, value)
    return changed, path, value


def in_words(rules: Rules, change: str) -> tuple[str, str]:
    """A change's title and its value in words.

    >>> from cutcard.rulebooks import rules
    >>> in_words(rules("melbourne-v26", "blackjack"), "natural.pays=6:5")
    ('A Blackjack pays', '6 to 5')
    """
    _, path, value = checked(rules, change)
    return title_of(path, rules.natural.name), value_of(path, value)


def _check_path(path: str) -> None:
    group = path.partition(".")[0]
    if path in FIXED:
        raise CutcardError(f"{path} cannot be changed here")
    if group in GROUPS and group not in ODDS_GROUPS:
        raise CutcardError(f"{path} does not change what a hand is worth")
    if group == "side_bets":
        raise CutcardError("a side bet's rules cannot be changed here")
    if group in ODDS_GROUPS and path.partition(".")[2] not in _fields(group):
        raise UnknownName.of(f"field of {group} called", path.partition(".")[2], _fields(group))


def _check_value(path: str, value: Any) -> None:
    if isinstance(value, tuple):
        if len(value) > LIST_MOST or len(set(value)) < len(value):
            raise CutcardError(f"{path} has each value once, at most {LIST_MOST}")
        if path == "cards.removed_ranks" and len(value) > REMOVED_MOST:
            raise CutcardError(f"at most {REMOVED_MOST} ranks are taken out of a deck here")
    if path in WHOLE_NUMBERS:
        least, most = WHOLE_NUMBERS[path]
        numbers = value if isinstance(value, tuple) else (value,)
        if not all(least <= each <= most for each in numbers):
            raise CutcardError(f"{path} is from {least} to {most} here")
    if isinstance(value, Odds) and not (1 <= value.for_each <= ODDS_MOST and value.pays <= ODDS_MOST * value.for_each):
        raise CutcardError(f"{path} is at most {ODDS_MOST} to 1 here")
    if isinstance(value, Fraction) and not (0 <= value <= 1 and value.denominator <= ODDS_MOST):
        raise CutcardError(f"{path} is a part such as 1/2, from 0 to 1")


@cache
def _fields(group: str) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(GROUPS[group]))


def _offered(rules: Rules, group: str, field: str) -> RuleOffered:
    path = f"{group}.{field}"
    value = getattr(getattr(rules, group), field)
    return RuleOffered(
        path=path,
        group=GROUP_TITLES[group],
        title=title_of(path, rules.natural.name),
        meaning=meaning_of(path),
        now=value_of(path, value),
        clause=rules.clauses.get(path, ""),
        choices=[
            ChoiceOffered(value=written(each), text=value_of(path, each), now=each == value)
            for each in _choices(path, group, field)
        ],
        example=written(value) or "any",
    )


def _choices(path: str, group: str, field: str) -> list[Any]:
    """The values that a rule may have, where they are few."""
    hint = get_type_hints(GROUPS[group])[field]
    if hint is bool:
        return [True, False]
    if get_origin(hint) is Literal and hint is not Rank:
        return [each for each in get_args(hint) if each in VALUES.get(path, {})]
    if hint is int and path in WHOLE_NUMBERS:
        least, most = WHOLE_NUMBERS[path]
        return list(range(least, most + 1))
    return []


def written(value: Any) -> str:
    """A value as a change writes it.

    >>> written((9, 10, 11)), written(Odds(6, 5)), written(False), written(None)
    ('9,10,11', '6:5', 'no', 'none')
    """
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Odds):
        return f"{value.pays}:{value.for_each}"
    if isinstance(value, tuple):
        return ",".join(map(written, value))
    return str(value)
