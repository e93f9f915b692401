"""Keeps Python's garbage collector from holding up the tables.

A full collection scans every object and stops the whole process: for a fifth of a second with a hundred tables, and by
default every ten seconds. Reference counting frees almost all garbage, so an occasional collection is enough.
"""

from __future__ import annotations

import asyncio
import gc

EVERY_S = 600.0
YOUNG, MIDDLE, NEVER = 5_000, 10, 1_000_000  # thresholds of the three generations; NEVER is for the oldest


async def collect_rarely() -> None:
    """Exempt everything loaded at the start, and collect the rest at fixed intervals."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    while True:
        await asyncio.sleep(EVERY_S)
        gc.collect()
