"""Running hundreds of bots in one event loop."""

from __future__ import annotations

import asyncio
import gc
import importlib.util
import sys
from collections.abc import Coroutine
from typing import Any, TypeVar

One = TypeVar("One")


def run(main: Coroutine[Any, Any, One]) -> One:
    """Like `asyncio.run`, on a faster event loop if one is installed."""
    if importlib.util.find_spec("sniffio") is None:
        # httpx's pool tries to import it at every request, and a failing import takes longer than the request
        sys.modules["sniffio"] = None  # type: ignore[assignment]
    gc.freeze()
    gc.set_threshold(5_000, 10, 1000)  # a full collection stops hundreds of bots for a tenth of a second
    with asyncio.Runner(loop_factory=_factory()) as runner:
        return runner.run(main)


def _factory() -> Any:
    if importlib.util.find_spec("uvloop") is None:
        return None
    import uvloop

    return uvloop.new_event_loop
