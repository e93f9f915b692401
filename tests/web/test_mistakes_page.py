"""What went wrong, put right by staff in a real browser: a card typed wrongly, the deal, a shuffling device."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from support.browser import offences, overflows, visiting
from support.house import ANSWER_S, SECRET, House


@pytest.fixture(scope="module")
def kit(house: House) -> str:
    """A second supervisor, who approves."""
    new = {"name": "kit", "role": "gaming-supervisor", "password": SECRET, "casino": "sydney"}
    root = {"Authorization": f"Bearer {house.token('root')}"}
    httpx.post(f"{house.url}/api/accounts", json=new, headers=root, timeout=ANSWER_S).raise_for_status()
    return "kit"


def opened(page: Page, group: str, do: str) -> Locator:
    """A command's form, from the section that it stands in."""
    section = page.locator(f"#section-{group}")
    section.evaluate("fold => { fold.open = true; }")
    section.locator(f'[data-do="{do}"]').click()
    return section.locator(f'form[data-form="{do}"]')


def approve(browser: Browser, house: House, who: str, table: str) -> None:
    with visiting(browser) as page:
        house.open_staff(page, who, table)
        page.locator("[data-approval]").get_by_role("button", name="Approve").click()
        page.get_by_role("dialog", name="Approve?").get_by_role("button", name="Approve").click()
        expect(page.locator("[data-approval]")).to_have_count(0)


def test_a_card_typed_wrongly_is_corrected_with_a_second_person(browser: Browser, house: House, kit: str) -> None:
    table = house.real_table()
    house.ready(table)
    house.round(table)  # the player's 18 lost to 20
    with visiting(browser) as page:
        house.open_staff(page, "bea", table)
        form = opened(page, "corrections", "correct-card")
        listed = form.get_by_label("Entry").locator("option").all_inner_texts()
        dealers = next(text for text in listed if "10♣" in text or "T♣" in text)
        form.get_by_label("Entry").select_option(label=dealers)
        form.get_by_label("Card, such as As").fill("6c")
        form.get_by_label("Reason").fill("the camera shows a six")
        assert overflows(page) == 0
        form.get_by_role("button", name="Correct card").click()
        page.locator("[data-yes]").click()
        expect(form.get_by_role("status")).to_contain_text("waits for a second person")
        approve(browser, house, kit, table)
        expect(page.get_by_role("region", name="Log")).to_contain_text("round 1 is corrected by bea")
        expect(page.locator("#section-corrections")).to_contain_text("6♣")
        draws = page.get_by_role("region", name="What comes next")
        expect(draws).to_contain_text("Card for the dealer")  # sixteen is not enough
        assert offences(page) == []


def test_a_mistake_in_the_deal_is_ruled_on_as_the_document_gives_it(browser: Browser, house: House, kit: str) -> None:
    table = house.real_table()
    house.ready(table)
    house.say(table, "dan", "open-betting")
    house.say(table, "dan", "place-wager", box=3, amount=2000, player="ann")
    house.say(table, "dan", "no-more-bets")
    house.say(table, "dan", "deal-cards", cards=["9s", "Kh", "9d"])
    with visiting(browser, width=390) as page:
        house.open_staff(page, "bea", table)
        form = opened(page, "irregularities", "report-irregularity")
        kinds, rulings = form.get_by_label("What happened"), form.get_by_label("Ruling")
        kinds.select_option("card-faced-in-shoe")
        assert rulings.locator("option").all_inner_texts() == ["The card is burned and plays no part"]
        kinds.select_option("card-misplaced")
        assert {option.get_attribute("value") for option in rulings.locator("option").all()} == {
            "reconstruct",
            "void-round",
        }
        expect(form.get_by_label("Card, such as As")).to_have_count(0)
        expect(form.get_by_label("Cards, such as As Td")).to_be_visible()
        kinds.select_option("card-faced-in-shoe")
        expect(form.get_by_label("Cards, such as As Td")).to_have_count(0)
        form.get_by_label("Reason").fill("it lay face up")
        form.get_by_label("Card, such as As").fill("5h")
        assert overflows(page) == 0
        form.get_by_role("button", name="Report irregularity").click()
        page.locator("[data-yes]").click()
        expect(form.get_by_role("status")).to_contain_text("waits for a second person")
        approve(browser, house, kit, table)
        log = page.get_by_role("region", name="Log")
        expect(log).to_contain_text(
            "a card lies face up in the shoe; the card is burned and plays no part: it lay face up"
        )
        expect(log).to_contain_text("5♥")
        assert offences(page) == []


def test_a_failed_device_is_reported_and_replaced(browser: Browser, house: House) -> None:
    name = "Device-1"
    sign = {"minimum": 1000, "maximum": 50_000}
    rules = {"book": "sydney-v15", "game": "blackjack", "decks": 8, "device": "shuffling-device"}
    more = {"source": "real", "chips": 10_000_000, "layout_approved": True}
    house.say(name, "bea", "open-table", table=name, sign=sign, **rules, **more)
    house.say(name, "root", "approve", number=1)
    for do in ("bring-cards", "check-cards", "shuffle"):
        house.say(name, "dan", do)
    with visiting(browser, width=390) as page:
        house.open_staff(page, "bea", name)
        form = opened(page, "cards", "report-device-failure")
        form.get_by_label("Reason").fill("it jams")
        expect(form.get_by_label("What it means for the round")).to_have_value("none")
        assert overflows(page) == 0
        form.get_by_role("button", name="Report device failure").click()
        page.locator("[data-yes]").click()
        expect(form.get_by_role("status")).to_contain_text("Report device failure: done.")
        cards = page.locator("#section-cards")
        expect(cards).to_contain_text("The shuffling device has failed")
        form = opened(page, "cards", "replace-device")
        form.get_by_label("Dealt from now on from").select_option("shoe")
        form.get_by_role("button", name="Replace device").click()
        expect(cards).to_contain_text("dealt from a shoe")
        expect(page.get_by_role("region", name="Log")).to_contain_text("takes the place of the device that failed")
        assert offences(page) == []
