"""The keypad on the staff's page in a real browser: the dealer enters a hand, the amount is shown, and it is paid."""

from __future__ import annotations

import httpx
from playwright.sync_api import Browser, Page, expect
from support.browser import offences, visiting
from support.clauses import clause
from support.house import ANSWER_S, House

LINK = "keypad"


def linked_table(house: House) -> str:
    """A table with a real shoe in a link of Blazing 7's, where a hand of three suited sevens lies."""
    table = "Keypad"
    sign = {"minimum": 1000, "maximum": 50_000}
    rules = {"book": "sydney-v15", "game": "blackjack", "decks": 6, "device": "shuffling-device"}
    more = {"source": "real", "chips": 100_000_000, "layout_approved": True}
    house.say(table, "bea", "open-table", table=table, sign=sign, **rules, **more)
    house.say(table, "root", "approve", number=1)  # the first fill takes two people
    meters = {"blazing-7s": {"seed": 1_000_000, "per_million": 150_000}}
    wager = {"book": "sydney-v15", "bet": "blazing-7s", "currency": "aud", "price": 500}
    tell(house, "open-link", link=LINK, meters=meters, **wager)
    tell(house, "join-link", table=table)
    house.say(table, "dan", "sit", box=3, player="ann")
    house.card_in(table, "ann")
    house.say(table, "dan", "sell-chips", player="ann", amount=20_000)
    for do in ("bring-cards", "check-cards", "shuffle", "burn-card", "open-betting"):
        house.say(table, "dan", do)
    house.say(table, "dan", "place-wager", box=3, amount=2000, player="ann")
    house.say(table, "dan", "place-wager", box=3, amount=500, bet="blazing-7s", player="ann")
    house.say(table, "dan", "no-more-bets")
    house.say(table, "dan", "deal-cards", cards=["7s", "7s", "7s"])
    house.say(table, "dan", "return-discards")
    return table


def tell(house: House, do: str, **fields: object) -> None:
    """Give the link a command that is not refused."""
    body = {"id": f"k-{do}", "command": {"do": do, **fields}}
    headers = {"Authorization": f"Bearer {house.token('root')}"}
    answer = httpx.post(f"{house.url}/api/jackpots/{LINK}/commands", json=body, headers=headers, timeout=ANSWER_S)
    assert answer.status_code == 200, answer.text


def step(page: Page, text: str) -> None:
    expect(page.locator("[data-step]")).to_have_text(text)


@clause("sydney-v15", "14.21", "14.24", "14.25", "14.27.4(ii)")
def test_the_dealer_enters_the_hand_the_page_shows_the_amount_and_a_supervisor_has_it_paid(
    browser: Browser, house: House
) -> None:
    table = linked_table(house)
    with visiting(browser) as page:
        house.open_staff(page, "dan", table)
        step(page, "Enter box 3: three sevens of one suit")
        page.locator("[data-step]").click()
        now = page.get_by_role("region", name="What comes next")
        expect(now).to_contain_text("the keypad shows $1,000.08")  # a tenth of $10,000.75
        button = page.locator("[data-step]")
        expect(button).to_have_attribute("aria-disabled", "true")
        assert offences(page) == []
        button.click(force=True)
        expect(page.locator("body")).to_contain_text("supervisor")
    assert prize(house)["stage"] == "won"
    with visiting(browser) as page:
        house.open_staff(page, "bea", table)
        step(page, "Determine the prize")
        page.locator("[data-step]").click()
        expect(page.get_by_role("region", name="What comes next")).to_contain_text("Ann decides on box 3")
        expect(page.get_by_role("region", name="Log")).to_contain_text("$1,000.08")
    assert prize(house) == {"stage": "paid", "prize": 100_008}
    chips = house.get(f"/api/tables/{table}", "ann")["table"]["players"]
    (ann,) = [one for one in chips if one["name"] == "ann"]
    assert ann["chips"] == 20_000 - 2000 - 500 + 100_008


def prize(house: House) -> dict[str, object]:
    (win,) = house.get(f"/api/jackpots/{LINK}/desk", "bea")["prizes"]
    return {"stage": win["stage"], "prize": win["prize"]}
