"""The rows of a stream and their ledger lines, read many at a time, one by one or as arrays.

What cannot be read is reported where it is reached, after what was read before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from types import NoneType
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

BLOCK_ROWS = 4000
LINES_AT_ONCE = 4000
Row = tuple[int, int, int, str | None, Any, bytes, bytes]  # position, version, at_ms, command, payload and both hashes
Numbers = NDArray[np.int64]
T = TypeVar("T")


class _Ahead(Generic[T]):
    """Reads some items at a time; an error on the way is raised when what came before it has been handed out."""

    def __init__(self, items: Iterator[T]) -> None:
        self._items = items
        self._error: Exception | None = None

    def take(self, most: int) -> list[T]:
        if self._error is not None:
            raise self._error
        taken: list[T] = []
        try:
            taken.extend(islice(self._items, most))
        except Exception as error:
            self._error = error
            if not taken:
                raise
        return taken


class LedgerLines:
    """A stream's ledger lines in order: version, number, event, account and cents of each."""

    def __init__(self, rows: Iterator[tuple[Any, ...]]) -> None:
        self._rows = _Ahead(rows)
        self.held: list[tuple[Any, ...]] = []
        self.at = 0  # the next of them

    @property
    def next(self) -> tuple[Any, ...] | None:
        """The next line, None if there are no more."""
        if self.at == len(self.held):
            self._more()
        return self.held[self.at] if self.at < len(self.held) else None

    def _more(self) -> bool:
        more = self._rows.take(LINES_AT_ONCE)
        if more:
            self.held, self.at = [*self.held[self.at :], *more], 0
        return bool(more)

    def load(self, version: int) -> bool:
        """Read on beyond the lines of this version of the stream; False where something is not a line that can be read,
        which waits until it is its turn.
        """
        try:
            while (not self.held or self.held[-1][0] <= version) and self._more():
                pass
        except Exception:
            return False
        return True

    def of(self, version: int) -> list[tuple[int, str, int]]:
        """The lines of a row; a misplaced line is left out, and then the row's hash does not match."""
        found: list[tuple[int, str, int]] = []
        line = self.next
        while line is not None and line[0] == version and line[1] == len(found):
            found.append(line[2:])
            self.at += 1
            line = self.next
        return found


class RowBlock:
    """Some rows of a stream. Their ledger lines are those held by `lines` from the next one on, all if `whole`."""

    def __init__(self, rows: Sequence[Row], lines: LedgerLines, whole: bool) -> None:
        self.rows = rows
        self.whole = whole
        self._lines = lines
        self._first = lines.at
        self._held = lines.held

    def begins(self, row: int) -> bool:
        """Whether the next ledger line is where the lines of this row begin."""
        if not self.whole or self._lines.held is not self._held or self.ranges is None:
            return False
        return bool(self._first + self.ranges[row, 0] == self._lines.at)

    @cached_property
    def columns(self) -> tuple[tuple[Any, ...], ...]:
        """The values of the rows, column by column."""
        return tuple(zip(*self.rows, strict=True))

    @cached_property
    def text(self) -> tuple[NDArray[np.uint8], Numbers] | None:
        """The payloads as bytes, each with a line's end after it, and where each begins; None if one is not text."""
        payloads = self.columns[4]
        try:
            joined = "\n".join(payloads)
            encoded = f"{joined}\n".encode()
        except (TypeError, UnicodeEncodeError):
            return None
        sizes = [len(one) for one in (payloads if joined.isascii() else [one.encode() for one in payloads])]
        starts = np.zeros(len(sizes) + 1, np.int64)
        np.cumsum(np.array(sizes, np.int64) + 1, out=starts[1:])
        return np.frombuffer(encoded, np.uint8), starts

    @cached_property
    def versions(self) -> Numbers | None:
        return whole_numbers(self.columns[1])

    @cached_property
    def sound(self) -> bool:
        """Whether places and times are numbers and hashes are bytes, as everywhere but in a store that was altered."""
        places, _, times, commands, _, *hashes = self.columns
        numbers = whole_numbers(places) is not None and whole_numbers(times) is not None
        named = {type(command) for command in commands} <= {str, NoneType}
        return self.whole and numbers and named and {type(own) for column in hashes for own in column} == {bytes}

    @cached_property
    def ledger(self) -> tuple[Numbers, Numbers, tuple[str, ...], Numbers] | None:
        """The numbers, events, accounts and cents of the ledger lines, from the next one on at the block's start."""
        some = self._held[self._first :]
        _, numbers, events, accounts, cents = zip(*some, strict=True) if some else ((), (), (), (), ())
        found = [whole_numbers(column) for column in (numbers, events, cents)]
        if found[0] is None or found[1] is None or found[2] is None:
            return None
        return found[0], found[1], accounts, found[2]

    @cached_property
    def ranges(self) -> Numbers | None:
        """Of each row the first ledger line and the one after its last, counted from the block's start."""
        of = whole_numbers([line[0] for line in self._held[self._first :]])
        if of is None or self.versions is None:
            return None
        return np.stack([np.searchsorted(of, self.versions, side) for side in ("left", "right")], axis=1)

    def lines_of(self, first: int, last: int) -> Iterator[list[tuple[int, str, int]]]:
        """The event, account and cents of each ledger line of some rows, row by row."""
        assert self.ranges is not None
        held, start = self._held, self._first
        for one, other in self.ranges[first:last].tolist():
            yield [line[2:] for line in held[start + one : start + other]] if one < other else []

    def go_to(self, line: int) -> None:
        """Take ledger lines as read up to this one, counted from the block's start."""
        self._lines.at = self._first + line


def whole_numbers(values: Sequence[Any]) -> Numbers | None:
    """The values as an array, None where one of them is not a whole number of 64 bits."""
    if not values:
        return np.zeros(0, np.int64)
    try:
        found = np.array(values)
    except (ValueError, OverflowError):
        return None
    return found if found.dtype == np.int64 else None


def blocks(rows: Iterator[Row], lines: LedgerLines) -> Iterator[RowBlock]:
    """A stream's rows, block by block."""
    ahead = _Ahead(rows)
    while some := ahead.take(BLOCK_ROWS):
        whole = lines.load(some[-1][1])
        yield RowBlock(some, lines, whole)
