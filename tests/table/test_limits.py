"""Limits: on the sign, for a player, raised with notice or with rights kept, and for whom they hold."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.editions import canberra, canberra_by, sydney
from support.tables import BOOKS, MINUTE, SIGN, Table

from cutcard.engine import commands as say
from cutcard.engine.state import PersonalLimit
from cutcard.records import settle
from cutcard.service.prompts import event_sentence
from cutcard.table import (
    AllowSeveralBoxes,
    Arrive,
    Call,
    ChangeLimits,
    EndPersonalLimit,
    GrantPersonalLimit,
    Leave,
    LimitsChanged,
    OpenBetting,
    PlaceWager,
    PostMinimum,
    RaiseMinimumKeepingRights,
    Refusal,
    RoundEvent,
    SellChips,
    Sign,
    Sit,
    TakeBackWager,
    Tick,
    UnderMinimumWarned,
    WagerRefused,
    record_of,
    signs,
)
from cutcard.table.limits import limit_in_force

HIGHER = SIGN._replace(minimum=2500)
PER = {
    "sydney-v15": "6.1",
    "sydney-earlier": "6.1",
    "melbourne-v26": "6.5",
    "canberra-2006": "3.1",
    "canberra-2003": "3.1",
}


# ---------------------------------------------------------------------------------------------------------- the sign


@clause("sydney-v15", "6.1")
@clause("sydney-earlier", "6.1")
@clause("melbourne-v26", "6.1", "6.1:fn1-s66(1)(c)", "6.5")
@clause("canberra-2006", "3.1")
@clause("canberra-2003", "3.1")
@pytest.mark.parametrize("book", BOOKS)
def test_the_sign_shows_the_limits_and_wagers_keep_to_them(book: str) -> None:
    floor = Table(book).seat("ann", 1).ready()
    assert "minimum $10, maximum $500 for each box" in signs.sign_lines(floor.state)
    floor.do(OpenBetting())
    for amount in (900, 50_100):
        assert floor.refused(PlaceWager(1, amount), "ann").clause == PER[book]
    floor.do(PlaceWager(1, 1700), "ann")  # no multiple of the minimum, which no sign asks for


@clause("sydney-v15", "6.1")
@clause("sydney-earlier", "6.1")
@clause("melbourne-v26", "6.5")
@clause("canberra-2006", "3.3")
@clause("canberra-2003", "3.3")
@pytest.mark.parametrize("book", BOOKS)
def test_the_sign_may_set_units_and_multiples(book: str) -> None:
    floor = Table(book, sign=Sign(1000, 50_000, unit=500)).seat("ann", 1).ready()
    assert "in steps of $5" in signs.sign_lines(floor.state)
    floor.do(OpenBetting())
    by = {"canberra-2006": "3.3", "canberra-2003": "3.3"}.get(book, PER[book])
    assert floor.refused(PlaceWager(1, 1700), "ann").clause == by
    floor.do(PlaceWager(1, 1500), "ann")
    other = Table(book, sign=Sign(1000, 50_000, multiples=True)).seat("ann", 1).ready()
    assert "in multiples of $10" in signs.sign_lines(other.state)
    other.do(OpenBetting())
    assert other.refused(PlaceWager(1, 1500), "ann").clause == by
    other.do(PlaceWager(1, 3000), "ann")


@clause("sydney-v15", "6.1")
def test_the_sign_may_show_limits_for_a_player_and_for_a_bet() -> None:
    sign = Sign(1000, 50_000, player_maximum=4000, side_bets={"perfect-pairs": PersonalLimit(500, 2000)})
    floor = Table("sydney-v15", sign=sign, side_bets={"perfect-pairs": True}).seat("ann", 1).ready()
    assert "maximum $40 for each player" in signs.sign_lines(floor.state)
    assert "Perfect Pairs: minimum $5, maximum $20" in signs.sign_lines(floor.state)
    floor.wagers("ann 1 20")
    assert floor.refused(PlaceWager(2, 3000), "ann").clause == "6.1"
    floor.do(PlaceWager(2, 2000), "ann")
    for amount in (400, 2100):
        assert floor.refused(PlaceWager(1, amount, "perfect-pairs"), "ann").clause == "6.1"
    floor.do(PlaceWager(1, 500, "perfect-pairs"), "ann")


@clause("sydney-earlier", "6.1")
def test_the_earlier_edition_has_limits_for_a_box_alone() -> None:
    floor = Table("sydney-earlier")
    for sign in (Sign(1000, 2000, per="player"), Sign(1000, 2000, player_maximum=5000)):
        assert floor.refused(ChangeLimits(sign)).clause == "6.1"


@clause("melbourne-v26", "6.5")
def test_the_notice_may_make_limits_for_each_player() -> None:
    floor = Table("melbourne-v26", sign=Sign(1000, 2000, per="player")).seat("ann", 1).seat("bob", 2).ready()
    assert "minimum $10, maximum $20 for each player" in signs.sign_lines(floor.state)
    floor.wagers("ann 1 20", "bob 1 20")
    assert floor.refused(PlaceWager(1, 1000), "ann").clause == "6.5"
    floor.close()
    assert floor.state.round is not None
    assert sum(w.staked for w in floor.state.round.wagers) == 4000


@clause("sydney-v15", "6.2")
@clause("melbourne-v26", "6.2.1")
@pytest.mark.parametrize("book", ["sydney-v15", "melbourne-v26"])
def test_under_a_minimum_for_each_player_what_a_dealer_finds_there_is_played_all_the_same(book: str) -> None:
    floor = Table(book, sign=Sign(1000, 2000, per="player"), source="real").seat("ann", 1).seat("bob", 2).ready()
    floor.wagers("ann 1 5", "bob 2 20").close()
    assert floor.state.round is not None
    assert [w.staked for w in floor.state.round.wagers if w.open] == [500, 2000]
    virtual = Table(book, sign=Sign(1000, 2000, per="player")).seat("ann", 1).ready()
    virtual.do(OpenBetting())
    assert virtual.refused(PlaceWager(1, 500), "ann").code == "wager-at-least"


@clause("sydney-v15", "6.1", "6.3")
@clause("melbourne-v26", "6.2.2", "6.5")
@pytest.mark.parametrize("book", ["sydney-v15", "melbourne-v26"])
def test_over_a_maximum_for_each_player_what_a_dealer_finds_there_is_cut_back_to_it(book: str) -> None:
    floor = Table(book, sign=Sign(1000, 2000, per="player"), source="real").seat("ann", 1).seat("bob", 2).ready()
    ann = floor.chips("ann")
    floor.wagers("ann 1 30", "bob 1 20").close()
    assert floor.state.round is not None
    assert [(w.player, w.staked) for w in floor.state.round.wagers if w.open] == [("ann", 2000), ("bob", 2000)]
    floor.deal("Ts 9d 8h").do(Call(say.Stand(), "ann"), floor.dealer)
    floor.deal("Tc")
    record = record_of([event for event in floor.events if isinstance(event, RoundEvent)])
    assert record["limits"]["each_player"] == "20"
    assert settle(record)["net"] == {"ann": "-20", "bob": "-20"}
    assert floor.chips("ann") == ann - 2000
    virtual = Table(book, sign=Sign(1000, 2000, per="player")).seat("ann", 1).ready()
    virtual.do(OpenBetting())
    assert virtual.refused(PlaceWager(1, 3000), "ann").code == "wager-at-most"


@clause("sydney-v15", "6.1", "6.3")
@clause("melbourne-v26", "6.2.2", "6.5")
@pytest.mark.parametrize("book", ["sydney-v15", "melbourne-v26"])
def test_over_what_a_player_may_have_on_all_boxes_what_was_placed_last_goes_back(book: str) -> None:
    sign = Sign(1000, 5000, player_maximum=4000)
    floor = Table(book, sign=sign, source="real").seat("ann", 1).seat("bob", 3).ready()
    if not floor.state.config.several_free:
        floor.do(AllowSeveralBoxes("ann"))
    floor.wagers("ann 1 30", "ann 2 30", "bob 3 40").close()
    assert floor.state.round is not None
    left = {w.box: w.staked for w in floor.state.round.wagers if w.open}
    assert left == {1: 3000, 2: 1000, 3: 4000}
    floor.deal("Ts 9s 8s 9d 8h 8d 9h")
    for name in ("ann", "ann", "bob"):
        floor.do(Call(say.Stand(), name), floor.dealer)
    floor.deal("Tc").wagers("ann 1 40", "bob 2 20")
    beside = floor.refused(PlaceWager(2, 2000, player="ann"), floor.dealer)  # nothing of it would be in play there
    assert (beside.code, beside.clause) == ("most-on-all-boxes", {"sydney-v15": "6.3", "melbourne-v26": "6.2.2"}[book])


@clause("canberra-2006", "3.1")
@clause("canberra-2003", "3.1")
@canberra
def test_canberra_signs_are_for_a_box_only(book: str) -> None:
    floor = Table(book)
    assert floor.refused(ChangeLimits(Sign(1000, 2000, per="player"), told=True)).clause == "3.1"
    assert floor.refused(ChangeLimits(Sign(1000, 2000, player_maximum=5000), told=True)).clause == "3.1"


ROOM = [
    ("sydney-v15", "6.1.1"),
    ("sydney-earlier", "6.1.1"),
    ("melbourne-v26", "5.9.1(d)"),
]


@clause("sydney-v15", "6.1.1", "6.1.2", "6.1.3")
@clause("sydney-earlier", "6.1.1", "6.1.2", "6.1.3")
@clause("melbourne-v26", "5.9.1(d)", "5.9.1(d)(i)", "5.9.1(d)(ii)")
@pytest.mark.parametrize(("book", "by"), ROOM)
def test_who_controls_a_box_has_its_whole_maximum_and_the_others_fill_what_is_left(book: str, by: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).seat("cem", 3).ready("Ts 6d 5h")
    floor.wagers("ann 1 300", "bob 1 150")
    refusal = floor.refused(PlaceWager(1, 5100), "cem")
    assert refusal.message == "box 1 has room for $50: its maximum is $500"
    assert refusal.clause == by
    floor.do(PlaceWager(1, 5000), "cem")
    floor.do(PlaceWager(1, 10_000), "ann")  # hers goes first, what the others have too much comes back
    floor.close()
    assert floor.state.round is not None
    open_ = {w.player: w.staked for w in floor.state.round.wagers if w.open}
    assert open_ == {"ann": 40_000, "bob": 10_000}
    assert floor.chips("cem") == 1_000_000


@clause("canberra-2006", "17.5")
@clause("canberra-2003", "17.5")
@canberra
def test_who_is_crowded_out_of_a_box_has_all_of_it_back_at_once(book: str) -> None:
    floor = Table(book, side_bets={"super-sevens": True}).seat("ann", 1).seat("bob", 2).ready("Ts 6d 5h")
    floor.wagers("bob 1 100", "bob 1 5 super-sevens")
    floor.wagers_placed("ann 1 500")  # who sits there fills the box, also after another has wagered on it
    assert floor.chips("bob") == 1_000_000
    assert [(bet.player, bet.bet) for bet in floor.state.bets] == [("ann", "main")]
    back = {event.bet: event for event in floor.happened(WagerRefused)}
    assert back["main"].clause == floor.state.rules.clauses["limits.room_first"]
    assert back["super-sevens"].clause == "17.5"
    no_room = Refusal("side-bet-main-without-room", "17.5", {"title": "Super Sevens", "box": 1, "player": "bob"})
    assert back["super-sevens"].reason == no_room.message
    floor.do(TakeBackWager(1, amount=40_000), "ann")
    floor.do(PlaceWager(1, 10_000), "bob")
    floor.do(PlaceWager(1, 100, "super-sevens"), "bob")


@clause("sydney-v15", "14.7")
@clause("canberra-2006", "17.5", "18.10")
@clause("canberra-2003", "17.5", "18.10")
@pytest.mark.parametrize("source", ["virtual", "real"])
@pytest.mark.parametrize(
    ("book", "bet", "by"),
    [
        ("sydney-v15", "blazing-7s", "14.7"),
        ("canberra-2006", "super-sevens", "17.5"),
        ("canberra-2006", "perfect-pairs", "18.10"),
        ("canberra-2003", "super-sevens", "17.5"),
        ("canberra-2003", "perfect-pairs", "18.10"),
    ],
)
def test_a_side_bet_is_refused_when_it_is_laid_where_its_main_wager_would_have_no_room(
    book: str, bet: str, by: str, source: str
) -> None:
    more: dict[str, Any] = {"device": "shuffling-device", "meters": {bet: 2_000_000}} if bet == "blazing-7s" else {}
    floor = Table(book, source=source, side_bets={bet: True}, **more).seat("ann", 1).seat("bob", 2).ready()
    floor.wagers("ann 1 500")
    who = floor.dealer if floor.real else "bob"
    side, main = PlaceWager(1, 500, bet, player="bob"), PlaceWager(1, 10_000, player="bob")
    refusal = floor.refused(side, who)
    assert (refusal.code, refusal.clause) == ("side-bet-main-without-room", by)
    title = floor.state.rules.side_bets[bet].title
    assert refusal.message == f"{title} may not be placed: box 1 has no room for the main wager of bob"
    assert floor.chips("bob") == 1_000_000
    floor.do(TakeBackWager(1, player="ann", amount=10_000), floor.dealer if floor.real else "ann")
    floor.do(side, who)  # now there is room, and the main wager may come after it
    floor.do(main, who)
    assert {(bet.player, bet.bet) for bet in floor.state.bets} == {("ann", "main"), ("bob", bet), ("bob", "main")}


@clause("canberra-2006", "17.5")
@clause("canberra-2003", "17.5")
@canberra
def test_who_comes_first_on_a_full_box_may_lay_a_side_bet_before_the_main_wager(book: str) -> None:
    floor = Table(book, side_bets={"super-sevens": True}).seat("ann", 1).seat("bob", 2).ready().wagers("ann 2 500")
    floor.do(PlaceWager(2, 500, "super-sevens"), "bob")  # who sits there, and whose main wager goes first
    floor.do(PlaceWager(2, 50_000), "bob")
    assert {(bet.player, bet.bet) for bet in floor.state.bets} == {("bob", "main"), ("bob", "super-sevens")}


@clause("sydney-v15", "6.1.2")
@clause("sydney-earlier", "6.1.2")
@clause("melbourne-v26", "5.9.1(d)(ii)")
@clause("canberra-2006", "3.5")
@clause("canberra-2003", "3.5")
@pytest.mark.parametrize("book", BOOKS)
def test_a_main_wager_for_which_a_box_has_no_room_is_refused_also_where_a_dealer_enters_it(book: str) -> None:
    floor = Table(book, source="real").seat("ann", 1).seat("bob", 2).ready()
    floor.wagers("ann 1 500")
    refusal = floor.refused(PlaceWager(1, 5000, player="bob"), floor.dealer)
    assert refusal.message == "box 1 is at its maximum: no part of a main wager of bob would be in play there"
    assert refusal.clause == floor.state.rules.clauses["limits.room_first"]
    floor.do(TakeBackWager(1, player="ann", amount=10_000), floor.dealer)
    floor.do(PlaceWager(1, 30_000, player="bob"), floor.dealer)  # some of it has room: the rest goes back
    floor.close()
    assert floor.state.round is not None
    assert [w.staked for w in floor.state.round.wagers if w.open] == [40_000, 10_000]


# ------------------------------------------------------------------------------------------------ changing the limits


@clause("sydney-v15", "6.5")
@clause("sydney-earlier", "6.5")
@clause("melbourne-v26", "6.1:fn1-s66(2)", "6.4")
@pytest.mark.parametrize(
    ("book", "by", "role", "below"),
    [
        ("sydney-v15", "6.5", "gaming-supervisor", "dealer"),
        ("sydney-earlier", "6.5", "gaming-supervisor", "dealer"),
        ("melbourne-v26", "6.4", "tg-area-manager", "tg-higher-duties-dealer"),
    ],
)
def test_limits_change_at_any_time_but_a_higher_minimum_needs_twenty_minutes_of_signage(
    book: str, by: str, role: str, below: str
) -> None:
    assert Table(book).refused(ChangeLimits(Sign(1500, 100_000)), role).clause == by  # also while nobody is there
    floor = Table(book).seat("ann", 1)
    assert floor.refused(ChangeLimits(Sign(500, 100_000)), below).clause == by
    floor.do(ChangeLimits(Sign(500, 100_000)), role)
    assert floor.refused(ChangeLimits(Sign(1000, 100_000)), role).clause == by
    assert floor.refused(PostMinimum(1000, 20 * MINUTE - 1), role).clause == by
    assert floor.refused(PostMinimum(1000, 20 * MINUTE), below).clause == by
    floor.do(PostMinimum(1000, 20 * MINUTE), role)
    assert "minimum $10 from 1970-01-01 10:20 AEST" in signs.sign_lines(floor.state)
    floor.do(Tick(), floor.house, at=20 * MINUTE - 1)
    assert floor.state.sign.minimum == 500
    floor.do(Tick(), floor.house, at=20 * MINUTE)
    assert floor.last(LimitsChanged).sign.minimum == 1000
    assert floor.state.notices == ()


def test_a_notice_that_falls_due_while_bets_are_laid_waits_for_the_end_of_the_round() -> None:
    floor = Table("sydney-v15").seat("ann", 1).ready("Ts 6d 5h 2c 3c 4c")
    floor.do(PostMinimum(2500, 20 * MINUTE))
    floor.wagers("ann 1 20")
    floor.at = 21 * MINUTE
    floor.close().finish()
    assert floor.state.sign.minimum == 1000
    floor.do(OpenBetting())
    assert floor.state.sign.minimum == 2500


@clause("canberra-2006", "3.1")
@clause("canberra-2003", "3.1")
@canberra_by("3.1", "3.1")
def test_in_canberra_players_are_told_before_any_limit_changes(book: str, by: str) -> None:
    floor = Table(book).seat("ann", 1)
    assert floor.refused(ChangeLimits(HIGHER)).clause == by
    assert floor.refused(ChangeLimits(HIGHER, told=True), "casino-supervisor").clause == by
    floor.do(ChangeLimits(HIGHER, told=True))
    assert floor.state.sign == HIGHER


@clause("sydney-v15", "6.5.1", "6.5.1.1", "6.6.1", "6.6.2")
@clause("sydney-earlier", "6.5.1", "6.5.1.1", "6.5.3", "6.5.4")
@sydney
def test_a_supervisor_may_raise_the_minimum_at_once_while_those_who_play_keep_the_old_one(book: str) -> None:
    floor = Table(book).seat("ann", 1).ready()
    assert floor.refused(RaiseMinimumKeepingRights(2500), "dealer").clause == "6.5.1"
    assert floor.refused(RaiseMinimumKeepingRights(500)).clause == "6.5.1"
    floor.do(RaiseMinimumKeepingRights(2500), "gaming-supervisor")
    floor.seat("bob", 2)
    assert signs.marker(floor.state, 1) == "old minimum"
    assert signs.marker(floor.state, 2) == ""
    assert signs.sign_lines(floor.state)[0].startswith("minimum $25,")
    assert "old minimum $10 for players with a marker" in signs.sign_lines(floor.state)
    floor.wagers("ann 1 10")
    assert floor.refused(PlaceWager(2, 1000), "bob").clause == "6.1"
    floor.do(PlaceWager(2, 2500), "bob")


@clause("sydney-v15", "6.5.1.2")
@clause("sydney-earlier", "6.5.1.2")
@sydney
def test_the_old_minimum_is_lost_with_the_marker_when_its_player_leaves(book: str) -> None:
    floor = Table(book).seat("ann", 1).ready()
    floor.do(RaiseMinimumKeepingRights(2500))
    floor.do(Leave(), "ann")
    floor.seat("ann", 1)
    assert signs.marker(floor.state, 1) == ""
    floor.do(OpenBetting())
    assert floor.refused(PlaceWager(1, 1000), "ann").clause == "6.1"


@clause("sydney-v15", "6.5.1.3")
@clause("sydney-earlier", "6.5.1.3")
@sydney
def test_a_player_with_several_boxes_has_the_marker_where_he_sits(book: str) -> None:
    floor = Table(book).seat("ann", 3)
    floor.do(Sit(2), "ann")
    floor.do(Sit(4), "ann")
    floor.do(RaiseMinimumKeepingRights(2500))
    assert [box for box in range(1, 8) if signs.marker(floor.state, box)] == [3]


@clause("sydney-v15", "6.6")
@clause("sydney-earlier", "6.5.2")
@sydney
def test_a_kept_minimum_rises_only_after_twenty_minutes_of_signage(book: str) -> None:
    floor = Table(book).seat("ann", 1).ready()
    floor.do(RaiseMinimumKeepingRights(2500))
    floor.seat("bob", 2)  # who came later and has no old minimum
    soon = floor.refused(PostMinimum(2500, 20 * MINUTE - 1, retained_too=True))
    assert soon.clause == {"sydney-v15": "6.6", "sydney-earlier": "6.5.2"}[book]
    floor.do(PostMinimum(3000, 20 * MINUTE))  # a sign for the others
    floor.do(PostMinimum(1500, 20 * MINUTE, retained_too=True))
    floor.do(Tick(), floor.house, at=20 * MINUTE - 1)
    assert limit_in_force(floor.state, "ann").minimum == 1000
    floor.do(Tick(), floor.house, at=20 * MINUTE)
    assert (floor.state.sign.minimum, limit_in_force(floor.state, "ann").minimum) == (3000, 1500)
    assert limit_in_force(floor.state, "bob").minimum == 3000
    floor.do(PostMinimum(3000, 40 * MINUTE, retained_too=True))
    floor.do(Tick(), floor.house, at=40 * MINUTE)
    assert limit_in_force(floor.state, "ann").minimum == 3000
    assert signs.marker(floor.state, 1) == ""


@clause("sydney-v15", "6.5.1", "6.6.1")
@clause("sydney-earlier", "6.5.1", "6.5.3")
@sydney
def test_an_old_minimum_ends_where_the_sign_asks_for_no_more(book: str) -> None:
    floor = Table(book).seat("ann", 1).ready()
    floor.do(RaiseMinimumKeepingRights(2500))
    floor.do(ChangeLimits(Sign(500, 50_000)))
    assert signs.marker(floor.state, 1) == ""
    assert not any("old minimum" in line for line in signs.sign_lines(floor.state))
    floor.wagers("ann 1 5")
    floor.close().finish()
    floor.do(PostMinimum(2500, 20 * MINUTE))
    floor.do(Tick(), floor.house, at=20 * MINUTE)
    assert limit_in_force(floor.state, "ann").minimum == 2500  # by a sign for all: no right comes back


def test_only_sydney_knows_kept_minimums() -> None:
    for book in ("melbourne-v26", "canberra-2006", "canberra-2003"):
        refusal = Table(book).refused(RaiseMinimumKeepingRights(2500))
        assert "gives nobody the power" in refusal.message


# ----------------------------------------------------------------------------------------------------- personal limits

OWN = [
    ("sydney-v15", "6.7", "gaming-supervisor", "dealer"),
    ("sydney-earlier", "6.6", "gaming-supervisor", "dealer"),
    ("melbourne-v26", "6.3", "tg-area-manager", "tg-higher-duties-dealer"),
    ("canberra-2006", "3.2", "casino-operator", "casino-supervisor"),
    ("canberra-2003", "3.2", "casino-licensee", "casino-supervisor"),
]


@clause("sydney-v15", "6.7")
@clause("sydney-earlier", "6.6")
@clause("melbourne-v26", "6.3", "6.3.1", "6.3.3")
@clause("canberra-2006", "3.2")
@clause("canberra-2003", "3.2")
@pytest.mark.parametrize(("book", "by", "role", "below"), OWN)
def test_a_player_may_be_given_limits_of_his_own_that_a_marker_shows(book: str, by: str, role: str, below: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready("Ts 6d 5h")
    assert floor.refused(GrantPersonalLimit("ann", 5000, 100_000), below).clause == by
    assert floor.refused(GrantPersonalLimit("ann", 5000, 100_000, marker=False)).clause is not None
    floor.do(GrantPersonalLimit("ann", 5000, 100_000), role)
    assert signs.marker(floor.state, 1) == "own limits"
    assert "ann: minimum $50, maximum $1,000" in signs.sign_lines(floor.state)
    floor.wagers("ann 1 1000")
    assert floor.refused(PlaceWager(1, 100), "ann").clause == by
    assert floor.refused(PlaceWager(2, 60_000), "bob").clause == PER[book]  # others keep to the sign
    floor.close()
    assert floor.state.round is not None
    assert [w.staked for w in floor.state.round.wagers] == [100_000]
    floor.finish()
    floor.do(EndPersonalLimit("ann"))
    assert signs.marker(floor.state, 1) == ""


@clause("sydney-v15", "6.7")
@clause("sydney-earlier", "6.6")
@clause("canberra-2006", "3.2")
@clause("canberra-2003", "3.2")
@pytest.mark.parametrize(("book", "by"), [(book, by) for book, by, *_ in OWN if book != "melbourne-v26"])
def test_limits_of_ones_own_go_above_the_sign(book: str, by: str) -> None:
    floor = Table(book).seat("ann", 1)
    sign = floor.state.sign
    for low, high in ((100, 200), (sign.minimum, sign.maximum), (sign.minimum - 100, sign.maximum * 2)):
        assert floor.refused(GrantPersonalLimit("ann", low, high)).clause == by
    floor.do(GrantPersonalLimit("ann", sign.minimum, sign.maximum + 100))


@clause("sydney-v15", "6.7")
@clause("sydney-earlier", "6.6")
@clause("canberra-2006", "3.2")
@clause("canberra-2003", "3.2")
@pytest.mark.parametrize("book", [book for book, *_ in OWN if book != "melbourne-v26"])
def test_limits_of_ones_own_end_where_the_sign_allows_as_much(book: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready()
    floor.do(GrantPersonalLimit("ann", 5000, 100_000))
    floor.do(ChangeLimits(SIGN._replace(maximum=90_000), told=True))
    assert signs.marker(floor.state, 1) == "own limits"
    floor.do(ChangeLimits(SIGN._replace(maximum=200_000), told=True))
    assert signs.marker(floor.state, 1) == ""
    floor.wagers("ann 1 1500")  # as everybody else


@clause("melbourne-v26", "6.3")
def test_limits_of_ones_own_may_differ_either_way() -> None:
    floor = Table("melbourne-v26").seat("ann", 1)
    floor.do(GrantPersonalLimit("ann", 100, 200))


@clause("melbourne-v26", "6.3.4")
@clause("canberra-2006", "4.6")
@clause("canberra-2003", "4.6")
@pytest.mark.parametrize("book", ["melbourne-v26", "canberra-2006", "canberra-2003"])
def test_all_wagers_on_the_box_of_such_a_player_stay_within_his_limit(book: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready()
    floor.do(GrantPersonalLimit("ann", 5000, 100_000))
    floor.wagers("ann 1 900")
    assert floor.refused(PlaceWager(1, 10_100), "bob").message == "box 1 has room for $100: its maximum is $1,000"
    floor.do(PlaceWager(1, 10_000), "bob")


def test_a_wager_outside_limits_that_changed_since_goes_back_at_the_close() -> None:
    floor = Table("melbourne-v26").seat("ann", 1, chips=10_000).seat("bob", 2).ready()
    floor.wagers("ann 1 20", "bob 2 20")
    floor.do(ChangeLimits(Sign(1000, 1500)))
    floor.close()
    assert [event.player for event in floor.happened(WagerRefused)] == ["ann", "bob"]
    assert floor.state.betting == "open"
    assert floor.chips("ann") == 10_000


# ---------------------------------------------------------------------------------- what a dealer finds on a real table


@clause("sydney-v15", "6.2")
@clause("sydney-earlier", "6.2")
@sydney
def test_a_wager_found_under_the_minimum_stands(book: str) -> None:
    floor = Table(book, source="real").seat("ann", 1).ready()
    floor.wagers("ann 1 5").close()
    assert floor.state.round is not None
    assert [w.staked for w in floor.state.round.wagers if w.open] == [500]


@clause("melbourne-v26", "6.2.1")
@clause("canberra-2006", "3.4")
@clause("canberra-2003", "3.4")
@pytest.mark.parametrize("book", ["melbourne-v26", "canberra-2006", "canberra-2003"])
def test_one_under_the_minimum_is_settled_once_with_a_warning_and_returned_from_then_on(book: str) -> None:
    floor = Table(book, source="real").seat("ann", 1, chips=10_000).seat("bob", 2).ready()
    floor.wagers("ann 1 5", "bob 2 20").close()
    assert floor.state.round is not None
    assert [w.staked for w in floor.state.round.wagers if w.open] == [500, 2000]
    told = [(one.player, one.amount, one.minimum, one.clause) for one in floor.happened(UnderMinimumWarned)]
    assert told == [("ann", 500, 1000, floor.state.rules.settles.under_minimum)]
    assert event_sentence(floor.last(UnderMinimumWarned), floor.state, "ann") == (
        "Your $5 on box 1 is under the minimum of $10. The next such wager goes back."
    )
    floor.finish()
    assert floor.state.warned == {"ann"}
    before = floor.chips("ann")
    floor.wagers("ann 1 5", "bob 2 20").close()
    assert len(floor.happened(UnderMinimumWarned)) == 1
    assert [(w.player, w.outcome) for w in floor.state.round.wagers if not w.open] == [("ann", "void")]
    assert floor.chips("ann") == before


@clause("melbourne-v26", "6.2.1")
@clause("canberra-2006", "3.4")
@clause("canberra-2003", "3.4")
@pytest.mark.parametrize("book", ["melbourne-v26", "canberra-2006", "canberra-2003"])
@pytest.mark.parametrize("wagers", [("ann 1 105",), ("bob 1 95", "ann 1 20")])
def test_nobody_is_warned_for_what_the_maximum_cut_off_or_left(book: str, wagers: tuple[str, ...]) -> None:
    def after_one_over(as_placed: bool = True) -> Table:
        floor = Table(book, source="real", sign=Sign(1000, 10_000)).seat("bob", 1).seat("ann", 2).ready()
        floor.state = floor.state._replace(config_or_none=floor.state.config._replace(minimum_as_placed=as_placed))
        floor.wagers(*wagers).close().finish()
        return floor.wagers("ann 2 5", "bob 1 20").close()

    def played(floor: Table) -> list[int]:
        assert floor.state.round is not None
        return [w.staked for w in floor.state.round.wagers if w.open]

    assert not [one for one in after_one_over().happened(UnderMinimumWarned) if one.amount != 500]
    assert sorted(played(after_one_over())) == [500, 2000]  # the first one under the minimum is settled
    assert played(after_one_over(as_placed=False)) == [2000]  # as a table of an earlier release has it


@clause("sydney-v15", "6.3")
@clause("sydney-earlier", "6.3")
@clause("melbourne-v26", "6.2.2")
@clause("canberra-2006", "3.5")
@clause("canberra-2003", "3.5")
@pytest.mark.parametrize("book", BOOKS)
def test_what_is_found_over_the_maximum_goes_back(book: str) -> None:
    floor = Table(book, source="real").seat("ann", 1).ready()
    floor.wagers("ann 1 700").close()
    assert floor.state.round is not None
    assert [w.staked for w in floor.state.round.wagers if w.open] == [50_000]
    assert floor.chips("ann") == 950_000


@clause("canberra-2006", "4.1")
@clause("canberra-2003", "4.1")
@pytest.mark.parametrize("book", BOOKS)
def test_everybody_may_wager_until_betting_closes_and_nobody_after(book: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready("Ts 9s 2c 6d 7c 8c")
    assert floor.refused(PlaceWager(1, 2000), "ann").clause is not None  # betting is not open
    floor.wagers("ann 1 20")
    floor.do(Arrive(), "zoe")
    floor.do(SellChips("zoe", 5000))
    floor.do(PlaceWager(2, 2000), "zoe")
    floor.close()
    refusal = floor.refused(PlaceWager(2, 2000), "bob")
    assert refusal.clause == floor.state.rules.clauses["deal.wagers_close"]
    assert floor.happened(RoundEvent)
