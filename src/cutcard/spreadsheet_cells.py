"""Cells of CSV files. A spreadsheet takes text that begins with certain signs for a formula, and runs it."""

from __future__ import annotations

import re

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")  # the last are wide ones
_AMOUNT = re.compile(r"-[0-9]+(\.[0-9]+)?")


def plain_cell(value: object) -> object:
    """A value that no spreadsheet takes for a formula: such text gets an apostrophe before it, an amount does not.

    >>> plain_cell("=1+1"), plain_cell("@ann"), plain_cell("-12.50"), plain_cell(-3), plain_cell("ann")
    ("'=1+1", "'@ann", '-12.50', -3, 'ann')
    """
    if not isinstance(value, str) or value[:1] not in _FORMULA or _AMOUNT.fullmatch(value):
        return value
    return f"'{value}"
