"""A jackpot that is won, on the display and at its table, in a real browser; the shoe begins with the winning hand."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect
from support.browser import offences, served, visiting
from support.clauses import clause
from support.house import ANSWER_S, House

RIGGED = Path(__file__).parent.parent / "support" / "rigged_casino.py"
MAJOR = "As 9d Js"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    db = tmp_path_factory.mktemp("won") / "c.db"
    with served([sys.executable, str(RIGGED), "{port}", str(db), MAJOR], path="/health") as url:
        opened = House(url)
        opened.tokens["guest"] = httpx.post(f"{url}/api/guest", timeout=ANSWER_S).json()["token"]
        yield opened


@clause("melbourne-v26", "24.2:Jackpot meter display", "24.5.3")
def test_a_win_stands_on_the_display_with_its_amount_and_the_meter_starts_again_from_its_seed(
    browser: Browser, house: House
) -> None:
    with visiting(browser, width=1920, height=1080) as page, visiting(browser) as at_table:
        page.goto(f"{house.url}/jackpots")
        at_table.goto(f"{house.url}/table/Nova")
        link = page.locator('[data-link="Supernova"]')
        expect(link.locator('[data-meter="supernova-major"] dd')).to_have_text("$5,000.00")
        expect(link.locator(".jp-won")).to_have_count(0)
        house.say("Nova", "guest", "sit", box=1)
        house.say("Nova", "guest", "place-wager", box=1, amount=1000)
        house.say("Nova", "guest", "place-wager", box=1, amount=500, bet="supernova")
        house.say("Nova", "guest", "ready-to-deal")
        expect(link.locator(".jp-won")).to_contain_text("Jackpot won")
        expect(link.locator(".jp-won")).to_contain_text("$5,001")  # $5,000.30, rounded up to whole chips
        expect(link.locator(".jp-won")).to_contain_text("at table Nova")
        expect(link.locator(".jp-wins")).to_contain_text("$5,001")
        expect(link.locator('[data-meter="supernova-major"] dd')).to_have_text("$5,000.00")
        expect(at_table.locator(".bar-won")).to_contain_text("Won: $5,001 at table Nova")
        assert offences(page) == []
        assert page.evaluate("document.documentElement.scrollHeight") <= 1080
