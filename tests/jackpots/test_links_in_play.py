"""What a link refuses while its tables play: to be joined, left or closed in mid-round, or with a prize locked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from support.clauses import clause
from support.linked_floor import ACES, MELBOURNE, NOVA, SEVENS, SYDNEY, LinkedFloor
from support.linked_play import LinkedPlay, play_up_to
from support.linked_tables import OneLink
from support.links import NOVA as NOVA_TERMS
from support.links import SEVENS as SEVENS_TERMS

from cutcard.floor import Done
from cutcard.jackpots import (
    CloseLink,
    FindSimultaneous,
    JoinLink,
    LeaveLink,
    MoveToLink,
    PostLinkSign,
)
from cutcard.refusals import Refusal
from cutcard.store import Store
from cutcard.table import Command, NoMoreBets


@pytest.fixture
def house(tmp_path: Path) -> Iterator[LinkedFloor]:
    store = Store.open(str(tmp_path / "casino.db"))
    yield LinkedFloor(store)
    store.close()


def code(given: Done | Refusal) -> str:
    return given.code if isinstance(given, Refusal) else "done"


@clause(MELBOURNE, "21.5.1(e)", "24.5.1(e)", "24.5.1(f)")
def test_a_sign_counts_while_it_stands_at_the_table(house: LinkedFloor) -> None:
    """It goes with a table that closes and opens again, and where another takes its place."""
    house.opened(NOVA)
    house.opened(NOVA, link="nova-2")
    house.table("M1")
    house.do("nova", PostLinkSign("join", "M1"))
    house.closed("M1")
    house.table("M1")
    assert house.refused("nova", JoinLink("M1")).code == "link-without-sign"
    house.do("nova", PostLinkSign("join", "M1"))
    house.do("nova-2", PostLinkSign("join", "M1"))
    assert house.later(20).refused("nova", JoinLink("M1")).code == "link-without-sign"
    house.do("nova-2", JoinLink("M1"))
    house.do("nova-2", PostLinkSign("close"))
    house.closed("M1")
    house.table("M1")
    assert house.refused("nova-2", CloseLink(("nova",))).code == "link-without-sign"
    house.do("nova-2", PostLinkSign("close", "M1"))
    assert house.refused("nova-2", LeaveLink("M1")).code == "link-sign-too-early"
    house.later(20).do("nova-2", CloseLink(("nova",)))


@clause(MELBOURNE, "24.5.1(e)", "24.5.1(f)")
@pytest.mark.parametrize(
    ("sign", "change"),
    [
        (PostLinkSign("leave", "M1"), LeaveLink("M1")),
        (PostLinkSign("move", "M1", "nova-2"), MoveToLink("M1", "nova-2")),
        (PostLinkSign("close"), CloseLink(("nova-2",))),
    ],
)
def test_no_table_leaves_its_link_while_a_wager_lies_there_or_is_played(
    house: LinkedFloor, sign: PostLinkSign, change: Command
) -> None:
    house.opened(NOVA)
    house.opened(NOVA, link="nova-2")
    table = LinkedPlay("M1", MELBOURNE, 2, Random(1))
    house.done(house.floor.act("M1", table.opening(), table.boss, house.now))
    house.do("nova", PostLinkSign("join", "M1"))
    house.later(20).do("nova", JoinLink("M1"))
    close, boss = play_up_to(house, table, NoMoreBets)
    house.do("nova", sign)
    assert house.later(20).refused("nova", change).code == "link-between-rounds"
    house.done(house.floor.act("M1", close, boss, house.now))
    assert house.floor.state("M1").playing
    assert house.refused("nova", change).code == "link-between-rounds"
    play_up_to(house, table, NoMoreBets)  # of the next round
    assert house.refused("nova", change).code == "link-between-rounds"


def test_a_table_joins_no_link_in_mid_round(house: LinkedFloor) -> None:
    house.opened(NOVA)
    table = LinkedPlay("M1", MELBOURNE, 2, Random(1))
    house.done(house.floor.act("M1", table.opening(), table.boss, house.now))
    house.do("nova", PostLinkSign("join", "M1"))
    close, boss = play_up_to(house, table, NoMoreBets)
    house.done(house.floor.act("M1", close, boss, house.now))
    assert house.later(20).refused("nova", JoinLink("M1")).code == "link-between-rounds"


@clause(MELBOURNE, "24.5.1(f)", "24.5.1(g)")
def test_a_link_with_a_locked_prize_does_not_close(store: Store) -> None:
    link = OneLink(store, NOVA_TERMS)
    table = link.table().dealt("Ah 9c 5c Kh 9d", "ann", "bob")
    table.enter(1, "minor")
    refused = link.give(CloseLink())
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.facts) == ("link-has-prizes", {"number": 1, "table": "T1"})
    table.determine("minor")
    assert code(link.give(CloseLink())) != "link-has-prizes"
    link.audited()


@clause(SYDNEY, "14.27.4(ii)")
def test_wins_with_another_between_them_were_not_simultaneous(store: Store) -> None:
    link = OneLink(store, SEVENS_TERMS)
    for name in ("T1", "T2", "T3"):
        link.table(name).dealt("7d 7d 7d", "ann").enter(1, "diamond-777")
    assert code(link.give(FindSimultaneous((1, 3), "R. Kent"))) == "wins-not-in-a-row"
    assert code(link.give(FindSimultaneous((1, 1), "R. Kent"))) == "wins-not-at-different-tables"
    assert code(link.give(FindSimultaneous((3, 2), "R. Kent"))) == "done"


def test_tables_and_money_go_only_to_a_link_of_the_same_kind(house: LinkedFloor) -> None:
    house.opened(NOVA)
    house.opened(NOVA, link="for-play", currency="play")
    house.opened(ACES)
    house.opened(SEVENS)
    house.table("M1")
    house.table("S1", SYDNEY)
    house.table("P1", play_money=True)
    house.do("nova", PostLinkSign("join", "M1"))
    house.later(20).do("nova", JoinLink("M1"))
    for other in ("for-play", "aces", "sevens"):
        assert house.refused("nova", PostLinkSign("move", "M1", other)).code == "link-of-another-kind"
        assert house.refused("nova", MoveToLink("M1", other)).code == "link-of-another-kind"
    for link, table in (("sevens", "M1"), ("nova", "S1"), ("nova", "P1"), ("for-play", "M1")):
        assert house.refused(link, PostLinkSign("join", table)).code == "table-of-another-house"
        refused = house.later(20).refused(link, JoinLink(table))
        assert refused.code in ("table-of-another-house", "link-without-sign"), refused
    for name in ("m1", "M1 ", " M1"):  # no other spelling is the table
        assert house.refused("nova", PostLinkSign("join", name)).code == "table-to-link-closed"
