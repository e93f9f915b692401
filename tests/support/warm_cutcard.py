"""The command line as a process that has been imported already, and forks for each command.

A command would spend most of its time importing. `python warm_cutcard.py SOCKET COMMAND…` runs a command in a
fork, with this process's files, folder and environment, and ends with its exit status.
"""

from __future__ import annotations

import array
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from os import _exit as exit_now  # without what Python does at its end, which is the parent's
from pathlib import Path
from typing import Any

LONGEST = 2**20
Cutcard = Callable[..., "subprocess.CompletedProcess[str]"]


def asked(path: str, words: list[str], detach: bool = False, umask: int | None = None, **environment: str) -> int:
    """Run a command; its exit status or, where nobody waits for it, its process id."""
    mask = os.umask(0o022)
    os.umask(mask)
    request = {
        "words": words,
        "detach": detach,
        "umask": mask if umask is None else umask,
        "folder": os.getcwd(),
        "environment": {**os.environ, **environment},
    }
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as line:
        line.connect(path)
        files = array.array("i", [0, 1, 2])
        line.sendmsg([json.dumps(request).encode()], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)])
        return int(line.recv(100))


def heard(path: Path, *words: object, said: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command, and wait for what it writes and its exit status."""
    command = [sys.executable, __file__, str(path), *map(str, words)]
    return subprocess.run(command, input=said, capture_output=True, text=True, check=False)


@contextlib.contextmanager
def warm(path: Path) -> Iterator[None]:
    """Have the process ready; it is ended afterwards with everything that it still runs."""
    with subprocess.Popen([sys.executable, __file__, str(path)], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            yield
        finally:
            process.terminate()


def wait_for_commands(path: str) -> None:
    """Fork for each command that is asked for."""
    import uvloop  # noqa: F401 (what `cutcard serve` needs)

    from cutcard.cli import main
    from cutcard.cli.commands import LoadedCommands

    list(LoadedCommands().values())

    listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listening.bind(path)
    listening.listen(16)
    print("ready", flush=True)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    while True:
        line, _ = listening.accept()
        if os.fork():
            line.close()
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            continue
        listening.close()
        _answer(line, main)


def _answer(line: socket.socket, main: Any) -> None:
    """In a process of its own: run one command, and say how it ended."""
    files = array.array("i")
    written, more, _, _ = line.recvmsg(LONGEST, socket.CMSG_SPACE(3 * files.itemsize))
    files.frombytes(more[0][2])
    request = json.loads(written)
    running = os.fork()
    if running == 0:
        line.close()
        _run(request, list(files), main)
    for file in files:
        os.close(file)
    if request["detach"]:
        line.send(str(running).encode())
    status = os.waitstatus_to_exitcode(os.waitpid(running, 0)[1])
    if not request["detach"]:
        line.send(str(status).encode())
    exit_now(0)


def _run(request: dict[str, Any], files: list[int], main: Any) -> None:
    for number, file in enumerate(files):
        os.dup2(file, number)
    os.umask(request["umask"])
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.argv = ["cutcard", *request["words"]]
    status: object = 1
    try:
        main()
        status = 0
    except SystemExit as ended:
        status = ended.code
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    exit_now(status if isinstance(status, int) else 0 if status is None else 1)


if __name__ == "__main__":
    if len(sys.argv) == 2:
        wait_for_commands(sys.argv[1])
    sys.exit(asked(sys.argv[1], sys.argv[2:]))
