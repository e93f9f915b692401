"""Reads a planned link of tables from a small TOML file; all its faults are reported at once.

`examples` beside this module has a file for each progressive side bet of the documents.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from cutcard.errors import CutcardError, UnknownName, listed
from cutcard.money import Cents, MoneyError, cents, dollars
from cutcard.odds.links.plan import LinkPlan
from cutcard.odds.query import decks_of, rules_for
from cutcard.rulebooks import BOOKS, load
from cutcard.rulebooks.offers import offered, pay_table, side_of
from cutcard.rulebooks.schema import PayTable, Rules, SideBet
from cutcard.sidebets import JUDGES, picked_outcome
from cutcard.sidebets.view import DEALERS_CARD, TWO_CARDS
from cutcard.table.link_terms import MILLION, LinkTerms, MeterTerms
from cutcard.toml_text import read_toml

EXAMPLES = Path(__file__).parent / "examples"
TABLES_MOST, ROUNDS_MOST, HOURS_MOST = 10_000, 1_000, 24
PRICE_MOST: Cents = 1_000_000
SEED_MOST: Cents = 10**11
CURRENCY = "AUD"
_DECIMAL = re.compile(r"\d{1,6}(\.\d{1,8})?", re.ASCII)
KEYS = (
    "book", "game", "bet", "pay_table", "options", "price", "tables", "boxes", "rounds_an_hour", "hours_a_day",
    "selected_per_million", "chip", "meters",
)  # fmt: skip
NEEDED = ("book", "game", "bet", "price", "tables", "boxes", "rounds_an_hour", "meters")


class LinkError(CutcardError):
    """A link that cannot be worked out as it is written: every fault, a sentence each."""

    def __init__(self, faults: list[CutcardError], where: str = "") -> None:
        message = ";\n".join(fault.message for fault in faults)
        super().__init__(f"{where}: {message}" if where else message, faults[0].clause)
        self.faults = tuple(faults)


def read_plan(path: Path) -> LinkPlan:
    """The plan in a TOML file; raises with a sentence for each fault."""
    try:
        found = read_toml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CutcardError(f"{path} could not be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CutcardError(f"{path} is not TOML: {error}") from None
    return plan_of(found, str(path))


def example(bet: str) -> Mapping[str, Any]:
    """The example for a side bet, as its file has it.

    >>> example("blazing-7s")["price"]
    '5'
    """
    path = EXAMPLES / f"{bet}.toml"
    return read_toml(path.read_text(encoding="utf-8"))


def linked_bets(rules: Rules) -> tuple[str, ...]:
    """The side bets of a game that pay from meters.

    >>> linked_bets(rules_for("melbourne-v26", "blackjack"))
    ('blackjack-jackpots', 'supernova')
    """
    return tuple(bet for bet, side in offered(rules).items() if any(r.meter for t in side.tables for r in t.rows))


def plan_of(given: Mapping[str, Any], where: str = "") -> LinkPlan:
    """A plan from the keys of its file; raises with a sentence for each fault."""
    faults: list[CutcardError] = [
        UnknownName.of("setting of a link called", key, KEYS) for key in given if key not in KEYS
    ]
    faults += [CutcardError(f"a link needs {key}") for key in NEEDED if key not in given]
    if faults:
        raise LinkError(faults, where)
    reader = _Reader(given)
    try:
        rules, table, decks = reader.offer()
    except CutcardError as error:  # nothing else can be checked
        raise LinkError([error], where) from None
    found = reader.plan(rules, table, decks)
    if reader.faults or found is None:
        raise LinkError(reader.faults, where)
    return found


def plan_of_terms(terms: LinkTerms, game: str, *, tables: int, boxes: int, rounds_an_hour: int) -> LinkPlan:
    """A running link by its terms, as it is played: what `plan_of` refuses is refused here too.

    >>> terms = plan_of(example("supernova")).terms
    >>> plan_of_terms(terms, "blackjack", tables=3, boxes=9, rounds_an_hour=50).terms == terms
    True
    """
    given = {
        "book": terms.book,
        "game": game,
        "bet": terms.bet,
        "pay_table": terms.pay_table,
        "price": dollars(terms.price),
        "tables": tables,
        "boxes": boxes,
        "rounds_an_hour": rounds_an_hour,
        "selected_per_million": terms.selected_per_million,
        "meters": {
            meter: {"seed": dollars(one.seed), "increment": per_cent(one.per_million)}
            for meter, one in terms.meters.items()
        },
    }
    return plan_of(given)


def per_cent(per_million: int) -> str:
    """An increment as a file has it.

    >>> per_cent(125_000), per_cent(300_000)
    ('12.5', '30')
    """
    return f"{per_million / 10_000:.4f}".rstrip("0").rstrip(".")


class _Reader:
    """Reads settings one by one and keeps a sentence for each that cannot be."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given
        self.faults: list[CutcardError] = []

    def offer(self) -> tuple[Rules, PayTable, int]:
        """The game with the side bet and its pay table."""
        book, game, bet, pays = (self.given.get(key, "") for key in ("book", "game", "bet", "pay_table"))
        for key, value in (("book", book), ("game", game), ("bet", bet), ("pay_table", pays)):
            if not isinstance(value, str):
                raise CutcardError(f'{key} is written as text such as "blackjack", not {value!r:.40}')
        if book not in BOOKS:
            raise UnknownName.of("book", book[:64], BOOKS)
        options = self.given.get("options", [])
        if not isinstance(options, list) or not all(isinstance(each, str) for each in options):
            raise CutcardError(f'options are a list such as ["resplit=true"], not {options!r:.40}')
        rules = rules_for(book, game, options)
        side = side_of(rules, bet)
        if bet not in linked_bets(rules):
            message = f"{side.title} pays from no meter; of {rules.title} {_bets_that_do(linked_bets(rules))}"
            raise CutcardError(message, rules.clauses[f"side_bets.{bet}.games"])
        if JUDGES[side.judged_by].DECIDED_BY not in (TWO_CARDS, DEALERS_CARD):
            raise CutcardError(f"{side.title} depends on more than the first cards, which links are worked out for")
        rules = self._with_minimum(rules, bet)
        decks = decks_of(rules, None, [bet])
        return rules, pay_table(rules, decks, bet, pays or True), decks

    def _with_minimum(self, rules: Rules, bet: str) -> Rules:
        """The rules with the seed as the minimum that the document lets a sign show (Sydney 14.28)."""
        path = f"side_bets.{bet}.meter_minimum"
        option = next((o for o in load(rules.book).options(rules.game).values() if path in o.fields), None)
        if option is None:
            return rules
        meters = self.given["meters"]
        given = list(meters.values()) if isinstance(meters, Mapping) else []
        seed = str(given[0].get("seed")) if given and isinstance(given[0], Mapping) else ""
        if seed not in option.values:
            allowed = listed([f"${int(str(value)):,}" for value in option.values], "or")
            raise CutcardError(f"the seed of {bet} is {allowed}, not {seed:.40}", option.clause)
        texts = [*self.given.get("options", []), f"{option.id}={seed}"]
        return rules_for(rules.book, rules.game, texts)

    def plan(self, rules: Rules, table: PayTable, decks: int) -> LinkPlan | None:
        bet = self.given["bet"]
        side = rules.side_bets[bet]
        price = self._price(rules, side, bet)
        boxes = self._whole("boxes", rules.cards.boxes_max, clause=rules.clauses["cards.boxes_max"])
        tables = self._whole("tables", TABLES_MOST)
        rounds = self._whole("rounds_an_hour", ROUNDS_MOST)
        hours = self._hours()
        chip = self._money("chip", "1", PRICE_MOST)
        meters = dict(self._meters(table))
        selected = self._selected(side, table)
        if self.faults:
            return None
        assert price is not None
        assert chip is not None
        terms = LinkTerms(
            book=rules.book,
            bet=bet,
            currency=CURRENCY,
            price=price,
            meters=meters,
            pay_table=table.name,
            selected_per_million=selected,
        )
        return LinkPlan(
            terms=terms,
            rules=rules,
            decks=decks,
            table=table,
            tables=tables,
            boxes=boxes,
            rounds_an_hour=rounds,
            hours_a_day=hours,
            chip=chip,
        )

    def _price(self, rules: Rules, side: SideBet, bet: str) -> Cents | None:
        price = self._money("price", "", PRICE_MOST)
        if price is not None and side.amounts and price not in side.amounts:
            allowed = listed([f"${dollars(each)}" for each in side.amounts], "or")
            self._fault(
                f"{side.title} takes {allowed}, not ${dollars(price)}", rules.clauses[f"side_bets.{bet}.amounts"]
            )
        return price

    def _fault(self, message: str, clause: str | None = None) -> None:
        self.faults.append(CutcardError(message, clause))

    def _money(
        self, key: str, default: str, most: Cents, within: Mapping[str, Any] | None = None, of: str = ""
    ) -> Cents | None:
        value = (within if within is not None else self.given).get(key, default)
        name = f"{key} of {of}" if of else key
        try:
            amount = cents(str(value) if type(value) is int else value)
        except MoneyError as error:
            self._fault(f"{name}: {error}")
            return None
        if not 0 < amount <= most:
            self._fault(f"{name} must be more than 0 and at most ${most // 100:,}, not {value}")
            return None
        return amount

    def _whole(self, key: str, most: int, *, least: int = 1, clause: str | None = None) -> int:
        value = self.given.get(key, least)
        if type(value) is not int or not least <= value <= most:
            self._fault(f"{key} is a whole number from {least} to {most:,}, not {value!r:.40}", clause)
            return least
        return value

    def _hours(self) -> Fraction:
        value = self.given.get("hours_a_day", HOURS_MOST)
        number = _decimal(value)
        if number is None or not 0 < number <= HOURS_MOST:
            self._fault(f"hours_a_day is more than 0 and at most {HOURS_MOST}, not {value!r:.40}")
            return Fraction(HOURS_MOST)
        return number

    def _meters(self, table: PayTable) -> Iterator[tuple[str, MeterTerms]]:
        given = self.given["meters"]
        known = tuple(dict.fromkeys(row.meter for row in table.rows if row.meter))
        if not isinstance(given, Mapping):
            self._fault(f"meters are written as [meters.{known[0]}] with a seed and an increment")
            return
        for name in given:
            if name not in known:
                self.faults.append(UnknownName.of(f"meter of {self.given['bet']} called", name[:64], known))
        for name in known:
            if name not in given:
                self._fault(f"the meter {name} is missing")
            elif not isinstance(given[name], Mapping) or set(given[name]) != {"seed", "increment"}:
                self._fault(f"the meter {name} has a seed and an increment, and nothing else")
            else:
                seed = self._money("seed", "", SEED_MOST, given[name], name)
                yield name, MeterTerms(seed or 1, self._per_million(name, given[name]["increment"]))

    def _per_million(self, meter: str, value: object) -> int:
        """An increment in per cent of the wager as millionths of it."""
        number = _decimal(value)
        if number is None or not 0 < number <= 100:
            self._fault(f'increment of {meter} is a per cent of the wager such as "12.5", not {value!r:.40}')
            return 0
        if (number * 10_000).denominator != 1:
            self._fault(f"increment of {meter} has at most four digits after the point, not {value}")
            return 0
        return int(number * 10_000)

    def _selected(self, side: SideBet, table: PayTable) -> int:
        chance = self._whole("selected_per_million", MILLION, least=0)
        name = picked_outcome(side.judged_by)
        row = next((row for row in table.rows if row.outcome == name), None)
        if row is None and chance:
            self._fault(f"{side.title} has no prize for a box that the system picks: leave selected_per_million out")
        if row is not None and row.meter and not chance:
            self._fault(f"the meter {row.meter} is never won without selected_per_million", row.clause)
        return chance


def _bets_that_do(bets: tuple[str, ...]) -> str:
    return f"those that do are {listed(bets)}" if bets else "no side bet does"


def _decimal(value: object) -> Fraction | None:
    """An exact decimal number, written as text or as a whole number."""
    if type(value) is int:
        return Fraction(value)
    return Fraction(value) if isinstance(value, str) and _DECIMAL.fullmatch(value) else None
