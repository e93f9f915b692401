"""The table page in a real browser: sit down, bet, decide, share a box, slip, lose the connection, come back.

All tables of the service deal the same cards first, one each for a test: a pair of eights against a seven.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import Error as PageError
from support.browser import as_seen, free_port, offences, served, visiting
from support.table_page import at_rest, cards, deal, dealt, lay, open_table, prefer, refused, settled, sit
from support.waiting import eventually

RIGGED = Path(__file__).parent.parent / "support" / "rigged_casino.py"
FRONT = "8s 7d 8h 3c Td 9h 2s 5c 6d"
SOCKETS = """const Real = WebSocket; window.sockets = [];
window.WebSocket = class extends Real { constructor(...given) { super(...given); window.sockets.push(this); } };"""
PACE = {"CUTCARD_AFTER_WAGER_MS": "600000", "CUTCARD_AFTER_ROUND_MS": "1500", "CUTCARD_LOG_LEVEL": "warning"}


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    db = tmp_path_factory.mktemp("casino") / "c.db"
    with served([sys.executable, str(RIGGED), "{port}", str(db), FRONT], env=PACE) as url:
        yield url


# --------------------------------------------------------------------------------------------------------- one player


def test_a_newcomer_plays_a_round_and_every_payment_explains_itself(browser: Browser, casino: str) -> None:
    with visiting(browser) as page:
        sit(page, casino, "Melbourne")
        lay(page)
        lay(page, bet="perfect-pairs")
        deal(page)
        dealt(page)
        assert cards(page, "4") == ["8s", "8h"]
        assert cards(page, "dealer") == ["7d"]
        expect(page.locator("#prompt")).to_contain_text("Your turn at box 4: 16 against 7♦.")
        page.locator("#do-stand-4-1").click()
        expect(page.locator("#headline")).to_contain_text("+$50")
        settled(page)
        expect(page.locator("#session")).to_contain_text("1 round, +$50")
        page.locator(".payment", has_text="Perfect Pairs $10: a mixed pair, paid 6 to 1").click()
        dialog = page.locator("dialog[open]")
        expect(dialog).to_contain_text("$10 staked, 6 to 1 pays $60, $70 comes back.")
        assert dialog.locator("a.cc-clause").first.get_attribute("href") == "/rulebook/melbourne-v26#15.4.1"
        assert offences(page) == []
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        lost = page.locator(".payment", has_text="wager $10: 16 against the dealer's 20")
        expect(lost.locator(".gain")).to_have_text("−$10")
        expect(page.locator("#headline")).to_have_count(0)  # once the next round is bet on


def test_a_disabled_choice_says_why_not_with_its_clause(browser: Browser, casino: str) -> None:
    with visiting(browser) as page:
        sit(page, casino, "Vegas")
        lay(page)
        deal(page)
        dealt(page)
        page.locator("#do-hit-4-1").click()
        expect(page.locator("#prompt")).to_contain_text("19 against 7♦")
        split = page.locator("#do-split-4-1")
        expect(split).to_have_attribute("aria-disabled", "true")
        split.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#notice")).to_contain_text("Split: ")
        assert "/rulebook/melbourne-v26#" in (page.locator("#notice a").get_attribute("href") or "")
        assert cards(page, "4") == ["8s", "8h", "3c"]


def test_a_double_click_takes_one_card_and_a_stale_choice_none(browser: Browser, casino: str) -> None:
    with visiting(browser) as page:
        sit(page, casino, "Sydney")
        lay(page)
        deal(page)
        dealt(page)
        moment = page.locator("#table").get_attribute("data-moment")
        page.locator("#do-hit-4-1").dblclick()
        expect(page.locator("#prompt")).to_contain_text("19 against 7♦")
        at_rest(page)
        assert cards(page, "4") == ["8s", "8h", "3c"]
        late = {"id": "late", "command": {"do": "hit", "box": 4, "hand": 1}, "moment": moment}
        said = page.request.post(f"{casino}/api/tables/Sydney/commands", data=late, headers={"Origin": casino})
        assert said.status == 409
        assert said.json()["error"]["code"] == "too-late"
        assert cards(page, "4") == ["8s", "8h", "3c"]


def test_chips_lay_what_they_say_and_what_cannot_be_laid_says_why_before_the_click(
    browser: Browser, casino: str
) -> None:
    with visiting(browser) as page:
        sit(page, casino, "Free-Bet")
        page.locator("#chip-50000").click()
        lay(page)
        expect(page.locator("#lay-4-main .detail")).to_have_text("$500")
        spot = page.locator("#lay-4-main")
        expect(spot).to_have_attribute("title", "Maximum bet is $500.")
        spot.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#notice")).to_contain_text("Maximum bet is $500.")
        page.locator("#do-clear").click()
        expect(page.locator("#lay-4-main .detail")).to_have_text("your bet")
        expect(page.locator("#balance")).to_contain_text("$1,000")
        page.locator("#chip-1000").click()
        lay(page)
        lay(page)
        expect(page.locator("#lay-4-main .detail")).to_have_text("$20")
        page.locator("#do-undo").click()
        expect(page.locator("#lay-4-main .detail")).to_have_text("$10")


def test_a_refusal_is_one_sentence_with_its_clause_and_changes_nothing(browser: Browser, casino: str) -> None:
    with visiting(browser) as page:
        sit(page, casino, "Free-Bet", 6)
        page.locator("#chip-50000").click()
        page.locator("#lay-6-main").evaluate("spot => { spot.click(); spot.click(); }")  # the second is over the limit
        expect(refused(page)).to_contain_text("500")
        expect(refused(page).locator("a.cc-clause")).to_be_visible()
        expect(page.locator("#lay-6-main .detail")).to_have_text("$500")


def test_a_tap_on_the_felt_bets_on_the_spot_or_shows_what_it_pays(browser: Browser, casino: str) -> None:
    with visiting(browser) as page:
        sit(page, casino, "Spanish")
        page.locator("svg [data-box='4'][data-bet='main']").click()
        expect(page.locator("#lay-4-main .detail")).to_have_text("$10")
        page.locator("svg [data-box='4'][data-bet='perfect-pairs']").click()
        expect(page.locator("#lay-4-perfect-pairs .detail")).to_have_text("$10")
        deal(page)
        dealt(page)
        page.locator("svg [data-box='4'][data-bet='perfect-pairs']").click()
        expect(page.locator("dialog[open]")).to_contain_text("What Perfect Pairs pays")
        expect(page.locator("dialog[open]")).to_contain_text("25 to 1")


def test_repeat_and_deal_plays_the_last_bet_again(browser: Browser, casino: str) -> None:
    with visiting(browser) as page:
        sit(page, casino, "Pontoon")
        lay(page)
        deal(page)
        dealt(page)
        page.locator("#do-stand-4-1").click()
        settled(page)
        expect(page.locator("#do-double-bet")).to_contain_text("$20")
        page.locator("#do-repeat-deal").click()
        expect(page.locator("#prompt")).to_contain_text("Your turn at box 4")


def test_a_table_that_there_is_not_is_not_found(casino: str) -> None:
    answer = httpx.get(f"{casino}/table/Nope", timeout=60)
    assert answer.status_code == 404
    assert "There is no table" in answer.text


def test_a_lost_connection_is_said_and_play_goes_on_where_it_was(browser: Browser, casino: str) -> None:
    with visiting(browser) as page:
        prefer(page, speed="instant")
        page.add_init_script(SOCKETS)
        sit(page, casino, "Canberra")
        lay(page)
        deal(page)
        dealt(page)
        page.evaluate("() => { window.sockets.at(-1).close(); }")
        expect(page.locator("#announcer")).to_contain_text("The connection is lost.")
        expect(page.locator("#announcer")).to_contain_text("The connection is back.")
        at_rest(page)
        assert cards(page, "4") == ["8s", "8h"]
        page.keyboard.press("h")
        expect(page.locator("#prompt")).to_contain_text("19 against 7♦")


def test_a_session_that_has_ended_is_said_with_the_way_back(browser: Browser, casino: str) -> None:
    with visiting(browser) as page:
        sit(page, casino, "Free-Bet", 2)
        said = page.request.post(f"{casino}/api/logout", headers={"Origin": casino})
        assert said.ok
        expect(page.locator("#table")).to_have_attribute("data-connection", "ended")
        expect(page.locator("#notice")).to_contain_text("Your session has ended.")
        assert page.locator("#notice a").get_attribute("href") == "/login?next=%2Ftable%2FFree-Bet"


def test_a_page_that_is_loaded_again_shows_the_round_as_it_stands(browser: Browser, casino: str) -> None:
    with visiting(browser, width=390, height=844) as page:
        sit(page, casino, "Sydney-earlier")
        lay(page)
        deal(page)
        dealt(page)
        page.locator("#do-split-4-1").click()
        expect(page.locator("#prompt")).to_contain_text("hand 1: 11 against 7♦")
        page.reload()
        dealt(page)
        assert cards(page, "4") == ["8s", "3c", "8h"]
        page.locator("#open-story").click()
        expect(page.locator("dialog[open]")).to_contain_text("you split for $10")
        page.keyboard.press("Escape")
        page.locator("#do-hit-4-1").click()
        expect(page.locator("#prompt")).to_contain_text("hand 2")


@pytest.fixture(scope="module")
def prizes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A casino where the first hand is a Pontoon."""
    db = tmp_path_factory.mktemp("prizes") / "c.db"
    with served([sys.executable, str(RIGGED), "{port}", str(db), "As 7d Kh 9c 8d"], env=PACE) as url:
        yield url


def test_a_winner_presses_the_prize_button_by_keyboard_and_is_paid_what_the_house_has_drawn(
    browser: Browser, prizes: str
) -> None:
    with visiting(browser) as page, visiting(browser, width=390, height=844) as watcher:
        open_table(watcher, prizes, "Prizes")
        sit(page, prizes, "Prizes")
        lay(page)
        lay(page, bet="pontoon-pandemonium")
        deal(page)
        expect(page.locator("#do-press")).to_be_visible()
        expect(page.locator("#prompt")).to_contain_text("You press the button.")
        expect(watcher.locator("#prompt")).to_contain_text("presses the button")
        expect(watcher.locator("#do-press")).to_have_count(0)
        at_rest(page)
        assert offences(page) == []
        page.keyboard.press("b")
        expect(page.locator(".story")).to_contain_text("you press the button")
        expect(page.locator(".payment", has_text="Pontoon Pandemonium $10")).to_be_visible()


def test_the_coach_weighs_each_hand_of_a_split_and_all_of_it_can_be_used_by_everybody(
    browser: Browser, casino: str
) -> None:
    with visiting(browser) as page:
        sit(page, casino, "Prizes", 2)
        page.locator("#coach-switch").click()
        lay(page, 2)
        deal(page)
        dealt(page)
        expect(page.locator("#coach [data-best=yes]")).to_contain_text("Split")
        expect(page.locator("#do-split-2-1")).to_have_attribute("data-best", "yes")
        page.locator("#do-split-2-1").click()
        expect(page.locator("#prompt")).to_contain_text("hand 1: 11 against 7♦")
        expect(page.locator("#coach [data-best=yes]")).to_contain_text("Double")
        expect(page.locator("#coach")).to_contain_text("this hand's own wager")
        for width, theme in ((1280, "light"), (1280, "dark"), (390, "dark"), (390, "light")):
            as_seen(page, width, theme)
            assert offences(page) == [], (width, theme)
        as_seen(page, 1280, "light")
        page.locator("#do-hit-2-1").click()
        expect(page.locator("#last-decision")).to_contain_text("hit, cost")
        page.reload()
        expect(page.locator("#coach-switch")).to_have_attribute("aria-checked", "true")
        page.locator("#coach-switch").click()
        expect(page.locator("#coach-switch")).to_have_attribute("aria-checked", "false")


# ------------------------------------------------------------------------------------------------------------ together


def test_two_browsers_share_a_box_and_one_joins_the_others_split(browser: Browser, casino: str) -> None:
    with visiting(browser) as ann, visiting(browser, width=390, height=844) as bob:
        sit(ann, casino, "Plus", 4)
        sit(bob, casino, "Plus", 6)
        bob.locator("svg [data-box='4'][data-bet='main']").click()
        expect(bob.locator("#lay-4-main .detail")).to_have_text("$10")
        lay(ann)
        deal(ann)
        expect(ann.locator("#do-deal")).to_have_attribute("title", re.compile("Waiting for guest"))
        deal(bob)
        dealt(ann)
        expect(bob.locator("#prompt")).to_contain_text("to decide for box 4")
        expect(bob.locator("[id^=do-hit]")).to_have_count(0)
        ann.locator("#do-split-4-1").click()
        bob.locator("[id^=do-join-]").click()
        expect(ann.locator("#prompt")).to_contain_text("hand 1: ")
        for hand in (1, 2):
            expect(ann.locator("#prompt")).to_contain_text(f"hand {hand}: ")
            at_rest(ann)
            ann.keyboard.press("s")
        settled(bob)


def test_whoever_watches_sees_the_cards_and_can_press_nothing(browser: Browser, casino: str) -> None:
    with visiting(browser) as player, visiting(browser) as watcher:
        open_table(watcher, casino, "Canberra-2003")
        sit(player, casino, "Canberra-2003")
        lay(player)
        deal(player)
        dealt(player)
        watcher.wait_for_function("() => document.querySelectorAll('[data-card]').length === 3")
        assert cards(watcher, "4") == ["8s", "8h"]
        assert watcher.locator("[id^=do-]").count() == 0
        expect(watcher.get_by_role("button", name="Play as guest")).to_be_visible()


def test_a_players_page_is_never_sent_an_undealt_card(browser: Browser, prizes: str) -> None:
    received: list[str] = []

    def listen(socket: Any) -> None:
        socket.on("framereceived", lambda frame: received.append(str(frame)))

    with visiting(browser) as page:
        page.on("websocket", listen)
        sit(page, prizes, "Canberra-2003")
        lay(page)
        deal(page)
        settled(page)
        everything = "".join(received) + page.content()
        dealt_cards = {"As", "Kh", *cards(page, "dealer")}
        assert set(re.findall(r'"([2-9TJQKA][cdhs])"', everything)) == dealt_cards
        assert not re.search(r"\b[2-9TJQKA][cdhs] [2-9TJQKA][cdhs] [2-9TJQKA][cdhs]\b", everything)


# ------------------------------------------------------------------------------------------------------------- restart


def started(port: int, db: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, str(RIGGED), str(port), str(db), FRONT]
    return subprocess.Popen(command, env={**os.environ, **PACE})


def test_the_server_restarts_in_the_middle_of_a_round_and_play_goes_on(browser: Browser, tmp_path: Path) -> None:
    port, db = free_port(), tmp_path / "c.db"
    url = f"http://127.0.0.1:{port}"
    server = started(port, db)
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    try:
        _reach(page, url)
        sit(page, url, "Melbourne")
        page.keyboard.press("w")
        expect(page.locator("#notice")).to_contain_text("Buster Blackjack")
        page.keyboard.press("Shift+Digit4")  # before the main wager, and on the second side bet
        expect(page.locator("#lay-4-buster-blackjack .detail")).to_have_text("$10")
        lay(page)
        deal(page)
        dealt(page)
        page.locator("#do-split-4-1").click()
        expect(page.locator("#prompt")).to_contain_text("hand 1: 11 against 7♦")
        server.kill()
        server.wait()
        expect(page.locator("#table")).to_have_attribute("data-connection", "lost")
        server = started(port, db)
        expect(page.locator("#table")).to_have_attribute("data-connection", "open", timeout=120_000)
        at_rest(page)
        expect(page.locator("#prompt")).to_contain_text("hand 1: 11 against 7♦")
        assert cards(page, "4") == ["8s", "3c", "8h"]
        page.locator("#do-double-4-1").click()
        expect(page.locator("#prompt")).to_contain_text("hand 2")
    finally:
        context.close()
        server.kill()
        server.wait()


def _reach(page: Page, url: str) -> None:
    def reached() -> bool:
        try:
            page.goto(url)
        except PageError:
            return False
        return True

    eventually(reached, f"an answer at {url}")
