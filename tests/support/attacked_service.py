"""A service in a thread for the attack suite, where starting a process for each family would take too long."""

from __future__ import annotations

import contextlib
import logging
from typing import Any

from cutcard.floor.floor import now_ms
from cutcard.service.settings import PREFIX, Settings
from support.running_service import free_port, running

ADMINISTRATOR = "administrator"


class InThread:
    """What the suite needs of a service. It runs once the object is there."""

    def __init__(self, where: str, settings: dict[str, str]) -> None:
        self.port = free_port()
        self.password: str | None = "mulberry-Carpet-71-tin"
        self.log_lines: list[str] = []
        self._where = where
        read = Settings.read(environment={name: value for name, value in settings.items() if name.startswith(PREFIX)})
        names = {name.removeprefix(PREFIX).lower() for name in settings}
        self._settings: dict[str, Any] = {name: getattr(read, name) for name in names}
        self._settings["pages"] = self._settings.pop("web", False)
        self._log = _Lines(self.log_lines)
        self._running = contextlib.ExitStack()
        self.start()

    def start(self) -> None:
        log = logging.getLogger("cutcard")
        log.addHandler(self._log)
        log.setLevel(logging.WARNING)
        service = self._running.enter_context(running(self._where, self.port, **self._settings))
        if ADMINISTRATOR not in {account.name for account in service.casino.accounts.all()}:
            assert self.password is not None
            service.casino.accounts.create(ADMINISTRATOR, ADMINISTRATOR, self.password, at_ms=now_ms())

    def stop(self) -> None:
        self._running.close()
        logging.getLogger("cutcard").removeHandler(self._log)


class _Lines(logging.Handler):
    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(record.getMessage())
