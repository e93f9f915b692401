"""Void rounds and measures on the pages: the staff's forms and log."""

from __future__ import annotations

import pytest
from support.tables import BOOKS, Table

from cutcard.floor.live_table import TableUpdate
from cutcard.rulebooks import load
from cutcard.service.table_steps import Telling
from cutcard.table import (
    ChangeSideBet,
    Command,
    Person,
    PostSideBetChange,
    RuleOnDispute,
    VoidDisruptedRound,
    VoidRoundForFraud,
    VoidWagers,
    WithholdWinnings,
    view,
)
from cutcard.web.staff_forms import FormError, command_from, form_html
from cutcard.web.staff_groups import GROUPS
from cutcard.web.staff_log import entry_html, line_of

MELBOURNE = "melbourne-v26"


def line(floor: Table, command: Command) -> str:
    """What the staff's log says of a command."""
    before = floor.state
    start = len(floor.events)
    floor.do(command)
    happened = TableUpdate(len(floor.events), tuple(floor.events[start:]), before, floor.state)
    return entry_html(line_of(happened, Person("sam", "dealer")), floor.book)


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
    told = Telling(Person("ann", "player"), "ann")
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


def test_the_staff_fill_in_a_form_for_each_measure() -> None:
    floor = Table(MELBOURNE, side_bets={"supernova": True}).seat("ann", 1)
    now = 1_000
    entries = [("reason", "marked cards"), ("forfeits", "ann, bob")]
    fraud = command_from("void-round-for-fraud", entries, floor.state, now)
    assert fraud == VoidRoundForFraud("marked cards", False, ("ann", "bob"))
    refunded = command_from("void-round-for-fraud", [*entries, ("refund", "on")], floor.state, now)
    assert refunded == VoidRoundForFraud("marked cards", True, ("ann", "bob"))
    held = command_from("withhold-winnings", [("player", "ann"), ("round", "3"), ("reason", "x")], floor.state, now)
    assert held == WithholdWinnings("ann", 3, "x")
    change = [("bet", "supernova"), ("change", "move"), ("holds_from", "20")]
    posted = command_from("post-side-bet-change", change, floor.state, now)
    assert isinstance(posted, PostSideBetChange)
    assert posted.holds_from >= now + 20 * 60_000
    floor.do(posted)
    assert "Supernova" in form_html("change-side-bet", floor.state)
    moved = command_from(
        "change-side-bet", [("bet", "supernova"), ("meters", "supernova-major 5000")], floor.state, now
    )
    assert moved == ChangeSideBet("supernova", {"supernova-major": 500_000})
    with pytest.raises(FormError):
        command_from("change-side-bet", [("bet", "supernova"), ("meters", "supernova-major")], floor.state, now)


def test_a_dispute_is_reviewed_by_its_number_in_the_list() -> None:
    floor = Table("sydney-v15").seat("ann", 1)
    floor.do(RuleOnDispute("ann", "a card", "it stands"), Person("sam", "gaming-supervisor"))
    shows = {group.title: group.shows for group in GROUPS}
    assert "1. ann: a card" in shows["Disputes"](floor.state)
    floor.do(command_from("review-dispute", [("dispute", "1"), ("ruling", "it stands")], floor.state, 0))
    assert "(reviewed)" in shows["Disputes"](floor.state)
    assert floor.refused(command_from("review-dispute", [("dispute", "0"), ("ruling", "x")], floor.state, 0)).message


def test_the_staffs_page_lists_what_is_in_force() -> None:
    floor = Table(MELBOURNE).seat("ann", 1).ready("As 9c Ks 9h").round("ann 1 20")
    shows = {group.title: group.shows for group in GROUPS}
    assert "No measure" in shows["Void rounds and measures"](floor.state)
    floor.do(WithholdWinnings("ann", 1, "a device"))
    assert "Withheld 1: ann $30 of round 1, a device" in shows["Void rounds and measures"](floor.state)
    floor.do(command_from("release-winnings", [("held", "1")], floor.state, 0))  # as the list counts
    assert "released" in shows["Void rounds and measures"](floor.state)
    assert "which holds 8 decks" in shows["Cards"](Table("sydney-v15").state)
