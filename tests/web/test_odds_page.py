"""The odds page in a real browser: it says what the library says, and everything stands in its address."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect
from support.browser import FIRST_MS, as_seen, offences, overflows, too_small, visiting
from support.house import House
from support.odds_page import edge, shows

from cutcard.odds import solve
from cutcard.odds.house_win import rounds_an_hour
from cutcard.odds.links.figures import link_odds
from cutcard.odds.links.link_file import example, plan_of
from cutcard.odds.query import rules_for, with_change
from cutcard.odds.side_bets import side_bet
from cutcard.reports.poster import posters
from cutcard.reports.sheet import percent
from cutcard.rulebooks import BOOKS, load
from cutcard.simulate import Scenario, job_for, run_simulation, strategy_for, table_for
from cutcard.simulate.bankroll import Plan, sessions
from cutcard.simulate.run import CHUNK

START = "Start the simulation"


def test_the_edge_is_the_librarys_and_stands_large(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/odds?book=canberra-2006&game=blackjack&decks=6")
        shows(page, edge("canberra-2006", "blackjack", 6))
        expect(page.locator(".odds-figure")).to_contain_text(percent(edge("canberra-2006", "blackjack", 6)))
        page.get_by_role("link", name="How this game differs").click()
        expect(page).to_have_url(f"{house.url}/games/canberra-2006/blackjack")


def test_what_each_card_is_worth_is_worked_out_when_asked_for(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/odds?book=canberra-2003&game=blackjack&decks=4")
        shows(page, edge("canberra-2003", "blackjack", 4))
        counting = page.locator("[data-part=counting]")
        counting.get_by_role("button", name="Work out what each card is worth").click()
        expect(counting.locator("[data-system=hi-lo]")).to_be_visible(timeout=FIRST_MS)
        expect(counting.get_by_role("img", name="What removing one card changes")).to_be_visible()
        plays = counting.locator("[data-indices]")
        expect(plays).to_be_visible(timeout=FIRST_MS)
        plays.locator("summary").click()
        expect(plays.locator("tbody tr", has_text="hard 16").filter(has_text="stand").first).to_be_visible()
        counting.get_by_label("Weigh the risk of each play").check()
        expect(counting.get_by_text("risk-averse")).to_be_visible(timeout=FIRST_MS)
        bets = counting.locator("[data-bets]")
        expect(bets).to_contain_text("In 100 rounds such bets win", timeout=FIRST_MS)
        ruin = counting.locator("[data-ruin]")
        expect(ruin).to_contain_text("if play goes on for ever")
        counting.get_by_label("To win, smallest wagers").fill("100")
        counting.get_by_label("To win, smallest wagers").press("Tab")
        expect(ruin).to_contain_text("before so much is won", timeout=FIRST_MS)
        bets.locator("summary").click()
        expect(bets.locator("tbody tr", has_text="+3").first).to_contain_text("8")  # times the smallest wager
        counting.get_by_label("A side bet by the count").select_option("perfect-pairs=")
        expect(counting.locator("[data-side-counts]")).to_contain_text("It pays at no count", timeout=FIRST_MS)
        expect(counting.get_by_role("img", name="What the side bet is worth at each true count")).to_be_visible()
        assert not overflows(page)
        assert too_small(page) == []


def test_the_houses_win_varies_by_the_number_of_rounds(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/odds?book=canberra-2006&game=blackjack&decks=6")
        shows(page, edge("canberra-2006", "blackjack", 6))
        part = page.locator("[data-part=house]")
        part.get_by_role("button", name="Work out how much its win varies").click()
        rows = part.locator("tr[data-rounds]")
        expect(rows.first).to_be_visible(timeout=FIRST_MS)
        found = solve(rules_for("canberra-2006", "blackjack", ()), 6)
        expect(part).to_contain_text(f"House edge {100 * found.house_edge:.4f} % (exact)")
        row = part.locator("tr[data-rounds='1000000']")
        expect(row).to_contain_text(f"{1e6 * found.house_edge:,.1f}")
        expect(row).to_contain_text(f"{1e3 * found.sd:,.1f}")
        two = part.locator("[data-win] tr[data-boxes='2']")
        expect(two).to_contain_text("139", timeout=FIRST_MS)  # Kilby's rounds an hour
        expect(two).to_contain_text(f"{2 * rounds_an_hour(2) * found.house_edge:.3f}")
        part.get_by_label("A side bet beside the main wager").select_option("perfect-pairs")
        expect(part.locator("[data-beside]")).to_contain_text(
            "The correlation with the main wager is +0.0", timeout=FIRST_MS
        )
        part.get_by_role("button", name="Work out what dealers' mistakes cost").click()
        mistakes = part.locator("[data-mistakes]")
        expect(mistakes.locator("tr", has_text="a card is drawn to a soft 17")).to_be_visible(timeout=FIRST_MS)
        assert not overflows(page)


def test_a_players_sessions_are_played_and_drawn(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/odds?book=canberra-2006&game=blackjack&decks=6")
        shows(page, edge("canberra-2006", "blackjack", 6))
        part = page.locator("[data-part=sessions]")
        part.get_by_label("Bankroll, wagers").fill("20")
        part.get_by_label("Rounds of a session").fill("100")
        part.get_by_role("button", name="Play many sessions").click()
        ruined = part.locator("[data-ruined]")
        expect(ruined).to_be_visible(timeout=FIRST_MS)
        scenario = Scenario(book="canberra-2006", game="blackjack", decks=6)
        table = table_for(scenario)
        job = job_for(table, strategy_for(scenario, table), 2 * CHUNK, 1)
        found = sessions(job, Plan(rounds=100, bankroll=20_000, need=1000), 20_000)
        expect(ruined).to_have_text(re.compile(rf"^{100 * found.ruined / 20_000:.1f}\d %$"))  # rounded otherwise there
        expect(part.get_by_role("img", name="How sessions end")).to_be_visible()
        part.get_by_label("Leave after losing, wagers").fill("5")
        part.get_by_label("Leave after losing, wagers").press("Tab")
        expect(ruined).to_have_text("0.00 %", timeout=FIRST_MS)  # they leave before
        assert not overflows(page)


def test_a_rule_is_swept_over_the_numbers_of_decks(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/odds?book=canberra-2006&game=blackjack&decks=6")
        shows(page, edge("canberra-2006", "blackjack", 6))
        part = page.locator("[data-part=sweep]")
        part.get_by_label("The rule that varies").select_option("dealer.hits_soft_17")
        part.get_by_role("button", name="Work out every combination").click()
        expect(part.get_by_role("img", name="House edge by number of decks")).to_be_visible(timeout=FIRST_MS)
        part.locator("summary").click()
        line = part.locator("tbody tr", has=page.get_by_role("rowheader", name="6", exact=True))
        harder = with_change(rules_for("canberra-2006", "blackjack", ()), "dealer.hits_soft_17=yes")
        expect(line).to_contain_text(f"{100 * edge('canberra-2006', 'blackjack', 6):.4f}")
        expect(line).to_contain_text(f"{100 * solve(harder, 6).house_edge:.4f}")
        assert not overflows(page)


def test_every_book_and_game_can_be_chosen_and_the_address_follows(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/odds")
        shows(page, edge("sydney-v15", "blackjack", 8))
        for book in BOOKS:
            page.get_by_label("Book", exact=True).select_option(book)
            expect(page).to_have_url(re.compile(f"book={book}&"))
            games = page.get_by_label("Game", exact=True).locator("option")
            expect(games).to_have_text([game.title for game in load(book).games.values()])
        page.get_by_label("Game", exact=True).select_option("crown-pontoon")
        page.get_by_label("Decks", exact=True).select_option("4")
        shows(page, edge("melbourne-v26", "crown-pontoon", 4))
        expect(page).to_have_url(f"{house.url}/odds?book=melbourne-v26&game=crown-pontoon&decks=4")
        page.reload()
        shows(page, edge("melbourne-v26", "crown-pontoon", 4))


def test_an_option_is_chosen_in_words_and_moves_the_edge(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/odds?book=sydney-v15&game=blackjack")
        shows(page, edge("sydney-v15", "blackjack", 8))
        page.get_by_text("Options and readings").click()
        page.get_by_label("Splitting again", exact=True).select_option(label="yes")
        changed = edge("sydney-v15", "blackjack", 8, "resplit=true")
        shows(page, changed)
        expect(page).to_have_url(f"{house.url}/odds?book=sydney-v15&game=blackjack&option=resplit=true")
        expect(page.locator("[data-edge]")).to_contain_text("Splitting again: yes")
        assert changed != edge("sydney-v15", "blackjack", 8)
        page.get_by_label("Book", exact=True).select_option("melbourne-v26")
        amount = page.get_by_label("Blackpot pays at most")
        page.get_by_text("Options and readings").click()
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
    "book=sydney-v15&game=blackjack&what-if=split.hands_max=99": "Split.hands_max is from 1 to 4 here",
}


def test_an_address_that_asks_for_what_is_not_gets_a_sentence(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        for asked, said in WRONG.items():
            page.goto(f"{house.url}/odds?{asked}")
            expect(page.get_by_role("alert")).to_have_count(1)
            expect(page.get_by_role("alert")).to_contain_text(said)
        shows(page, edge("sydney-v15", "blackjack", 8))


def test_the_chart_is_the_poster_and_is_walked_with_the_arrow_keys(browser: Browser, house: House) -> None:
    solution = solve(rules_for("melbourne-v26", "blackjack"), 8)
    poster = posters(solution, "")[0]
    with visiting(browser) as page:
        page.goto(f"{house.url}/odds?book=melbourne-v26&game=blackjack")
        shows(page, solution.house_edge)
        charts = page.locator("[data-part=play] .play-charts").first.locator("table")
        expect(charts).to_have_count(len(poster.sections), timeout=FIRST_MS)
        for table, section in zip(charts.all(), poster.sections, strict=True):
            letters = table.locator("tbody td").evaluate_all("all => all.map(each => each.dataset.code)")
            assert letters == [cell.code for row in section.rows for cell in row.cells]
        charts.first.locator("td[tabindex='0']").focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        row, column = poster.sections[0].rows[1].name, poster.columns[1]
        expect(page.locator(".play-says").first).to_contain_text(f"{row} against {column}: ")


def test_two_games_stand_beside_each_other(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/odds?book=canberra-2003&game=blackjack")
        shows(page, edge("canberra-2003", "blackjack", 8))
        page.get_by_role("button", name="Compare", exact=True).click()
        page.get_by_role("group", name="Compared with").get_by_label("Book", exact=True).select_option("sydney-v15")
        both = [edge("canberra-2003", "blackjack", 8), edge("sydney-v15", "blackjack", 8)]
        shows(page, *both)
        expect(page.locator("[data-part=differs]")).to_contain_text(percent(abs(both[0] - both[1])))
        expect(page.locator(".play-differs").first).to_be_attached(timeout=FIRST_MS)
        expect(page).to_have_url(f"{house.url}/odds?book=canberra-2003&game=blackjack&with=sydney-v15/blackjack")
        page.get_by_role("button", name="Remove it").click()
        shows(page, both[0])


def test_a_changed_rule_is_worth_what_the_command_line_says(browser: Browser, house: House) -> None:
    rules = rules_for("canberra-2006", "blackjack")
    plain, changed = solve(rules, 8), solve(with_change(rules, "natural.pays=6:5"), 8)
    with visiting(browser) as page:
        page.goto(f"{house.url}/odds?book=canberra-2006&game=blackjack")
        shows(page, plain.house_edge)
        what_if = page.locator("[data-part=what-if]")
        what_if.get_by_label("Rule").select_option(label="A Blackjack pays")
        what_if.get_by_label("Instead").fill("6:5")
        what_if.get_by_role("button", name="Add").click()
        row = what_if.locator("[data-change='natural.pays=6:5']")
        expect(row).to_contain_text("A Blackjack pays: 6 to 5", timeout=FIRST_MS)
        expect(row).to_contain_text(percent(changed.house_edge))
        expect(row).to_contain_text(f"{percent(plain.ev - changed.ev)} worse for the player")
        expect(page).to_have_url(f"{house.url}/odds?book=canberra-2006&game=blackjack&what-if=natural.pays=6:5")
        page.reload()
        expect(row).to_contain_text("6 to 5", timeout=FIRST_MS)
        what_if.get_by_label("Rule").select_option(label="A Blackjack pays")
        what_if.get_by_label("Instead").fill("much")
        what_if.get_by_role("button", name="Add").click()
        expect(what_if.get_by_role("alert")).to_contain_text("Natural.pays cannot be 'much'")
        row.get_by_role("button", name="Remove").click()
        expect(page).to_have_url(f"{house.url}/odds?book=canberra-2006&game=blackjack")


def test_side_bets_and_decks_are_drawn_and_told(browser: Browser, house: House) -> None:
    rules = rules_for("canberra-2006", "blackjack")
    with visiting(browser) as page:
        page.goto(f"{house.url}/odds?book=canberra-2006&game=blackjack")
        row = page.locator(".odds-edges tr", has_text="Perfect Pairs").first
        expect(row).to_be_visible(timeout=FIRST_MS)
        told = [percent(side_bet(rules, decks, "perfect-pairs").house_edge, 3) for decks in rules.cards.decks]
        expect(row.locator("td")).to_have_text(told)
        bet = page.locator("[data-bet=perfect-pairs]")
        bet.locator("summary").click()
        expect(bet.locator("tbody tr").first).to_be_visible()
        decks = page.locator("[data-part=decks]")
        expect(decks.get_by_role("img", name="House edge by number of decks")).to_be_visible(timeout=FIRST_MS)
        expect(decks.locator("circle")).to_have_count(len(rules.cards.decks), timeout=FIRST_MS)
        decks.locator("summary").click()
        expect(decks.locator("tbody tr")).to_have_count(len(rules.cards.decks))


def test_a_simulation_runs_to_the_figure_of_its_seed(browser: Browser, house: House) -> None:
    rounds = 3_000_000
    asked = Scenario(book="melbourne-v26", game="blackjack", decks=8, dealing="fresh")
    result = run_simulation(asked, rounds, seed=7)
    with visiting(browser) as page:
        page.goto(f"{house.url}/odds?book=melbourne-v26&game=blackjack")
        shows(page, edge("melbourne-v26", "blackjack", 8))
        page.get_by_label("Rounds, such as 1e8").fill(str(rounds))
        page.get_by_label("Seed", exact=True).fill("7")
        page.get_by_role("button", name=START).click()
        said = page.locator("[data-simulated=done]")
        expect(said).to_contain_text(
            f"After {rounds:,} rounds: {percent(result.ev)} ± {percent(result.se)}", timeout=FIRST_MS
        )
        expect(said).to_contain_text(f"Exact: {percent(-edge('melbourne-v26', 'blackjack', 8))}")
        expect(page.get_by_role("button", name=START)).to_be_visible()


def test_a_simulation_is_drawn_while_it_runs_and_can_be_stopped(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/odds?book=melbourne-v26&game=blackjack")
        shows(page, edge("melbourne-v26", "blackjack", 8))
        page.get_by_label("Rounds, such as 1e8").fill("1e9")
        page.get_by_role("button", name=START).click()
        expect(page.get_by_role("img", name="Simulated mean")).to_be_visible(timeout=FIRST_MS)
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_role("button", name=START)).to_be_visible()
        until_then = page.locator("[data-simulated=running]").inner_text()
        # a second one may run now: the first has left its place, and its words stay until the next begins
        assert page.locator("[data-simulated=running]").inner_text() == until_then
        page.get_by_label("Decks", exact=True).select_option("6")
        shows(page, edge("melbourne-v26", "blackjack", 6))
        expect(page.get_by_role("img", name="Simulated mean")).to_have_count(0)
        expect(page.get_by_label("Rounds, such as 1e8")).to_have_value("1e9")  # what was typed stays


REFUSED = (
    ("lots", "1", "'lots' is not a number of rounds"),
    ("1e12", "1", "At most 1,000,000,000 rounds are played here, not 1e12"),
    ("1e6", "one", "A seed is a whole number of at most 18 digits, not 'one'"),
)


def test_a_simulation_that_cannot_be_is_refused(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/odds?book=melbourne-v26&game=blackjack")
        part = page.locator("[data-part=simulation]")
        page.on("console", lambda _: None)
        for rounds, seed, said in REFUSED:
            part.get_by_label("Rounds, such as 1e8").fill(rounds)
            part.get_by_label("Seed", exact=True).fill(seed)
            part.get_by_role("button", name=START).click()
            expect(part.get_by_role("alert")).to_contain_text(said, timeout=FIRST_MS)
            expect(part.get_by_role("button", name=START)).to_be_visible()


def test_a_link_of_tables_is_worked_out_and_drawn(browser: Browser, house: House) -> None:
    odds = link_odds(plan_of({**example("blazing-7s"), "tables": 10}))
    even = odds.break_even("blazing-7s")
    assert even is not None
    with visiting(browser) as page:
        page.goto(f"{house.url}/odds?book=sydney-v15&game=blackjack")
        part = page.locator("[data-part=link]")
        part.get_by_role("button", name="Work out a link").click(timeout=FIRST_MS)
        expect(part.locator("[data-link-edge]")).to_be_visible(timeout=FIRST_MS)
        part.get_by_label("Tables", exact=True).fill("10")
        part.get_by_label("Tables", exact=True).press("Tab")
        expect(part).to_contain_text("Blazing 7's on a link of 10 tables", timeout=FIRST_MS)
        address = f"{house.url}/odds?book=sydney-v15&game=blackjack&link=blazing-7s&link-tables=10"
        expect(page).to_have_url(address)
        page.goto(address)
        edge_shown = part.locator("[data-link-edge]")
        expect(edge_shown).to_have_attribute("data-link-edge", str(odds.house_edge.middle), timeout=FIRST_MS)
        expect(part.locator("figure").first).to_contain_text(f"even at ${round(even / 100):,}")
        expect(part.get_by_role("link", name="14.24 table").first).to_be_visible()
        for width, theme in ((1366, "light"), (390, "dark")):
            as_seen(page, width, theme)
            assert offences(page) == [], (width, theme)
            assert overflows(page) == 0, width
        page.on("console", lambda _: None)
        part.get_by_label("Boxes with the wager at each table").fill("12")
        part.get_by_label("Boxes with the wager at each table").press("Tab")
        expect(part.get_by_role("alert")).to_contain_text("Boxes is a whole number from 1 to 9, not 12")
        page.get_by_label("Book", exact=True).select_option("canberra-2006")
        expect(part).to_have_count(0)


SIZES = ((390, 844), (844, 390), (768, 1024), (1366, 768), (1920, 1080))


def test_it_is_readable_by_day_and_night_and_fits_every_screen(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/odds?book=canberra-2006&game=blackjack&with=canberra-2003/blackjack")
        expect(page.locator("[data-part=decks] svg circle").first).to_be_visible(timeout=FIRST_MS)
        expect(page.locator(".odds-edges").first).to_be_visible(timeout=FIRST_MS)
        page.get_by_text("Options and readings").first.click()
        for width, theme in ((1366, "light"), (390, "dark")):
            as_seen(page, width, theme)
            assert offences(page) == [], (width, theme)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert overflows(page) == 0, (width, height)
