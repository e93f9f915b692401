"""Pages about players in a real browser: one's own limits, and the desk that keeps the register."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser, expect
from support.browser import offences, overflows, visiting
from support.house import ANSWER_S, SECRET, House
from support.table_page import at_rest, open_table
from support.waiting import eventually


def account(house: House, name: str) -> str:
    """A new player, of whom no other test knows anything."""
    body = {"name": name, "role": "player", "casino": "", "password": SECRET}
    headers = {"Authorization": f"Bearer {house.token('root')}"}
    answer = httpx.post(f"{house.url}/api/accounts", json=body, headers=headers, timeout=ANSWER_S)
    assert answer.status_code == 201, answer.text
    page = f"{house.url}/api/players/{name}"  # written just after the account
    eventually(lambda: httpx.get(page, headers=headers, timeout=ANSWER_S).status_code == 200, f"{name} in the register")
    return name


def told(house: House, name: str, **command: object) -> None:
    """A command of a player's about themselves."""
    body = {"id": f"{name}-{command['do']}", "command": command}
    headers = {"Authorization": f"Bearer {house.token(name)}"}
    answer = httpx.post(f"{house.url}/api/players/{name}/commands", json=body, headers=headers, timeout=ANSWER_S)
    assert answer.status_code == 200, answer.text


@pytest.fixture(scope="module")
def player(house: House) -> str:
    return account(house, "lia")


def test_a_player_sets_a_limit_and_takes_a_break_and_the_desk_sees_both(
    house: House, browser: Browser, player: str
) -> None:
    with visiting(browser, width=390) as page:
        house.enter(page, player)
        page.goto(f"{house.url}/me")
        page.get_by_label("At most, in dollars").fill("100")
        page.get_by_role("button", name="Set this limit").click()
        expect(page.locator("[data-limit=loss-day]")).to_contain_text("$100 left")
        page.get_by_role("button", name="Take a break").click()
        page.get_by_role("dialog").get_by_role("button", name="Take a break").click()
        expect(page.locator("#refused")).to_be_visible()
        assert overflows(page) == 0
        assert offences(page) == []
    with visiting(browser) as page:
        house.enter(page, "bea")
        page.goto(f"{house.url}/staff/players")
        page.get_by_label("Find a player").fill(player)
        page.get_by_role("link", name=player).click()
        expect(page.locator("#player-desk")).to_contain_text("No play until")
        expect(page.locator("[data-limit=loss-day]")).to_contain_text("$100 left")


def test_a_card_is_reported_as_lost_only_by_who_means_it(house: House, browser: Browser) -> None:
    house.card_of(account(house, "kay"))
    with visiting(browser, width=390) as page:
        house.enter(page, "kay")
        page.goto(f"{house.url}/me")
        lost = page.get_by_role("button", name="My card is lost")
        lost.click()
        page.get_by_role("dialog").get_by_role("button", name="Do nothing").click()
        expect(page.get_by_text("Nothing was done.")).to_be_visible()
        lost.click()
        expect(page.get_by_role("dialog")).to_contain_text("It works at no table any more")
        page.get_by_role("dialog").get_by_role("button", name="My card is lost").click()
        expect(lost).to_have_count(0)
        expect(page.get_by_text("The desk issues a new one")).to_be_visible()
    assert house.get("/api/players/kay", "kay")["player"]["card"]["status"] == "lost"


def test_the_page_seats_nobody_who_is_excluded_and_says_why(house: House, browser: Browser) -> None:
    told(house, account(house, "exa"), do="exclude", kind="voluntary")
    table = house.get("/api/tables", "exa")[0]["table"]
    with visiting(browser, width=390) as page:
        house.enter(page, "exa")
        open_table(page, house.url, table)
        page.locator("[id^=do-sit-]").first.click()
        expect(page.get_by_role("region", name="Your choices")).to_contain_text("You are excluded from play.")
        expect(page.get_by_text("s 79(3)")).to_be_visible()
        expect(page.get_by_role("link", name="s 79(3)")).to_have_count(0)  # of a law, so not in the rulebook
        assert offences(page) == []
    seated = house.get(f"/api/tables/{table}", "root")["table"]
    assert "exa" not in str(seated["boxes"])


def test_the_page_lays_no_wager_beyond_a_limit_and_says_what_is_left(house: House, browser: Browser) -> None:
    """A chip on the layout by a click, as a player lays it: it comes back, and nothing of theirs lies there."""
    told(house, account(house, "zoe"), do="set-limit", kind="loss", period="day", amount=500)
    tables = [one for one in house.get("/api/tables", "zoe") if one["minimum"] == 1000]
    table = min(tables, key=lambda one: one["players"])["table"]  # where nobody else keeps the cards coming
    with visiting(browser, width=390) as page:
        house.enter(page, "zoe")
        open_table(page, house.url, table)
        page.locator("[id^=do-sit-]").first.click()
        spot = page.locator("[id^=lay-][id$=-main]")
        expect(spot).to_be_visible()
        at_rest(page)
        spot.click()
        expect(page.get_by_role("region", name="Your choices")).to_contain_text("the limit on losses is $5")
        at_rest(page)
        assert offences(page) == []
    (limit,) = house.get("/api/players/zoe", "bea")["player"]["limits"]
    assert [one["used"] for one in limit["left"]] == [0, 0]


def test_the_desk_records_a_document_and_shows_nobody_what_it_says(house: House, browser: Browser) -> None:
    account(house, "ida")
    with visiting(browser, width=390) as page:
        house.enter(page, "bea")
        page.goto(f"{house.url}/staff/players/ida")
        panel = page.get_by_role("region", name="Who they are")
        expect(panel).to_contain_text("Nothing is recorded yet")
        for label, value in (
            ("Its number", "Q-4711"),
            ("Issued by (country or state)", "Australia"),
            ("Full name", "Ida Example"),
            ("Date of birth", "1970-01-31"),
            ("Address", "9 Low Street"),
            ("Telephone or mail", "ida@example.org"),
        ):
            panel.get_by_label(label, exact=True).fill(value)
        panel.get_by_role("button", name="Record").click()
        expect(panel).to_contain_text("Recorded from a document (passport)")
        assert not any(value in page.content() for value in ("Q-4711", "Ida Example", "9 Low Street"))
        assert overflows(page) == 0
        assert offences(page) == []
