"""Reading TOML that somebody else wrote: whatever is wrong with it is one kind of error, with a sentence."""

from __future__ import annotations

import re
import tomllib
from typing import Any

LEVELS_MOST = 50  # tables and lists within each other; no file of ours has ten
TOO_DEEP = "it is nested too deeply"
_PART = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"(?<![A-Za-z0-9_-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{LEVELS_MOST}}}")


def read_toml(text: str) -> dict[str, Any]:
    """The tables of a text; raises `TOMLDecodeError` also where Python's own reader gives up in other ways.

    >>> read_toml("decks = 8")
    {'decks': 8}
    >>> read_toml("x = " + "[" * 100_000)
    Traceback (most recent call last):
    tomllib.TOMLDecodeError: it is nested too deeply
    """
    if _LONG_KEY.search(text):  # Python's reader takes minutes for one with a hundred kilobytes of dots
        raise tomllib.TOMLDecodeError(TOO_DEEP)
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        raise tomllib.TOMLDecodeError(TOO_DEEP) from None
    except ValueError:  # such as a number of more digits than Python reads
        raise tomllib.TOMLDecodeError("it has a number or a date that cannot be read") from None
    _check_depth(found)
    return found


def _check_depth(found: dict[str, Any]) -> None:
    """A key with many dots is read without complaint, and is too deep for anybody who goes through it next."""
    level: list[Any] = [found]
    for _ in range(LEVELS_MOST):
        inner = (one.values() if isinstance(one, dict) else one for one in level)
        level = [value for values in inner for value in values if isinstance(value, dict | list)]
        if not level:
            return
    raise tomllib.TOMLDecodeError(TOO_DEEP)
