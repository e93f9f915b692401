"""The odds page ends with the answer to the last choice, or with a sentence and a button, whatever happens."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Browser, Page, Route, expect
from support.browser import FIRST_MS, visiting
from support.house import House
from support.odds_page import edge, shows
from support.waiting import attempts

START = "/odds?book=sydney-v15&game=blackjack"
RESPLIT = re.compile(r"/api/odds/sydney-v15/blackjack\?option=resplit=true$")
TOO_MANY = {"error": {"message": "too many questions about odds at once: wait 2.0 seconds"}}
DIED = {"error": {"message": "the process that works out odds has died: ask again"}}


def begun(page: Page, house: House) -> None:
    """The page with its options open, from which one is chosen."""
    page.goto(house.url + START)
    shows(page, edge("sydney-v15", "blackjack", 8))
    page.get_by_text("Options and readings").click()


def splitting_again(page: Page, words: str) -> None:
    page.get_by_label("Splitting again", exact=True).select_option(label=words)


def first(page: Page, *answers: Callable[[Route], None], about: re.Pattern[str] = RESPLIT) -> list[str]:
    """Answer the first questions about something in these ways, and let the service answer the others."""
    left, asked = list(answers), []

    def handle(route: Route) -> None:
        asked.append(route.request.url)
        if left:
            left.pop(0)(route)
        else:
            route.continue_()

    page.route(about, handle)
    return asked


def too_many(route: Route) -> None:
    route.fulfill(status=429, headers={"Retry-After": "1"}, json=TOO_MANY)


def died(route: Route) -> None:
    route.fulfill(status=503, headers={"Retry-After": "1"}, json=DIED)


def lost(route: Route) -> None:
    route.abort("connectionreset")


def half(route: Route) -> None:
    route.fulfill(status=200, content_type="application/json", body='{"rulebook": "sydn')


def test_too_many_questions_of_one_caller_are_asked_again_until_there_is_room(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        begun(page, house)
        asked = first(page, *[too_many] * 5)
        splitting_again(page, "yes")
        expect(page.get_by_role("status").filter(has_text="Earlier questions are worked out first")).to_be_visible()
        shows(page, edge("sydney-v15", "blackjack", 8, "resplit=true"))
        assert len(asked) >= 6  # the page's questions about other numbers of decks have addresses of their own
        expect(page.get_by_role("alert")).to_have_count(0)


def test_an_answer_that_is_lost_on_the_way_is_asked_for_again(browser: Browser, house: House) -> None:
    page = browser.new_page()
    begun(page, house)
    asked = first(page, died, lost, half)
    splitting_again(page, "yes")
    shows(page, edge("sydney-v15", "blackjack", 8, "resplit=true"))
    assert len(asked) >= 4
    expect(page.get_by_role("alert")).to_have_count(0)
    page.close()


def test_a_question_that_fails_every_time_ends_in_a_sentence_and_can_be_tried_again(
    browser: Browser, house: House
) -> None:
    page = browser.new_page()
    begun(page, house)
    first(page, *[died] * 4)
    splitting_again(page, "yes")
    expect(page.get_by_role("alert")).to_contain_text("The process that works out odds has died: ask again.")
    expect(page.locator(".odds-working")).to_have_count(0)  # nobody works at it
    page.get_by_role("button", name="Try again").click()
    shows(page, edge("sydney-v15", "blackjack", 8, "resplit=true"))
    expect(page.get_by_role("alert")).to_have_count(0)
    page.close()


def test_a_part_of_the_page_that_fails_can_be_tried_again_by_itself(browser: Browser, house: House) -> None:
    page = browser.new_page()
    page.goto(f"{house.url}/odds?book=canberra-2006&game=blackjack&decks=6")
    shows(page, edge("canberra-2006", "blackjack", 6))
    first(page, *[died] * 4, about=re.compile(r"/volatility\?"))
    part = page.locator("[data-part=house]")
    part.get_by_role("button", name="Work out how much its win varies").click()
    expect(part.get_by_role("alert")).to_contain_text("The process that works out odds has died: ask again.")
    part.get_by_role("button", name="Try again").click()
    expect(part.locator("tr[data-rounds]").first).to_be_visible(timeout=FIRST_MS)
    page.get_by_label("Decks", exact=True).select_option("4")  # it is shut for what was not asked about
    expect(part.get_by_role("button", name="Work out how much its win varies")).to_be_visible(timeout=FIRST_MS)
    page.close()


def test_a_choice_takes_the_question_before_it_back(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        begun(page, house)
        taken_back: list[str] = []
        page.on("requestfailed", lambda request: taken_back.append(request.url))
        never: list[Route] = []
        first(page, never.append)
        splitting_again(page, "yes")
        for _ in attempts(pause=lambda: page.wait_for_timeout(50)):
            if never:
                break
        splitting_again(page, "no (usual)")
        shows(page, edge("sydney-v15", "blackjack", 8))
        assert any(RESPLIT.search(url) for url in taken_back)
        expect(page).to_have_url(house.url + START)


def test_who_goes_through_a_list_asks_about_where_they_stop(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.clock.install()
        begun(page, house)
        asked = first(page)
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)  # so that it is not this machine that is slow
        for words in ("yes", "no (usual)", "yes", "no (usual)"):
            splitting_again(page, words)
            page.clock.run_for(200)
        expect(page).to_have_url(house.url + START)
        page.clock.resume()
        shows(page, edge("sydney-v15", "blackjack", 8))
        assert asked == []


def test_options_stay_open_when_all_is_as_usual_again(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        begun(page, house)
        splitting_again(page, "yes")
        expect(page).to_have_url(re.compile("resplit=true"))
        splitting_again(page, "no (usual)")
        expect(page).to_have_url(house.url + START)
        expect(page.get_by_label("Splitting again", exact=True)).to_be_visible()


def test_a_changed_rule_keeps_its_answer_when_another_game_stands_beside_it(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/odds?book=canberra-2006&game=blackjack&what-if=natural.pays=6:5")
        row = page.locator("[data-change='natural.pays=6:5']")
        expect(row).to_contain_text("for the player", timeout=FIRST_MS)
        page.get_by_role("button", name="Compare", exact=True).click()
        expect(page.get_by_role("group", name="Compared with")).to_be_visible()
        expect(row).to_contain_text("for the player", timeout=FIRST_MS)
