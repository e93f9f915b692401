"""A jackpot that is won, on the display and at its table, in a real browser; the shoe begins with the winning hand."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect
from support.browser import offences, served, visiting
from support.clauses import clause
from support.house import ANSWER_S, SECRET, House

from cutcard.service.accounts import CHEAP, Accounts
from cutcard.store import Store

RIGGED = Path(__file__).parent.parent / "support" / "rigged_casino.py"
MAJOR = "As 9d Js"
STAFF = (
    ("max", "dealer", "melbourne"),
    ("kim", "tg-area-manager", "melbourne"),
    ("amy", "tg-assistant-casino-manager", "melbourne"),
    ("ann", "player", ""),
)


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


@pytest.fixture
def staffed(tmp_path: Path) -> Iterator[House]:
    """A house with a table that staff deal at: a fourth link would not fit on the display above."""
    store = Store.open(str(tmp_path / "c.db"))
    for name, role, casino in STAFF:
        Accounts(store, CHEAP).create(name, role, SECRET, casino, at_ms=0)
    store.close()
    rigged = [sys.executable, str(RIGGED), "{port}", str(tmp_path / "c.db"), MAJOR, "dealt-by-staff"]
    with served(rigged, path="/health") as url:
        yield House(url)


def dealt(house: House, *cards: str) -> None:
    """Ann is on box 2 with a main wager and one on Supernova, and these are the first cards."""
    table = "Staffed"
    house.say(table, "max", "sit", box=2, player="ann")
    house.say(table, "max", "sell-chips", player="ann", amount=20_000)
    for do in ("bring-cards", "check-cards", "shuffle", "burn-card", "open-betting"):
        house.say(table, "max", do)
    house.say(table, "max", "place-wager", box=2, amount=1000, player="ann")
    house.say(table, "max", "place-wager", box=2, amount=500, bet="supernova", player="ann")
    house.say(table, "max", "no-more-bets")
    house.say(table, "max", "deal-cards", cards=cards)


@clause("melbourne-v26", "24.7.1(b)", "24.8.3")
def test_a_mystery_is_paid_once_an_assistant_casino_manager_has_verified_it_on_their_page(
    browser: Browser, staffed: House
) -> None:
    table, house = "Staffed", staffed
    dealt(house, "9s", "8d", "9h")
    with visiting(browser) as page:
        house.open_staff(page, "kim", table)
        button = page.locator("[data-step]")
        expect(button).to_have_text("Determine the prize")
        expect(button).to_have_attribute("aria-disabled", "true")  # an area manager may not
        button.click(force=True)
        expect(page.locator("body")).to_contain_text("assistant casino manager")
        assert prize(house) == {"stage": "won", "prize": 50_100}
        house.open_staff(page, "amy", table)
        expect(button).to_have_text("Determine the prize")
        assert offences(page) == []
        button.click()
        expect(page.get_by_role("region", name="What comes next")).to_contain_text("Ann decides on box 2")
        expect(page.get_by_role("region", name="Log")).to_contain_text("$501")  # $500.30, rounded up to whole chips
    assert prize(house) == {"stage": "paid", "prize": 50_100}


@clause("melbourne-v26", "24.2:Game Controller Keypad", "24.7.1(a)", "24.7.1(a)(i)", "24.8.1")
def test_the_dealer_enters_a_winning_hand_on_the_keypad_which_shows_its_prize_and_pays_it(
    browser: Browser, staffed: House
) -> None:
    table, house = "Staffed", staffed
    dealt(house, "Ah", "9d", "Kh")
    with visiting(browser) as page:
        house.open_staff(page, "max", table)
        button, next_ = page.locator("[data-step]"), page.get_by_role("region", name="What comes next")
        expect(next_).to_contain_text("Box 2 has won a jackpot: minor. It is entered on the keypad")
        expect(next_).to_contain_text("Clause 24.7.1(a)")
        expect(button).to_have_text("Enter box 2: minor")
        button.click()
        expect(next_).to_contain_text("minor: the keypad shows $251 for box 2")  # $250.50, rounded up to whole chips
        assert stages(house) == {1: "won", 2: "won"}
        assert offences(page) == []
        button.click()
        expect(next_).to_contain_text("mystery, which the system has picked, is to be verified")
        assert stages(house) == {1: "won", 2: "determined"}
        house.open_staff(page, "amy", table)  # the Mystery of the same wager is not the dealer's to determine
        button.click()
        expect(next_).not_to_contain_text("mystery")
    assert stages(house) == {1: "paid", 2: "paid"}


def stages(house: House) -> dict[int, str]:
    return {win["number"]: win["stage"] for win in prizes(house)}


def prizes(house: House) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = house.get("/api/jackpots/Picked/desk", "amy")["prizes"]
    return found


def prize(house: House) -> dict[str, object]:
    (win,) = prizes(house)
    return {"stage": win["stage"], "prize": win["prize"]}
