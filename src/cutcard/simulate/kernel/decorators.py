"""How the simulator's functions are compiled.

Each is compiled again when any file of this package changes: functions of one are compiled into those of others.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from cutcard.odds.compilation import njit

P = ParamSpec("P")
R = TypeVar("R")

# Without reference counting, which would cost ten times what the work does: a kernel owns no arrays.
_OPTIONS: dict[str, Any] = {
    "uses": (str(Path(__file__).with_name("__init__.py")),),
    "error_model": "numpy",
    "_nrt": False,
}


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled to machine code, kept on disk."""
    return njit(function, **_OPTIONS)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled into its callers: for what is done with every card, where a call would cost more than the work."""
    return njit(function, **_OPTIONS, forceinline=True)


def apart(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled apart from its callers: for what is rare, so that its loops do not crowd their registers."""
    return njit(function, **_OPTIONS, _dbg_optnone=True)
