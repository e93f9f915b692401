"""Numba's compiler, loaded when a kernel is first called: anybody who only looks answers up never waits for it."""

from __future__ import annotations

import hashlib
import os
import sys
import threading
from collections.abc import Callable
from functools import cache, update_wrapper
from importlib import metadata
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

from cutcard import __version__
from cutcard.odds import compile_progress

P = ParamSpec("P")
R = TypeVar("R")

HERE = Path(__file__).parent
TYPES = tuple(str(HERE / name) for name in ("params.py", "dealer_draws.py", "../lookup/all_hands.py"))

_loading = threading.RLock()


class Kernel:
    """A function that numba compiles to machine code without Python objects, once somebody calls it.

    The first call of any kernel loads the compiler and puts the compiled functions in the place of all kernels, in
    every module that names one: from then on they are called directly, and find each other when they are compiled.
    """

    def __init__(self, function: Callable[..., Any], uses: tuple[str, ...], options: dict[str, Any]) -> None:
        update_wrapper(self, function)
        self._function, self._uses, self._options = function, uses, options
        self._compiled: Any = None

    @property
    def files(self) -> frozenset[Path]:
        """The files that it is made from: when one of them changes, it is compiled again."""
        return _files(self._function.__code__.co_filename, *self._uses)

    def compiled(self) -> Any:
        """Numba's function, which compiles itself when it is called with new types."""
        with _loading:
            if self._compiled is None:
                _load_all(vars(sys.modules[self._function.__module__]))
            return self._compiled

    def make(self) -> Any:
        """Hand the function to numba; its machine code is kept on disk, apart for each state of the source.

        Numba looks at a function's own file only, and fails where a type that it had met is in another module now.
        """
        if self._compiled is None:
            import numba

            config: Any = numba.config  # which tells type checkers nothing
            before = config.CACHE_DIR
            config.CACHE_DIR = before or str(HERE / "__pycache__" / f"kernels-{_form(self.files)}")
            try:
                ways_in = {"no_cfunc_wrapper": True, "no_cpython_wrapper": self._options.get("forceinline", False)}
                self._compiled = numba.njit(cache=True, **ways_in, **self._options)(self._function)
            finally:
                config.CACHE_DIR = before
        return self._compiled

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self.compiled()(*args, **named)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # what copying and inspection look for is not a reason to load the compiler
            raise AttributeError(name)
        return getattr(self.compiled(), name)


def njit(function: Callable[P, R], *, uses: tuple[str, ...] = (), **options: Any) -> Callable[P, R]:
    """Make a function a kernel.

    `uses` are other files whose kernels are compiled into this one, or the `__init__.py` of a package of such files. A
    test looks for kernels that call one whose files they do not name.

    One that is inlined (`forceinline`) can be called by other kernels only: Python's own way into each costs the
    compiler a third of its time, and a call from Python without it ends the process. A test looks for such calls.
    """
    return cast(Callable[P, R], Kernel(function, uses, options))


def _load_all(own: dict[str, Any]) -> None:
    """Put the compiled functions in the place of all kernels, in the package's modules and the one given."""
    compile_progress.watch()
    names = [vars(module) for name, module in list(sys.modules.items()) if name.startswith("cutcard.")]
    for known in (*names, own):
        for name, value in list(known.items()):
            if isinstance(value, Kernel):
                known[name] = value.make()


@cache
def _files(*names: str) -> frozenset[Path]:
    """These files, and those that all kernels have their types and numbers from.

    A package's `__init__.py` stands for all files beside it.
    """
    named = [Path(name).resolve() for name in (*names, *TYPES)]
    beside = (file.parent.glob("*.py") for file in named if file.name == "__init__.py")
    return frozenset(named).union(*beside)


@cache
def _form(files: frozenset[Path]) -> str:
    """A name for the state of these files."""
    sources = b"".join(file.read_bytes() for file in sorted(files))
    return hashlib.sha256(sources + f"{__version__} {metadata.version('numba')} {HERE}".encode()).hexdigest()[:16]


def cache_directory() -> Path:
    """Where answers are kept: CUTCARD_CACHE, or the user's cache directory."""
    chosen = os.environ.get("CUTCARD_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cutcard"
