"""Names in other spellings: `LimitPlayersABox` is limit-players-a-box in a rulebook and on the wire."""

from __future__ import annotations

import re
from functools import cache

TABLE_PREFIX = "table:"  # of the names of tables' streams


@cache
def kebab(name: str) -> str:
    """The name of a command as the rulebooks write it.

    >>> kebab("LimitPlayersABox")
    'limit-players-a-box'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def in_words(name: str) -> str:
    """A name such as "open-table" or "OpenTable" in words.

    >>> in_words("gaming-supervisor"), in_words("NoMoreBets")
    ('gaming supervisor', 'no more bets')
    """
    return kebab(name).replace("-", " ")


def stream_of_table(table: str) -> str:
    """The stream of a table's events.

    >>> stream_of_table("T1")
    'table:T1'
    """
    return f"{TABLE_PREFIX}{table}"
