"""Void rounds, as the staff's log and a player's story tell of them."""

from __future__ import annotations

import pytest
from support.tables import BOOKS, Table

from cutcard.floor.live_table import TableUpdate
from cutcard.rulebooks import load
from cutcard.service.staff.log import line_of
from cutcard.service.table_steps import ViewerStory
from cutcard.table import (
    Command,
    Person,
    VoidDisruptedRound,
    VoidWagers,
    view,
)

MELBOURNE = "melbourne-v26"


def line(floor: Table, command: Command) -> str:
    """What the staff's log says of a command."""
    before = floor.state
    start = len(floor.events)
    floor.do(command)
    happened = TableUpdate(len(floor.events), tuple(floor.events[start:]), before, floor.state)
    return "; ".join(line_of(happened, Person("sam", "dealer")).came_of)


@pytest.mark.parametrize("book", BOOKS)
def test_the_log_says_what_is_void_and_why(book: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready("8s 7d 9d 3h 8h").wagers("ann 1 20", "bob 2 20").close()
    commands = load(book).procedures.commands  # type: ignore[union-attr]
    said = line(floor, VoidWagers("ann", "a phone in use"))
    assert f"declared void: a phone in use (clause {commands['void-wagers'].clause})" in said
    shown = view.table(floor.state, Person("ann", "player"))
    assert shown.boxes[0].hands[0].ended == "void"
    said = line(floor, VoidDisruptedRound("a fire alarm"))
    by = commands["void-disrupted-round"].clause
    assert f"round 1 is declared void for disruption: a fire alarm (clause {by})" in said
    assert "declared void" in said


def test_a_players_page_tells_of_it_and_its_sum_is_right() -> None:
    floor = Table(MELBOURNE).seat("ann", 1).seat("bob", 2).ready("Ts 7d 9d 6h 8h Kc")
    told = ViewerStory(Person("ann", "player"), "ann")
    start, before = len(floor.events), floor.state
    floor.wagers("ann 1 20", "bob 2 20").close()
    floor.call("ann", "hit")  # over 21
    told.hear(TableUpdate(1, tuple(floor.events[start:]), before, floor.state))
    assert sum(line.amount or 0 for line in told.lines if line.mine) == -2000
    start, before = len(floor.events), floor.state
    floor.do(VoidDisruptedRound("a fire alarm"))
    told.hear(TableUpdate(2, tuple(floor.events[start:]), before, floor.state))
    assert sum(line.amount or 0 for line in told.lines if line.mine) == 0
    assert any("the round is declared void" in line.text and line.clause == "32.4" for line in told.lines)
