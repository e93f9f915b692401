"""One's own account, and the accounts page of administrators and inspectors, in a real browser."""

from __future__ import annotations

import time

import httpx
import pyotp
from playwright.sync_api import Browser, Page, expect
from support.browser import visiting
from support.house import ANSWER_S, SECRET, House

from cutcard.service.cross_site import COOKIE

NEW_SECRET = "staple correct horse"


def new_player(house: House, name: str) -> None:
    body = {"name": name, "role": "player", "password": SECRET}
    root = {"Authorization": f"Bearer {house.token('root')}"}
    httpx.post(f"{house.url}/api/accounts", json=body, headers=root, timeout=ANSWER_S).raise_for_status()


def log_in(page: Page, house: House, name: str, password: str, next: str = "/account") -> None:
    page.goto(f"{house.url}/login?next={next}")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()


def test_ones_own_sessions_and_password(browser: Browser, house: House) -> None:
    new_player(house, "fay")
    other = house.log_in("fay")
    with visiting(browser) as page:
        log_in(page, house, "fay", SECRET)
        page.wait_for_url(f"{house.url}/account")
        expect(page.get_by_text("You have no chips in your pocket")).to_be_visible()
        expect(page.get_by_role("button", name="End", exact=True)).to_have_count(1)
        page.get_by_role("button", name="End all others").click()
        expect(page.get_by_role("status")).to_have_text("You are logged in here only.")
        expect(page.get_by_role("button", name="End", exact=True)).to_have_count(0)
        gone = httpx.get(f"{house.url}/api/me", headers={"Authorization": f"Bearer {other}"}, timeout=ANSWER_S)
        assert gone.status_code == 401
        page.get_by_label("Current password").fill(SECRET)
        page.get_by_label("New password").fill("x" * 12)
        page.get_by_role("button", name="Change").click()
        expect(page.get_by_role("alert")).to_contain_text("password")  # too easy to guess
        page.get_by_label("New password").fill(NEW_SECRET)
        page.get_by_role("button", name="Change").click()
        page.wait_for_url(f"{house.url}/login?next=/&why=changed")
        expect(page.get_by_role("status")).to_contain_text("Your password is changed")


def test_one_time_codes_are_set_up_and_then_asked_for(browser: Browser, house: House) -> None:
    new_player(house, "flo")
    with visiting(browser) as page:
        page.goto(f"{house.url}/account")  # also for somebody who may not log in without codes
        page.get_by_label("Name").fill("flo")
        page.get_by_label("Password").fill(SECRET)
        page.get_by_role("button", name="Set up").click()
        secret = page.locator(".account-secret").inner_text()
        page.get_by_label("The code that the app shows").fill("000000")
        page.get_by_role("button", name="Use these codes").click()
        expect(page.get_by_role("alert")).to_contain_text("code is wrong")
        step = int(time.time()) // 30  # this one and the next are taken for half a minute at least
        page.get_by_label("The code that the app shows").fill(pyotp.TOTP(secret).generate_otp(step))
        page.get_by_role("button", name="Use these codes").click()
        page.wait_for_url(f"{house.url}/login?next=/&why=codes-set")
        log_in(page, house, "flo", SECRET)
        expect(page.get_by_role("alert")).to_contain_text("needs a one-time code as well")
        page.get_by_label("Password").fill(SECRET)
        page.get_by_label("One-time code").fill(pyotp.TOTP(secret).generate_otp(step + 1))
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url(f"{house.url}/account")


def test_the_administrator_creates_an_account_that_can_log_in_and_suspends_it(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        house.enter(page, "root")
        page.goto(f"{house.url}/accounts")
        page.get_by_label("Name").fill("eve")
        page.get_by_label("Role").select_option("dealer, Sydney")
        page.get_by_label("Password", exact=True).fill("short")
        page.get_by_role("button", name="Create").click()
        expect(page.get_by_role("alert")).to_be_visible()
        page.get_by_label("Password", exact=True).fill(SECRET)
        page.get_by_role("button", name="Create").click()
        expect(page.get_by_role("status")).to_have_text("Eve can log in.")
        log = page.get_by_role("region", name="What happened to accounts")
        expect(log.locator("tbody tr").first).to_contain_text("account madeeveroot")
        assert house.get("/api/me", "eve") == {"name": "eve", "role": "dealer", "casino": "sydney"}
        page.get_by_label("Find an account").fill("eve")
        page.get_by_role("button", name="Change eve").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("button", name="Suspend").click()
        expect(dialog.get_by_role("button", name="Let in again")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator('[data-account="eve"]')).to_contain_text("suspended")
        expect(page.get_by_role("button", name="Change eve")).to_be_focused()


def test_an_inspector_sees_accounts_and_changes_none(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        house.enter(page, "ivo")
        page.goto(f"{house.url}/accounts")
        expect(page.locator('[data-account="bea"]')).to_contain_text("gaming supervisor")
        expect(page.get_by_role("button", name="Create")).to_have_count(0)
        expect(page.get_by_role("button", name="Change")).to_have_count(0)


def test_others_are_told_whom_the_accounts_are_for(house: House) -> None:
    answer = httpx.get(f"{house.url}/accounts", cookies={COOKIE: house.token("bea")}, timeout=ANSWER_S)
    assert answer.status_code == 403
    says = "It is for the administrator and inspectors, and <bdi>bea</bdi> is logged in here as a gaming supervisor."
    assert says in answer.text
    stranger = httpx.get(f"{house.url}/accounts", timeout=ANSWER_S)
    assert (stranger.status_code, stranger.headers["location"]) == (303, "/login?next=/accounts&why=first")


def test_a_login_that_ends_is_said_on_the_page_that_is_open(browser: Browser, house: House) -> None:
    token = house.log_in("bob")
    with visiting(browser) as page:
        page.context.add_cookies([{"name": COOKIE, "value": token, "url": house.url}])
        page.goto(house.url)
        expect(page.locator('[data-table="Sydney"]')).to_be_visible()
        house.post("/api/logout", token)
        again = page.get_by_role("link", name="Log in again")
        expect(again).to_have_attribute("href", "/login?why=expired&next=%2F")
