"""Pydantic's errors as sentences that a person understands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cutcard.errors import UnknownName

_REASONS = {
    "missing": "it is missing",
    "extra_forbidden": "there is no such field",
    "json_invalid": "the body is not JSON",
    "model_type": "it must be a JSON object",
    "model_attributes_type": "it must be a JSON object",
    "dict_type": "it must be a JSON object",
    "list_type": "it must be a list",
    "tuple_type": "it must be a list",
    "int_type": "it must be a whole number",
    "int_from_float": "it must be a whole number",
    "int_parsing": "it must be a whole number",
    "string_type": "it must be text",
    "bool_type": "it must be true or false",
    "bool_parsing": "it must be true or false",
    "none_required": "it must be null",
    "union_tag_not_found": "it must say under {discriminator} what to do",
    "literal_error": "it must be one of {expected}",
    "greater_than_equal": "it must be at least {ge}",
    "less_than_equal": "it must be at most {le}",
    "string_too_short": "it must have at least {min_length} characters",
    "string_too_long": "it must have at most {max_length} characters",
    "too_short": "it must have at least {min_length} entries",
    "too_long": "it must have at most {max_length} entries",
    "string_pattern_mismatch": "it has characters that may not stand there",
}
LONG = 200  # characters of a sentence; a longer list of commands is left to the documentation
_PARTS = ("body", "query", "path")


def reason(error: Mapping[str, Any]) -> str:
    """What is wrong, for one of pydantic's errors.

    >>> reason({"type": "less_than_equal", "ctx": {"le": 9}, "msg": ""})
    'it must be at most 9'
    """
    ctx = error.get("ctx") or {}
    if error["type"] == "union_tag_invalid":
        known = [tag.strip(" '") for tag in str(ctx["expected_tags"]).split(",")]
        found = UnknownName.of("command", str(ctx["tag"])[:64], known).message
        return found if len(found) < LONG else f"there is no command {str(ctx['tag'])[:64]!r}; /api/docs lists them"
    words = _REASONS.get(str(error["type"]))
    return words.format(**ctx) if words is not None else str(error["msg"]).removeprefix("Value error, ")


def sentence(error: Mapping[str, Any]) -> str:
    """The same with the place of the error.

    >>> sentence({"type": "missing", "loc": ("body", "command", "box"), "msg": ""})
    'command.box: it is missing'
    """
    if error["type"] == "json_invalid":
        return _REASONS["json_invalid"]
    where = ".".join(str(part) for part in error["loc"] if part not in _PARTS)
    return f"{where}: {reason(error)}" if where else reason(error)
