"""A command as a JSON object, as it is sent, and as it is compared with another one under the same id."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from cutcard.cards import Card
from cutcard.table.names import kebab
from cutcard.table.registry import COMMANDS, Command
from cutcard.table.rounds import Call

WORD = "do"
# the house puts these in: the order of a virtual shoe, a prize that is drawn, a device's secret, a card's number, its
# rules for a table, what was played for a promotion, the digest of somebody's name and address or of their document
WITHHELD = frozenset(
    {
        "order",
        "salt",
        "drawn",
        "secret",
        "card_number",
        "row_digest",
        "document_digest",
        "alike",
        "own_law",
        "meters_linked",
        "idle_minutes",
        "idle_rounds",
        "two_people",
        "two_people_over",
        "cash_registered",
        "table_counts",
        "identity",
    }
)
DIGEST_CHARACTERS = 16
_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


def word_of(command: Command) -> str:
    """A command's name on the wire.

    >>> from cutcard.engine import EvenMoney
    >>> word_of(Call(EvenMoney(1, "ann")))
    'even-money'
    """
    return kebab(type(command.command if isinstance(command, Call) else command).__name__)


def command_fields(command: Command) -> dict[str, Any]:
    """A command as a JSON object, without the fields at their default.

    >>> from cutcard.engine import Hit
    >>> command_fields(Call(Hit(2)))
    {'do': 'hit', 'box': 2}
    """
    fields: dict[str, Any] = {}
    inner: Any = command
    if isinstance(command, Call):
        inner = command.command
        fields = {"player": command.player}
    for field, value in zip(inner._fields, inner, strict=True):
        if (
            field not in WITHHELD
            and value != inner._field_defaults.get(field, ...)
            and not (isinstance(command, Call) and field == "player")
        ):
            fields[field] = _plain(value)
    return {WORD: word_of(command), **{field: value for field, value in fields.items() if value is not None}}


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (int, str)):
        return value
    if isinstance(value, Card):
        return value.text
    if hasattr(value, "_asdict"):
        return {name: _plain(one) for name, one in value._asdict().items()}
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return value


def digest(command: Command) -> str:
    """The digest by which commands of the same name are compared, whatever the house adds to them.

    >>> from cutcard.table import Sit
    >>> digest(Sit(3)) == digest(Sit(3)), digest(Sit(3)) == digest(Sit(4))
    (True, False)

    What only its giver may know is left out: a few amounts are soon tried until the digest fits.
    """
    spec = COMMANDS.get(type(command))
    private = spec.private_fields if spec is not None else ()
    fields = {name: value for name, value in command_fields(command).items() if name not in private}
    written = _encode(fields).encode()
    return hashlib.sha256(written).hexdigest()[:DIGEST_CHARACTERS]
