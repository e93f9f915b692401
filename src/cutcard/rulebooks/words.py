"""A rulebook's fields and values in words, for print and pages."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from cutcard.errors import CutcardError
from cutcard.money import Odds, priced
from cutcard.rulebooks.plain_clauses import CLAUSES, SIDE_BET_CLAUSES
from cutcard.rulebooks.schema import GROUPS, Bonus, SideBet, SuperBonus

BONUS_OF_CARDS = re.compile(r"(\d{1,2})(?: or more)? cards")
BONUS_OF_RANKS = re.compile(r"([2-9TJQKA](?:-[2-9TJQKA]){2})( of one suit| of spades)?")
BONUS_SUITS = {"": "any", " of one suit": "same", " of spades": "spades"}
MONEY_FIELDS = ("amounts", "payout_max", "meter_minimum", "malfunction_prize")


def words(value: Any, field: dataclasses.Field[Any] | None = None) -> str:
    """A rulebook's value in words, as the schema's field means it.

    >>> words(Odds(3, 2)), words(True), words((9, 10, 11)), words(None)
    ('3 to 2', 'yes', '9, 10, 11', 'none')
    """
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case Odds():
            return f"{value.pays:,} to {value.for_each}"
        case Fraction():
            return "all" if value == 1 else str(value)
        case int():
            return priced(value) if field is not None and field.name in MONEY_FIELDS else str(value)
        case tuple():
            return _listed(value, field)
        case Mapping() if not value:
            return "none"
        case Mapping():
            return "; ".join(_amounts(value))
        case SuperBonus():
            steps = ", ".join(f"{priced(prize)} from a wager of {priced(wager)}" for wager, prize in value.prizes)
            return f"{steps}; {priced(value.others)} for each other wager"
        case _:
            return str(value)


def written(value: Any, field: dataclasses.Field[Any] | None = None) -> str:
    """A rulebook's value as a change of it is typed, such as natural.pays=6:5; in words where it is not one line.

    >>> written((9, 10, 11)), written(Odds(6, 5)), written(False), written(None)
    ('9,10,11', '6:5', 'no', 'none')
    """
    match value:
        case Odds():
            return str(value)
        case Fraction():
            return str(value)
        case tuple() if not value:
            return str(field.metadata["empty_means"]) if field is not None else ""
        case tuple() if all(isinstance(each, str | int | Odds) for each in value):
            return ",".join(written(each) for each in value)
        case _:
            return words(value, field)


def bonus_of(text: str) -> dict[str, Any]:
    """A bonus as a file has it, from its name and odds as they are printed.

    >>> bonus_of("7 or more cards: 3 to 1")
    {'name': '7 or more cards', 'pays': '3:1', 'cards_min': 7}
    >>> bonus_of("6-7-8 of spades: 3:1")
    {'name': '6-7-8 of spades', 'pays': '3:1', 'ranks': '678', 'suits': 'spades'}
    """
    name, _, pays = (part.strip() for part in text.partition(":"))
    made = {"name": name, "pays": pays.replace(" to ", ":")}
    if pays and (found := BONUS_OF_CARDS.fullmatch(name)):
        return {**made, "cards_min": int(found[1])}
    if pays and (found := BONUS_OF_RANKS.fullmatch(name)):
        return {**made, "ranks": found[1].replace("-", ""), "suits": BONUS_SUITS[found[2] or ""]}
    raise CutcardError(f'a bonus is written as "5 cards: 3 to 2" or "6-7-8 of spades: 3 to 1", not {text!r:.80}')


def field_at(path: str) -> dataclasses.Field[Any] | None:
    """The field with this path, "double.totals" or "side_bets.perfect-pairs.decks"; None where there is none."""
    cls, name = group_at(path)
    return next((field for field in dataclasses.fields(cls) if field.name == name), None) if cls else None


def group_at(path: str) -> tuple[type[Any] | None, str]:
    """The part of the schema that a path leads into, None where there is none, and the field's name in it."""
    group, _, name = path.rpartition(".")
    return SideBet if group.startswith("side_bets.") else GROUPS.get(group), name


def meaning_of(path: str) -> str:
    """What a parameter or a plain clause means; nothing where the path names neither.

    >>> meaning_of("draw.ends_at"), meaning_of("deal.wagers_in")
    ('total at which no card may be drawn any more', 'wagers are made with chips')
    """
    field = field_at(path)
    if field is not None:
        return str(field.metadata["meaning"])
    known = SIDE_BET_CLAUSES if path.startswith("side_bets.") else CLAUSES
    return known.get(path.rpartition(".")[2] if known is SIDE_BET_CLAUSES else path, "")


def _listed(value: tuple[Any, ...], field: dataclasses.Field[Any] | None) -> str:
    if not value:
        return str(field.metadata["empty_means"]) if field is not None else "none"
    if isinstance(value[0], Bonus):
        return "\n".join(f"{bonus.name}: {words(bonus.pays)}" for bonus in value)
    if len(value) == 2 and isinstance(value[0], Fraction):  # a share of a meter
        return f"{words(value[0])} of the meter {value[1]}"
    if isinstance(value[0], tuple):  # a random device's prizes
        return ", ".join(f"{count:,}×{priced(prize)}" for count, prize in value)
    return ", ".join(words(one, field) for one in value)


def _amounts(value: Mapping[Any, Any]) -> Iterator[str]:
    """Amounts and where they hold: for a stake, or in a pay table with numbers of decks; or names and their clauses."""
    tables: dict[tuple[Any, str], list[str]] = {}
    for key, amount in value.items():
        if isinstance(key, str):
            yield f"{key.replace('_', ' ')} {amount}"
        elif isinstance(key, int):
            yield f"{priced(amount)} for {priced(key)}"
        else:
            name, decks = key
            tables.setdefault((amount, name), []).append(str(decks))
    for (amount, name), decks in tables.items():
        number = "1 deck" if decks == ["1"] else f"{', '.join(decks)} decks"
        yield f"{words(amount)} ({f'table {name}, ' if name else ''}{number})"
