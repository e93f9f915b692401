"""Linked tables that play: what the device of the system draws, and a system that fails as a whole."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from support.clauses import clause
from support.linked_floor import ACES, MELBOURNE, NOVA, SEVENS, LinkedFloor
from support.linked_play import LinkedPlay, play, play_up_to

from cutcard.engine.events import WagerSelected
from cutcard.floor import links
from cutcard.floor.clock import HouseClock
from cutcard.floor.drivers import Threaded
from cutcard.floor.floor import Floor
from cutcard.floor.house_dealer import Pace
from cutcard.floor.links import LinkDevices, tell_table
from cutcard.floor.tasks import Tasks
from cutcard.jackpots import (
    DeviceRevealed,
    FailLink,
    JoinLink,
    MoveToLink,
    OpenLink,
    PostLinkSign,
    RenewDevice,
    RestoreLink,
)
from cutcard.store import Batch, Store
from cutcard.store.audit import audit
from cutcard.store.store import Answer
from cutcard.table import (
    BoxDrawn,
    EndJackpotFailure,
    MetersFed,
    NoMoreBets,
    Person,
    PlaceWager,
    ReportJackpotFailure,
    RoundEvent,
    SelectBox,
    TakeBackWager,
)
from cutcard.table.selection import selected


@pytest.fixture
def house(tmp_path: Path) -> Iterator[LinkedFloor]:
    store = Store.open(str(tmp_path / "casino.db"))
    yield LinkedFloor(store)
    store.close()


def linked(house: LinkedFloor, opening: OpenLink, name: str) -> LinkedPlay:
    """A table of two players that has just joined a link."""
    table = LinkedPlay(name, opening.book, 2, Random(name))
    house.done(house.floor.act(name, table.opening(), table.boss, house.now))
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


def drawn_at(house: LinkedFloor, table: str) -> list[int]:
    """The numbers of the secrets that a table's rounds were drawn from."""
    return [event.device for event in house.events_of(f"table:{table}") if isinstance(event, BoxDrawn)]


def test_another_process_does_not_draw_from_a_secret_that_was_revealed(house: LinkedFloor) -> None:
    house.opened(ACES, selected_per_million=500_000)
    table = linked(house, ACES, "M1")
    elsewhere = LinkedFloor(house.store)
    elsewhere.now = house.now
    play(elsewhere, table, 1)  # it knows the link now, and nobody tells it about later changes
    for _ in range(2):
        house.do("aces", RenewDevice())
        play(elsewhere, table, 1)
    assert drawn_at(house, "M1") == [1, 2, 3]
    report = audit(house.store, processes=1)
    assert report.fault is None, str(report.fault)


def test_a_device_that_is_renewed_between_a_draw_and_its_writing_draws_again(
    house: LinkedFloor, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.opened(ACES, selected_per_million=500_000)
    table = linked(house, ACES, "M1")
    elsewhere = LinkedFloor(house.store)
    elsewhere.now = house.now
    append_all, renewed = house.store.append_all, list[bool]()

    def interrupted(batches: Sequence[Batch]) -> list[Answer]:
        """The first draw is decided; before it is written, the other process renews the device."""
        if not renewed and any("BoxDrawn" in new.payload for batch in batches for new in batch.events):
            renewed.append(True)
            house.do("aces", RenewDevice())
        return append_all(batches)

    monkeypatch.setattr(house.store, "append_all", interrupted)
    play(elsewhere, table, 2)
    assert renewed
    assert drawn_at(house, "M1") == [2, 2]
    report = audit(house.store, processes=1)
    assert report.fault is None, str(report.fault)


def test_the_audit_finds_a_draw_from_a_secret_that_was_revealed_before(
    house: LinkedFloor, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.opened(ACES, selected_per_million=500_000)
    table = linked(house, ACES, "M1")
    elsewhere = LinkedFloor(house.store)
    elsewhere.now = house.now
    play(elsewhere, table, 1)
    house.do("aces", RenewDevice())
    monkeypatch.setattr(LinkDevices, "drawn_from", lambda self, events: {})  # as a program that does not care
    play(elsewhere, table, 1)
    assert drawn_at(house, "M1") == [1, 1]
    fault = str(audit(house.store, processes=1).fault)
    assert "device 1 of aces draws, and everybody knew its secret already" in fault


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


# ------------------------------------------------------------------------------------- a process that dies in between


class Died(BaseException):
    """The process ends here."""


async def told_once_then_died(floor: Floor, table: str, at: int | None = None) -> None:
    if (await floor.table(table)).state.suspended != (await floor.table("A1")).state.suspended:
        raise Died
    await tell_table(floor, table, at)


def tables_off(house: LinkedFloor, bet: str) -> list[str]:
    return [name for name in ("A1", "A2", "A3") if bet in house.floor.state(name).suspended]


def clock_runs(house: LinkedFloor) -> None:
    """Another process starts, and its clock looks at all tables once."""

    async def starts() -> None:
        floor = Floor(house.store, Threaded(house.store), now=lambda: house.now)
        tasks = Tasks()
        looked = asyncio.Event()
        clock = HouseClock(floor, tasks, Pace(), lambda count: looked.set())
        clock.start()
        await asyncio.wait_for(looked.wait(), 30)
        clock.stop_alarms()
        await tasks.cancel()
        await floor.driver.close()  # type: ignore[attr-defined]

    asyncio.run(starts())


@clause(MELBOURNE, "21.11.1")
def test_tables_that_nobody_told_of_a_failure_before_a_process_died_hear_of_it(
    house: LinkedFloor, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.opened(ACES)
    for name in ("A1", "A2", "A3"):
        house.table(name)
        house.do("aces", PostLinkSign("join", name))
    house.later(20)
    for name in ("A1", "A2", "A3"):
        house.do("aces", JoinLink(name))
    for command, first, then in (
        (FailLink("no answer"), ["A1"], ["A1", "A2", "A3"]),
        (RestoreLink(), ["A2", "A3"], []),
    ):
        with monkeypatch.context() as dies:
            dies.setattr(links, "tell_table", told_once_then_died)
            with pytest.raises(Died):
                house.do("aces", command)
        assert tables_off(house, ACES.bet) == first
        clock_runs(house)
        assert tables_off(house, ACES.bet) == then


async def told_to_nobody(floor: Floor, link: str, at: int | None = None) -> None:
    """The process is busy with other tables."""


@clause(MELBOURNE, "24.10.1", "24.6.1(a)")
def test_a_table_that_nobody_has_told_of_a_failure_hears_of_it_before_its_next_command(
    house: LinkedFloor, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.opened(NOVA)
    closing, laying = (linked(house, NOVA, name) for name in ("A1", "A2"))
    close, boss = play_up_to(house, closing, NoMoreBets)
    assert any(house.floor.state("A1").laid(bet=NOVA.bet))
    wager, player = next(
        (PlaceWager(box, NOVA.price, NOVA.bet), Person(name, "player")) for name, box in laying.players.items()
    )
    play_up_to(house, laying, NoMoreBets)
    house.done(house.floor.act("A2", TakeBackWager(wager.box, NOVA.bet), player, house.now))
    monkeypatch.setattr(links, "tell_tables", told_to_nobody)
    house.do("nova", FailLink("no answer"))
    assert tables_off(house, NOVA.bet) == []
    house.done(house.floor.act("A1", close, boss, house.now))
    assert not any(isinstance(event, MetersFed) for event in house.events_of("table:A1"))
    refused = house.floor.act("A2", wager, player, house.now)
    assert (refused.code, refused.clause) == ("side-bet-suspended", "24.10.1")  # type: ignore[union-attr]
    house.do("nova", RestoreLink())
    assert tables_off(house, NOVA.bet) == ["A1", "A2"]
    house.done(house.floor.act("A2", wager, player, house.now))


@clause(MELBOURNE, "21.5.4", "21.11.1")
def test_a_table_whose_own_equipment_has_failed_offers_the_wager_only_once_both_work(house: LinkedFloor) -> None:
    house.opened(ACES)
    house.table("A1")
    house.do("aces", PostLinkSign("join", "A1"))
    house.later(20).do("aces", JoinLink("A1"))
    boss = house.person(MELBOURNE)
    own = ReportJackpotFailure(ACES.bet, "personal-bet-manager", "dark")
    house.done(house.floor.act("A1", own, boss, house.now))
    house.do("aces", FailLink("no answer"))
    refused = house.floor.act("A1", EndJackpotFailure(ACES.bet), boss, house.now)
    assert (refused.code, refused.clause) == ("link-has-failed", "21.5.4")  # type: ignore[union-attr]
    house.do("aces", RestoreLink())
    assert ACES.bet in house.floor.state("A1").suspended  # the link works, and the table's own device does not
    house.done(house.floor.act("A1", EndJackpotFailure(ACES.bet), boss, house.now))
    assert ACES.bet not in house.floor.state("A1").suspended


def test_a_table_that_leaves_a_link_which_has_failed_leaves_the_failure_behind(house: LinkedFloor) -> None:
    for name in ("aces", "aces-2"):
        house.opened(ACES, link=name)
    house.table("A1")
    house.do("aces", PostLinkSign("join", "A1"))
    house.later(20).do("aces", JoinLink("A1"))
    house.do("aces", FailLink("no answer"))
    house.do("aces", PostLinkSign("move", "A1", to="aces-2"))
    house.later(20).do("aces", MoveToLink("A1", "aces-2"))
    assert house.floor.state("A1").links[ACES.bet].link == "aces-2"
    assert ACES.bet not in house.floor.state("A1").suspended
