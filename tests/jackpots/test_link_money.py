"""What moves a meter outside wagers and prizes: adjustments by two people; and what a device draws, a failure stops."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from support.clauses import clause
from support.linked_floor import ACES, MELBOURNE, NOVA, SEVENS, SYDNEY, LinkedFloor
from support.linked_play import LinkedPlay, play
from support.linked_tables import OneLink
from support.links import NOVA as NOVA_TERMS

from cutcard.cards import cards
from cutcard.floor import Done
from cutcard.jackpots import (
    ApproveAdjustment,
    CloseLink,
    DeviceCommitted,
    DeviceRevealed,
    JoinLink,
    OpenLink,
    PostLinkSign,
    ProposeAdjustment,
    RejectAdjustment,
    RenewDevice,
)
from cutcard.refusals import Refusal
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table.selection import commitment, selected

METER = "blackjack-jackpots"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[LinkedFloor]:
    store = Store.open(str(tmp_path / "casino.db"))
    yield LinkedFloor(store)
    store.close()


def test_an_adjustment_takes_two_people_a_reason_and_a_listed_cause(house: LinkedFloor) -> None:
    house.opened(ACES)
    raised = ProposeAdjustment(METER, 5000, "missed-wagers", "the counter stood still")
    assert house.refused("aces", raised, below=1).clause == "21.5.2"
    assert house.refused("aces", raised._replace(reason=" ")).code == "reason-missing"
    assert house.refused("aces", raised._replace(meter="nothing")).code == "no-meter-of-link"
    house.do("aces", raised)
    assert house.shows("aces") == 2_500_000
    assert house.refused("aces", ApproveAdjustment(1), by="Mia").code == "approved-by-another"
    assert house.refused("aces", ApproveAdjustment(1), by="kim", below=1).code == "role-too-low"
    house.do("aces", ApproveAdjustment(1), by="kim")
    assert house.shows("aces") == 2_505_000
    assert house.refused("aces", ApproveAdjustment(1), by="kim").code == "no-such-approval"
    house.do("aces", raised)
    house.do("aces", RejectAdjustment(2, "counted twice"), by="kim")
    assert house.refused("aces", ApproveAdjustment(2), by="kim").code == "no-such-approval"
    assert house.shows("aces") == 2_505_000


@clause(MELBOURNE, "21.5.2", "24.5.2")
@pytest.mark.parametrize(("opening", "by"), [(ACES, "21.5.2"), (NOVA, "24.5.2")])
def test_a_meter_is_lowered_only_by_what_an_adjustment_has_added(
    house: LinkedFloor, opening: OpenLink, by: str
) -> None:
    house.opened(opening)
    link, meter = opening.link, next(iter(opening.meters))
    lower = ProposeAdjustment(meter, -3000, "entered-wrongly", "typed with a nought too many")
    refused = house.refused(link, lower)
    assert (refused.code, refused.clause) == ("meter-lowered-too-far", by)
    house.do(link, ProposeAdjustment(meter, 2999, "added-by-the-house", "a promotion"))
    house.do(link, ApproveAdjustment(1), by="kim")
    assert house.refused(link, lower).code == "meter-lowered-too-far"
    assert house.refused(link, lower._replace(cause="missed-wagers", amount=-1)).code == "cause-raises-only"
    for cents in (-1000, -1999):
        house.do(link, lower._replace(amount=cents))
        house.do(link, ApproveAdjustment(house.link(link).proposals), by="kim")
    assert house.shows(link, meter) == opening.meters[meter].seed


@clause(MELBOURNE, "21.10.2(b)(ii)")
def test_the_device_is_committed_to_its_draws_and_revealed_when_it_is_renewed_or_the_link_closes(
    house: LinkedFloor,
) -> None:
    state = house.opened(ACES, selected_per_million=20_000)
    first = state.secret
    assert commitment(first) == state.commitment
    rows = "".join(row.payload for row in house.store.read_all())
    assert first in rows  # the store opens what it has sealed
    assert first not in (Path(house.store.engine.url.database or "").read_bytes()).decode("latin-1")
    house.do("aces", RenewDevice())
    events = [event for event in house.events("aces") if isinstance(event, DeviceRevealed | DeviceCommitted)]
    assert events[1] == DeviceRevealed(1, first, commitment(first))
    second = house.link("aces").secret
    assert second not in ("", first)
    house.do("aces", CloseLink())
    assert house.events("aces")[-2] == DeviceRevealed(2, second, commitment(second))
    assert house.refused("aces", RenewDevice()).code == "link-not-open"
    report = audit(house.store, processes=1)
    assert report.fault is None, str(report.fault)


def test_a_link_that_picks_no_boxes_has_no_device(house: LinkedFloor) -> None:
    assert house.opened(SEVENS).secret == ""
    refused = house.refused("sevens", RenewDevice())
    assert (refused.code, refused.clause) == ("link-has-no-device", "14.26")


def test_a_device_picks_as_often_as_it_says_and_every_box_alike() -> None:
    drawn = [selected("ab" * 32, f"T{n % 7}", n, (2, 4, 5), 250_000) for n in range(4000)]
    picked = [box for box in drawn if box is not None]
    assert 900 < len(picked) < 1100
    assert all(280 < picked.count(box) < 390 for box in (2, 4, 5))
    assert all(selected("ab" * 32, "T1", n, (3,), 1_000_000) == 3 for n in range(50))
    assert selected("ab" * 32, "T1", 1, (), 1_000_000) is None


def test_a_table_that_closes_stays_in_its_link_and_offers_the_wager_when_it_opens_again(house: LinkedFloor) -> None:
    house.opened(SEVENS)
    house.table("S1", SYDNEY)
    house.do("sevens", JoinLink("S1"))
    house.closed("S1")
    refused = house.try_opening("S1", SYDNEY, device="shoe")
    assert isinstance(refused, Refusal)
    assert refused.clause == "2.3.4.3"
    house.table("S1", SYDNEY)
    state = house.floor.state("S1")
    assert set(state.links) == {"blazing-7s"} == set(state.config.side_bets)
    assert set(house.link("sevens").tables) == {"S1"}


@clause(MELBOURNE, "21.5.2", "21.5.3", "24.5.2", "24.5.3")
def test_a_meter_that_a_prize_has_reset_lacks_nothing_of_later_wagers_though_tables_had_paid_ahead(
    house: LinkedFloor,
) -> None:
    """A wager of $5 adds 61.7285 cents: whole cents are paid, and the rest counts for the table's next wagers."""
    stacked = LinkedFloor(house.store, stacked=True)
    stacked.opened(ACES)
    table = LinkedPlay("M1", MELBOURNE, 1, Random(3))
    stacked.done(stacked.floor.act("M1", table.opening(), table.boss, stacked.now))
    stacked.do("aces", PostLinkSign("join", "M1"))
    stacked.later(20).do("aces", JoinLink("M1"))
    table.first = lambda: cards("As As As 9c")
    play(stacked, table, 1)
    assert [win.outcome for win in stacked.link("aces").wins.values()] == ["spade-aces"]
    assert stacked.shows("aces") == 2_500_001  # more than the seed, as 21.5.3 allows, by a cent a table
    table.first = tuple
    for played in range(1, 4):
        play(stacked, table, 1)
        assert stacked.shows("aces") * 1_000_000 >= 2_500_000 * 1_000_000 + played * 500 * 123_457
    report = audit(house.store, processes=1)
    assert report.fault is None, str(report.fault)


def test_what_an_adjustment_has_added_cannot_be_taken_back_once_a_prize_has_reset_the_meter(store: Store) -> None:
    link = OneLink(store, NOVA_TERMS)
    assert isinstance(link.give(ProposeAdjustment("supernova-minor", 700, "added-by-the-house", "a gift")), Done)
    assert isinstance(link.give(ApproveAdjustment(1), link.boss.role), Done)
    table = link.table().dealt("Ah 5c Kh", "ann")
    table.enter(1, "minor")
    table.determine("minor")
    table.finish()
    link.table("T2").dealt("9c 8d 9d", "ann")
    assert link.shows("supernova-minor") == 50_020  # a wager has added to it since
    refused = link.give(ProposeAdjustment("supernova-minor", -20, "malfunction", "a gift"))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.clause) == ("meter-lowered-too-far", "24.5.2")
