"""Reading one value of a record: each is checked, and a fault is reported in one sentence with its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cutcard.clauses import ledger
from cutcard.errors import CutcardError
from cutcard.money import Cents, MoneyError, cents, priced

_NAMES = {"warned": "players' names", "linked": "names of meters"}  # lists of texts


class RecordRefused(CutcardError):
    """A record that breaks a rule: the reason, the clause where there is one, and the place.

    `code` is that of the engine's refusal, where it is the engine that refuses something in the record.
    """

    def __init__(
        self, message: str, clause: str | None = None, at: int | str | None = None, code: str | None = None
    ) -> None:
        super().__init__(message, clause)
        self.at = at
        self.code = code

    def as_error(self) -> dict[str, Any]:
        """The `error` object of the public format."""
        error: dict[str, Any] = {"message": self.message}
        if self.clause is not None:
            error["clause"] = self.clause
        if self.code is not None:
            error["code"] = self.code
        if self.at is not None:
            error["at"] = self.at
        return {"error": error}


def mapping(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise RecordRefused(f"{what} must be a JSON object, not {kind(value)}")
    return value


def kind(value: object) -> str:
    kinds: dict[type, str] = {list: "a list", str: "a string", bool: "true or false", dict: "an object"}
    return "null" if value is None else kinds.get(type(value), "a number")


def known(
    given: Mapping[str, Any], allowed: frozenset[str] | set[str], where: str, at: str | int | None = None
) -> None:
    unknown = sorted(set(given) - allowed)
    if unknown:
        raise RecordRefused(f"{where} has an unknown key {unknown[0]!r}", at=at)


def money(value: object, at: str | int) -> Cents:
    try:
        return cents(value)
    except MoneyError as error:
        raise RecordRefused(str(error), at=at) from None


def positive(value: object, at: str | int) -> Cents:
    amount = money(value, at)
    if amount <= 0:
        raise RecordRefused(f"an amount must be more than 0, not {priced(amount)}", at=at)
    return amount


def not_negative(value: object, at: str | int) -> Cents:
    """An amount that may be nothing, as a meter may show it."""
    amount = money(value, at)
    if amount < 0:
        raise RecordRefused(f"an amount must not be less than nothing, as {priced(amount)} is", at=at)
    return amount


def list_at(head: Mapping[str, Any], key: str) -> list[Any]:
    value = head.get(key, [])
    if not isinstance(value, list):
        raise RecordRefused(f"{key} must be a list, not {kind(value)}", at=key)
    if key in _NAMES and not all(isinstance(name, str) for name in value):
        raise RecordRefused(f"{key} must be a list of {_NAMES[key]}", at=key)
    return value


def whole_number(line: Mapping[str, Any], key: str, at: str | int) -> int:
    value = line.get(key)
    if isinstance(value, bool) or not isinstance(value, int):
        raise RecordRefused(f"{key} must be a whole number, not {kind(value)}", at=at)
    return value


def flag(line: Mapping[str, Any], key: str, at: str | int, default: bool = False) -> bool:
    value = line.get(key, default)
    if not isinstance(value, bool):
        raise RecordRefused(f"{key} must be true or false, not {kind(value)}", at=at)
    return value


def player_at(line: Mapping[str, Any], at: str | int) -> str:
    player = line.get("player")
    if not isinstance(player, str) or not player:
        raise RecordRefused("a player's name must be a string that is not empty", at=at)
    return player


def clause_at(line: Mapping[str, Any], key: str, book: str, at: str | int) -> str:
    clause = line.get(key)
    if clause is None:
        raise RecordRefused(f"the clause of {book} that allows it is missing", at=at)
    if not isinstance(clause, str) or clause not in ledger(book):
        raise RecordRefused(f"{book} has no clause {clause!r}", at=at)
    return clause
