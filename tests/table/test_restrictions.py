"""Players held to the minimum or to one box, with the notice that goes before it."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.editions import sydney_by
from support.tables import NOTICES, SIGN, Table

from cutcard.engine.state import PersonalLimit
from cutcard.table import (
    LiftRestriction,
    NoticeGiven,
    OpenBetting,
    PlaceWager,
    RequireMainWager,
    Restricted,
    RestrictForShoe,
    RestrictFromNowOn,
    RestrictToOneBox,
    Sit,
    signs,
)

FOR_SHOE = [
    ("sydney-v15", "5.13", "gaming-supervisor", "dealer"),
    ("sydney-earlier", "5.10", "gaming-supervisor", "dealer"),
    ("melbourne-v26", "5.12", "tg-assistant-casino-manager", "tg-area-manager"),
    ("canberra-2006", "4.7", "casino-operator", "casino-supervisor"),
    ("canberra-2003", "4.7", "casino-licensee", "casino-supervisor"),
]


def idler(book: str) -> Table:
    """Ann wagers in every round; bob sat out the first round of the shoe and cem a later one."""
    floor = Table(book).seat("ann", 1).seat("bob", 2).seat("cem", 3).ready(behind=150)
    return floor.round("ann 1 20", "cem 3 20").round("ann 1 20", "bob 2 20")


@clause("sydney-v15", "5.13")
@clause("sydney-earlier", "5.10")
@clause("melbourne-v26", "5.12")
@clause("canberra-2006", "4.7", "4.7(a)", "4.7(b)")
@clause("canberra-2003", "4.7", "4.7(a)", "4.7(b)")
@pytest.mark.parametrize(("book", "by", "role", "below"), FOR_SHOE)
def test_who_sat_out_a_round_may_be_held_to_the_minimum_until_the_shoe_ends(
    book: str, by: str, role: str, below: str
) -> None:
    floor = idler(book)
    assert floor.refused(RestrictForShoe("ann", NOTICES), role).clause == by
    assert floor.refused(RestrictForShoe("bob", NOTICES), below).clause == by
    floor.do(RestrictForShoe("bob", NOTICES), role)  # no wager on the first round
    floor.do(RestrictForShoe("cem", NOTICES), role)  # sat out a later one
    assert signs.marker(floor.state, 2) == "restricted"
    floor.do(OpenBetting())
    for name, box in (("bob", 2), ("cem", 3)):
        for amount in (900, 1100, 2000):
            assert floor.refused(PlaceWager(box, amount), name).clause == by
        floor.do(PlaceWager(box, 1000), name)
    floor.close().finish()
    floor.play_out("ann 1 20").ready()
    assert floor.state.restricted == {}


@clause("sydney-v15", "5.14")
@clause("sydney-earlier", "5.11")
@sydney_by("5.14", "5.11")
def test_a_gaming_manager_may_extend_it_to_all_later_shoes_once_an_inspector_was_told(book: str, by: str) -> None:
    floor = idler(book)
    assert floor.refused(RestrictFromNowOn("bob", NOTICES), "assistant-gaming-manager").clause == by
    assert floor.refused(RestrictFromNowOn("bob"), "gaming-manager").clause == by
    assert floor.refused(RestrictFromNowOn("ann", NOTICES), "gaming-manager").clause == by
    floor.do(RestrictFromNowOn("bob", (("inspector", "I. Reed"),)), "gaming-manager")
    assert floor.last(NoticeGiven) == NoticeGiven("inspector", "I. Reed", "restrict-from-now-on", by)
    floor.play_out("ann 1 20").ready()
    if floor.state.betting == "closed":
        floor.do(OpenBetting())
    assert floor.refused(PlaceWager(2, 2000), "bob").clause == by
    floor.do(LiftRestriction("bob"))
    floor.do(PlaceWager(2, 2000), "bob")


@clause("canberra-2006", "4.9")
def test_who_was_restricted_before_is_restricted_again_without_more_tracking() -> None:
    floor = idler("canberra-2006")
    assert floor.refused(RestrictFromNowOn("ann", NOTICES)).clause == "4.9"
    floor.do(RestrictForShoe("bob", NOTICES))
    floor.do(LiftRestriction("bob"))
    assert floor.refused(RestrictFromNowOn("bob", NOTICES), "casino-supervisor").clause == "4.9"
    floor.do(RestrictFromNowOn("bob", NOTICES))
    assert floor.state.restricted == {"bob": "from-now-on"}
    floor.do(RestrictToOneBox("ann", NOTICES))  # which takes no tracking, and so stands for none
    floor.do(LiftRestriction("ann"))
    assert floor.refused(RestrictFromNowOn("ann", NOTICES)).clause == "4.9"


ONE_BOX = [
    ("sydney-v15", "5.15", "5.15", "gaming-manager", "assistant-gaming-manager"),
    ("sydney-earlier", "5.12", "5.12", "gaming-manager", "assistant-gaming-manager"),
    ("melbourne-v26", "5.11", "5.11.1", "tg-assistant-casino-manager", "tg-area-manager"),
    ("canberra-2006", "4.8", "4.8", "casino-operator", "casino-supervisor"),
]


@clause("sydney-v15", "5.15")
@clause("sydney-earlier", "5.12")
@clause("melbourne-v26", "5.11", "5.11.1")
@clause("canberra-2006", "4.8")
@pytest.mark.parametrize(("book", "by", "told", "role", "below"), ONE_BOX)
def test_a_player_may_be_confined_to_one_box_at_the_minimum_once_it_was_notified(
    book: str, by: str, told: str, role: str, below: str
) -> None:
    floor = Table(book).seat("ann", 1).ready()
    assert floor.refused(RestrictToOneBox("ann", NOTICES), below).clause == by
    assert floor.refused(RestrictToOneBox("ann"), role).clause == told
    floor.do(RestrictToOneBox("ann", NOTICES), role)
    assert told in {event.clause for event in floor.happened(NoticeGiven)}
    assert floor.last(Restricted) == Restricted("ann", "one-box")
    floor.do(OpenBetting())
    assert floor.refused(PlaceWager(1, 2000), "ann").clause == by
    floor.do(PlaceWager(1, 1000), "ann")
    assert floor.refused(PlaceWager(2, 1000), "ann").clause is not None
    assert floor.refused(Sit(2), "ann").clause is not None


def test_canberra_2003_confines_nobody_to_one_box() -> None:
    floor = Table("canberra-2003").seat("ann", 1)
    assert "nobody is given the power" in floor.refused(RestrictToOneBox("ann", NOTICES)).message


@clause("sydney-v15", "5.13")
@clause("sydney-earlier", "5.10")
@clause("canberra-2006", "19.1")
@clause("canberra-2003", "19.1")
@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier", "canberra-2006", "canberra-2003"])
def test_nobody_is_held_to_the_minimum_where_a_device_shuffles(book: str) -> None:
    floor = Table(book, device="shuffling-device").seat("ann", 1).seat("bob", 2).ready()
    floor.round("ann 1 20")
    assert "device" in floor.refused(RestrictForShoe("bob", NOTICES)).message


@clause("sydney-v15", "14.6.1", "14.6.2")
@clause("sydney-earlier", "14.4.1", "14.4.2", "15.3.1", "15.3.2")
@pytest.mark.parametrize("bet", ["perfect-pairs", "any-pairs"])
@sydney_by("14.6.1", "14.4.1")
def test_side_bets_may_be_kept_for_those_with_a_wager_of_their_own_by_notice_and_sign(
    book: str, by: str, bet: str
) -> None:
    sign = SIGN._replace(side_bets={bet: PersonalLimit(500, 2000)})
    floor = Table(book, sign=sign, side_bets={bet: True}).seat("ann", 1).seat("bob", 2).ready()
    floor.wagers("ann 1 20", f"bob 1 5 {bet}")
    assert floor.refused(RequireMainWager(NOTICES[:1])).clause == by  # Surveillance was not told
    floor.do(RequireMainWager(NOTICES[:2]), "gaming-manager")
    assert {event.whom for event in floor.happened(NoticeGiven)} == {"inspector", "surveillance"}
    assert "side bets only with a wager of one's own on the box" in signs.sign_lines(floor.state)
    floor.close().finish()
    floor.wagers("ann 1 20")
    assert floor.refused(PlaceWager(1, 500, bet), "bob").clause is not None
    floor.do(PlaceWager(1, 500, bet), "ann")
