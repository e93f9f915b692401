"""Has a running process forget what is erased from events: streams that had it in memory are read again.

Erasing takes a key away, in whatever process that is done. What was read before is still in the states that other
processes hold, and in the snapshots that they would take of them.
"""

from __future__ import annotations

from cutcard.floor.floor import Floor
from cutcard.store import snapshots
from cutcard.store.identity_events import STREAM, TextsErased, loads


class Erasures:
    """Follows what is erased in a store, from its first look on."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._seen: int | None = None

    async def look(self) -> None:
        """Read every stream again from which something has been erased since the last look."""
        version = (await self._floor.driver.call(self._floor.store.head, STREAM)).version
        if self._seen is not None and version > self._seen:
            for stream in await self._floor.driver.call(self._streams, self._seen):
                await self._floor.driver.call(snapshots.forget, self._floor.store, stream)
                await self._floor.read_again(stream)
        self._seen = version

    def _streams(self, after: int) -> list[str]:
        events = [loads(stored.text) for stored in self._floor.store.read(STREAM, after)]
        return sorted({stream for event in events if isinstance(event, TextsErased) for stream in event.streams})
