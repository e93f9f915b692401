"""Around the hand: the cut, a table that closes, autoplay with its limits, the tutorial, settings, several boxes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import offences, visiting
from support.clauses import clause, recorded
from support.house import House
from support.table_page import SIZES, at_rest, deal, faults, lay, open_table, prefer, settled, sit, unseen


def own_table(house: House, name: str, **terms: object) -> str:
    """A table of play money that runs itself, for one test."""
    sign = {"minimum": 1000, "maximum": 50_000}
    rules = {"book": "sydney-v15", "game": "blackjack", "decks": 8}
    more = {"chips": 10_000_000, "layout_approved": True, "play_money": True, "runs_itself": True}
    patience = {"betting_ms": 600_000, "decision_ms": 600_000}
    house.say(name, "root", "open-table", table=name, sign=sign, boxes=7, **rules, **more, **patience, **terms)
    return name


def play_out(page: Page, rounds: int = 1) -> None:
    """Stand, and let offers go by, until the round is over."""
    answer = page.locator("[id^=do-stand-], [id^=do-hit-], #do-decline")
    while True:
        at_rest(page)
        expect(answer.or_(page.locator(f"#session:has-text('{rounds} round')")).first).to_be_visible()
        if re.match(rf"{rounds} round", page.locator("#session").inner_text()):
            return
        page.locator("#do-decline, [id^=do-stand-]:not([aria-disabled]), [id^=do-hit-]").last.click()


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_the_cut_that_is_recorded_is_the_one_that_the_button_shows(browser: Browser, house: House, size: str) -> None:
    name = own_table(house, f"Cut-{size}")
    width, height = SIZES[size]
    with visiting(browser, width=width, height=height) as page:
        prefer(page, speed="instant")
        sit(page, house.url, name)
        house.say(name, "root", "order-shuffle", reason="a test of the cut")
        expect(page.locator("#prompt")).to_contain_text("Cut the cards?")
        at_rest(page)
        assert faults(page) == []
        assert unseen(page, "#prompt", "#cut-at", "#do-cut", "#do-decline-cut", "#balance") == []
        assert offences(page) == []
        page.locator("#cut-at").fill("150")
        expect(page.locator("#do-cut")).to_contain_text("150 cards in front")
        page.locator("#do-cut").click()
        expect(page.locator("#announcer")).to_contain_text("cut the cards at 150")


def test_a_table_that_closes_says_so_and_offers_nothing_more(browser: Browser, house: House) -> None:
    name = own_table(house, "Closing")
    with visiting(browser, width=390, height=844) as page:
        open_table(page, house.url, name)
        house.say(name, "root", "close-table")
        expect(page.locator("#prompt")).to_contain_text("This table is closed.")
        expect(page.locator(".watching .do")).to_have_count(0)
        at_rest(page)
        assert faults(page) == []
        assert offences(page) == []


@clause("sydney-v15", "2.2.2", "2.2.4", "18.19")
@recorded("sydney-v15", "2.3.2")
def test_whoever_asks_is_shown_the_layout_and_the_rules_of_the_house(browser: Browser, house: House) -> None:
    name = own_table(house, "Layout", side_bets={"perfect-pairs": True})
    with visiting(browser, width=1366, height=768) as page:
        open_table(page, house.url, name)
        page.get_by_role("button", name="Pays").click()
        about = page.get_by_role("dialog").locator("section", has_text="This table")
        expect(about).to_contain_text("7 boxes, and places for insurance, Perfect Pairs")
        expect(about).to_contain_text("A discard rack for 8 decks")
        assert offences(page) == []
        about.get_by_role("link", name="The rules of the house").click()
        expect(page.locator("h1")).to_contain_text("Sydney")
        assert page.url.endswith("/rulebook/sydney-v15?game=blackjack")


def test_autoplay_plays_by_the_best_play_until_its_limit_and_stops_at_once_when_told(
    browser: Browser, house: House
) -> None:
    name = own_table(house, "Autoplay")
    with visiting(browser) as page:
        prefer(page, speed="instant")
        sit(page, house.url, name)
        lay(page)
        deal(page)
        play_out(page)
        page.locator("#open-autoplay").click()
        page.get_by_label("Rounds").fill("2")
        assert offences(page) == []
        page.locator("#autoplay-start").click()
        settled(page, 3)
        expect(page.locator("#notice")).to_contain_text("Autoplay is off. 2 rounds have been played.")
        page.locator("#open-autoplay").click()
        page.get_by_label("Rounds").fill("500")
        page.locator("#autoplay-start").click()
        expect(page.locator("#autoplay-stop")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#autoplay-stop")).to_have_count(0)


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_a_newcomer_is_shown_a_first_hand_and_may_leave_and_find_it_again(
    browser: Browser, house: House, size: str
) -> None:
    name = own_table(house, f"Tutorial-{size}")
    width, height = SIZES[size]
    with visiting(browser, width=width, height=height) as page:
        prefer(page, speed="instant")
        open_table(page, house.url, name)
        page.get_by_role("button", name="Play as guest").click()
        page.locator("#tutorial-begin").click()
        card = page.locator(".tour-card")
        expect(card).to_contain_text("This is the table")
        assert offences(page) == []
        page.locator("#tutorial-next").click()
        expect(card).to_contain_text("Take a box")
        page.locator("#do-sit-4").click()
        expect(card).to_contain_text("Choose a chip")
        page.locator("#tutorial-next").click()
        expect(card).to_contain_text("Lay it down")
        assert unseen(page, ".tour-card") == []
        page.locator("#lay-4-main").click()
        expect(card).to_contain_text("Deal")
        page.locator("#tutorial-leave").click()
        expect(card).to_have_count(0)
        page.reload()
        at_rest(page)
        expect(page.locator("#tutorial-begin")).to_have_count(0)  # it was seen
        if size == "phone":
            page.locator("#open-menu").click()
        page.locator("#open-settings").last.click()
        assert offences(page) == []
        page.locator("#tutorial-again").click()
        expect(card).to_contain_text("This is the table")


def test_settings_are_kept_in_the_browser(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        open_table(page, house.url, "Sydney")
        page.locator("#open-settings").click()
        page.get_by_label("Calm").check()
        page.locator("dialog[open]").get_by_role("group", name="Sound").get_by_label("On").check()
        page.keyboard.press("Escape")
        page.reload()
        at_rest(page)
        assert page.evaluate("() => localStorage.getItem('cutcard-speed')") == "calm"
        page.locator("#open-settings").click()
        expect(page.get_by_label("Calm")).to_be_checked()


def test_whoever_has_the_focus_keeps_it_or_is_brought_to_the_prompt(browser: Browser, house: House) -> None:
    name = own_table(house, "Focus")
    with visiting(browser) as page:
        prefer(page, speed="instant")
        sit(page, house.url, name)
        lay(page)
        page.locator("#do-deal").press("Enter")
        expect(page.locator("#do-deal")).to_have_count(0)
        at_rest(page)
        expect(page.locator("#prompt")).to_be_focused()
