"""Leave for several boxes where seats must be left at tables with the same limits, on both databases."""

from __future__ import annotations

import pytest
from support.clauses import clause

from cutcard.engine import Refusal
from cutcard.floor.blocking import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table import AllowSeveralBoxes, Command, OpenTable, Person, Sign, Sit
from cutcard.table.seats import asks_elsewhere

BOSS = Person("mia", "tg-assistant-casino-manager")
LEAVE = AllowSeveralBoxes("p1")


def opened(floor: BlockingFloor, table: str, sign: Sign, seated: int, **more: bool) -> None:
    given = OpenTable(table, "melbourne-v26", "blackjack", 6, sign, boxes=5, **more)  # type: ignore[arg-type]
    assert isinstance(floor.act(table, given, BOSS, 0), Done)
    for box in range(1, seated + 1):
        assert isinstance(floor.act(table, Sit(box), Person(f"p{box}", "player"), 0), Done)


def answer(floor: BlockingFloor, command: Command) -> Done | Refusal:
    return floor.act("T1", command, Person("sam", "tg-higher-duties-dealer"), 0)


@clause("melbourne-v26", "5.10", "21.7.4(a)", "24.6.4(a)")
@pytest.mark.parametrize(
    ("sign", "seated", "more", "granted"),
    [
        (Sign(1000, 50_000), 3, {}, True),
        (Sign(1000, 50_000), 5, {}, False),  # it is full too
        (Sign(2500, 50_000), 0, {}, False),  # no equivalent limits
        (Sign(1000, 100_000), 0, {}, False),
        (Sign(1000, 50_000), 0, {"play_money": True}, False),
    ],
)
def test_the_last_box_of_a_table_is_given_only_while_tables_with_equivalent_limits_have_seats(
    store: Store, sign: Sign, seated: int, more: dict[str, bool], granted: bool
) -> None:
    floor, elsewhere = BlockingFloor(store), BlockingFloor(store)  # as two processes over one store
    opened(floor, "T1", Sign(1000, 50_000), 4)
    refused = answer(floor, LEAVE)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.clause) == ("seats-too-few", "5.10")
    opened(elsewhere, "T2", sign, seated, **more)
    assert isinstance(answer(floor, LEAVE), Done if granted else Refusal)
    assert audit(store, processes=1).fault is None


@clause("melbourne-v26", "5.10")
def test_who_has_several_boxes_gives_one_up_once_no_table_with_equivalent_limits_has_a_seat(store: Store) -> None:
    floor, newcomer = BlockingFloor(store), Person("p9", "player")
    opened(floor, "T1", Sign(1000, 50_000), 3)
    opened(floor, "T2", Sign(1000, 50_000), 4)
    assert isinstance(answer(floor, LEAVE), Done)
    for box in (4, 5):
        assert isinstance(floor.act("T1", Sit(box), Person("p1", "player"), 0), Done)
    refused = floor.act("T1", Sit(5), newcomer, 0)  # the other table has a seat for them
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.clause) == ("box-taken-seats-elsewhere", "5.10")
    assert isinstance(floor.act("T2", Sit(5), Person("q5", "player"), 0), Done)
    own = floor.act("T1", Sit(1), newcomer, 0)
    assert isinstance(own, Refusal)
    assert own.code == "holder-sits-there"
    assert isinstance(floor.act("T1", Sit(5), newcomer, 0), Done)
    assert floor.state("T1").seats == {1: "p1", 2: "p2", 3: "p3", 4: "p1", 5: "p9"}
    assert audit(store, processes=1).fault is None


def test_other_tables_are_read_only_for_a_box_that_could_be_given_up_so_that_nobody_has_them_read_by_asking(
    store: Store,
) -> None:
    floor = BlockingFloor(store)
    opened(floor, "T1", Sign(1000, 50_000), 3)
    opened(floor, "T2", Sign(1000, 50_000), 4)
    assert not asks_elsewhere(floor.state("T1"), Sit(1))  # boxes are free
    assert isinstance(answer(floor, LEAVE), Done)
    for box in (4, 5):
        assert isinstance(floor.act("T1", Sit(box), Person("p1", "player"), 0), Done)
    assert [asks_elsewhere(floor.state("T1"), Sit(box)) for box in range(1, 7)] == [False] * 3 + [True] * 2 + [False]
