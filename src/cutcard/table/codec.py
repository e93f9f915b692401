"""Events as text and back: canonical JSON, with the event's name, keys in order and no floats.

`loads(dumps(event)) == event` for every event there is. How a type is written is read off its annotations, once.
A field that was added later, with a default, may be missing in what an earlier release has written.

>>> from cutcard.table import Seated
>>> dumps(Seated("ann", 3))
'{"box":3,"is":"Seated","player":"ann"}'
>>> loads('{"box":3,"is":"Seated","player":"ann"}')
Seated(player='ann', box=3)
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Mapping, Set
from functools import cache, partial
from operator import itemgetter
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from cutcard.cards import Card, card, cards, joined
from cutcard.engine import Event as EngineEvent
from cutcard.engine.state import Setup
from cutcard.errors import CutcardError
from cutcard.money import Odds
from cutcard.rulebooks import rules_stored, stored_options
from cutcard.rulebooks.offers import pay_table
from cutcard.rulebooks.schema import PayTable, Rules
from cutcard.table.config import TableConfig
from cutcard.table.edition import edition
from cutcard.table.registry import TABLE, Command, Record, Registry, TableEvent
from cutcard.table.state import TableState

NAME = "is"
EDITION = "edition"
Coder = tuple[Callable[[Any], Any], Callable[[Any], Any]]  # to JSON's own types, and back

_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode
_encode_in_order = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode
_decode = json.JSONDecoder().decode


def dumps(event: Record, registry: Registry = TABLE) -> str:
    """An event as one line of canonical JSON."""
    return _encode(written(event, registry))


def written(event: Record, registry: Registry = TABLE) -> dict[str, Any]:
    """An event in JSON's own types, made again each time."""
    kind = type(event)
    fields: dict[str, Any] = _coder(kind)[0](event)
    fields[NAME] = registry.events[kind].wire_name
    return fields


def loads(text: str, registry: Registry = TABLE) -> TableEvent:
    """The event that a line says; raises ValueError where it says none."""
    try:
        written = _decode(text)
        event: TableEvent = _coder(registry.kinds[written[NAME]])[1](written)
    except (KeyError, TypeError, AttributeError, CutcardError) as error:
        raise ValueError(f"this is not an event of a {registry.stream}") from error  # what it says may be a secret
    return event


def command_fields(command: Command) -> dict[str, Any]:
    """The fields of a command in JSON's own types, for an event to hold."""
    fields: dict[str, Any] = _coder(type(command))[0](command)
    return fields


def command_of(name: str, fields: Mapping[str, Any], registry: Registry = TABLE) -> Command:
    """The command that an event holds."""
    command: Command = _coder(registry.specs[name].kind)[1](fields)
    return command


def state_dumps(state: TableState) -> str:
    """A table's whole state as one line of JSON, with what it holds by name in the order in which it holds it."""
    return _encode_in_order(_coder(TableState)[0](state))


def state_loads(text: str) -> TableState:
    """The state that a line says, equal in every part to that which was written; raises ValueError.

    >>> state_loads(state_dumps(TableState("T1", seats={7: "ann", 3: "bea"}))).seats
    {7: 'ann', 3: 'bea'}
    """
    try:
        state: TableState = _coder(TableState)[1](_decode(text))
    except (KeyError, TypeError, AttributeError, CutcardError) as error:
        raise ValueError("this is not a state of a table") from error
    return state


def _same(value: Any) -> Any:
    return value


@cache
def _coder(kind: Any) -> Coder:
    """How a type is written and read."""
    origin = get_origin(kind)
    if origin is tuple and get_args(kind) == (Card, ...):
        return joined, cards
    special = _SPECIAL.get(kind)
    if special is not None:
        return special
    if origin is Literal or kind in (int, str, bool, types.NoneType, Any):
        return _same, _same
    if origin in (Union, types.UnionType):
        return _union(get_args(kind))
    if origin is tuple:
        return _tuple(get_args(kind))
    if origin is frozenset:
        inner = _coder(get_args(kind)[0])
        return lambda v: sorted(map(inner[0], v)), lambda v: frozenset(map(inner[1], v))
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(*get_args(kind))
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return _record(kind)
    raise TypeError(f"events do not hold a {kind}")


def _union(kinds: tuple[Any, ...]) -> Coder:
    some = [kind for kind in kinds if kind is not types.NoneType]
    if kinds == get_args(EngineEvent):
        return _to_round, _from_round
    if len(some) != 1:
        coders = {_coder(kind) for kind in some}
        if coders == {(_same, _same)}:
            return _same, _same
        raise TypeError(f"events do not hold one of {some}")
    to, back = _coder(some[0])
    if to is _same:
        return _same, _same
    return (lambda v: None if v is None else to(v)), (lambda v: None if v is None else back(v))


def _to_round(event: Any) -> dict[str, Any]:
    kind = type(event)
    written: dict[str, Any] = ROUND_EVENTS[kind.__name__][0](event)
    written[NAME] = kind.__name__
    return written


def _from_round(written: dict[str, Any]) -> Any:
    return ROUND_EVENTS[written[NAME]][1](written)


def _tuple(kinds: tuple[Any, ...]) -> Coder:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        to, back = _coder(kinds[0])
        if to is _same:
            return list, tuple
        return lambda v: [to(one) for one in v], lambda v: tuple([back(one) for one in v])
    coders = [_coder(kind) for kind in kinds]
    return (
        lambda v: [c[0](one) for c, one in zip(coders, v, strict=True)],
        lambda v: tuple([c[1](one) for c, one in zip(coders, v, strict=True)]),
    )


def _mapping(key: Any, value: Any) -> Coder:
    to, back = _coder(value)
    if key not in (int, str):  # JSON has no such keys
        to_pairs, from_pairs = _coder(tuple[tuple[key, value], ...])
        return lambda v: to_pairs(v.items()), lambda v: dict(from_pairs(v))
    read: Callable[[str], Any] = int if key is int else str
    return (
        lambda v: {str(name): to(one) for name, one in v.items()},
        lambda v: {read(name): back(one) for name, one in v.items()},
    )


def _record(kind: Any) -> Coder:
    hints = get_type_hints(kind)
    fields = [(name, *_coder(hints[name])) for name in kind._fields]
    unlike = [(i, read) for i, (_, _, read) in enumerate(fields) if read is not _same]
    values_of = itemgetter(*kind._fields) if len(fields) > 1 else lambda written: [written[n] for n in kind._fields]
    make = partial(tuple.__new__, kind)  # a third of the cost of `_make`, which counts the values first

    def to(value: Any) -> dict[str, Any]:
        return {name: write(one) for (name, write, _), one in zip(fields, value, strict=True)}

    defaults = {name: write(kind._field_defaults[name]) for name, write, _ in fields if name in kind._field_defaults}

    def back(written: Any) -> Any:
        if len(written) - (NAME in written) != len(fields):
            written = {**defaults, **written}  # an earlier release wrote it without a field that has a default now
            if len(written) - (NAME in written) != len(fields):
                raise KeyError(kind.__name__)
        values = list(values_of(written))
        for i, read in unlike:
            values[i] = read(values[i])
        return make(values)

    return to, back


def _only(kind: Any, written: Any, known: Set[str]) -> None:
    """Refuse what this release cannot know: a field that a later one has added is not simply left out."""
    if not written.keys() <= known:
        raise KeyError(kind.__name__)


# ----------------------------------------------------------------------------------- rules, which are named by book


def _rules_to(game_rules: Rules) -> dict[str, Any]:
    return {"book": game_rules.book, "game": game_rules.game, "options": stored_options(game_rules)}


def _rules_from(written: dict[str, Any]) -> Rules:
    return rules_stored(written["book"], written["game"], written["options"])


def _tables_to(tables: Mapping[str, PayTable]) -> dict[str, Any]:
    return {bet: table.name or True for bet, table in tables.items()}


def _with_rules(kind: Any) -> Coder:
    """A record with rules in it: its pay tables are named, and found again under the rules and the decks."""
    hints = get_type_hints(kind)
    fields = [name for name in kind._fields if name not in ("rules", "side_bets")]
    coders = {name: _coder(hints[name]) for name in fields}
    known = {"book", "game", "options", EDITION, *kind._fields} - {"rules"}

    def to(value: Any) -> dict[str, Any]:
        written = {name: coders[name][0](getattr(value, name)) for name in fields}
        return {**written, **_rules_to(value.rules), "side_bets": _tables_to(value.side_bets)}

    def back(written: dict[str, Any]) -> Any:
        _only(kind, written, known)
        game_rules = _rules_from(written)
        bets = written.get("side_bets", {})
        bets = {bet: pay_table(game_rules, written["decks"], bet, name) for bet, name in bets.items()}
        rest = {name: coders[name][1](written[name]) for name in fields if name in written}
        return kind(rules=game_rules, side_bets=bets, **rest)  # a TypeError where one without a default is missing

    return to, back


def _with_edition(coder: Coder) -> Coder:
    """TableConfig say under which edition of the rules they were agreed; reading them back needs no such thing."""
    to, back = coder
    return lambda v: {**to(v), EDITION: edition(v.rules)}, back


_SPECIAL: dict[Any, Coder] = {
    Card: (lambda v: v.text, card),
    Odds: (lambda v: list(v), lambda v: Odds(*v)),
}
_SPECIAL[TableConfig] = _with_edition(_with_rules(TableConfig))
_SPECIAL[Setup] = _with_rules(Setup)

ROUND_EVENTS: dict[str, Coder] = {one.__name__: _coder(one) for one in get_args(EngineEvent)}
