"""What every page stands in: ways, theme and motion that stay as chosen, and a way past the header."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import served_pages, visiting


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served_pages("rulebook_page", path="/rulebook") as url:
        yield url


def look(page: Page, what: str) -> str:
    return str(page.evaluate("what => document.documentElement.dataset[what]", what))


def test_the_theme_follows_the_system_until_one_is_chosen_and_then_stays(browser: Browser, address: str) -> None:
    with visiting(browser, theme="dark") as page:
        page.goto(f"{address}/rulebook")
        theme = page.get_by_role("button", name="Theme: as the system")
        expect(theme).to_be_visible()
        assert look(page, "theme") == "dark"
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
        theme.click()
        expect(page.get_by_role("button", name="Theme: light")).to_be_visible()
        page.wait_for_function("dark => getComputedStyle(document.body).backgroundColor !== dark", arg=dark)
        expect(page.locator("body")).not_to_contain_class("body--dark")
        page.reload()
        expect(page.get_by_role("button", name="Theme: light")).to_be_visible()
        assert look(page, "theme") == "light"


def test_motion_is_off_where_the_system_asks_for_it_and_can_be_chosen(browser: Browser, address: str) -> None:
    with visiting(browser) as page:
        page.goto(f"{address}/rulebook")
        page.get_by_role("button", name="Motion: off").click()
        expect(page.get_by_role("button", name="Motion: on")).to_be_visible()
        page.reload()
        expect(page.get_by_role("button", name="Motion: on")).to_be_visible()
        assert look(page, "motion") == "on"
    with visiting(browser, motion=True) as page:
        page.goto(f"{address}/rulebook")
        page.get_by_role("button", name="Motion: on").click()
        expect(page.get_by_role("button", name="Motion: off")).to_have_css("transition-duration", "1e-05s")


def test_the_way_that_one_is_on_is_marked_and_the_header_can_be_skipped(browser: Browser, address: str) -> None:
    with visiting(browser) as page:
        page.goto(f"{address}/rulebook")
        expect(page.locator(".cc-ways [aria-current=page]")).to_have_text("Rulebook")
        expect(page).to_have_title("Rulebook · Cutcard")
        expect(page.locator("html")).to_have_attribute("lang", "en-GB")
        expect(page.get_by_role("main")).to_have_count(1)
        expect(page.get_by_role("banner")).to_have_count(1)
        expect(page.get_by_role("contentinfo")).to_contain_text("play money")
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_function("document.activeElement.closest('main') !== null")
        expect(page.get_by_role("link", name="Log in")).to_have_attribute("href", "/login")


def test_nothing_comes_from_elsewhere(browser: Browser, address: str) -> None:
    with visiting(browser) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{address}/rulebook", wait_until="networkidle")
        assert asked
        assert [url for url in asked if not url.startswith((address, address.replace("http", "ws"), "data:"))] == []
