"""Tables of a rulebook of one's own: served from a file, and audited by the book that the store kept of it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from support.own_books import own_book
from support.running_service import bearer, free_port, no_cookies, running
from support.service_process import Process
from support.waiting import PATIENCE_S, eventually

from cutcard.service.wire import command_fields
from cutcard.store.audit import audit
from cutcard.store.rulebook_events import STREAM
from cutcard.table import Command, DeclineCut, OpenTable, PlaceWager, Sign, Sit

HOME = '[games.blackjack]\ntitle = "Blackjack at home"\nlike = "melbourne-v26/blackjack"\nnatural.pays = "2:1"\n'
READ = ("/api/rulebooks/{}", "/rulebook/{}", "/api/odds/{}/blackjack", "/odds?book={}", "/rulebook?one={}")
LINES = 'like = "melbourne-v26/blackjack"\nnatural.pays = "2:1"\n'


@pytest.fixture
def home(tmp_path: Path) -> Iterator[str]:
    with own_book(tmp_path, LINES) as name:
        yield name


def test_a_table_opens_by_its_name_and_pages_and_odds_know_it(where: str, home: str) -> None:
    with running(where, pages=True) as service:
        table = service.open("T1", home, "blackjack")
        shown = service.get(f"/api/tables/{table}").json()["table"]
        assert shown["book"].startswith(f"{home}@")
        for path in (
            "/",
            f"/table/{table}",
            "/rulebook",
            f"/rulebook/{home}",
            f"/rulebook/{home}?game=blackjack",
            f"/rulebook/{shown['book']}",
            f"/odds?book={home}&game=blackjack",
            "/training",
            "/api/lobby",
            f"/api/rulebooks/{home}",
        ):
            answer = service.get(path, service.person("boss"))
            assert answer.status_code == 200, (path, answer.text[:300])
        assert home in service.get("/rulebook").text
        assert service.get("/api/staff/open-table", service.person("boss")).status_code in (200, 404)


def test_a_client_never_makes_the_service_read_a_file(where: str, tmp_path: Path) -> None:
    file = tmp_path / "home.toml"
    file.write_text(HOME, encoding="utf-8")
    named = [str(file), f"{tmp_path}/home", "../home.toml", f"home@{'0' * 32}", f"{file}@0", "home", "home.toml"]
    with running(where, pages=True) as service:
        boss = service.person("boss", "administrator")
        for book in named:
            opening = {"do": "open-table", "table": "T1", "book": book, "game": "blackjack", "decks": 8}
            answers = [service.give("T1", {**opening, "sign": {"minimum": 1000, "maximum": 50_000}}, boss)]
            for path in (
                "/api/rulebooks/{}",
                "/rulebook/{}",
                "/api/odds/{}/blackjack",
                "/odds?book={}",
                "/rulebook?one={}",
            ):
                answers.append(service.get(path.format(quote(book, safe="")), boss))
            record = {"rulebook": book, "game": "blackjack", "decks": 8, "wagers": [], "cards": "", "actions": []}
            answers.append(service.http.post("/api/replay", json=record, headers=bearer(boss)))
            for answer in answers:
                assert answer.status_code < 500, answer.text
                assert "Blackjack at home" not in answer.text
            assert answers[0].status_code == 400
        assert STREAM not in service.store.streams()


def test_somebody_is_registered_by_it_and_reads_their_page(where: str, home: str) -> None:
    with running(where) as service:
        boss = service.person("boss", "administrator")
        registering = {"do": "register-player", "player": "ann", "book": home}
        answer = service.http.post(
            "/api/players/ann/commands",
            json={"id": "r1", "command": registering},
            headers={"Authorization": f"Bearer {boss}"},
        )
        assert answer.status_code == 200, answer.text
        shown = service.get("/api/players/ann", boss)
        assert (shown.status_code, f'"{home}@' in shown.text) == (200, True)


def test_what_the_store_keeps_is_checked_by_the_audit(where: str, home: str) -> None:
    with running(where) as service:
        service.open("T1", home, "blackjack")
        service.open("T2", home, "blackjack")
        assert service.store.streams()[STREAM] == 1  # once, before the first table
        report = audit(service.store, processes=1)
        assert report.fault is None, str(report.fault)


# ------------------------------------------------------------------------------------- a service that is started again


class Service:
    """`cutcard serve` with a rulebook of one's own, its administrator and a guest."""

    def __init__(self, db: Path, file: Path) -> None:
        self.db, self.file, self._number = db, file, 0
        self.process = Process(str(db), free_port(), CUTCARD_RULEBOOKS=str(file.parent))
        self.http = httpx.Client(base_url=self.process.address, timeout=PATIENCE_S, cookies=no_cookies())
        login = {"name": "administrator", "password": self.process.password}
        self.boss = self.http.post("/api/login", json=login).json()["token"]
        guest = self.http.post("/api/guest").json()
        self.guest, self.name = guest["token"], guest["name"]

    def again(self) -> None:
        self.process.stop()
        self.process.start()

    def give(self, command: Command, token: str) -> httpx.Response:
        self._number += 1
        body = {"id": f"c-{self._number}", "command": command_fields(command)}
        return self.http.post("/api/tables/T1/commands", json=body, headers=bearer(token))

    def open(self) -> None:
        terms: dict[str, Any] = {"chips": 10_000_000, "betting_ms": 2000, "decision_ms": 1000, "layout_approved": True}
        sign = Sign(1000, 50_000)
        opened = self.give(
            OpenTable("T1", "home", "blackjack", 8, sign, **terms, play_money=True, runs_itself=True), self.boss
        )
        assert opened.status_code == 200, opened.text

    def shown(self) -> dict[str, Any]:
        found: dict[str, Any] = self.http.get("/api/tables/T1", headers=bearer(self.guest)).json()["table"]
        return found

    def wager(self) -> None:
        """Lay a wager as soon as it is taken."""
        answers: list[str] = []

        def taken() -> bool:
            if self.shown()["waiting"]["needs"] == "cut":
                self.give(DeclineCut(self.name), self.guest)
            answer = self.give(PlaceWager(1, 1000), self.guest)
            answers.append(answer.text)
            return answer.status_code == 200

        eventually(taken, lambda: f"a wager to be taken: {answers[-1]}")

    def play(self) -> None:
        """One round, which the house plays out."""
        assert self.give(Sit(1), self.guest).status_code == 200
        self.wager()
        eventually(self._rounds, "its end")

    def _rounds(self) -> list[Any]:
        """The rounds that are over; none while the service says that it was asked too often."""
        answer = self.http.get("/api/rounds?table=T1", headers=bearer(self.boss))
        found: list[Any] = answer.json() if answer.status_code == 200 else []
        return found

    def audited(self) -> None:
        command = [sys.executable, "-m", "cutcard", "audit", str(self.db)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "1 round" in done.stdout, done.stdout


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Service]:
    folder = tmp_path / "books"
    folder.mkdir()
    file = folder / "home.toml"
    file.write_text(HOME, encoding="utf-8")
    service = Service(tmp_path / "casino.db", file)
    try:
        yield service
    finally:
        service.http.close()
        if service.process.process.poll() is None:
            service.process.kill()


def test_past_rounds_hold_and_no_more_begin_when_the_file_has_changed_or_gone(served: Service) -> None:
    served.open()
    served.play()
    first = served.shown()["book"]

    served.file.write_text(HOME.replace("2:1", "6:5"), encoding="utf-8")
    served.again()
    assert served.shown()["book"] == first
    refused = served.give(PlaceWager(1, 1000), served.guest)
    assert refused.status_code == 409
    says = "the file of the rulebook home has changed since this table was opened"
    assert refused.json()["error"]["message"].startswith(says)
    served.audited()

    served.file.unlink()
    served.again()
    assert served.shown()["book"] == first
    gone = served.give(PlaceWager(1, 1000), served.guest)
    assert "the service no longer has the rulebook home" in gone.json()["error"]["message"]
    served.audited()

    served.file.write_text("# as it was\n" + HOME, encoding="utf-8")
    served.again()
    eventually(lambda: served.give(PlaceWager(1, 1000), served.guest).status_code == 200, "a wager")
