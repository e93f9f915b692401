"""No account is spent twice: what ledger lines may do to balances, and what may be claimed only once.

Neither is a limit: a batch may bound what some accounts hold together once it is written.

The appending transaction asks here, with the store's head locked, so that two processes cannot both be right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection

from cutcard.money import BALANCE_MAX, Cents
from cutcard.store import database
from cutcard.store.errors import BeyondBound, BeyondLimit, Claimed, Overdrawn
from cutcard.store.project import claims_in, claims_of
from cutcard.table.ledger import currency_of, guarded

ASKED_TOGETHER = 1000  # names in one query
_BALANCES = "SELECT account, cents FROM balances WHERE account IN (?)"
_CLAIMS = "SELECT key, version FROM claims WHERE key IN (?)"


class Bound(NamedTuple):
    """After a batch that adds to these accounts, they hold at most so much together.

    A batch that adds nothing to them is never refused for it: anybody who is beyond a limit that was lowered may still
    take back what is theirs.
    """

    accounts: tuple[str, ...]
    most: Cents


def uneven(lines: Iterable[tuple[str, Cents]]) -> str:
    """The currency in which ledger lines do not sum to zero, in words; empty if they do in all."""
    sums: dict[str, Cents] = {}
    for account, cents in lines:
        currency = currency_of(account)
        sums[currency] = sums.get(currency, 0) + cents
    return ", ".join(f"{over} cents{f' of {currency}' if currency else ''}" for currency, over in sums.items() if over)


class Accounts:
    """The balances and claims that some batches touch, as they are after those of them that were accepted."""

    def __init__(
        self, connection: Connection, parts: Sequence[tuple[str, Sequence[Any]]], bounds: Iterable[Bound] = ()
    ) -> None:
        touched = {account for _, events in parts for event in events for account, _ in event.postings}
        touched |= {account for bound in bounds for account in bound.accounts}
        self._claimed = {key for stream, events in parts for key in _claimed(stream, events)}
        self._held = dict(_found(connection, _BALANCES, touched))
        self._taken = {key for key, _ in _found(connection, _CLAIMS, self._claimed)}

    def take(
        self, parts: Sequence[tuple[str, Sequence[Any]]], bounds: Sequence[Bound] = ()
    ) -> Overdrawn | BeyondBound | BeyondLimit | Claimed | None:
        """Take in what a batch moves and claims, row by row, or say why it may not."""
        moved: dict[str, Cents] = {}
        taken: set[str] = set()
        for stream, events in parts:
            row: dict[str, Cents] = {}
            for event in events:
                for account, cents in event.postings:
                    row[account] = row.get(account, 0) + cents
                    moved[account] = moved.get(account, 0) + cents
            refused = next(self._refused(row, moved), None)
            if refused is not None:
                return refused
            for key in _claimed(stream, events) if self._claimed else ():
                if key in self._taken or key in taken:
                    return Claimed(key)
                taken.add(key)
        beyond = next(self._beyond(bounds, moved), None)
        if beyond is not None:
            return beyond
        for account, cents in moved.items():
            self._held[account] = self._held.get(account, 0) + cents
        self._taken |= taken
        return None

    def _refused(self, row: Mapping[str, Cents], moved: Mapping[str, Cents]) -> Iterator[Overdrawn | BeyondBound]:
        for account, cents in row.items():
            left = self._held.get(account, 0) + moved[account]
            if left < 0 and cents < 0 and guarded(account):
                yield Overdrawn(account)
            if abs(left) > BALANCE_MAX:
                yield BeyondBound(account)

    def _beyond(self, bounds: Sequence[Bound], moved: Mapping[str, Cents]) -> Iterator[BeyondLimit]:
        for accounts, most in bounds:
            added = sum(moved.get(account, 0) for account in accounts)
            total = added + sum(self._held.get(account, 0) for account in accounts)
            if added > 0 and total > most:
                yield BeyondLimit(accounts, most, total)


def _claimed(stream: str, events: Sequence[Any]) -> Iterator[str]:
    for event in events:
        yield from claims_in(stream, event.payload) if event.event is None else claims_of(event.event)


def _found(connection: Connection, query: str, names: Iterable[str]) -> Iterator[tuple[Any, ...]]:
    ordered = sorted(names)
    for first in range(0, len(ordered), ASKED_TOGETHER):
        yield from database.matching(connection, query, ordered[first : first + ASKED_TOGETHER])
