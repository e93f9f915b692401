"""Boxes: who sits, who stands behind, who has several, who must give one up."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.editions import canberra_by, sydney, sydney_by
from support.tables import BOOKS, Table

from cutcard.table import (
    AllowSeveralBoxes,
    AllowSideWager,
    Arrive,
    BarPlayer,
    BoxGivenUp,
    FreeBoxes,
    GiveUpBox,
    GrantPersonalLimit,
    Leave,
    LimitPlayers,
    LimitPlayersABox,
    NoMoreBets,
    OpenBetting,
    Person,
    PlaceWager,
    PlayForAbsent,
    RefuseWager,
    ReserveBoxes,
    SellChips,
    Sit,
    TakeIdleSeat,
    WagerRefused,
)


def full(book: str, boxes: int = 5, **terms: Any) -> Table:
    """A table of five boxes with a player at each."""
    floor = Table(book, boxes=boxes, **terms)
    for box in range(1, boxes + 1):
        floor.seat(f"p{box}", box)
    return floor


@clause("sydney-v15", "5.11")
@clause("sydney-earlier", "5.8")
@sydney_by("5.11", "5.8")
def test_a_player_with_several_boxes_gives_one_up_when_seats_are_short(book: str, by: str) -> None:
    floor = Table(book, boxes=5).seat("ann", 1)
    for box in (2, 3, 4):
        floor.do(Sit(box), "ann")
    assert floor.refused(Sit(2), "bob").clause == by  # box 5 is free
    floor.do(Sit(5), "bob")
    assert floor.refused(Sit(1), "cem").clause == by  # where ann sits
    floor.do(Sit(3), "cem")
    assert floor.last(BoxGivenUp) == BoxGivenUp("ann", 3, "demand")
    assert floor.state.seats == {1: "ann", 2: "ann", 4: "ann", 5: "bob", 3: "cem"}


@clause("canberra-2006", "4.4")
@clause("canberra-2003", "4.4")
@canberra_by("4.4", "4.4")
def test_several_boxes_are_by_leave_and_handed_over_when_free_ones_run_out(book: str, by: str) -> None:
    floor = Table(book, boxes=5).seat("ann", 1)
    assert floor.refused(Sit(2), "ann").clause == by
    assert floor.refused(AllowSeveralBoxes("ann"), "casino-supervisor").clause == by
    floor.do(AllowSeveralBoxes("ann"))
    for box in (2, 3, 4, 5):
        floor.do(Sit(box), "ann")
    floor.do(Sit(4), "bob")
    assert floor.last(BoxGivenUp) == BoxGivenUp("ann", 4, "demand")


@clause("melbourne-v26", "5.10")
def test_a_higher_duties_dealer_may_let_a_player_have_several_boxes_while_seats_are_free() -> None:
    floor = Table("melbourne-v26", boxes=5).seat("ann", 1)
    assert floor.refused(Sit(2), "ann").clause == "5.10"
    assert floor.refused(AllowSeveralBoxes("ann"), "dealer").clause == "5.10"
    floor.do(AllowSeveralBoxes("ann"), "tg-higher-duties-dealer")
    floor.do(Sit(2), "ann")
    for box in (3, 4, 5):
        floor.seat(f"p{box}", box)
    assert floor.refused(AllowSeveralBoxes("p3")).clause == "5.10"


@clause("melbourne-v26", "5.10.1")
def test_in_a_full_house_who_wagers_on_several_boxes_decides_only_where_he_sits() -> None:
    floor = full("melbourne-v26").ready("Ts 9s 2c 6d 7c 8c")
    floor.do(OpenBetting())
    floor.do(PlaceWager(2, 2000), "p1")  # behind p2, who wagers later and still lies nearest the dealer
    floor.do(PlaceWager(1, 2000), "p1")
    floor.do(PlaceWager(2, 2000), "p2")
    floor.close()
    assert floor.state.round is not None
    assert {box.number: box.control for box in floor.state.round.boxes} == {1: "p1", 2: "p2"}


@clause("melbourne-v26", "21.7.4(a)", "24.6.4(a)")
@pytest.mark.parametrize("bet", ["blackjack-jackpots", "supernova"])
def test_jackpot_wagers_on_several_boxes_shut_nobody_out(bet: str) -> None:
    alone = Table("melbourne-v26", boxes=5, decks=6, side_bets={bet: True}).seat("ann", 1)
    alone.do(AllowSeveralBoxes("ann"))
    alone.do(Sit(2), "ann")
    alone.ready("Ts 9s 6d 5h 7c")
    alone.wagers("ann 1 20", "ann 2 20", f"ann 1 5 {bet}", f"ann 2 5 {bet}").close()
    assert jackpots(alone, bet) == {(1, "ann"), (2, "ann")}  # while seats are free
    crowded = Table("melbourne-v26", boxes=5, decks=6, side_bets={bet: True})
    for box in range(1, 6):
        crowded.seat(f"p{box}", box)
    crowded.ready("Ts 9s 6d 5h 7c")
    crowded.wagers("p1 1 20", "p1 2 20", f"p1 1 5 {bet}", f"p1 2 5 {bet}", "p2 2 20", f"p2 2 5 {bet}").close()
    assert jackpots(crowded, bet) == {(1, "p1"), (2, "p2")}  # who sits at the box comes before one who wagers behind


def jackpots(floor: Table, bet: str) -> set[tuple[int, str]]:
    assert floor.state.round is not None
    return {(wager.box, wager.player) for wager in floor.state.round.wagers if wager.bet == bet}


@clause("melbourne-v26", "6.3.2")
def test_a_player_with_limits_of_his_own_may_have_more_than_one_box() -> None:
    floor = Table("melbourne-v26").seat("ann", 1)
    floor.do(GrantPersonalLimit("ann", 5000, 100_000))
    floor.do(Sit(2), "ann")
    assert floor.state.boxes_of("ann") == [1, 2]


@clause("sydney-v15", "5.16")
@clause("sydney-earlier", "5.13")
@sydney_by("5.16", "5.13")
def test_a_run_of_boxes_is_kept_for_one_player_on_a_supervisors_order(book: str, by: str) -> None:
    floor = Table(book, boxes=5).ready()
    assert floor.refused(ReserveBoxes((2, 3), "ann"), "dealer").clause == by
    assert floor.refused(ReserveBoxes((2, 4), "ann")).clause == by
    floor.do(ReserveBoxes((2, 3), "ann"), "gaming-supervisor")
    assert floor.refused(Sit(2), "bob").clause == by
    floor.seat("bob", 1)
    floor.do(OpenBetting())
    assert floor.refused(PlaceWager(3, 2000), "bob").clause == by
    floor.seat("ann", 2)
    floor.do(Sit(3), "ann")
    floor.seat("cem", 4).seat("dot", 5)
    assert floor.refused(Sit(3), "eve").clause == by  # although no other box is free
    floor.do(FreeBoxes((3,)))
    floor.do(Sit(3), "eve")


IDLE = [
    ("sydney-v15", "18.14"),
    ("sydney-earlier", "19.9"),
    ("melbourne-v26", "32.9"),
    ("canberra-2006", "16.6"),
    ("canberra-2003", "16.8"),
]


@clause("sydney-v15", "18.14")
@clause("sydney-earlier", "19.9")
@clause("melbourne-v26", "32.9")
@clause("canberra-2006", "16.6")
@clause("canberra-2003", "16.8")
@pytest.mark.parametrize(("book", "by"), IDLE)
def test_a_seat_is_lost_after_three_idle_rounds_when_all_others_are_taken(book: str, by: str) -> None:
    floor = full(book).ready()
    for _ in range(2):
        floor.round("p1 1 20")
    assert floor.refused(TakeIdleSeat("p2")).clause == by
    floor.round("p1 1 20")
    assert floor.refused(TakeIdleSeat("p1")).clause == by  # p1 has wagered
    floor.do(GiveUpBox(5), "p5")
    assert floor.refused(TakeIdleSeat("p2")).clause == by  # a seat is free
    floor.do(Sit(5), "p5")
    floor.do(TakeIdleSeat("p2"))
    assert floor.last(BoxGivenUp) == BoxGivenUp("p2", 2, "idle")
    floor.do(Sit(2), "newcomer")


@clause("sydney-v15", "18.14")
@clause("sydney-earlier", "19.9")
@clause("melbourne-v26", "32.9")
@clause("canberra-2006", "16.6")
@clause("canberra-2003", "16.8")
@pytest.mark.parametrize(("book", "by"), IDLE)
def test_rounds_in_which_another_seat_was_free_do_not_count_as_idle(book: str, by: str) -> None:
    floor = full(book).ready()
    floor.do(GiveUpBox(5), "p5")
    for _ in range(3):
        floor.round("p1 1 20")
    floor.do(Sit(5), "p5")
    assert floor.refused(TakeIdleSeat("p2")).clause == by
    for _ in range(3):
        floor.round("p1 1 20")
    floor.do(TakeIdleSeat("p2"))


@clause("sydney-v15", "5.5")
@clause("sydney-earlier", "5.4")
@sydney_by("5.5", "5.4")
def test_a_supervisor_may_let_fewer_players_on_a_box(book: str, by: str) -> None:
    floor = full(book).ready()
    floor.wagers("p1 1 20", "p2 1 20", "p3 1 20")
    assert floor.refused(PlaceWager(1, 2000), "p4").clause == by
    floor.close().finish().new_shoe_if_due()
    assert floor.refused(LimitPlayersABox(2), "dealer").clause == by
    floor.do(LimitPlayersABox(2), "gaming-supervisor")
    floor.wagers("p1 1 20", "p2 1 20")
    assert floor.refused(PlaceWager(1, 2000), "p3").clause == by


@clause("melbourne-v26", "5.8")
def test_an_area_manager_may_let_fewer_than_five_players_on_a_box() -> None:
    floor = full("melbourne-v26", 6).ready()
    floor.wagers(*(f"p{n} 1 20" for n in range(1, 6)))
    assert floor.refused(PlaceWager(1, 2000), "p6").clause == "5.8"
    floor.close().finish().new_shoe_if_due()
    assert floor.refused(LimitPlayersABox(4), "tg-higher-duties-dealer").clause == "5.8"
    floor.do(LimitPlayersABox(4), "tg-area-manager")
    floor.wagers(*(f"p{n} 1 20" for n in range(1, 5)))
    assert floor.refused(PlaceWager(1, 2000), "p5").clause == "5.8"


@clause("melbourne-v26", "5.8")
def test_a_side_bet_of_a_sixth_player_lies_in_an_area_of_its_own() -> None:
    floor = full("melbourne-v26", 6, side_bets={"perfect-pairs": "A"}).ready()
    floor.wagers(*(f"p{n} 1 20" for n in range(1, 6)))
    floor.do(AllowSideWager("p6", 1, "perfect-pairs"))
    floor.do(PlaceWager(1, 500, "perfect-pairs"), "p6")
    assert floor.refused(PlaceWager(1, 2000), "p6").clause == "5.8"


@clause("sydney-v15", "5.18")
@clause("melbourne-v26", "5.8")
@pytest.mark.parametrize(
    ("book", "role", "by"), [("sydney-v15", "gaming-supervisor", "5.5"), ("melbourne-v26", "tg-area-manager", "5.8")]
)
def test_wagers_that_lie_on_a_box_when_fewer_players_are_ordered_stay_there(book: str, role: str, by: str) -> None:
    floor = full(book).ready()
    floor.wagers("p1 1 20", "p2 1 20")
    floor.do(LimitPlayersABox(1), role)
    assert [bet.player for bet in floor.state.laid(box=1)] == ["p1", "p2"]
    assert floor.refused(PlaceWager(1, 500), "p2").clause == by  # but nothing comes to them
    floor.close().finish().new_shoe_if_due().wagers("p1 1 20")
    assert floor.refused(PlaceWager(1, 2000), "p2").clause == by


@clause("sydney-v15", "5.18")
def test_a_supervisor_may_cap_the_players_at_the_table_or_allow_one_a_box() -> None:
    floor = Table("sydney-v15").seat("ann", 1).seat("bob", 2)
    assert floor.refused(LimitPlayers(2), "dealer").clause == "5.18"
    floor.do(LimitPlayers(2), "gaming-supervisor")
    assert floor.refused(Sit(3), "cem").clause == "5.18"
    floor.do(LimitPlayersABox(1), "gaming-supervisor")
    floor.ready().wagers("ann 1 20")
    refusal = floor.refused(PlaceWager(1, 2000), "bob")
    assert (refusal.code, refusal.clause, refusal.facts["most"]) == ("box-players", "5.5", 1)


@clause("sydney-v15", "5.5", "5.18")
def test_where_one_player_a_box_is_ordered_nobody_else_has_a_side_bet_there() -> None:
    floor = Table("sydney-v15", side_bets={"perfect-pairs": True}).seat("ann", 1).seat("bob", 2)
    floor.do(LimitPlayersABox(1), "gaming-supervisor")
    floor.ready().wagers()
    assert floor.refused(PlaceWager(1, 500, "perfect-pairs"), "bob").clause == "5.5"  # also before ann has wagered
    floor.do(PlaceWager(1, 2000), "ann")
    refusal = floor.refused(PlaceWager(1, 500, "perfect-pairs"), "bob")
    assert (refusal.code, refusal.clause) == ("box-players", "5.5")
    floor.do(PlaceWager(1, 500, "perfect-pairs"), "ann")
    floor.do(PlaceWager(3, 500, "perfect-pairs"), "bob")  # nobody is there
    assert floor.refused(PlaceWager(3, 500, "perfect-pairs"), "ann").clause == "5.5"
    assert floor.refused(PlaceWager(3, 2000), "ann").clause == "5.5"


@clause("sydney-v15", "5.5")
def test_three_players_have_a_box_with_their_side_bets_counted() -> None:
    floor = full("sydney-v15", side_bets={"perfect-pairs": True}).ready()
    floor.wagers("p1 1 20", "p2 1 20", "p3 1 5 perfect-pairs")
    assert floor.refused(PlaceWager(1, 500, "perfect-pairs"), "p4").clause == "5.5"
    floor.do(PlaceWager(1, 2000), "p3")


@clause("sydney-v15", "5.5", "14.9", "5.18")
def test_lucky_lucky_has_three_places_of_its_own_where_those_with_a_main_wager_come_first() -> None:
    bet = "lucky-lucky"
    floor = full("sydney-v15", side_bets={bet: "1"}).ready("Ts 9d 8h")
    floor.wagers("p1 1 20", f"p2 1 5 {bet}", f"p3 1 5 {bet}", f"p4 1 5 {bet}", f"p1 1 5 {bet}").close()
    assert floor.state.round is not None
    assert {w.player for w in floor.state.round.wagers if w.bet == bet} == {"p1", "p2", "p3"}
    assert floor.last(WagerRefused)[:3] == (1, "p4", bet)
    assert (floor.last(WagerRefused).clause, floor.chips("p4")) == ("14.9", 1_000_000)
    floor.finish().do(LimitPlayersABox(1), "gaming-supervisor")
    floor.wagers("p1 1 20")
    assert floor.refused(PlaceWager(1, 500, bet), "p2").code == "box-players"  # the box is for one player alone


CONTROL = [
    ("sydney-v15", "bob"),
    ("sydney-earlier", "bob"),
    ("canberra-2006", "bob"),
    ("canberra-2003", "bob"),
]


@clause("sydney-v15", "5.7", "5.7.1", "5.9")
@clause("sydney-earlier", "5.5", "5.5.1", "5.6")
@clause("canberra-2006", "4.5", "4.5(a)")
@clause("canberra-2003", "4.5", "4.5(a)")
@pytest.mark.parametrize(("book", "control"), CONTROL)
def test_whoever_sits_at_a_box_decides_for_it_before_the_first_card(book: str, control: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready("Ts 6d 5h")
    floor.wagers("ann 2 100", "bob 2 20").close()
    assert floor.state.round is not None
    assert [box.control for box in floor.state.round.boxes] == [control]


@clause("sydney-v15", "5.7.2")
@clause("sydney-earlier", "5.5.2")
@sydney
def test_where_nobody_sits_the_largest_wager_decides(book: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready("Ts 6d 5h")
    floor.wagers("ann 3 20", "bob 3 40").close()
    assert floor.state.round is not None
    assert floor.state.round.boxes[0].control == "bob"


@clause("sydney-v15", "5.7.3")
@clause("sydney-earlier", "5.5.3")
@clause("canberra-2006", "4.5(b)")
@clause("canberra-2003", "4.5(b)")
@clause("melbourne-v26", "5.9", "5.9.1(a)")
@pytest.mark.parametrize("book", BOOKS)
def test_otherwise_the_wager_nearest_the_dealer_decides(book: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready("Ts 6d 5h")
    floor.wagers("ann 3 20", "bob 3 20").close()
    assert floor.state.round is not None
    assert floor.state.round.boxes[0].players == ("ann", "bob")
    assert floor.state.round.boxes[0].control == "ann"


@clause("sydney-v15", "5.10.1", "5.10.2")
@clause("sydney-earlier", "5.7.1", "5.7.2")
@clause("melbourne-v26", "5.9.1(b)", "5.9.1(c)")
@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier", "melbourne-v26"])
def test_the_controlling_wager_lies_nearest_the_dealer_and_the_others_in_line_behind(book: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).seat("cem", 3).ready("Ts 6d 5h")
    floor.wagers("ann 2 20", "cem 2 20", "bob 2 20").close()
    assert floor.state.round is not None
    assert floor.state.round.boxes[0].players == ("bob", "ann", "cem")


@pytest.mark.parametrize("book", BOOKS)
def test_who_leaves_before_the_first_card_takes_his_wagers_along(book: str) -> None:
    floor = Table(book).seat("ann", 1, chips=10_000).seat("bob", 2).ready()
    floor.wagers("ann 1 20", "bob 2 20")
    floor.do(Leave(), "ann")
    assert "ann" not in floor.state.players
    assert [bet.player for bet in floor.state.bets] == ["bob"]
    floor.close().finish()


@pytest.mark.parametrize("book", BOOKS)
def test_who_leaves_within_a_round_plays_on_as_an_absent_player(book: str) -> None:
    floor = Table(book).seat("ann", 1).ready("Ts 6d 5h 2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s")
    floor.wagers("ann 1 20").close()
    floor.do(Leave(), "ann")
    assert floor.state.playing
    assert floor.state.seats == {}
    floor.do(PlayForAbsent())
    floor.finish()
    assert floor.state.players == {}


@pytest.mark.parametrize("book", BOOKS)
def test_nobody_acts_for_another_at_a_virtual_table(book: str) -> None:
    floor = Table(book).seat("ann", 1)
    assert floor.refused(Sit(2, "ann"), "bob").clause is not None
    assert "themselves" in floor.refused(Sit(2, "ann"), "dealer").message
    assert floor.refused(Sit(2, "ann"), Person("ivy", "inspector")).clause is not None


BARRED = [
    ("sydney-v15", "18.8.2", "gaming-supervisor", "dealer"),
    ("sydney-earlier", "19.3.2", "gaming-supervisor", "dealer"),
    ("melbourne-v26", "32.2.2", "tg-assistant-casino-manager", "tg-area-manager"),
    ("canberra-2006", "16.2(b)", "casino-operator", "casino-supervisor"),
    ("canberra-2003", "16.3(b)", "casino-licensee", "casino-supervisor"),
]


@clause("sydney-v15", "18.8.2")
@clause("sydney-earlier", "19.3.2")
@clause("melbourne-v26", "32.2.2")
@clause("canberra-2006", "16.2(b)")
@clause("canberra-2003", "16.3(b)")
@pytest.mark.parametrize(("book", "by", "role", "below"), BARRED)
def test_who_broke_the_rules_may_be_barred_from_the_game(book: str, by: str, role: str, below: str) -> None:
    floor = Table(book).seat("ann", 1)
    assert floor.refused(BarPlayer("ann", "a hidden computer"), below).clause == by
    floor.do(BarPlayer("ann", "a hidden computer"), role)
    assert "ann" not in floor.state.players
    assert floor.refused(Sit(1), "ann").clause == by
    assert floor.refused(Arrive(), "ann").clause == by


@clause("sydney-v15", "18.16")
@clause("sydney-earlier", "19.11")
@sydney_by("18.16", "19.11")
def test_a_supervisor_may_refuse_a_wager_before_the_first_card(book: str, by: str) -> None:
    floor = Table(book).seat("ann", 1, chips=10_000).ready("Ts 6d 5h")
    floor.wagers("ann 1 20")
    refuse = RefuseWager(1, "ann", "main", "a credible complaint")
    assert floor.refused(refuse, "dealer").clause == by
    floor.do(refuse, "gaming-supervisor")
    assert floor.last(WagerRefused).clause == by
    assert floor.chips("ann") == 10_000
    floor.do(PlaceWager(1, 2000), "ann")
    floor.do(NoMoreBets())
    assert floor.refused(refuse).clause == by


@clause("melbourne-v26", "5.13")
def test_a_dealer_may_refuse_a_wager_that_could_not_be_paid_exactly() -> None:
    floor = Table("melbourne-v26", chip=500).seat("ann", 1).ready()
    floor.wagers("ann 1 15")  # wins 22.50 as Blackjack, with chips of 5
    floor.do(RefuseWager(1, "ann", "main", "3 to 2 on it is not payable"), "dealer")
    assert floor.state.bets == ()


def test_a_name_must_do_for_an_account() -> None:
    floor = Table("sydney-v15")
    assert floor.refused(Sit(1), "a:b").message
    assert floor.refused(Sit(1), "").message
    assert floor.refused(Sit(0), "ann").clause == "2.2.1"
    assert floor.refused(SellChips("ann", 500)).message == "ann is not at the table"
