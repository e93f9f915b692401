"""A check of what a command says: nobody hands in what looks sealed.

What people write is sealed before it is stored and opened for those who may read it (`store/person_keys.py`). Somebody
with a copy of the database could otherwise send in what was sealed about somebody else, and have it opened for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cutcard.engine import Refusal
from cutcard.store.person_keys import SEALED
from cutcard.table import Command

_SEVERAL = (tuple, list)


def sealed_text_refused(command: Command) -> Refusal | None:
    """Refuse a command that has a text, anywhere in it, which begins as sealed ones do."""
    return Refusal("text-looks-sealed", None, {"mark": SEALED}) if _looks_sealed(command) else None


def _looks_sealed(value: Any) -> bool:
    """Whether a value is such a text, or holds one.

    >>> _looks_sealed(("ann", {"why": "sealed:bob:abc"})), _looks_sealed(("ann", 3, "it was sealed: twice"))
    (True, False)
    """
    if value is None or isinstance(value, int):  # most fields are, and asking whether it is a mapping takes longest
        return False
    if isinstance(value, str):
        return value.startswith(SEALED)
    if isinstance(value, _SEVERAL):
        return any(map(_looks_sealed, value))
    return isinstance(value, Mapping) and any(_looks_sealed(one) for one in (*value, *value.values()))
