"""Sessions: listed, ended, idle; and live connections that do not outlive them, on both databases."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest
from sqlalchemy import func, select
from support.running_service import Running, bearer, running
from support.waiting import PATIENCE_S, eventually
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from cutcard.durations import HOUR_MS
from cutcard.floor.floor import now_ms
from cutcard.service.accounts import Accounts
from cutcard.service.passwords import CHEAP
from cutcard.service.tokens import Tokens
from cutcard.store import Store, database, schema
from cutcard.store.audit import audit
from cutcard.table import Leave, SellChips, Sit

OTHER = "staple correct horse"


@pytest.fixture
def house(where: str) -> Iterator[Running]:
    with running(where) as service:
        service.open("T")
        yield service


@contextmanager
def following(service: Running, token: str | None) -> Iterator[ClientConnection]:
    """A connection that follows a table, from its first answer on."""
    url = service.address.replace("http", "ws")
    with connect(f"{url}/api/tables/T/live", additional_headers=bearer(token), max_size=None) as socket:
        socket.send("{}")
        with suppress(ConnectionClosed):  # on a machine so slow that it is over already
            assert "version" in str(socket.recv(PATIENCE_S))
        yield socket


def closed(socket: ClientConnection) -> int | None:
    """The code with which the service closes a connection."""
    try:
        while True:
            socket.recv(PATIENCE_S)
    except ConnectionClosed as error:
        return error.rcvd.code if error.rcvd is not None else None


def outside(service: Running, *words: str, said: str = "") -> None:
    """`cutcard accounts`, in a process of its own."""
    command = [sys.executable, "-m", "cutcard", "accounts", *words, "--db", service.casino.settings.db]
    subprocess.run(command, input=said, text=True, check=True, capture_output=True, timeout=PATIENCE_S)


def post(service: Running, path: str, body: object = None) -> None:
    """As the administrator."""
    answer = service.http.post(path, json=body, headers=bearer(service.person("boss", "administrator")))
    assert answer.status_code == 204, answer.text


WAYS: dict[str, Callable[[Running, str], object]] = {
    "disabled": lambda service, token: post(service, "/api/accounts/ann/disable"),
    "given another password": lambda service, token: post(
        service, "/api/accounts/ann/password", {"password": OTHER}
    ),
    "logged out": lambda service, token: service.http.post("/api/logout", headers=bearer(token)),
    "ended by another process": lambda service, token: outside(service, "withdraw", "ann"),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_no_connection_outlives_its_session(house: Running, way: str) -> None:
    ann, bea = house.person("ann"), house.person("bea")
    with ExitStack() as open_:
        one, two, hers, anybodys = (open_.enter_context(following(house, who)) for who in (ann, ann, bea, None))
        WAYS[way](house, ann)
        assert (closed(one), closed(two)) == (4401, 4401)
        assert house.get("/api/me", ann).status_code == 401
        house.give("T", {"do": "sit", "box": 1}, bea)
        for others in (hers, anybodys):
            assert "version" in str(others.recv(PATIENCE_S))  # they go on


def test_a_connection_ends_when_its_token_expires(house: Running) -> None:
    house.person("ann")
    token = house.casino.tokens.issue("ann", now_ms() - 12 * HOUR_MS + 1500)
    with following(house, token) as socket:
        assert closed(socket) == 4401


def test_a_connection_ends_when_its_session_is_idle(where: str) -> None:
    with running(where) as service:  # whoever opens the table is not to be idle on a slow machine
        service.open("T")
        service.person("ann")
    with running(where, idle_minutes=0.02) as service:
        token = service.casino.tokens.issue("ann", now_ms())
        with following(service, token) as socket:
            assert closed(socket) == 4401
        assert service.get("/api/me", token).status_code == 401


# -------------------------------------------------------------------------------------------------------- idle


def test_a_session_ends_when_it_is_not_used_and_not_while_it_is(store: Store) -> None:
    Accounts(store, CHEAP).create("ann", "player", OTHER, at_ms=0)
    tokens, other = (Tokens(store, 12, idle_minutes=30) for _ in range(2))
    used, unused = tokens.issue("ann", 0), tokens.issue("ann", 0)
    half_ms = HOUR_MS // 2
    tokens.note_use(used, half_ms - 1)
    assert tokens.account(used, half_ms + 5)
    assert not tokens.account(unused, half_ms)
    assert not other.account(used, half_ms + 5)  # another process does not know yet
    tokens.write_uses()
    again = Tokens(store, 12, idle_minutes=30)
    assert again.account(used, half_ms + 5)
    assert tokens.account(used, 2 * half_ms - 2)
    assert not tokens.account(used, 2 * half_ms - 1)
    assert tokens.end_idle(half_ms + 5) == 1
    assert [each.used_ms for each in Tokens(store, 12).sessions("ann", half_ms + 5)] == [half_ms - 1]
    assert Tokens(store, 12).account(used, 11 * HOUR_MS)  # where it is off
    assert audit(store, processes=1).fault is None


def test_a_request_is_a_use_and_not_a_write(house: Running) -> None:
    token = house.person("ann")

    def written() -> int | None:
        last = select(func.max(schema.tokens.c.used_ms)).where(schema.tokens.c.account == "ann")
        with database.reading(house.store.engine) as connection:
            return connection.execute(last).scalar()

    for _ in range(20):
        assert house.get("/api/me", token).status_code == 200
    assert written() is None
    house.casino.tokens.write_uses()
    assert eventually(written, "the last use to be written")


def test_players_see_what_is_in_their_own_pocket_alone(service: Running) -> None:
    """Chips bought at a table are the player's anywhere once they have left it."""
    table = service.real("pockets")
    boss, pia, tom = service.person("boss", "administrator"), service.person("pia"), service.person("tom")
    for command, token in ((Sit(1), pia), (SellChips("pia", 50_000), boss), (Leave(), pia)):
        assert service.give(table, command, token).status_code == 200
    nothing = {"chips": 0, "tokens": 0}
    play = {"currency": "play", **nothing}
    assert service.get("/api/me/chips", pia).json() == [{"currency": "aud", "chips": 50_000, "tokens": 0}, play]
    assert service.get("/api/me/chips", tom).json() == [{"currency": "aud", **nothing}, play]
    assert service.get("/api/me/chips").status_code == 401
