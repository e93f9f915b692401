"""The staff's page of a table in a real browser: the line, steps, commands by search, approvals, the log."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from support.browser import offences, overflows, too_small, visiting
from support.clauses import clause
from support.house import ANSWER_S, SECRET, House

from cutcard.service.cross_site import COOKIE


@pytest.fixture(scope="module")
def kim(house: House) -> str:
    """A second supervisor, whom nobody of the others has made."""
    new = {"name": "kim", "role": "gaming-supervisor", "password": SECRET, "casino": "sydney"}
    root = {"Authorization": f"Bearer {house.token('root')}"}
    httpx.post(f"{house.url}/api/accounts", json=new, headers=root, timeout=ANSWER_S).raise_for_status()
    return "kim"


def now(page: Page) -> Locator:
    return page.get_by_role("region", name="What comes next")


def typed(page: Page, text: str, then: str) -> None:
    """Type a line and Enter; what comes next is then said."""
    page.locator("#line").fill(text)
    page.locator("#line").press("Enter")
    expect(now(page)).to_contain_text(then)


def find(page: Page, text: str) -> Locator:
    """Look for a command; the panel that shows what fits."""
    page.get_by_label("Find a command, by its words or its clause").fill(text)
    return page.get_by_role("region", name="Find a command")


# ------------------------------------------------------------------------------------------------------------ the line


def test_a_dealer_deals_a_real_shoe_by_the_line_alone(browser: Browser, house: House) -> None:
    table = house.real_table()
    with visiting(browser) as page:
        house.open_staff(page, "dan", table)
        expect(page.locator("[data-step]")).to_have_text("Bring cards")
        typed(page, "sit ann 3", "Bring cards")
        typed(page, "buy ann 200", "Bring cards")
        for then in ("Check cards", "Shuffle", "Ann is asked to cut"):
            typed(page, "", then)
        typed(page, "cut 100", "Place the cutting card")
        typed(page, "behind 80", "Burn card")
        for then in ("Open betting", "Waiting for wagers"):
            typed(page, "", then)
        typed(page, "ann 3 20", "Call last bets")
        typed(page, "", "No more bets")
        typed(page, "", "Card for box 3")
        typed(page, "9s Kh 9d", "Ann decides on box 3")
        typed(page, "p", "Card for hand 1 of box 3")
        typed(page, "2c", "Ann decides on hand 1 of box 3")
        typed(page, "d", "Card for hand 1 of box 3")
        typed(page, "Td 9c", "Ann decides on hand 2 of box 3")
        typed(page, "s", "Card for the dealer")
        typed(page, "Qs", "Open betting for round 2")
        log = page.get_by_role("region", name="Log")
        expect(log).to_contain_text("Q♠ to the dealer; the round is over")
        expect(log).to_contain_text("hand 1, double $20: 21 against the dealer's 20")
        expect(log).to_contain_text("stack cut: by ann, at 100")  # the cut is the one that was entered
        expect(log).to_contain_text("cutting card placed: behind 80")
        expect(log.locator("time").first).to_contain_text("UTC")
        assert offences(page) == []
    record = house.get(f"/api/tables/{table}/rounds/1", "bea")
    assert record["net"] == {"ann": "20"}  # 21 with the double wins $40, 18 loses $20


def test_a_round_can_be_run_by_buttons(browser: Browser, house: House) -> None:
    table = house.real_table()
    house.ready(table)
    with visiting(browser) as page:
        house.open_staff(page, "dan", table)
        page.locator("[data-step]").click()
        expect(now(page)).to_contain_text("Waiting for wagers")
        typed(page, "ann 3 20", "Call last bets")
        page.locator("[data-step]").click()
        expect(page.locator("[data-step]")).to_have_text("No more bets")
        page.locator("[data-step]").click()
        expect(now(page)).to_contain_text("Card for box 3")
        page.get_by_text("Cards by touch").click()
        for rank, suit in (("8", "s"), ("K", "h"), ("8", "d")):
            page.locator(f'[data-rank="{rank}"]').click()
            page.locator(f'[data-suit="{suit}"]').click()
        expect(page.locator("#line")).to_have_value("8s Kh 8d")
        now(page).get_by_role("button", name="Enter").click()
        calls = page.get_by_role("group", name="Ann, box 3")
        expect(calls.locator("[aria-disabled=true]").first).to_be_visible()
        split = calls.locator('[data-call="split"]')
        split.evaluate("button => { button.click(); button.click(); }")
        expect(now(page)).to_contain_text("Card for hand 1 of box 3")
    hands = house.get(f"/api/tables/{table}", "dan")["table"]["boxes"][2]["hands"]
    assert len(hands) == 2  # a call sent twice for the same moment is one call


def test_lines_typed_ahead_of_the_page_are_done_in_their_order(browser: Browser, house: House) -> None:
    table = house.real_table()
    house.ready(table)
    with visiting(browser) as page:
        house.open_staff(page, "dan", table)
        typed(page, "", "Waiting for wagers")
        typed(page, "ann 3 20", "Call last bets")
        house.say(table, "dan", "no-more-bets")
        expect(now(page)).to_contain_text("Card for box 3")
        line = page.locator("#line")
        for text in ("9s Kh 9d", "p", "2c", "d", "Td 9c", "s", "Qs"):
            line.fill(text)
            line.press("Enter")
        expect(now(page)).to_contain_text("Open betting for round 2")
    assert house.get(f"/api/tables/{table}/rounds/1", "bea")["net"] == {"ann": "20"}


def test_what_is_typed_anywhere_goes_to_the_line_and_a_slash_finds_commands(browser: Browser, house: House) -> None:
    table = house.real_table()
    with visiting(browser) as page:
        house.open_staff(page, "dan", table)
        expect(page.locator("[data-step]")).to_have_text("Bring cards")
        line, list_ = page.locator("#line"), page.get_by_text("What may be typed")
        list_.click()
        page.keyboard.press("/")
        search = page.locator("#find")
        expect(search).to_be_focused()
        expect(search).to_have_value("")  # the key itself is not typed
        list_.focus()
        page.keyboard.type("sit ann 3")
        expect(line).to_have_value("sit ann 3")
        page.keyboard.press("Enter")
        expect(page.locator("#section-seats")).to_contain_text("ann")
        list_.focus()
        page.keyboard.press("Enter")  # on the list itself it opens or folds the list
        expect(page.locator("details", has=list_)).not_to_have_attribute("open", "")
        expect(page.locator("[data-step]")).to_have_text("Bring cards")


def test_a_refused_line_comes_back_marked_and_nothing_typed_after_it_is_sent(browser: Browser, house: House) -> None:
    table = house.real_table()
    house.ready(table)
    house.say(table, "dan", "open-betting")
    with visiting(browser) as page:
        house.open_staff(page, "dan", table)
        expect(now(page)).to_contain_text("Waiting for wagers")
        line = page.locator("#line")
        for text, says in (
            ("ann 3 250", "has $200 in chips"),
            ("ann 3", "such as: ann 1 20"),
            ("zoe 3 20", "Zoe is not"),
        ):
            typed(page, text, "Waiting for wagers")
            expect(page.get_by_role("alert")).to_contain_text(says)
            expect(line).to_have_value(text)
        page.keyboard.type("ann 3 20")
        expect(line).to_have_value("ann 3 20")  # it has taken the place of what was refused
        page.keyboard.press("Enter")
        expect(now(page)).to_contain_text("Call last bets")
        house.say(table, "dan", "no-more-bets")
        expect(now(page)).to_contain_text("Card for box 3")
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/line", hold)  # the answer is slow to come
        with page.expect_request("**/line"):
            line.fill("9s Qd Qd Qd")
            line.press("Enter")
        line.fill("h")
        line.press("Enter")
        held[0].continue_()
        says = "Q♦ is one card too many: after 9♠, Q♦ and Q♦ Ann decides on box 3"
        expect(page.get_by_role("alert")).to_contain_text(says)
        expect(page.get_by_role("alert")).to_contain_text("What was typed after it was not sent: h.")
        expect(line).to_have_value("9s Qd Qd Qd")
        assert len(held) == 1
    assert house.get(f"/api/tables/{table}", "dan")["table"]["boxes"][2]["hands"][0]["cards"] == []


# ------------------------------------------------------------------------------------------------------------ commands


def test_a_supervisor_finds_void_confirms_and_is_answered_beside_the_form(
    browser: Browser, house: House, kim: str
) -> None:
    table = house.real_table()
    house.ready(table)
    house.say(table, "dan", "open-betting")
    house.say(table, "dan", "place-wager", box=3, amount=2000, player="ann")
    house.say(table, "dan", "no-more-bets")
    with visiting(browser) as page, visiting(browser) as other:
        house.open_staff(page, "bea", table)
        panel = find(page, "void")
        expect(panel.get_by_role("button", name="Void disrupted round")).to_be_visible()
        panel = find(page, "18.9.1")  # by its clause, too
        panel.get_by_role("button", name="Void disrupted round").click()
        form = page.locator('form[data-form="void-disrupted-round"]')
        form.get_by_role("button", name="Void disrupted round").click()
        expect(form.get_by_label("Reason")).to_be_focused()  # it is missing
        form.get_by_label("Reason").fill("a fire alarm")
        form.get_by_role("button", name="Void disrupted round").click()
        dialog = page.get_by_role("dialog", name="Declare a disrupted round void?")
        expect(dialog).to_contain_text("On the layout: $20 → $0")
        expect(dialog).to_contain_text("ann: +$20, $180 → $200")
        expect(dialog).to_contain_text("It takes two people")
        assert offences(page) == []
        dialog.get_by_role("button", name="Do nothing").click()
        expect(form.get_by_role("status")).to_contain_text("Nothing was done")
        form.get_by_role("button", name="Void disrupted round").click()
        dialog.get_by_role("button", name="Declare a disrupted round void").click()
        expect(form.get_by_role("status")).to_contain_text("waits for a second person, as number 2")
        own = page.locator('[data-approval="2"]')
        expect(own.get_by_role("button", name="Approve")).to_have_attribute("aria-disabled", "true")
        expect(own).to_contain_text("Somebody else has to approve what you asked for.")

        house.open_staff(other, kim, table)
        waits = other.locator('[data-approval="2"]')
        expect(waits).to_contain_text("Asked for by bea (gaming supervisor)")
        waits.get_by_role("button", name="Approve").click()
        asked = other.get_by_role("dialog", name="Approve?")
        expect(asked).to_contain_text("On the layout: $20 → $0")
        asked.get_by_role("button", name="Approve").click()
        expect(waits).to_have_count(0)
        expect(page.locator("[data-approval]")).to_have_count(0)
        expect(page.get_by_role("region", name="Log")).to_contain_text("round 1 is declared void for disruption")
    state = house.get(f"/api/tables/{table}", "bea")["table"]
    assert state["players"][0]["chips"] == 20_000


def test_what_somebody_asked_for_they_can_withdraw(browser: Browser, house: House) -> None:
    table = house.real_table()
    house.say(table, "bea", "fill-float", chips={"500": 10})
    with visiting(browser) as page:
        house.open_staff(page, "bea", table)
        page.locator('[data-approval="2"]').get_by_role("button", name="Withdraw").click()
        expect(page.locator("[data-approval]")).to_have_count(0)
        expect(page.locator("#section-approvals")).to_contain_text("Nothing is waiting")


def test_what_is_above_the_role_looks_disabled_and_says_who_may(browser: Browser, house: House) -> None:
    table = house.real_table()
    with visiting(browser) as page:
        house.open_staff(page, "dan", table)
        limits = page.locator("#section-limits")
        button = limits.get_by_role("button", name="Change limits")
        expect(button).to_have_attribute("aria-disabled", "true")
        expect(button).to_have_css("border-style", "dashed")
        expect(limits).to_contain_text("Only the gaming supervisor or above. 6.5")
        button.click(force=True)
        expect(page.locator("form[data-form]")).to_have_count(0)
        seats = page.locator("#section-seats")
        expect(seats).to_contain_text("No permission is needed: players may take several boxes here.")


def test_a_supervisor_changes_a_limit_and_everybody_sees_it(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        house.open_staff(page, "bea", "Sydney-earlier")
        page.locator('#section-limits [data-do="change-limits"]').click()
        form = page.locator('form[data-form="change-limits"]')
        form.get_by_label("Maximum in dollars").fill("300")
        form.get_by_label("The players were told first").check()
        assert offences(page) == []
        form.get_by_role("button", name="Change limits").click()
        expect(form.get_by_role("status")).to_have_text("Change limits: done.")
        expect(page.locator("#section-limits")).to_contain_text("maximum $300")
        expect(page.locator(".staff-felt")).to_contain_text("$10 to $300")
        form.get_by_role("button", name="Close").press("Enter")
        expect(page.locator('#section-limits [data-do="change-limits"]')).to_be_focused()
    assert house.get("/api/tables/Sydney-earlier", "dan")["table"]["maximum"] == 30_000


@clause("sydney-v15", "18.1")
def test_a_dealer_puts_in_the_card_that_a_player_hands_over(browser: Browser, house: House) -> None:
    table = house.real_table()
    house.say(table, "dan", "sit", box=3, player="ann")
    with visiting(browser) as page:
        house.open_staff(page, "dan", table)
        page.locator("#find").fill("player card")
        page.locator('.staff-search [data-do="insert-card"]').click()
        form = page.locator('form[data-form="insert-card"]')
        form.get_by_label("Number of the player card").fill(house.card_of("ann"))
        form.get_by_label("Player", exact=True).fill("ann")
        form.get_by_role("button", name="Insert card").click()
        expect(form.get_by_role("status")).to_have_text("Insert card: done.")
    house.say(table, "dan", "sell-chips", player="ann", amount=20_000)  # which asks for the card


def test_an_inspector_reads_everything_and_has_no_command(browser: Browser, house: House) -> None:
    table = house.real_table()
    house.ready(table)
    with visiting(browser) as page:
        house.open_staff(page, "ivo", table)
        expect(page.get_by_text("An inspector reads everything and changes nothing.")).to_be_visible()
        expect(page.get_by_role("region", name="Log")).to_contain_text("place cutting card")
        expect(page.locator("#section-seats")).to_contain_text("ann")
        commands = page.get_by_role("main").locator("[data-do], [data-step], [data-call], #line, #find, form")
        expect(commands).to_have_count(0)


@pytest.mark.parametrize(
    ("path", "name", "says"),
    [
        (
            "/staff",
            "ann",
            "It is for staff, inspectors and the administrator, and <bdi>ann</bdi> is logged in",
        ),
        ("/staff/Sydney", "ann", "and <bdi>ann</bdi> is logged in here as a player."),
        (
            "/staff/open",
            "ann",
            "It is for staff and the administrator, and <bdi>ann</bdi> is logged in",
        ),
        ("/staff/open", "ivo", "and <bdi>ivo</bdi> is logged in here as an inspector."),
        (
            "/staff/Sydney",
            "max",
            "It is for staff of Sydney, inspectors and the administrator, and <bdi>max</bdi> is logged in here",
        ),
    ],
)
def test_who_is_logged_in_is_told_whom_a_page_is_for(house: House, path: str, name: str, says: str) -> None:
    answer = httpx.get(house.url + path, cookies={COOKIE: house.token(name)}, timeout=ANSWER_S)
    assert answer.status_code == 403
    assert says in answer.text
    assert f"/login?next={path}" in answer.text
    stranger = httpx.get(house.url + path, timeout=ANSWER_S)
    assert (stranger.status_code, stranger.headers["location"].partition("&")[0]) == (303, f"/login?next={path}")


def test_who_is_logged_out_elsewhere_is_shown_nothing_more(browser: Browser, house: House) -> None:
    table = house.real_table()
    token = house.log_in("dan")
    with visiting(browser) as page:
        page.context.add_cookies([{"name": COOKIE, "value": token, "url": house.url}])
        page.goto(f"{house.url}/staff/{table}")
        expect(page.locator("[data-step]")).to_have_text("Bring cards")
        house.post("/api/logout", token)
        page.wait_for_url(re.compile("/login"))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1920, 1080)])
def test_the_page_can_be_used_by_everybody_on_every_screen(
    browser: Browser, house: House, theme: str, width: int, height: int
) -> None:
    table = house.real_table()
    with visiting(browser, theme=theme, width=width, height=height) as page:
        house.open_staff(page, "bea", table)
        expect(page.locator("[data-step]")).to_be_visible()
        page.evaluate("for (const fold of document.querySelectorAll('main details')) fold.open = true")
        find(page, "fill")
        assert offences(page) == []
        assert overflows(page) == 0
        assert too_small(page) == []
