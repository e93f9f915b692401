"""Pages of promotions in a real browser: conditions with their clauses, a complaint, and the desk that decides it."""

from __future__ import annotations

from playwright.sync_api import Browser, expect
from support.browser import offences, overflows, visiting
from support.house import House


def test_a_player_reads_the_conditions_and_complains_and_the_desk_sees_it(house: House, browser: Browser) -> None:
    name = house.promotion("complained")
    with visiting(browser, width=390) as page:
        house.enter(page, "ann")
        page.goto(f"{house.url}/promotions")
        page.locator(f"a[href='/promotions/{name}']").click()
        expect(page.get_by_role("heading", name="Conditions")).to_be_visible()
        expect(page.get_by_role("link", name="20.7.11.2(i)", exact=True)).to_be_visible()
        page.get_by_text("Complain about this promotion").click()
        page.get_by_label("What is wrong about it").fill("The car is a toy")
        page.get_by_role("button", name="Complain", exact=True).click()
        expect(page.locator("#complain li")).to_contain_text("The car is a toy – not decided yet")
        assert overflows(page) == 0
        assert offences(page) == []
    with visiting(browser, width=390) as page:
        house.enter(page, "bea")
        page.goto(f"{house.url}/staff/promotions/{name}")
        expect(page.locator("#promotion-desk")).to_contain_text("ann: The car is a toy")
        assert overflows(page) == 0
    assert "The car is a toy" not in str(house.get(f"/api/promotions/{name}", "bob"))
