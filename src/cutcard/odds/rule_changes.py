"""Changed rules, to ask what a rule is worth: checked to be within bounds, with the reason where nothing can differ.

A change is written FIELD=VALUE, as `cutcard odds --what-if` and the pages take it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutcard.hand_rules import surrendered_against
from cutcard.odds import cache
from cutcard.odds.query import with_change
from cutcard.rulebooks.bounds import check_value
from cutcard.rulebooks.schema import Rules


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
    return bool(surrendered_against(rules))
