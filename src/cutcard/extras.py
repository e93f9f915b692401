"""Packages that only some of what Cutcard does needs, and that are not installed with it."""

from __future__ import annotations

import importlib
from typing import Any

from cutcard.errors import CutcardError


class MissingPackage(CutcardError):
    """Something was asked for that needs a package that is not there."""


def require_extra(module: str, by: str, extra: str) -> Any:
    """A module of an optional package; where it is missing, one sentence says how to get it.

    >>> require_extra("json", "--out", "parquet").dumps([1])
    '[1]'
    >>> require_extra("no_such_package", "--out", "parquet")
    Traceback (most recent call last):
    cutcard.extras.MissingPackage: --out needs a package that is not installed: pip install 'cutcard[parquet]'
    """
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MissingPackage(f"{by} needs a package that is not installed: pip install 'cutcard[{extra}]'") from None
