"""An audit that somebody asks for: one at a time, beside play, with its progress and its verdict in words."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

from cutcard.errors import CutcardError
from cutcard.service import anchors
from cutcard.service.errors import sentence_for
from cutcard.service.settings import Settings
from cutcard.store import Store
from cutcard.store.audit import Report, audit

LOOK_S = 0.25


class StoreAudit:
    """The audit of a store; who asks while one runs follows the running one. Belongs to one event loop."""

    def __init__(self, store: Store, settings: Settings, now: Callable[[], int]) -> None:
        self._store = store
        self._settings = settings
        self._now = now
        self._done, self._of = 0, 0
        self._running: asyncio.Task[None] | None = None
        self.last: dict[str, Any] | None = None  # the last verdict

    @property
    def busy(self) -> bool:
        return self._running is not None and not self._running.done()

    @property
    def progress(self) -> dict[str, Any]:
        return {"done": self._done, "of": self._of}

    async def followed(self) -> AsyncIterator[dict[str, Any]]:
        """How far the audit is, again and again, and at last its verdict; it goes on if nobody listens any more."""
        if self._running is None or self._running.done():
            self._done, self._of, self.last = 0, 0, None
            self._running = asyncio.create_task(self._run())
        running = self._running
        while not running.done():
            yield self.progress
            await asyncio.wait({running}, timeout=LOOK_S)
        yield {"verdict": self.last}

    async def _run(self) -> None:
        began = self._now()
        try:
            report = await asyncio.to_thread(self._audited)
        except CutcardError as error:
            self.last = {"holds": None, "says": sentence_for(error), "at": self._now()}
            return
        except Exception as error:
            self.last = {"holds": None, "says": sentence_for(error), "at": self._now()}
            raise
        self.last = {**_verdict(report, (self._now() - began) / 1000), "at": self._now()}

    def _audited(self) -> Report:
        return audit(self._store, self._progressed, noted=anchors.noted(self._settings))

    def _progressed(self, done: int, of: int) -> None:
        self._done, self._of = done, of


def _verdict(report: Report, took_s: float) -> dict[str, Any]:
    """What an audit found, in words."""
    if report.fault is not None:
        return {"holds": False, "says": f"The store does not hold: {report.fault}"}
    return {
        "holds": True,
        "says": f"The store holds: {report.events:,} events of {report.streams:,} tables, {report.rounds:,} rounds "
        f"replayed and settled again, {report.postings:,} postings to the cent, in {took_s:.1f} seconds.",
        "unchecked": list(report.unchecked),
        "head": str(report.signed or report.head),
    }
