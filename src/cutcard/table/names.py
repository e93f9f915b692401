"""Names in other spellings: `LimitPlayersABox` is limit-players-a-box in a rulebook and on the wire."""

from __future__ import annotations

import re
from functools import cache


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
