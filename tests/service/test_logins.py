"""Logging in under attack: whoever guesses is held back, the owner is not, and all of it is on record."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import httpx
import pyotp
import pytest
from sqlalchemy import text
from support.running_service import PASSWORD, Running, bearer, running
from support.waiting import PATIENCE_S, eventually

from cutcard.service.errors import Overloaded, TooMany
from cutcard.service.login_limits import WAITING, LoginLimits, Turns, is_known, with_mark
from cutcard.service.passwords import AT_ONCE
from cutcard.service.rate_limit import SITE, network
from cutcard.service.routes.accounts import DEVICE
from cutcard.store import database
from cutcard.store.account_events import STREAM, LoginFailed, LoginsFailed, loads
from cutcard.store.audit import audit
from cutcard.store.person_keys import PersonKeys

HOME, AWAY = "10.0.0.1", "10.0.0.2"
OTHER = "staple correct horse"


def log_in(service: Running, name: str, password: str, address: str, device: str = "", **more: str) -> httpx.Response:
    """A login as a proxy would pass it on from an address."""
    headers = {"X-Forwarded-For": address, "User-Agent": "Firefox\t on a phone"}
    if device:
        headers["Cookie"] = f"{DEVICE}={device}"
    return service.http.post("/api/login", json={"name": name, "password": password, **more}, headers=headers)


def addresses() -> Iterator[str]:
    return (f"10.1.{number // 250}.{number % 250 + 1}" for number in count())


def happened(service: Running, kind: type[Any]) -> list[Any]:
    events = [loads(stored.text) for stored in service.store.read(STREAM)]
    return [event for event in events if isinstance(event, kind)]


def sound(service: Running) -> bool:
    return audit(service.store, processes=1).fault is None


# ----------------------------------------------------------------------------------------------------- guessing


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, Counter[int], str]]:
    """A service on which a thousand addresses have guessed one password, with the answers and the owner's cookie."""
    with running(str(tmp_path_factory.mktemp("attacked") / "a.db"), logins_per_minute=10) as service:
        for name in ("ann", "bea"):
            service.person(name)
        first = log_in(service, "ann", PASSWORD, HOME)
        assert first.status_code == 200
        attackers = addresses()
        codes = Counter(log_in(service, "ANN", f"guess {n}", next(attackers)).status_code for n in range(1000))
        yield service, codes, first.cookies[DEVICE]


def test_a_thousand_addresses_guess_no_faster_than_one(attacked: tuple[Running, Counter[int], str]) -> None:
    _, codes, _ = attacked
    assert set(codes) == {401, 429}
    assert codes[429] > 500  # on any machine: ten at once and then ten a minute are checked


def test_the_owner_gets_in_meanwhile(attacked: tuple[Running, Counter[int], str]) -> None:
    service, _, device = attacked
    assert log_in(service, "ann", PASSWORD, HOME).status_code == 200, "from where they logged in before"
    assert log_in(service, "ann", PASSWORD, AWAY, device).status_code == 200, "with the browser they used before"
    assert log_in(service, "bea", PASSWORD, AWAY).status_code == 200, "others were never held up"


def test_nobody_makes_a_device_known_but_by_logging_in() -> None:
    device = with_mark("hash of a password", "ann", "")
    assert is_known("hash of a password", "Ann", device)
    assert not is_known("hash of another", "ann", device)
    assert not is_known("hash of a password", "bea", device)
    both = with_mark("another hash", "bea", device)
    assert is_known("hash of a password", "ann", both)
    assert is_known("another hash", "bea", both)
    assert both.partition(".")[0] == device.partition(".")[0]
    for forged in ("", "x", device[:-1], device.partition(".")[0], f"{'0' * 16}.{'0' * 32}", f"{device}.{'é' * 32}"):
        assert not is_known("hash of a password", "ann", forged)
    for number in range(20):
        both = with_mark("a hash", f"n{number}", both)
    assert len(both) < 200


def test_failed_logins_are_on_record_and_do_not_grow_it_without_limit(
    attacked: tuple[Running, Counter[int], str],
) -> None:
    service, codes, _ = attacked
    service.casino.failed_logins.write_sum(service.casino.now())
    single, sums = happened(service, LoginFailed), happened(service, LoginsFailed)
    assert len(single) + len(sums) < 200
    assert (single[0].name, single[0].why) == ("ANN", "password")
    assert PersonKeys(service.store).open([single[0].address]) == {single[0].address: "10.1.0.1"}
    assert not any("10." in address for each in sums for address, _ in each.addresses)
    assert len(single) + sum(each.failed + each.limited for each in sums) >= 1000
    assert sum(each.limited for each in sums) >= codes[429]
    assert dict(sums[0].names)["ann"] > 100
    assert all(len(each.addresses) <= 10 for each in sums)
    assert sound(service)


def test_the_attack_is_in_bounded_memory_and_pairs_do_not_share_a_bucket() -> None:
    limits = LoginLimits(per_minute=3)
    assert [isinstance(limits.stranger("ann", "a"), float) for _ in range(5)] == [False, False, False, True, True]
    assert not isinstance(limits.stranger("bea", "b"), float)
    for number in range(30_000):
        limits.stranger(f"name-{number}", f"network-{number}")
    assert len(limits) <= 30_000


def test_guesses_and_guests_from_all_networks_of_a_site_are_counted_together() -> None:
    limits = LoginLimits(per_minute=2)
    places = [network(f"2001:db8:0:{number:x}::7") for number in range(2 * SITE)]
    for number, place in enumerate(places):
        assert not isinstance(limits.stranger(f"name-{number}", place), float)
    assert isinstance(limits.stranger("another", network("2001:db8:0:ffff::7")), float)
    with pytest.raises(TooMany):
        limits.guest(network("2001:db8:0:fffe::7"))
    limits.guest(network("2001:db8:1::7"))
    limits.guest(network("192.0.2.7"))
    attempt = limits.stranger("bea", network("2001:db8:1:1::7"))
    assert not isinstance(attempt, float)
    attempt.succeeded()  # and counts for neither network nor site


def test_a_name_like_a_network_is_not_counted_with_it() -> None:
    limits = LoginLimits(per_minute=1)
    assert not isinstance(limits.stranger("10.0.0.1", "b"), float)
    assert not isinstance(limits.stranger("c", "10.0.0.1"), float)


# ------------------------------------------------------------------------------------------------ many at once


def test_too_many_passwords_at_once_are_answered_and_do_not_wait(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(str(tmp_path_factory.mktemp("many") / "a.db")) as service:
        service.person("ann")
        assert log_in(service, "ann", PASSWORD, HOME).status_code == 200
        go = threading.Event()
        for _ in range(AT_ONCE):
            service.casino.logins.checkers.submit(go.wait, PATIENCE_S)
        attackers = addresses()
        with ThreadPoolExecutor(40) as threads:
            waiting = [threads.submit(log_in, service, "ann", "guess", next(attackers)) for _ in range(WAITING + 10)]
            eventually(lambda: sum(each.done() for each in waiting) >= 10, "those who are one too many to be answered")
            refused = [each.result() for each in waiting if each.done()]
            assert {answer.status_code for answer in refused} == {503}
            assert all(int(answer.headers["Retry-After"]) >= 1 for answer in refused)
            assert service.get("/health").status_code == 200  # nothing else waits
            assert service.get("/api/tables").status_code == 200
            owner = threads.submit(log_in, service, "ann", PASSWORD, HOME)
            go.set()
            assert owner.result(PATIENCE_S).status_code == 200
            assert Counter(each.result(PATIENCE_S).status_code for each in waiting) == {503: 10, 401: WAITING}


def test_one_place_is_kept_for_those_who_are_known() -> None:
    async def scene() -> None:
        turns, go = Turns(at_once=2), asyncio.Event()

        async def one(network: str, known: bool) -> str:
            async with turns.turn(network, known):
                await go.wait()
                return network

        strangers = [asyncio.create_task(one(f"n{number}", False)) for number in range(WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Overloaded):
            await one("another", False)
        async with turns.turn("home", known=True):
            pass  # at once, although strangers wait
        go.set()
        assert len(await asyncio.gather(*strangers)) == WAITING

        go.clear()
        many = [asyncio.create_task(one("one network", False)) for _ in range(6)]
        await asyncio.sleep(0)
        go.set()
        answers = await asyncio.gather(*many, return_exceptions=True)
        assert sum(isinstance(answer, Overloaded) for answer in answers) == 2
        assert await one("another", False) == "another"

    asyncio.run(scene())


def test_what_is_typed_as_a_name_is_not_kept_for_ever(where: str) -> None:
    with running(where) as service:
        for typed in (PASSWORD, "correct-horse", "x\x00"):
            assert log_in(service, typed, "guess", HOME).status_code in (401, 422)
            service.casino.failed_logins.limited(typed, HOME, 1)
        service.person("ann")
        service.casino.failed_logins.limited("Ann", HOME, 1)
        service.casino.failed_logins.write_sum(2)
        assert {each.name for each in happened(service, LoginFailed)} == {""}
        assert [each.names for each in happened(service, LoginsFailed)] == [(("Ann", 1),)]
        assert "horse" not in service.get("/api/accounts/log?after=0", service.person("boss", "administrator")).text


# ---------------------------------------------------------------------------------------- passwords and sessions


def test_ones_own_password_changes_with_the_old_one_only(where: str) -> None:
    with running(where) as service:
        for name, role in (("ann", "player"), ("boss", "administrator")):
            token, path = service.person(name, role), f"/api/accounts/{name}/password"
            for old in ({}, {"old": "a wrong secret"}):
                refused = service.http.post(path, json={"password": OTHER, **old}, headers=bearer(token))
                assert refused.status_code == 401
            weak = service.http.post(path, json={"password": "x" * 12, "old": PASSWORD}, headers=bearer(token))
            assert "too easy to guess" in weak.json()["error"]["message"]
            done = service.http.post(path, json={"password": OTHER, "old": PASSWORD}, headers=bearer(token))
            assert done.status_code == 204
            assert service.get("/api/me", token).status_code == 401
        boss = log_in(service, "boss", OTHER, HOME).json()["token"]
        reset = service.http.post("/api/accounts/ann/password", json={"password": PASSWORD}, headers=bearer(boss))
        assert reset.status_code == 204  # an administrator needs no old one for others
        assert service.casino.accounts.known("ann").password_by == "boss"
        assert [each.why for each in happened(service, LoginFailed)] == ["old-password"] * 4
        assert sound(service)


def test_sessions_are_listed_and_ended(where: str) -> None:
    with running(where) as service:
        service.person("ann")
        boss, ivo = service.person("boss", "administrator"), service.person("ivo", "inspector")
        mine, other, third = (log_in(service, "ann", PASSWORD, HOME).json()["token"] for _ in range(3))
        listed = service.get("/api/me/sessions", mine).json()
        assert [each["this"] for each in listed].count(True) == 1
        newest = next(each for each in listed if not each["this"] and each["address"])
        assert (newest["address"], newest["agent"]) == (HOME, "Firefox on a phone")
        by_hash = {each["id"]: each for each in service.get("/api/accounts/ann/sessions", ivo).json()}
        assert set(by_hash) == {each["id"] for each in listed}
        assert service.get("/api/accounts/ann/sessions", mine).status_code == 403
        own = next(each["id"] for each in service.get("/api/me/sessions", other).json() if each["this"])
        assert service.http.delete(f"/api/me/sessions/{own}", headers=bearer(boss)).status_code == 409
        assert service.http.delete(f"/api/accounts/ann/sessions/{own}", headers=bearer(ivo)).status_code == 403
        assert service.http.delete(f"/api/me/sessions/{own}", headers=bearer(mine)).status_code == 204
        assert [service.get("/api/me", each).status_code for each in (mine, other, third)] == [200, 401, 200]
        assert service.http.delete("/api/me/sessions", headers=bearer(mine)).status_code == 204
        assert [service.get("/api/me", each).status_code for each in (mine, third)] == [200, 401]
        last = service.get("/api/me/sessions", mine).json()[0]["id"]
        assert service.http.delete(f"/api/accounts/ann/sessions/{last}", headers=bearer(boss)).status_code == 204
        assert service.get("/api/me", mine).status_code == 401
        assert sound(service)


def test_administrators_and_inspectors_read_the_log_of_accounts(where: str) -> None:
    with running(where) as service:
        boss, ivo, ann = (
            service.person("boss", "administrator"),
            service.person("ivo", "inspector"),
            service.person("ann"),
        )
        new = {"name": "dan", "role": "dealer", "casino": "sydney", "password": OTHER}
        assert service.http.post("/api/accounts", json=new, headers=bearer(boss)).status_code == 201
        assert service.http.post("/api/accounts/dan/disable", headers=bearer(boss)).status_code == 204
        log_in(service, "dan", OTHER, HOME)
        assert service.get("/api/accounts/log", ann).status_code == 403
        assert service.get("/api/accounts", ann).status_code == 403
        dan = next(each for each in service.get("/api/accounts", ivo).json() if each["name"] == "dan")
        assert (dan["made_by"], dan["password_by"], dan["codes"]) == ("boss", "boss", False)
        log = service.get("/api/accounts/log?most=3", ivo).json()
        made, disabled, failed = log["events"]
        assert (made["is"], made["name"], made["by"], made["role"]) == ("AccountMade", "dan", "boss", "dealer")
        assert (disabled["is"], disabled["by"]) == ("AccountDisabled", "boss")
        assert (failed["is"], failed["name"], failed["address"]) == ("LoginFailed", "dan", HOME)
        assert failed["version"] == log["version"]
        again = service.get(f"/api/accounts/log?after={log['version'] - 3}&most=1", ivo).json()
        assert again["events"] == [made]
        whole = service.get("/api/accounts/log?after=0", ivo).text
        with database.reading(service.store.engine) as connection:
            hashes = connection.execute(text("SELECT password FROM accounts")).scalars().all()
        assert not [each for each in (boss, ivo, OTHER, *hashes) if each in whole]


# ------------------------------------------------------------------------------------------------- second factor


def enrolled(service: Running, name: str) -> pyotp.TOTP:
    """Set up one-time codes as their owner does."""
    new = service.http.post("/api/second-factor", json={"name": name, "password": PASSWORD}).json()
    assert new["uri"].startswith(f"otpauth://totp/Cutcard:{name}?secret={new['secret']}")
    codes = pyotp.TOTP(new["secret"])
    chosen = {"name": name, "password": PASSWORD, "secret": new["secret"], "code": code(service, codes, -1)}
    assert service.http.put("/api/second-factor", json={**chosen, "code": "000000"}).status_code == 401
    assert service.http.put("/api/second-factor", json=chosen).status_code == 204
    return codes


def code(service: Running, codes: pyotp.TOTP, steps: int = 0) -> str:
    """The code of now, or of some steps later: of the service's own clock."""
    return codes.generate_otp(service.casino.now() // 30_000 + steps)


def test_one_time_codes_are_asked_for_and_good_once(where: str) -> None:
    with running(where, second_factor="staff") as service:
        token = service.person("dan", "dealer", "sydney")
        service.person("ann")
        assert log_in(service, "ann", PASSWORD, HOME).status_code == 200  # a player needs none
        missing = log_in(service, "dan", PASSWORD, HOME)
        assert (missing.status_code, missing.json()["error"]["code"]) == (403, "second-factor-missing")
        codes = enrolled(service, "dan")
        assert service.get("/api/me", token).status_code == 401  # sessions without a code are over
        asked = log_in(service, "dan", PASSWORD, HOME)
        assert (asked.status_code, asked.json()["error"]["code"]) == (401, "one-time-code")
        used = code(service, codes)
        assert log_in(service, "dan", PASSWORD, HOME, code=used).status_code == 200
        for wrong in (used, code(service, codes, -1), code(service, codes, 30), "", "abcdef"):
            assert log_in(service, "dan", PASSWORD, HOME, code=wrong).status_code == 401
        assert log_in(service, "dan", "a wrong secret", HOME, code=code(service, codes, 1)).status_code == 401
        assert log_in(service, "dan", PASSWORD, HOME, code=code(service, codes, 1)).status_code == 200
        assert "code" in {each.why for each in happened(service, LoginFailed)}

        another = {"name": "dan", "password": PASSWORD, "secret": pyotp.random_base32()}
        theirs = code(service, pyotp.TOTP(another["secret"]))
        stolen = service.http.put("/api/second-factor", json={**another, "code": theirs})
        assert stolen.status_code == 401, "who only knows the password does not change the codes"
        watched = service.http.put("/api/second-factor", json={**another, "code": theirs, "old_code": used})
        assert watched.status_code == 401, "nor does who has seen a code that was used"

        boss = service.person("boss", "administrator")
        assert service.http.delete("/api/accounts/dan/second-factor", headers=bearer(boss)).status_code == 204
        assert log_in(service, "dan", PASSWORD, HOME, code="123456").status_code == 403
        names = [type(loads(stored.text)).__name__ for stored in service.store.read(STREAM)]
        assert (names.count("CodesSet"), names.count("CodesRemoved")) == (1, 1)
        assert sound(service)


def test_guesses_of_a_code_to_change_the_codes_are_counted_from_everywhere(where: str) -> None:
    """Who knows the password guesses no faster by changing the codes than by logging in."""
    with running(where, logins_per_minute=20) as service:
        service.person("dan", "dealer", "sydney")
        enrolled(service, "dan")
        secret = pyotp.random_base32()
        guess = {"name": "dan", "password": PASSWORD, "secret": secret, "code": code(service, pyotp.TOTP(secret))}
        places = (f"198.51.100.{n}" for n in range(30))
        answers = [
            service.http.put(
                "/api/second-factor", json={**guess, "old_code": "000000"}, headers={"X-Forwarded-For": place}
            ).status_code
            for place in places
        ]
        assert set(answers) == {401, 429}


def test_one_code_is_not_good_for_two_logins_at_once(where: str) -> None:
    with running(where) as service:
        service.person("dan", "dealer", "sydney")
        codes = enrolled(service, "dan")
        once = code(service, codes)
        with ThreadPoolExecutor(4) as threads:
            answers = [threads.submit(log_in, service, "dan", PASSWORD, HOME, code=once) for _ in range(4)]
            assert sorted(each.result().status_code for each in answers) == [200, 401, 401, 401]


def test_the_secret_of_the_codes_is_not_in_the_database(where: str) -> None:
    with running(where) as service:
        service.person("dan", "dealer", "sydney")
        codes = enrolled(service, "dan")
        with database.reading(service.store.engine) as connection:
            kept = connection.execute(text("SELECT one_time FROM accounts WHERE key = 'dan'")).scalar_one()
            payloads = connection.execute(text("SELECT payload FROM events")).scalars().all()
        assert kept
        assert not [each for each in (kept, *payloads) if codes.secret in each]
