"""Numba's compiler with its types: kernels are compiled at the first call and kept on disk."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba

from cutcard import __version__

P = ParamSpec("P")
R = TypeVar("R")

_announced = False
_config: Any = numba.config  # which tells type checkers nothing


def njit(function: Callable[P, R]) -> Callable[P, R]:
    """Compile to machine code without Python objects, cached on disk.

    Each release has a cache of its own: numba fails on one that names a type by a module that has been renamed since.
    """
    before = _config.CACHE_DIR
    _config.CACHE_DIR = before or str(Path(__file__).parent / "__pycache__" / __version__)
    try:
        return cast(Callable[P, R], numba.njit(cache=True)(function))
    finally:
        _config.CACHE_DIR = before


def cache_directory() -> Path:
    """Where answers are kept: CUTCARD_CACHE, or the user's cache directory."""
    chosen = os.environ.get("CUTCARD_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cutcard"


def announce() -> None:
    """Say on the error stream, once in a process, that the kernels are being compiled, if they never were so far."""
    if not _announced and not _stamp().exists():
        mark_announced()
        print("cutcard: compiling the solver, once; this takes about half a minute", file=sys.stderr, flush=True)


def mark_announced() -> None:
    """Say nothing of it in this process from now on: it has been said, maybe by the process that has started this."""
    global _announced
    _announced = True


def ready() -> None:
    """Remember that the kernels have been compiled."""
    try:
        _stamp().parent.mkdir(parents=True, exist_ok=True)
        _stamp().touch()
    except OSError:
        return


def _stamp() -> Path:
    here = Path(__file__).parent
    sources = b"".join((here / name).read_bytes() for name in ("kernel.py", "joint_kernel.py"))
    form = hashlib.sha256(sources + f"{numba.__version__} {here}".encode()).hexdigest()[:16]
    return cache_directory() / f"compiled-{form}"
