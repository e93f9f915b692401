"""What only the house gives is refused from everybody else, and what changes nothing is told to nobody."""

from __future__ import annotations

import pytest
from support.running_service import Running, bearer
from support.tables import BOOKS, Table

from cutcard.durations import MINUTE_MS
from cutcard.floor.house_dealer import Pace, next_act
from cutcard.service.accounts import AccountError
from cutcard.service.caller import Caller
from cutcard.table import (
    Arrive,
    ComeBack,
    OpenBetting,
    PostMinimum,
    SellChips,
    Sit,
    StepAway,
    Tick,
    registry,
    timers,
)
from cutcard.table.registry import COMMANDS

HOUSE_NAMES = ("house", "House", "HOUSE", "ＨＯＵＳＥ")


def test_the_clock_of_the_house_is_declared_its_own() -> None:
    """A command that needs neither a role nor a player's name must be the house's, or anybody could give it."""
    own = {spec.name for spec in COMMANDS.values() if spec.house_only}
    assert own == {"tick", "remove-player", "warn-idle-player", "suspend-linked-bet", "offer-linked-bet"}
    assert not own & set(registry.POWERS)


@pytest.mark.parametrize("book", BOOKS)
def test_nobody_but_the_house_ticks(book: str) -> None:
    table = Table(book).seat("ann", 1)
    for person in (table.boss, table.dealer, table.person("ann")):
        assert table.refused(Tick(), person).message == "only the house itself may let notices take effect"
    assert table.do(Tick(), table.house) == []


def test_guests_cannot_make_a_single_broadcast_with_it(service: Running) -> None:
    name = service.open("Quiet")
    guests = [service.http.post("/api/guest").json()["token"] for _ in range(3)]
    live = service.live(name)
    heard = live.subscribe()
    before = live.version
    for n in range(60):
        for token in guests:
            assert service.give(name, {"do": "tick"}, token).status_code == 403, n
    assert heard.waiting <= live.version - before  # the house may have moved meanwhile
    said = service.get(f"/api/tables/{name}/events?after={before}").json()["events"]
    assert not [event for event in said if event.get("command") == "tick"]


def test_what_changes_nothing_is_neither_stored_nor_told(service: Running) -> None:
    name = service.open("Still", runs_itself=False)
    token = service.person("nia")
    assert service.give(name, Arrive(), token).status_code == 200
    live = service.live(name)
    before = live.version
    heard = live.subscribe()
    for command in (Arrive(), ComeBack()):
        for _ in range(20):
            answer = service.give(name, command, token)
            assert answer.json() == {"version": before, "repeated": False}
    assert service.give(name, StepAway(), token).json()["version"] == before + 2
    assert service.give(name, StepAway(), token).json()["version"] == before + 2
    assert heard.waiting == 2


@pytest.mark.parametrize("name", HOUSE_NAMES)
def test_no_player_takes_the_name_of_the_house(name: str) -> None:
    table = Table("sydney-v15", source="real")
    code = "name-of-the-house" if name.isascii() else "player-name"  # no name has letters written in another way
    for command in (Sit(1, name), Arrive(name), Arrive(name, 5000)):
        assert table.refused(command, table.dealer).code == code
    assert table.refused(Sit(1, f" {name} "), table.dealer).code == "player-name"
    assert "sydney" in table.book
    assert table.refused(SellChips(name, 1000)).code == "not-at-table"


def test_no_account_has_the_name_of_the_house(service: Running) -> None:
    for name in ("house", "House", "HOUSE"):
        with pytest.raises(AccountError):
            service.casino.accounts.create(name, "player", "a long enough secret", at_ms=0)
    assert Caller("house", "administrator").at("sydney-v15") is not None  # which is why the door asks for the name
    planted = service.http.post("/api/tables/T/commands", json={}, headers=bearer("house"))
    assert planted.status_code == 401


def test_nobody_puts_off_the_next_round_by_saying_something() -> None:
    """A player who steps away and comes back for ever would stop the table if the pause began anew each time."""
    table = Table("sydney-v15", runs_itself=True).seat("ann", 1).ready().round("ann 1 20")
    ended = table.state.now
    for n in range(1, 20):
        table.do(StepAway() if n % 2 else ComeBack(), "ann", at=ended + n * 1000)
    act = next_act(table.state, Pace(after_round_ms=4000))
    assert act is not None
    assert (act.command, act.at) == (OpenBetting(), ended + 4000)


def test_a_sign_calls_for_the_clock_only_when_it_can_take_effect() -> None:
    table = Table("sydney-v15").seat("ann", 1).ready()
    table.do(PostMinimum(2000, 30 * MINUTE_MS), at=0)
    table.do(PostMinimum(table.state.sign.minimum, 30 * MINUTE_MS))  # raises nothing
    assert [due for due in timers.due(table.state) if due.command == "tick"] == [timers.Due(30 * MINUTE_MS, "tick")]
    table.wagers("ann 1 20")
    table.at = 31 * MINUTE_MS
    assert next_act(table.state, Pace()) is None  # a clock that is called over and over would do nothing else
    table.close().finish()
    assert table.state.sign.minimum == 1000
    table.do(Tick(), table.house)
    assert table.state.sign.minimum == 2000
    assert [due for due in timers.due(table.state) if due.command == "tick"] == []
