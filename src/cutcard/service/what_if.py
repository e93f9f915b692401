"""Rules that somebody may change to ask what they are worth, as `cutcard odds --what-if` does, within bounds.

A change is written and means what it does on the command line. Here it is bounded, because anybody may ask: a change
that would take the solver minutes, or that no game could have, is refused with a sentence.
"""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import Any, Literal, get_args, get_origin

from cutcard.errors import CutcardError, UnknownName
from cutcard.narration.rule_words import GROUP_TITLES, VALUES, title_of, value_of
from cutcard.odds.query import kinds_of, with_change
from cutcard.rulebooks import Rules
from cutcard.rulebooks.bounds import WHOLE_NUMBERS, check_value
from cutcard.rulebooks.schema import GROUPS, Rank
from cutcard.rulebooks.words import meaning_of, written
from cutcard.service.body import Body

TEXT_MOST = 80  # letters of a change
CHANGES_MOST = 4  # at a time
ODDS_GROUPS = ("natural", "winning", "dealer", "double", "split", "surrender", "insurance", "draw", "cards")
FIXED = ("natural.name", "winning.bonuses", "winning.super_bonus", "cards.decks", "cards.boxes_min", "cards.boxes_max")
# Narrower than on your own machine: questions that take the solver long are not for everybody.
SERVED_NUMBERS = {
    **WHOLE_NUMBERS,
    "split.hands_max": (1, 4),
    "split.aces_hands_max": (1, 4),
    "dealer.stands_on": (16, 18),
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
    check_value(path, value, SERVED_NUMBERS)
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
    hint = kinds_of(GROUPS[group])[field]
    if hint is bool:
        return [True, False]
    if get_origin(hint) is Literal and hint is not Rank:
        return [each for each in get_args(hint) if each in VALUES.get(path, {})]
    if hint is int and path in SERVED_NUMBERS:
        least, most = SERVED_NUMBERS[path]
        return list(range(least, most + 1))
    return []
