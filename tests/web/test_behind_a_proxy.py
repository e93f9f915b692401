"""Two service processes on one PostgreSQL behind a proxy that sends every request to the other one.

No page belongs to a process: each is drawn from what the store holds, and follows a table whichever process tells it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from support.browser import visiting
from support.house import ANSWER_S, SECRET
from support.postgres import fresh_database
from support.proxy import Proxy, proxied
from support.running_service import free_port, opening
from support.service_process import Process
from support.table_page import at_rest, open_table, prefer

from cutcard.service.accounts import CHEAP, Accounts
from cutcard.service.cross_site import COOKIE
from cutcard.service.wire import command_fields
from cutcard.store import Store
from cutcard.web.app import page_modules

PEOPLE = (("root", "administrator", ""), ("ann", "player", ""))
WEB = {"CUTCARD_WEB": "on", "CUTCARD_READS_BURST": "10000"}
TABLE = "Shared"
FOR_PLAYERS = ("/me", "/me/play")
_ids = count(1)


@pytest.fixture(scope="module")
def pair(server: str) -> Iterator[Proxy]:
    with fresh_database(server) as where:
        store = Store.open(where)
        accounts = Accounts(store, CHEAP)
        for name, role, casino in PEOPLE:
            accounts.create(name, role, SECRET, casino, at_ms=0)
        store.close()
        processes: list[Process] = []
        try:
            for _ in range(2):
                processes.append(Process(where, free_port(), **WEB))
            with proxied([process.port for process in processes]) as proxy:
                said = give(proxy, TABLE, command_fields(opening(TABLE, decision_ms=60_000, betting_ms=60_000)), "root")
                assert said.status_code == 200, said.text
                yield proxy
        finally:
            for process in processes:
                process.stop()


def token(proxy: Proxy, name: str) -> str:
    body = {"name": name, "password": SECRET}
    return str(httpx.post(f"{proxy.url}/api/login", json=body, timeout=ANSWER_S).json()["token"])


def give(proxy: Proxy, table: str, command: dict[str, object], name: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token(proxy, name)}"}
    body = {"id": f"p{next(_ids)}", "command": command}
    return httpx.post(f"{proxy.url}/api/tables/{table}/commands", json=body, headers=headers, timeout=ANSWER_S)


def log_in(page: Page, proxy: Proxy, name: str, then: str) -> None:
    page.goto(f"{proxy.url}/login?next={then}")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(SECRET)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(f"{proxy.url}{then}")


def paths() -> list[str]:
    """Every page that needs no name of its own, and the table's pages."""
    found = {route.path for module in page_modules() if hasattr(module, "router") for route in module.router.routes}
    return sorted({path.replace("{table}", TABLE) for path in found} - {path for path in found if "{" in path})


def test_every_page_comes_whole_from_either_process(browser: Browser, pair: Proxy) -> None:
    cookies = {name: {COOKIE: token(pair, name)} for name in ("root", "ann")}
    shown = [path for path in paths() if "{" not in path and path not in ("/guest", "/favicon.ico")]
    assert {"/", "/login", "/account", "/accounts"} <= set(shown)
    for path in shown:
        for _ in range(2):
            who = cookies["ann" if path in FOR_PLAYERS else "root"]
            answer = httpx.get(pair.url + path, cookies=who, timeout=ANSWER_S)
            assert answer.status_code == 200, path
    with visiting(browser) as page:
        log_in(page, pair, "root", "/accounts")
        expect(page.locator('[data-account="ann"]')).to_be_visible()
        page.goto(pair.url)  # scripts and styles come from both
        expect(page.locator(f'[data-table="{TABLE}"]')).to_be_visible()
    one, other = pair.requests.values()
    assert abs(one - other) <= 1


def on(page: Page, until: Locator) -> None:
    """Deal, stand or draw, decline offers and leave the cut to others, until something is there."""
    usable = ("[id^=do-stand-]", "[id^=do-hit-]", "#do-deal", "#do-decline", "#do-decline-cut")
    choice = page.locator(", ".join(f"{each}:not([aria-disabled])" for each in usable))
    expect(until.or_(choice).first).to_be_visible()
    while not until.is_visible():
        choice.evaluate_all("(buttons) => buttons[0]?.click()")  # if it is still there: the house may have been faster
        at_rest(page)
        expect(until.or_(choice).first).to_be_visible()


def test_a_hand_is_played_through_both(browser: Browser, pair: Proxy) -> None:
    before = dict(pair.requests)
    with visiting(browser) as page, visiting(browser) as watching:
        prefer(page, speed="instant")
        prefer(watching, speed="instant")
        log_in(page, pair, "ann", f"/table/{TABLE}")
        open_table(watching, pair.url, TABLE)  # over a socket to the other process
        page.locator("#do-sit-4").click()
        on(page, page.locator("#lay-4-main"))
        page.locator("#lay-4-main").click()
        on(page, page.locator("#session", has_text=re.compile("^1 round")))
        at_rest(page)
        expect(watching.locator("#table")).to_contain_text("ann")
    assert len(pair.sockets) == 2
    assert all(pair.requests[port] > before[port] for port in before)


def test_the_staff_run_a_table_through_both(browser: Browser, pair: Proxy) -> None:
    said = give(pair, "Pit", command_fields(opening("Pit", source="real", runs_itself=False)), "root")
    assert said.status_code == 200, said.text
    with visiting(browser) as page:
        log_in(page, pair, "root", "/staff/Pit")
        step = page.locator("[data-step]")
        for words in ("Bring cards", "Check cards", "Shuffle"):
            expect(step).to_have_text(words)
            step.click()
        expect(page.get_by_text("shuffled: shoe 1")).to_be_visible()
    assert len(pair.sockets) == 2


def test_logging_out_in_one_process_ends_the_page_of_the_other(browser: Browser, pair: Proxy) -> None:
    with visiting(browser) as page:
        log_in(page, pair, "ann", "/")
        (cookie,) = [each for each in page.context.cookies() if each["name"] == COOKIE]
        headers = {"Authorization": f"Bearer {cookie['value']}"}
        httpx.post(f"{pair.url}/api/logout", headers=headers, timeout=ANSWER_S).raise_for_status()
        expect(page.get_by_role("link", name="Log in again")).to_be_visible()
