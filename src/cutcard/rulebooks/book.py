"""A rulebook in memory: every game as a sheet of lines, and the rules that follow from it and a table's options."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from types import NoneType
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints
from weakref import WeakValueDictionary

from cutcard.errors import CutcardError, UnknownName, nearest
from cutcard.money import MoneyError, cents
from cutcard.rulebooks.procedures import Procedures
from cutcard.rulebooks.schema import GROUPS, Bonus, Option, OptionValue, Rules, SideBet
from cutcard.rulebooks.words import bonus_of
from cutcard.typed_values import DoesNotFit, reader

if TYPE_CHECKING:  # a book that fits is read without it
    from pydantic import TypeAdapter, ValidationError

Sheet = Mapping[str, "Leaf"]
RULES_KEPT = 256  # resolved rules that are kept, over all books and choices of options, if nothing else holds them


class OptionError(CutcardError):
    """An option that a game does not have, or a value that it does not allow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """One line of a rulebook: a value, or what each value of an option makes of it, and the clause."""

    clause: str
    value: Any = None
    option: str | None = None
    reading: bool = False
    default: OptionValue = False
    was: OptionValue | None = None  # the value before the book had the option
    values: Mapping[OptionValue, Any] = field(default_factory=dict)  # with an option, empty: any money
    clauses: Mapping[OptionValue, str] = field(default_factory=dict)  # where a value has a clause of its own
    why: str = ""

    def clause_under(self, options: Mapping[str, OptionValue]) -> str:
        """The clause that gives the field's value under these options."""
        if self.option is None:
            return self.clause
        return self.clauses.get(options.get(self.option, self.default), self.clause)

    def under(self, options: Mapping[str, OptionValue]) -> Any:
        """The field's value under these options; an option that the game does not have keeps its default."""
        if self.option is None:
            return self.value
        chosen = options.get(self.option, self.default)
        if self.values:
            return self.values[chosen]
        return None if chosen == "none" else cents(chosen)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game:
    """One game: the game that it is like, and every line of its own and of that game."""

    id: str
    title: str
    like: str | None = None
    like_clause: str = ""
    sheet: Sheet  # by path, "double.totals"
    own: frozenset[str] = frozenset()  # the paths that it gives itself
    based_on: str = ""  # the game of the package that it takes over, as BOOK/GAME


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rulebook:
    """One approved document.

    >>> from cutcard.rulebooks import load
    >>> load("melbourne-v26").options("crown-pontoon")["doubled-ace"].values
    ('one', 'either')
    """

    id: str
    title: str
    regulator: str
    edition: str
    roles: tuple[str, ...]  # lowest first
    games: Mapping[str, Game]
    side_bets: Mapping[str, Sheet]
    beside: tuple[str, ...] = ()  # roles outside the ladder
    procedures: Procedures | None = None  # how its tables are run
    time_zone: str = "UTC"  # whose clocks hang in the casino
    law: str = ""  # the law about players under which the casino stands; "": none is known here

    def game(self, game: str) -> Game:
        """The game of that id."""
        try:
            return self.games[game]
        except (KeyError, TypeError):
            raise UnknownName.of(f"game in {self.id} called", game, self.games) from None

    def options(self, game: str) -> dict[str, Option]:
        """What a table of this game may choose, by id."""
        return dict(_options(self, self.game(game)))

    def rules(self, game: str, options: Mapping[str, OptionValue] | None = None) -> Rules:
        """The rules of this game under these options; options left out have their defaults."""
        chosen = self._chosen(self.game(game), options or {})
        return _rules(self, game, tuple(chosen.items()))

    def _chosen(self, game: Game, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        known = _options(self, game)
        for name, value in options.items():
            if name not in known:
                raise self._no_option(game, name)
            _check_value(known[name], value)
        return {name: options.get(name, option.default) for name, option in known.items()}

    def _no_option(self, game: Game, name: str) -> OptionError:
        for other in self.games.values():
            option = _options(self, other).get(name)
            if option is not None:
                path = option.fields[0]
                clause = game.sheet[path].clause if path in game.sheet else option.clause
                return OptionError(f"{game.title} has no option {name}, which {other.title} has", clause)
        return OptionError(f"{self.id} has no option {name!r}{nearest(str(name), _options(self, game))}")

    def leaves(self, game: Game) -> Iterator[tuple[str, Leaf]]:
        """Every line that matters to a game, with its path: its own, and those of side bets that go with it."""
        yield from game.sheet.items()
        for name, sheet in self.side_bets.items():
            certain = sheet["games"].value
            doubtful = sheet["doubtful_games"].value if "doubtful_games" in sheet else ()
            for key, leaf in sheet.items():
                if game.id in certain or game.id in doubtful:
                    yield f"side_bets.{name}.{key}", leaf


def _check_value(option: Option, value: object) -> None:
    if option.values:
        if not any(type(value) is type(allowed) and value == allowed for allowed in option.values):
            allowed = ", ".join(json.dumps(v) for v in option.values)
            raise OptionError(f"option {option.id} is one of {allowed}, not {value!r:.60}", option.clause)
        return
    try:
        good = value == "none" or cents(value) > 0
    except MoneyError:
        good = False
    if not good:
        raise OptionError(
            f'option {option.id} is an amount of money such as "5000", or "none", not {value!r:.60}',
            option.clause,
        )


@cache
def _options(book: Rulebook, game: Game) -> dict[str, Option]:
    found: dict[str, Option] = {}
    for path, leaf in book.leaves(game):
        if leaf.option is None:
            continue
        first = found.get(leaf.option)
        if first is None:
            found[leaf.option] = Option(
                id=leaf.option,
                kind="reading" if leaf.reading else "option",
                default=leaf.default,
                was=leaf.was,
                values=tuple(leaf.values),
                clause=leaf.clause,
                why=leaf.why,
                fields=(path,),
            )
        else:
            found[leaf.option] = dataclasses.replace(first, fields=(*first.fields, path), why=first.why or leaf.why)
    return found


_HELD: WeakValueDictionary[tuple[Rulebook, str, tuple[tuple[str, OptionValue], ...]], Rules] = WeakValueDictionary()


@lru_cache(maxsize=RULES_KEPT)
def _rules(book: Rulebook, game: str, chosen: tuple[tuple[str, OptionValue], ...]) -> Rules:
    """The rules of a game under options; while something holds them, they are not made again."""
    key = (book, game, chosen)
    found = _HELD.get(key)
    if found is None:
        found = _HELD[key] = _made(book, game, chosen)
    return found


def _made(book: Rulebook, game: str, chosen: tuple[tuple[str, OptionValue], ...]) -> Rules:
    options = dict(chosen)
    sheet = book.games[game].sheet
    groups = {
        group: cls(
            **{
                f.name: sheet[f"{group}.{f.name}"].under(options)
                for f in dataclasses.fields(cls)
                if f"{group}.{f.name}" in sheet
            }
        )
        for group, cls in GROUPS.items()
    }
    clauses = {path: leaf.clause_under(options) for path, leaf in sheet.items() if leaf.clause}
    bets = {}
    for name, bet in book.side_bets.items():
        bets[name] = SideBet(**{key: leaf.under(options) for key, leaf in bet.items() if key in hints(SideBet)})
        clauses |= {f"side_bets.{name}.{key}": leaf.clause_under(options) for key, leaf in bet.items() if leaf.clause}
    return Rules(
        book=book.id,
        game=game,
        title=book.games[game].title,
        side_bets=bets,
        clauses=clauses,
        options=options,
        **groups,
    )


@cache
def hints(cls: type) -> dict[str, Any]:
    """The annotations of a part of the schema, resolved."""
    return get_type_hints(cls, include_extras=True)


@cache
def _empty_word(cls: type, name: str) -> str | None:
    """The word that `cutcard rules` prints for an empty list, "any" or "none"; None where a field is not a list."""
    kind = hints(cls)[name]
    one = next(one for one in dataclasses.fields(cls) if one.name == name)
    return str(one.metadata["empty_means"]) if get_origin(kind) is tuple and "empty_means" in one.metadata else None


@cache
def _reader(cls: type, name: str) -> Callable[[Any], Any]:
    """What reads a field's value where it fits."""
    return reader(hints(cls)[name])


@cache
def _adapter(annotation: Any) -> TypeAdapter[Any]:
    """What reads values of this kind; most fields are of few kinds, and each reader takes a while to make."""
    from pydantic import ConfigDict, TypeAdapter

    if isinstance(annotation, type) and dataclasses.is_dataclass(annotation):
        return TypeAdapter(annotation)
    return TypeAdapter(annotation, config=ConfigDict(extra="forbid"))


def coerce(cls: type, name: str, raw: Any, clause: str = "") -> Any:
    """A value from a file as the schema's field wants it, without any conversion by guess.

    `clause` is that of the line, for bonuses that are written as they are printed.

    Raises ValueError with a sentence about what is wrong.
    """
    if raw == "none" and NoneType in get_args(hints(cls)[name]):
        return None
    if isinstance(raw, str) and raw == _empty_word(cls, name):
        return ()
    if isinstance(raw, list) and Bonus in get_args(hints(cls)[name]):
        raw = [_bonus(one, clause) for one in raw]
    try:
        return _reader(cls, name)(raw)
    except DoesNotFit:
        pass
    from pydantic import ValidationError

    try:
        # Read as JSON, the strict mode takes an array for a tuple but no "12" for a number.
        return _adapter(hints(cls)[name]).validate_json(json.dumps(raw, default=str), strict=True)
    except ValidationError as error:
        raise ValueError(_in_words(error)) from None


def _bonus(raw: Any, clause: str) -> Any:
    """A bonus as a table, where it is written as it is printed."""
    try:
        return {**bonus_of(raw), "clause": clause} if isinstance(raw, str) else raw
    except CutcardError as error:
        raise ValueError(error.message) from None


def changed(rules: Rules, path: str, value: Any) -> Rules:
    """The same rules with one field changed, for asking what a rule is worth.

    >>> from cutcard.rulebooks import rules
    >>> changed(rules("melbourne-v26", "blackjack"), "dealer.hits_soft_17", True).dealer.hits_soft_17
    True
    """
    group, _, name = path.rpartition(".")
    if not group:
        raise UnknownName(f"a rule is named by its group and its field, such as double.totals, not {path!r}")
    side_bet = group.removeprefix("side_bets.") if group.startswith("side_bets.") else None
    if side_bet is None and group not in GROUPS:
        raise UnknownName.of("group of rules called", group, GROUPS)
    if side_bet is not None and side_bet not in rules.side_bets:
        raise UnknownName.of(f"side bet in {rules.book} called", side_bet, rules.side_bets)
    from pydantic import ValidationError

    part: Any = getattr(rules, group) if side_bet is None else rules.side_bets[side_bet]
    cls: Any = type(part)
    if name not in hints(cls):
        raise UnknownName.of(f"field of {group} called", name, hints(cls))
    try:
        part = dataclasses.replace(part, **{name: _adapter(hints(cls)[name]).validate_python(value)})
    except ValidationError as error:
        typed = ",".join(map(str, value)) if isinstance(value, list | tuple) else value
        raise CutcardError(f"{path} cannot be {typed!r}: {_in_words(error)}") from None
    clauses = {**rules.clauses, path: "changed"}
    if side_bet is None:
        return dataclasses.replace(rules, clauses=clauses, **{group: part})
    return dataclasses.replace(rules, clauses=clauses, side_bets={**rules.side_bets, side_bet: part})


def _in_words(error: ValidationError) -> str:
    from cutcard import validation

    messages = []
    for one in error.errors():
        steps = (f"item {step + 1}" if isinstance(step, int) else step for step in one["loc"])
        where = ".".join(step for step in steps if not step.startswith("function-"))
        message = validation.reason(one)
        messages.append(f"{where}: {message}" if where else message)
    return "; ".join(dict.fromkeys(messages))
