"""The pit wall and opening a table, in a real browser."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser, expect
from support.browser import offences, overflows, too_small, visiting
from support.house import ANSWER_S, House

from cutcard.service.cross_site import COOKIE


def test_a_tables_need_appears_on_the_wall_and_goes(browser: Browser, house: House) -> None:
    table = house.real_table()
    with visiting(browser) as page:
        house.enter(page, "bea")
        page.goto(f"{house.url}/staff")
        tile = page.locator(f'[data-table="{table}"]')
        expect(tile).to_contain_text("Bring cards")
        expect(tile.locator(".pit-need")).to_have_count(0)
        for do in ("bring-cards", "check-cards", "shuffle"):
            house.say(table, "dan", do)
        expect(tile).to_contain_text(f"{table} needs a gaming supervisor for the cut.")
        expect(tile).to_contain_text("You can do it.")
        expect(page.locator(".pit-wall > li").first).to_contain_text("Needs attention")  # what is needed comes first
        page.get_by_label("Only tables that need attention").check()
        expect(page.locator('[data-table="Sydney"]')).to_have_count(0)
        house.say(table, "bea", "cut-for-all", at=60)
        expect(tile).to_have_count(0)
        page.get_by_label("Only tables that need attention").uncheck()
        expect(tile).to_contain_text("Place the cutting card")
        tile.get_by_role("link").click()
        page.wait_for_url(f"{house.url}/staff/{table}")


@pytest.mark.parametrize("page", ["/staff", "/staff/links", "/staff/tournaments", "/staff/promotions"])
def test_only_who_may_open_something_is_led_to_its_form(house: House, page: str) -> None:
    """A way that only ends in a refusal is none."""

    def led(name: str) -> bool:
        answer = httpx.get(house.url + page, cookies={COOKIE: house.token(name)}, timeout=ANSWER_S)
        assert answer.status_code == 200
        return 'class="cc-button cc-main"' in answer.text

    assert led("root")
    assert not led("dan")
    assert not led("ivo")


def test_a_dealer_sees_that_a_supervisor_is_needed_and_only_their_own_casino(browser: Browser, house: House) -> None:
    table = house.real_table()
    house.say(table, "bea", "fill-float", chips={"500": 10})
    with visiting(browser) as page:
        house.enter(page, "dan")
        page.goto(f"{house.url}/staff")
        tile = page.locator(f'[data-table="{table}"]')
        expect(tile).to_contain_text("needs a second person, gaming supervisor or above, to approve: fill the float")
        expect(tile).not_to_contain_text("You can do it.")
        expect(page.locator('[data-table="Vegas"]')).to_have_count(0)
        house.enter(page, "ivo")
        page.goto(f"{house.url}/staff")
        expect(page.locator('[data-table="Vegas"]')).to_be_visible()
        page.get_by_label("Casino").select_option("Melbourne")
        expect(tile).to_have_count(0)


def test_the_tile_has_the_figures_of_a_round(browser: Browser, house: House) -> None:
    table = house.real_table()
    house.ready(table)
    house.round(table)  # $20 lost, and $25 won by a mixed pair
    with visiting(browser) as page:
        house.enter(page, "dan")
        page.goto(f"{house.url}/staff")
        tile = page.locator(f'[data-table="{table}"]')
        expect(tile).to_contain_text("Win−$5")
        expect(tile).to_contain_text("Hold−2.5%")
        expect(tile).to_contain_text("Players1 / 7")


@pytest.mark.parametrize("path", ["/staff", "/staff/open"])
@pytest.mark.parametrize(("width", "height", "theme"), [(390, 844, "light"), (844, 390, "dark"), (1920, 1080, "dark")])
def test_wall_and_form_can_be_used_by_everybody_on_every_screen(
    browser: Browser, house: House, path: str, width: int, height: int, theme: str
) -> None:
    with visiting(browser, theme=theme, width=width, height=height) as page:
        house.enter(page, "bea")
        page.goto(house.url + path)
        expect(page.locator("#pit ul, #open form").first).to_be_visible()
        page.evaluate("for (const fold of document.querySelectorAll('main details')) fold.open = true")
        assert offences(page) == []
        assert overflows(page) == 0
        assert too_small(page) == []


def test_a_supervisor_opens_a_table(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        house.enter(page, "bea")
        page.goto(f"{house.url}/staff")
        page.get_by_role("link", name="Open a table").click()
        expect(page.get_by_label("Book").locator("option")).to_have_count(2)  # both editions of her casino's
        page.get_by_label("Name of the table").fill("New one")
        page.get_by_label("Maximum in dollars").fill("1")
        page.get_by_role("button", name="Open the table").click()
        expect(page.get_by_role("alert")).to_be_visible()  # a maximum below the minimum
        page.get_by_label("Maximum in dollars").fill("800")
        page.get_by_label("Perfect Pairs").select_option("Offered")
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url(f"{house.url}/staff/New%20one")
        expect(page.locator("#section-limits")).to_contain_text("maximum $800")


def test_another_game_asks_other_things_and_keeps_what_was_filled_in(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        house.enter(page, "root")
        page.goto(f"{house.url}/staff/open")
        page.get_by_label("Name of the table").fill("Kept")
        page.get_by_label("Book").select_option("melbourne-v26")
        page.get_by_label("Game", exact=True).select_option("crown-pontoon")
        expect(page.get_by_label("Pontoon Pandemonium")).to_be_visible()
        expect(page.get_by_label("Name of the table")).to_have_value("Kept")


def test_a_dealer_is_told_who_opens_tables(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        house.enter(page, "dan")
        page.goto(f"{house.url}/staff/open")
        told = page.get_by_role("status")
        expect(told).to_contain_text("Only the gaming supervisor or a higher role may open a table, not a dealer")
        expect(told.locator(".cc-clause")).to_have_text("2.2")
        expect(page.locator("#open form, #open select")).to_have_count(0)
