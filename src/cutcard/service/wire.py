"""Commands on the wire: each table command is a JSON object with its name in `do`.

The models are generated from the table's command classes, field by field, so that OpenAPI describes all of them. What a
client may not choose is left out: the order of a shoe and its salt, and a prize. The calls of a round ("hit", "insure"
and so on) are commands of their own on the wire, not nested in a `Call`.

>>> command_of({"do": "place-wager", "box": 1, "amount": 1000})
PlaceWager(box=1, amount=1000, bet='main', tokens=0, carried=False, player=None, placed_by='')
>>> command_of({"do": "hit", "box": 2})
Call(command=Hit(box=2, hand=None, player=''), player=None)
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, cached_property
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    TypeAdapter,
    ValidationError,
    create_model,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema
from pydantic_core.core_schema import no_info_plain_validator_function

from cutcard.cards import Card, card
from cutcard.jackpots import LINKS
from cutcard.players import PLAYERS
from cutcard.promotions import PROMOTIONS
from cutcard.streams import StreamRegistry
from cutcard.table import Call, Command
from cutcard.table.command_fields import WITHHELD, WORD
from cutcard.table.command_fields import command_fields as command_fields
from cutcard.table.command_fields import word_of as word_of
from cutcard.table.names import kebab
from cutcard.table.registry import COMMANDS
from cutcard.tournaments import TOURNAMENTS

NUMBER_MAX = 10**15  # times in milliseconds fit, and sums of such numbers fit a database column
TEXT_MAX = 200
LIST_MAX = 1000

Number = Annotated[int, Field(strict=True, ge=-NUMBER_MAX, le=NUMBER_MAX)]
Text = Annotated[str, Field(strict=True, max_length=TEXT_MAX, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")]
_Key = Annotated[int, Field(ge=-NUMBER_MAX, le=NUMBER_MAX)]  # JSON has it as text
Truth = Annotated[bool, Field(strict=True)]


def _card_name(text: str) -> str:
    card(text)  # raises ValueError, which pydantic reports
    return text


CardName = Annotated[str, Field(strict=True, max_length=3, examples=["As", "Td"]), AfterValidator(_card_name)]
Way = tuple[Any, Callable[[Any], Any]]  # the type on the wire, and a function back to the table's type


def _as_is(value: Any) -> Any:
    return value


def _way(kind: Any) -> Way:
    """How a type of a command's field is represented on the wire, and read back."""
    origin, args = get_origin(kind), get_args(kind)
    if kind in _PLAIN:
        return _PLAIN[kind]
    if origin is Literal:
        return kind, _as_is
    if origin in (Union, types.UnionType):
        return _union(args)
    if origin is tuple:
        return _tuple(args)
    if origin is not None and issubclass(origin, Mapping):
        key, value = _way(args[0]), _way(args[1])
        held: Any = dict
        keyed = held[str if args[0] is str else _Key, value[0]]
        return Annotated[keyed, Field(max_length=LIST_MAX)], lambda v: {
            key[1](k): value[1](one) for k, one in v.items()
        }
    if isinstance(kind, type) and hasattr(kind, "_fields"):
        return _nested(kind)
    raise TypeError(f"commands do not hold a {kind}")


_PLAIN: dict[Any, Way] = {
    int: (Number, _as_is),
    str: (Text, _as_is),
    bool: (Truth, _as_is),
    types.NoneType: (None, _as_is),
    Card: (CardName, card),
}


def _union(kinds: tuple[Any, ...]) -> Way:
    ways = [_way(kind) for kind in kinds]
    either: Any = Union
    wire = either[tuple(way[0] for way in ways)]
    some = [way[1] for way in ways if way[1] is not _as_is]
    if not some:
        return wire, _as_is
    return wire, lambda v: None if v is None else some[0](v)


def _tuple(kinds: tuple[Any, ...]) -> Way:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        wire, back = _way(kinds[0])
        many: Any = list
        return Annotated[many[wire], Field(max_length=LIST_MAX)], lambda v: tuple(map(back, v))
    ways = [_way(kind) for kind in kinds]
    each: Any = tuple
    return each[tuple(way[0] for way in ways)], lambda v: tuple(way[1](one) for way, one in zip(ways, v, strict=True))


def _record(kind: Any, name: str, more: Mapping[str, Any] | None = None, without: frozenset[str] = frozenset()) -> Way:
    """A named tuple as a JSON object; fields with a default are optional."""
    hints = get_type_hints(kind)
    ways = {field: _way(hints[field]) for field in kind._fields if field not in WITHHELD | without}
    fields = {field: (way[0], _default(kind, field)) for field, way in ways.items()}
    model = create_model(  # type: ignore[call-overload]
        name,
        __config__=ConfigDict(extra="forbid", title=name, defer_build=True),
        __doc__=(kind.__doc__ or "").strip() if not (kind.__doc__ or "").startswith(f"{kind.__name__}(") else None,
        **(more or {}),
        **fields,
    )

    put_in_later = dict.fromkeys(without, "")

    def back(value: Any) -> Any:
        return kind(**{field: way[1](getattr(value, field)) for field, way in ways.items()}, **put_in_later)

    return model, back


@cache
def _nested(kind: Any) -> Way:
    """A named tuple within a command: one model wherever it occurs."""
    return _record(kind, kind.__name__)


def _default(kind: Any, field: str) -> Any:
    if field not in kind._field_defaults:
        return ...
    value = kind._field_defaults[field]
    return Field(default_factory=dict) if isinstance(value, Mapping) else value


def _table_command(kind: Any) -> Way:
    word = kebab(kind.__name__)
    return _record(kind, kind.__name__, {WORD: (Literal[word], ...)})


def _call(kind: Any) -> Way:
    """A call of a round: the engine's command, for the caller or, at a real shoe, for the player who made the call."""
    word = kebab(kind.__name__)
    named = {WORD: (Literal[word], ...), "player": (Text | None, None)}
    model, back = _record(kind, kind.__name__, named, frozenset({"player"}))
    return model, lambda v: Call(back(v), v.player)


CALLS: tuple[type, ...] = get_args(get_type_hints(Call)["command"])
TABLE_COMMANDS: tuple[type, ...] = tuple(kind for kind in COMMANDS if kind is not Call)


class StreamWire:
    """The commands of one kind of stream, such as the tables or the jackpots' links, on the wire.

    The model of a command is made when somebody gives the first such command: there are hundreds.
    """

    def __init__(self, kinds: Mapping[str, type]) -> None:
        self.kinds = kinds
        self._ways: dict[str, Way] = {}
        self.any: Any = Annotated[Any, _AnyOf(self)]

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(self.kinds)

    def model(self, word: str) -> type[BaseModel]:
        """The body of a command; raises KeyError for a word that is none."""
        model: type[BaseModel] = self._way(word)[0]
        return model

    def command(self, body: Any) -> Command:
        """The stream's command for a body."""
        command: Command = self._way(getattr(body, WORD))[1](body)
        return command

    @cached_property
    def union(self) -> Any:
        """The type of all bodies together: what OpenAPI describes, and what is wrong with a body that is none."""
        either: Any = Union
        models = tuple(map(self.model, self.kinds))
        return Annotated[either[models], Field(discriminator=WORD)] if len(models) > 1 else models[0]

    def _way(self, word: str) -> Way:
        if word not in self._ways:
            kind = self.kinds[word]
            self._ways[word] = _call(kind) if kind in CALLS else _table_command(kind)
        return self._ways[word]


class _AnyOf:
    """Tells pydantic how any command of a stream is read: by the model of its word, and what fails by all of them."""

    def __init__(self, wire: StreamWire) -> None:
        self._wire = wire

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return no_info_plain_validator_function(self._read)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(self._all.core_schema)

    @cached_property
    def _all(self) -> TypeAdapter[Any]:
        return TypeAdapter(self._wire.union)

    def _read(self, fields: Any) -> BaseModel:
        word = fields.get(WORD) if isinstance(fields, dict) else None
        if isinstance(word, str) and word in self._wire.kinds:
            with suppress(ValidationError):
                return self._wire.model(word).model_validate(fields)
        body: BaseModel = self._all.validate_python(fields)
        return body


def _by_word(registry: StreamRegistry) -> dict[str, type]:
    return {spec.name: kind for kind, spec in registry.commands.items()}


TABLE_WIRE = StreamWire({kebab(kind.__name__): kind for kind in (*TABLE_COMMANDS, *CALLS)})
LINK_WIRE = StreamWire(_by_word(LINKS))
TOURNAMENT_WIRE = StreamWire(_by_word(TOURNAMENTS))
PLAYER_WIRE = StreamWire(_by_word(PLAYERS))
PROMOTION_WIRE = StreamWire(_by_word(PROMOTIONS))
WORDS = TABLE_WIRE.words
AnyCommand: Any = TABLE_WIRE.any
AnyLinkCommand: Any = LINK_WIRE.any
AnyTournamentCommand: Any = TOURNAMENT_WIRE.any
AnyPlayerCommand: Any = PLAYER_WIRE.any
AnyPromotionCommand: Any = PROMOTION_WIRE.any


def command_of(fields: Mapping[str, Any]) -> Command:
    """The table's command for a JSON object; raises pydantic's ValidationError."""
    return TABLE_WIRE.command(_any_table_command().validate_python(fields))


@cache
def _any_table_command() -> TypeAdapter[Any]:
    return TypeAdapter(AnyCommand)
