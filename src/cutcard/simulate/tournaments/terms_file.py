"""Reads what matters of a tournament's terms from a small TOML file; every fault of it is said at once.

The names are those of the terms themselves. Amounts are dollars, parts are percentages. `examples` beside this module
has some files.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from cutcard.errors import CutcardError, UnknownName
from cutcard.money import Cents, MoneyError, cents
from cutcard.table.session_terms import LimitStep
from cutcard.tournaments.prize_division import MILLION
from cutcard.tournaments.terms import BuyBack, StageTerms, TournamentTerms

EXAMPLES = Path(__file__).parent / "examples"
T = TypeVar("T")
_NEEDED = object()


class TermsError(CutcardError):
    """Terms that cannot be simulated as they are written: every fault, a sentence each."""

    def __init__(self, faults: list[str], where: str = "") -> None:
        said = ";\n".join(faults)
        super().__init__(f"{where}: {said}" if where else said)
        self.faults = tuple(faults)


def read_terms(path: Path) -> TournamentTerms:
    """The terms in a TOML file; raises with a sentence for each fault."""
    return terms_of(read_toml(path), str(path))


def read_toml(path: Path) -> dict[str, Any]:
    """What a TOML file holds; raises with a sentence if there is none."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CutcardError(f"{path} could not be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CutcardError(f"{path} is not TOML: {error}") from None


def terms_of(given: Mapping[str, Any], where: str = "") -> TournamentTerms:
    """Terms from the keys of their file; raises with a sentence for each fault.

    >>> terms = read_terms(EXAMPLES / "heats-and-final.toml")
    >>> terms.entry_fee, terms.prizes, [stage.name for stage in terms.stages]
    (10000, (500000, 250000, 150000, 100000), ['heat', 'repechage', 'semi-final', 'final'])
    """
    reader = _Reader()
    top = _Part(reader, given, "")
    entrants = top.number("entrants")
    stages = tuple(_stage(_Part(reader, row, f"stage {at}: ")) for at, row in enumerate(top.rows("stages"), 1))
    if not stages:
        reader.faults.append("a tournament needs [[stages]]")
    parts = top.take("prizes", _percents, ())
    if sum(parts) != MILLION and not top.given.get("schedule"):
        reader.faults.append(f"prizes: they come to {sum(parts) / 10_000:g}% of the pool, not to 100%")
    again = top.given.get("buy_back")
    terms = TournamentTerms(
        title=top.take("title", str, "Tournament"),
        book=top.take("book", str),
        game=top.take("game", str),
        decks=top.number("decks"),
        starts_at=0,
        place="",
        fewest=entrants,
        most=entrants,
        stages=stages,
        prizes=parts,
        options=top.take("options", dict, {}),
        side_bets=top.take("side_bets", dict, {}),
        entry_fee=top.money("entry_fee", 0),
        commission_per_million=top.take("commission", _percent, 0),
        commission_on_top=top.yes("commission_on_top"),
        added=top.money("added", 0),
        guaranteed=top.money("guaranteed", 0),
        schedule=top.take("schedule", str, ""),
        marker=top.yes("marker", True),
        deal_from_marker=top.yes("deal_from_marker"),
        buy_back=_buy_back(_Part(reader, again, "buy_back: ")) if isinstance(again, dict) else None,
    )
    top.done("buy_back")
    if reader.faults:
        raise TermsError(reader.faults, where)
    return terms


def _stage(part: _Part) -> StageTerms:
    if "limits" in part.given:
        steps = part.rows("limits")
        limits = tuple(_limits(_Part(part.reader, row, part.where)) for row in steps)
    else:
        limits = (LimitStep(1, part.money("minimum"), part.money("maximum", 0)),)
    made = StageTerms(
        name=part.take("name", str),
        chips=part.money("chips"),
        limits=limits,
        rounds=part.number("rounds", 0),
        shoes=part.number("shoes", 0),
        minutes=part.number("minutes", 0),
        seats=part.number("seats", 7),
        tables=part.number("tables", 0),
        advance=part.number("advance", 1),
        best_others=part.number("best_others", 0),
        buy_in=part.money("buy_in", 0),
        pass_cards=part.number("pass_cards", 0),
        undisclosed=part.number("undisclosed", 0),
        repechage=part.yes("repechage"),
    )
    part.done()
    return made


def _limits(part: _Part) -> LimitStep:
    step = LimitStep(part.number("from_round"), part.money("minimum"), part.money("maximum", 0))
    part.done()
    return step


def _buy_back(part: _Part) -> BuyBack:
    made = BuyBack(part.number("most"), part.money("price"), part.number("until_stage"))
    part.done()
    return made


def _percent(value: object) -> int:
    """Millionths of what is written as a percentage."""
    text = str(value)
    if not text.endswith("%"):
        raise ValueError("it is a percentage such as 12.5%")
    return round(float(text.removesuffix("%")) * MILLION / 100)


def _percents(value: object) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise ValueError("it is a list of percentages such as 12.5%")
    return tuple(_percent(each) for each in value)


class _Reader:
    """Gathers faults."""

    def __init__(self) -> None:
        self.faults: list[str] = []


class _Part:
    """One table of the file."""

    def __init__(self, reader: _Reader, given: Mapping[str, Any], where: str) -> None:
        self.reader, self.given, self.where = reader, given, where
        self.known: list[str] = []

    def take(self, key: str, read: Callable[[Any], T], default: Any = _NEEDED) -> T:
        """What stands under a key; a fault leaves the default, or what nothing reads as."""
        self.known.append(key)
        if key not in self.given:
            if default is _NEEDED:
                self.reader.faults.append(f"{self.where}it needs {key}")
                default = read("0%") if read is _percent else read(0) if read is not dict else {}
            return default  # type: ignore[no-any-return]
        value = self.given[key]
        try:
            if isinstance(read, type) and type(value) is not read:
                raise ValueError(f"{value!r} is of another kind")
            return read(value)
        except (ValueError, MoneyError) as error:
            self.reader.faults.append(f"{self.where}{key}: {error}")
            return read(0) if default is _NEEDED else default

    def number(self, key: str, default: Any = _NEEDED) -> int:
        found = self.take(key, int, default)
        if found < 0:
            self.reader.faults.append(f"{self.where}{key}: it is not negative")
        return found

    def yes(self, key: str, default: bool = False) -> bool:
        return self.take(key, bool, default)

    def money(self, key: str, default: Any = _NEEDED) -> Cents:
        found = self.take(key, lambda value: cents(str(value)), default)
        if found < 0:
            self.reader.faults.append(f"{self.where}{key}: it is not negative")
        return found

    def rows(self, key: str) -> list[Mapping[str, Any]]:
        self.known.append(key)
        found = self.given.get(key, [])
        if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
            self.reader.faults.append(f"{self.where}{key}: it is a list of tables")
            return []
        return found

    def done(self, *more: str) -> None:
        """Every key has been read."""
        for key in self.given:
            if key not in (*self.known, *more):
                self.reader.faults.append(f"{self.where}{UnknownName.of('setting called', key, self.known).message}")
