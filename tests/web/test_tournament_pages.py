"""Tournaments in a real browser: entering one, the director's desk, a session at its table, the board and the terms."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import offences, overflows, visiting
from support.clauses import clause
from support.house import SECRET, House, opened_house
from support.tournament_floor import FINAL, MINUTE, TournamentFloor
from support.tournament_floor import HEAT as PLAIN_HEAT
from support.waiting import eventually

from cutcard.service.accounts import CHEAP, Accounts
from cutcard.store import Store
from cutcard.table import Person
from cutcard.tournaments import (
    AllocateSeats,
    AnnounceTournament,
    ApplyToEnter,
    AppointDirector,
    BeginAtTable,
    CloseEntries,
    DesignateTable,
    OpenEntries,
)

NAME = "cup"
HEAT = {"heat:pass_cards": "1", "heat:undisclosed": "1", "heat:length": "2"}
HEAT_TERMS = PLAIN_HEAT._replace(rounds=2, pass_cards=1, undisclosed=1)
SIZES = ((390, 844), (844, 390), (1440, 900))


@pytest.fixture(scope="module")
def entered(house: House, browser: Browser) -> str:
    """A tournament that bob has entered over the API, and ann on its page."""
    for who in ("ann", "bob", "bea", "root"):
        house.token(who)
    house.tournament(NAME, "bob", decks="8", fewest="2", **HEAT)
    with visiting(browser, width=390) as page:
        house.enter(page, "ann")
        page.goto(f"{house.url}/tournaments/{NAME}")
        page.get_by_role("button", name="Enter for $100").click()
        expect(page.get_by_label("I have read the terms")).to_be_focused()  # nothing is sent before that
        page.get_by_label("I have read the terms").check()
        page.get_by_role("button", name="Enter for $100").click()
        expect(page.get_by_role("heading", name="Your entry, number 2")).to_be_visible()
        expect(page.locator("#tournament")).to_contain_text("$200")  # the pool
    return NAME


@pytest.fixture(scope="module")
def drawn(house: House, browser: Browser, entered: str) -> str:
    """The same with its seats drawn, after the director has done everything at the desk."""
    with visiting(browser) as page:
        house.enter(page, "bea")
        page.goto(f"{house.url}/staff/tournaments/{entered}")
        given(page, "close-entries", at_once=True)
        given(page, "designate-table", {"Table": "Sydney"})
        given(page, "commit-ballot")
        given(page, "draw-seats", {"Starts in how many minutes": "60"})
        given(page, "move-start", {"Starts in how many minutes": "15"})
        expect(page.locator("#tournament-desk")).to_contain_text("Next: Heat")
        assert offences(page) == []
    return entered


def given(page: Page, command: str, fields: dict[str, str] | None = None, *, at_once: bool = False) -> None:
    """Give a command by its form on the desk; at once where nothing is filled in and the page asks once more anyway."""
    page.locator(f'[data-do="{command}"]').click()
    form = page.locator(".staff-form")
    for label, value in (fields or {}).items():
        form.get_by_label(label).fill(value)
    if not at_once:
        form.locator('button[type="submit"]').click()
    confirmed(page)
    expect(form.get_by_role("status")).to_contain_text("done")
    form.get_by_role("button", name="Close").click()


def confirmed(page: Page) -> None:
    """Say yes where the desk asks whether a command is really meant."""
    yes, form = page.locator("[data-yes]"), page.locator(".staff-form")
    answered = form.get_by_role("status").or_(form.get_by_role("alert"))
    expect(yes.or_(answered).first).to_be_visible()
    if yes.count():
        yes.click()


@clause("sydney-v15", "19.4.1")
def test_the_terms_are_a_page_and_a_file_to_print(browser: Browser, house: House, entered: str) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/tournaments/{entered}/terms")
        expect(page.locator(".tm-terms")).to_contain_text("The entry fee is $100.")
        page.emulate_media(media="print")
        expect(page.locator(".cc-header")).to_be_hidden()
        with page.expect_download() as file:
            page.emulate_media(media="screen")
            page.get_by_role("link", name="a file to print").click()
        assert file.value.suggested_filename == f"{entered}-terms.html"


def test_a_player_withdraws_and_comes_back_on_the_page(browser: Browser, house: House) -> None:
    house.tournament("open", "bob", decks="8")
    with visiting(browser, width=390) as page:
        house.enter(page, "bob")
        page.goto(f"{house.url}/tournaments/open")
        page.get_by_role("button", name="Withdraw").click()
        form = page.get_by_role("form", name="Withdraw")
        expect(form).to_contain_text("What you have paid stays in the pool.")
        assert (offences(page), overflows(page)) == ([], 0)
        form.get_by_role("button", name="Withdraw").click()
        expect(page.get_by_label("Your entry 1")).to_contain_text("withdrawn")
        expect(page.get_by_role("button", name="Enter for $100")).to_be_visible()


def test_the_terms_are_amended_at_the_desk_and_signed_on_the_page(browser: Browser, house: House) -> None:
    house.tournament("signed", "bob", decks="8", signed="yes")
    with visiting(browser) as page:
        house.enter(page, "root")
        page.goto(f"{house.url}/staff/tournaments/signed")
        page.get_by_text("Amend the terms").click()
        text = page.get_by_label("The whole of the new terms")
        expect(text).to_have_value(re.compile("The signed"))
        text.fill(text.input_value().replace("The signed", "The amended"))
        page.get_by_role("button", name="Amend", exact=True).click()
        expect(page.locator(".staff-about")).to_contain_text("The amended")
    with visiting(browser, width=390) as page:
        house.enter(page, "bob")
        page.goto(f"{house.url}/tournaments/signed")
        page.get_by_role("button", name="Sign the terms").click()
        page.get_by_role("form", name="Sign the terms").get_by_role("button", name="Sign the terms").click()
        expect(page.get_by_role("button", name="Sign the terms")).to_have_count(0)


def test_the_board_follows_the_tournament(browser: Browser, house: House, drawn: str) -> None:
    with visiting(browser, width=1920, height=1080) as board:
        board.goto(f"{house.url}/tournaments/{drawn}/board")
        expect(board.locator(".bd-leaders li")).to_have_count(2)
        expect(board.locator(".bd-next")).to_contain_text("Next: Heat")
        house.tell(drawn, "root", "add-to-pool", amount=5000)
        expect(board.locator(".bd-top")).to_contain_text("pool $250")  # without loading the page again
        for width, height in SIZES:
            board.set_viewport_size({"width": width, "height": height})
            assert (offences(board), overflows(board)) == ([], 0)


def test_a_demonstration_starts_a_tournament_at_a_click(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/tournaments")
        page.get_by_role("button", name="Play as guest to start it").click()
        page.get_by_role("button", name="Start a tournament of 100").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Hundred-seat")


# -------------------------------------------------------------------------------------------- a session at its table


def begun(store: Store) -> None:
    """A heat of ann, bob and cat at table T1, which deals by itself; ann is the first to bet."""
    Accounts(store, CHEAP).create("cat", "player", SECRET, "", at_ms=0)
    terms: dict[str, Any] = {"stages": (HEAT_TERMS, FINAL), "currency": "play", "fewest": 2, "bet_ms": 3_600_000}
    floor = TournamentFloor(store, allocation="director", **terms)
    floor.now = int(time.time() * 1000) - 3 * 60 * MINUTE
    floor.terms = floor.terms._replace(starts_at=floor.now + 30 * MINUTE)
    floor.taking_entries().entered("ann", "bob", "cat")
    floor.open_table("T1", play_money=True, runs_itself=True, betting_ms=600_000, decision_ms=600_000)
    floor.do(CloseEntries())
    floor.do(DesignateTable("T1"))
    floor.do(AllocateSeats("T1", {1: 1, 2: 2, 3: 3}, starts_at=floor.terms.starts_at))
    floor.later(40)
    floor.do(BeginAtTable("T1"))
    two_people(store)


def two_people(store: Store) -> None:
    """Another tournament, which bea runs in a house where some things take two people; bob has entered it."""
    floor, bea = TournamentFloor(store, currency="play"), Person("bea", "gaming-supervisor")
    floor.name, floor.now = "pair", int(time.time() * 1000) - MINUTE
    terms = floor.terms._replace(starts_at=floor.now + 60 * MINUTE)
    floor.do(AnnounceTournament("pair", terms, two_people=True))
    floor.do(AppointDirector("bea"))
    floor.do(OpenEntries(floor.told("open-entries")))
    floor.do(ApplyToEnter("bob", agrees=True, cash=True), bea)


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with opened_house(tmp_path_factory.mktemp("session"), begun) as opened:

        def betting() -> bool:  # once whoever is asked to cut has declined
            waiting = opened.get("/api/tables/T1", "ann")["table"]["waiting"]
            if waiting["needs"] == "cut":
                opened.say("T1", waiting["players"][0], "decline-cut")
            return bool(waiting["needs"] == "wagers")

        eventually(betting, "the first wager of the session")
        yield opened


@clause("sydney-v15", "19.7.1", "19.8.1")
def test_a_session_shows_chips_and_turns_and_takes_pass_card_and_form(browser: Browser, session: House) -> None:
    with visiting(browser, width=390, height=844) as ann, visiting(browser, width=1440, height=900) as bob:
        for page, who in ((ann, "ann"), (bob, "bob")):
            session.enter(page, who)
            page.goto(f"{session.url}/table/T1")
        expect(ann.locator("#prompt")).to_contain_text("Your turn to bet.")
        expect(ann.locator(".bar-session")).to_contain_text("Heat · Round 1 of 2")
        expect(bob.locator(".session-players li")).to_have_count(3)
        expect(bob.locator('[data-player="ann"]')).to_contain_text("to bet")
        expect(bob.locator("#do-pass-card")).to_have_attribute("aria-disabled", "true")  # not in turn
        for width, height in SIZES:
            ann.set_viewport_size({"width": width, "height": height})
            assert (offences(ann), overflows(ann)) == ([], 0)
        ann.locator("#open-form").click()
        ann.get_by_label("Wager in dollars").fill("170")
        ann.get_by_role("button", name="Hand in").click()
        expect(ann.locator("#own-form")).to_contain_text("Your form says $170")
        expect(bob.locator('[data-player="ann"]')).to_contain_text("undisclosed wager")
        assert "170" not in bob.locator("#table").inner_text()
        bob.locator("#do-pass-card").click()
        expect(bob.locator('[data-player="bob"]')).to_contain_text("passes")
        expect(bob.locator("#prompt")).to_contain_text("Cat to bet.")


@pytest.mark.parametrize("path", ["/tournaments/spring", "/staff/tournaments/spring", "/tournaments/spring/board"])
def test_a_running_tournament_fits_into_every_window(browser: Browser, session: House, path: str) -> None:
    with visiting(browser) as page:
        session.enter(page, "bea")
        page.goto(session.url + path)
        expect(page.get_by_text(re.compile("Running|Rounds left")).first).to_be_visible()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert (offences(page), overflows(page)) == ([], 0), width


def requested(page: Page, entry: str, reason: str) -> None:
    """Ask at the desk for a disqualification, which takes a second person."""
    page.locator('[data-do="disqualify"]').click()
    form = page.locator(".staff-form")
    expect(form).to_contain_text("It takes a second person to approve it.")
    form.get_by_label("Entry").fill(entry)
    form.get_by_label("What for").select_option("rules")
    form.get_by_label("Reason").fill(reason)
    form.locator('button[type="submit"]').click()
    confirmed(page)
    expect(form.get_by_role("status")).to_contain_text("second person")
    form.get_by_role("button", name="Close").click()


def decided(page: Page, command: str, number: str, reason: str = "") -> None:
    """Approve or reject at the desk what waits under a number."""
    page.locator(f'[data-do="{command}"]').click()
    form = page.locator(".staff-form")
    form.get_by_label("What was asked for").select_option(number)
    if reason:
        form.get_by_label("Reason").fill(reason)
    form.locator('button[type="submit"]').click()
    confirmed(page)


def test_a_second_person_approves_or_rejects_at_the_desk_what_the_director_asks_for(
    browser: Browser, session: House
) -> None:
    with visiting(browser) as bea, visiting(browser) as root:
        for page, who in ((bea, "bea"), (root, "root")):
            session.enter(page, who)
        bea.goto(f"{session.url}/staff/tournaments/pair")
        requested(bea, "1", "seen with a phone")
        requested(bea, "1", "capped a wager")
        decided(bea, "approve-request", "2")  # their own
        expect(bea.locator(".staff-form")).to_contain_text("omebody other than bea must approve this")
        expect(bea.get_by_role("group", name="Entries")).not_to_contain_text("disqualified")
        root.goto(f"{session.url}/staff/tournaments/pair")
        expect(root.locator(".link-need").first).to_contain_text("A second person has to approve or reject number 1")
        assert (offences(root), overflows(root)) == ([], 0)
        decided(root, "reject-request", "1", "it was the time that they looked at")
        expect(root.locator(".link-needs")).not_to_contain_text("number 1")
        expect(root.get_by_role("group", name="Entries")).not_to_contain_text("disqualified")
        root.locator(".staff-form").get_by_role("button", name="Close").click()
        decided(root, "approve-request", "2")
        expect(root.get_by_role("group", name="Entries")).to_contain_text("disqualified")
        expect(root.locator('[data-do="approve-request"]')).to_have_count(0)  # nothing waits any longer
