"""Numba's compiler with its types: kernels are compiled at the first call and kept on disk."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba

from cutcard import __version__

P = ParamSpec("P")
R = TypeVar("R")

HERE = Path(__file__).parent
TYPES = tuple(str(HERE / name) for name in ("params.py", "dealer_draws.py", "../lookup/all_hands.py"))

_announced = False
_config: Any = numba.config  # which tells type checkers nothing


def njit(function: Callable[P, R], *, uses: tuple[str, ...] = (), **options: Any) -> Callable[P, R]:
    """Compile to machine code without Python objects, cached on disk.

    The cache is kept apart for each state of the source: numba looks at a function's own file only, and fails where a
    type that it had met is in another module now. `uses` are other files whose kernels are compiled into this one.
    """
    before = _config.CACHE_DIR
    form = _form(function.__code__.co_filename, *uses)
    _config.CACHE_DIR = before or str(HERE / "__pycache__" / f"kernels-{form}")
    try:
        return cast(Callable[P, R], numba.njit(cache=True, **options)(function))
    finally:
        _config.CACHE_DIR = before


@cache
def _form(*files: str) -> str:
    """A name for the state of these files, and of those that the kernels have their types and numbers from."""
    sources = b"".join(Path(name).read_bytes() for name in (*files, *TYPES))
    return hashlib.sha256(sources + f"{__version__} {numba.__version__} {HERE}".encode()).hexdigest()[:16]


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
    """Do not announce it in this process: it has been announced, perhaps by the process that started this one."""
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
    return cache_directory() / f"compiled-{_form(str(HERE / 'kernel.py'), str(HERE / 'joint_kernel.py'))}"
