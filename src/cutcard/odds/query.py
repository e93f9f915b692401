"""Parses questions about odds: options, rule changes and meters from text, and the default number of decks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from cutcard.errors import CutcardError, UnknownName
from cutcard.money import Cents, MoneyError, Odds, cents, dollars
from cutcard.odds.side.offered import check_decks, decks_for
from cutcard.rulebooks import changed, load
from cutcard.rulebooks import rules as rules_of
from cutcard.rulebooks.offers import meters as known_meters
from cutcard.rulebooks.schema import Bonus, OptionValue, Rules
from cutcard.rulebooks.words import bonus_of, field_at, group_at

WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def rules_for(book: str, game: str, options: Iterable[str] = ()) -> Rules:
    """The rules of a game with options such as "resplit=true".

    >>> rules_for("sydney-v15", "blackjack", ["resplit=true"]).split.hands_max
    3
    """
    known = load(book).options(game)
    chosen: dict[str, OptionValue] = {}
    for text in options:
        name, value = _parted(text, "an option")
        yes_or_no = name in known and all(isinstance(each, bool) for each in known[name].values or ("",))
        chosen[name] = WORDS.get(value.lower(), value) if yes_or_no else value
    return rules_of(book, game, chosen)


def decks_of(rules: Rules, decks: int | None, bets: Iterable[str] = ()) -> int:
    """The requested number of decks, or the largest with which the game may offer all these side bets."""
    if decks is not None:
        check_decks(rules, decks)
        return decks
    allowed = decks_for(rules, tuple(bets))
    if not allowed:
        message = f"{rules.title} has no number of decks with which it may offer {' and '.join(bets)} together"
        raise CutcardError(message, rules.clauses["cards.decks"])
    return max(allowed)


def bet_and_table(text: str) -> tuple[str, str | None]:
    """A side bet with one of its pay tables, as "buster-blackjack=C", or with all of them.

    >>> bet_and_table("buster-blackjack=C"), bet_and_table("insurance")
    (('buster-blackjack', 'C'), ('insurance', None))
    """
    bet, equals, table = text.partition("=")
    return bet.strip(), table.strip() if equals else None


def parse_meters(texts: Iterable[str]) -> dict[str, Cents]:
    """Meters such as "blazing-7s=50000" in cents.

    >>> parse_meters(["blazing-7s=50000"])
    {'blazing-7s': 5000000}
    """
    found = {}
    for text in texts:
        name, is_written, value = text.partition("=")
        if not is_written:
            raise CutcardError(f"a meter is written as name=amount, not {text!r}")
        try:
            found[name.strip()] = cents(value.strip())
        except MoneyError as error:
            raise CutcardError(f"the meter {name.strip()}: {error}") from None
    return found


def check_meters(rules: Rules, meters: Mapping[str, Cents]) -> None:
    """Refuse a meter that no side bet of the game has, and a negative one."""
    known = known_meters(rules)
    for name, value in meters.items():
        if name not in known:
            raise UnknownName.of(f"meter for {rules.title} called", name, known)
        if value < 0:
            raise CutcardError(f"the meter {name} cannot show {dollars(value)}")


def with_change(rules: Rules, text: str) -> Rules:
    """The same rules with one field changed, as "double.totals=any".

    >>> from cutcard.rulebooks import rules
    >>> game = rules("melbourne-v26", "blackjack")
    >>> with_change(game, "double.totals=any").double.totals, with_change(game, "natural.pays=6:5").natural.pays
    ((), Odds(pays=6, for_each=5))
    """
    path, value = _parted(text, "a change")
    return changed(rules, path, _value(path, value))


@cache
def kinds_of(group: type) -> dict[str, Any]:
    """The kinds of the fields of a group of rules, without their notes."""
    return get_type_hints(group)


def _parted(text: str, what: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise CutcardError(f"{what} is written as name=value, not {text!r}")
    return name.strip(), value.strip()


def _value(path: str, text: str) -> Any:
    """The value of a field from its text: any, none, yes, 6:5 or 6 to 5, a comma-separated list, or JSON.

    What `cutcard rules` prints for a field can be typed.
    """
    if text[:1] in "[{":
        try:
            return json.loads(text)
        except ValueError as error:
            raise CutcardError(f"{text!r} is not JSON: {error}") from None
    field = field_at(path)
    group, name = group_at(path)
    if field is None or group is None:
        return text
    kind = kinds_of(group)[name]  # type: ignore[arg-type]  # every class is hashable
    if get_origin(kind) is tuple:
        if text == field.metadata["empty_means"]:
            return ()
        if Bonus in get_args(kind):
            return [bonus_of(part) for part in re.split("[,\n]", text) if part.strip()]
        return [part.strip() for part in text.split(",")]
    if text == "none" and NoneType in get_args(kind):
        return None
    if text == "all" and kind is Fraction:
        return "1"
    if Odds in (kind, *get_args(kind)):
        return text.replace(" to ", ":").replace(",", "")
    return WORDS.get(text.lower(), text) if kind is bool else text
