"""Who sees which event and which field of a view: others' money, reasons and measures are for staff."""

from __future__ import annotations

import json
from typing import Any

from support.tables import Table

from cutcard.table import (
    BarPlayer,
    DetainPlayer,
    ExchangeVoucher,
    Leave,
    Person,
    RuleOnDispute,
    SellChips,
    TableEvent,
    secrecy,
    view,
)
from cutcard.table.codec import NAME

ANN, BOB, STRANGER = Person("ann", "player"), Person("bob", "player"), None
INSPECTOR = Person("ines", "inspector")


def shown(floor: Table, events: list[TableEvent], viewer: Person | None) -> list[dict[str, Any] | None]:
    """The events of the last command, the command itself included, as a viewer sees them."""
    happened = floor.events[-len(events) - 1 :]
    return secrecy.events_shown([(floor.state, event, floor.state) for event in happened], viewer)


def names(events: list[dict[str, Any] | None]) -> list[str]:
    return [event[NAME] if event is not None else "-" for event in events]


def at_table() -> Table:
    return Table("sydney-v15").seat("ann", 1).seat("bob", 2)


def test_a_buy_in_is_seen_by_who_bought_and_by_staff() -> None:
    floor = at_table()
    came = floor.do(SellChips("ann", 12_300))
    viewer: Person | None
    for viewer in (ANN, INSPECTOR, floor.dealer):
        assert names(shown(floor, came, viewer)) == ["Said", "ChipsSold"]
    for viewer in (BOB, STRANGER):
        assert names(shown(floor, came, viewer)) == ["-", "-"]


def test_a_player_who_has_the_name_of_somebody_on_the_staff_sees_no_more_for_it() -> None:
    floor = at_table()
    came = floor.do(ExchangeVoucher("ann", "V-77", 1_000))
    assert names(shown(floor, came, Person(floor.dealer.id, "player"))) == ["-", "-"]


def test_who_is_barred_is_seen_to_leave_and_nothing_else() -> None:
    floor = at_table()
    came = floor.do(BarPlayer("ann", "was rude to the dealer"))
    for viewer in (ANN, BOB, STRANGER):
        seen = shown(floor, came, viewer)
        assert names(seen) == ["-", "-", "Left"]
        assert "rude" not in json.dumps(seen)
        assert "bar" not in json.dumps(seen)
    assert "chips" in json.dumps(shown(floor, came, ANN))
    assert "chips" not in json.dumps(shown(floor, came, BOB))
    assert "rude" in json.dumps(shown(floor, came, floor.boss))


def test_what_somebody_takes_away_is_theirs_to_know() -> None:
    floor = at_table()
    came = floor.do(Leave(), "ann")
    own, other = shown(floor, came, ANN)[-1], shown(floor, came, BOB)[-1]
    assert own is not None
    assert other is not None
    assert own["chips"] > 0
    assert other == {NAME: "Left", "player": "ann"}


def test_a_detention_is_for_staff_and_a_ruling_on_a_dispute_for_its_player_too() -> None:
    for command, ann in (
        (RuleOnDispute("ann", "a late wager", "it stands"), {"Said", "DisputeRuled"}),
        (DetainPlayer("ann", "marked cards"), {"-"}),
    ):
        floor = at_table()
        came = floor.do(command)
        assert set(names(shown(floor, came, ANN))) == ann
        assert set(names(shown(floor, came, STRANGER))) == {"-"}
        assert "-" not in names(shown(floor, came, INSPECTOR))


def test_a_table_shows_each_player_their_own_chips_and_staff_all() -> None:
    floor = at_table()

    def chips(viewer: Person | None) -> dict[str, int | None]:
        return {player.name: player.chips for player in view.table(floor.state, viewer).players}

    assert None not in chips(floor.dealer).values()
    assert chips(INSPECTOR) == chips(floor.dealer)
    assert chips(ANN) == {"ann": floor.chips("ann"), "bob": None}
    assert chips(STRANGER) == {"ann": None, "bob": None}


def test_what_viewers_share_is_encoded_once_and_what_concerns_somebody_for_them_alone() -> None:
    floor = at_table()
    concerned = secrecy.concerned(floor.do(SellChips("ann", 12_300)))
    assert concerned == {"ann"}
    assert secrecy.audience(concerned, BOB) == secrecy.audience(concerned, STRANGER) == secrecy.PUBLIC
    assert secrecy.audience(concerned, floor.dealer) == secrecy.audience(concerned, INSPECTOR) == secrecy.STAFF
    assert secrecy.audience(concerned, ANN) not in (secrecy.PUBLIC, secrecy.STAFF)
    assert secrecy.audience(concerned, Person("ann", "dealer")) == secrecy.STAFF


def test_a_shoe_is_shown_after_the_round_in_which_it_ended() -> None:
    assert secrecy.order_shown(10, None)
    assert secrecy.order_shown(10, (5, 12))  # that round is over
    assert not secrecy.order_shown(10, (5, None))
    assert secrecy.order_shown(10, (11, None))  # it ended before this round began
