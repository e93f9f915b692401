"""The log of a service has nobody's name and nobody's address, whatever they do."""

from __future__ import annotations

import io
import json
import secrets
from dataclasses import asdict
from pathlib import Path

import pytest
from support.carded import details_of
from support.running_service import PASSWORD, Running, bearer, running
from typer.testing import CliRunner

from cutcard import logs
from cutcard.cli import app
from cutcard.service.accounts import AccountError
from cutcard.store.errors import Overdrawn
from cutcard.store.personal_details import PersonError
from cutcard.table import PlaceWager, Sit

NAMES = ("Quentin-Q", "ursula-u", "wilma-w", "boss", "zzyx")
ADDRESS = "127.0.0.1"
REASON = "saw a plumber from Wagga"  # what staff write about somebody
WILMA = details_of("Wilma Example")
SECRETS = (WILMA.full_name, WILMA.birth_date, WILMA.address, WILMA.document_number)
ACCOUNTS = (
    "aud:player:wilma-w",
    *(f"aud:table:T1:{what}:wilma-w" for what in ("player", "tokens", "device")),
    "aud:promotion:p:owed:wilma-w",
)


@pytest.fixture
def said(logging_restored: None) -> io.StringIO:
    """Everything that is logged meanwhile, at the finest level."""
    out = io.StringIO()
    logs.configure("debug", "json", out)
    return out


def _evening(service: Running) -> None:
    """Logins that succeed and fail, play, a desk, refusals, a page that is not there and a mistake of ours."""
    player, keeper = service.person("Quentin-Q"), service.person("ursula-u", "gaming-supervisor", "sydney")
    for name, password in (("Quentin-Q", PASSWORD), ("Quentin-Q", "wrong"), ("zzyx", "wrong")):
        service.http.post("/api/login", json={"name": name, "password": password})
    guest = service.http.post("/api/guest").json()
    table = service.open("T1")
    service.give(table, Sit(1), player)
    service.give(table, PlaceWager(7, 1), player)
    service.give(table, Sit(2), guest["token"])
    service.http.post(
        "/api/players", json={"id": "r1", "player": "wilma-w", "book": "sydney-v15"}, headers=bearer(keeper)
    )
    shown = {"document": "passport", **asdict(WILMA)}
    for body in (shown, {**shown, "birth_date": "never"}):
        service.http.post("/api/players/wilma-w/identity", json=body, headers=bearer(keeper))
    give = {"id": "c1", "command": {"do": "issue-card", "limits_declined": True}}
    service.http.post("/api/players/wilma-w/commands", json=give, headers=bearer(keeper))
    for number, command in enumerate(
        (
            {"do": "suspend-card", "reason": REASON},
            {"do": "suspend-card", "reason": REASON},  # refused
            {"do": "exclude", "kind": "house", "reason": REASON},
            {"do": "exclude", "kind": REASON},  # a body that no command has
            {"do": "report-suspicion", "reason": REASON},
        )
    ):
        body = {"id": f"w{number}", "command": command}
        service.http.post("/api/players/wilma-w/commands", json=body, headers=bearer(keeper))
    for search in ("wilma-w", SECRETS[0]):
        service.get(f"/api/players?search={search}", keeper)
    service.get("/api/player-registers/alike", keeper)
    service.get("/api/players/wilma-w/nothing", keeper)
    error = ZeroDivisionError("wilma-w")
    service.casino.floor.fence(service.live(table), error)
    says = {"path": "/staff/players/wilma-w", "stream": "player:wilma-w", "by": "Quentin-Q"}
    for each in (error, PersonError("wilma-w has a card"), AccountError("of ursula-u"), *map(Overdrawn, ACCOUNTS)):
        logs.get("test").mistake(each, **says)
        logs.get("test").error("store", says=str(each) if isinstance(each, Overdrawn) else "")


def test_nobody_is_in_the_log(tmp_path: Path, said: io.StringIO) -> None:
    with running(f"{tmp_path / 'casino.db'}", log_level="debug") as service:
        assert service.store.keys is not None
        logs.stand_for_people(service.store.keys.log_key)
        _evening(service)
        guest = service.http.post("/api/guest").json()["name"]
        metrics = service.http.get("/metrics").text
    lines = [json.loads(line) for line in said.getvalue().splitlines()]
    happened = {line["happened"] for line in lines}
    assert happened >= {"command", "login", "login refused", "guest", "mistake"}
    assert "cutcard_commands" in metrics
    for secret in (*NAMES, guest, ADDRESS, REASON, *SECRETS):
        found = [line for line in lines if secret.lower() in json.dumps(line).lower()]
        assert not found, (secret, found[0])
        assert secret.lower() not in metrics.lower(), secret
    stands = CliRunner().invoke(app, ["accounts", "in-log", "quentin-q", "--db", f"{tmp_path / 'casino.db'}"])
    digest = stands.output.strip()
    assert {line["happened"] for line in lines if digest in line.values()} >= {"command", "login", "login refused"}


def test_a_text_that_was_said_before_names_nobody_by_an_earlier_key(said: io.StringIO) -> None:
    log = logs.get("test")
    for key in (b"a" * 32, b"b" * 32):
        logs.stand_for_people(key)
        log.info("opened", page="/players/wilma-w/desk", what="balance of aud:player:wilma-w")
    logs.stand_for_people(secrets.token_bytes(32))
    first, second = (json.loads(line) for line in said.getvalue().splitlines())
    assert first["page"] == f"/players/{logs.someone('wilma-w', b'a' * 32)}/desk"
    assert second["page"] == f"/players/{logs.someone('wilma-w', b'b' * 32)}/desk"
    assert first["what"] != second["what"]
    assert "wilma-w" not in said.getvalue()


def test_what_stands_for_somebody_is_another_thing_in_another_house() -> None:
    one, other = (logs.someone("ann", key) for key in (b"1" * 32, b"2" * 32))
    assert one != other
    assert logs.someone("ann", b"1" * 32) == one
