"""Attacks on access: seeing what is not shown, acting with another's login, and outliving one's own."""

from __future__ import annotations

import contextlib
import json
import re
import time
from typing import Any

from support.running_service import bearer
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tools.attack.house import House
from tools.attack.suite import attack, expect

COOKIE = "cutcard_token"
ELSEWHERE = "http://127.0.0.1:9"
CLOSED_S = 30.0  # for a connection to end whose account was disabled; it takes a second or two


@attack("12")
def reading_others_business(house: House) -> None:
    """Somebody without a login, a guest and another player read buy-ins, vouchers, disputes and detentions."""
    table = house.open("gossip")
    house.person("ann")
    steps: list[dict[str, Any]] = [
        {"do": "arrive", "player": "ann"},
        {"do": "sell-chips", "player": "ann", "amount": 123_400},
        {"do": "exchange-voucher", "player": "ann", "voucher": "SECRET-VOUCHER", "amount": 5_000},
        {"do": "rule-on-dispute", "player": "ann", "about": "SECRET-DISPUTE", "ruling": "SECRET-RULING"},
        {"do": "detain-player", "player": "ann", "reason": "SECRET-REASON"},
    ]
    for step in steps:
        house.give(table, step, house.person("max", "gaming-manager"))
    strangers = {"nobody": None, "a guest": house.guest(), "another player": house.person("bea")}
    for who, token in strangers.items():
        seen = "".join(
            house.http.get(path, headers=bearer(token)).text
            for path in (f"/api/tables/{table}/events", f"/api/tables/{table}", "/api/tables", "/metrics", "/health")
        )
        seen += followed(house, table, token)
        found = [word for word in ("SECRET", "123400", "1234.00") if word in seen]
        expect(not found, f"{who} read {found}")


def followed(house: House, table: str, token: str | None) -> str:
    """Everything from the table's first event on, as its WebSocket says it."""
    texts: list[str] = []
    with connect(f"ws://127.0.0.1:{house.port}/api/tables/{table}/live") as socket:
        socket.send(json.dumps({"token": token, "after": 0}))
        with contextlib.suppress(TimeoutError, ConnectionClosed):
            while True:
                texts.append(str(socket.recv(timeout=0.5)))
    return "".join(texts)


@attack("11")
def cards_that_lie_face_down(house: House) -> None:
    """The order of a shoe that is being dealt is looked for at every door."""
    table = house.open("cards", real=False, betting_ms=1000)
    for n in (1, 2):
        token = house.person(f"seat-{n}")
        house.give(table, {"do": "sit", "box": n}, token)
        house.give(table, {"do": "place-wager", "box": n, "amount": 1000}, token)
    for viewer in (None, house.person("seat-1"), house.person("ivy", "inspector"), house.administrator):
        for path in ("shoes/1", "shoes/2", "rounds/1", "rounds/2", "events", ""):
            response = house.http.get(f"/api/tables/{table}/{path}".rstrip("/"), headers=bearer(viewer))
            expect("OrderSealed" not in response.text and '"order"' not in response.text, f"/{path} shows an order")
            expect(response.status_code < 500, f"/{path}: {response.status_code}")


@attack("13")
def a_form_on_another_site(house: House) -> None:
    """A page of another site posts forms with the visitor's cookie, and replaces their login with its own."""
    token = house.log_in("administrator")
    house.person("victim")
    cookie = {"Cookie": f"{COOKIE}={token}"}
    marks = (
        {"Origin": ELSEWHERE},
        {"Origin": "null"},
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
        {"Referer": f"{ELSEWHERE}/page"},
        {"Sec-Fetch-Site": "same-site"},
    )
    login = {"name": "victim", "password": house.passwords["victim"]}
    for mark in marks:
        for kind in ("text/plain", "application/x-www-form-urlencoded", "application/json"):
            headers = {**cookie, **mark, "Content-Type": kind}
            response = house.http.post("/api/accounts/victim/disable", headers=headers)
            expect(response.status_code >= 400, f"{mark} disabled an account")
            response = house.http.post("/api/login", content=json.dumps(login), headers=headers)
            expect("set-cookie" not in response.headers, f"{mark} replaced the visitor's login")
            response = house.http.post("/api/logout", headers=headers)
            expect(response.status_code >= 400, f"{mark} logged the visitor out")
    good = house.http.post("/api/login", json=login)
    expect("samesite=strict" in good.headers["set-cookie"].lower(), "the cookie travels from other sites")
    expect("httponly" in good.headers["set-cookie"].lower(), "scripts read the cookie")
    assert house.http.get("/api/me", headers=bearer(token)).status_code == 200


@attack("14")
def following_after_being_shut_out(house: House) -> None:
    """A WebSocket goes on after its account was disabled."""
    table = house.open("shut-out", real=False)
    token = house.person("insider", "inspector")
    with connect(f"ws://127.0.0.1:{house.port}/api/tables/{table}/live") as socket:
        socket.send(json.dumps({"token": token}))
        socket.recv(timeout=CLOSED_S)
        response = house.http.post("/api/accounts/insider/disable", headers=bearer(house.administrator))
        assert response.status_code == 204, response.text
        until = time.monotonic() + CLOSED_S
        try:
            while time.monotonic() < until:
                with contextlib.suppress(TimeoutError):
                    socket.recv(timeout=0.5)
        except ConnectionClosed:
            return
    expect(False, f"it was still open after {CLOSED_S:.0f} s")


@attack("14")
def taking_over_a_session(house: House) -> None:
    """Somebody who finds a browser unlocked sets a new password without knowing the old one, or a worthless one."""
    token = house.person("careless")
    for body in (
        {"password": "Wz7#kfi2-qqLm-81"},
        {"password": "Wz7#kfi2-qqLm-81", "old": "a wrong guess"},
        {"password": "Wz7#kfi2-qqLm-81", "old_password": ""},
    ):
        response = house.http.post("/api/accounts/careless/password", json=body, headers=bearer(token))
        expect(response.status_code >= 400, "a password was changed without the old one")
    for weak in ("aaaaaaaaaa", "1234567890", "careless12", "passwordpassword"):
        body = {"name": f"weak-{weak[:4]}", "role": "player", "password": weak}
        response = house.http.post("/api/accounts", json=body, headers=bearer(house.administrator))
        expect(response.status_code >= 400, f"{weak!r} is taken for a password")


@attack("other")
def an_excluded_name_in_capitals(house: House) -> None:
    """Somebody whom the desk has excluded gets an account under their name in capitals, which no order is about."""
    boss, name = house.administrator, f"wanda{house.turn.lower()}"
    steps: list[dict[str, Any]] = [
        {"do": "register-player", "player": name, "book": "canberra-2003"},
        {"do": "exclude", "kind": "house", "reason": "a thief"},
    ]
    for number, command in enumerate(steps):
        body = {"id": f"{name}-{number}", "command": command}
        assert house.http.post(f"/api/players/{name}/commands", json=body, headers=bearer(boss)).status_code == 200
    body = {"name": name.capitalize(), "role": "player", "password": "a long enough secret"}
    response = house.http.post("/api/accounts", json=body, headers=bearer(boss))
    expect(response.status_code == 409, f"an account was made: {response.status_code}")


@attack("7")
def an_account_that_leaves_no_trace(house: House) -> None:
    """An account is made, used and disabled; an inspector ought to find all of that, and a failed login."""
    token = house.person("ghost")
    house.http.post("/api/login", json={"name": "ghost", "password": "a wrong guess"})
    house.http.post("/api/logout", headers=bearer(token))
    house.http.post("/api/accounts/ghost/disable", headers=bearer(house.administrator))
    found = ""
    for path in ("/api/accounts/events", "/api/accounts/log", "/api/accounts/ghost/events", "/api/accounts/ghost/log"):
        response = house.http.get(path, headers=bearer(house.person("ivy", "inspector")))
        found += response.text if response.status_code == 200 else ""
    expect("ghost" in found, "an inspector finds nothing about the account")


@attack("13")
def what_a_role_may_not_do(house: House) -> None:
    """Every role below tries what belongs to the one above."""
    table = house.open("ladder")
    roles = {"nobody": None, "guest": house.guest(), "player": house.person("low")}
    for who, token in roles.items():
        for command in (
            {"do": "close-table"},
            {"do": "fill-float", "chips": {"100": 1}},
            {"do": "sell-chips", "player": "low", "amount": 100},
            {"do": "deal-cards", "cards": ["As"]},
            {"do": "arrive", "player": "ann", "chips": 100},
        ):
            response = house.give(table, command, token)
            expect(response.status_code in (401, 403, 409, 422), f"{who}: {command} gave {response.status_code}")
        response = house.http.get("/api/accounts", headers=bearer(token))
        expect(response.status_code in (401, 403), f"{who} lists accounts")
    response = house.give(table, {"do": "arrive", "player": "low"}, house.person("ivy", "inspector"))
    expect(response.status_code == 403, "an inspector changed something")


@attack("9")
def sealed_text_sent_in(house: House) -> None:
    """Somebody with a copy of the database sends what is sealed there as a text of their own, to have it opened."""
    table, manager = house.open("oracle"), house.person("max", "gaming-manager")
    house.give(table, {"do": "bar-player", "player": "ann", "reason": "SECRET-OF-ANN"}, house.administrator)
    rows = house.rows("SELECT payload FROM events WHERE stream LIKE 'table:oracle%'")
    found = [one for row in rows for one in re.findall(r'"(sealed:[^"]+)"', row[0])]
    link = f"oracle{house.turn}"
    opening = {"do": "open-link", "link": link, "book": "sydney-v15", "bet": "blazing-7s", "currency": "play"}
    meter = {"blazing-7s": {"seed": 1_000_000, "per_million": 150_000}}
    steps = [opening | {"price": 250, "meters": meter}]
    proposal = {"do": "propose-adjustment", "meter": "blazing-7s", "amount": 100, "cause": "malfunction"}
    steps += [proposal | {"reason": sealed} for sealed in found]
    assert found, "nothing was sealed"
    for number, command in enumerate(steps):
        body = {"id": f"{link}-{number}", "command": command}
        house.http.post(f"/api/jackpots/{link}/commands", json=body, headers=bearer(manager))
    history = house.http.get(f"/api/jackpots/{link}/history", headers=bearer(manager)).text
    expect("SECRET-OF-ANN" not in history, "the service opened what was sealed about somebody else")


@attack("9")
def secrets_in_errors(house: House) -> None:
    """Requests that ought to fail are looked at for file names, statements and stack traces."""
    paths = ("/api/tables/T%27%22", "/api/rounds?since=x", "/api/nothing", "/login?next=//evil.example", "/%2e%2e/etc")
    answers = [house.http.get(path, headers=bearer(house.person("low"))) for path in paths]
    answers.append(house.http.post("/api/login", content=b"{" * 5000))
    for response in answers:
        expect(response.status_code < 500, f"{response.request.url}: {response.status_code}")
        words = ("Traceback", "sqlalchemy", "psycopg", "site-packages", "SELECT ", "/src/cutcard")
        found = [word for word in words if word in response.text]
        expect(not found, f"{response.request.url} shows {found}")


@attack("other")
def a_name_that_leads_here(house: House) -> None:
    """A page elsewhere has its own name lead to this machine, and its script plays and reads as if it were ours."""
    host = f"elsewhere.example:{house.port}"
    own_site = {"Host": host, "Origin": f"http://{host}", "X-Forwarded-For": "192.0.2.1", "X-Forwarded-Host": host}
    for response in (house.http.post("/api/guest", headers=own_site), house.http.get("/api/tables", headers=own_site)):
        expect(response.status_code == 421, f"{response.request.url.path} is answered with {response.status_code}")
    response = house.http.get("/api/tables/", headers={"Host": host})
    expect("location" not in response.headers, f"a link leads to {response.headers.get('location')}")
