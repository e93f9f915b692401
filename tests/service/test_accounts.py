"""Accounts, passwords and tokens on both databases; and `cutcard accounts`, which runs as another process."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import select as io
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, insert, text
from support.warm_cutcard import Cutcard
from typer.testing import CliRunner, Result

from cutcard import rulebooks
from cutcard.cli.accounts import app
from cutcard.durations import HOUR_MS
from cutcard.errors import CutcardError
from cutcard.service.accounts import Account, AccountError, Accounts, all_roles, staff_roles
from cutcard.service.casino import Casino
from cutcard.service.passwords import CHEAP, Passwords
from cutcard.service.sessions import Sessions
from cutcard.service.settings import Settings
from cutcard.service.tokens import FRESH_S, KEPT_MS, PasswordChanged, Tokens, session_of
from cutcard.store import Store, database, schema
from cutcard.store.audit import audit

SECRET = "correct horse battery"
OTHER = "staple correct horse"
TIMEOUT_S = 120


@pytest.fixture
def accounts(store: Store) -> Accounts:
    return Accounts(store, CHEAP)


@pytest.fixture
def tokens(store: Store) -> Tokens:
    return Tokens(store, hours=12)


@pytest.fixture
def ann(accounts: Accounts) -> Account:
    return accounts.create("Ann", "player", SECRET, at_ms=1000)


# ------------------------------------------------------------------------------------------------- accounts


def test_an_account_is_there_again_however_its_name_is_written(accounts: Accounts, ann: Account) -> None:
    assert ann == Account("Ann", "player", "", 1000, None, None, "console", "console")
    assert accounts.get("aNN") == ann
    assert accounts.all() == [ann]
    assert accounts.get("bea") is None
    with pytest.raises(AccountError, match="there is an account 'aNN' already"):
        accounts.create("aNN", "player", SECRET, at_ms=0)
    with pytest.raises(AccountError, match="there is no account 'bea'"):
        accounts.known("bea")


@pytest.mark.parametrize("name", ["a", "A.b_c-9", "x" * 40, "guests", "dealers", "0"])
def test_names_that_may_be(accounts: Accounts, name: str) -> None:
    assert accounts.create(name, "player", SECRET, at_ms=0).name == name


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "1 to 40"),
        ("x" * 41, "1 to 40"),
        ("ann lee", "letters"),
        ("ann\n", "letters"),
        ("änn", "letters"),
        ("аnn", "letters"),  # the first letter is Cyrillic
        ("a/b", "letters"),
        ("..", "first"),
        ("a\x00", "letters"),
        ("\ud800", "letters"),
        ("House", "the service itself"),
        ("clock", "the service itself"),
        ("DEALER", "the service itself"),
        ("Console", "the service itself"),
        ("Guest-7f3a", "guests'"),
    ],
)
def test_names_that_may_not_be(accounts: Accounts, name: str, says: str) -> None:
    with pytest.raises(AccountError, match=says) as told:
        accounts.create(name, "player", SECRET, at_ms=0)
    assert "\n" not in str(told.value)
    assert accounts.all() == []
    assert accounts.get(name) is None
    assert accounts.check(name, SECRET) is None


def test_every_rung_of_every_ladder_is_a_role_of_its_casino(accounts: Accounts) -> None:
    assert tuple(staff_roles()) == ("sydney", "canberra", "melbourne")
    assert {"player", "guest", "inspector", "administrator"} < set(all_roles())
    for number, book in enumerate(rulebooks.BOOKS):
        for rung, role in enumerate(rulebooks.load(book).roles):
            casino = book.partition("-")[0]
            made = accounts.create(f"staff-{number}-{rung}", role, SECRET, casino, at_ms=0)
            assert (made.role, made.casino, made.staff) == (role, casino, True)
            assert role in all_roles()
    assert {"casino-operator", "casino-licensee"} < set(staff_roles()["canberra"])  # of two editions


@pytest.mark.parametrize(
    ("role", "casino", "says"),
    [
        ("dealer", "", "a dealer belongs to a casino; there are sydney"),
        ("dealer", "perth", "there is no casino 'perth'"),
        ("tg-area-manager", "sydney", "sydney has no tg-area-manager"),
        ("croupier", "sydney", "there is no role 'croupier'"),
        ("player", "sydney", "only staff"),
        ("administrator", "sydney", "only staff"),
        ("surveillance", "sydney", "there is no role"),  # outside the ladder
        ("guest", "", "when the guest comes"),
    ],
)
def test_roles_that_may_not_be(accounts: Accounts, role: str, casino: str, says: str) -> None:
    with pytest.raises(AccountError, match=says):
        accounts.create("ann", role, SECRET, casino, at_ms=0)
    assert accounts.all() == []


def test_guests_have_new_names_no_password_and_an_end(accounts: Accounts, tokens: Tokens, store: Store) -> None:
    guests = [accounts.guest(at_ms=5000, hours=24) for _ in range(20)]
    assert len({guest.name for guest in guests}) == 20
    first = guests[0]
    assert first == Account(first.name, "guest", "", 5000, None, 5000 + 24 * HOUR_MS)
    assert first.name.startswith("guest-")
    assert len(first.name) == len("guest-7f3a")
    assert accounts.check(first.name, "") is None
    with pytest.raises(AccountError, match="a guest has no password"):
        accounts.set_password(first.name, SECRET)
    token = Tokens(store, hours=100).issue(first.name, 5000)
    assert tokens.account(token, 5000 + 24 * HOUR_MS - 1) == first
    assert tokens.account(token, 5000 + 24 * HOUR_MS) is None
    with pytest.raises(AccountError, match="expired"):
        tokens.issue(first.name, 5000 + 24 * HOUR_MS)


def test_a_guest_gets_a_longer_name_when_the_short_ones_are_taken(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "casino.db")
    names = [f"guest-{number:04x}" for number in range(0x10000)]
    rows = [{"key": name, "name": name, "role": "guest", "casino": "", "created_ms": 0} for name in names]
    with database.writing(store.engine) as connection:
        connection.execute(insert(schema.accounts), rows)
    assert len(Accounts(store, CHEAP).guest(at_ms=0, hours=1).name) == len("guest-7f3a12")
    store.close()


def test_the_audit_of_a_store_with_accounts_holds(store: Store, tokens: Tokens, ann: Account) -> None:
    tokens.issue("ann", 0)
    assert audit(store, processes=1).fault is None


# ------------------------------------------------------------------------------------------------ passwords


def test_only_the_password_opens_an_account(accounts: Accounts, ann: Account) -> None:
    assert accounts.check("ann", SECRET) == ann
    for wrong in ("", SECRET.upper(), SECRET + " ", SECRET[:-1], "\ud800" * 12, "x" * 10_000):
        assert accounts.check("ann", wrong) is None
    assert accounts.check("bea", SECRET) is None


def test_a_password_has_10_to_200_characters(accounts: Accounts, ann: Account) -> None:
    for password in ("x" * 9, "x" * 201):
        with pytest.raises(AccountError, match=f"10 to 200 characters, not {len(password)}"):
            accounts.create("bea", "player", password, at_ms=0)
        with pytest.raises(AccountError, match="10 to 200 characters"):
            accounts.set_password("ann", password)
    long = "\u00e9".join(SECRET.split()) + "\u00e9" * 179
    for password in ("kd7-mq2-xw", long):
        accounts.set_password("ann", password)
        assert accounts.check("ann", password)
    assert accounts.check("ann", long.replace("\u00e9", "e\u0301")) is None  # too long to be tried
    assert accounts.check("ann", SECRET) is None


@pytest.mark.parametrize(
    "password",
    [
        "x" * 10,
        "1234567890",
        "abcabcabcabc",
        "qwertyuiop",
        "Password123",
        "Margaret-Smith",
        "blackjack21",
        "casino-2026",
    ],
)
def test_a_password_that_others_would_guess_is_refused(accounts: Accounts, password: str) -> None:
    accounts.create("Margaret-Smith", "player", SECRET, at_ms=0)
    with pytest.raises(AccountError, match="too easy to guess") as told:
        accounts.set_password("margaret-smith", password)
    assert "\n" not in str(told.value)
    assert accounts.check("margaret-smith", SECRET)
    with pytest.raises(AccountError, match="too easy to guess"):
        accounts.create("bea.bea.bea", "player", "Bea.Bea.Bea", at_ms=0)


def test_a_weak_password_of_an_older_release_still_opens_its_account(store: Store, accounts: Accounts) -> None:
    accounts.create("ann", "player", SECRET, at_ms=0)
    with database.writing(store.engine) as connection:
        connection.execute(text("UPDATE accounts SET password = :kept"), {"kept": Passwords(CHEAP).hashed("x" * 10)})
    assert Accounts(store).check("ann", "x" * 10)  # also when it is hashed anew
    assert accounts.check("ann", "x" * 10)


def test_the_same_letters_from_another_keyboard_are_the_same_password(accounts: Accounts) -> None:
    accounts.create("bea", "player", "crème brûlée", at_ms=0)
    assert accounts.check("bea", "cre\u0300me bru\u0302le\u0301e")


def test_a_password_is_kept_as_argon2id_with_the_librarys_parameters(store: Store) -> None:
    Accounts(store).create("ann", "player", SECRET, at_ms=0)
    assert _kept(store).startswith("$argon2id$v=19$m=65536,t=3,p=4$")


def test_a_name_that_is_not_there_takes_as_long_as_one_that_is(store: Store) -> None:
    accounts = Accounts(store)
    accounts.create("ann", "player", SECRET, at_ms=0)
    accounts.disable(accounts.guest(0, 1).name, 0)
    guest = next(one.name for one in accounts.all() if one.role == "guest")
    known, *others = (_took_s(accounts, name) for name in ("ann", "bea", "no name", guest))
    assert all(other > known / 5 for other in others)  # without the work: a hundredth


def _took_s(accounts: Accounts, name: str) -> float:
    """Of a processor, and not by the clock: others may be busy on the machine."""
    times = []
    for _ in range(3):
        start = time.process_time()
        accounts.check(name, OTHER)
        times.append(time.process_time() - start)
    return min(times)


def test_a_password_is_hashed_again_when_the_parameters_have_changed(store: Store) -> None:
    Accounts(store, CHEAP).create("ann", "player", SECRET, at_ms=0)
    cheap = _kept(store)
    later = Accounts(store)
    assert later.check("ann", OTHER) is None
    assert _kept(store) == cheap
    assert later.check("ann", SECRET)
    dear = _kept(store)
    assert "m=65536" in dear
    assert later.check("ann", SECRET)
    assert _kept(store) == dear


def _kept(store: Store) -> str:
    with database.reading(store.engine) as connection:
        return str(connection.execute(text("SELECT password FROM accounts WHERE key = 'ann'")).scalar_one())


def test_a_disabled_account_is_shut_until_it_is_enabled(accounts: Accounts, tokens: Tokens, ann: Account) -> None:
    token = tokens.issue("ann", 0)
    assert tokens.account(token, 1) == ann
    accounts.disable("ANN", 50)
    accounts.disable("ann", 60)
    assert accounts.known("ann").disabled_ms == 50
    assert accounts.check("ann", SECRET) is None
    assert tokens.account(token, 2) is None
    with pytest.raises(AccountError, match="'Ann' is disabled"):
        tokens.issue("ann", 70)
    accounts.enable("ann")
    assert accounts.check("ann", SECRET) == ann
    assert tokens.account(token, 3) is None  # an old token does not come back
    assert tokens.account(tokens.issue("ann", 80), 80) == ann


def test_the_last_administrator_who_can_log_in_stays(accounts: Accounts, tokens: Tokens, ann: Account) -> None:
    accounts.create("boss", "administrator", SECRET, at_ms=0)
    accounts.create("chief", "administrator", SECRET, at_ms=0)
    accounts.disable("chief", 5)
    token = tokens.issue("boss", 0)
    with pytest.raises(AccountError, match="'BOSS' is the last administrator who can log in") as told:
        accounts.disable("BOSS", 6)
    assert "\n" not in str(told.value)
    assert accounts.check("boss", SECRET)
    assert tokens.account(token, 7) is not None
    accounts.disable("ann", 8)  # anybody else may go
    accounts.disable("chief", 9)  # and who is shut out already stays so
    assert accounts.known("chief").disabled_ms == 5
    accounts.enable("chief")
    accounts.disable("boss", 10)
    with pytest.raises(AccountError, match="'chief' is the last administrator"):
        accounts.disable("chief", 11)


def test_two_administrators_do_not_shut_each_other_out_at_once(where: str) -> None:
    stores = [Store.open(where) for _ in range(2)]
    names = ("boss", "chief")
    for name in names:
        Accounts(stores[0], CHEAP).create(name, "administrator", SECRET, at_ms=0)

    def shut_out(store: Store, name: str, ready: threading.Barrier) -> bool:
        accounts = Accounts(store, CHEAP)
        ready.wait(TIMEOUT_S)
        try:
            accounts.disable(name, 5)
        except AccountError:
            return False
        return True

    for _ in range(10):
        ready = threading.Barrier(2)
        with ThreadPoolExecutor(2) as threads:
            done = list(threads.map(shut_out, stores, names, [ready] * 2))
        assert sorted(done) == [False, True]
        Accounts(stores[0], CHEAP).enable(names[done.index(True)])
    for each in stores:
        each.close()


@pytest.mark.parametrize("name", ["bea", "no name", "\x00"])
def test_nothing_is_done_to_an_account_that_is_not_there(accounts: Accounts, tokens: Tokens, name: str) -> None:
    deeds: list[Callable[[], object]] = [
        lambda: accounts.disable(name, 0),
        lambda: accounts.enable(name),
        lambda: accounts.set_password(name, SECRET),
        lambda: tokens.issue(name, 0),
        lambda: tokens.withdraw_all(name, 0),
    ]
    for deed in deeds:
        with pytest.raises(AccountError, match="there is no account"):
            deed()


# ----------------------------------------------------------------------------------------------- two people


def test_two_accounts_are_two_people_unless_one_holds_the_other(accounts: Accounts) -> None:
    accounts.create("boss", "administrator", SECRET, at_ms=0)
    accounts.create("chief", "administrator", SECRET, at_ms=0)
    for name in ("dan", "eve"):
        accounts.create(name, "dealer", SECRET, "sydney", at_ms=0, by="Boss")
    assert accounts.independent("boss", "CHIEF")
    assert accounts.independent("dan", "chief")
    assert not accounts.independent("dan", "Dan")
    assert not accounts.independent("dan", "boss"), "who made an account does not approve with it"
    assert not accounts.independent("boss", "dan")
    assert not accounts.independent("dan", "eve"), "boss knows both passwords"
    accounts.set_password("dan", OTHER, by="Dan")
    assert accounts.independent("dan", "eve")
    assert not accounts.independent("dan", "boss")
    accounts.set_password("dan", OTHER, by="chief")
    assert not accounts.independent("dan", "chief")
    assert not accounts.independent("dan", "nobody")


def test_an_account_that_cannot_be_used_is_nobody(accounts: Accounts, ann: Account) -> None:
    accounts.create("bea", "player", SECRET, at_ms=0)
    guest = accounts.guest(at_ms=0, hours=1)
    assert accounts.independent("ann", guest.name, at_ms=1)
    assert not accounts.independent("ann", guest.name, at_ms=HOUR_MS)
    accounts.disable("bea", 5)
    assert not accounts.independent("ann", "bea")


# ---------------------------------------------------------------------------------------------- first start


def test_the_first_start_makes_one_administrator(accounts: Accounts) -> None:
    password = accounts.first_start(at_ms=7)
    assert password
    assert password.isprintable()
    assert accounts.all() == [Account("administrator", "administrator", "", 7, None, None, "house", "house")]
    assert accounts.check("administrator", password)
    assert accounts.first_start(at_ms=8) is None


def test_an_account_that_was_made_before_does_not_keep_the_administrator_from_being_made(
    accounts: Accounts, ann: Account
) -> None:
    assert accounts.first_start(at_ms=0)
    assert {account.name for account in accounts.all()} == {"administrator", ann.name}


def test_where_somebody_was_made_administrator_no_other_is_made(accounts: Accounts) -> None:
    accounts.create("root", "administrator", "a long enough secret", at_ms=0)
    assert accounts.first_start(at_ms=0) is None


def test_of_several_first_starts_at_once_one_makes_the_administrator(where: str) -> None:
    stores = [Store.open(where) for _ in range(4)]
    ready = threading.Barrier(len(stores))
    racing = [Accounts(store) for store in stores]  # dear passwords: all have looked before the first has hashed

    def start(accounts: Accounts) -> str | None:
        ready.wait(TIMEOUT_S)
        return accounts.first_start(0)

    with ThreadPoolExecutor(len(stores)) as threads:
        passwords = [password for password in threads.map(start, racing) if password]
    assert len(passwords) == 1
    assert racing[0].check("administrator", passwords[0])
    for each in stores:
        each.close()


def test_of_several_that_want_a_name_at_once_one_gets_it(where: str) -> None:
    stores = [Store.open(where) for _ in range(4)]
    ready = threading.Barrier(len(stores))

    def create(store: Store) -> bool:
        accounts = Accounts(store, CHEAP)
        ready.wait(TIMEOUT_S)
        try:
            accounts.create("ann", "player", SECRET, at_ms=0)
        except AccountError:
            return False
        return True

    with ThreadPoolExecutor(len(stores)) as threads:
        assert sorted(threads.map(create, stores)) == [False, False, False, True]
    for each in stores:
        each.close()


# --------------------------------------------------------------------------------------------------- tokens


def test_a_token_names_its_account_until_it_expires(tokens: Tokens, ann: Account) -> None:
    token = tokens.issue("ANN", 1000)
    assert token.startswith("cct_")
    assert len(token) == len("cct_") + 43  # 256 bits
    assert tokens.account(token, 1000) == ann
    assert tokens.account(token, 1000 + 12 * HOUR_MS - 1) == ann
    assert tokens.account(token, 1000 + 12 * HOUR_MS) is None
    assert tokens.issue("ann", 1000) != token


def test_a_forged_token_is_nobodys(tokens: Tokens, ann: Account, store: Store) -> None:
    token = tokens.issue("ann", 0)
    with database.reading(store.engine) as connection:
        hash_ = bytes(connection.execute(text("SELECT hash FROM tokens")).scalar_one())
    flipped = token[:-2] + ("A" if token[-2] != "A" else "B") + token[-1]
    for forged in ("", "cct_", token[4:], token[:-1], token + "A", token + "\n", flipped, f"cct_{hash_.hex()[:43]}"):
        assert tokens.account(forged, 0) is None
    assert tokens.account("cct_" + "\ud800" * 43, 0) is None
    assert tokens.account(token, 0) == ann


def test_a_withdrawn_token_never_works_again(tokens: Tokens, ann: Account) -> None:
    one, other = tokens.issue("ann", 0), tokens.issue("ann", 0)
    assert tokens.account(one, 1) == ann
    tokens.withdraw(one, 2)
    tokens.withdraw("\ud800", 2)
    assert tokens.account(one, 3) is None
    assert tokens.account(one, 1) is None
    assert tokens.account(other, 3) == ann


@pytest.mark.parametrize("how", ["all", "password", "disable"])
def test_all_tokens_of_an_account_are_withdrawn_at_once(
    tokens: Tokens, accounts: Accounts, ann: Account, how: str
) -> None:
    accounts.create("bea", "player", SECRET, at_ms=0)
    hers, others = [tokens.issue("ann", 0) for _ in range(3)], tokens.issue("bea", 0)
    assert all(tokens.account(token, 1) for token in (*hers, others))
    if how == "all":
        tokens.withdraw_all("ann", 2)
    elif how == "password":
        accounts.set_password("ann", OTHER)
    else:
        accounts.disable("ann", 2)
    assert [tokens.account(token, 3) for token in hers] == [None, None, None]
    assert tokens.account(others, 3) is not None


def test_a_withdrawal_holds_although_others_are_asking_at_that_moment(tokens: Tokens, ann: Account) -> None:
    for _ in range(5):
        token = tokens.issue("ann", 0)
        done = threading.Event()

        def ask(token: str = token, done: threading.Event = done) -> None:
            while not done.is_set():
                tokens.account(token, 1)

        with ThreadPoolExecutor(4) as threads:
            asking = [threads.submit(ask) for _ in range(4)]
            time.sleep(0.02)
            tokens.withdraw(token, 2)
            answers = [tokens.account(token, 3) for _ in range(50)]
            done.set()
            for one in asking:
                one.result(TIMEOUT_S)
        assert answers == [None] * 50


@pytest.mark.parametrize("how", ["password", "disable"])
def test_no_token_is_made_from_what_was_proved_before_a_change(
    tokens: Tokens, accounts: Accounts, ann: Account, how: str
) -> None:
    proved = accounts.proved("ann", SECRET)
    assert proved is not None
    assert tokens.account(tokens.issue("ann", 0, proved.kept), 1) == ann
    if how == "password":
        accounts.set_password("ann", OTHER)
    else:
        accounts.disable("ann", 2)
    with pytest.raises(PasswordChanged if how == "password" else AccountError):
        tokens.issue("ann", 3, proved.kept)


def test_no_token_of_an_old_password_outlives_the_new_one(where: str) -> None:
    """One process logs in again and again while another changes the password."""
    here, there = Store.open(where), Store.open(where)
    Accounts(here, CHEAP).create("ann", "player", SECRET, at_ms=0)
    casino = Casino(here, Settings(db=where), accounts=Accounts(here, CHEAP))
    started = threading.Semaphore(0)

    def log_in() -> list[str]:
        given = []
        while (got := casino.logins.token_for("ann", SECRET)) is not None:
            given.append(got[1])
            started.release()
        return given

    with ThreadPoolExecutor(3) as threads:
        logging_in = [threads.submit(log_in) for _ in range(3)]
        for _ in range(6):
            assert started.acquire(timeout=TIMEOUT_S)
        Accounts(there, CHEAP).set_password("ann", OTHER)
        given = [token for each in logging_in for token in each.result(TIMEOUT_S)]
    assert len(given) >= 6
    tokens = Tokens(here, 12)
    assert [tokens.account(token, casino.now()) for token in given] == [None] * len(given)
    assert casino.logins.token_for("ann", OTHER) is not None
    for each in (here, there):
        each.close()


def test_who_logs_in_while_another_has_the_password_hashed_anew_is_let_in(store: Store) -> None:
    Accounts(store, CHEAP).create("ann", "player", SECRET, at_ms=0)
    casino = Casino(store, Settings())
    hashing_anew = casino.accounts
    rehash = hashing_anew.rehash

    def slow(account: Account, kept: str, password: str) -> str:
        assert Accounts(store).check("ann", SECRET)  # another has just done it
        return rehash(account, kept, password)

    hashing_anew.rehash = slow  # type: ignore[method-assign]
    assert casino.logins.token_for("ann", SECRET) is not None


def withdraw(cutcard: Cutcard, where: str, word: str) -> None:
    """End ann's sessions from another process, by one of its commands."""
    new = ("--stdin",) if word == "password" else ()
    done = cutcard("accounts", word, "ann", *new, "--db", where, said=OTHER + "\n")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("word", ["withdraw", "disable", "password"])
def test_what_another_process_withdraws_is_withdrawn_here_within_two_seconds(
    where: str, store: Store, ann: Account, cutcard: Cutcard, word: str
) -> None:
    now_s = [100.0]
    tokens = Tokens(store, 12, clock=lambda: now_s[0])
    token = tokens.issue("ann", 0)
    assert tokens.account(token, 1) == ann
    withdraw(cutcard, where, word)
    now_s[0] += FRESH_S + 0.001
    assert tokens.account(token, 2) is None


def test_not_every_command_asks_the_database(store: Store, ann: Account) -> None:
    now_s = [100.0]
    tokens = Tokens(store, 12, clock=lambda: now_s[0])
    token = tokens.issue("ann", 0)
    with _asked(store) as asked:
        for _ in range(100):
            assert tokens.account(token, 1) == ann
            now_s[0] += 0.01
        assert len(asked) == 1
        now_s[0] += FRESH_S
        tokens.account(token, 1)
        assert len(asked) == 2


def test_a_session_that_is_followed_is_not_read_again_until_something_changes(store: Store, ann: Account) -> None:
    now_s = [100.0]
    tokens = Tokens(store, 12, clock=lambda: now_s[0], idle_minutes=10)
    token = tokens.issue("ann", 0)
    sessions = Sessions(store, tokens, lambda: 0)
    with _asked(store) as asked:
        for _ in range(100):
            asyncio.run(sessions.look())
            assert tokens.account(token, 1) == ann
            now_s[0] += FRESH_S
        assert len(asked) == 1
        now_s[0] += 0.001  # nobody has looked since
        assert tokens.account(token, 1) == ann
        assert len(asked) == 2


def test_one_that_was_used_elsewhere_meanwhile_is_not_idle(store: Store, ann: Account) -> None:
    now_s = [100.0]
    here, elsewhere = (Tokens(store, 12, clock=lambda: now_s[0], idle_minutes=1) for _ in range(2))
    token = here.issue("ann", 0)
    assert here.account(token, 1) == ann
    elsewhere.note_use(token, 50_000)
    elsewhere.write_uses()
    now_s[0] += FRESH_S + 0.001
    here.followed(now_s[0])
    assert here.account(token, 70_000) == ann


@pytest.mark.parametrize("word", ["withdraw", "disable", "password"])
def test_whoever_follows_hears_of_what_another_process_withdraws(
    where: str, store: Store, ann: Account, cutcard: Cutcard, word: str
) -> None:
    now_s = [100.0]
    tokens = Tokens(store, 12, clock=lambda: now_s[0])
    token = tokens.issue("ann", 0)
    sessions = Sessions(store, tokens, lambda: 0)
    assert tokens.account(token, 1) == ann
    withdraw(cutcard, where, word)
    asyncio.run(sessions.look())
    assert tokens.account(token, 2) is None


class _asked:
    """The statements on tokens that a store is asked meanwhile."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine
        self.said: list[str] = []

    def _note(self, _connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if "FROM tokens" in statement:
            self.said.append(statement)

    def __enter__(self) -> list[str]:
        event.listen(self.engine, "before_cursor_execute", self._note)
        return self.said

    def __exit__(self, *_: object) -> None:
        event.remove(self.engine, "before_cursor_execute", self._note)


def test_memory_for_tokens_is_bounded(store: Store, ann: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutcard.service.tokens.REMEMBERED", 3)
    tokens = Tokens(store, 12)
    issued = [tokens.issue("ann", 0) for _ in range(5)]
    for token in issued:
        assert tokens.account(token, 0) == ann
    with _asked(store) as asked:
        for token in reversed(issued):
            assert tokens.account(token, 0) == ann
    assert len(asked) == 2  # the two oldest had gone


def test_tokens_long_expired_are_deleted(tokens: Tokens, store: Store, ann: Account) -> None:
    tokens.issue("ann", 0)
    late = tokens.issue("ann", HOUR_MS)
    expired_ms = 12 * HOUR_MS
    assert tokens.tidy(expired_ms + KEPT_MS) == 0
    assert tokens.tidy(expired_ms + KEPT_MS + 1) == 1
    assert tokens.account(late, HOUR_MS) == ann


def test_a_copy_of_the_database_opens_nothing(where: str, store: Store, accounts: Accounts, tokens: Tokens) -> None:
    accounts.create("ann", "player", SECRET, at_ms=0)
    token = tokens.issue("ann", 0)
    copy = _copied(where, store)
    assert b"$argon2id$" in copy  # so that it is the right copy
    for secret in (SECRET, token, token.removeprefix("cct_")):
        assert secret.encode() not in copy
        assert secret.encode().hex().encode() not in copy


def _copied(where: str, store: Store) -> bytes:
    if store.engine.dialect.name == "sqlite":
        return b"".join(Path(where + end).read_bytes() for end in ("", "-wal") if Path(where + end).exists())
    with database.reading(store.engine) as connection:
        rows = [connection.execute(text(f"SELECT {name}::text FROM {name}")).all() for name in ("accounts", "tokens")]
    return repr(rows).encode()


# --------------------------------------------------------------------------------------------- command line


def command(where: str | Path, *words: str, said: str | None = None) -> Result:
    return CliRunner().invoke(app, [*words, "--db", str(where)], input=said)


def test_the_command_line_makes_and_shows_accounts(where: str) -> None:
    assert (
        command(where, "add", "Ann", "--role", "player", "--stdin", said=SECRET + "\n").stdout == "made Ann, player\n"
    )
    made = command(where, "add", "bob", "--role", "dealer", "--casino", "sydney", "--stdin", said=SECRET + "\r\n")
    assert made.stdout == "made bob, dealer of sydney\n"
    assert command(where, "disable", "ann").exit_code == 0
    lines = command(where, "list").stdout.splitlines()
    assert len(lines) == 3
    assert lines[1].split()[:2] == ["Ann", "player"]
    assert "disabled since" in lines[1]
    assert lines[2].split()[:3] == ["bob", "dealer", "sydney"]
    assert command(where, "enable", "ann").exit_code == 0
    assert "disabled" not in command(where, "list").stdout
    store = Store.open(where)
    assert Accounts(store, CHEAP).check("bob", SECRET)
    assert command(where, "password", "bob", "--stdin", said=OTHER + "\n").exit_code == 0
    assert Accounts(store, CHEAP).check("bob", OTHER)
    store.close()


def test_the_command_line_shows_the_log_and_the_sessions_and_ends_them(where: str) -> None:
    command(where, "add", "Ann", "--role", "player", "--stdin", said=SECRET + "\n")
    command(where, "add", "bob", "--role", "player", "--stdin", said=SECRET + "\n")
    store = Store.open(where)
    tokens = Tokens(store, 12)
    now_ms = time.time_ns() // 1_000_000
    one, other = (tokens.issue("ann", now_ms, address="10.0.0.1", agent="Firefox") for _ in range(2))
    shown = command(where, "sessions", "ann").stdout
    assert shown.count("10.0.0.1") == 2
    assert session_of(one) in shown
    assert command(where, "withdraw", "ann", "--session", session_of(one)).exit_code == 0
    assert session_of(one) not in command(where, "sessions", "ann").stdout
    assert "no session" in str(command(where, "withdraw", "ann", "--session", "x").exception)
    assert "no one-time codes" in str(command(where, "codes-off", "ann").exception)
    events = [json.loads(line) for line in command(where, "log", "--name", "ANN").stdout.splitlines()]
    assert [event["is"] for event in events] == ["AccountMade", "SessionStarted", "SessionStarted", "SessionsEnded"]
    assert events[-1]["sessions"] == [session_of(one)]
    assert len(command(where, "log").stdout.splitlines()) == 5
    assert len(command(where, "log", "--most", "2").stdout.splitlines()) == 2
    assert other not in command(where, "log").stdout
    store.close()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["add", "ann", "--role", "player"], "no terminal"),
        (["add", "ann", "--role", "king", "--stdin"], "no role 'king'"),
        (["password", "bea", "--stdin"], "no account 'bea'"),
        (["disable", "bea"], "no account 'bea'"),
        (["withdraw", "bea"], "no account 'bea'"),
        (["password", "bea", SECRET], "unexpected extra argument"),
    ],
)
def test_the_command_line_says_what_is_wrong(tmp_path: Path, words: list[str], says: str) -> None:
    where = tmp_path / "casino.db"
    Store.open(where).close()
    done = command(where, *words, said=SECRET + "\n")
    assert done.exit_code != 0
    assert says.lower() in (str(done.exception) + done.output).lower()


def test_a_store_that_is_not_there_is_made_by_add_alone(tmp_path: Path) -> None:
    where = tmp_path / "casino.db"
    for words in (["list"], ["disable", "ann"], ["password", "ann", "--stdin"]):
        done = command(where, *words, said=SECRET + "\n")
        assert isinstance(done.exception, CutcardError)
        assert "there is no store" in str(done.exception)
    assert not where.exists()


def test_the_store_is_that_of_the_settings_where_none_is_named(tmp_path: Path) -> None:
    where = tmp_path / "casino.db"
    words = ["add", "ann", "--role", "player", "--stdin"]
    assert CliRunner().invoke(app, words, input=SECRET + "\n", env={"CUTCARD_DB": str(where)}).exit_code == 0
    with sqlite3.connect(where) as connection:
        assert connection.execute("SELECT name FROM accounts").fetchall() == [("ann",)]


def test_on_a_terminal_the_password_is_asked_for_twice_and_not_shown(tmp_path: Path) -> None:
    where = tmp_path / "casino.db"
    said = _on_a_terminal(where, [SECRET, SECRET])
    assert b"made ann, player" in said
    assert SECRET.encode() not in said
    store = Store.open(where)
    assert Accounts(store, CHEAP).check("ann", SECRET)
    store.close()


def _on_a_terminal(where: Path, answers: list[str]) -> bytes:
    """What `add` shows on a terminal on which these answers are typed, each when it is asked for."""
    program = "from cutcard.cli.accounts import app; app()"
    words = [sys.executable, "-c", program, "add", "ann", "--role", "player", "--db", str(where)]
    child, terminal = pty.fork()
    if child == 0:
        os.execv(sys.executable, words)
    shown = b""
    asked = 0
    try:
        while io.select([terminal], [], [], TIMEOUT_S)[0]:
            try:
                shown += os.read(terminal, 4096)
            except OSError:  # the program has ended
                break
            if shown.count(b": ") > asked and asked < len(answers):
                os.write(terminal, answers[asked].encode() + b"\n")
                asked += 1
    finally:
        os.close(terminal)
        os.waitpid(child, 0)
    return shown
