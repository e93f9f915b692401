"""The display of jackpots, meters at their tables, and the staff's pages of links, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect
from support.browser import offences, overflows, visiting
from support.clauses import clause
from support.house import House
from support.waiting import eventually

NUMBERS = iter(range(1, 1000))


def shown(house: House, link: str, meter: str) -> str:
    """What the service says that a meter shows, as a display writes it."""
    links = {one["link"]: one for one in house.get("/api/jackpots", "root")["links"]}
    (cents,) = [one["cents"] for one in links[link]["meters"] if one["meter"] == meter]
    return f"${cents // 100:,}.{cents % 100:02}"


def meter(link: str, name: str) -> str:
    return f'[data-link="{link}"] [data-meter="{name}"] dd'


def wager(house: House, table: str, bet: str, box: int) -> None:
    """One jackpot wager of bob's, and the cards are dealt."""
    house.say(table, "bob", "sit", box=box)
    eventually(lambda: house.get(f"/api/tables/{table}", "bob")["table"]["betting"] != "closed", "betting to open")
    house.say(table, "bob", "place-wager", box=box, amount=1000)
    if bet == "blackjack-jackpots":
        house.say(table, "bob", "credit-bet-manager", amount=2000)
        house.say(table, "bob", "press-bet-button", box=box)
    else:
        house.say(table, "bob", "place-wager", box=box, amount=500, bet=bet)
    house.say(table, "bob", "ready-to-deal")


@clause("melbourne-v26", "21.2:Jackpot meter display", "21.3.3", "21.5.1(h)", "21.5.1(i)")
@clause("melbourne-v26", "24.2:Jackpot meter display", "24.3.2", "24.5.1(h)", "24.5.1(i)")
@pytest.mark.parametrize(
    ("table", "bet", "link", "name"),
    [
        ("Aces", "blackjack-jackpots", "All-Aces", "blackjack-jackpots"),
        ("Nova", "supernova", "Supernova", "supernova-major"),
    ],
)
def test_the_display_and_every_linked_table_show_what_the_meter_shows_as_wagers_add_to_it(
    browser: Browser, house: House, table: str, bet: str, link: str, name: str
) -> None:
    with visiting(browser, width=1920, height=1080) as page, visiting(browser) as at_table:
        page.goto(f"{house.url}/jackpots")
        at_table.goto(f"{house.url}/table/{table}")
        display, strip = page.locator(meter(link, name)), at_table.locator(f'.bar-meters [data-meter="{name}"]')
        before = shown(house, link, name)
        expect(display).to_have_text(before)
        expect(strip).to_contain_text(before)
        expect(page.locator(f'[data-link="{link}"]')).to_contain_text("$5 plays for it at 1 table")
        expect(page.locator(f'[data-link="{link}"]')).to_contain_text("wins it all")
        wager(house, table, bet, 2)
        expect(display).not_to_have_text(before)  # without loading the page again
        expect(display).to_have_text(shown(house, link, name))
        expect(strip).to_contain_text(shown(house, link, name))
        at_table.goto(house.url)  # the lobby
        expect(at_table.locator(f'[data-table="{table}"]')).to_contain_text(shown(house, link, name))


def test_the_meter_stands_at_its_table_on_every_screen_and_at_no_other_table(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/table/Sevens")
        strip = page.locator(".bar-meters")
        for width, height in ((390, 844), (844, 390), (768, 1024), (1366, 768)):
            page.set_viewport_size({"width": width, "height": height})
            expect(strip).to_contain_text(shown(house, "Blazing", "blazing-7s"))
            assert overflows(page) == 0
        assert offences(page) == []
        page.goto(f"{house.url}/table/Vegas")
        expect(page.locator("#table")).to_be_visible()
        expect(strip).to_have_count(0)


@clause("sydney-v15", "14.28")
def test_a_link_alone_fills_the_display_and_says_what_it_never_falls_below(browser: Browser, house: House) -> None:
    with visiting(browser, width=1920, height=1080) as page:
        page.goto(f"{house.url}/jackpots?link=Blazing")
        expect(page.locator(".jp-link")).to_have_count(1)
        expect(page.locator(meter("Blazing", "blazing-7s"))).to_have_text(shown(house, "Blazing", "blazing-7s"))
        expect(page.locator(".jp-link")).to_contain_text("Never less than $10,000")
        assert page.evaluate("document.documentElement.scrollHeight") <= 1080  # nothing is below the screen's edge
        page.goto(f"{house.url}/jackpots?link=nothing")
        expect(page.get_by_role("status")).to_have_text("No link of this name is open.")


def test_a_lost_connection_is_shown_with_the_time_of_what_is_shown(browser: Browser, house: House) -> None:
    routes: list[WebSocketRoute] = []

    def through(route: WebSocketRoute) -> None:
        if routes:
            route.close()  # it does not come back
            return
        routes.append(route)
        route.connect_to_server()

    with visiting(browser) as page:
        page.route_web_socket("**/api/jackpots/live", through)
        page.goto(f"{house.url}/jackpots")
        expect(page.locator(".jp-promo").first).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)
        routes[0].close()
        expect(page.get_by_role("alert")).to_contain_text("The connection is lost.")
        expect(page.get_by_role("alert")).to_contain_text("What is shown was so at")


def test_the_display_is_there_without_its_script(browser: Browser, house: House) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{house.url}/jackpots")
    expect(page.locator(meter("Blazing", "blazing-7s"))).to_have_text(shown(house, "Blazing", "blazing-7s"))
    context.close()


# -------------------------------------------------------------------------------------------------- the staff's pages


@clause("melbourne-v26", "24.5.1(e)")
def test_a_link_is_opened_by_its_form_and_a_table_joins_no_sooner_than_its_sign_allows(
    browser: Browser, house: House
) -> None:
    name = f"Stars-{next(NUMBERS)}"
    with visiting(browser) as page:
        house.enter(page, "root")
        page.goto(f"{house.url}/staff/links")
        page.get_by_role("link", name="Open a link").click()
        page.get_by_label("Book").select_option("melbourne-v26")
        expect(page.get_by_label("Jackpot", exact=True)).to_have_value("blackjack-jackpots")
        page.get_by_label("Jackpot", exact=True).select_option("supernova")
        expect(page.get_by_role("group", name="The meter supernova mystery")).to_be_visible()
        page.get_by_label("Name of the link").fill(name)
        page.get_by_label("Money").select_option("play")
        page.get_by_label("Its part of every wager, in per cent").first.fill("2.12345")
        page.get_by_role("button", name="Open the link").click()
        expect(page.get_by_role("alert")).to_contain_text("at most four digits")
        page.get_by_label("Its part of every wager, in per cent").first.fill("2.5")
        page.get_by_role("button", name="Open the link").click()
        page.wait_for_url(f"{house.url}/staff/links/{name}")
        expect(page.locator('[data-meter="supernova-major"]')).to_contain_text("$10,000.00")
        page.locator('[data-do="post-link-sign"]').click()
        form = page.locator('[data-form="post-link-sign"]')
        form.get_by_label("Table").fill("Plus")
        form.get_by_role("button", name="Put up a sign about a link").click()
        signs = page.locator("#section-signs")
        expect(signs).to_contain_text("joins this link")
        expect(signs.locator(".link-countdown")).to_contain_text("19:")
        page.locator('[data-do="join-link"]').click()
        page.locator('[data-form="join-link"]').get_by_label("Table").fill("Plus")
        page.locator('[data-form="join-link"]').get_by_role("button", name="Link a table").click()
        expect(page.locator("#section-tables").get_by_role("alert")).to_contain_text("24.5.1(e)")
        expect(page.get_by_label("History, newest first")).to_contain_text("A sign at Plus")
        assert offences(page) == []
        assert overflows(page) == 0


def test_those_who_may_not_are_told_who_may(browser: Browser, house: House) -> None:
    with visiting(browser, width=390, height=844) as page:
        house.enter(page, "max")  # a dealer in Melbourne
        page.goto(f"{house.url}/staff/links/Supernova")
        command = page.locator(".staff-command", has=page.locator('[data-do="join-link"]'))
        expect(command.get_by_role("button")).to_have_attribute("aria-disabled", "true")
        expect(command).to_contain_text("tg area manager")
        house.enter(page, "ivo")  # an inspector
        page.goto(f"{house.url}/staff/links/Supernova")
        expect(page.get_by_role("status").first).to_contain_text("An inspector reads everything")
        house.enter(page, "bea")  # of another casino
        page.goto(f"{house.url}/staff/links/Supernova")
        expect(page.get_by_role("heading", level=1)).to_have_text("This page is for staff of Melbourne")
        page.goto(f"{house.url}/staff/links")
        expect(page.locator('[data-link="Blazing"]')).to_have_count(1)  # Sydney's own
        expect(page.locator('[data-link="Supernova"]')).to_have_count(0)


def test_the_wall_shows_the_meters_of_linked_tables(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        house.enter(page, "bea")
        page.goto(f"{house.url}/staff")
        expect(page.locator('[data-table="Sevens"]')).to_contain_text(shown(house, "Blazing", "blazing-7s"))
        page.locator('[data-table="Sevens"]').get_by_role("link", name="Blazing 7's").click()
        page.wait_for_url(f"{house.url}/staff/links/Blazing")
