"""What a page does when its connection has died: it says so, makes another, and sends again what had no answer."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect
from support.browser import visiting
from support.house import House
from support.table_page import at_rest, prefer, sit
from support.waiting import attempts

from cutcard.service.routes.staff import LOG_MOST

SEEN = """(seen) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => !seen });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def sockets(page: Page, path: str | re.Pattern[str], most: int = 1000) -> list[WebSocketRoute]:
    """The connections that a page makes, those beyond the most of them closed at once."""
    made: list[WebSocketRoute] = []

    def through(route: WebSocketRoute) -> None:
        made.append(route)
        if len(made) > most:
            route.close()
        else:
            route.connect_to_server()

    page.route_web_socket(path, through)
    return made


def test_the_lobby_says_when_it_cannot_be_kept_up_to_date(browser: Browser, house: House) -> None:
    page = browser.new_page()  # whose console tells of the failed requests
    page.goto(house.url)
    expect(page.locator(".lobby-card").first).to_be_visible()
    page.route("**/api/lobby", lambda route: route.abort("connectionrefused"))
    expect(page.get_by_role("alert")).to_contain_text("The service cannot be reached.")
    expect(page.locator(".lobby-card").first).to_be_visible()
    page.unroute("**/api/lobby")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.close()


def test_a_page_without_network_says_so_at_once(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        sockets(page, "**/api/jackpots/live", most=1)
        page.goto(f"{house.url}/jackpots")
        expect(page.locator(".jp-promo").first).to_be_visible()
        page.evaluate("() => window.dispatchEvent(new Event('offline'))")
        expect(page.get_by_role("alert")).to_contain_text("The connection is lost.")


def test_who_looks_at_a_page_again_after_a_while_gets_a_new_connection(browser: Browser, house: House) -> None:
    """As on a phone that was locked: its connection may be dead, and nothing has told the page."""
    with visiting(browser) as page:
        page.clock.install()
        made = sockets(page, re.compile(r"/api/tables/Vegas/live$"))
        page.goto(f"{house.url}/table/Vegas")
        at_rest(page)
        page.evaluate(SEEN, False)
        page.clock.fast_forward(5_000)
        page.evaluate(SEEN, True)
        at_rest(page)
        assert len(made) == 1  # a glance elsewhere costs nothing
        page.evaluate(SEEN, False)
        page.clock.fast_forward(25_000)
        page.evaluate(SEEN, True)
        for _ in attempts(pause=lambda: page.wait_for_timeout(50)):
            if len(made) == 2:
                break
        at_rest(page)
        assert len(made) == 2
        expect(page.locator("#announcer")).not_to_contain_text("lost")


def test_a_log_has_no_gap_after_a_break_in_which_much_has_happened(browser: Browser, house: House) -> None:
    table, made, away = house.real_table(), list[WebSocketRoute](), list[bool]()

    def through(route: WebSocketRoute) -> None:
        made.append(route)
        if away:
            route.close()
        else:
            route.connect_to_server()

    with visiting(browser) as page:
        page.route_web_socket("**/staff/live", through)
        house.open_staff(page, "bea", table)
        lines = page.locator(".staff-log li")
        expect(lines.filter(has_text="open table")).to_have_count(1)
        away.append(True)
        made[0].close()
        expect(page.get_by_role("alert")).to_contain_text("The connection is lost.")
        for number in range(LOG_MOST + 1):
            house.say(table, "bea", "limit-players", most=5 + number % 2)
        away.clear()
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(lines).to_have_count(LOG_MOST)
        expect(lines.filter(has_text="open table")).to_have_count(0)  # much lies between it and these
        page.get_by_role("button", name="Earlier").click()
        expect(lines.filter(has_text="open table")).to_have_count(1)


def test_a_press_without_an_answer_is_sent_again_under_its_id(browser: Browser, house: House) -> None:
    """The service does it once, however often it comes."""
    with visiting(browser) as page:
        prefer(page, speed="instant")
        sit(page, house.url, "Canberra", 2)
        sent: list[str | None] = []

        def handle(route: Route) -> None:
            sent.append(route.request.post_data)
            if len(sent) == 1:
                route.fetch()  # it is done, and the answer is lost
            else:
                route.continue_()

        page.route("**/api/tables/Canberra/commands", handle)
        page.locator("#lay-2-main").click()
        for _ in attempts(pause=lambda: page.wait_for_timeout(100)):
            if len(sent) > 1:
                break
        assert sent[0] == sent[1]
        at_rest(page)
