"""The table page in a real browser: sit down, bet, decide, share a box, slip, lose the connection, come back.

All tables of the service deal the same cards first, one each for a test: a pair of eights against a seven.
"""

from __future__ import annotations

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
from support.waiting import eventually

RIGGED = Path(__file__).parent.parent / "support" / "rigged_casino.py"
FRONT = "8s 7d 8h 3c Td 9h 2s 5c 6d"
PACE = {"CUTCARD_AFTER_WAGER_MS": "3000", "CUTCARD_AFTER_ROUND_MS": "4000", "CUTCARD_LOG_LEVEL": "warning"}


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    db = tmp_path_factory.mktemp("casino") / "c.db"
    with served([sys.executable, str(RIGGED), "{port}", str(db), FRONT], env=PACE) as url:
        yield url


def sit(page: Page, url: str, table: str, box: int = 4) -> None:
    """Come as a guest and take a box."""
    page.goto(f"{url}/table/{table}")
    page.get_by_role("button", name="Play as guest").click()
    page.locator(f'svg [data-act="sit"][data-box="{box}"]').click()
    expect(page.locator("#controls [data-chip]").first).to_be_visible()


def bet(page: Page, box: int = 4, kind: str = "main") -> None:
    page.locator(f'svg [data-act="bet"][data-box="{box}"][data-bet="{kind}"]').click()


def dealt(page: Page) -> None:
    expect(page.locator("#controls [data-choice='hit']")).to_be_visible()


def cards(page: Page, box: str) -> list[str]:
    """The cards of a box or of the dealer, as they lie on the felt."""
    found: list[str] = page.evaluate(
        f"""() => [...document.querySelectorAll('[id^="card-{box}-"] [data-card]')].map((card) => card.dataset.card)"""
    )
    return found


def settled(page: Page) -> None:
    expect(page.locator("#session")).to_contain_text("1 round")


# --------------------------------------------------------------------------------------------------------- one player


@pytest.mark.parametrize("theme", ["light"])
def test_a_newcomer_plays_a_round_and_every_payment_explains_itself(browser: Browser, casino: str, theme: str) -> None:
    with visiting(browser, theme=theme) as page:
        sit(page, casino, "Melbourne")
        assert offences(page) == []
        bet(page)
        bet(page, kind="perfect-pairs")
        dealt(page)
        assert cards(page, "4") == ["8s", "8h"]
        assert cards(page, "dealer") == ["7d"]
        expect(page.locator("#status")).to_contain_text("Your turn at box 4, 16 against 7♦")
        assert offences(page) == []
        page.locator("#do-stand-4-1").click()
        settled(page)
        pairs = page.locator("#story details", has_text="Perfect Pairs $10: a mixed pair, paid 6 to 1")
        pairs.locator("summary").click()
        expect(pairs).to_contain_text("$10 staked, 6 to 1 pays $60, $70 comes back.")
        assert pairs.locator("a.cc-clause").first.get_attribute("href") == "/rulebook/melbourne-v26#15.4.1"
        lost = page.locator("#story details", has_text="wager $10: 16 against the dealer's 20")
        expect(lost.locator(".ct-gain")).to_have_text("−$10")
        expect(page.locator("#session")).to_contain_text("1 round, +$50")
        assert offences(page) == []


def test_a_disabled_choice_says_why_not_with_its_clause(browser: Browser, casino: str) -> None:
    with visiting(browser) as page:
        sit(page, casino, "Vegas")
        page.keyboard.press("4")
        dealt(page)
        page.locator("#do-hit-4-1").click()
        expect(page.locator("#do-split-4-1")).to_have_attribute("aria-disabled", "true")
        page.locator("#do-split-4-1").click(force=True)  # the browser's driver would wait for it to be enabled
        expect(page.locator("#said")).to_contain_text("Split: ")
        assert "/rulebook/melbourne-v26#" in (page.locator("#said a").get_attribute("href") or "")
        assert cards(page, "4") == ["8s", "8h", "3c"]


def test_a_double_click_takes_one_card_and_a_stale_choice_none(browser: Browser, casino: str) -> None:
    with visiting(browser) as page:
        sit(page, casino, "Sydney")
        bet(page)
        dealt(page)
        moment = page.locator("#do-hit-4-1").get_attribute("data-moment")
        page.locator("#do-hit-4-1").dblclick()
        expect(page.locator("#status")).to_contain_text("19 against 7♦")
        page.wait_for_timeout(600)
        assert cards(page, "4") == ["8s", "8h", "3c"]
        said = {"act": "choice", "choice": "hit", "box": "4", "hand": "1", "moment": moment, "id": "late"}
        page.evaluate("(said) => emitEvent('ct-act', said)", said)
        expect(page.locator("#said")).to_contain_text("too late")
        assert cards(page, "4") == ["8s", "8h", "3c"]


def test_a_bet_over_the_limit_is_refused_in_a_sentence_and_the_wager_stays(browser: Browser, casino: str) -> None:
    with visiting(browser) as page, visiting(browser) as other:
        sit(other, casino, "Free-Bet", 2)  # who has not wagered, so that betting stays open
        sit(page, casino, "Free-Bet")
        page.locator("#chip-50000").click()
        bet(page)
        expect(page.locator("#felt")).to_contain_text("$500")
        bet(page)
        expect(page.locator("#said")).to_contain_text("at most $500, not $1,000. 6.5")
        expect(page.locator("#felt #sum-4")).to_have_text("$500")
        expect(page.locator("#said")).to_have_class(re.compile("ct-wrong"))
        page.locator("#clear").click()
        expect(page.locator("#felt #sum-4")).to_have_count(0)
        expect(page.locator("#said")).to_be_empty()  # what is done now has made the refusal old
        expect(page.locator("#seat")).to_contain_text("$1,000 in chips")


def test_nonsense_from_a_page_gets_a_sentence_and_changes_nothing(browser: Browser, casino: str) -> None:
    with visiting(browser) as page:
        sit(page, casino, "Free-Bet", 6)
        for said in (
            {"act": "bet", "box": "6", "bet": "main", "amount": -5, "id": "a"},
            {"act": "bet", "box": "77", "bet": "main", "amount": 1000, "id": "b"},
            {"act": "bet", "box": "6", "bet": "no-such", "amount": 1000, "id": "c"},
            {"act": "open-table", "id": "d"},
            {"act": "sit", "box": {"x": 1}, "id": "e"},
        ):
            page.evaluate("() => { document.getElementById('said').textContent = ''; }")
            page.evaluate("(said) => emitEvent('ct-act', said)", said)
            expect(page.locator("#said")).not_to_be_empty()
        expect(page.locator("#seat")).to_contain_text("$1,000 in chips")


def test_the_whole_table_can_be_played_by_keyboard(browser: Browser, casino: str) -> None:
    with visiting(browser, theme="dark") as page:
        page.goto(f"{casino}/table/Spanish")
        page.get_by_role("button", name="Play as guest").press("Enter")
        expect(page.locator("#sit-3")).to_be_visible()
        page.keyboard.press("3")
        expect(page.locator("#chip-1000")).to_have_attribute("aria-checked", "true")
        page.keyboard.press("+")
        expect(page.locator("#chip-2500")).to_have_attribute("aria-checked", "true")
        page.keyboard.press("3")
        page.keyboard.press("Shift+Digit3")
        expect(page.locator("#felt #sum-3")).to_have_text("$25")
        dealt(page)
        assert cards(page, "3") == ["8s", "8h"]
        page.locator("#do-hit-3-1").press("Enter")
        expect(page.locator("#status")).to_contain_text("19 against 7♦")
        expect(page.locator("#do-hit-3-1")).to_be_focused()  # though it was drawn anew
        page.keyboard.press("s")
        settled(page)
        page.locator("#story summary").first.focus()
        expect(page.locator("#controls #again")).to_be_visible()  # the next round's betting
        expect(page.locator("#story summary").first).to_be_focused()
        page.keyboard.press("a")
        expect(page.locator("#felt #sum-3")).to_have_text("$25")
        page.keyboard.press("?")
        expect(page.locator("#help")).to_contain_text("surrender")
        assert offences(page) == []
        page.keyboard.press("Escape")
        expect(page.locator("#help")).to_be_hidden()


def test_a_table_that_there_is_not_is_not_found(casino: str) -> None:
    answer = httpx.get(f"{casino}/table/Nope", timeout=60)
    assert answer.status_code == 404
    assert "No such table" in answer.text


def test_a_lost_connection_is_said_and_the_click_can_be_made_again(browser: Browser, casino: str) -> None:
    with visiting(browser) as page:
        sit(page, casino, "Canberra")
        bet(page)
        dealt(page)
        page.evaluate(  # at once, before it can come back
            """() => { window.socket.io.engine.close();
                       document.dispatchEvent(new KeyboardEvent("keydown", {key: "h", bubbles: true})); }"""
        )
        expect(page.locator("#said")).to_contain_text("connection is lost")
        page.wait_for_function("() => window.socket.connected && window.did_handshake")
        assert cards(page, "4") == ["8s", "8h"]
        page.keyboard.press("h")
        expect(page.locator("#status")).to_contain_text("19 against 7♦")


def test_a_page_that_is_loaded_again_shows_the_round_as_it_stands(browser: Browser, casino: str) -> None:
    with visiting(browser, width=390, height=844) as page:
        sit(page, casino, "Sydney-earlier")
        bet(page)
        dealt(page)
        page.locator("#do-split-4-1").click()
        expect(page.locator("#status")).to_contain_text("hand 1, 11 against 7♦")
        page.reload()
        dealt(page)
        assert cards(page, "4") == ["8s", "3c", "8h"]
        expect(page.locator("#story")).to_contain_text("you split for $10")
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
        assert offences(page) == []
        page.locator("#do-hit-4-1").click()
        expect(page.locator("#status")).to_contain_text("hand 2")


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
        watcher.goto(f"{prizes}/table/Prizes")
        sit(page, prizes, "Prizes")
        bet(page)
        bet(page, kind="pontoon-pandemonium")
        expect(page.locator("#press")).to_be_enabled()
        expect(page.locator("#status")).to_contain_text("your press of the button")
        expect(page.locator("#controls a.cc-clause")).to_have_text("11.5.5")
        expect(watcher.locator("#status")).to_contain_text("press of the button")
        expect(watcher.locator("#press")).to_have_count(0)
        assert offences(page) == []
        page.keyboard.press("b")
        expect(page.locator("#story")).to_contain_text("you press the button")
        expect(page.locator("#story details", has_text="Pontoon Pandemonium $10")).to_be_visible()


def test_the_coach_weighs_each_hand_of_a_split_and_all_of_it_can_be_used_by_everybody(
    browser: Browser, casino: str
) -> None:
    with visiting(browser) as page:
        sit(page, casino, "Prizes", 2)
        page.locator("#coach-switch").click()
        bet(page, 2)
        dealt(page)
        expect(page.locator("#coach .ct-best")).to_contain_text("Split")
        page.locator("#do-split-2-1").click()
        expect(page.locator("#status")).to_contain_text("hand 1, 11 against 7♦")
        expect(page.locator("#coach .ct-best")).to_contain_text("Double")
        expect(page.locator("#coach")).to_contain_text("this hand's own wager")
        for width, theme in ((1280, "light"), (1280, "dark"), (390, "dark"), (390, "light")):
            as_seen(page, width, theme)
            assert offences(page) == [], (width, theme)
        page.locator("#do-hit-2-1").click()
        expect(page.locator("#coach .ct-last")).to_contain_text("hit, cost")
        page.reload()
        expect(page.locator("#coach-switch")).to_have_attribute("aria-checked", "true")
        page.locator("#coach-switch").click()
        expect(page.locator("#coach-switch")).to_have_attribute("aria-checked", "false")


# ------------------------------------------------------------------------------------------------------------ together


def test_two_browsers_share_a_box_and_one_joins_the_others_split(browser: Browser, casino: str) -> None:
    with visiting(browser) as ann, visiting(browser, width=390, height=844) as bob:
        sit(ann, casino, "Plus", 4)
        sit(bob, casino, "Plus", 6)
        bet(bob, 4)
        bet(ann, 4)
        dealt(ann)
        expect(bob.locator("#status")).to_contain_text("to decide for box 4")
        expect(bob.locator("#controls [data-choice]")).to_have_count(0)
        ann.locator("#do-split-4-1").click()
        bob.locator("[data-choice='join']").click()
        expect(ann.locator("#status")).to_contain_text("hand 1, 11 against 7♦")
        expect(bob.locator("#felt #sum-4")).to_have_text("$40")
        for hand in (1, 2):
            expect(ann.locator("#status")).to_contain_text(f"hand {hand},")
            ann.keyboard.press("s")
        settled(bob)
        expect(bob.locator("#story")).to_contain_text("hand 2, split $10")


def test_whoever_watches_sees_the_cards_and_can_press_nothing(browser: Browser, casino: str) -> None:
    with visiting(browser) as player, visiting(browser) as watcher:
        watcher.goto(f"{casino}/table/Pontoon")
        sit(player, casino, "Pontoon")
        bet(player)
        dealt(player)
        watcher.wait_for_function("() => document.querySelectorAll('[data-card]').length === 3")
        assert cards(watcher, "4") == ["8s", "8h"]
        assert watcher.locator("svg [data-act]").count() == 0
        expect(watcher.get_by_role("button", name="Play as guest")).to_be_visible()


def test_a_players_page_is_never_sent_an_undealt_card(browser: Browser, casino: str) -> None:
    received: list[str] = []

    def listen(socket: Any) -> None:
        socket.on("framereceived", lambda frame: received.append(str(frame)))

    with visiting(browser) as page:
        page.on("websocket", listen)
        sit(page, casino, "Canberra-2003")
        bet(page)
        dealt(page)
        sent = set(re.findall(r'data-card=\\+"(\w+)\\+"', "".join(received)))
        assert sent == {"8s", "8h", "7d"}
        everything = "".join(received) + page.content()
        assert not re.search(r"\b[2-9TJQKA][cdhs] [2-9TJQKA][cdhs] [2-9TJQKA][cdhs]\b", everything)


# ------------------------------------------------------------------------------------------------------------- restart


def started(port: int, db: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, str(RIGGED), str(port), str(db), FRONT]
    return subprocess.Popen(command, env={**PACE, "PATH": "/usr/bin:/bin", "HOME": str(db.parent)})


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
        expect(page.locator("#side")).to_contain_text("Buster Blackjack")
        page.keyboard.press("Shift+Digit4")  # before the main wager, and on the second side bet
        expect(page.locator("#felt #sum-chips-4-buster-blackjack")).to_have_text("$10")
        bet(page)
        dealt(page)
        page.locator("#do-split-4-1").click()
        expect(page.locator("#status")).to_contain_text("hand 1, 11 against 7♦")
        page.evaluate("() => { window.before = true; }")
        server.kill()
        server.wait()
        server = started(port, db)
        back = "() => !window.before && window.socket?.connected && window.did_handshake"
        page.wait_for_function(back, timeout=120_000)
        expect(page.locator("#status")).to_contain_text("hand 1, 11 against 7♦", timeout=60_000)
        assert cards(page, "4") == ["8s", "3c", "8h"]
        page.locator("#do-double-4-1").click()
        expect(page.locator("#status")).to_contain_text("hand 2")
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
