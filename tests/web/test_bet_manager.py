"""The Personal Bet Manager on the table's page: buy in, press the bet button, see the balance, cash out."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from support.browser import offences, visiting
from support.clauses import clause
from support.house import House
from support.table_page import SIZES, at_rest, faults, lay, prefer, sit, unseen

JACKPOTS = "blackjack-jackpots"


@clause("melbourne-v26", "21.6.1", "21.6.2(b)", "21.6.3", "21.6.4", "21.7.3(d)")
@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_a_player_buys_in_presses_the_bet_button_and_cashes_out(browser: Browser, house: House, size: str) -> None:
    name = f"Jackpots-{size}"
    sign = {"minimum": 1000, "maximum": 50_000, "side_bets": {JACKPOTS: {"minimum": 500, "maximum": 500}}}
    rules = {"book": "melbourne-v26", "game": "blackjack", "decks": 6, "side_bets": {JACKPOTS: True}}
    more = {"chips": 10_000_000, "layout_approved": True, "play_money": True, "runs_itself": True}
    patience = {"betting_ms": 600_000, "decision_ms": 600_000, "meters": {JACKPOTS: 1_000_000}}
    house.say(name, "root", "open-table", table=name, sign=sign, boxes=7, **rules, **more, **patience)
    width, height = SIZES[size]
    with visiting(browser, width=width, height=height) as page:
        prefer(page, speed="instant")
        sit(page, house.url, name)
        expect(page.locator("#do-credit")).to_have_attribute("aria-disabled", "true")  # no main wager yet
        page.locator("#do-credit").click(force=True)
        expect(page.locator("#notice")).to_contain_text("no main wager")
        lay(page)
        expect(page.locator("#notice")).to_have_text("")  # that is no longer so
        balance = page.locator("#device-balance")
        expect(balance).to_have_text("$0")
        page.locator(".bet-manager input").fill("20")
        page.locator(".bet-manager input").blur()
        page.locator("#do-credit").click()
        expect(balance).to_have_text("$20")
        page.keyboard.press("j")  # the bet button's own key
        expect(balance).to_have_text("$15")
        at_rest(page)
        assert faults(page) == []
        assert unseen(page, "#prompt", "#device-balance", "#do-credit", "#do-cash-out", "[id^=do-bet-off-]") == []
        assert offences(page) == []
        page.locator("[id^=do-bet-off-]").click()
        expect(balance).to_have_text("$20")
        page.locator("#do-cash-out").click()
        expect(balance).to_have_text("$0")
        expect(page.locator("#do-credit")).to_contain_text("Top up")
