"""A real PostgreSQL server for tests and measurements, from the programs that the package `pgserver` brings.

PostgreSQL refuses to run as root, and `pgserver`'s own way round that makes a system user and opens every folder
above the data to everybody. Here the server of a root user runs as `nobody`, in a folder of its own under the
temporary one; an ordinary user's server runs as that user. It listens on a socket in that folder and nowhere else.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

START_TIMEOUT_S = 60
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "60",
    "shared_buffers": "64MB",
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
}


@contextmanager
def postgres() -> Iterator[str]:
    """Start a server with nothing in it; gives the URL of its first database and stops it afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="cutcard-pg-"))
    try:
        who = _as_whom(folder)
        programs = _programs(folder)
        data = folder / "data"
        made = [programs / "initdb", "-D", data, "-U", "cutcard", "--auth=trust", "--encoding=UTF8", "--no-locale"]
        _run([*map(str, made), "--data-checksums"], folder, who)
        with _running(programs, folder, data, who):
            yield f"postgresql://cutcard@/postgres?host={folder}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _as_whom(folder: Path) -> dict[str, Any]:
    """Root hands the folder to `nobody` and has the programs run as that user."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _programs(folder: Path) -> Path:
    """PostgreSQL's programs, where whoever runs them can read them: copied if they lie in somebody's home."""
    package = importlib.util.find_spec("pgserver")  # not imported: it would lay files about
    assert package is not None, "the tests need the package pgserver"
    assert package.origin is not None
    installed = Path(package.origin).parent / "pginstall"
    if os.geteuid() != 0 or all(path.stat().st_mode & 0o001 for path in installed.resolve().parents):
        return installed / "bin"
    return Path(shutil.copytree(installed, folder / "install", symlinks=True)) / "bin"


def _run(command: list[str], folder: Path, who: dict[str, Any]) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=START_TIMEOUT_S, **who)
    if done.returncode:
        raise RuntimeError(f"{Path(command[0]).name} failed: {done.stderr.strip() or done.stdout.strip()}")


@contextmanager
def _running(programs: Path, folder: Path, data: Path, who: dict[str, Any]) -> Iterator[None]:
    settings = [f"-c{name}={value}" for name, value in SETTINGS.items()]
    command = [str(programs / "postgres"), "-D", str(data), "-k", str(folder), *settings]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, **who)
    try:
        _await(server, folder)
        yield
    finally:
        server.send_signal(signal.SIGINT)  # fast shutdown: open sessions are ended
        try:
            server.wait(START_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _await(server: subprocess.Popen[bytes], folder: Path) -> None:
    until = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < until and server.poll() is None:
        try:
            psycopg.connect(f"postgresql://cutcard@/postgres?host={folder}").close()
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise RuntimeError(f"PostgreSQL did not start:\n{(folder / 'log').read_text()}")


@contextmanager
def fresh_database(server: str, like: str = "") -> Iterator[str]:
    """A database of its own on a server, empty or a copy of another, dropped afterwards."""
    name = f"c{os.getpid()}_{time.monotonic_ns()}"
    copied = f" TEMPLATE {like.partition('?')[0].rpartition('/')[2]}" if like else ""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}{copied}".encode())
    try:
        yield server.replace("/postgres?", f"/{name}?")
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
