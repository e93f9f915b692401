"""The rulebook pages in a real browser: every clause and parameter is there, and is found."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import as_seen, offences, overflows, served_pages, visiting

from cutcard.clauses import ledger, named, shown
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.rulebooks.compare import differences
from cutcard.web.old_frame import clause_anchor, clause_url
from cutcard.web.rulebook_html import comparison_html

LARGEST = "melbourne-v26"
FILTER_MS = 150  # that a letter typed may take with the largest book
FILTER_TRIES = 8  # of which the best counts: a machine that does much else at the moment says nothing of the page


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served_pages("rulebook_page", path="/rulebook") as url:
        yield url


def entries(page: Page) -> list[str]:
    """The clauses that can be seen, in order."""
    found = page.evaluate("[...document.querySelectorAll('.cc-entry:not([hidden])')].map(each => each.dataset.clause)")
    return [str(each) for each in found]


def opened(page: Page, url: str) -> None:
    page.goto(url)
    expect(page.locator("#found")).to_contain_text(re.compile(r"\d+ (clauses|parameters)"))


def test_every_clause_of_every_book_is_there(browser: Browser, address: str) -> None:
    with visiting(browser) as page:
        for book in BOOKS:
            opened(page, f"{address}/rulebook/{book}")
            assert entries(page) == list(ledger(book))
        last = list(ledger(BOOKS[-1]).values())[-1]
        expect(page.locator(".cc-entry").last).to_contain_text(last.says)


def test_a_clauses_anchor_is_its_own(browser: Browser, address: str) -> None:
    for book in BOOKS:
        anchors = [clause_anchor(clause) for clause in ledger(book)]
        assert len(set(anchors)) == len(anchors)
        assert not any(re.search(r"\s", anchor) for anchor in anchors)


def test_clauses_are_found_by_number_words_topic_duty_and_tests(browser: Browser, address: str) -> None:
    book = "sydney-v15"
    clauses = ledger(book)
    with visiting(browser) as page:
        opened(page, f"{address}/rulebook/{book}")
        find = page.get_by_label("Search", exact=True).and_(page.get_by_role("searchbox"))
        find.fill("12.6.2")
        assert "12.6.2" in entries(page)
        assert len(entries(page)) < 5
        find.fill("Ace insurance")
        seen = entries(page)
        assert len(seen) < len(clauses) / 4
        said = {id for id, each in clauses.items() if "ace" in each.says.lower() and "insurance" in each.says.lower()}
        assert said
        assert said <= set(seen)
        find.fill("no clause says this")
        assert entries(page) == []
        expect(page.locator("#found")).to_have_text(f"0 of {len(clauses)} clauses")
        find.fill("")
        page.get_by_label("Topic").select_option("split")
        assert entries(page) == [id for id, each in clauses.items() if each.topic == "split"]
        page.get_by_label("Duty").select_option("enforce")
        both = [id for id, each in clauses.items() if (each.topic, each.how) == ("split", "enforce")]
        assert entries(page) == both
        page.get_by_label("Topic").select_option("")
        page.get_by_label("Duty").select_option("")
        page.get_by_label("Tests").select_option("no")
        assert entries(page) == [id for id in clauses if (book, id) not in shown()]


def test_a_clause_tells_the_tests_that_show_it(browser: Browser, address: str) -> None:
    tests = shown()[("sydney-v15", "12.6.2")]
    with visiting(browser) as page:
        opened(page, f"{address}/rulebook/sydney-v15#12.6.2")
        entry = page.locator(".cc-entry[data-clause='12.6.2']")
        entry.locator("summary").click()
        for test in tests:
            expect(entry).to_contain_text(named(test))


@pytest.mark.parametrize("clause", ["12.6.2", '1.1 "Blackjack"'])
def test_an_address_that_ends_in_a_clause_leads_to_it(browser: Browser, address: str, clause: str) -> None:
    with visiting(browser) as page:
        opened(page, address + clause_url("sydney-v15", clause))
        marked = page.locator(".cc-marked")
        expect(marked).to_have_attribute("data-clause", clause)
        expect(marked).to_be_in_viewport()
        expect(marked).to_be_focused()
        page.get_by_label("Topic").select_option("insurance")
        expect(marked).to_be_hidden()
        page.evaluate("location.hash = '#13.2'")  # as a link on the page does
        expect(page.locator(".cc-marked")).to_have_attribute("data-clause", "13.2")
        expect(page.locator(".cc-marked")).to_be_in_viewport()


def test_parameters_of_every_game_with_their_clauses(browser: Browser, address: str) -> None:
    with visiting(browser) as page:
        opened(page, f"{address}/rulebook/{LARGEST}?game=crown-pontoon")
        row = page.locator("#parameters tr", has=page.locator("code", has_text=re.compile("^decks$"))).first
        expect(row).to_contain_text("4, 5, 6, 7, 8")
        expect(row.locator(".cc-clause")).to_have_attribute("href", f"/rulebook/{LARGEST}#10.3.1")
        game = page.get_by_label("Game", exact=True)
        assert [each.get_attribute("value") for each in game.locator("option").all()] == list(load(LARGEST).games)
        game.select_option("vegas-blackjack")
        expect(row.locator("td").first).to_have_text("4")
        expect(page).to_have_url(f"{address}/rulebook/{LARGEST}?game=vegas-blackjack")
        known = {clause_url(LARGEST, clause) for clause in ledger(LARGEST)}
        links = page.locator("#parameters .cc-clause").evaluate_all("all => all.map(each => each.getAttribute('href'))")
        assert len(links) > 150
        assert set(links) <= known
        page.get_by_role("searchbox").fill("hits soft 17")
        expect(page.locator("#parameters tbody tr:not([hidden])")).to_have_count(1)


def test_two_editions_are_compared(browser: Browser, address: str) -> None:
    ours, theirs = rules("canberra-2003", "blackjack"), rules("canberra-2006", "blackjack")
    found = differences(ours, theirs)
    with visiting(browser) as page:
        page.goto(f"{address}/rulebook?one=canberra-2003/blackjack&other=canberra-2006/blackjack")
        rows = page.locator("section", has_text="compared").locator("tbody tr")
        expect(rows).to_have_count(sum(not each.in_clause_only for each in found))
        expect(rows.first).to_contain_text("double.for_less")
        page.get_by_label("Only clause numbers differ").select_option("yes")
        expect(rows).to_have_count(len(found))
        page.get_by_label("One", exact=True).select_option("melbourne-v26/crown-pontoon")
        expect(page.locator("caption")).to_contain_text("differences")
        expect(page).to_have_url(f"{address}/rulebook?one=melbourne-v26/crown-pontoon&other=canberra-2006/blackjack")


def test_one_difference_is_one() -> None:
    ours, theirs = rules("canberra-2003", "blackjack"), rules("canberra-2006", "blackjack")
    html = comparison_html(ours, theirs)
    assert ">1 difference<" in html
    assert "more differ in" in html
    assert " differences<" in comparison_html(ours, theirs, numbers_too=True)


def test_a_book_that_is_not_gets_a_sentence(browser: Browser, address: str) -> None:
    with visiting(browser) as page:
        page.goto(f"{address}/rulebook?one=canberra-2003/blackjack&other=elsewhere/blackjack")
        expect(page.get_by_role("alert")).to_contain_text("'elsewhere'")
    context = browser.new_context()
    page = context.new_page()
    got = page.goto(f"{address}/rulebook/sydney-15")
    assert got is not None
    assert got.status == 404
    expect(page.get_by_role("alert")).to_contain_text("did you mean sydney-v15 or sydney-earlier?")
    context.close()


def test_the_largest_book_is_searched_as_fast_as_one_types(browser: Browser, address: str) -> None:
    with visiting(browser) as page:
        opened(page, f"{address}/rulebook/{LARGEST}")
        took = page.evaluate(
            """tries => {
                const find = document.getElementById("find");
                const once = (text) => {
                    const start = performance.now();
                    find.value = text;
                    find.dispatchEvent(new Event("input"));
                    document.body.offsetHeight;
                    return performance.now() - start;
                };
                const typed = ["i", "in", "ins", "insu", "insurance"];
                const best = typed.map(() => Infinity);
                for (let left = tries; left > 0; left -= 1)
                    typed.forEach((text, at) => { best[at] = Math.min(best[at], once(text)); });
                return Math.max(...best);
            }""",
            FILTER_TRIES,
        )
        assert took < FILTER_MS


def test_it_is_readable_by_day_and_night_and_fits(browser: Browser, address: str) -> None:
    with visiting(browser) as page:
        for path in ("/rulebook", "/rulebook/canberra-2006", "/rulebook/canberra-2006?game=blackjack"):
            page.goto(address + path)
            expect(page.locator(".cc-book, .cc-entry, .cc-group").last).to_be_attached()
            if path.endswith("canberra-2006"):
                page.get_by_label("Topic").select_option("split")  # axe takes its time with every clause
            for width, theme in ((1280, "light"), (390, "dark")):
                as_seen(page, width, theme)
                assert offences(page) == [], (path, width, theme)
                assert overflows(page) == 0, (path, width, theme)
