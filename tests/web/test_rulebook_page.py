"""The rulebook pages in a real browser: every clause and rule is there, and is found as the service ranks it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import as_seen, offences, overflows, visiting
from support.house import House

from cutcard.clauses import ledger, named, shown
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.rulebooks.compare import differences
from cutcard.service.clause_search import find
from cutcard.web.frame import clause_anchor, clause_url

LARGEST = "melbourne-v26"
SEEN = "[...document.querySelectorAll('.cc-entry:not([hidden])')].map(each => each.dataset.clause)"


def shows(page: Page, clauses: list[str]) -> None:
    """Wait until just these clauses can be seen, in this order."""
    page.wait_for_function(f"wanted => JSON.stringify({SEEN}) === JSON.stringify(wanted)", arg=clauses)


def ranked(book: str, q: str) -> list[str]:
    return [each.clause for each in find(book, q).clauses]


def test_every_clause_of_every_book_is_there_under_its_own_anchor(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        for book in BOOKS:
            page.goto(f"{house.url}/rulebook/{book}")
            expect(page.locator("#found")).to_have_text(f"{len(ledger(book))} clauses")
            shows(page, list(ledger(book)))
            anchors = page.evaluate("[...document.querySelectorAll('.cc-entry')].map(each => each.id)")
            assert anchors == [clause_anchor(clause) for clause in ledger(book)]
            assert len(set(anchors)) == len(anchors)
        last = list(ledger(BOOKS[-1]).values())[-1]
        expect(page.locator(".cc-entry").last).to_contain_text(last.says)


def test_what_is_found_is_what_is_ranked_and_its_words_are_marked(browser: Browser, house: House) -> None:
    book = "sydney-v15"
    with visiting(browser) as page:
        page.goto(f"{house.url}/rulebook/{book}")
        search = page.get_by_role("searchbox", name="Search")
        search.fill("12.6.2")
        shows(page, ranked(book, "12.6.2"))
        search.fill("Ace insurance")
        shows(page, ranked(book, "Ace insurance"))
        marked = page.locator(".cc-entry:not([hidden]) mark").all_inner_texts()
        assert {text.lower() for text in marked} == {"ace", "insurance"}
        expect(page).to_have_url(f"{house.url}/rulebook/{book}?q=Ace+insurance")
        page.reload()  # a search can be sent to somebody
        shows(page, ranked(book, "Ace insurance"))
        search.fill("no clause says this")
        shows(page, [])
        expect(page.locator("#none")).to_be_visible()
        expect(page.locator("#found")).to_have_text(f"0 of {len(ledger(book))} clauses")
        search.fill("")
        shows(page, list(ledger(book)))
        page.get_by_label("Topic").select_option("split")
        shows(page, [id for id, each in ledger(book).items() if each.topic == "split"])
        page.get_by_label("Topic").select_option("")
        page.get_by_label("Tests").select_option("no")
        shows(page, [id for id in ledger(book) if (book, id) not in shown()])


def test_clauses_are_searched_and_walked_with_the_keyboard_alone(browser: Browser, house: House) -> None:
    book = "canberra-2006"
    with visiting(browser) as page:
        page.goto(f"{house.url}/rulebook/{book}")
        page.keyboard.press("/")
        expect(page.get_by_role("searchbox", name="Search")).to_be_focused()
        page.keyboard.type("insurance")
        found = ranked(book, "insurance")
        shows(page, found)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        expect(page.locator(".cc-entry:focus")).to_have_attribute("data-clause", found[1])
        page.keyboard.press("ArrowUp")
        expect(page.locator(".cc-entry:focus")).to_have_attribute("data-clause", found[0])
        page.keyboard.press("Escape")
        shows(page, list(ledger(book)))
        expect(page.get_by_role("searchbox", name="Search")).to_be_focused()


def test_a_clause_tells_the_tests_that_show_it(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/rulebook/sydney-v15#12.6.2")
        entry = page.locator(".cc-entry[data-clause='12.6.2']")
        entry.locator("summary").click()
        for test in shown()[("sydney-v15", "12.6.2")]:
            expect(entry).to_contain_text(named(test))


@pytest.mark.parametrize("clause", ["12.6.2", '1.1 "Blackjack"'])
def test_an_address_that_ends_in_a_clause_leads_to_it(browser: Browser, house: House, clause: str) -> None:
    with visiting(browser) as page:
        page.goto(house.url + clause_url("sydney-v15", clause))
        marked = page.locator(".cc-marked")
        expect(marked).to_have_attribute("data-clause", clause)
        expect(marked).to_be_in_viewport()
        expect(marked).to_be_focused()
        page.get_by_label("Topic").select_option("insurance")
        expect(page.locator(f".cc-entry[data-clause='{clause}']")).to_be_hidden()
        page.evaluate("location.hash = '#13.2'")  # as a link on the page does
        expect(page.locator(".cc-marked")).to_have_attribute("data-clause", "13.2")
        expect(page.locator(".cc-marked")).to_be_in_viewport()


def test_the_rules_of_every_game_with_their_clauses(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/rulebook/{LARGEST}?game=crown-pontoon")
        row = page.locator("tr[data-path='cards.decks']")
        expect(row).to_contain_text("4, 5, 6, 7, 8")
        expect(row.locator(".cc-clause")).to_have_attribute("href", f"/rulebook/{LARGEST}#10.3.1")
        game = page.get_by_label("Game", exact=True)
        assert [each.get_attribute("value") for each in game.locator("option").all()] == list(load(LARGEST).games)
        game.select_option("vegas-blackjack")
        expect(page).to_have_url(re.compile(rf"/rulebook/{LARGEST}\?game=vegas-blackjack"))
        expect(row.locator("td").first).to_have_text("4")
        known = {clause_url(LARGEST, clause) for clause in ledger(LARGEST)}
        links = page.locator("main .cc-clause").evaluate_all("all => all.map(each => each.getAttribute('href'))")
        assert len(links) > 150
        assert set(links) <= known
        page.get_by_role("searchbox", name="Search").fill("dealer soft 17")
        expect(page.locator(".cc-rules tbody tr:not([hidden])")).to_have_count(1)


def test_two_editions_are_compared(browser: Browser, house: House) -> None:
    ours, theirs = rules("canberra-2003", "blackjack"), rules("canberra-2006", "blackjack")
    found = [each for each in differences(ours, theirs) if not each.in_clause_only]
    with visiting(browser) as page:
        page.goto(f"{house.url}/rulebook?one=canberra-2003/blackjack&other=canberra-2006/blackjack")
        rows = page.locator("tr[data-path]")
        expect(rows).to_have_count(len(found))
        expect(page.locator("caption").first).to_have_text("1 difference")
        page.get_by_label("One", exact=True).select_option("melbourne-v26/crown-pontoon")
        page.get_by_role("button", name="Compare").click()
        expect(page.locator("caption").first).to_contain_text("differences")
        page.goto(f"{house.url}/rulebook?one=canberra-2003/blackjack&other=elsewhere/blackjack")
        expect(page.get_by_role("alert")).to_contain_text("'elsewhere'")


def test_a_book_that_is_not_gets_a_sentence(browser: Browser, house: House) -> None:
    page = browser.new_page()
    got = page.goto(f"{house.url}/rulebook/sydney-15")
    assert got is not None
    assert got.status == 404
    expect(page.get_by_role("alert")).to_contain_text("did you mean sydney-v15 or sydney-earlier?")
    page.close()


def test_how_a_game_differs_stands_on_one_screen(browser: Browser, house: House) -> None:
    with visiting(browser, width=1366, height=768) as page:
        for game in ("crown-blackjack", "vegas-blackjack", "free-bet-blackjack", "blackjack-plus", "crown-pontoon"):
            page.goto(f"{house.url}/games/{LARGEST}/{game}")
            ours, plain = rules(LARGEST, game), rules(LARGEST, "blackjack")
            title = load(LARGEST).games[game].title
            expect(page.get_by_role("heading", level=1)).to_have_text(f"How {title} differs")
            cards = page.locator(".cc-card")
            fields = {each.path for each in differences(ours, plain) if not each.in_clause_only}
            assert {str(card.get_attribute("data-path")) for card in cards.all()} <= fields
            expect(cards.first).to_be_in_viewport()
            expect(cards.last).to_be_in_viewport()
        page.get_by_label("Compare with").select_option("sydney-v15/blackjack")
        page.get_by_role("button", name="Compare").click()
        expect(page.locator(".cc-lead")).to_contain_text("The Star Sydney")
        page.get_by_role("link", name="Odds and best play").click()
        expect(page).to_have_url(f"{house.url}/odds?book={LARGEST}&game=crown-pontoon")


def test_the_plain_game_says_so(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/games/sydney-v15/blackjack")
        expect(page.locator(".cc-lead")).to_contain_text("This is the plain game")
        expect(page.locator(".cc-short")).to_contain_text("A Blackjack pays3 to 2", use_inner_text=False)


PAGES = (
    "/rulebook",
    "/rulebook/canberra-2006?topic=split",
    "/rulebook/canberra-2006?game=blackjack",
    "/games/melbourne-v26/crown-pontoon",
)


def test_it_is_readable_by_day_and_night_and_fits(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        for path in PAGES:
            page.goto(house.url + path)
            expect(page.locator(".cc-book, .cc-entry, .cc-group, .cc-card").last).to_be_attached()
            for width, theme in ((1366, "light"), (390, "dark")):
                as_seen(page, width, theme)
                assert offences(page) == [], (path, width, theme)
                assert overflows(page) == 0, (path, width, theme)
