"""Linked tables that play: what the device of the system draws, and a system that fails as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from support.clauses import clause
from support.linked_floor import ACES, MELBOURNE, SEVENS, LinkedFloor
from support.linked_play import LinkedPlay, play

from cutcard.engine.events import WagerSelected
from cutcard.jackpots import DeviceRevealed, FailLink, JoinLink, OpenLink, PostLinkSign, RenewDevice, RestoreLink
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table import BoxDrawn, MetersFed, RoundEvent, SelectBox
from cutcard.table.selection import selected


@pytest.fixture
def house(tmp_path: Path) -> Iterator[LinkedFloor]:
    store = Store.open(str(tmp_path / "casino.db"))
    yield LinkedFloor(store)
    store.close()


def linked(house: LinkedFloor, opening: OpenLink, name: str) -> LinkedPlay:
    """A table of two players that has just joined a link."""
    table = LinkedPlay(name, opening.book, 2, Random(name))
    play(house, table, 1)
    house.do(opening.link, PostLinkSign("join", name))
    house.later(20).do(opening.link, JoinLink(name))
    return table


@clause(MELBOURNE, "21.10.2(b)(ii)")
def test_the_system_draws_in_every_round_and_each_draw_can_be_checked_later(house: LinkedFloor) -> None:
    house.opened(ACES, selected_per_million=500_000)
    table = linked(house, ACES, "M1")
    play(house, table, 8)
    house.do("aces", RenewDevice())
    play(house, table, 2)
    events = house.events_of("table:M1")
    drawn = [event for event in events if isinstance(event, BoxDrawn)]
    (revealed,) = (event for event in house.events("aces") if isinstance(event, DeviceRevealed))
    assert [one.device for one in drawn] == [1] * 8 + [2] * 2
    for one in drawn[:8]:
        assert one.box == (selected(revealed.secret, "M1", one.round, one.boxes, 500_000) or 0)
    picked = [e.event for e in events if isinstance(e, RoundEvent) and isinstance(e.event, WagerSelected)]
    assert [(one.device, one.box) for one in picked] == [("lucky-player", one.box) for one in drawn if one.box]
    assert {one.prize for one in picked} == {ACES.price * 6}
    assert len([event for event in events if isinstance(event, MetersFed)]) == len(drawn)
    report = audit(house.store, processes=1)
    assert report.fault is None, str(report.fault)


def test_nobody_chooses_a_box_in_place_of_the_system(house: LinkedFloor) -> None:
    house.opened(ACES)
    table = linked(house, ACES, "M1")
    while not house.floor.state("M1").playing:
        command, by = next(table.step(house.floor.state("M1")))
        house.done(house.floor.act("M1", command, by, house.now))
    refusal = house.floor.act("M1", SelectBox("lucky-player", 1), house.person(MELBOURNE), house.now)
    assert getattr(refusal, "code", "") == "system-picks-boxes"


@clause(MELBOURNE, "21.7.1(a)", "21.11.1")
@pytest.mark.parametrize(("opening", "by"), [(ACES, "21.11.1"), (SEVENS, "16.18")])
def test_a_system_that_fails_takes_its_wager_off_all_its_tables(house: LinkedFloor, opening: OpenLink, by: str) -> None:
    link = opening.link
    house.opened(opening)
    tables = [linked(house, opening, name) for name in ("A1", "A2")]
    assert house.refused(link, FailLink(" ")).code == "reason-missing"
    assert house.refused(link, RestoreLink()).code == "link-has-not-failed"
    house.do(link, FailLink("the controller does not answer"))
    for table in tables:
        assert opening.bet in house.floor.state(table.name).suspended
    refused = house.refused(link, JoinLink("A3"))
    assert refused.code == "link-has-failed"
    house.do(link, RestoreLink())
    for table in tables:
        assert opening.bet not in house.floor.state(table.name).suspended
    (failed,) = (event for event in house.events_of("table:A1") if type(event).__name__ == "SideBetsSuspended")
    assert failed.clause == by
