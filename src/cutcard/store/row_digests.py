"""Whether many rows of a stream are hashed as they should: compiled code writes what each hash is made over.

It writes to the byte what `chain.digest` would; the hashes themselves are made by the same library.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, ParamSpec, TypeVar

import numpy as np

from cutcard.odds.compilation import njit
from cutcard.store import row_blocks
from cutcard.store.row_blocks import HASH_BYTES, Bytes, Numbers, RowBlock, Texts, texts

if TYPE_CHECKING:
    from cutcard.store.usual_rounds import Stretch

P = ParamSpec("P")
R = TypeVar("R")
DIGITS_MOST = 21  # of a whole number of 64 bits, with its sign and what follows it
NUMBERS = 6  # that stand before the texts of a row


def _jit(function: Callable[P, R]) -> Callable[P, R]:
    return njit(function, uses=(str(row_blocks.__file__),), error_model="numpy", _nrt=False)


class Rows(NamedTuple):
    """Rows of a stream with all that their hashes are made over."""

    numbers: Numbers  # of each row: its place, version and time
    commands: Texts
    payloads: Texts  # each with a line's end after it
    stream: Texts
    ranges: Numbers  # of each row: its first ledger line, and the one after its last
    lines: Numbers  # the number of each ledger line in its row, its event, its account and its cents
    accounts: Texts


@_jit
def put_number(out: Bytes, at: int, value: int) -> int:
    """Write a whole number; where it ends."""
    if value < 0:
        out[at] = 45
        at, value = at + 1, -value
    digits, rest = 1, value // 10
    while rest:
        digits, rest = digits + 1, rest // 10
    for i in range(digits - 1, -1, -1):
        out[at + i] = 48 + value % 10
        value //= 10
    return at + digits


@_jit
def put_bytes(out: Bytes, at: int, text: Bytes, first: int, last: int) -> int:
    """Write a part of a text; where it ends."""
    to, part = out[at:], text[first:last]  # whose places are no sums, so that many bytes go at a time
    for i in range(part.size):
        to[i] = part[i]
    return at + last - first


@_jit
def put_row(rows: Rows, row: int, out: Bytes, at: int) -> int:
    """Write what the hash of a row is made over after the hashes before it; where it ends."""
    commands, payloads, stream, accounts = rows.commands, rows.payloads, rows.stream, rows.accounts
    for i in range(3):
        at = put_number(out, at, rows.numbers[row, i])
        out[at] = 32
        at += 1
    if commands.characters[row] < 0:
        out[at] = 45
        at += 1
    else:
        at = put_number(out, at, commands.characters[row])
    out[at] = 32
    at = put_number(out, at + 1, stream.characters[0])
    out[at] = 32
    at = put_number(out, at + 1, payloads.characters[row])
    out[at] = 10
    at = put_bytes(out, at + 1, commands.text, commands.at[row], commands.at[row + 1])
    at = put_bytes(out, at, stream.text, 0, stream.at[1])
    at = put_bytes(out, at, payloads.text, payloads.at[row], payloads.at[row + 1] - 1)
    for line in range(rows.ranges[row, 0], rows.ranges[row, 1]):
        out[at] = 10
        at = put_number(out, at + 1, rows.lines[line, 1])
        out[at] = 32
        at = put_number(out, at + 1, rows.lines[line, 3])
        out[at] = 32
        account = rows.lines[line, 2]
        at = put_bytes(out, at + 1, accounts.text, accounts.at[account], accounts.at[account + 1])
    return at


@_jit
def put_rows(rows: Rows, first: int, last: int, before: Bytes, out: Bytes, ends: Numbers) -> None:
    """Write what the hashes of some rows are made over; `ends` says where each ends.

    `before` has of each of them the hashes of the row before it in the store, and in the stream.
    """
    at = 0
    for row in range(first, last):
        at = put_bytes(out, at, before[row - first], 0, before.shape[1])
        at = put_row(rows, row, out, at)
        ends[row - first + 1] = at


def prepare() -> None:
    """Load the compiled code, or compile it, by writing no row."""
    none = texts([""])
    numbers = np.zeros((1, 4), np.int64)
    rows = Rows(numbers, none, none, none, numbers, numbers, none)
    put_rows(rows, 0, 0, np.zeros((1, 2 * HASH_BYTES), np.uint8), np.zeros(1, np.uint8), np.zeros(1, np.int64))


def chained(block: RowBlock, stretch: Stretch, stream: str, before: bytes, place: int, clock: int) -> bool:
    """Whether the rows of a stretch are hashed as they should, and come in the order of their places and times.

    `before` is the hash of the row before them, `place` and `clock` its place and its time.
    """
    first, last = stretch.first, stretch.last
    positions, times, hashes = block.positions, block.times, block.hashes
    payloads, commands, ranges = block.text, block.commands, block.ranges
    if positions is None or times is None or hashes is None:
        return False
    if payloads is None or commands is None or ranges is None:
        return False
    places, clocks = np.append(place, positions[first:last]), np.append(clock, times[first:last])
    if (places[1:] <= places[:-1]).any() or (clocks[1:] < clocks[:-1]).any():
        return False
    previous, own = hashes
    earlier = np.empty((last - first, 2 * HASH_BYTES), np.uint8)
    earlier[:, :HASH_BYTES] = previous[first:last]
    earlier[0, HASH_BYTES:] = np.frombuffer(before, np.uint8)
    earlier[1:, HASH_BYTES:] = own[first : last - 1]
    accounts, name = texts([*stretch.sums]), texts([stream])
    rows = Rows(block.numbers, commands, payloads, name, ranges, stretch.ledger, accounts)
    out = np.empty(_room(rows, first, last), np.uint8)
    ends = np.zeros(last - first + 1, np.int64)
    put_rows(rows, first, last, earlier, out, ends)
    written = memoryview(out)  # type: ignore[arg-type]
    made = b"".join([sha256(written[one:other]).digest() for one, other in pairwise(ends.tolist())])
    return made == own[first:last].tobytes()


def _room(rows: Rows, first: int, last: int) -> int:
    """How many bytes are enough for what the hashes of some rows are made over."""
    lines = int(rows.ranges[last - 1, 1] - rows.ranges[first, 0])
    longest = int(np.diff(rows.accounts.at).max())
    each = 2 * HASH_BYTES + NUMBERS * DIGITS_MOST + rows.stream.text.size
    some = rows.commands.at[last] - rows.commands.at[first] + rows.payloads.at[last] - rows.payloads.at[first]
    return int((last - first) * each + some + lines * (2 * DIGITS_MOST + longest + 1))
