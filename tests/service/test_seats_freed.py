"""Seats come free: of the absent by the document's rule or the house's own, and of guests whose account has ended."""

from __future__ import annotations

import asyncio

import pytest
from support.clauses import clause
from support.running_service import QUICK, Running, bearer, opening
from support.tables import MINUTE, Table

from cutcard.durations import DAY_MS
from cutcard.engine import Refusal
from cutcard.floor.floor import now_ms
from cutcard.floor.house_dealer import WARNING_MS, Act, Pace, next_act
from cutcard.service.accounts import CHEAP, Account, Accounts
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.settings import Settings
from cutcard.store import Store
from cutcard.table import (
    BoxGivenUp,
    Command,
    GiveUpBox,
    Left,
    OpenBetting,
    Person,
    PlaceWager,
    RemovePlayer,
    Sit,
    TakeIdleSeat,
    WarnIdlePlayer,
    secrecy,
)

PACE = Pace()


# -------------------------------------------------------------------------------------------------------- the absent


def full(book: str) -> Table:
    floor = Table(book, boxes=5, runs_itself=True)
    for box in range(1, 6):
        floor.seat(f"p{box}", box)
    return floor.ready()


@clause("sydney-v15", "18.14")
@clause("sydney-earlier", "19.9")
@clause("melbourne-v26", "32.9")
@clause("canberra-2006", "16.6")
@clause("canberra-2003", "16.8")
@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier", "melbourne-v26", "canberra-2006", "canberra-2003"])
def test_the_clock_takes_a_seat_after_three_idle_rounds_at_a_full_table(book: str) -> None:
    floor = full(book)
    floor.at = MINUTE
    for played in range(3):
        act = due(floor)
        assert not isinstance(act.command, TakeIdleSeat)
        assert isinstance(act.command, WarnIdlePlayer) == (played == 2)  # before the last of the three
        if played == 2:
            floor.do(act.command, act.by)
        floor.round("p1 1 20", "p3 3 20", "p4 4 20", "p5 5 20")
    act = due_later(floor)
    assert isinstance(act.command, TakeIdleSeat)
    assert act.command.player == "p2"
    assert act.at >= floor.state.players["p2"].warned + WARNING_MS
    floor.do(act.command, act.by)
    assert floor.last(BoxGivenUp) == BoxGivenUp("p2", 2, "idle")
    assert next_act(floor.state, PACE) is None


def test_a_seat_is_kept_while_another_is_free() -> None:
    floor = full("sydney-v15")
    floor.do(GiveUpBox(5), "p5")
    for _ in range(4):
        floor.round("p1 1 20")
        assert not isinstance(due(floor).command, TakeIdleSeat)


def due_later(floor: Table) -> Act:
    """What the house does once the warning has stood."""
    floor.do(OpenBetting(), at=floor.at + WARNING_MS)
    return due(floor)


def test_at_a_table_of_play_money_a_seat_comes_free_after_some_idle_rounds_with_a_warning() -> None:
    floor = Table("sydney-v15", boxes=5, runs_itself=True, play_money=True, idle_rounds=4).seat("ann", 1).seat("bea", 2)
    floor.ready()
    for _ in range(3):
        assert not isinstance(due(floor).command, WarnIdlePlayer)
        floor.round("ann 1 20")
    floor.do(WarnIdlePlayer("bea"), due(floor).by)
    assert [secrecy_shows(floor, name) for name in ("ann", "bea")] == [False, True]
    floor.wagers("bea 2 20")
    assert floor.state.players["bea"].warned == 0  # a wager keeps the seat
    floor.close().finish()
    assert floor.state.seats == {1: "ann", 2: "bea"}


def secrecy_shows(floor: Table, name: str) -> bool:
    """Whether somebody is shown the last event."""
    shown = secrecy.event_shown(floor.state, floor.events[-1], floor.state, Person(name, "player"))
    return shown is not None


def due(floor: Table) -> Act:
    act = next_act(floor.state, PACE)
    assert act is not None
    return act


def test_the_house_takes_a_seat_after_minutes_without_a_wager() -> None:
    """Where nobody wagers there are no rounds to count, and the seats would be held for ever."""
    floor = Table("sydney-v15", runs_itself=True, idle_minutes=15, boxes=5).seat("ann", 1).seat("bob", 2).ready()
    floor.wagers()
    floor.wagers_placed("bob 2 20", at=10 * MINUTE)
    assert floor.refused(TakeIdleSeat("ann"), at=15 * MINUTE - 1).code == "not-idle-so-long"
    floor.close().finish()
    floor.do(TakeIdleSeat("ann"), at=15 * MINUTE)
    assert floor.state.seats == {2: "bob"}
    last = floor.state.players["bob"].active
    assert last == 10 * MINUTE
    assert floor.refused(TakeIdleSeat("bob"), at=last + 15 * MINUTE - 1)
    floor.do(TakeIdleSeat("bob"), at=last + 15 * MINUTE)
    assert floor.state.seats == {}


def test_nobody_loses_a_seat_while_their_wager_lies_there() -> None:
    floor = Table("sydney-v15", runs_itself=True, idle_minutes=1).seat("ann", 1).ready().wagers("ann 1 20")
    assert floor.refused(TakeIdleSeat("ann"), at=60 * MINUTE)
    floor.close()
    assert floor.refused(TakeIdleSeat("ann"), at=120 * MINUTE)


def test_the_clock_empties_a_table_that_nobody_plays_at() -> None:
    floor = Table("sydney-v15", runs_itself=True, idle_minutes=15)
    for box in range(1, 8):
        floor.seat(f"p{box}", box)
    floor.ready()
    for _ in range(40):
        act = next_act(floor.state, PACE)
        if act is None:
            break
        floor.do(act.command, act.by, at=max(floor.at, act.at))
    assert floor.state.seats == {}
    assert floor.at == 15 * MINUTE


# ------------------------------------------------------------------------------------------------ accounts that ended


async def said(casino: Casino, command: Command, who: Account) -> None:
    answer = await casino.act("T1", command, Caller.of(who), f"{who.name}-{command}"[:90].replace(" ", ""))
    assert not isinstance(answer, Refusal), answer


def test_guests_whose_time_is_over_leave_their_seats(store: Store) -> None:
    asyncio.run(_guests_leave(store))


async def _guests_leave(store: Store) -> None:
    settings = Settings(**{**QUICK, "web": False})
    casino = Casino(store, settings, accounts=Accounts(store, CHEAP))
    await casino.start()
    try:
        boss = casino.accounts.create("boss", "administrator", "a long enough secret", at_ms=now_ms())
        await said(casino, opening("T1", betting_ms=60_000), boss)
        guests = [casino.accounts.guest(now_ms(), hours=24) for _ in range(3)]
        stays = casino.accounts.guest(now_ms(), hours=72)
        disabled = casino.accounts.create("ann", "player", "a long enough secret", at_ms=now_ms())
        for box, who in enumerate((*guests, stays, disabled), start=1):
            await said(casino, Sit(box), who)
        live = await casino.table("T1")
        await _until(lambda: live.state.betting == "open" and guests[0].name in live.state.players)
        await _until(lambda: live.state.players[guests[0].name].chips >= 1000)
        await said(casino, PlaceWager(1, 1000), guests[0])
        assert await casino.seating.clear(now_ms()) == 0
        casino.accounts.disable("ann", now_ms())
        assert await casino.seating.clear(now_ms() + DAY_MS + MINUTE) == 4
        assert set(live.state.seats.values()) == {stays.name}
        assert live.state.bets == ()
        assert await casino.seating.clear(now_ms() + DAY_MS + MINUTE) == 0
    finally:
        await casino.stop()


async def _until(holds: object) -> None:
    assert callable(holds)
    for _ in range(3000):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come to that")


def test_only_the_house_removes_somebody_so() -> None:
    floor = Table("sydney-v15").seat("ann", 1)
    assert floor.refused(RemovePlayer("ann")).code == "only-the-house"
    assert floor.refused(RemovePlayer("bob"), floor.house).code == "not-at-table"
    floor.do(RemovePlayer("ann"), floor.house)
    assert floor.last(Left).player == "ann"
    assert floor.state.seats == {}


# ------------------------------------------------------------------------------------------------------ one address

HERE, THERE = {"X-Forwarded-For": "203.0.113.7"}, {"X-Forwarded-For": "2001:db8:1:2::7"}


def guests(service: Running, headers: dict[str, str], how_many: int) -> list[str]:
    return [service.http.post("/api/guest", headers=headers).json()["token"] for _ in range(how_many)]


def sat(service: Running, table: str, box: int, token: str) -> str:
    """How a guest fares who wants to sit down: the code of the refusal, or nothing."""
    answer = service.give(table, Sit(box), token)
    assert answer.status_code in (200, 409), answer.text
    return "" if answer.status_code == 200 else str(answer.json()["error"]["code"])


def test_guests_from_one_address_hold_a_share_of_a_table_and_of_the_floor(service: Running) -> None:
    tables = [service.open(f"Share-{n}", boxes=5) for n in range(6)]
    flood = guests(service, HERE, 7)
    for table in tables:
        fared = [sat(service, table, box, token) for box, token in zip(range(1, 6), flood, strict=False)]
        assert fared.count("") <= 3
        assert len(service.live(table).state.free_boxes()) >= 2
    held = sum(len(service.live(table).state.seats) for table in tables)
    assert held == 12
    assert sat(service, tables[-1], 1, flood[-1]) == "address-has-seats"
    (neighbour,) = guests(service, THERE, 1)
    assert sat(service, tables[-1], 1, neighbour) == ""
    service.give(tables[0], GiveUpBox(1), flood[0])
    assert sat(service, tables[-1], 2, flood[-1]) == ""


def test_who_logs_out_or_sends_it_again_is_counted_as_before(service: Running) -> None:
    name = service.open("Again", boxes=5)
    three = guests(service, {"X-Forwarded-For": "203.0.113.8"}, 4)
    for box, token in enumerate(three[:3], start=1):
        assert service.give(name, Sit(box), token, f"sit-{box}").status_code == 200
        assert service.give(name, Sit(box), token, f"sit-{box}").json()["repeated"] is True
        service.http.post("/api/logout", headers=bearer(token))
    assert sat(service, name, 4, three[3]) == "address-has-seats-here"


def test_a_machine_with_a_large_network_of_its_own_is_one_address(service: Running) -> None:
    name = service.open("Large", boxes=5)
    taken = 0
    for n in range(1, 6):
        (token,) = guests(service, {"X-Forwarded-For": f"2001:db8:9:9::{n}"}, 1)
        taken += sat(service, name, n, token) == ""
    assert taken == 3


def test_an_address_that_many_share_leaves_a_box_to_others(service: Running) -> None:
    """This machine, or a proxy that does not say for whom it asks, never holds a whole table."""
    name = service.open("Shared", boxes=5)
    fared = [sat(service, name, box, token) for box, token in enumerate(guests(service, {}, 5), start=1)]
    assert fared == ["", "", "", "", "address-has-seats-here"]
    (neighbour,) = guests(service, THERE, 1)
    assert sat(service, name, 5, neighbour) == ""


def test_a_machine_with_many_networks_of_its_own_does_not_take_every_box(service: Running) -> None:
    """Each of its networks may hold some boxes, and all of them together leave one to others at each table."""
    name = service.open("Many", boxes=5)
    fared = []
    for n in range(1, 6):
        (token,) = guests(service, {"X-Forwarded-For": f"2001:db8:8:{n}::1"}, 1)
        fared.append(sat(service, name, n, token))
    assert fared == ["", "", "", "", "address-has-seats-here"]
    (neighbour,) = guests(service, {"X-Forwarded-For": "2001:db8:7:1::1"}, 1)
    assert sat(service, name, 5, neighbour) == ""
