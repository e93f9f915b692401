"""The history in a browser: rounds found, replayed, weighed and shared; one's own play, shoes and the audit."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import FIRST_MS, offences, overflows, too_small, visiting
from support.house import ANSWER_S, House

from cutcard.cards import cards as cards_of
from cutcard.cli.verify_shoe import faults
from cutcard.records import settle
from cutcard.service.cross_site import COOKIE
from cutcard.table.commitment import seal

NUMBERS = itertools.count(1)
SIZES = ((390, 844), (844, 390), (768, 1024), (1366, 768), (1920, 1080))


@pytest.fixture(scope="module")
def played(house: House) -> str:
    """A table where ann has played two rounds and bob one; ann has left it."""
    table = house.real_table()
    house.ready(table)
    house.round(table)
    house.round(table)
    house.say(table, "dan", "leave", player="ann")
    house.say(table, "dan", "sit", box=3, player="bob")
    house.card_in(table, "bob")
    house.say(table, "dan", "sell-chips", player="bob", amount=20_000)
    house.round(table, "bob")
    return table


@pytest.fixture(scope="module")
def shoe(house: House) -> str:
    """A table with a virtual shoe from which ann has been dealt a round, and which has ended then; its name."""
    table = f"Virtual-{next(NUMBERS)}"
    rules = {"book": "sydney-v15", "game": "blackjack", "decks": 8, "sign": {"minimum": 1000, "maximum": 50_000}}
    house.say(table, "bea", "open-table", table=table, **rules, chips=10_000_000, layout_approved=True)
    house.say(table, "root", "approve", number=1)  # the first fill takes two people
    house.say(table, "ann", "sit", box=3)
    house.say(table, "dan", "sell-chips", player="ann", amount=20_000)
    for do in ("bring-cards", "check-cards", "shuffle"):
        house.say(table, "dan", do)
    house.say(table, "ann", "cut", at=100)
    house.say(table, "dan", "place-cutting-card", behind=78)
    for do in ("burn-card", "open-betting"):
        house.say(table, "dan", do)
    house.say(table, "ann", "place-wager", box=3, amount=2000)
    house.say(table, "dan", "no-more-bets")
    while (seen := house.get(f"/api/tables/{table}", "ann")["table"])["waiting"]["needs"] in ("decision", "offers"):
        if seen["waiting"]["needs"] == "offers":
            house.say(table, "dan", "close-offers")
        else:  # chance has dealt: a low hand must draw
            allowed = {choice["act"] for choice in seen["choices"] if choice["allowed"]}
            house.say(table, "ann", "stand" if "stand" in allowed else "hit")
    return table


def finds(page: Page, *rounds: str) -> None:
    """Wait until these rounds are listed, in this order."""
    expect(page.locator("table.history-rows tbody th")).to_have_text([each.replace(" ", "\xa0") for each in rounds])


def words(page: Page) -> Any:
    return page.locator(".replay-words")


# -------------------------------------------------------------------------------------------------------------- finding


def test_rounds_are_found_by_table_player_and_time(browser: Browser, house: House, played: str) -> None:
    with visiting(browser) as page:
        house.enter(page, "bea")
        page.goto(f"{house.url}/history")
        page.get_by_label("Table", exact=True).fill(played)
        page.get_by_role("button", name="Find").click()
        page.wait_for_url(re.compile(f"table={played}"))
        finds(page, f"{played} 3", f"{played} 2", f"{played} 1")
        expect(page.locator("caption")).to_have_text("Newest first")
        page.get_by_label("Player").fill("ann")
        page.get_by_role("button", name="Find").click()
        page.wait_for_url(re.compile("player=ann"))
        finds(page, f"{played} 2", f"{played} 1")
        page.goto(f"{house.url}/history?table={played}&until=2001-01-01T00:00")
        expect(page.get_by_role("status")).to_contain_text("No finished round was found")
        expect(page.get_by_text("2001-01-01", exact=False)).to_be_visible()  # in local time, below the field
        page.goto(f"{house.url}/history?since=yesterday")
        expect(page.get_by_role("alert")).to_contain_text("is not a time such as")


def test_a_long_list_goes_on_page_by_page(browser: Browser, house: House, played: str) -> None:
    one, two = (
        house.get(f"/api/history?table={played}&most=1{more}", "bea")
        for more in ("", f"&before={house.get(f'/api/history?table={played}&most=1', 'bea')['before']}")
    )
    assert [each["round"] for each in (*one["rounds"], *two["rounds"])] == [3, 2]
    with visiting(browser) as page:
        house.enter(page, "bea")
        page.goto(f"{house.url}/history?table={played}&before={one['before']}")
        finds(page, f"{played} 2", f"{played} 1")
        page.get_by_role("link", name="Newest").click()
        finds(page, f"{played} 3", f"{played} 2", f"{played} 1")


def test_who_may_read_what(browser: Browser, house: House, played: str) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/history")
        expect(page.get_by_role("main").get_by_role("link", name="Log in")).to_be_visible()
        house.enter(page, "bob")
        page.goto(f"{house.url}/history?table={played}")
        finds(page, f"{played} 3")
        expect(page.get_by_label("Player")).to_have_count(0)
        expect(page.get_by_role("link", name="Audit")).to_have_count(0)
    for number, name in (("1", "bob"), ("99", "bob"), ("x", "bob"), ("1", "max")):  # max is of another casino
        answer = _get(f"{house.url}/history/{played}/{number}", house, name)
        assert (answer.status_code, "No such round" in answer.text) == (404, True), (number, name)
    stranger = httpx.get(f"{house.url}/history/{played}/1", timeout=ANSWER_S)
    assert (stranger.status_code, stranger.headers["location"].startswith("/login")) == (303, True)
    assert _get(f"{house.url}/history/audit", house, "ann").status_code == 403
    assert _get(f"{house.url}/me/play", house, "bea").status_code == 403


def _get(url: str, house: House, name: str) -> httpx.Response:
    return httpx.get(url, cookies={COOKIE: house.token(name)}, timeout=ANSWER_S)


# ------------------------------------------------------------------------------------------------------------ replaying


def test_a_round_is_replayed_by_button_and_key_with_its_clauses(browser: Browser, house: House, played: str) -> None:
    with visiting(browser) as page:
        house.enter(page, "bea")
        page.goto(f"{house.url}/history/{played}/1")
        expect(words(page)).to_have_text("The wagers are down.")
        page.get_by_role("button", name="Forward").click()
        expect(words(page)).to_have_text("9♠ to box 3: 9.")
        expect(page.locator("svg [data-card]")).to_have_count(1)
        page.keyboard.press("ArrowRight")
        expect(words(page)).to_have_text("K♥ to the dealer, who has 10.")
        page.keyboard.press("ArrowLeft")
        expect(words(page)).to_have_text("9♠ to box 3: 9.")
        page.keyboard.press("End")
        expect(words(page)).to_have_text("The round is over.")
        expect(page.locator("svg [data-card]")).to_have_count(4)
        page.keyboard.press("Home")
        expect(words(page)).to_have_text("The wagers are down.")
        page.evaluate("localStorage.setItem('cutcard-speed', 'instant')")
        page.locator("h1").click()
        page.keyboard.press("Space")
        expect(words(page)).to_have_text("The round is over.")  # it has gone on by itself
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        settlement = page.get_by_role("region", name="Settlement", exact=True)
        expect(settlement).to_contain_text("a mixed pair, paid 5 to 1")
        expect(settlement.locator("a.cc-clause").first).to_have_attribute("href", "/rulebook/sydney-v15#15.1.7")
        expect(page.get_by_text("the same to the cent")).to_be_visible()
        settlement.get_by_role("button", name=re.compile("Why: Perfect Pairs")).click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("$5 staked, 5 to 1 pays $25, $30 comes back.")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        assert offences(page) == []


def test_what_if_has_every_alternative_and_leads_to_its_moment(browser: Browser, house: House, played: str) -> None:
    weighed = house.get(f"/api/tables/{played}/rounds/1/decisions", "ann")["decisions"]
    with visiting(browser, width=390, height=844) as page:
        house.enter(page, "ann")
        page.goto(f"{house.url}/history/{played}/1")
        page.get_by_role("button", name="Compare the choices").click()
        decision = page.locator(".what-if-decision")
        expect(decision).to_have_count(len(weighed), timeout=FIRST_MS)
        (told,) = weighed
        for choice in told["choices"]:
            expect(decision).to_contain_text(choice["text"])
        expect(decision).to_contain_text("Stand was the best play.")
        decision.get_by_role("button", name=re.compile("Show")).click()
        expect(decision).to_have_attribute("aria-current", "step")
        expect(words(page)).to_have_text(re.compile("to box 3: 18|mixed pair"))
        assert offences(page) == []
        assert overflows(page) == 0


def test_a_shared_link_is_opened_by_somebody_who_is_not_logged_in(browser: Browser, house: House, played: str) -> None:
    with visiting(browser) as page:
        house.enter(page, "ann")
        page.goto(f"{house.url}/history/{played}/2")
        page.get_by_role("button", name="Make a link").click()
        link = page.get_by_label("Link to this round").input_value()
        assert link.startswith(f"{house.url}/shared/")
    with visiting(browser) as page:
        page.goto(link)
        expect(page.get_by_text("Shown by ann")).to_be_visible()
        page.keyboard.press("End")
        expect(words(page)).to_have_text("The round is over.")
        page.get_by_role("button", name="Compare the choices").click()
        expect(page.locator(".what-if-decision")).to_have_count(1, timeout=FIRST_MS)
        expect(page.get_by_role("link", name="Download the record")).to_have_count(0)
        assert offences(page) == []
    forged = httpx.get(link[:-2] + ("AA" if link[-2:] != "AA" else "BB"), timeout=ANSWER_S)
    assert (forged.status_code, "No such link" in forged.text) == (404, True)


def test_a_record_is_exported_and_comes_back(browser: Browser, house: House, played: str) -> None:
    with visiting(browser) as page:
        house.enter(page, "ann")
        page.goto(f"{house.url}/history/{played}/2")
        with page.expect_download() as started:
            page.get_by_role("link", name="Download the record").click()
        record = json.loads(Path(started.value.path()).read_text())
        assert started.value.suggested_filename == f"{played}-2.json"
        assert record == house.get(f"/api/tables/{played}/rounds/2", "ann")
        assert settle(record)["net"] == record["net"] == {"ann": "5"}
        page.goto(f"{house.url}/history")
        brought = page.get_by_role("region", name="Settle a round record")
        brought.get_by_label("A record as JSON").fill(json.dumps(record))
        brought.get_by_role("button", name="Settle and replay it").click()
        expect(brought.get_by_role("link", name=re.compile(f"Round 2 at table {played}"))).to_be_visible()
        expect(brought.get_by_text("the same to the cent")).to_be_visible()
        wrong = {"not json": "not a round record", '{"rulebook": "nowhere"}': "'nowhere'", "[]": "not a round record"}
        for text, says in wrong.items():
            brought.get_by_label("A record as JSON").fill(text)
            brought.get_by_role("button", name="Settle and replay it").click()
            expect(brought.get_by_role("alert")).to_contain_text(says)
            expect(brought.locator(".replay")).to_have_count(0)


# ------------------------------------------------------------------------------------------------------------ one's own


def test_own_play_has_a_graph_and_what_decisions_and_side_bets_cost(
    browser: Browser, house: House, played: str
) -> None:
    play = house.get("/api/me/play", "bob")
    with visiting(browser) as page:
        house.enter(page, "bob")
        page.goto(f"{house.url}/me/play")
        expect(page.get_by_role("region", name="Sessions", exact=True).locator("svg").first).to_be_visible()
        side = page.get_by_role("region", name="Side bets", exact=True)
        expect(side).to_contain_text("Perfect Pairs")
        expect(side).to_contain_text(play["side_bets"][0]["expected_gain"])
        decisions = page.get_by_role("region", name="Decisions", exact=True)
        decisions.get_by_role("button", name="Check my decisions").click()  # bob still sits there, for real money
        expect(decisions).to_contain_text(f"{play['rounds']} of {play['rounds']}", timeout=FIRST_MS)
        expect(decisions).to_contain_text("once you have left this table")
        assert offences(page) == []


# ---------------------------------------------------------------------------------------------------------------- shoes


@pytest.fixture(scope="module")
def ended(house: House, shoe: str) -> dict[str, Any]:
    """The file of the shoe after it has ended."""
    assert house.get(f"/api/tables/{shoe}/rounds/1/replay", "ann")["shoes"][0]["ended_ms"] is None
    house.say(shoe, "bea", "order-shuffle", reason="to end the shoe")
    house.say(shoe, "dan", "shuffle")
    found: dict[str, Any] = house.get(f"/api/tables/{shoe}/shoes/1", "ann")
    return found


def test_a_shoe_in_play_shows_its_seal_and_one_that_has_ended_is_checked_in_the_browser(
    browser: Browser, house: House, shoe: str, ended: dict[str, Any]
) -> None:
    with visiting(browser, width=390, height=844) as page:
        house.enter(page, "ann")
        page.goto(f"{house.url}/history/{shoe}/1")
        panel = page.get_by_role("region", name="The shoe of this round")
        expect(panel.locator("code").first).to_have_text(ended["commitment"])
        panel.get_by_role("button", name="Check shoe 1 in this browser").click()
        expect(panel.get_by_text("The shoe holds")).to_be_visible()
        expect(panel.locator(".shoe-steps li")).to_have_count(4)
        expect(panel).to_contain_text("416 cards: a whole shoe of 8 decks")
        with page.expect_download() as started:
            panel.get_by_role("link", name="Download shoe 1").click()
        assert started.value.suggested_filename == f"{shoe}-shoe-1.json"
        file = json.loads(Path(started.value.path()).read_text(encoding="utf-8"))
        assert file == ended
        assert faults(file) == []
        record = house.get(f"/api/tables/{shoe}/rounds/1", "ann")
        assert file["dealt"].split()[1:] == record["cards"].split()  # after the burned one
        assert offences(page) == []
        assert overflows(page) == 0


def test_a_tampered_shoe_is_refused_for_what_is_wrong_with_it_and_by_a_seal_noted_before(
    browser: Browser, house: House, shoe: str, ended: dict[str, Any]
) -> None:
    cards, dealt = ended["order"].split(), ended["dealt"].split()
    another = next(card for card in cards if card != dealt[0])
    swapped = " ".join([cards[1], cards[0], *cards[2:]]) if cards[0] != cards[1] else " ".join(cards[::-1])
    doubled = {**ended, "order": " ".join([cards[1], *cards[1:]]), "dealt": ""}
    resealed = {**ended, "order": swapped, "dealt": "", "commitment": _seal(swapped, ended["salt"])}
    wrong = [
        ({**ended, "order": swapped}, "not those that were sealed"),
        (doubled, "not a complete shoe" if cards[0] != cards[1] else ""),
        ({**ended, "salt": "0" * 32}, "not those that were sealed"),
        ({**ended, "dealt": " ".join([another, *dealt[1:]])}, "Card 1 was"),
        ({**ended, "cut": 10**6}, "must be a number of cards within the shoe"),
        ({"order": "As"}, "it needs order, salt and commitment"),
    ]
    with visiting(browser) as page:
        page.goto(f"{house.url}/shoe")
        verdict = page.get_by_role("region", name="The verdict")
        chooser = page.get_by_label("The shoe's file")

        def brought(file: Any) -> None:
            text = file if isinstance(file, str) else json.dumps(file)
            chooser.set_input_files({"name": "shoe.json", "mimeType": "application/json", "buffer": text.encode()})

        brought(ended)
        expect(verdict.get_by_text("The shoe holds")).to_be_visible()
        for file, says in wrong:
            brought(file)
            expect(verdict).to_contain_text(says)
            expect(verdict.get_by_role("alert")).to_have_text("The shoe does not hold.")
            assert "commitment" not in file or faults(file), says  # the command line says so too
        brought("not json")
        expect(verdict.get_by_role("alert")).to_have_text("This file is not JSON.")
        brought(resealed)  # whoever makes a new seal is found out by the one noted before
        expect(verdict.get_by_text("The shoe holds")).to_be_visible()
        page.get_by_label("The seal that you noted").fill(ended["commitment"])
        brought(resealed)
        expect(verdict).to_contain_text("was shown another seal")
        expect(verdict.get_by_role("alert")).to_be_visible()
        page.get_by_label("Table").fill(shoe)
        page.get_by_label("Shoe", exact=True).fill("1")
        page.get_by_role("button", name="Check it").click()
        expect(verdict.get_by_text("The shoe holds")).to_be_visible()
        expect(verdict).to_contain_text("the one that this browser was shown")


def _seal(order: str, salt: str) -> str:

    return seal(cards_of(order), salt)


def test_a_seal_that_a_browser_has_seen_is_compared_by_itself(
    browser: Browser, house: House, shoe: str, ended: dict[str, Any]
) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/shoe")
        expect(page.get_by_label("Table")).to_be_visible()
        loaded = "performance.getEntriesByType('resource').find((each) => each.name.includes('shoe_notes')).name"
        note = f"([table, seal]) => import({loaded}).then((made) => made.noteShoe(table, 1, seal))"
        page.evaluate(note, [shoe, "0" * 64])
        page.evaluate(note, [shoe, ended["commitment"]])  # the first stays
        page.goto(f"{house.url}/shoe?table={shoe}&shoe=1")
        page.get_by_role("button", name="Check it").click()
        verdict = page.get_by_role("region", name="The verdict")
        expect(verdict).to_contain_text("was shown another seal")
        expect(verdict.get_by_role("alert")).to_have_text("The shoe does not hold.")


# ------------------------------------------------------------------------------------------------------------- the rest


def test_the_audit_says_that_the_store_holds(browser: Browser, house: House, played: str) -> None:
    with visiting(browser) as page:
        house.enter(page, "ivo")
        page.goto(f"{house.url}/history")
        page.get_by_role("link", name="Audit").click()
        page.get_by_role("button", name="Run the audit").click()
        expect(page.get_by_text("The store holds")).to_be_visible()
        expect(page.locator(".shoe-hash code")).to_have_text(re.compile(r"^\d+:[0-9a-f]{64}(:[0-9a-f]+)*$"))


def test_rounds_fit_every_screen(browser: Browser, house: House, played: str) -> None:
    small = "(all) => all.filter((one) => one.getBoundingClientRect().height < 43.9).map((one) => one.textContent)"
    with visiting(browser) as page:
        house.enter(page, "ann")
        for path in ("/history", "/me/play", f"/history/{played}/1"):
            page.goto(house.url + path)
            expect(page.locator("h1")).to_be_visible()
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                assert overflows(page) == 0, (path, width)
                assert too_small(page) == [], (path, width)
                assert page.locator("main button:visible").evaluate_all(small) == [], (path, width)
