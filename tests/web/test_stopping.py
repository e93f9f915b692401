"""A service with pages stops when it is told to, also when all that it has started is told at the same moment."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from support.browser import FIRST_MS, free_port
from support.waiting import eventually

STOP_S = 60.0


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at processes where Linux shows them")
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_a_service_stops_with_all_that_it_has_started(browser: Browser, tmp_path: Path, told: signal.Signals) -> None:
    port = free_port()
    command = [sys.executable, "-m", "cutcard", "serve", "--demonstration", "--db", "casino.db", "--port", str(port)]
    service = subprocess.Popen(command, cwd=tmp_path, start_new_session=True, stdout=subprocess.PIPE, text=True)
    try:
        assert service.stdout is not None
        assert any("Cutcard is at" in line for line in service.stdout)
        with contextlib.closing(browser.new_page()) as page:
            page.goto(f"http://127.0.0.1:{port}/odds")
            page.get_by_text("Of each $100").first.wait_for(timeout=FIRST_MS)  # they have worked, and wait for more
            workers = children(service.pid)
            assert len(workers) >= 2
            os.killpg(service.pid, told)  # as a terminal and a service manager do it
            assert service.wait(STOP_S) in (0, -told)
            gone = "the end of every process that the service has started"
            eventually(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers), gone)
    finally:
        service.kill()
        service.wait()
