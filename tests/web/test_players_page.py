"""Pages about players in a real browser: one's own limits, and the desk that keeps the register."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser, expect
from support.browser import offences, overflows, visiting
from support.house import ANSWER_S, SECRET, House
from support.table_page import open_table


@pytest.fixture(scope="module")
def player(house: House) -> str:
    """A player of whom no other test knows anything."""
    body = {"name": "lia", "role": "player", "casino": "", "password": SECRET}
    headers = {"Authorization": f"Bearer {house.token('root')}"}
    answer = httpx.post(f"{house.url}/api/accounts", json=body, headers=headers, timeout=ANSWER_S)
    assert answer.status_code == 201, answer.text
    return "lia"


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


def test_the_page_seats_nobody_who_is_excluded_and_says_why(house: House, browser: Browser) -> None:
    body = {"name": "exa", "role": "player", "casino": "", "password": SECRET}
    headers = {"Authorization": f"Bearer {house.token('root')}"}
    httpx.post(f"{house.url}/api/accounts", json=body, headers=headers, timeout=ANSWER_S).raise_for_status()
    excluded = {"id": "e-1", "command": {"do": "exclude", "kind": "voluntary"}}
    own = {"Authorization": f"Bearer {house.token('exa')}"}
    url = f"{house.url}/api/players/exa/commands"
    httpx.post(url, json=excluded, headers=own, timeout=ANSWER_S).raise_for_status()
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
