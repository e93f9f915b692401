"""A machine's clock that jumps: commands are refused until the time is clear, and tables come back with the clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import httpx
import pytest
from support.running_service import QUICK, opening
from support.tables import MINUTE, Table

from cutcard.engine import Refusal
from cutcard.floor.decisions import Done
from cutcard.floor.steady_clock import SLEW, SMALL_MS, SteadyClock
from cutcard.service.accounts import CHEAP, Accounts
from cutcard.service.api import app
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.errors import ClockJumped
from cutcard.service.settings import Settings
from cutcard.store import Store
from cutcard.store.account_events import STREAM as ACCOUNTS
from cutcard.store.account_events import ClockSetBack, loads
from cutcard.store.audit import audit
from cutcard.table import ClockPutBack, Command, GiveUpBox, PostMinimum, Sit, Tick

HOUR = 60 * MINUTE
DAY = 24 * HOUR
START = 1_790_000_000_000
BOSS = Caller("boss", "administrator")


class Machine:
    """A machine's clock and its count of seconds, as a test moves them."""

    def __init__(self, ahead_ms: int = 0) -> None:
        self.wall, self.counted = START + ahead_ms, 0
        self.clock = SteadyClock(lambda: self.wall, lambda: self.counted)

    def wait(self, ms: int) -> None:
        self.wall += ms
        self.counted += ms


# ----------------------------------------------------------------------------------------------------- the clock


def test_time_goes_on_evenly() -> None:
    machine = Machine()
    for _ in range(10):
        machine.wait(1000)
        assert machine.clock.now() == machine.wall
    assert machine.clock.jumped_ms == 0


@pytest.mark.parametrize("step", [900, -900, 20_000, -20_000])
def test_a_small_step_is_made_up_little_by_little_and_never_backwards(step: int) -> None:
    machine = Machine()
    machine.wall += step
    last = machine.clock.now()
    assert last == START
    for _ in range(int(abs(step) / SLEW / 1000) + 2):
        machine.wait(1000)
        now = machine.clock.now()
        assert last < now <= last + 1000 * (1 + SLEW) + 1
        assert machine.clock.jumped_ms == 0
        last = now
    assert last == machine.wall


@pytest.mark.parametrize("jump", [3 * DAY, -3 * DAY, SMALL_MS + 1, -SMALL_MS - 1])
def test_a_jump_is_not_taken_until_it_has_stood_for_a_while(jump: int) -> None:
    machine = Machine()
    machine.wall += jump
    for passed in range(0, 300_000, 10_000):
        assert machine.clock.now() == START + passed
        assert machine.clock.jumped_ms == jump
        machine.wait(10_000)
    assert machine.clock.now() == machine.wall
    assert machine.clock.jumped_ms == 0


def test_a_clock_that_comes_back_was_never_believed() -> None:
    machine = Machine()
    machine.wall += 3 * DAY
    machine.wait(60_000)
    assert machine.clock.jumped_ms == 3 * DAY
    machine.wall -= 3 * DAY
    assert machine.clock.now() == machine.wall == START + 60_000
    assert machine.clock.jumped_ms == 0


def test_a_clock_that_jumps_again_and_again_is_not_believed() -> None:
    machine = Machine()
    for n in range(20):
        machine.wall += HOUR * (1 if n % 2 else 2)
        machine.wait(200_000)
        assert machine.clock.now() == START + 200_000 * (n + 1)


def test_a_machine_that_starts_before_the_last_row_has_to_confirm_its_time() -> None:
    machine = Machine()
    machine.clock.not_before(START + 5 * HOUR)
    assert machine.clock.jumped_ms == -5 * HOUR
    assert machine.clock.now() == START + 5 * HOUR
    machine.wait(300_000)
    assert machine.clock.now() == START + 300_000


def test_a_start_that_takes_minutes_is_no_jump() -> None:
    """The first administrator and other processes write rows meanwhile, at the right time."""
    machine = Machine()
    machine.wait(61_000)
    written = machine.wall
    machine.wait(2756)
    machine.clock.not_before(written)
    assert machine.clock.jumped_ms == 0
    assert machine.clock.now() <= machine.wall


def test_a_process_that_is_stopped_between_two_looks_sees_no_jump() -> None:
    machine = Machine()
    stops = [0, 90_000, 0, 90_000]

    def stopped() -> int:
        machine.wait(stops.pop(0) if stops else 0)
        return machine.wall

    clock = SteadyClock(stopped, lambda: machine.counted)
    for _ in range(3):
        assert clock.jumped_ms == 0
        machine.wait(1000)
    assert not stops


# ------------------------------------------------------------------------------------------------------- a table


def test_a_table_that_is_ahead_comes_back_with_the_clock() -> None:
    table = Table("sydney-v15", decision_ms=30_000, idle_minutes=15).seat("ann", 1).ready("Ts 6d 5h 2c 3c 4c")
    table.do(PostMinimum(2000, 4 * DAY), at=3 * DAY)
    table.wagers("ann 1 20").close()
    assert table.state.now == table.state.since == 3 * DAY
    table.do(Tick(), table.house, at=HOUR)
    assert table.last(ClockPutBack) == ClockPutBack(3 * DAY - HOUR)
    assert (table.state.now, table.state.since) == (HOUR, HOUR)
    assert table.state.players["ann"].active == HOUR
    assert table.state.notices[0].holds_from == 4 * DAY  # what a sign says stands there
    table.call("ann", "stand")
    assert table.state.now == HOUR


def test_nobody_else_and_no_small_difference_puts_a_table_back() -> None:
    table = Table("sydney-v15").seat("ann", 1)
    table.do(GiveUpBox(1), "ann", at=HOUR)
    table.do(Sit(1), "ann", at=0)
    assert table.state.now == HOUR
    assert table.do(Tick(), table.house, at=HOUR - MINUTE) == []
    assert table.state.now == HOUR


# ----------------------------------------------------------------------------------------------------- the service


def test_commands_are_refused_while_it_is_not_clear_what_time_it_is(store: Store) -> None:
    asyncio.run(_jumps_and_comes_back(store))


async def _jumps_and_comes_back(store: Store) -> None:
    machine = Machine()
    casino = await _started(store, machine)
    try:
        await said(casino, opening("T1", runs_itself=False, play_money=True), "open")
        machine.wall += 3 * DAY
        with pytest.raises(ClockJumped, match="has jumped 259200 seconds ahead"):
            await casino.act("T1", Sit(1), Caller("ann", "player"), "early")
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app(casino)), base_url="http://test") as http:
            health = await http.get("/health")
            assert health.status_code == 503
            assert health.json()["clock_jumped_ms"] == 3 * DAY
        live = await casino.table("T1")
        assert live.state.now == START
        machine.wall -= 3 * DAY
        machine.wait(1000)
        await said(casino, Sit(1), "late", Caller("ann", "player"))
        assert live.state.now == START + 1000
        assert audit(store).fault is None
    finally:
        await casino.stop()


def test_tables_do_not_stay_ahead_when_a_wrong_time_was_taken_and_put_right(store: Store) -> None:
    asyncio.run(_wrong_for_a_while(store))


async def _wrong_for_a_while(store: Store) -> None:
    machine = Machine()
    casino = await _started(store, machine)
    try:
        await said(casino, opening("T1", runs_itself=False, play_money=True), "open")
        live = await casino.table("T1")
        machine.wall += 3 * HOUR  # wrong for so long that it is taken
        casino.now()
        machine.wait(301_000)
        await said(casino, Sit(1), "sit", Caller("ann", "player"))
        assert live.state.now == START + 3 * HOUR + 301_000
        machine.wall -= 3 * HOUR
        casino.now()
        machine.wait(301_000)
        await said(casino, GiveUpBox(1), "up", Caller("ann", "player"))  # counts as given at the table's time, and
        await _until(lambda: live.state.now < START + HOUR)  # the house puts the table back at once
        assert live.state.now == START + 602_000
        await said(casino, Sit(2), "again", Caller("ann", "player"))
        assert live.state.now == START + 602_000
        assert audit(store).fault is None
    finally:
        await casino.stop()


def test_rows_of_a_wrong_time_are_no_fault_once_the_time_is_right_and_no_table_had_to_be_put_back(store: Store) -> None:
    """Somebody logs in while a machine has started days ahead: the audit would report what follows for ever."""
    asyncio.run(_started_days_ahead(store))


async def _started_days_ahead(store: Store) -> None:
    machine = Machine(3 * DAY)
    casino = await _started(store, machine)
    try:
        casino.accounts.create("ann", "player", "a long enough secret", at_ms=casino.now())
        machine.wall -= 3 * DAY
        casino.now()
        machine.wait(301_000)
        await _until(lambda: any(isinstance(loads(one.text), ClockSetBack) for one in store.read(ACCOUNTS)))
        await said(casino, opening("T1", runs_itself=False, play_money=True), "open")
        assert (await casino.table("T1")).state.now < START + HOUR
        assert audit(store).fault is None
    finally:
        await casino.stop()


async def _started(store: Store, machine: Machine) -> Casino:
    settings = Settings(**{**QUICK, "web": False})
    casino = Casino(store, settings, clock=machine.clock, accounts=Accounts(store, CHEAP))
    await casino.start()
    return casino


async def said(casino: Casino, command: Command, id_: str, who: Caller = BOSS) -> None:
    answer = await casino.act("T1", command, who, id_)
    assert isinstance(answer, Done), answer.message if isinstance(answer, Refusal) else answer


async def _until(holds: Callable[[], bool]) -> None:
    for _ in range(6000):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come to that")
