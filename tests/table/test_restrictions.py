"""Players held to the minimum or to one box, with the notice that goes before it."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.editions import sydney_by
from support.tables import NOTICES, SIGN, Table

from cutcard.engine import commands as say
from cutcard.engine.state import PersonalLimit
from cutcard.table import (
    AllowSideWager,
    Call,
    LiftRestriction,
    LimitSideBet,
    NoticeGiven,
    OpenBetting,
    OpenTable,
    PermitResplits,
    Person,
    PlaceWager,
    Refusal,
    RefuseWager,
    RequireMainWager,
    Restricted,
    RestrictForShoe,
    RestrictFromNowOn,
    RestrictToOneBox,
    Sit,
    TableState,
    WagerRefused,
    act,
    codec,
    evolve,
    signs,
    view,
)

FOR_SHOE = [
    ("sydney-v15", "5.13", "gaming-supervisor", "dealer"),
    ("sydney-earlier", "5.10", "gaming-supervisor", "dealer"),
    ("melbourne-v26", "5.12", "tg-assistant-casino-manager", "tg-area-manager"),
    ("canberra-2006", "4.7", "casino-operator", "casino-supervisor"),
    ("canberra-2003", "4.7", "casino-licensee", "casino-supervisor"),
]


@clause("melbourne-v26", "5.11.1", "5.12")
def test_an_inspector_is_told_before_a_player_is_held_to_the_minimum_for_a_shoe() -> None:
    floor, role = idler("melbourne-v26"), "tg-assistant-casino-manager"
    assert floor.refused(RestrictForShoe("bob"), role).clause == "5.11.1"
    floor.do(RestrictForShoe("bob", NOTICES), role)
    assert "5.11.1" in {event.clause for event in floor.happened(NoticeGiven)}


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
    floor.seat("zoe", 4).do(RestrictForShoe("zoe", NOTICES), role)  # came after the first round
    assert signs.marker(floor.state, 2) == "restricted"
    floor.do(OpenBetting())
    for name, box in (("bob", 2), ("cem", 3)):
        for amount in (900, 1100, 2000):
            assert floor.refused(PlaceWager(box, amount), name).clause == by
        floor.do(PlaceWager(box, 1000), name)
    floor.close().finish()
    floor.play_out("ann 1 20")
    assert set(floor.state.restricted) == {"bob", "cem", "zoe"}  # the shoe is out, and there is no new one yet
    floor.ready()
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


@clause("sydney-v15", "5.15")
@clause("sydney-earlier", "5.12")
@sydney_by("5.15", "5.12")
def test_who_is_confined_to_one_box_has_no_side_bet_on_another(book: str, by: str) -> None:
    floor = Table(book, side_bets={"perfect-pairs": True}).seat("ann", 1).seat("bob", 2).ready()
    floor.do(RestrictToOneBox("ann", NOTICES))
    floor.wagers("ann 1 10", "bob 2 20")
    assert floor.refused(PlaceWager(2, 500, "perfect-pairs"), "ann").clause == by
    floor.do(PlaceWager(1, 500, "perfect-pairs"), "ann")


def test_canberra_2003_confines_nobody_to_one_box() -> None:
    floor = Table("canberra-2003").seat("ann", 1)
    assert "gives nobody the power" in floor.refused(RestrictToOneBox("ann", NOTICES)).message


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
@sydney_by("14.6", "")
def test_side_bets_may_be_kept_for_those_with_a_wager_of_their_own_by_notice_and_sign(
    book: str, by: str, bet: str
) -> None:
    by = by or {"perfect-pairs": "14.4", "any-pairs": "15.3"}[bet]
    sign = SIGN._replace(side_bets={bet: PersonalLimit(500, 2000)})
    floor = Table(book, sign=sign, side_bets={bet: True}).seat("ann", 1).seat("bob", 2).ready()
    floor.wagers("ann 1 20", f"bob 1 5 {bet}")
    assert floor.refused(RequireMainWager(NOTICES[:2]), "assistant-gaming-manager").clause is not None
    assert floor.refused(RequireMainWager(NOTICES[:1])).clause == f"{by}.1"  # Surveillance was not told
    floor.do(RequireMainWager(NOTICES[:2]), "gaming-manager")
    assert {event.whom for event in floor.happened(NoticeGiven)} == {"inspector", "surveillance"}
    assert "side bets only with a wager of your own on the box" in signs.sign_lines(floor.state)
    floor.close().finish()
    floor.wagers("ann 1 20")
    assert floor.refused(PlaceWager(1, 500, bet), "bob").clause == by
    floor.do(PlaceWager(1, 500, bet), "ann")


@clause("sydney-v15", "14.6", "14.6.1", "14.6.2")
@clause("sydney-earlier", "14.4", "14.4.1", "14.4.2", "15.3", "15.3.1", "15.3.2")
@pytest.mark.parametrize(
    ("book", "bet", "by"),
    [
        ("sydney-v15", "perfect-pairs", "14.6"),
        ("sydney-v15", "any-pairs", "14.6"),
        ("sydney-earlier", "perfect-pairs", "14.4"),
        ("sydney-earlier", "any-pairs", "15.3"),
    ],
)
def test_a_table_that_opens_so_needs_the_same_role_the_same_notices_and_the_same_sign(
    book: str, bet: str, by: str
) -> None:
    terms: dict[str, Any] = {"side_bets": {bet: True}, "options": {"optional-wagers-need-initial": True}}
    opening = OpenTable("T1", book, "blackjack", 6, SIGN, **terms)

    def refused(role: str, told: Any) -> str | None:
        answer = act(TableState(), opening._replace(told=told), Person("sam", role), 0)
        assert isinstance(answer, Refusal)
        return answer.clause

    assert refused("assistant-gaming-manager", NOTICES[:2]) == by
    assert refused("gaming-manager", ()) == refused("gaming-manager", NOTICES[:1]) == f"{by}.1"
    floor = Table(book, **terms, told=NOTICES[:2]).seat("ann", 1).seat("bob", 2).ready()
    assert {(event.whom, event.clause) for event in floor.happened(NoticeGiven)} == {
        ("inspector", f"{by}.1"),
        ("surveillance", f"{by}.1"),
    }
    assert "side bets only with a wager of your own on the box" in signs.sign_lines(floor.state)
    floor.wagers("ann 1 20")
    assert floor.refused(PlaceWager(1, 500, bet), "bob").clause == by


@clause("sydney-v15", "12.5", "12.5.1")
@clause("sydney-earlier", "12.5", "12.5.1")
@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier"])
def test_splitting_again_is_a_gaming_managers_to_permit_and_the_sign_says_so_before_play(book: str) -> None:
    opening = OpenTable("T1", book, "blackjack", 6, SIGN, options={"resplit": True})
    refused = act(TableState(), opening, Person("sam", "assistant-gaming-manager"), 0)
    assert isinstance(refused, Refusal)
    assert refused.clause == "12.5"
    told = "a pair may be split again, up to 3 hands on a box"
    floor = Table(book, options={"resplit": True}).seat("ann", 1)
    assert told in view.table(floor.state, None).sign
    assert told not in view.table(Table(book).state, None).sign


@clause("sydney-v15", "12.5", "12.5.1", "12.4")
@clause("sydney-earlier", "12.5", "12.5.1", "12.4")
@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier"])
def test_at_an_open_table_splitting_again_is_permitted_once_players_are_told_and_from_the_next_round(book: str) -> None:
    floor = Table(book, source="real").seat("ann", 1).ready()
    leave = PermitResplits(told=True)
    assert floor.refused(leave, "assistant-gaming-manager").clause == "12.5"
    assert floor.refused(leave._replace(told=False), "gaming-manager").clause == "12.5.1"
    assert floor.refused(PermitResplits(False, told=True), "gaming-manager").code == "resplits-not-permitted"
    split, stand = Call(say.Split(1), "ann"), Call(say.Stand(1), "ann")

    floor.wagers("ann 1 20").close().deal("8s 6d 8h")
    floor.do(leave, "gaming-manager")
    assert "from the next round on a pair may be split again" in view.table(floor.state, None).sign
    assert floor.refused(leave, "gaming-manager").code == "resplits-permitted-already"
    floor.do(split, floor.dealer)
    floor.deal("8d")
    assert floor.refused(split, floor.dealer).clause == "12.4"  # this round began without it
    floor.do(stand, floor.dealer)
    floor.deal("Tc").finish()

    floor.wagers("ann 1 20").close().deal("8s 6d 8h")
    floor.do(split, floor.dealer)
    floor.deal("8d").do(split, floor.dealer)
    assert floor.state.round is not None
    assert len(floor.state.round.hands) == 3
    assert "a pair may be split again, up to 3 hands on a box" in view.table(floor.state, None).sign
    floor.do(PermitResplits(False, told=True), "gaming-manager")
    assert "from the next round on a pair may not be split again" in view.table(floor.state, None).sign
    again = TableState()
    for event in floor.events:
        again = evolve(again, codec.loads(codec.dumps(event)))
    assert again == floor.state


def test_nobody_permits_what_a_document_settles_itself() -> None:
    assert Table("canberra-2006").refused(PermitResplits(told=True)).code == "nobody-has-power"


# ---------------------------------------------------------------------------------------------- Melbourne's side bets

MELBOURNE = "melbourne-v26"
SUPERNOVA: dict[str, Any] = {
    "side_bets": {"supernova": True},
    "meters": {"supernova-major": 10**6, "supernova-minor": 10**5},
}


@clause(MELBOURNE, "24.6.3(b)", "24.6.3(c)")
@pytest.mark.parametrize("wishes", [False, True])
def test_who_shares_a_box_places_supernova_only_by_leave_of_an_area_manager(wishes: bool) -> None:
    floor = Table(MELBOURNE, **SUPERNOVA).seat("ann", 1).seat("bob", 2).ready()
    floor.wagers("ann 1 20", "bob 1 20")
    wager = PlaceWager(1, 500, "supernova")
    assert floor.refused(wager, "bob").clause == "24.6.3(c)"
    leave = AllowSideWager("bob", 1, "supernova")
    assert floor.refused(leave, "tg-higher-duties-dealer").clause == "24.6.3(c)"
    floor.do(leave, "tg-area-manager")
    floor.do(wager, "bob")
    if wishes:  # who controls the box comes first
        floor.do(wager, "ann")
    floor.close()
    placed = [w.player for w in floor.state.round.wagers if w.bet == "supernova"]  # type: ignore[union-attr]
    assert placed == (["ann"] if wishes else ["bob"])


@clause(MELBOURNE, "24.6.3(b)", "24.6.3(c)")
def test_who_loses_control_of_a_box_before_the_deal_loses_their_supernova_without_leave() -> None:
    floor = Table(MELBOURNE, **SUPERNOVA).seat("ann", 1).seat("bob", 2).ready()
    floor.wagers("bob 1 20", "bob 1 5 supernova", "ann 1 20").close()
    assert [w.bet for w in floor.state.round.wagers if w.player == "bob"] == ["main"]  # type: ignore[union-attr]
    assert floor.last(WagerRefused)[:3] == (1, "bob", "supernova")


@clause(MELBOURNE, "23.3.3")
def test_an_area_manager_lowers_the_number_of_blackpot_wagers_on_a_box() -> None:
    floor = Table(MELBOURNE, side_bets={"blackpot": True, "perfect-pairs": "A"})
    floor.seat("ann", 1).seat("bob", 2).seat("cem", 3).ready()
    assert floor.refused(LimitSideBet("blackpot", 1), "tg-higher-duties-dealer").clause == "23.3.3"
    for most in (0, 6):
        assert (
            floor.refused(LimitSideBet("blackpot", most)).message == "the number allowed on a box must be from 1 to 5"
        )
    assert floor.refused(LimitSideBet("perfect-pairs", 2)).code == "no-bet-to-limit"  # 15.3.3 gives no such power
    floor.do(LimitSideBet("blackpot", 2), "tg-area-manager")
    assert "Blackpot: at most 2 on a box" in signs.sign_lines(floor.state)
    floor.wagers("ann 1 20", "bob 1 20", "cem 1 20", "ann 1 5 blackpot", "bob 1 5 blackpot", "cem 1 5 blackpot").close()
    assert floor.last(WagerRefused)[:3] == (1, "cem", "blackpot")
    assert floor.last(WagerRefused).clause == "23.3.3"
    floor.finish()
    floor.do(LimitSideBet("blackpot", 5))
    floor.wagers("ann 1 20", "bob 1 20", "cem 1 20", "ann 1 5 blackpot", "bob 1 5 blackpot", "cem 1 5 blackpot").close()
    assert len([w for w in floor.state.round.wagers if w.bet == "blackpot"]) == 3  # type: ignore[union-attr]


@clause(MELBOURNE, "5.13")
def test_a_dealer_refuses_only_a_wager_whose_win_chips_could_not_pay_exactly() -> None:
    terms: dict[str, Any] = {"chip": 500, "sign": SIGN._replace(side_bets={"perfect-pairs": PersonalLimit(500, 5000)})}
    floor = Table(MELBOURNE, side_bets={"perfect-pairs": "A"}, **terms).seat("ann", 1).ready()
    floor.wagers("ann 1 20", "ann 1 5 perfect-pairs")
    for bet in ("main", "perfect-pairs"):
        refused = floor.refused(RefuseWager(1, "ann", bet, "odd"), "dealer")
        assert (refused.code, refused.clause) == ("refused-if-unpayable", "5.13")
    floor.wagers_placed("ann 1 5")  # 3 to 2 on 25 is 37.50
    floor.do(RefuseWager(1, "ann", "main", "cannot be paid"), "dealer")
    assert not list(floor.state.laid(bet="main"))


@clause("sydney-v15", "18.16")
def test_in_sydney_a_supervisor_may_refuse_any_wager() -> None:
    floor = Table("sydney-v15").seat("ann", 1).ready().wagers("ann 1 20")
    floor.do(RefuseWager(1, "ann", "main", "on reasonable grounds"), "gaming-supervisor")
    assert floor.state.bets == ()
