"""Pages of promotions in a real browser: conditions with their clauses, a complaint and its desk, and a winner."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect
from support.browser import offences, overflows, visiting
from support.clauses import clause
from support.house import House, opened_house
from support.promotion_floor import PromotionFloor
from support.promotions import CLOSE, DRAW, money_prize

from cutcard.promotions import ClosePromotion, DrawPrizes, EnterPromotion, EntryRule, NominateScrutineer
from cutcard.store import Store


def test_a_player_reads_the_conditions_and_complains_and_the_desk_sees_it(house: House, browser: Browser) -> None:
    name = house.promotion("complained")
    with visiting(browser, width=390) as page:
        house.enter(page, "ann")
        page.goto(f"{house.url}/promotions")
        page.locator(f"a[href='/promotions/{name}']").click()
        expect(page.get_by_role("heading", name="Conditions")).to_be_visible()
        expect(page.get_by_role("link", name="20.7.11.2(i)", exact=True)).to_be_visible()
        page.get_by_text("Complain about this promotion").click()
        page.get_by_label("What is wrong about it").fill("The car is a toy")
        page.get_by_role("button", name="Complain", exact=True).click()
        expect(page.locator("#complain li")).to_contain_text("The car is a toy – not decided yet")
        assert overflows(page) == 0
        assert offences(page) == []
    with visiting(browser, width=390) as page:
        house.enter(page, "bea")
        page.goto(f"{house.url}/staff/promotions/{name}")
        expect(page.locator("#promotion-desk")).to_contain_text("ann: The car is a toy")
        assert overflows(page) == 0
    assert "The car is a toy" not in str(house.get(f"/api/promotions/{name}", "bob"))


def won_much(store: Store) -> None:
    """Ann has won $15,000 by the earlier edition, which may be paid in cash."""
    prize = money_prize(1_500_000, paid_by=("cash",))
    floor = PromotionFloor(store, "sydney-earlier", entry_rules=(EntryRule("form"),), prizes=(prize,)).started()
    floor.do(EnterPromotion("ann")).do(NominateScrutineer("sue"))
    floor.at = CLOSE
    floor.do(ClosePromotion())
    floor.at = DRAW
    floor.do(DrawPrizes("sue"))


@clause("sydney-earlier", "21.4")
def test_a_winner_of_much_chooses_on_the_page_how_it_is_paid(tmp_path: Path, browser: Browser) -> None:
    with opened_house(tmp_path, won_much) as house, visiting(browser, width=390) as page:
        house.enter(page, "ann")
        page.goto(f"{house.url}/promotions/spring")
        page.get_by_text("Choose how it is paid").click()
        page.get_by_label("Dollars by cash").fill("5000")
        page.get_by_role("button", name="Choose", exact=True).click()
        expect(page.locator("#promotion-own")).to_contain_text("21.4")  # not the whole of it
        page.get_by_label("Dollars by cheque").fill("10000")
        page.get_by_role("button", name="Choose", exact=True).click()
        expect(page.locator("#payment-1 summary")).to_have_text("Paid as you chose: $5,000 by cash, $10,000 by cheque")
        assert overflows(page) == 0
        assert offences(page) == []
