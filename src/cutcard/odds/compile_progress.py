"""A line on the terminal's error stream while kernels are compiled, which is gone when they are ready."""

from __future__ import annotations

import sys
import threading
import time
from importlib import import_module
from typing import Any, TextIO

TICK_S = 0.5
CLEAR = "\r\x1b[K"

_watching = False


def silence() -> None:
    """Say nothing in this process: others share its terminal."""
    global _watching
    _watching = True


def watch() -> None:
    """Show the line from now on whenever numba compiles; nothing where the error stream is not a terminal."""
    global _watching
    if _watching:
        return
    _watching = True
    if sys.__stderr__ is not None and sys.__stderr__.isatty():
        numba_event: Any = import_module("numba.core.event")  # which has no types
        line = ProgressLine(sys.__stderr__)

        class Listener(numba_event.Listener):  # type: ignore[misc]
            def on_start(self, event: Any) -> None:
                line.start(event.data["dispatcher"].py_func.__name__)

            def on_end(self, event: Any) -> None:
                line.end()

        numba_event.register("numba:compile", Listener())


class ProgressLine:
    """What is compiled and for how long so far; a kernel that another one needs is compiled within it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._names, self._begun = stream, list[str](), 0.0
        self._writing = threading.RLock()

    def start(self, name: str) -> None:
        with self._writing:
            self._names.append(name)
            if len(self._names) == 1:
                self._begun = time.monotonic()
                threading.Thread(target=self._tick, daemon=True).start()
            self._show()

    def end(self) -> None:
        with self._writing:
            self._names.pop()
            self._show()

    def _tick(self) -> None:
        while self._names:
            time.sleep(TICK_S)
            with self._writing:
                if self._names:
                    self._show()

    def _show(self) -> None:
        if self._stream is sys.__stderr__ is not sys.stderr:
            return  # somebody draws there already: a progress bar, for instance
        seconds = time.monotonic() - self._begun
        words = f"cutcard: compiling, once on this machine: {self._names[-1]}, {seconds:.0f} s" if self._names else ""
        self._stream.write(CLEAR + words)
        self._stream.flush()
