"""The table to play at: book, game, decks, side bets, options and limits, checked like a round record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cutcard.engine import Setup
from cutcard.money import Cents, dollars
from cutcard.records import parse
from cutcard.rulebooks import load, rules
from cutcard.rulebooks.offers import offered, pay_table, tables
from cutcard.rulebooks.schema import OptionValue, Rules

DEMO_METER: Cents = 5_000_000  # a jackpot's meter if the book gives no minimum; each further one a tenth


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The requested settings of a table."""

    book: str
    game: str
    decks: int | None = None
    side_bets: Mapping[str, str] = field(default_factory=dict)  # id to pay table; "" takes the first that fits
    options: Mapping[str, str] = field(default_factory=dict)
    minimum: Cents = 1000
    maximum: Cents = 50000
    chip: Cents = 100

    def rules(self) -> Rules:
        """The game's rules with the requested options."""
        known = load(self.book).options(self.game)
        typed = {name: _typed(text, known[name].values if name in known else ()) for name, text in self.options.items()}
        return rules(self.book, self.game, typed)

    def setup(self) -> Setup:
        """The table itself; raises `CutcardError` if the settings are not possible."""
        chosen = self.rules()
        decks = self.decks if self.decks is not None else self._decks(chosen)
        bets = {bet: _choice(chosen, decks, bet, table) for bet, table in self.side_bets.items()}
        return parse(self._head(chosen, decks, bets)).setup

    def _decks(self, chosen: Rules) -> int:
        """The largest number of decks with which every requested side bet may be offered."""
        fitting = [n for n in chosen.cards.decks if all(_fits(chosen, n, bet) for bet in self.side_bets)]
        return max(fitting or chosen.cards.decks)

    def _head(self, chosen: Rules, decks: int, bets: Mapping[str, str | bool]) -> dict[str, Any]:
        head: dict[str, Any] = {
            "rulebook": self.book,
            "game": self.game,
            "decks": decks,
            "options": dict(chosen.options),
            "side_bets": bets,
            "limits": {"minimum": dollars(self.minimum), "maximum": dollars(self.maximum)},
            "chip": dollars(self.chip),
        }
        meters: dict[str, str] = {}
        for bet, choice in bets.items():
            meter_names = dict.fromkeys(row.meter for row in pay_table(chosen, decks, bet, choice).rows if row.meter)
            for place, meter in enumerate(meter_names):
                meters[meter] = dollars(_demo_meter(chosen.side_bets[bet].meter_minimum, place))
        return {**head, "meters": meters}


def _demo_meter(minimum: Cents | None, place: int) -> Cents:
    return minimum * 3 // 2 if minimum else DEMO_METER // 10**place


def _typed(text: str, values: tuple[OptionValue, ...]) -> OptionValue:
    """An option's value from the command line."""
    for value in values:
        if str(value).lower() == text.lower():
            return value
    return text


def _fits(chosen: Rules, decks: int, bet: str) -> bool:
    side = chosen.side_bets.get(bet)
    return side is not None and decks in side.decks


def _choice(chosen: Rules, decks: int, bet: str, table: str) -> str | bool:
    """The pay table for a side bet: the named one, or the first that fits this game and number of decks."""
    side = chosen.side_bets.get(bet)
    if table or side is None:
        return table or True
    return next((name for name, at in tables(chosen, side) if at == decks), "") or True


def goes_with(chosen: Rules) -> dict[str, str]:
    """The side bets that may be offered with a game, by id, with their titles."""
    sides = offered(chosen).items()
    return {bet: side.title for bet, side in sides if any(decks in side.decks for decks in chosen.cards.decks)}
