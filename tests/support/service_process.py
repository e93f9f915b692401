"""The service as a process of its own, as an operator starts it, to be killed and started again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from queue import Empty, Queue

ROOT = Path(__file__).resolve().parent.parent.parent
START_S = 300.0  # with hundreds of tables, on a machine that does much else
QUICK = {
    "CUTCARD_WEB": "off",
    "CUTCARD_AFTER_ROUND_MS": "50",
    "CUTCARD_AFTER_WAGER_MS": "30",
    "CUTCARD_LOGINS_PER_MINUTE": "100000",
    "CUTCARD_COMMANDS_PER_SECOND": "10000",
    "CUTCARD_COMMANDS_BURST": "10000",
    "CUTCARD_LOG_LEVEL": "warning",
}


RIGGED = Path(__file__).with_name("rigged_service.py")


class Process:
    """`cutcard serve` on a store and a port. It is running once the object is there."""

    program: tuple[str, ...] = ("-m", "cutcard")

    def __init__(self, where: str, port: int, descriptors: int | None = None, /, **settings: str) -> None:
        self.where, self.port = where, port
        self._descriptors = descriptors  # that it may have; without it as many as we have
        self.address = f"http://127.0.0.1:{port}"
        self.password: str | None = None  # the administrator's, on a new store
        self.log_lines: list[str] = []
        self._settings = {**QUICK, **settings}
        self.start()

    def start(self) -> None:
        command = [sys.executable, *self.program, "serve", "--db", self.where, "--port", str(self.port)]
        if self._descriptors:
            command = ["sh", "-c", f'ulimit -n {self._descriptors} && exec "$@"', "sh", *command]
        environment = {**os.environ, **self._settings}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, stdout=pipe, stderr=subprocess.STDOUT, text=True, env=environment, cwd=ROOT
        )
        lines: Queue[str | None] = Queue()
        threading.Thread(target=self._read, args=(self.process, lines), daemon=True).start()
        while True:
            try:
                line = lines.get(timeout=START_S)
            except Empty:
                raise AssertionError("the service did not start") from None
            assert line is not None, f"the service did not start: {self.log_lines[-5:]}"
            found = re.match(r"\s+password\s+(\S+)", line)
            self.password = found[1] if found else self.password
            if line.startswith("Cutcard is at"):
                return

    def _read(self, process: subprocess.Popen[str], lines: Queue[str | None]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self.log_lines.append(line)
            lines.put(line)
        lines.put(None)

    def kill(self) -> None:
        """As a power cut would: without a word."""
        self.process.kill()
        assert self.process.wait() == -signal.SIGKILL, f"it ended by itself: {self.log_lines[-5:]}"

    def stop(self) -> None:
        """As an operator would."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(START_S)


class Rigged(Process):
    """The same with shuffling devices that often give sevens first."""

    program = (str(RIGGED),)
