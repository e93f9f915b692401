"""Canberra: what cards count, who may wager what on which box, who decides for it, and the deal."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.editions import canberra
from support.records import line, net, refused, settled
from support.round_story import cards_dealt, done, in_order, not_done, opened, story_of

from cutcard.engine import PlaceWager, State

TWO_BOXES = ["1 ann main 5", "2 bob main 20"]


@clause("canberra-2006", "2.5", "2.5(b)")
@clause("canberra-2003", "2.5", "2.5(b)")
@canberra
@pytest.mark.parametrize("pips", range(2, 10))
def test_number_card_counts_its_pips(book: str, pips: int) -> None:
    result = settled(book, f"{pips}s 9d 9h {11 - pips}c Th", "hit", "stand")
    assert result["hands"][0]["total"] == 20
    assert result["net"] == {"ann": "20"}


@clause("canberra-2006", "2.5", "2.5(c)")
@clause("canberra-2003", "2.5", "2.5(c)")
@canberra
@pytest.mark.parametrize("rank", "TJQK")
def test_ten_and_pictures_count_ten(book: str, rank: str) -> None:
    result = settled(book, f"{rank}s 9d {rank}h {rank}c", "stand")
    assert (result["hands"][0]["total"], result["dealer"]["total"]) == (20, 19)
    assert result["net"] == {"ann": "20"}


@clause("canberra-2006", "2.5", "2.5(a)", 'A "Soft total"', 'A "Hard total"')
@clause("canberra-2003", "2.5", "2.5(a)", 'A "Soft total"', 'A "Hard total"')
@canberra
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        ("As 7d 7h Tc", ["stand"]),  # eleven and seven
        ("As 7d 7h Kc Tc", ["hit", "stand"]),  # one, seven and ten
        ("As 7d Ah 6c Tc", ["hit", "stand"]),  # eleven, one and six
    ],
)
def test_ace_counts_one_or_eleven(book: str, cards: str, actions: list[str]) -> None:
    result = settled(book, cards, *actions)
    assert result["hands"][0]["total"] == 18
    assert result["net"] == {"ann": "20"}


@clause("canberra-2006", "2.1")
@clause("canberra-2003", "2.1")
@canberra
def test_four_to_eight_decks(book: str) -> None:
    beside = ["1 ann main 20", "1 ann super-sevens 5", "1 ann perfect-pairs 5"]  # with every number of decks too
    offered = {"super-sevens": True, "perfect-pairs": True}
    for decks in (4, 5, 6, 7, 8):
        assert net(book, "Ts 9d Th Tc", "stand", decks=decks) == {"ann": "20"}
        assert net(book, "Ts 9d Th Tc", "stand", decks=decks, wagers=beside, side_bets=offered) == {"ann": "45"}
    assert [refused(book, "Ts 9d Th Tc", "stand", decks=n).clause for n in (3, 9)] == ["2.1", "2.1"]


@clause("canberra-2006", "4.1", "4.3")
@clause("canberra-2003", "4.1", "4.3")
@canberra
@pytest.mark.parametrize("player", ["ann", "bob"])
def test_wagers_are_taken_until_the_first_card_and_not_after(book: str, player: str) -> None:
    waiting = State(opened(book, "Ts").setup)
    assert done(waiting, PlaceWager(1, player, "main", 2000)).needs == "wagers"
    assert not_done(opened(book, "Ts"), PlaceWager(1, player, "main", 2000)).clause == "4.3"


@clause("canberra-2006", "4.4")
@clause("canberra-2003", "4.4")
@canberra
def test_one_player_may_wager_on_several_boxes(book: str) -> None:
    wagers = ["1 ann main 20", "4 ann main 30"]
    assert net(book, "Ts Ts 9d 8h Th Tc", "stand", "stand", wagers=wagers) == {"ann": "10"}


@clause("canberra-2006", "4.5")
@clause("canberra-2003", "4.5")
@canberra
def test_three_players_may_share_a_box_and_a_fourth_may_not(book: str) -> None:
    three = ["1 ann main 20", "1 bob main 10", "1 cal main 5"]
    assert net(book, "Ts 9d Th Tc", "stand", wagers=three) == {"ann": "20", "bob": "10", "cal": "5"}
    refusal = refused(book, "Ts 9d Th Tc", "stand", wagers=[*three, "1 dan main 5"])
    assert (refusal.clause, refusal.at) == ("4.5", "wagers[3]")


@clause("canberra-2006", "4.5", "4.5(a)", "4.5(b)")
@clause("canberra-2003", "4.5", "4.5(a)", "4.5(b)")
@canberra
@pytest.mark.parametrize(("seat", "decides"), [("bob", "bob"), (None, "ann"), ("cal", "ann")])
def test_seated_player_decides_or_the_one_nearest_the_dealer(book: str, seat: str | None, decides: str) -> None:
    other = "ann" if decides == "bob" else "bob"
    rest: dict[str, Any] = {"wagers": ["1 ann main 20", "1 bob main 50"], "seats": {"1": seat}}
    assert net(book, "Ts 9d Th Tc", f"stand {decides}", **rest) == {"ann": "20", "bob": "50"}
    assert refused(book, "Ts 9d Th Tc", f"stand {other}", **rest).clause == "4.5"


@clause("canberra-2006", "3.4")
@clause("canberra-2003", "3.4")
@canberra
def test_first_wager_under_the_minimum_is_settled_with_a_warning(book: str) -> None:
    result = settled(book, "Ts 9d Th Tc", "stand", wagers=["1 ann main 5"], limits={"minimum": "10"})
    assert result["net"] == {"ann": "5"}
    assert [(warning["player"], warning["clause"]) for warning in result["warnings"]] == [("ann", "3.4")]


@clause("canberra-2006", "3.4", 'A "Void"')
@clause("canberra-2003", "3.4", 'A "Void"')
@canberra
def test_later_wager_under_the_minimum_is_returned_unplayed(book: str) -> None:
    rest: dict[str, Any] = {"wagers": TWO_BOXES, "limits": {"minimum": "10"}, "warned": ["ann"]}
    result = settled(book, "Ts 9d Th Tc", "stand", **rest)  # box 1 gets no cards
    back = line(result, player="ann")
    assert (back["outcome"], back["returned"], back["clause"]) == ("void", "5", "3.4")
    assert result["net"] == {"ann": "0", "bob": "20"}


@clause("canberra-2006", "3.4", "3.5")
@clause("canberra-2003", "3.4", "3.5")
@canberra
@pytest.mark.parametrize("wagers", [["1 ann main 105"], ["1 bob main 95", "1 ann main 20"]])
def test_what_a_maximum_cuts_off_or_leaves_is_no_wager_under_the_minimum(book: str, wagers: list[str]) -> None:
    result = settled(book, "Ts 9d Th Tc", "stand", wagers=wagers, limits={"minimum": "10", "maximum": "100"})
    assert "warnings" not in result
    low = settled(book, "Ts 9d Th Tc", "stand", wagers=["1 ann main 4", "1 ann main 5"], limits={"minimum": "10"})
    assert [warning["message"].split(" is ")[0] for warning in low["warnings"]] == ["main of $9"]


@clause("canberra-2006", "3.5")
@clause("canberra-2003", "3.5")
@canberra
@pytest.mark.parametrize(("cards", "won"), [("Ts 9d Th Tc", "100"), ("Ts 9d 8h Tc", "-100")])
def test_wager_over_the_maximum_is_paid_and_collected_to_it(book: str, cards: str, won: str) -> None:
    result = settled(book, cards, "stand", wagers=["1 ann main 150"], limits={"maximum": "100"})
    assert result["net"] == {"ann": won}
    back = line(result, outcome="void")
    assert (back["staked"], back["returned"], back["clause"]) == ("50", "50", "3.5")


@clause("canberra-2006", "3.5")
@clause("canberra-2003", "3.5")
@canberra
def test_maximum_is_that_of_the_box_with_all_its_wagers(book: str) -> None:
    rest: dict[str, Any] = {"wagers": ["1 ann main 60", "1 bob main 60"], "limits": {"maximum": "100"}}
    assert net(book, "Ts 9d Th Tc", "stand", **rest) == {"ann": "60", "bob": "40"}


@clause("canberra-2006", "4.6", "3.2")
@clause("canberra-2003", "4.6", "3.2")
@canberra
@pytest.mark.parametrize(("amount", "counted"), [("50", "50"), ("80", "50"), ("20", "20")])
def test_others_may_wager_on_a_box_with_a_raised_limit_up_to_it(book: str, amount: str, counted: str) -> None:
    limits = {"maximum": "100", "personal": {"ann": {"maximum": "300"}}}
    wagers = ["1 ann main 250", f"1 bob main {amount}"]
    assert net(book, "Ts 9d Th Tc", "stand", wagers=wagers, limits=limits) == {"ann": "250", "bob": counted}


@clause("canberra-2006", "6.2", "6.2(a)", "6.2(b)", "6.2(c)", 'A "Initial deal"')
@clause("canberra-2003", "6.2", "6.2(a)", "6.2(b)", "6.2(c)", 'A "Initial deal"')
@canberra
def test_deal_goes_clockwise_with_one_card_for_the_dealer(book: str) -> None:
    story = story_of(book, "Ts 9s 8d 9h Th Tc", "stand", "stand", wagers=["5 bob main 20", "2 ann main 20"])
    assert cards_dealt(story)[:5] == ["Ts to box 2", "9s to box 5", "8d to dealer", "9h to box 2", "Th to box 5"]
    assert in_order(story, "box 5 stands", "Tc to dealer")
