"""Python's search for garbage that hangs in circles, kept from holding up the tables.

A full search looks at every object there is and stops the whole process for it: a fifth of a second with a hundred
tables, and left to itself every ten seconds. Almost all garbage is freed without it, so that now and then is enough.
"""

from __future__ import annotations

import asyncio
import gc

EVERY_S = 600.0
YOUNG, MIDDLE, NEVER = 5_000, 10, 1_000_000  # when the three generations are searched; the oldest never by itself


async def collect_rarely() -> None:
    """What is there at the start stays; the rest is searched by the clock."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    while True:
        await asyncio.sleep(EVERY_S)
        gc.collect()
