"""The lobby and logging in, in a real browser: from nothing to a seat."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect
from support.browser import FIRST_MS, offences, overflows, visiting
from support.house import SECRET, House

from cutcard.odds import solve
from cutcard.odds.query import rules_for
from cutcard.reports.sheet import percent


def test_a_newcomer_finds_crown_pontoon_with_perfect_pairs_and_sits_down(browser: Browser, house: House) -> None:
    with visiting(browser) as watching, visiting(browser) as page:
        watching.goto(house.url)
        pontoon = watching.locator('[data-table="Pontoon"]')
        expect(pontoon).to_contain_text("7 of 7")
        page.goto(house.url)
        page.get_by_label("Find a game or side bet").fill("pontoon perfect pairs")
        shown = page.locator(".lobby-card:visible")
        expect(shown).to_have_count(1)
        expect(shown).to_contain_text("Crown Pontoon")
        expect(shown).to_contain_text("$10–$500")
        shown.get_by_role("button", name="Play as guest").click()
        page.wait_for_url(f"{house.url}/table/Pontoon")
        page.locator("#do-sit-4").click()
        expect(pontoon).to_contain_text("6 of 7")  # while one looks
        expect(page.locator(".cc-account-name")).to_contain_text("guest")


def test_words_that_no_table_has_are_said_to_be_found_nowhere(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(house.url)
        expect(page.locator(".lobby-none")).to_be_hidden()
        page.get_by_label("Find a game or side bet").fill("roulette")
        expect(page.locator(".lobby-card:visible")).to_have_count(0)
        expect(page.locator(".lobby-none")).to_be_visible()
        page.get_by_role("button", name="Vegas Blackjack", exact=True).click()
        expect(page.locator(".lobby-card:visible")).to_have_count(1)


def test_a_table_that_opens_is_put_away_where_one_looks_for_another(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(house.url)
        page.get_by_label("Find a game or side bet").fill("crown pontoon")
        expect(page.locator(".lobby-card:visible")).to_have_count(1)
        table = house.real_table()
        expect(page.locator(".lobby-card:visible")).to_have_count(1)
        page.get_by_label("Find a game or side bet").fill("")
        expect(page.locator(f'[data-table="{table}"]')).to_be_visible()


def test_the_edge_is_the_librarys_and_links_to_how_it_comes_about(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(house.url)
        canberra = page.locator('[data-table="Canberra"]')
        edge = solve(rules_for("canberra-2006", "blackjack", ()), 8).house_edge
        link = canberra.locator("dd a")
        expect(link).to_have_text(percent(edge), timeout=FIRST_MS)
        expect(link).to_have_attribute("href", "/odds?book=canberra-2006&game=blackjack&decks=8")


def test_a_wrong_password_is_said_plainly_and_the_right_one_goes_on(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/login?next=/history")
        page.get_by_label("Name").fill("ann")
        page.get_by_label("Password").fill("not her secret")
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_role("alert")).to_have_text("Name or password is wrong.")
        expect(page.get_by_label("Name")).to_have_value("ann")
        page.get_by_label("Password").fill(SECRET)
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url(f"{house.url}/history")
        expect(page.locator(".cc-account-name")).to_contain_text("ann")
        page.get_by_role("button", name="Log out").click()
        page.wait_for_url(f"{house.url}/")
        expect(page.locator(".cc-account")).to_have_text("Log in")


def test_a_login_that_has_expired_is_said_to_have(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.context.add_cookies([{"name": "cutcard_token", "value": "cct_" + 43 * "x", "url": house.url}])
        page.goto(f"{house.url}/login")
        expect(page.get_by_role("alert")).to_contain_text("expired")


def test_each_visitor_is_offered_what_they_may_do(browser: Browser, house: House) -> None:
    offered = {"ann": "Play", "bea": "Run", "max": "Inspect", "ivo": "Inspect"}
    for name, words in offered.items():
        with visiting(browser) as page:
            house.enter(page, name)
            page.goto(house.url)
            ways = page.locator('[data-table="Sydney"]').locator(".lobby-ways")
            expect(ways.locator(".cc-main")).to_have_text(words)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lobby_and_login_are_accessible_and_fit_a_phone(browser: Browser, house: House, theme: str) -> None:
    for width in (390, 1280):
        with visiting(browser, theme=theme, width=width) as page:
            for path in ("/", "/login?why=wrong"):
                page.goto(house.url + path)
                expect(page.locator("h1")).to_have_text(re.compile("Sit down|Log in"))
                assert offences(page) == []
                assert overflows(page) == 0
