"""Anchors: the store's signed head, written outside the store again and again.

Anybody who can write to the database can put it back to an earlier state, signature included. A head that was noted
elsewhere shows it: `cutcard audit --anchors FILE` checks all lines of a file. Where to is a setting: a file, a web
address that gets a POST, somebody's mail. Nothing waits for it, and a place that does not answer is tried again.

The service looks by itself whether its store was put back: at its start at all lines of the file, and before each new
line at the last head that it wrote.
"""

from __future__ import annotations

import asyncio
import json
import os
import smtplib
from collections.abc import Callable, Coroutine
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from cutcard import logs
from cutcard.errors import CutcardError
from cutcard.private_files import PRIVATE
from cutcard.service.metrics import Metrics
from cutcard.service.settings import Settings
from cutcard.store import Store, StoreError
from cutcard.store.audit import put_back
from cutcard.store.history import iso
from cutcard.store.signed_head import SignedHead

TRIES = 3
ANSWER_S = 10.0
PAUSE_S = 5.0  # before a place is tried again
LAST_S = 5.0  # for all of it when the service stops
log = logs.get("anchors")


def written(store: str, head: SignedHead) -> str:
    """A head as one line of JSON."""
    return json.dumps({"store": store, "at": iso(head.at_ms), "head": str(head)}, ensure_ascii=False)


def read(path: Path) -> list[SignedHead]:
    """The heads in an anchor file; raises for a line that is none."""
    heads: dict[SignedHead, None] = {}
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise CutcardError(f"{path} cannot be read") from None
    for number, line in enumerate(lines, start=1):
        try:
            heads[SignedHead.read(json.loads(line)["head"])] = None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise CutcardError(f"line {number} of {path} is not an anchor") from None
    return list(heads)


def noted(settings: Settings) -> list[SignedHead]:
    """The heads in the anchor file of the settings; none where there is no file yet."""
    path = Path(settings.anchor_file) if settings.anchor_file else None
    return read(path) if path is not None and path.exists() else []


class Anchors:
    """Writes the head of a store to every place that the settings name."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        metrics: Metrics,
        pause_s: float = PAUSE_S,
        alarm: Callable[[str], None] = lambda says: None,
    ) -> None:
        self._store = store
        self._settings = settings
        self._metrics = metrics
        self._pause_s = pause_s
        self._alarm = alarm  # called if the store was put back
        self._written: SignedHead | None = None  # the last head that any place has
        self._last: dict[str, int] = {}  # the position that each place has
        self._places: dict[str, Callable[[str], Coroutine[Any, Any, None]]] = {}
        if settings.anchor_file:
            self._places["file"] = self._to_file
        if settings.anchor_url:
            self._places["url"] = self._to_url
        if settings.anchor_mail:
            self._places["mail"] = self._to_mail

    @property
    def configured(self) -> bool:
        return bool(self._places)

    async def run(self) -> None:
        """Write the head at a set interval, where it has moved on."""
        await self._check(await asyncio.to_thread(self._noted))
        while True:
            await asyncio.sleep(60 * self._settings.anchor_minutes)
            await self._check([self._written] if self._written is not None else [])
            await self.write()

    def _noted(self) -> list[SignedHead]:
        try:
            return noted(self._settings)
        except CutcardError as error:
            log.error("anchor", place="file", says=error.message)
            return []

    async def _check(self, heads: list[SignedHead]) -> None:
        """Raise the alarm if the store does not contain heads that it had."""
        try:
            fault = await asyncio.to_thread(put_back, self._store, heads)
        except StoreError as error:
            log.error("anchor", says=error.message)
            return
        if fault is not None:
            self._alarm(f"the store was put back to an earlier state: {fault}")

    async def last(self) -> None:
        """Write the head a last time; what takes too long is left."""
        if self._places:
            try:
                await asyncio.wait_for(self.write(tries=1), LAST_S)
            except TimeoutError:
                log.error("anchor", says="the last head could not be written in time")

    async def write(self, tries: int = TRIES) -> None:
        """Write the head to every place that does not have it yet."""
        try:
            head = await asyncio.to_thread(self._store.signed_head)
        except StoreError as error:
            log.error("anchor", says=error.message)
            return
        due = [name for name in self._places if self._last.get(name) != head.head.version]
        await asyncio.gather(*(self._place(name, head, tries) for name in due))

    async def _place(self, name: str, head: SignedHead, tries: int) -> None:
        import httpx  # takes long to import, and few houses anchor their heads

        line = written(self._store.name, head)
        for left in reversed(range(tries)):
            try:
                await self._places[name](line)
            except (OSError, httpx.HTTPError, smtplib.SMTPException) as error:
                if left:
                    await asyncio.sleep(self._pause_s)
                    continue
                log.error("anchor", place=name, says=f"{type(error).__name__}: {error}"[:200])
                self._metrics.anchors.labels("failed").inc()
                return
            self._last[name], self._written = head.head.version, head
            self._metrics.anchors.labels("done").inc()
            return

    async def _to_file(self, line: str) -> None:
        await asyncio.to_thread(append_line, Path(str(self._settings.anchor_file)), line)

    async def _to_url(self, line: str) -> None:
        import httpx

        async with httpx.AsyncClient(timeout=ANSWER_S) as client:
            answer = await client.post(
                str(self._settings.anchor_url), content=line.encode(), headers={"Content-Type": "application/json"}
            )
            answer.raise_for_status()

    async def _to_mail(self, line: str) -> None:
        await asyncio.to_thread(self._send, line)

    def _send(self, line: str) -> None:
        host, _, port = self._settings.mail_server.rpartition(":")
        message = EmailMessage()
        message["Subject"] = f"Cutcard: the head of {self._store.name}"
        message["From"] = message["To"] = str(self._settings.anchor_mail)
        message.set_content(line + "\n")
        with smtplib.SMTP(host, int(port), timeout=ANSWER_S) as server:
            server.send_message(message)


def append_line(path: Path, line: str) -> None:
    """Add a line to a file that only its owner may read, and flush it to disk."""
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, PRIVATE)
    try:
        os.write(descriptor, f"{line}\n".encode())
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
