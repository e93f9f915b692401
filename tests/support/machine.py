"""A machine to run the procedures of docs/operations.md on: a folder that stands for `/`, and stand-ins for what is
not ours to run in a test, the service manager, the package index and the making of users.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from support import warm_cutcard
from support.waiting import eventually
from support.warm_cutcard import asked

ROOT = Path(__file__).resolve().parent.parent.parent
DOCUMENT = ROOT / "docs" / "operations.md"
FOLDERS = ("/opt/cutcard", "/etc/cutcard", "/etc/systemd", "/var/lib/cutcard", "/var/backups")
START_S = 120.0
STAND_INS = {
    "useradd": "exit 0",
    "chown": "exit 0",
    "python3": "exit 0  # the virtual environment is there",
    "systemctl": f'exec {shlex.quote(sys.executable)} -S {shlex.quote(__file__)} "$CUTCARD_MACHINE" "$@"',
    "journalctl": 'cat "$CUTCARD_MACHINE/journal"',
}
IN_ENVIRONMENT = {
    "cutcard": f'exec {shlex.quote(sys.executable)} -I -S {shlex.quote(warm_cutcard.__file__)} "$CUTCARD_WARM" "$@"',
    "pip": "exit 0",
}


def procedures() -> dict[str, str]:
    """The commands of each section of the document."""
    sections = re.split(r"^## ", DOCUMENT.read_text(encoding="utf-8"), flags=re.MULTILINE)
    found = {part.partition("\n")[0]: "".join(re.findall(r"```sh\n(.*?)```", part, re.DOTALL)) for part in sections}
    found["environment"] = found.pop(sections[0].partition("\n")[0])
    return {name: commands for name, commands in found.items() if commands}


class Machine:
    """A folder with everything that the procedures find on a machine."""

    def __init__(self, folder: Path, warm: Path, port: int, programs: Path | None = None, **environment: str) -> None:
        self.folder = folder
        self.port = port
        for name in (*FOLDERS, "/etc/systemd/system"):
            Path(f"{folder}{name}").mkdir(parents=True, exist_ok=True)
        self._write(folder / "bin", STAND_INS)
        self._write(Path(f"{folder}/opt/cutcard/.venv/bin"), IN_ENVIRONMENT)
        self.checkout = folder / "checkout"
        (self.checkout / "deploy").mkdir(parents=True)
        unit = (ROOT / "deploy" / "cutcard.service").read_text()
        (self.checkout / "deploy" / "cutcard.service").write_text(self.here(unit))
        shutil.copy(ROOT / "constraints.txt", self.checkout)
        path = [str(folder / "bin"), *([str(programs)] if programs else []), os.environ["PATH"]]
        self.environment = {
            **os.environ,
            "PATH": ":".join(path),
            "PYTHONPATH": f"{ROOT / 'src'}:{ROOT / 'tests'}",
            "CUTCARD_MACHINE": str(folder),
            "CUTCARD_WARM": str(warm),
            "CUTCARD_PORT": str(self.port),
            "CUTCARD_WEB": "off",
            "CUTCARD_LOG_LEVEL": "warning",
            **environment,
        }

    def _write(self, folder: Path, programs: dict[str, str]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for name, script in programs.items():
            (folder / name).write_text(f"#!/bin/sh\n{script}\n")
            (folder / name).chmod(0o755)

    def here(self, text: str) -> str:
        """A text with this machine's folders and port."""
        for name in FOLDERS:
            text = text.replace(name, f"{self.folder}{name}")
        return text.replace("8421", str(self.port))

    def path(self, name: str) -> Path:
        return Path(f"{self.folder}{name}")

    def run(self, section: str, instead: dict[str, str] | None = None) -> str:
        """Run a section of the document as it stands; what it printed."""
        commands = procedures()[section]
        for old, new in (instead or {}).items():
            assert old in commands
            commands = commands.replace(old, new)
        return self.shell(commands)

    def shell(self, commands: str) -> str:
        script = self.here(f"set -euo pipefail\n{procedures()['environment']}\n{commands}")
        done = subprocess.run(
            ["bash", "-c", script], cwd=self.checkout, env=self.environment, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}\n{self._journal()}"
        return done.stdout

    def _journal(self) -> str:
        journal = self.folder / "journal"
        return journal.read_text() if journal.exists() else ""

    def close(self) -> None:
        stop(self.folder)


# ------------------------------------------------------------------------------- in place of the service manager


def systemctl(folder: Path, *words: str) -> None:
    """What the procedures ask of it."""
    match words:
        case ("daemon-reload",):
            return
        case ("start" | "restart", "cutcard") | ("enable", "--now", "cutcard"):
            stop(folder)
            start(folder)
        case ("stop", "cutcard"):
            stop(folder)
        case _:
            raise SystemExit(f"systemctl {' '.join(words)} is not known here")


def start(folder: Path) -> None:
    """Start what the unit file says, in the folder, with the environment and the file modes that it says."""
    unit = (folder / "etc" / "systemd" / "system" / "cutcard.service").read_text()
    said = dict(line.split("=", 1) for line in unit.splitlines() if "=" in line and not line.startswith("#"))
    name, _, value = said["Environment"].partition("=")
    journal = folder / "journal"
    began = journal.stat().st_size if journal.exists() else 0
    with journal.open("ab") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    os.chdir(said["WorkingDirectory"])
    program, *words = shlex.split(said["ExecStart"])
    assert os.access(program, os.X_OK), f"there is no {program}"
    mask = int(said["UMask"], 8)
    pid = asked(os.environ["CUTCARD_WARM"], words, detach=True, umask=mask, **{name: value})
    (folder / "pid").write_text(str(pid))

    def ready() -> bool:
        assert not gone(pid), journal.read_text()
        return "Cutcard is at" in journal.read_text()[began:]

    eventually(ready, journal.read_text, within_s=START_S)


def stop(folder: Path) -> None:
    """End it as the service manager does, and wait until it is gone."""
    pid = folder / "pid"
    if not pid.exists():
        return
    number = int(pid.read_text())
    pid.unlink()
    try:
        os.kill(number, signal.SIGTERM)
    except ProcessLookupError:
        return
    eventually(lambda: gone(number), "the service to stop", within_s=START_S)


def gone(number: int) -> bool:
    """Whether a process has ended, also if nobody has asked yet how."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


if __name__ == "__main__":
    systemctl(Path(sys.argv[1]), *sys.argv[2:])
