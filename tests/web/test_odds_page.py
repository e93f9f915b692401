"""The odds page in a real browser: it says what the library says, and lets one play with it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import FIRST_MS, as_seen, offences, overflows, served_pages, visiting

from cutcard.odds import solve
from cutcard.odds.query import rules_for
from cutcard.odds.side_bets import side_bet
from cutcard.reports.poster import posters
from cutcard.reports.sheet import percent
from cutcard.rulebooks import BOOKS, load
from cutcard.simulate import Scenario, run_simulation
from cutcard.web.odds_figures import closing_in


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served_pages("odds_page", "rulebook_page", path="/odds") as url:
        yield url


def edge(book: str, game: str, decks: int, *options: str) -> float:
    return solve(rules_for(book, game, options), decks).house_edge


def shows(page: Page, *edges: float) -> None:
    """Wait until the page shows just these edges, as they were worked out."""
    told = page.locator("[data-edge]")
    for at, value in enumerate(edges):
        expect(told.nth(at)).to_have_attribute("data-edge", repr(value), timeout=FIRST_MS)
    expect(told).to_have_count(len(edges))


@pytest.mark.parametrize("rounds", [1_000_000, 1_500_000, 3_000_000, 10_000_000, 100_000_000, 1_000_000_000])
def test_the_marks_beside_a_simulation_are_all_different(rounds: int) -> None:
    first = min(1 << 20, rounds)
    axis = closing_in([(first, -0.005, 0.001), (rounds, -0.005, 0.0001)], -0.005, rounds)["layout"]["xaxis"]
    assert 1 <= len(axis["ticktext"]) <= 6
    assert len(set(axis["ticktext"])) == len(axis["ticktext"]) == len(axis["tickvals"])
    assert all(first <= value <= rounds for value in axis["tickvals"])


def test_the_edge_is_the_librarys(browser: Browser, address: str) -> None:
    with visiting(browser) as page:
        page.goto(f"{address}/odds?book=canberra-2006&game=blackjack&decks=6")
        shows(page, edge("canberra-2006", "blackjack", 6))
        expect(page.locator(".cc-edge")).to_contain_text(percent(edge("canberra-2006", "blackjack", 6)))


def test_every_book_and_game_can_be_chosen_and_the_address_follows(browser: Browser, address: str) -> None:
    with visiting(browser) as page:
        page.goto(f"{address}/odds")
        shows(page, edge("sydney-v15", "blackjack", 8))
        for book in BOOKS:
            page.get_by_label("Book", exact=True).select_option(book)
            expect(page).to_have_url(re.compile(f"book={book}&"))
            games = page.get_by_label("Game", exact=True).locator("option")
            expect(games).to_have_text([game.title for game in load(book).games.values()])
        page.get_by_label("Game", exact=True).select_option("crown-pontoon")
        shows(page, edge("melbourne-v26", "crown-pontoon", 8))
        page.get_by_label("Decks", exact=True).select_option("4")
        shows(page, edge("melbourne-v26", "crown-pontoon", 4))
        expect(page).to_have_url(f"{address}/odds?book=melbourne-v26&game=crown-pontoon&decks=4")
        page.reload()
        shows(page, edge("melbourne-v26", "crown-pontoon", 4))


def test_an_option_moves_the_edge(browser: Browser, address: str) -> None:
    with visiting(browser) as page:
        page.goto(f"{address}/odds?book=sydney-v15&game=blackjack")
        shows(page, edge("sydney-v15", "blackjack", 8))
        page.get_by_text("Options and readings").click()
        page.get_by_label("Resplit", exact=True).select_option("true")
        changed = edge("sydney-v15", "blackjack", 8, "resplit=true")
        shows(page, changed)
        expect(page).to_have_url(f"{address}/odds?book=sydney-v15&game=blackjack&option=resplit=true")
        assert changed != edge("sydney-v15", "blackjack", 8)


def test_an_amount_that_is_none_is_refused_in_one_sentence(browser: Browser, address: str) -> None:
    with visiting(browser) as page:
        page.goto(f"{address}/odds?book=melbourne-v26&game=blackjack")
        shows(page, edge("melbourne-v26", "blackjack", 8))
        page.get_by_text("Options and readings").click()
        amount = page.get_by_label("Blackpot maximum payout")
        amount.fill("much")
        amount.press("Tab")
        said = page.get_by_role("alert")
        expect(said).to_contain_text("is an amount of money")
        expect(said.locator("a")).to_have_attribute("href", "/rulebook/melbourne-v26#23.4.1")


WRONG = {
    "book=atlantis": "There is no book 'atlantis'",
    "book=melbourne-v26&game=poker": "There is no game in melbourne-v26 called 'poker'",
    "book=sydney-v15&game=blackjack&decks=5": "Blackjack is played with 6 or 8 decks, not 5",
    "book=sydney-v15&game=blackjack&decks=many": "A number of decks is a whole number, not 'many'",
    "book=sydney-v15&game=blackjack&option=resplit=maybe": "Option resplit is one of false, true, not 'maybe'",
    "book=sydney-v15&game=blackjack&option=nonsense": "An option is written as name=value, not 'nonsense'",
    "book=sydney-v15&game=blackjack&with=nowhere/blackjack": "There is no book 'nowhere'",
}


def test_an_address_that_asks_for_what_is_not_gets_a_sentence(browser: Browser, address: str) -> None:
    with visiting(browser) as page:
        for asked, said in WRONG.items():
            page.goto(f"{address}/odds?{asked}")
            expect(page.get_by_role("alert")).to_have_count(1)
            expect(page.get_by_role("alert")).to_contain_text(said)
        shows(page, edge("sydney-v15", "blackjack", 8))


def test_the_chart_is_the_poster(browser: Browser, address: str) -> None:
    solution = solve(rules_for("melbourne-v26", "blackjack"), 8)
    poster = posters(solution, "")[0]
    with visiting(browser) as page:
        page.goto(f"{address}/odds?book=melbourne-v26&game=blackjack")
        shows(page, solution.house_edge)
        charts = page.locator("[data-part=how] .cc-charts").first.locator("table")
        expect(charts).to_have_count(len(poster.sections))
        for table, section in zip(charts.all(), poster.sections, strict=True):
            cells = table.locator("tbody td").all_inner_texts()
            letters = [re.sub(r"\s", "", text.split("\n")[0]) for text in cells]
            told = [cell.code or "·" for row in section.rows for cell in row.cells]
            assert [text[: len(code)] for text, code in zip(letters, told, strict=True)] == told


def test_the_chart_is_walked_with_the_arrow_keys(browser: Browser, address: str) -> None:
    with visiting(browser) as page:
        page.goto(f"{address}/odds?book=sydney-v15&game=blackjack")
        shows(page, edge("sydney-v15", "blackjack", 8))
        page.locator("[data-grid] td[tabindex='0']").first.focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        expect(page.locator(".cc-says").first).to_contain_text("10 against 3: ")


def test_two_games_stand_beside_each_other(browser: Browser, address: str) -> None:
    with visiting(browser) as page:
        page.goto(f"{address}/odds?book=canberra-2003&game=blackjack")
        shows(page, edge("canberra-2003", "blackjack", 8))
        page.get_by_role("button", name="Compare with another").click()
        page.get_by_role("group", name="Compared with").get_by_label("Book", exact=True).select_option("sydney-v15")
        both = [edge("canberra-2003", "blackjack", 8), edge("sydney-v15", "blackjack", 8)]
        shows(page, *both)
        expect(page.locator("[data-part=what]").first).to_contain_text(percent(abs(both[0] - both[1])))
        expect(page.locator(".cc-differs").first).to_be_attached()
        expect(page).to_have_url(f"{address}/odds?book=canberra-2003&game=blackjack&with=sydney-v15/blackjack")
        page.get_by_role("button", name="Remove it").click()
        shows(page, both[0])


def test_side_bets_by_number_of_decks(browser: Browser, address: str) -> None:
    rules = rules_for("canberra-2006", "blackjack")
    with visiting(browser) as page:
        page.goto(f"{address}/odds?book=canberra-2006&game=blackjack")
        row = page.locator("[data-part=side] tr", has_text="Perfect Pairs").first
        expect(row).to_be_visible(timeout=FIRST_MS)
        told = [percent(side_bet(rules, decks, "perfect-pairs").house_edge, 3) for decks in rules.cards.decks]
        expect(row.locator("td")).to_have_text(told)
        expect(page.locator("[data-part=side] .js-plotly-plot svg").first).to_be_visible()


def test_a_simulation_runs_to_the_figure_of_its_seed(browser: Browser, address: str) -> None:
    rounds = 3_000_000
    asked = Scenario(book="melbourne-v26", game="blackjack", decks=8, dealing="fresh")
    result = run_simulation(asked, rounds, seed=7)
    with visiting(browser) as page:
        page.goto(f"{address}/odds?book=melbourne-v26&game=blackjack")
        shows(page, edge("melbourne-v26", "blackjack", 8))
        page.get_by_label("Rounds, such as 1e8").fill(str(rounds))
        page.get_by_label("Seed", exact=True).fill("7")
        page.get_by_role("button", name="Start the simulation").click()
        said = page.locator("[data-simulated]")
        expect(said).to_contain_text(
            f"After {rounds:,} rounds: {percent(result.ev)} ± {percent(result.se)}", timeout=FIRST_MS
        )
        expect(said).to_contain_text(f"exact {percent(-edge('melbourne-v26', 'blackjack', 8))}")
        expect(page.get_by_role("img", name="Simulated mean")).to_be_visible()


def test_a_simulation_can_be_stopped(browser: Browser, address: str) -> None:
    with visiting(browser) as page:
        page.goto(f"{address}/odds?book=melbourne-v26&game=blackjack")
        shows(page, edge("melbourne-v26", "blackjack", 8))
        page.get_by_label("Rounds, such as 1e8").fill("1e9")
        page.get_by_role("button", name="Start the simulation").click()
        said = page.locator("[data-simulated]")
        expect(said).to_contain_text("After", timeout=FIRST_MS)
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_role("button", name="Start the simulation")).to_be_visible()
        until_then = said.inner_text()
        page.wait_for_timeout(600)
        assert said.inner_text() == until_then


def test_what_is_typed_stays_when_an_answer_comes(browser: Browser, address: str) -> None:
    with visiting(browser) as page:
        page.goto(f"{address}/odds?book=canberra-2003&game=blackjack")
        rounds = page.get_by_label("Rounds, such as 1e8")
        expect(rounds).to_have_value("1e8")
        rounds.fill("2e6")
        page.get_by_label("Decks", exact=True).select_option("6")
        shows(page, edge("canberra-2003", "blackjack", 6))
        expect(rounds).to_have_value("2e6")


REFUSED = (
    ("lots", "1", "'lots' is not a number of rounds"),
    ("1e12", "1", "At most 1,000,000,000 rounds are played here, not 1e12"),
    ("1e30", "1", "At most 1,000,000,000 rounds are played here, not 1e30"),
    ("1e6", "one", "A seed is a whole number, not 'one'"),
    ("1e6", "99999999999999999999", "A seed is a whole number from 0 to"),
)


def test_a_simulation_that_cannot_be_is_refused(browser: Browser, address: str) -> None:
    with visiting(browser) as page:
        page.goto(f"{address}/odds?book=melbourne-v26&game=blackjack")
        for rounds, seed, said in REFUSED:
            page.get_by_label("Rounds, such as 1e8").fill(rounds)
            page.get_by_label("Seed", exact=True).fill(seed)
            page.get_by_role("button", name="Start the simulation").click()
            expect(page.locator("[data-simulated]").get_by_role("alert")).to_contain_text(said, timeout=FIRST_MS)
            expect(page.get_by_role("button", name="Start the simulation")).to_be_visible()


def test_it_is_readable_by_day_and_night_and_fits(browser: Browser, address: str) -> None:
    with visiting(browser) as page:
        page.goto(f"{address}/odds?book=canberra-2006&game=blackjack")
        expect(page.locator("[data-part=by] .js-plotly-plot svg").first).to_be_visible(timeout=FIRST_MS)
        page.get_by_text("Options and readings").first.click()
        for width, theme in ((1280, "light"), (390, "dark")):
            as_seen(page, width, theme)
            assert offences(page) == [], (width, theme)
            assert overflows(page) == 0, (width, theme)
