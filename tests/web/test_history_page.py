"""History: rounds found, replayed step by step, exported and audited."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page, expect

from cutcard.records import settle
from cutcard.telling.words import gain
from cutcard.web.felt import felt
from cutcard.web.history_round import events_of, seen_round, settlement_html, steps, verdict
from web.browser import offences, overflows, visiting
from web.house import House

EXAMPLES: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data" / "rounds.json").read_text())
SETTLED = [example for example in EXAMPLES if example["net"] is not None]


@pytest.fixture(scope="module")
def played(house: House) -> str:
    """A table where ann has played two rounds and bob one."""
    table = house.real_table()
    house.ready(table)
    house.round(table)
    house.round(table)
    house.say(table, "dan", "leave", player="ann")
    house.say(table, "dan", "sit", box=3, player="bob")
    house.say(table, "dan", "sell-chips", player="bob", amount=20_000)
    house.round(table, "bob")
    return table


# ---------------------------------------------------------------------------------------------------- by themselves


@pytest.mark.parametrize("example", SETTLED, ids=lambda example: example["why"])
def test_every_step_of_a_round_can_be_drawn_and_deals_its_cards_in_order(example: dict[str, Any]) -> None:
    record = example["record"]
    first, events = events_of(record)
    made = steps(first, events)
    seen: list[str] = []
    for step in made:
        drawn = felt(seen_round(step.state, "T1", 1), step.state.rules)
        shown = [each.get("data-card") for each in ElementTree.fromstring(drawn).iter() if each.get("data-card")]
        assert len(shown) >= len(seen)  # a card that lies there stays
        seen = [card for card in shown if card is not None]
    unused = settle(record)["unused"].split()
    assert sorted(seen) == sorted(record["cards"].split()[: len(record["cards"].split()) - len(unused)])


@pytest.mark.parametrize("example", SETTLED, ids=lambda example: example["why"])
def test_the_settlement_says_every_net_and_a_clause_for_every_wager(example: dict[str, Any]) -> None:
    first, events = events_of(example["record"])
    last = steps(first, events)[-1].state
    html = settlement_html(last)
    assert html.count("cc-clause") >= len(last.wagers)
    for sum_ in example["net"].values():
        assert gain(round(float(sum_) * 100)) in html


def test_a_record_that_was_tampered_with_does_not_hold() -> None:
    record = settle(SETTLED[0]["record"])
    assert verdict(record)[0]
    player = next(iter(record["net"]))
    holds, says = verdict(record | {"net": record["net"] | {player: "1000000"}})
    assert not holds
    assert "net" in says


# ------------------------------------------------------------------------------------------------------ in a browser


def rows(page: Page) -> list[str]:
    return [each.inner_text() for each in page.locator("table tbody th").all()]


def test_rounds_are_found_by_table_player_and_time(browser: Browser, house: House, played: str) -> None:
    with visiting(browser) as page:
        house.enter(page, "bea")
        page.goto(f"{house.url}/history")
        page.get_by_label("Table").fill(played)
        page.get_by_role("button", name="Find").click()
        expect(page.locator("caption")).to_have_text("Newest first")
        assert rows(page) == [f"{played} 3", f"{played} 2", f"{played} 1"]
        page.get_by_label("Player").fill("ann")
        page.get_by_role("button", name="Find").click()
        page.wait_for_url(re.compile("player=ann"))
        assert rows(page) == [f"{played} 2", f"{played} 1"]
        page.goto(f"{house.url}/history?table={played}&until=2001-01-01T00:00")
        expect(page.get_by_role("status")).to_contain_text("no finished round was found", ignore_case=True)
        page.goto(f"{house.url}/history?since=yesterday")
        expect(page.get_by_role("alert")).to_contain_text("is no time such as")


def test_a_round_is_replayed_card_by_card_with_its_clauses(browser: Browser, house: House, played: str) -> None:
    with visiting(browser) as page:
        house.enter(page, "bea")
        page.goto(f"{house.url}/history/{played}/1")
        words = page.locator(".cs-replay .cs-step-words")
        expect(words).to_contain_text("The wagers are down")
        page.get_by_role("button", name="Forward").click()
        expect(words).to_contain_text("9♠ to box 3: 9")
        page.keyboard.press("ArrowRight")
        expect(words).to_contain_text("K♥ to the dealer, who has 10")
        page.keyboard.press("ArrowLeft")
        expect(words).to_contain_text("9♠ to box 3: 9")
        page.get_by_role("button", name="End").click()
        expect(words).to_contain_text("The round is over")
        expect(page.locator("#felt")).to_contain_text("20")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(words).to_contain_text("9♠ to box 3: 9")
        page.get_by_role("button", name="Pause").click()
        settlement = page.get_by_role("region", name="Settlement")
        expect(settlement).to_contain_text("a mixed pair, paid 5 to 1")
        assert settlement.locator("a.cc-clause").first.get_attribute("href") == "/rulebook/sydney-v15#15.1.7"
        expect(page.get_by_role("status")).to_contain_text("the same to the cent")
        assert offences(page) == []


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
        brought = page.get_by_role("region", name="A round record")
        brought.get_by_label("A record as JSON").fill(json.dumps(record))
        brought.get_by_role("button", name="Settle and replay it").click()
        expect(brought.get_by_role("link", name=re.compile(f"Round 2 at table {played}"))).to_be_visible()
        expect(brought.get_by_role("status")).to_contain_text("the same to the cent")
        for wrong in ("not json", "[]", '{"rulebook": "nowhere"}'):
            brought.get_by_label("A record as JSON").fill(wrong)
            brought.get_by_role("button", name="Settle and replay it").click()
            expect(brought.get_by_role("alert")).to_be_visible()
            expect(brought.locator("#felt")).to_have_count(0)


def test_who_may_read_what(browser: Browser, house: House, played: str) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/history")
        expect(page.get_by_role("main").get_by_role("link", name="Log in")).to_be_visible()
        house.enter(page, "bob")
        page.goto(f"{house.url}/history")
        assert rows(page) == [f"{played} 3"]
        expect(page.get_by_label("Player")).to_have_count(0)
        expect(page.get_by_role("button", name="Run the audit")).to_have_count(0)
        for path in (f"/history/{played}/1", f"/history/{played}/99", "/history/nowhere/1", f"/history/{played}/x"):
            page.goto(house.url + path)
            expect(page.locator("h1")).to_have_text("No such round")
        house.enter(page, "max")
        page.goto(f"{house.url}/history/{played}/1")
        expect(page.locator("h1")).to_have_text("No such round")  # another casino's


def test_the_audit_says_that_the_store_holds(browser: Browser, house: House, played: str) -> None:
    with visiting(browser) as page:
        house.enter(page, "ivo")
        page.goto(f"{house.url}/history")
        page.get_by_role("button", name="Run the audit").click()
        audit = page.get_by_role("region", name="Audit")
        expect(audit.get_by_role("status")).to_contain_text("The store holds", timeout=30_000)
        expect(audit.locator("code")).to_have_text(re.compile(r"^\d+:[0-9a-f]{64}$"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_history_is_accessible_and_fits_a_phone(browser: Browser, house: House, played: str, theme: str) -> None:
    with visiting(browser, theme=theme, width=390) as page:
        house.enter(page, "ivo")
        for path in (f"/history?table={played}", f"/history/{played}/1"):
            page.goto(house.url + path)
            expect(page.locator("table").first).to_be_visible()
            assert offences(page) == []
            assert overflows(page) == 0
