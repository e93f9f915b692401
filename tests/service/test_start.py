"""The service's own process starts without the compiler and without what only some houses need."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = "import sys, cutcard.service.server, cutcard.service.routes.bench; print(*sys.modules)"


def test_the_service_imports_neither_the_compiler_nor_another_databases_driver() -> None:
    said = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    found = set(said.stdout.split())
    assert "fastapi" in found
    assert not found & {"numba", "psycopg", "httpx", "matplotlib", "cutcard.odds.batch"}
