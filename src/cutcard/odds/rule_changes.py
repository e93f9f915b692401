"""Rules that are changed to ask what they are worth: bounded, so that every answer comes, and known where it is none.

A change is written FIELD=VALUE, as `cutcard odds --what-if` and the pages take it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from cutcard.errors import CutcardError
from cutcard.money import Odds
from cutcard.odds import cache
from cutcard.odds.query import with_change
from cutcard.rulebooks.schema import Rules

ODDS_MOST = 100  # to 1: results are kept in rows as long as the most that a hand can bring
LIST_MOST = 13  # values in a list
REMOVED_MOST = 6  # ranks: a shoe still has to make hands
WHOLE_NUMBERS: Mapping[str, tuple[int, int]] = {
    "draw.must_below": (0, 17),
    "draw.automatic_hard": (4, 21),
    "draw.automatic_soft": (12, 21),
    "draw.ends_at": (17, 21),
    "draw.cards_max": (0, 12),
    "double.totals": (4, 21),
    "double.cards": (2, 12),
    "split.hands_max": (1, 8),
    "split.aces_hands_max": (1, 8),
    "split.aces_cards": (1, 12),
    "dealer.stands_on": (12, 21),
    "dealer.pushes_on": (22, 26),
    "winning.five_and_under": (0, 12),
}


def changed_rules(rules: Rules, change: str) -> Rules:
    """The rules with one change; raises with a sentence where no game could have it.

    >>> from cutcard.rulebooks import rules
    >>> changed_rules(rules("melbourne-v26", "blackjack"), "split.hands_max=400")
    Traceback (most recent call last):
    cutcard.errors.CutcardError: split.hands_max is from 1 to 8 here
    """
    changed = with_change(rules, change)
    path = path_of(change)
    group, _, field = path.partition(".")
    if group != "side_bets":
        check_value(path, getattr(getattr(changed, group), field))
    return changed


def path_of(change: str) -> str:
    return change.partition("=")[0].strip()


def check_value(path: str, value: Any, whole_numbers: Mapping[str, tuple[int, int]] = WHOLE_NUMBERS) -> None:
    """Raise with a sentence for a value that no game could have, or that would take the solver too long."""
    if isinstance(value, tuple):
        if len(value) > LIST_MOST or any(each in value[:at] for at, each in enumerate(value)):
            raise CutcardError(f"{path} has each value once, at most {LIST_MOST}")
        if path == "cards.removed_ranks" and len(value) > REMOVED_MOST:
            raise CutcardError(f"at most {REMOVED_MOST} ranks are taken out of a deck here")
    if path in whole_numbers:
        least, most = whole_numbers[path]
        numbers = value if isinstance(value, tuple) else (value,)
        if not all(least <= each <= most for each in numbers):
            raise CutcardError(f"{path} is from {least} to {most} here")
    paid = [each.pays for each in value] if path == "winning.bonuses" else [value]
    if any(isinstance(odds, Odds) and not _payable(odds) for odds in paid):
        raise CutcardError(f"{path} is at most {ODDS_MOST} to 1 here, for each {ODDS_MOST} at most")
    if isinstance(value, Fraction) and not (0 <= value <= 1 and value.denominator <= ODDS_MOST):
        raise CutcardError(f"{path} is a part such as 1/2, from 0 to 1")


def _payable(odds: Odds) -> bool:
    return 1 <= odds.for_each <= ODDS_MOST and odds.pays <= ODDS_MOST * odds.for_each


def all_changed(rules: Rules, changes: Sequence[str]) -> Rules | None:
    """The rules with all of these changes together; None where two of them are of the same field."""
    if len({path_of(change) for change in changes}) < len(changes):
        return None
    for change in changes:
        rules = changed_rules(rules, change)
    return rules


def nothing_to_change(before: Rules, after: Rules, paths: Sequence[str]) -> str:
    """Why the odds of the main wager cannot differ between these rules; nothing where they may.

    >>> from cutcard.rulebooks import rules
    >>> game = rules("melbourne-v26", "blackjack")
    >>> nothing_to_change(game, changed_rules(game, "cards.decks=4"), ["cards.decks"])
    'it only says with how many decks the game may be played: --decks asks for another number'
    """
    if _play_of(before) == _play_of(after):
        if all(_value(before, path) == _value(after, path) for path in paths):
            return "the rule is so already"
        if list(paths) == ["cards.decks"]:
            return "it only says with how many decks the game may be played: --decks asks for another number"
        return "what a hand is worth does not depend on it"
    if all(path.startswith("surrender.") for path in paths) and not (_surrenders(before) or _surrenders(after)):
        if after.surrender.offered == "never":
            return "surrender is not offered: surrender.offered=on-turn offers it"
        return "there is no dealer's card to surrender against: surrender.against=A,T,J,Q,K names some"
    if all(path.startswith("insurance.") for path in paths):
        return "insurance is a wager of its own, no part of the main wager"
    return ""


def _play_of(rules: Rules) -> str:
    return cache.key(rules, 1, 0.0)


def _value(rules: Rules, path: str) -> Any:
    group, _, field = path.rpartition(".")
    bet = group.removeprefix("side_bets.")
    return getattr(rules.side_bets[bet] if bet != group else getattr(rules, group), field)


def _surrenders(rules: Rules) -> bool:
    return rules.surrender.offered != "never" and bool(rules.surrender.against)
