"""A round with the keyboard alone, and a round by ear: with nothing but what the live region says."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import offences, served, visiting
from support.table_page import announced, at_rest, cards, open_table, prefer

RIGGED = Path(__file__).parent.parent / "support" / "rigged_casino.py"
PACE = {"CUTCARD_AFTER_WAGER_MS": "600000", "CUTCARD_AFTER_ROUND_MS": "1500", "CUTCARD_LOG_LEVEL": "warning"}
TABS_MOST = 80


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    db = tmp_path_factory.mktemp("casino") / "c.db"
    with served([sys.executable, str(RIGGED), "{port}", str(db), "8s 7d 8h 3c Td 9h 2s 5c 6d"], env=PACE) as url:
        yield url


def tab_to(page: Page, name: str) -> None:
    """Press Tab until something of this id has the focus, as somebody without a mouse does."""
    for _ in range(TABS_MOST):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.id") == name:
            return
    raise AssertionError(f"Tab does not come to {name}")


def test_a_round_is_played_with_tab_and_enter_alone(browser: Browser, casino: str) -> None:
    with visiting(browser, theme="dark") as page:
        prefer(page, keys="off")  # so that no single key helps
        open_table(page, casino, "Melbourne")
        page.get_by_role("button", name="Play as guest").press("Enter")
        at_rest(page)
        tab_to(page, "do-sit-3")
        page.keyboard.press("Enter")
        expect(page.locator("#lay-3-main")).to_be_visible()
        tab_to(page, "chip-1000")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#chip-2500")).to_have_attribute("aria-checked", "true")
        expect(page.locator("#chip-2500")).to_be_focused()
        tab_to(page, "lay-3-main")
        page.keyboard.press("Enter")
        expect(page.locator("#lay-3-main .detail")).to_have_text("$25")
        tab_to(page, "do-deal")
        page.keyboard.press("Enter")
        expect(page.locator("#prompt")).to_contain_text("Your turn at box 3: 16 against 7♦.")
        tab_to(page, "do-hit-3-1")
        page.keyboard.press("Enter")
        expect(page.locator("#prompt")).to_contain_text("19 against 7♦")
        expect(page.locator("#do-hit-3-1")).to_be_focused()  # it is still where one was
        at_rest(page)
        tab_to(page, "do-stand-3-1")
        page.keyboard.press("Enter")
        expect(page.locator("#session")).to_contain_text("1 round")


def test_single_keys_play_a_round_and_their_list_is_a_key_away(browser: Browser, casino: str) -> None:
    with visiting(browser) as page:
        open_table(page, casino, "Spanish")
        page.get_by_role("button", name="Play as guest").press("Enter")
        at_rest(page)
        page.keyboard.press("3")
        expect(page.locator("#chip-1000")).to_have_attribute("aria-checked", "true")
        page.keyboard.press("+")
        expect(page.locator("#chip-2500")).to_have_attribute("aria-checked", "true")
        page.keyboard.press("3")
        expect(page.locator("#lay-3-main .detail")).to_have_text("$25")
        page.keyboard.press("Shift+Digit3")
        expect(page.locator("#lay-3-perfect-pairs .detail")).to_have_text("$25")
        at_rest(page)
        page.keyboard.press("g")
        expect(page.locator("#prompt")).to_contain_text("Your turn at box 3")
        at_rest(page)
        assert cards(page, "3") == ["8s", "8h"]
        page.keyboard.press("h")
        expect(page.locator("#prompt")).to_contain_text("19 against 7♦")
        at_rest(page)
        page.keyboard.press("s")
        expect(page.locator("#session")).to_contain_text("1 round")
        page.keyboard.press("?")
        expect(page.locator("dialog[open]")).to_contain_text("surrender")
        assert offences(page) == []
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)


class Listener:
    """Somebody who only hears the table, and knows the keys."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard = 0  # lines that were heard before

    def hears(self, pattern: str) -> str:
        """Wait until this is said; what was said before is past."""
        line = self.page.locator("#announcer p", has_text=re.compile(pattern)).last
        expect(line).to_be_attached()
        found = re.search(pattern, line.inner_text())
        assert found is not None
        return found[0]

    def presses(self, key: str) -> None:
        self.page.keyboard.press(key)


def test_a_round_is_played_by_ear_and_nothing_is_said_before_its_card_lies(browser: Browser, casino: str) -> None:
    with visiting(browser, motion=True) as page:
        prefer(page, speed="quick", motion="on")
        page.add_init_script(AHEAD)
        open_table(page, casino, "Sydney")
        page.get_by_role("button", name="Play as guest").press("Enter")
        at_rest(page)
        ear = Listener(page)
        ear.hears("Take a box")
        ear.presses("4")
        ear.hears("Place your bets|Betting is open")
        ear.presses("4")
        ear.hears(r"You bet \$10 on box 4")
        at_rest(page)
        ear.presses("g")
        turn = ear.hears(r"Your turn at box 4: 16 against.*")
        assert "Hit, key H" in turn
        assert "Stand, key S" in turn
        ear.presses("h")
        ear.hears("19 against")
        ear.presses("s")
        ear.hears("Dealer: draws 10 of diamonds: 17")
        ear.hears(r"Box 4: wager \$10: .*\+\$10")
        assert page.evaluate("() => window.ahead") == []
        told = announced(page)
        order = [next(at for at, line in enumerate(told) if word in line) for word in ("16 against", "19", "draws")]
        assert order == sorted(order)


# Writes down whatever the live region says of a dealer's total before as many cards lie on the felt.
AHEAD = """window.ahead = [];
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) {
    if (node.nodeName !== "P") continue;
    const draws = /Dealer: draws/.exec(node.textContent);
    if (!draws) continue;
    const dealer = document.querySelectorAll('[data-hand^="dealer-"] [data-card]').length;
    if (dealer < 2) window.ahead.push(node.textContent);
  }
}).observe(document, { childList: true, subtree: true });
"""
