"""History: rounds found, replayed step by step, exported and audited."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import as_seen, offences, overflows, visiting
from support.house import ANSWER_S, House

from cutcard.cli.verify_shoe import faults
from cutcard.narration.formatting import gain
from cutcard.records import settle
from cutcard.service.cross_site import COOKIE
from cutcard.web.felt import felt
from cutcard.web.history_round import events_of, seen_round, settlement_html, steps, verdict

NUMBERS = itertools.count(1)
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


def test_a_record_without_limits_has_none_on_its_sign() -> None:
    record = {"rulebook": "sydney-v15", "game": "blackjack", "decks": 8, "side_bets": {"perfect-pairs": True}}
    record |= {"wagers": [{"box": 1, "player": "ann", "bet": "main", "amount": "10"}], "cards": "Ts 9h 9d Tc"}
    record |= {"actions": [{"do": "stand"}]}

    def sign(limits: dict[str, Any]) -> str:
        first, events = events_of({**record, **limits})
        said = felt(seen_round(steps(first, events)[0].state, "T1", 1), first.rules)
        return next(
            label
            for each in ElementTree.fromstring(said).iter()
            if (label := each.get("aria-label", "")).startswith("Sign:")
        )

    assert sign({}) == "Sign: Blackjack, Perfect Pairs, 8 decks"
    limits = {"minimum": "5", "maximum": "200", "side_bets": {"perfect-pairs": {"minimum": "2", "maximum": "50"}}}
    assert sign({"limits": limits}) == "Sign: Blackjack, $5 to $200 a box, Perfect Pairs $2 to $50, 8 decks"


def test_a_round_that_was_declared_void_says_so_and_why_each_wager_came_back() -> None:
    record = {"rulebook": "sydney-v15", "game": "blackjack", "decks": 8, "cards": "Ts 9h 9d"}
    record |= {"wagers": [{"box": 1, "player": "ann", "bet": "main", "amount": "10"}]}
    record |= {"actions": [{"do": "void-round", "clause": "18.9.1", "settled_by": "18.10", "cards": 3}]}
    first, events = events_of(record)
    *_, declared, over = steps(first, events)
    assert declared.words == "Dealer: the round is declared void; Ann: wager $10: declared void, ±$0"
    assert declared.clause == "18.9.1, 18.10"
    assert over.words == "The round is over"
    assert "declared void" in settlement_html(over.state)
    assert "void" in felt(seen_round(over.state, "T1", 1), first.rules)


def test_a_record_that_was_tampered_with_does_not_hold() -> None:
    record = settle(SETTLED[0]["record"])
    assert verdict(record)[0]
    player = next(iter(record["net"]))
    holds, says = verdict(record | {"net": record["net"] | {player: "1000000"}})
    assert not holds
    assert "net" in says


# ------------------------------------------------------------------------------------------------------ in a browser


def finds(page: Page, *rounds: str) -> None:
    """Wait until these rounds are listed, in this order."""
    expect(page.locator("table tbody th")).to_have_text(list(rounds))


def test_rounds_are_found_by_table_player_and_time(browser: Browser, house: House, played: str) -> None:
    with visiting(browser) as page:
        house.enter(page, "bea")
        page.goto(f"{house.url}/history")
        page.get_by_label("Table").fill(played)
        page.get_by_role("button", name="Find").click()
        page.wait_for_url(re.compile(f"table={played}"))
        finds(page, f"{played} 3", f"{played} 2", f"{played} 1")
        expect(page.locator("caption")).to_have_text("Newest first")
        page.get_by_label("Player").fill("ann")
        page.get_by_role("button", name="Find").click()
        page.wait_for_url(re.compile("player=ann"))
        finds(page, f"{played} 2", f"{played} 1")
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
        page.keyboard.press("ArrowLeft")
        expect(words).not_to_contain_text("The round is over")
        play = page.get_by_role("button", name="Play", exact=True)
        play.click()
        expect(words).to_contain_text("The round is over")  # it has gone on by itself
        expect(play).to_be_visible()
        play.evaluate("button => { button.click(); button.click(); }")  # from the end it begins anew, and pauses
        expect(words).not_to_contain_text("The round is over")
        expect(play).to_be_visible()
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
        wrong = {"not json": "no round record", '{"rulebook": "nowhere"}': "'nowhere'", "[]": "no round record"}
        for text, says in wrong.items():
            brought.get_by_label("A record as JSON").fill(text)
            brought.get_by_role("button", name="Settle and replay it").click()
            expect(brought.get_by_role("alert")).to_contain_text(says)
            expect(brought.locator("#felt")).to_have_count(0)


@pytest.fixture(scope="module")
def virtual(house: House) -> str:
    """A table with a virtual shoe where ann has played a round; its name."""
    table = f"Virtual-{next(NUMBERS)}"
    rules = {"book": "sydney-v15", "game": "blackjack", "decks": 8, "sign": {"minimum": 1000, "maximum": 50_000}}
    house.say(table, "bea", "open-table", table=table, **rules, chips=10_000_000, layout_approved=True)
    house.say(table, "root", "approve", number=1)  # the first fill takes two people
    house.say(table, "ann", "sit", box=3)
    house.say(table, "dan", "sell-chips", player="ann", amount=20_000)
    for do in ("bring-cards", "check-cards", "shuffle"):
        house.say(table, "dan", do)
    house.say(table, "ann", "cut", at=100)
    house.say(table, "dan", "place-cutting-card", behind=78)
    for do in ("burn-card", "open-betting"):
        house.say(table, "dan", do)
    house.say(table, "ann", "place-wager", box=3, amount=2000)
    house.say(table, "dan", "no-more-bets")
    while (seen := house.get(f"/api/tables/{table}", "ann")["table"])["waiting"]["needs"] in ("decision", "offers"):
        if seen["waiting"]["needs"] == "offers":
            house.say(table, "dan", "close-offers")
        else:  # chance has dealt: a low hand must draw
            allowed = {choice["act"] for choice in seen["choices"] if choice["allowed"]}
            house.say(table, "ann", "stand" if "stand" in allowed else "hit")
    return table


def test_the_shoe_of_a_round_is_sealed_and_once_it_has_ended_anybody_can_check_it(
    browser: Browser, house: House, virtual: str
) -> None:
    with visiting(browser) as page:
        house.enter(page, "ann")
        page.goto(f"{house.url}/history/{virtual}/1")
        shoe = page.locator(".cs-shoes")
        expect(shoe).to_contain_text("Its order is revealed when the shoe has ended")
        expect(shoe.get_by_role("link")).to_have_count(0)
        seal = shoe.locator("code").inner_text()
        house.say(virtual, "bea", "order-shuffle", reason="to end the shoe")
        house.say(virtual, "dan", "shuffle")
        page.reload()
        with page.expect_download() as started:
            shoe.get_by_role("link", name="Download shoe 1").click()
        assert started.value.suggested_filename == f"{virtual}-shoe-1.json"
        file = json.loads(Path(started.value.path()).read_text(encoding="utf-8"))
        assert file["commitment"] == seal
        assert faults(file) == []
        record = house.get(f"/api/tables/{virtual}/rounds/1", "ann")
        assert file["dealt"].split()[1:] == record["cards"].split()  # after the burned one
        as_seen(page, 390, "light")
        assert offences(page) == []
        assert overflows(page) == 0


def test_who_may_read_what(browser: Browser, house: House, played: str) -> None:
    with visiting(browser) as page:
        page.goto(f"{house.url}/history")
        expect(page.get_by_role("main").get_by_role("link", name="Log in")).to_be_visible()
        house.enter(page, "bob")
        page.goto(f"{house.url}/history?table={played}")
        finds(page, f"{played} 3")
        expect(page.get_by_label("Player")).to_have_count(0)
        expect(page.get_by_role("button", name="Run the audit")).to_have_count(0)
    numbers = ("1", "99", "x")
    asked = [*((played, number, "bob") for number in numbers), ("nowhere", "1", "bob"), (played, "1", "max")]
    for table, number, name in asked:  # max is of another casino
        url = f"{house.url}/history/{table}/{number}"
        answer = httpx.get(url, cookies={COOKIE: house.token(name)}, timeout=ANSWER_S)
        assert (answer.status_code, "No such round" in answer.text) == (404, True), (table, number, name)
    stranger = httpx.get(f"{house.url}/history/{played}/1", timeout=ANSWER_S)
    assert (stranger.status_code, "Log in" in stranger.text) == (200, True)


def test_the_audit_says_that_the_store_holds(browser: Browser, house: House, played: str) -> None:
    with visiting(browser) as page:
        house.enter(page, "ivo")
        page.goto(f"{house.url}/history")
        page.get_by_role("button", name="Run the audit").click()
        audit = page.get_by_role("region", name="Audit")
        expect(audit.get_by_role("status")).to_contain_text("The store holds")
        expect(audit.locator("code")).to_have_text(re.compile(r"^\d+:[0-9a-f]{64}(:[0-9a-f]+)*$"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_history_is_accessible_and_fits_a_phone(browser: Browser, house: House, played: str, theme: str) -> None:
    with visiting(browser, theme=theme, width=390) as page:
        house.enter(page, "ivo")
        for path in (f"/history?table={played}", f"/history/{played}/1"):
            page.goto(house.url + path)
            expect(page.locator("table").first).to_be_visible()
            assert offences(page) == []
            assert overflows(page) == 0
