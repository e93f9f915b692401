"""The audit that the service runs by itself: in a process of its own, which gives way to everybody else.

What it finds is an alarm: a metric, an error in the log, a line in `/health`, and a mark on the staff's pages.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from cutcard import logs
from cutcard.errors import CutcardError
from cutcard.service import anchors
from cutcard.service.metrics import Metrics
from cutcard.service.settings import Settings
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.checks import Fault

FIRST_S = 3600.0  # after the start, if audits are not more frequent than that
NICE = 15
log = logs.get("audit")


class ScheduledAudit:
    """Audits a store at a set interval."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics) -> None:
        self._store = store
        self._settings = settings
        self._metrics = metrics
        self._found = ""  # what the last audit found, in words
        self._put_back = ""  # that the store was put back, as long as the service runs
        self.last_ms: int | None = None  # when it was

    @property
    def alarm(self) -> str:
        """What is wrong with the store, in words; empty if nothing is known to be."""
        return self._found or self._put_back

    def store_put_back(self, says: str) -> None:
        """Raise the alarm for what anchors show."""
        self._put_back = says
        self._metrics.audit_alarm.set(True)
        log.error("audit", says=says)

    async def run(self) -> None:
        every_s = 3600 * self._settings.audit_every_hours
        await asyncio.sleep(min(FIRST_S, every_s))
        while True:
            await self.audit()
            await asyncio.sleep(every_s)

    async def audit(self) -> None:
        """Audit once and raise or end the alarm."""
        keys = self._store.keys
        asked = {
            "db": self._store.engine.url.render_as_string(hide_password=False),
            "keys": str(keys.path) if keys is not None and keys.path is not None else None,
            "anchors": self._settings.anchor_file,
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "cutcard.service.scheduled_audit",
            stdin=asyncio.subprocess.PIPE,  # the address may hold a password, which a command line would show
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            report, _ = await process.communicate(json.dumps(asked).encode())
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        self._take_report(report)

    def _take_report(self, report: bytes) -> None:
        try:
            found: dict[str, Any] = json.loads(report)
        except ValueError:
            found = {"fault": "", "error": "the audit's process has died"}
        if found["error"]:  # that it could not run is not a fault of the store
            log.error("audit", says=found["error"])
            self._metrics.audits.labels("error").inc()
            return
        self._found = found["fault"]
        self.last_ms = time.time_ns() // 1_000_000
        self._metrics.audit_alarm.set(bool(self.alarm))
        self._metrics.audits.labels("fault" if self._found else "holds").inc()
        if self._found:
            log.error("audit", says=f"the store does not hold: {self._found}")
        else:
            log.info("audit", says="the store holds", events=found["events"])


def _run(asked: dict[str, Any]) -> dict[str, Any]:
    try:
        noted = anchors.read(Path(asked["anchors"])) if asked["anchors"] and Path(asked["anchors"]).exists() else []
        store = Store.open(asked["db"], create=False, keys=asked["keys"])
        try:
            report = audit(store, processes=1, noted=noted)
        finally:
            store.close()
    except CutcardError as error:
        return {"fault": "", "error": error.message, "events": 0}
    return {"fault": _place(report.fault) if report.fault else "", "error": "", "events": report.events}


def _place(fault: Fault) -> str:
    """Where a fault is. What is wrong with a row may quote it, and it may hold cards that nobody has seen: that is only
    for the person who runs `cutcard audit`.
    """
    if not fault.position and not fault.stream:
        return fault.says
    return str(fault._replace(says="`cutcard audit` says what is wrong"))


def main() -> None:
    """What the process does: audit the store that standard input names, and print the result."""
    os.nice(NICE)
    print(json.dumps(_run(json.load(sys.stdin))))


if __name__ == "__main__":
    main()
