"""Links of tables: opened on terms that the document allows, and tables that join, leave and move after a sign."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from support.clauses import clause
from support.linked_floor import ACES, MELBOURNE, NOVA, SEVENS, SYDNEY, LinkedFloor

from cutcard.jackpots import (
    ApproveAdjustment,
    CloseLink,
    JoinLink,
    LeaveLink,
    MeterTerms,
    MoveToLink,
    OpenLink,
    PostLinkSign,
    ProposeAdjustment,
    TransferReceived,
)
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table import Command


@pytest.fixture
def house(tmp_path: Path) -> Iterator[LinkedFloor]:
    store = Store.open(str(tmp_path / "casino.db"))
    yield LinkedFloor(store)
    store.close()


def test_a_link_opens_with_its_meters_at_their_seeds(store: Store) -> None:
    house = LinkedFloor(store)
    boss = house.person(SYDNEY)
    house.done(house.floor.act_on_link("sevens", SEVENS, boss, at_ms=1, command_id="open-1"))
    assert house.link("sevens").terms.price == 250
    assert house.shows("sevens") == 1_000_000
    assert house.done(house.floor.act_on_link("sevens", SEVENS, boss, at_ms=1, command_id="open-1")).repeated
    assert house.refused("sevens", SEVENS).code == "link-open-already"
    assert house.refused("other", SEVENS).code == "other-link"
    assert house.refused("other", SEVENS._replace(link="other"), below=1).code == "role-too-low"
    report = audit(house.store, processes=1)
    assert report.fault is None, str(report.fault)


WRONG: list[tuple[OpenLink, dict[str, Any], str, str | None]] = [
    (SEVENS, {"price": 300}, "link-price", "14.24 table"),
    (SEVENS, {"meters": {"blazing-7s": MeterTerms(1_500_000, 100)}}, "link-seed", "14.28"),
    (SEVENS, {"meters": {}}, "link-meters", "14.26.1"),
    (SEVENS, {"pay_table": "B"}, "link-pay-table", "14.26.1"),
    (SEVENS, {"meters": {"blazing-7s": MeterTerms(1_000_000, -1)}}, "link-increment", "14.26.2"),
    (SEVENS, {"selected_per_million": 5}, "link-selects-nothing", None),
    (SEVENS, {"bet": "star-pairs"}, "bet-without-meter", None),
    (SEVENS, {"bet": "no-such-bet"}, "no-such-side-bet", None),
    (SEVENS, {"currency": "usd"}, "no-such-currency", None),
    *((SEVENS, {"link": name}, "link-name", None) for name in ("", "a:b", "a/b", "..", " a", "Zoe\u0308", "x" * 65)),
    (ACES, {"price": 0}, "link-price-nothing", None),
    (ACES, {"meters": {"blackjack-jackpots": MeterTerms(0, 1)}}, "link-seed-nothing", "21.5.2"),
    (ACES, {"selected_per_million": 1_000_000 + 1}, "number-out-of-range", None),
    (NOVA, {"meters": {name: MeterTerms(1, 400_000) for name in NOVA.meters}}, "link-increments", "24.5.2"),
    (NOVA, {"meters": {"supernova-major": MeterTerms(1, 1)}}, "link-meters", "24.9.1"),
]


@clause(SYDNEY, "14.26.1", "14.26.2")
@pytest.mark.parametrize(("opening", "fields", "code", "by"), WRONG)
def test_a_link_opens_only_on_terms_that_the_document_allows(
    house: LinkedFloor, opening: OpenLink, fields: dict[str, Any], code: str, by: str | None
) -> None:
    wrong = opening._replace(**fields)
    refusal = house.refused(wrong.link, wrong)
    assert refusal.code == code, refusal.message
    assert by is None or refusal.clause == by
    assert house.link(wrong.link).phase == ""


@clause(SYDNEY, "14.28", "14.28.1", "14.28.2", "14.28.3")
def test_the_jackpot_starts_from_one_of_three_amounts_and_its_tables_show_the_same(house: LinkedFloor) -> None:
    for i, seed in enumerate((1_000_000, 2_500_000, 5_000_000)):
        house.opened(SEVENS, link=f"sevens-{i}", meters={"blazing-7s": MeterTerms(seed, 100_000)})
        assert house.shows(f"sevens-{i}") == seed
    other = SEVENS._replace(link="other", meters={"blazing-7s": MeterTerms(2_000_000, 100_000)})
    assert house.refused("other", other).code == "link-seed"
    house.table("S1", SYDNEY)  # its sign says $10,000
    refused = house.refused("sevens-1", JoinLink("S1"))
    assert (refused.code, refused.clause) == ("table-shows-other-seed", "14.26.2")
    house.table("S2", SYDNEY, options={"blazing-7s-minimum": "25000"})
    house.do("sevens-1", JoinLink("S2"))
    house.do("sevens-0", JoinLink("S1"))


@clause(SYDNEY, "14.26", "14.26.1", "14.26.2", "14.26.3")
def test_all_tables_of_a_link_have_its_pay_table_its_rate_its_seed_and_its_price(house: LinkedFloor) -> None:
    house.opened(SEVENS, price=500)
    for name, boxes in (("S1", 5), ("S2", 7)):
        house.table(name, SYDNEY, boxes=boxes)
        house.do("sevens", JoinLink(name))
    one, two = (house.floor.state(name) for name in ("S1", "S2"))
    assert one.config.side_bets[SEVENS.bet] == two.config.side_bets[SEVENS.bet]
    pays = {row.outcome: (row.share, row.meter) for row in two.config.side_bets[SEVENS.bet].rows if row.meter}
    assert pays == {"diamond-777": (1, SEVENS.bet), "suited-777": (Fraction(1, 10), SEVENS.bet)}
    assert one.links[SEVENS.bet].terms == two.links[SEVENS.bet].terms == house.link("sevens").terms
    assert (two.links[SEVENS.bet].terms.price, two.links[SEVENS.bet].terms.meters) == (500, SEVENS.meters)


@clause(SYDNEY, "2.3.4.3")
def test_the_jackpot_is_linked_only_to_a_table_with_a_shuffling_device(house: LinkedFloor) -> None:
    house.opened(SEVENS)
    house.table("S1", SYDNEY, device="shoe")
    house.table("S2", SYDNEY)
    refused = house.refused("sevens", JoinLink("S1"))
    assert (refused.code, refused.clause) == ("link-needs-shuffler", "2.3.4.3")
    house.do("sevens", JoinLink("S2"))
    assert "blazing-7s" in house.floor.state("S2").config.side_bets


@clause(MELBOURNE, "21.5.1", "21.5.1(a)", "21.5.1(e)", "24.5.1", "24.5.1(a)", "24.5.1(e)")
@pytest.mark.parametrize(("opening", "by"), [(ACES, "21.5.1(e)"), (NOVA, "24.5.1(e)")])
def test_a_table_joins_moves_and_leaves_twenty_minutes_after_its_sign(
    house: LinkedFloor, opening: OpenLink, by: str
) -> None:
    first, second = f"{opening.link}-1", f"{opening.link}-2"
    house.opened(opening, link=first)
    house.opened(opening, link=second)
    house.table("M1")
    house.table("M2")
    house.do(first, PostLinkSign("join", "M2"))
    house.later(20).do(first, JoinLink("M2"))
    steps: list[tuple[str, PostLinkSign, Command]] = [
        (first, PostLinkSign("join", "M1"), JoinLink("M1")),
        (first, PostLinkSign("move", "M1", second), MoveToLink("M1", second)),
        (second, PostLinkSign("leave", "M1"), LeaveLink("M1")),
    ]
    for link, sign, change in steps:
        refused = house.refused(link, change)
        assert (refused.code, refused.clause) == ("link-without-sign", by)
        soon = sign._replace(holds_from=house.now + 19 * 60_000)
        assert house.refused(link, soon).clause == by
        house.do(link, sign)
        notice = house.floor.state("M1").side_bet_notices[0]
        assert (notice.bet, notice.change) == (opening.bet, sign.change)
        refused = house.later(19.9).refused(link, change)
        assert (refused.code, refused.clause) == ("link-sign-too-early", by)
        house.later(0.1).do(link, change)
        assert not house.floor.state("M1").side_bet_notices
    assert house.floor.state("M1").links == {}
    assert opening.bet not in house.floor.state("M1").config.side_bets
    assert ([*house.link(first).tables], house.link(second).tables) == (["M2"], {})  # the others of the group stay


def joined(house: LinkedFloor, link: str, *tables: str) -> None:
    for table in tables:
        house.do(link, PostLinkSign("join", table))
    house.later(20)
    for table in tables:
        house.do(link, JoinLink(table))


@clause(MELBOURNE, "21.5.1(c)", "24.5.1(c)")
def test_a_table_is_in_one_link_at_most(house: LinkedFloor) -> None:
    for opening in (ACES, NOVA, ACES._replace(link="aces-2")):
        house.opened(opening)
    house.table("M1")
    house.table("M2")
    joined(house, "aces", "M1")
    joined(house, "nova", "M2")
    for link in ("aces-2", "nova"):
        house.do(link, PostLinkSign("join", "M1"))
    house.do("aces", PostLinkSign("join", "M2"))
    house.later(20)
    refused = house.refused("aces-2", JoinLink("M1"))
    assert (refused.code, refused.clause) == ("table-in-link", "21.5.1(c)")
    assert house.refused("nova", JoinLink("M1")).clause == "24.5.1(c)"
    assert house.refused("aces", JoinLink("M2")).clause == "21.5.1(c)"


@clause(MELBOURNE, "21.1", "21.4.1", "21.5.1(b)", "24.1", "24.4.1", "24.5.1(b)")
@pytest.mark.parametrize(("opening", "by"), [(ACES, "21.4.1"), (NOVA, "24.4.1")])
def test_any_variation_with_six_decks_joins_and_others_do_not(house: LinkedFloor, opening: OpenLink, by: str) -> None:
    house.opened(opening)
    fits = [house.table("M1", game="free-bet-blackjack"), house.table("M2", game="premier-blackjack")]
    house.table("M3", game="crown-pontoon", decks=8)
    house.table("M4", decks=8)
    for table in (*fits, "M3", "M4"):
        house.do(opening.link, PostLinkSign("join", table))
    house.later(20)
    for table in fits:
        house.do(opening.link, JoinLink(table))
    for table in ("M3", "M4"):
        assert house.refused(opening.link, JoinLink(table)).clause == by
    assert tuple(house.link(opening.link).tables) == tuple(fits)


@clause(MELBOURNE, "21.3.3", "21.5.1(h)", "24.3.2", "24.5.1(h)")
@pytest.mark.parametrize(("opening", "by"), [(ACES, "21.3.3"), (NOVA, "24.3.2")])
def test_a_table_joins_only_with_the_equipment(house: LinkedFloor, opening: OpenLink, by: str) -> None:
    house.opened(opening)
    house.table("M1", lacking=("jackpot-meter-display",))
    house.do(opening.link, PostLinkSign("join", "M1"))
    refused = house.later(20).refused(opening.link, JoinLink("M1"))
    assert (refused.code, refused.clause) == ("equipment-missing", by)


@clause(MELBOURNE, "21.5.1(f)", "21.5.1(g)", "24.5.1(f)", "24.5.1(g)")
@pytest.mark.parametrize(("opening", "chapter"), [(ACES, "21"), (NOVA, "24")])
def test_a_link_closes_twenty_minutes_after_signs_at_all_its_tables_and_leaves_its_money_to_others(
    house: LinkedFloor, opening: OpenLink, chapter: str
) -> None:
    closing = opening.link
    house.opened(opening)
    for other in ("left", "right"):
        house.opened(opening, link=other)
    house.table("M1")
    house.table("M2")
    joined(house, closing, "M1", "M2")
    meters = tuple(opening.meters)
    for meter in meters:
        raise_meter(house, closing, meter, 1001)
    house.do(closing, PostLinkSign("close", "M1"))
    refused = house.later(20).refused(closing, CloseLink(("left",)))
    assert (refused.code, refused.clause) == ("link-without-sign", f"{chapter}.5.1(f)")
    house.do(closing, PostLinkSign("close"))
    assert house.refused(closing, CloseLink(("left",))).code == "link-sign-too-early"
    refused = house.later(20).refused(closing, CloseLink())
    assert (refused.code, refused.clause) == ("link-needs-target", f"{chapter}.5.1(g)")
    assert house.refused(closing, CloseLink((closing,))).code == "no-such-link"
    for itself in (MoveToLink("M1", closing), PostLinkSign("move", "M1", closing)):
        assert house.refused(closing, itself).code == "no-such-link"
    house.do(closing, LeaveLink("M2"))
    house.do(closing, CloseLink(("left", "right")))
    assert house.link(closing).phase == "closed"
    assert house.floor.state("M1").links == house.floor.state("M2").links == {}
    for meter in meters:
        seed = opening.meters[meter].seed
        assert house.shows(closing, meter) == 0
        assert (house.shows("left", meter), house.shows("right", meter)) == (seed + 501, seed + 500)
    assert house.refused(closing, JoinLink("M1")).code == "link-not-open"
    report = audit(house.store, processes=1)
    assert report.fault is None, str(report.fault)
    assert TransferReceived(meters[0], closing, 501) in house.events("left")


def raise_meter(house: LinkedFloor, link: str, meter: str, cents: int) -> None:
    house.do(link, ProposeAdjustment(meter, cents, "added-by-the-house", "a promotion"))
    house.do(link, ApproveAdjustment(house.link(link).proposals), by="kim")
