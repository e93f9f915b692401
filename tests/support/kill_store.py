"""A process that plays tables, or the database server under it, is killed at random moments.

What had been acknowledged must be there afterwards.

Run as a program it is that process: `python kill_store.py DB SEED` plays three tables in turns and writes a line for
each command once the store has answered.
"""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from cutcard import table as t
from cutcard.floor.blocking import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.store import Conflict, Store
from cutcard.store.audit import audit
from cutcard.store.project import stream_of
from cutcard.store.texts import event_of
from support.autoplay import GAMES, Autoplay
from support.postgres import Server
from support.stacked_shoes import as_given

TABLES = 3
PLAYERS = 3
Heard = tuple[str, int, int, str]  # an acknowledged command: its table, its row, its last version, where the table was


class Survived(NamedTuple):
    """What was seen after one kill."""

    acknowledged: int
    unacknowledged: int  # rows that were durable although the process died before it could say so
    rounds: int
    under_way: int  # tables that were in the middle of a round


def play(where: str, seed: int, commands: int | None = None) -> None:
    """Play until somebody puts an end to it."""
    random = Random(seed)
    floor = BlockingFloor(Store.open(where), retries=0, randomness=as_given)
    crew = [Autoplay(f"T{n}", *GAMES[n % 3], PLAYERS, random, play_money=True) for n in range(TABLES)]
    while commands is None or commands > 0:
        autoplay = random.choice(crew)
        done = one_command(floor, autoplay)
        if done is not None:
            position, version, state = done
            print(autoplay.name, position, version, fingerprint(state), flush=True)
        if commands is not None:
            commands -= 1


def one_command(floor: BlockingFloor, autoplay: Autoplay) -> tuple[int, int, t.TableState] | None:
    """Do what is next at a table; nothing where another process was faster."""
    state = floor.known(stream_of(autoplay.name)).state
    done: Done | t.Refusal | None = None
    for command, by in autoplay.step(state):
        try:
            done = floor.act(autoplay.name, command, by, time.time_ns() // 1_000_000)
        except Conflict:
            return None
        if not isinstance(done, t.Refusal):
            return done.position, done.version, done.state
    raise AssertionError(f"{autoplay.name} is stuck: {done}")


def fingerprint(state: t.TableState) -> str:
    """Where a table is, in a few letters: money, cards and whose turn it is."""
    round_ = state.round
    where = () if round_ is None else round_[1:8]  # all but what was settled beforehand
    chips = sorted((name, player.chips, player.tokens) for name, player in state.players.items())
    told = repr((state.number, state.betting, state.bets, state.tray, chips, state.shoe.next, state.shoe.stage, where))
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def kill_once(where: str, seed: int) -> Survived:
    """Start the process, kill it at a random moment, and check the store."""
    before = _head(where)
    process = _playing(where, seed)
    lines = _listened(process, Random(seed))
    process.kill()
    heard = _heard(process, lines)
    assert process.returncode == -signal.SIGKILL, "it ended by itself"
    return _checked(where, before, heard)


def kill_server_once(server: Server, where: str, seed: int) -> Survived:
    """Start the process, kill the database server under it, start that again, and check the store."""
    before = _head(where)
    process = _playing(where, seed)
    lines = _listened(process, Random(seed))
    server.stop(signal.SIGKILL if seed % 2 else signal.SIGQUIT)
    heard = _heard(process, lines)  # it ends by itself: nothing can be written any more
    assert process.returncode == 1
    server.start()
    return _checked(where, before, heard)


def _playing(where: str, seed: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, __file__, where, str(seed)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)


def _listened(process: subprocess.Popen[bytes], random: Random) -> list[bytes]:
    """What it says up to a random moment; now and then that comes while it is still starting."""
    assert process.stdout is not None
    if random.random() < 0.1:
        time.sleep(random.uniform(0, 1))
        return []
    lines = [process.stdout.readline() for _ in range(random.randint(1, 150))]
    time.sleep(random.uniform(0, 0.02))
    return lines


def _heard(process: subprocess.Popen[bytes], lines: list[bytes]) -> list[Heard]:
    """All that it acknowledged before it ended."""
    assert process.stdout is not None
    lines += process.stdout.read().splitlines(keepends=True)
    process.stdout.close()
    process.wait()
    whole = [line.decode().split() for line in lines if line.endswith(b"\n")]
    return [(name, int(position), int(version), print_) for name, position, version, print_ in whole]


def _head(where: str) -> int:
    if "://" not in where and not Path(where).exists():
        return 0
    store = Store.open(where)
    try:
        return store.head().version
    finally:
        store.close()


def _checked(where: str, before: int, heard: list[Heard]) -> Survived:
    """Every acknowledged command is there, every table is where it was, and the audit passes."""
    store = Store.open(where)
    try:
        rows = {row.position: row for row in store.read_all(after=before)}
        for name, position, version, _ in heard:
            row = rows.get(position)
            assert row is not None, f"row {position} was acknowledged and is lost"
            assert (row.stream, row.last) == (stream_of(name), version), f"row {position} is another"
        assert len(rows) - len(heard) in (0, 1), f"{len(rows)} rows and {len(heard)} acknowledged"
        under_way = sum(_as_left(store, f"T{n}", heard) for n in range(TABLES))
        assert sum(store.balances().values()) == 0
        report = audit(store, processes=1)
        assert report.fault is None, str(report.fault)
        return Survived(len(heard), len(rows) - len(heard), report.rounds, under_way)
    finally:
        store.close()


def _as_left(store: Store, name: str, heard: list[Heard]) -> bool:
    """Whether a table, which must be where its last acknowledged command left it, is in the middle of a round."""
    last = next(((version, print_) for of, _, version, print_ in reversed(heard) if of == name), None)
    state = t.TableState()
    for event in store.read(stream_of(name)):
        state = t.evolve(state, event_of(event.text))
        if last is not None and event.version == last[0]:
            assert fingerprint(state) == last[1], f"{name} is not where it was left"
    return state.playing


if __name__ == "__main__":
    play(sys.argv[1], int(sys.argv[2]))
