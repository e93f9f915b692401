"""Answers that come with the package: every game of its rulebooks is solved beforehand, with every number of decks.

They are looked up before anything is worked out, so that the first question to a new installation is answered at once
and without the compiler. `make solutions` writes them. A file is named after what the rules of play say (`cache.key`)
and not after a game: a rule that is changed has no answer here, and is solved.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from cutcard.money import Cents
from cutcard.sidebets.view import Names

FOLDER = Path(__file__).parent / "solutions"
CHANCES = "side-bets"  # the file with the chances of all side bets
SUFFIX = ".z"
KEPT = 128  # games in memory
LENGTH_BYTES = 8
WAGER: Cents = 1000  # for which games are solved that depend on it: what a question is about unless it says another

_recording: dict[str, Any] | None = None


def file_of(name: str) -> Path:
    return FOLDER / f"{name}{SUFFIX}"


def answers(key: str) -> Mapping[str, Any]:
    """What is known of a game by the key of its rules, as `tools/solutions.py` has named it; empty if nothing is."""
    return _content(file_of(key))


@lru_cache(maxsize=KEPT)
def _content(file: Path) -> Mapping[str, Any]:
    if not file.exists():
        return {}
    found: Mapping[str, Any] = unpacked(file.read_bytes())
    return found


def chances(name: str, work: Callable[[], dict[Names, Fraction]]) -> dict[Names, Fraction]:
    """The chances of a side bet's outcomes, or what `work` makes of them where they are not shipped."""
    lines = (answers(CHANCES) if _recording is None else _recording).get(name)
    if lines is not None:
        return {tuple(names): Fraction(chance) for names, chance in lines}
    found = work()
    if _recording is not None:
        _recording[name] = [[list(names), str(chance)] for names, chance in found.items()]
    return found


@contextmanager
def recorded() -> Iterator[dict[str, Any]]:
    """Collect the chances that are looked up in this context, computed again, in the form that the package stores."""
    global _recording
    _recording = {}
    try:
        yield _recording
    finally:
        _recording = None


# ------------------------------------------------------------------------------------------------------------ the files


def packed(content: Any) -> bytes:
    """JSON with its numbers apart, byte by byte: the text repeats itself and all but vanishes."""
    numbers: list[float] = []
    text = json.dumps(_without_numbers(content, numbers), separators=(",", ":")).encode()
    rows = _little_endian(array("d", numbers)).tobytes()
    columns = b"".join(rows[place::8] for place in range(8))
    return zlib.compress(len(text).to_bytes(LENGTH_BYTES, "little") + text + columns, 9)


def unpacked(data: bytes) -> Any:
    """The content of a file, every number to the last bit.

    >>> unpacked(packed({"ev": -0.1, "decks": 8, "hands": [0.5, None, "A T"]}))
    {'ev': -0.1, 'decks': 8, 'hands': [0.5, None, 'A T']}
    """
    plain = zlib.decompress(data)
    end = LENGTH_BYTES + int.from_bytes(plain[:LENGTH_BYTES], "little")
    columns, count = plain[end:], (len(plain) - end) // 8
    rows = bytearray(8 * count)
    for place in range(8):
        rows[place::8] = columns[place * count : (place + 1) * count]
    numbers = iter(_little_endian(array("d", bytes(rows))))
    return json.loads(plain[LENGTH_BYTES:end], parse_float=lambda _: next(numbers))


def _little_endian(numbers: array[float]) -> array[float]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _without_numbers(content: Any, numbers: list[float]) -> Any:
    """The same with 0 in place of each number that is not whole; those go to `numbers`, in their order."""
    if isinstance(content, float):
        numbers.append(content)
        return 0.0
    if isinstance(content, Mapping):
        return {name: _without_numbers(value, numbers) for name, value in content.items()}
    if isinstance(content, list | tuple):
        return [_without_numbers(value, numbers) for value in content]
    return content
