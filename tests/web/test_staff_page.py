"""The staff's pages: what comes next, forms and log by themselves, and running a table in a real browser."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import offences, overflows, visiting
from support.house import ANSWER_S, SECRET, House
from support.random_players import RandomPlayers
from support.tables import BOOKS, Table

from cutcard.floor.house_dealer import with_randomness
from cutcard.floor.live_table import TableUpdate
from cutcard.rulebooks import load
from cutcard.service.cross_site import COOKIE
from cutcard.service.odds_question import Question
from cutcard.service.wire import WORDS
from cutcard.table import (
    Acted,
    Approve,
    Call,
    ChangeLimits,
    DeclineCut,
    DeclineOffer,
    FillFloat,
    Person,
    PlaceWager,
    PostMinimum,
    Refusal,
    RestrictToOneBox,
    TableState,
    act,
    view,
)
from cutcard.table.registry import COMMANDS
from cutcard.web import staff_line
from cutcard.web.open_table_page import opening, rest_html
from cutcard.web.staff_forms import FormError, command_from, fields_of, form_html
from cutcard.web.staff_groups import GROUPS, buttons_html
from cutcard.web.staff_html import calls_html, step_html
from cutcard.web.staff_line import LineError
from cutcard.web.staff_log import entry_html, line_of
from cutcard.web.staff_steps import next_step
from cutcard.web.table_clicks import moment

STEPS_MOST = 60


# ---------------------------------------------------------------------------------------------------- by themselves


def test_every_command_has_its_place_on_the_page() -> None:
    assert {spec.group for spec in COMMANDS.values()} == {"", *(group.name for group in GROUPS)}
    elsewhere = {spec.name for spec in COMMANDS.values() if not spec.group}
    assert elsewhere == {
        "open-table",
        "tick",
        "remove-player",
        "press-button",
        "call",
    }  # on other pages, by the clock, on the table


@pytest.mark.parametrize("book", BOOKS)
def test_the_next_step_leads_through_a_round_and_is_never_refused(book: str) -> None:
    floor = Table(book)
    floor.seat("ann", 2)
    floor.seat("bob", 5)
    for _ in range(STEPS_MOST):
        step = next_step(floor.state)
        if floor.state.betting == "open" and not floor.state.bets:
            floor.do(PlaceWager(2, 2000), "ann")
        elif step.command is not None:
            floor.do(with_randomness(floor.state, step.command))
        elif floor.state.shoe.offered is not None:
            floor.do(DeclineCut(), floor.state.shoe.offered)
        else:
            assert floor.state.round is not None
            called = staff_line.read("h" if floor.state.round.hand.total < 12 else "s", floor.state)
            assert isinstance(called, Call)
            floor.do(Call(called.command), called.player)
        if floor.state.number == 2:
            return
    pytest.fail(f"no second round within {STEPS_MOST} steps: {step}")


@pytest.mark.parametrize("seed", range(12))
def test_any_table_can_be_shown_and_its_log_written(seed: int) -> None:
    random = Random(seed)
    book = BOOKS[seed % len(BOOKS)]
    wanderers = RandomPlayers(random, book, "blackjack")
    state, version = TableState(), 0
    staff = [Person("sam", role) for role in load(book).roles]
    for _ in range(250):
        command, by = wanderers.next(state)
        acted = act(state, command, by, state.now + 1000)
        if isinstance(acted, Refusal):
            continue
        happened = TableUpdate(version + len(acted.events), acted.events, state, acted.state)
        state, version = acted.state, happened.version
        for viewer in (None, staff[0]):
            said = entry_html(line_of(happened, viewer), book)
            assert re.findall(r"\b[2-9TJQKA][cdhs]\b", said) == []  # dealt cards are told by their signs
        if state.phase == "open":
            shown(state, random.choice(staff))


def shown(state: TableState, person: Person) -> None:
    for group in GROUPS:
        group.shows(state)
        buttons_html(group, state, person)
    step_html(state, person)
    calls_html(view.table(state, person), moment(state))


@pytest.mark.parametrize("word", sorted(set(WORDS) - {"open-table"}))  # which has a page of its own
def test_every_command_has_a_form_that_labels_its_fields(word: str) -> None:
    floor = Table("melbourne-v26", side_bets={"perfect-pairs": "A"})
    html = form_html(word, floor.state)
    ids = re.findall(r'<(?:input|select)[^>]* id="([^"]+)"', html)
    assert sorted(ids) == sorted(re.findall(r'<label for="([^"]+)"', html))
    assert len(set(ids)) == len(ids)


def test_a_form_says_the_command() -> None:
    floor = Table("sydney-v15", side_bets={"perfect-pairs": True})
    state = floor.state

    def said(word: str, **entries: str) -> Any:
        return command_from(word, [(name.replace("__", ":"), value) for name, value in entries.items()], state, 1000)

    changed = said("change-limits", sign__minimum="25", sign__maximum="1,000", told="yes")
    assert isinstance(changed, ChangeLimits)
    assert (changed.sign.minimum, changed.sign.maximum, changed.told) == (2500, 100_000, True)
    assert said("fill-float", chips__500="3", chips__10000="2", chips__100="") == FillFloat({500: 3, 10_000: 2})
    assert said("post-minimum", minimum="50", holds_from="20") == PostMinimum(5000, 1000 + 2000 + 20 * 60_000)
    told = said("restrict-to-one-box", player="ann", told__inspector="I. Reed")
    assert told == RestrictToOneBox("ann", (("inspector", "I. Reed"),))
    for wrong in ({"minimum": "lots", "holds_from": "20"}, {"minimum": "50", "holds_from": ""}):
        with pytest.raises((FormError, LineError)):
            said("post-minimum", **wrong)


def test_a_form_asks_only_what_the_document_wants_to_know() -> None:
    sydney, canberra = Table("sydney-v15").state, Table("canberra-2006").state
    assert [field.name for field in fields_of("restrict-for-shoe", sydney)] == ["player"]  # nobody need be told
    assert [field.default for field in fields_of("post-minimum", sydney) if field.kind == "minutes"] == [20]
    assert [field.name for field in fields_of("give-closing-notice", canberra)] == []


def test_a_line_means_what_the_table_waits_for() -> None:
    floor = Table("sydney-v15", source="real", side_bets={"perfect-pairs": True})
    floor.do(staff_line.read("sit ann 3", floor.state), floor.dealer)
    floor.do(staff_line.read("buy ann 500", floor.state), floor.dealer)
    floor.ready()
    with pytest.raises(LineError, match="nothing is to be typed now"):
        staff_line.read("ann 3 20", floor.state)
    floor.do(next_step(floor.state).command, floor.dealer)  # type: ignore[arg-type]
    assert staff_line.read("ann 3 20.50", floor.state) == PlaceWager(3, 2050, player="ann")
    assert staff_line.read("ann 3 5 perf", floor.state) == PlaceWager(3, 500, "perfect-pairs", player="ann")
    for named in ("perfect pairs", "Perfect  Pairs", "PERFECT P"):
        assert staff_line.read(f"ann 3 5 {named}", floor.state) == PlaceWager(3, 500, "perfect-pairs", player="ann")
    with pytest.raises(LineError, match=r"no side bet 'any pairs' here.* Perfect Pairs"):
        staff_line.read("ann 3 5 any pairs", floor.state)
    for wrong in ("ann 3", "ann three 20", "ann 3 lots", "ann 3 20 lotto", "sit ann"):
        with pytest.raises(LineError):
            staff_line.read(wrong, floor.state)
    floor.do(staff_line.read("ann 3 20", floor.state), floor.dealer)
    floor.do(staff_line.read("ann 3 5 perfect-pairs", floor.state), floor.dealer)
    for _ in range(2):
        floor.do(next_step(floor.state).command, floor.dealer)  # type: ignore[arg-type]
    assert next_step(floor.state).enter == "cards"
    with pytest.raises(LineError, match="not a card"):
        staff_line.read("As Xx", floor.state)
    with pytest.raises(LineError, match="6♠ is one card too many: after 8♠, 6♥ and 8♦ Ann decides on box 3;") as no:
        staff_line.read("8s 6h 8d 6s", floor.state)
    assert no.value.clause == floor.state.rules.clauses["deal.order"]
    floor.do(staff_line.read("8S, 6h 8d", floor.state), floor.dealer)
    called = staff_line.read("p", floor.state)
    assert isinstance(called, Call)
    assert (type(called.command).__name__, called.player) == ("Split", "ann")
    with pytest.raises(LineError, match="waits for a call"):
        staff_line.read("As", floor.state)
    assert staff_line.read("no ann", floor.state) == DeclineOffer("ann")


def test_a_name_that_two_side_bets_begin_with_is_asked_about() -> None:
    bets: dict[str, str | bool] = {"perfect-pairs": True, "pontoon-pandemonium": "1"}
    floor = Table("melbourne-v26", "crown-pontoon", source="real", side_bets=bets)
    floor.seat("ann", 3).ready()
    floor.do(next_step(floor.state).command, floor.dealer)  # type: ignore[arg-type]
    with pytest.raises(LineError, match="'p' may be Perfect Pairs or Pontoon Pandemonium"):
        staff_line.read("ann 3 5 p", floor.state)
    assert staff_line.read("ann 3 5 po", floor.state) == PlaceWager(3, 500, "pontoon-pandemonium", player="ann")


def test_the_log_of_a_hand_that_lies_face_down_tells_neither_cards_nor_total() -> None:
    floor = Table("melbourne-v26")
    floor.seat("ann", 1).ready("8s Kh 9d 7c")
    told = (("inspector", "I. Reed"), ("surveillance", "room 2"))
    floor.do(command_from("deal-face-down", [(f"told:{whom}", name) for whom, name in told], floor.state, 0))
    lines = follow(floor, Person("dan", "dealer"))
    assert any("a card face down to box 1" in line for line in lines)
    assert not any("8♠" in line or "9♦" in line or "17" in line for line in lines)
    assert any("K♥ to the dealer" in line for line in lines)
    assert any("8♠ to box 1" in line for line in follow(floor, Person("ivo", "inspector")))


def follow(floor: Table, viewer: Person) -> list[str]:
    """The log of a round as somebody reads it, up to where the player is asked."""
    lines: list[str] = []
    state = floor.state
    for command, by in ((next_step(state).command, floor.dealer), (PlaceWager(1, 2000), floor.person("ann"))):
        assert command is not None
        state = say(state, command, by, viewer, lines)
    for _ in range(2):
        command = next_step(state).command
        assert command is not None
        state = say(state, command, floor.dealer, viewer, lines)
    return lines


def say(state: TableState, command: Any, by: Person, viewer: Person, lines: list[str]) -> TableState:
    acted = act(state, command, by, 0)
    assert isinstance(acted, Acted), acted
    lines += line_of(TableUpdate(len(acted.events), acted.events, state, acted.state), viewer).came_of
    return acted.state


@pytest.mark.parametrize(
    ("book", "game", "bet"),
    [("melbourne-v26", "crown-pontoon", "perfect-pairs"), ("canberra-2003", "blackjack", "super-sevens")],
)
def test_the_form_that_opens_a_table_opens_one(book: str, game: str, bet: str) -> None:
    question = Question(book=book, game=game)
    html = rest_html(question)
    given = dict(re.findall(r'<input class="cc-input" name="([^"]+)"[^>]* value="([^"]*)"', html))
    assert f'name="side:{bet}"' in html
    given |= {"table": "T9", "source": "real", "layout_approved": "yes", "drop_box": "yes", f"side:{bet}": "yes:"}
    command = opening(question, given)
    acted = act(TableState(), command, Person("mia", load(book).roles[-1]), 0)
    assert isinstance(acted, Acted), acted
    assert acted.state.config.source == "real"
    assert set(acted.state.config.side_bets) == {bet}
    with pytest.raises(FormError):
        opening(question, given | {"table": "a/b"})


# ------------------------------------------------------------------------------------------------------ in a browser


def typed(page: Page, text: str, then: str) -> None:
    """Type a line and Enter; what comes next is then said."""
    page.locator("#line").fill(text)
    page.locator("#line").press("Enter")
    expect(page.locator(".cs-now")).to_contain_text(then)


def test_a_dealer_runs_a_round_with_real_cards_by_keyboard(browser: Browser, house: House) -> None:
    table = house.real_table()
    with visiting(browser) as page:
        house.open_staff(page, "dan", table)
        expect(page.locator("[data-step]")).to_have_text("Bring cards")
        page.keyboard.press("/")
        typed(page, "sit ann 3", "Bring cards")
        typed(page, "buy ann 200", "Bring cards")
        for then in ("Check cards", "Shuffle", "Ann is asked to cut"):
            typed(page, "", then)
        typed(page, "cut ann 100", "Place the cutting card")
        for then in ("Burn card", "Open betting", "Waiting for wagers"):
            typed(page, "", then)
        typed(page, "ann 3 20", "Call last bets")
        typed(page, "", "No more bets")
        typed(page, "", "Card for box 3")
        typed(page, "9s Kh 9d", "Ann decides on box 3")
        expect(page.get_by_role("group", name="Ann, box 3").locator("[aria-disabled]").first).to_be_visible()
        page.locator('[data-call^="split"]').click()
        typed(page, "2c", "Ann decides on hand 1 of box 3")
        typed(page, "d", "Card for hand 1 of box 3")
        page.locator('[data-rank="T"]').click()
        page.locator('[data-suit="d"]').click()
        expect(page.locator("#line")).to_have_value("Td")
        typed(page, "Td 9c", "Ann decides on hand 2 of box 3")
        typed(page, "s", "Card for the dealer")
        typed(page, "Qs", "Open betting for round 2")
        log = page.locator(".cs-log")
        expect(log).to_contain_text("Q♠ to the dealer; the round is over")
        expect(log).to_contain_text("hand 1, double $20: 21 against the dealer's 20")
        assert offences(page) == []
    record = house.get(f"/api/tables/{table}/rounds/1", "bea")
    assert record["net"] == {"ann": "20"}  # 21 with the double wins $40, 18 loses $20


def test_a_dealer_who_types_ahead_of_the_page_is_read_in_order(browser: Browser, house: House) -> None:
    table = house.real_table()
    house.ready(table)
    with visiting(browser) as page:
        house.open_staff(page, "dan", table)
        expect(page.locator("[data-step]")).to_have_text("Open betting for round 1")
        typed(page, "", "Waiting for wagers")
        typed(page, "ann 3 20", "Call last bets")
        typed(page, "", "No more bets")
        typed(page, "", "Card for box 3")
        for line in ("9s Kh 9d", "p", "2c", "d", "Td 9c", "s", "Qs"):
            page.evaluate("text => emitEvent('cs-act', {id: text, act: 'line', text})", line)
        expect(page.locator(".cs-now")).to_contain_text("Open betting for round 2")
    assert house.get(f"/api/tables/{table}/rounds/1", "bea")["net"] == {"ann": "20"}


def test_what_is_typed_anywhere_on_the_page_goes_to_the_line(browser: Browser, house: House) -> None:
    table = house.real_table()
    with visiting(browser) as page:
        house.open_staff(page, "dan", table)
        expect(page.locator("[data-step]")).to_have_text("Bring cards")
        line, list_ = page.locator("#line"), page.get_by_text("What may be typed")
        list_.click()
        page.keyboard.press("/")
        expect(line).to_be_focused()
        expect(line).to_have_value("")  # the key itself is not typed
        list_.focus()
        page.keyboard.type("sit ann 3")
        expect(line).to_have_value("sit ann 3")
        page.keyboard.press("Enter")
        expect(page.locator("#seats")).to_contain_text("ann")
        list_.focus()
        page.keyboard.press("n")
        expect(page.locator("[data-step]")).to_have_text("Check cards")
        page.keyboard.press("Enter")  # on the list itself it opens or folds the list
        expect(page.locator("details", has=list_)).not_to_have_attribute("open", "")
        expect(page.locator("[data-step]")).to_have_text("Check cards")


def test_a_refused_line_comes_back_marked_so_that_the_next_replaces_it(browser: Browser, house: House) -> None:
    table = house.real_table()
    house.ready(table)
    house.say(table, "dan", "open-betting")
    with visiting(browser) as page:
        house.open_staff(page, "dan", table)
        expect(page.locator(".cs-now")).to_contain_text("Waiting for wagers")
        line = page.locator("#line")
        line.press_sequentially("ann 3 200000")
        line.press("Enter")
        expect(line).to_have_value("ann 3 200000")
        page.keyboard.type("ann 3 20")
        expect(line).to_have_value("ann 3 20")
        page.keyboard.press("Enter")
        expect(page.locator(".cs-now")).to_contain_text("Call last bets")
        house.say(table, "dan", "no-more-bets")
        expect(page.locator(".cs-now")).to_contain_text("Card for box 3")
        page.keyboard.type("9s Qd Qd Qd")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("Q♦ is one card too many: after 9♠, Q♦ and Q♦ Ann decides")
        expect(page.get_by_role("alert")).to_contain_text("none of these cards was entered")
        expect(line).to_have_value("9s Qd Qd Qd")
        page.locator('[data-rank="9"]').click()
        page.locator('[data-suit="s"]').click()
        expect(line).to_have_value("9s")  # nor is a card from the buttons added to what was refused
    assert house.get(f"/api/tables/{table}", "dan")["table"]["boxes"][2]["hands"][0]["cards"] == []


def test_a_call_sent_twice_for_the_same_moment_is_one_call(browser: Browser, house: House) -> None:
    table = house.real_table()
    house.ready(table)
    house.say(table, "dan", "open-betting")
    house.say(table, "dan", "place-wager", box=3, amount=2000, player="ann")
    house.say(table, "dan", "no-more-bets")
    house.say(table, "dan", "deal-cards", cards=["8s", "Kh", "8d"])
    with visiting(browser) as page:
        house.open_staff(page, "dan", table)
        split = page.locator('[data-call^="split"]')
        expect(split).to_be_visible()
        split.evaluate("button => { button.click(); button.click(); }")
        expect(page.get_by_role("alert")).to_contain_text("too late")
    hands = house.get(f"/api/tables/{table}", "dan")["table"]["boxes"][2]["hands"]
    assert len(hands) == 2


def test_wrong_input_gets_a_sentence_with_its_clause_and_changes_nothing(browser: Browser, house: House) -> None:
    table = house.real_table()
    house.ready(table)
    house.say(table, "dan", "open-betting")
    with visiting(browser) as page:
        house.open_staff(page, "dan", table)
        for text, says in (
            ("ann 3 250", "has chips of $200 only"),
            ("ann 3", "such as: ann 1 20"),
            ("zoe 3 20", "Zoe is not"),
        ):
            typed(page, text, "Waiting for wagers")
            expect(page.get_by_role("alert")).to_contain_text(says)
        expect(page.locator("#line")).to_have_value("zoe 3 20")  # to be put right
    assert house.get(f"/api/tables/{table}", "dan")["table"]["boxes"][2]["wagers"] == []


def test_what_is_above_the_role_is_unlit_and_says_who_may(browser: Browser, house: House) -> None:
    table = house.real_table()
    with visiting(browser) as page:
        house.open_staff(page, "dan", table)
        limits = page.locator("#limits-and-signs")
        button = limits.locator("button", has_text="Change limits")
        expect(button).to_have_attribute("aria-disabled", "true")
        expect(limits).to_contain_text("only the gaming supervisor or above, clause 6.5")
        button.click(force=True)
        # the page is not what keeps them from it
        page.evaluate("emitEvent('cs-act', {id: 'x', act: 'form', word: 'announce-last-rounds', entries: []})")
        expect(page.get_by_role("alert")).to_be_visible()
        expect(page.locator("form[data-form]")).to_have_count(0)  # nor has the click opened one


def test_a_supervisor_changes_a_limit_and_the_players_page_shows_it(browser: Browser, house: House) -> None:
    with visiting(browser) as player, visiting(browser) as page:
        player.goto(f"{house.url}/table/Sydney-earlier")
        expect(player.locator("#felt")).to_contain_text("$10 to $500")
        house.enter(page, "bea")
        page.goto(f"{house.url}/staff/Sydney-earlier")
        page.locator('[data-do="change-limits"]').click()
        form = page.locator('form[data-form="change-limits"]')
        form.get_by_label("Maximum in dollars").fill("300")
        form.get_by_label("The players were told first").check()
        assert offences(page) == []
        form.get_by_role("button", name="Change limits").click()
        expect(page.locator("#limits-and-signs")).to_contain_text("maximum $300")
        expect(page.get_by_role("status").first).to_contain_text("done")
        expect(form).to_have_count(0)
        expect(player.locator("#felt")).to_contain_text("$10 to $300")


def test_an_inspector_reads_everything_and_has_no_command(browser: Browser, house: House) -> None:
    table = house.real_table()
    house.ready(table)
    with visiting(browser) as page:
        house.open_staff(page, "ivo", table)
        expect(page.get_by_role("status")).to_have_text("An inspector reads everything and changes nothing.")
        expect(page.locator(".cs-log")).to_contain_text("place cutting card")
        expect(page.locator("#seats")).to_contain_text("ann")
        commands = page.get_by_role("main").locator("[data-do], [data-step], [data-call], #line, form")
        expect(commands).to_have_count(0)
        page.evaluate("emitEvent('cs-act', {id: 'x', act: 'open', word: 'open-betting'})")
        expect(page.get_by_role("alert")).to_contain_text("changes nothing")
    assert house.get(f"/api/tables/{table}", "ivo")["table"]["betting"] == "closed"


@pytest.mark.parametrize(
    ("path", "name", "says"),
    [
        ("/staff", "ann", "It is for staff, inspectors and the administrator, and Ann is logged in here as a player."),
        ("/staff/Sydney", "ann", "and Ann is logged in here as a player."),
        (
            "/staff/Sydney",
            "max",
            "It is for staff of Sydney, inspectors and the administrator, and Max is logged in here",
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


def test_a_supervisor_opens_a_table(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        house.enter(page, "bea")
        page.goto(f"{house.url}/staff")
        expect(page.locator("table")).to_contain_text("Sydney")
        page.get_by_label("Name of the table").fill("New one")
        page.get_by_label("Maximum in dollars").fill("1")
        page.get_by_role("button", name="Open the table").click()
        expect(page.get_by_role("alert")).to_be_visible()  # a maximum below the minimum
        page.get_by_label("Maximum in dollars").fill("800")
        page.get_by_label("Perfect Pairs").select_option("offered")
        assert offences(page) == []
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url(f"{house.url}/staff/New%20one")
        expect(page.locator("#limits-and-signs")).to_contain_text("maximum $800")


def test_a_dealer_is_told_who_opens_tables(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        house.enter(page, "dan")
        page.goto(f"{house.url}/staff")
        opening = page.get_by_role("region", name="Open a table")
        expect(opening).to_contain_text("Only the gaming supervisor or anybody above may open a table, not a dealer")
        expect(opening.locator(".cc-clause").first).to_have_text("2.2")
        expect(opening.locator("form, select")).to_have_count(0)
        house.enter(page, "bea")
        page.goto(f"{house.url}/staff")
        expect(opening.get_by_label("Book").locator("option")).to_have_count(2)  # both editions of her casino's


def test_who_is_logged_out_elsewhere_is_shown_nothing_more(browser: Browser, house: House) -> None:
    table = house.real_table()
    token = house.log_in("dan")
    with visiting(browser) as page:
        page.context.add_cookies([{"name": COOKIE, "value": token, "url": house.url}])
        page.goto(f"{house.url}/staff/{table}")
        expect(page.locator("[data-step]")).to_have_text("Bring cards")
        house.post("/api/logout", token)
        house.say(table, "bea", "bring-cards")
        page.wait_for_url(re.compile("/login"))
        expect(page.get_by_role("alert")).to_contain_text("for staff")


def test_a_players_page_ends_with_their_account(browser: Browser, house: House) -> None:
    new = {"name": "gus", "role": "player", "password": SECRET}
    root = {"Authorization": f"Bearer {house.token('root')}"}
    assert httpx.post(f"{house.url}/api/accounts", json=new, headers=root, timeout=ANSWER_S).status_code == 201
    with visiting(browser) as page:
        house.enter(page, "gus")
        page.goto(f"{house.url}/table/Sydney")
        expect(page.locator("#controls")).not_to_be_empty()
        house.post("/api/accounts/gus/disable", house.token("root"))
        expect(page.get_by_role("link", name="Log in", exact=True).first).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_staffs_page_is_accessible_and_fits_a_phone(browser: Browser, house: House, theme: str) -> None:
    table = house.real_table()
    house.ready(table)
    with visiting(browser, theme=theme, width=390) as page:
        house.open_staff(page, "bea", table)
        expect(page.locator("[data-step]")).to_be_visible()
        page.evaluate("for (const fold of document.querySelectorAll('.cs-groups > details')) fold.open = true")
        assert offences(page) == []
        assert overflows(page) == 0


def test_what_waits_for_a_second_person_is_listed_and_can_be_approved() -> None:
    floor = Table("sydney-v15", two_people=True)
    group = next(group for group in GROUPS if group.name == "approvals")
    assert "1. Fill float, asked for by mia (gaming manager)" in group.shows(floor.state)
    assert "1000000×$1" in group.shows(floor.state)
    buttons = buttons_html(group, floor.state, floor.dealer)
    assert all(f'data-do="{word}"' in buttons for word in ("approve", "reject-approval", "withdraw-approval"))
    (number,) = fields_of("approve", floor.state)
    assert (number.name, number.default) == ("number", 1)
    assert command_from("approve", [("number", "1")], floor.state, 0) == Approve(1)
    assert "Nothing waits" in group.shows(floor.state._replace(approvals={}))
    assert "one person of the right role is enough" in group.shows(Table("sydney-v15").state)
