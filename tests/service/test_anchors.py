"""Heads go outside by themselves and show a store that was put back; the service audits itself and raises an alarm."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socketserver
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from support import plain_streams  # noqa: F401 (declares the streams that these tests write)
from support.running_service import bearer, running
from support.tampering import unguarded
from support.waiting import eventually
from support.warm_cutcard import Cutcard

from cutcard.errors import CutcardError
from cutcard.service.anchors import Anchors, read
from cutcard.service.metrics import Metrics
from cutcard.service.scheduled_audit import ScheduledAudit
from cutcard.service.settings import Settings
from cutcard.store import NewEvent, Store
from cutcard.store.audit import audit
from cutcard.store.signed_head import SignedHead

QUICK_MINUTES = 0.01


def say(store: Store) -> None:
    store.append("a", store.head("a").version, [NewEvent("{}")], at_ms=0)


@contextmanager
def serving(server: socketserver.BaseServer) -> Iterator[int]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        port: int = server.server_address[1]  # type: ignore[index,assignment]
        yield port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def web_server(heard: list[str], statuses: list[int]) -> Iterator[int]:
    """A server that answers with these statuses, one after the other, and then with 200."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.send_response(statuses.pop(0) if statuses else 200)
            self.end_headers()

        def log_message(self, *_: Any) -> None: ...

    with serving(HTTPServer(("127.0.0.1", 0), Handler)) as port:
        yield port


@contextmanager
def mail_server(heard: list[str]) -> Iterator[int]:
    """A server that takes mail, as far as the sender needs it."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 here\r\n")
            letter = False
            while line := self.rfile.readline():
                word = line.strip().upper()
                if letter:
                    heard.append(line.decode())
                    if word != b".":
                        continue
                    letter = False
                elif word == b"DATA":
                    letter = True
                    self.wfile.write(b"354 go on\r\n")
                    continue
                elif word == b"QUIT":
                    self.wfile.write(b"221 bye\r\n")
                    return
                self.wfile.write(b"250 yes\r\n")

    with serving(socketserver.TCPServer(("127.0.0.1", 0), Handler)) as port:
        yield port


def test_the_service_writes_heads_to_a_file_while_it_runs_and_when_it_stops(tmp_path: Path, cutcard: Cutcard) -> None:
    where, file = str(tmp_path / "casino.db"), tmp_path / "heads"
    with running(where, anchor_file=str(file), anchor_minutes=QUICK_MINUTES) as service:
        eventually(file.exists, "the first anchor")
        service.person("ann")
        last = service.store.head()
    heads = read(file)
    assert heads[-1].head.version >= last.version
    assert len({each.head for each in heads}) == len(heads)  # none is written twice
    assert file.stat().st_mode & 0o777 == 0o600
    assert cutcard("audit", where, "--anchors", file).returncode == 0


def test_a_store_that_was_put_back_is_seen_by_its_anchors(tmp_path: Path, cutcard: Cutcard) -> None:
    """The older copy is whole, signature included; only what was written outside knows of the rest."""
    where, file = tmp_path / "casino.db", tmp_path / "heads"
    store = Store.open(where)
    say(store)
    store.close()
    shutil.copy(where, tmp_path / "before.db")
    store = Store.open(where)
    say(store)
    anchors = Anchors(store, Settings(anchor_file=str(file)), Metrics())
    asyncio.run(anchors.write())
    store.close()
    shutil.copy(tmp_path / "before.db", where)
    store = Store.open(where)
    assert audit(store, processes=1).fault is None
    assert "is missing, and was the last" in str(audit(store, processes=1, noted=read(file)).fault)
    store.close()
    assert cutcard("audit", where, "--anchors", file).returncode == 1
    file.write_text("nonsense\n")
    with pytest.raises(CutcardError, match=r"line 1 of .* is not an anchor"):
        read(file)


def test_the_service_says_by_itself_that_its_store_was_put_back(tmp_path: Path) -> None:
    """At its start, on every way by which it tells of faults, and in the audit that an inspector runs."""
    where, file = tmp_path / "casino.db", tmp_path / "heads"
    with running(str(where), audit_every_hours=0) as service:
        service.person("ann")
    shutil.copy(where, tmp_path / "yesterday.db")
    with running(str(where), anchor_file=str(file), audit_every_hours=0) as service:
        assert service.get("/health").json()["audit"] == "ok"
        service.person("bea")
    noted = read(file)
    shutil.copy(tmp_path / "yesterday.db", where)
    with running(str(where), anchor_file=str(file), audit_every_hours=0) as service:
        eventually(lambda: service.get("/health").json()["audit"] == "fault", "the alarm")
        assert "put back to an earlier state" in service.casino.auditor.alarm
        assert b"cutcard_audit_alarm 1.0" in service.casino.metrics.text()[0]
        staff = service.person("boss", "administrator")
        assert service.get("/api/audit", staff).json()["fault"] is True
        said = service.http.post("/api/audit", headers=bearer(staff)).text.splitlines()[-1]
        assert json.loads(said)["verdict"]["holds"] is False
    assert read(file)[: len(noted)] == noted  # what shows it is still there


def test_a_store_that_is_put_back_under_a_running_service_is_seen_before_the_next_anchor(tmp_path: Path) -> None:
    where, alarms = tmp_path / "casino.db", list[str]()
    store = Store.open(where)
    say(store)
    heard: list[str] = []
    with web_server(heard, []) as web:  # somewhere that cannot be asked again
        settings = Settings(anchor_url=f"http://127.0.0.1:{web}/heads", anchor_minutes=QUICK_MINUTES)
        anchors = Anchors(store, settings, Metrics(), alarm=alarms.append)

        async def run() -> None:
            task = asyncio.create_task(anchors.run())
            await asyncio.to_thread(eventually, lambda: heard, "the first anchor")
            assert not alarms
            with unguarded(store.engine) as connection:
                connection.exec_driver_sql("DELETE FROM events WHERE position = (SELECT max(position) FROM events)")
            await asyncio.to_thread(eventually, lambda: alarms, "the alarm")
            task.cancel()

        asyncio.run(run())
    assert "put back" in alarms[0]
    store.close()


def test_an_anchor_file_that_cannot_be_read_stops_nothing(tmp_path: Path) -> None:
    file = tmp_path / "heads"
    file.write_text("nonsense\n")
    with running(str(tmp_path / "casino.db"), anchor_file=str(file)) as service:
        assert service.get("/health").status_code == 200
        said = service.http.post("/api/audit", headers=bearer(service.person("boss", "administrator"))).text
        assert "is not an anchor" in said


def test_heads_go_to_an_address_and_by_mail_and_a_place_that_fails_is_tried_again(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "casino.db")
    say(store)
    posted: list[str] = []
    mailed: list[str] = []
    with web_server(posted, [500, 503]) as web, mail_server(mailed) as mail:
        settings = Settings(
            anchor_url=f"http://127.0.0.1:{web}/heads",
            anchor_mail="inspector@casino.example",
            mail_server=f"127.0.0.1:{mail}",
        )
        metrics = Metrics()
        anchors = Anchors(store, settings, metrics, pause_s=0.01)
        asyncio.run(anchors.write())
        asyncio.run(anchors.write())  # the head has not moved: nothing is sent
    assert len(posted) == 3
    assert SignedHead.read(json.loads(posted[-1])["head"]) == store.signed_head()
    assert str(store.head()) in "".join(mailed).replace("=\r\n", "").replace("\r\n", "")
    asyncio.run(anchors.write())
    say(store)
    asyncio.run(anchors.write())  # both are gone now
    assert b'cutcard_anchors_total{result="done"} 2.0' in metrics.text()[0]
    assert b'cutcard_anchors_total{result="failed"} 2.0' in metrics.text()[0]
    store.close()


def test_a_fault_that_the_service_finds_by_itself_is_an_alarm_until_it_is_mended(
    tmp_path: Path, cutcard: Cutcard
) -> None:
    where = str(tmp_path / "casino.db")
    with running(where, audit_every_hours=0) as service:
        service.person("ann")
        auditor, metrics = service.casino.auditor, service.casino.metrics
        asyncio.run(auditor.audit())
        assert (auditor.alarm, service.get("/health").json()["audit"]) == ("", "ok")
        with unguarded(service.store.engine) as connection:
            connection.exec_driver_sql("INSERT INTO balances VALUES ('ghost', 0)")
        asyncio.run(auditor.audit())
        assert "ghost" in auditor.alarm
        answer = service.get("/health")
        assert (answer.status_code, answer.json()["audit"]) == (200, "fault")
        assert "ghost" not in answer.text  # anybody may ask
        assert b"cutcard_audit_alarm 1.0" in metrics.text()[0]
    done = cutcard("store", "rebuild-views", "--db", where)
    assert done.returncode == 0, done.stderr
    assert "balances: 2 rows, changed" in done.stdout  # of the card that ann was given
    assert "rounds: 0 rows, as they were" in done.stdout
    store = Store.open(where)
    again = ScheduledAudit(store, Settings(), metrics)
    asyncio.run(again.audit())
    assert again.alarm == ""
    assert b"cutcard_audit_alarm 0.0" in metrics.text()[0]
    store.close()


def test_views_are_not_rebuilt_under_a_running_service(tmp_path: Path, cutcard: Cutcard) -> None:
    from cutcard.service.server import alone

    where = tmp_path / "casino.db"
    store = Store.open(where)
    with alone(store):
        done = cutcard("store", "rebuild-views", "--db", where)
    assert done.returncode == 2
    assert "another service has" in done.stderr
    assert cutcard("store", "rebuild-views", "--db", where).returncode == 0
    assert cutcard("store", "rebuild-views", "--db", tmp_path / "none.db").returncode == 2
    store.close()


def test_the_files_of_a_store_are_their_owners_alone(tmp_path: Path) -> None:
    from cutcard.service.server import alone

    where = tmp_path / "casino.db"
    old = os.umask(0o022)
    try:
        store = Store.open(where)
        say(store)
        with alone(store):
            modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
        store.close()
    finally:
        os.umask(old)
    assert modes == dict.fromkeys(modes, 0o600)
    assert {"casino.db", "casino.db-wal", "casino.db-shm", "casino.db.keys", "casino.db.service"} == modes.keys()


def test_the_files_of_an_earlier_release_are_made_private(tmp_path: Path) -> None:
    where = tmp_path / "casino.db"
    sqlite3.connect(where).close()
    where.touch()
    where.chmod(0o644)
    Store.open(where).close()
    assert where.stat().st_mode & 0o777 == 0o600
