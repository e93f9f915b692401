"""The table page in every window and every state of a round: nothing too small or out of sight, and axe is content."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import offences, served, visiting
from support.table_page import (
    SIZES,
    SMALLEST,
    at_rest,
    deal,
    dealt,
    faults,
    finish_hand,
    lay,
    open_table,
    prefer,
    run_out,
    settled,
    sit,
    unseen,
)

RIGGED = Path(__file__).parent.parent / "support" / "rigged_casino.py"
PACE = {"CUTCARD_AFTER_WAGER_MS": "600000", "CUTCARD_AFTER_ROUND_MS": "600000", "CUTCARD_LOG_LEVEL": "warning"}
DECIDES = ("#prompt", ".timer", "#balance", "#coach", "[id^=do-]")  # what must be in sight while one decides


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A casino that deals a pair of eights against a seven first, and shows the payments until it is stopped."""
    db = tmp_path_factory.mktemp("pairs") / "c.db"
    with served([sys.executable, str(RIGGED), "{port}", str(db), "8s 7d 8h 3c Td 9h 2s 5c 6d"], env=PACE) as url:
        yield url


@pytest.fixture(scope="module")
def aces(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A casino where the dealer shows an ace first."""
    db = tmp_path_factory.mktemp("aces") / "c.db"
    with served([sys.executable, str(RIGGED), "{port}", str(db), "Ts Ad 6h 9c 8d"], env=PACE) as url:
        yield url


@contextmanager
def window(browser: Browser, size: str, theme: str) -> Iterator[Page]:
    width, height = SIZES[size]
    with visiting(browser, width=width, height=height, theme=theme) as page:
        prefer(page, speed="instant", coach="on")
        yield page


def look(page: Page, state: str, *needed: str) -> None:
    """Look at a state of the table: what is there must be large enough, what is needed in sight, axe content."""
    at_rest(page)
    assert faults(page) == [], state
    assert unseen(page, *needed) == [], state
    assert offences(page) == [], state


@pytest.mark.parametrize("size", SIZES)
def test_every_state_of_a_round_fits_its_window(browser: Browser, pairs: str, size: str) -> None:
    theme = "dark" if size in ("phone", "wide") else "light"
    table = dict(zip(SIZES, ("Sydney", "Canberra", "Melbourne", "Plus", "Spanish"), strict=True))[size]
    with window(browser, size, theme) as page:
        open_table(page, pairs, table)
        look(page, "watching", "#prompt", ".watching .do")
        page.get_by_role("button", name="Play as guest").click()
        expect(page.locator("#do-sit-4")).to_be_visible()
        look(page, "free seats", "#prompt", "[id^=do-sit-]")
        page.locator("#do-sit-4").click()
        expect(page.locator("#lay-4-main")).to_be_visible()
        lay(page)
        look(page, "betting", "#prompt", "#balance", ".chip", "[id^=lay-]", ".bets .do")
        deal(page)
        dealt(page)
        look(page, "decision", *DECIDES)
        page.locator("#do-split-4-1").click()
        expect(page.locator("#prompt")).to_contain_text("hand 1")
        look(page, "split", *DECIDES)
        finish_hand(page, 1)
        finish_hand(page, 2)
        settled(page)
        expect(page.locator("#headline")).to_be_visible()
        look(page, "settlement", "#prompt", "#headline", "#balance")
        if size in ("phone", "short"):
            page.locator("#open-story").click()
        page.locator(".payment").first.click()
        expect(page.locator("dialog[open] .explained")).to_be_visible()
        assert offences(page) == [], "dialog"


def test_what_a_player_has_won_stays_inside_its_button_on_the_smallest_phone(browser: Browser, pairs: str) -> None:
    with visiting(browser, width=SMALLEST[0], height=SMALLEST[1]) as page:
        sit(page, pairs, "Pontoon")
        expect(page.locator("#session")).to_contain_text("$0")
        assert run_out(page) == []


@pytest.mark.parametrize("size", SIZES)
def test_an_offer_fits_its_window(browser: Browser, aces: str, size: str) -> None:
    table = dict(zip(SIZES, ("Sydney", "Canberra", "Melbourne", "Plus", "Sydney-earlier"), strict=True))[size]
    with window(browser, size, "light") as page:
        sit(page, aces, table)
        lay(page)
        deal(page)
        expect(page.locator("#prompt")).to_contain_text("Insurance? Dealer shows an ace.")
        look(page, "offer", "#prompt", "#balance", "#coach", "[id^=do-]")
        page.locator("#do-decline").click()
        dealt(page)
