"""Optional packages: only some commands need them, and they are not installed with Cutcard."""

from __future__ import annotations

import importlib
from typing import Any

from cutcard.errors import CutcardError


class MissingPackage(CutcardError):
    """A command needs an optional package that is not installed."""


def require_extra(module: str, by: str, extra: str) -> Any:
    """A module of an optional package; raises with a sentence on how to install it where it is missing.

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
