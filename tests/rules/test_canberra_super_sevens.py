"""Canberra: Super Sevens."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from support.clauses import clause
from support.editions import canberra
from support.records import line, lines, net, refused, settled
from support.round_story import done, in_order, not_done, opened, story_of

from cutcard.engine import PlaceWager, State

OFFERED: dict[str, Any] = {"side_bets": {"super-sevens": True}}
WAGERS = ["1 ann main 20", "1 ann super-sevens 5"]
BET: dict[str, Any] = {"wagers": WAGERS, **OFFERED}


def sevens(book: str, cards: str, *actions: str) -> dict[str, Any]:
    return line(settled(book, cards, *actions, **BET), bet="super-sevens")


@clause("canberra-2006", "17.1", "17.3")
@clause("canberra-2003", "17.1", "17.3")
@canberra
def test_super_sevens_is_placed_before_the_first_card_where_it_is_offered(book: str) -> None:
    assert refused(book, "7s 6d Th Tc 5d", "stand", wagers=WAGERS).at == "wagers[1]"
    dealt = opened(book, "7s", **OFFERED)
    assert done(State(dealt.setup), PlaceWager(1, "ann", "super-sevens", 500)).needs == "wagers"
    assert not_done(dealt, PlaceWager(1, "ann", "super-sevens", 500)).clause == "4.3"


@clause("canberra-2006", "17.3", "17.5")
@clause("canberra-2003", "17.3", "17.5")
@canberra
def test_everybody_on_a_box_has_super_sevens_beside_their_own_wager_and_may_add_to_it(book: str) -> None:
    wagers = [f"1 {name} main 20" for name in ("ann", "bob", "cal")]
    wagers += [f"1 {name} super-sevens 5" for name in ("bob", "ann", "cal", "bob")]
    result = settled(book, "7s 6d 7h Tc 5d", "stand", wagers=wagers, **OFFERED)
    won = Counter[str]()
    for each in lines(result, bet="super-sevens"):
        won[each["player"]] += int(each["returned"])
    assert won == {"ann": 255, "bob": 510, "cal": 255}


@clause("canberra-2006", "17.5", 'A "Void"')
@clause("canberra-2003", "17.5", 'A "Void"')
@canberra
@pytest.mark.parametrize("cards", ["7s 6d 7h Tc 5d", "8s 6d 9h Tc 5d"])
@pytest.mark.parametrize("box", [1, 2])
def test_super_sevens_without_a_blackjack_wager_is_void(book: str, cards: str, box: int) -> None:
    wagers = ["1 ann main 20", f"{box} bob super-sevens 5"]
    back = line(settled(book, cards, "stand", wagers=wagers, **OFFERED), player="bob")
    assert (back["outcome"], back["returned"], back["clause"]) == ("void", "5", "17.5")


PAID = [
    ("7s 6d Th Tc 5d", ["stand"], "3:1"),
    ("7s 6d Th 7c", ["hit"], "3:1"),  # the third card is a seven and the second is not
    ("7s 6d 7h Tc 5d", ["stand"], "50:1"),
    ("7s 6d 7h 3c Tc 5d", ["hit", "stand"], "50:1"),
    ("7s 6d 7h Kc", ["hit"], "50:1"),  # the main wager is lost
    ("7s 6d 7s Tc 5d", ["stand"], "100:1"),
    ("7s 6d 7s 3s Tc 5d", ["hit", "stand"], "100:1"),
    ("7s 6d 7h 7c Tc 5d", ["hit"], "500:1"),
    ("7s 6d 7s 7h Tc 5d", ["hit"], "500:1"),  # two of one suit and a third of another
    ("7s 6d 7s 7s Tc 5d", ["hit"], "5000:1"),
    ("7s 6d 7s 7s Tc 5d", ["double"], "5000:1"),
]


@clause("canberra-2006", "17.6", "17.6(a)", "17.6(b)", "17.6(c)", "17.7", 'A "Suited"', 'A "Not suited"')
@clause("canberra-2003", "17.6", "17.6(a)", "17.6(b)", "17.6(c)", "17.7", 'A "Suited"', 'A "Not suited"')
@canberra
@pytest.mark.parametrize(("cards", "actions", "odds"), PAID)
def test_super_sevens_pays_the_highest_odds_that_fit(book: str, cards: str, actions: list[str], odds: str) -> None:
    paid = sevens(book, cards, *actions)
    assert (paid["odds"], paid["returned"], paid["clause"]) == (odds, str(5 + 5 * int(odds[:-2])), "17.7")


@clause("canberra-2006", "17.6", "17.6(d)")
@clause("canberra-2003", "17.6", "17.6(d)")
@canberra
@pytest.mark.parametrize(("cards", "actions"), [("8s 6d 7h Tc 5d", ["stand"]), ("6s 6d 7h 7c Tc 5d", ["hit", "stand"])])
def test_super_sevens_loses_where_the_first_card_is_no_seven(book: str, cards: str, actions: list[str]) -> None:
    lost = sevens(book, cards, *actions)
    assert (lost["returned"], lost["clause"]) == ("0", "17.6(d)")


@clause("canberra-2006", "17.8", "17.8(a)", "17.8(b)")
@clause("canberra-2003", "17.8", "17.8(a)", "17.8(b)")
@canberra
@pytest.mark.parametrize(("cards", "outcome"), [("8s 6d Th Tc 5d", "lose"), ("7s 6d Th Tc 5d", "win")])
def test_losers_and_single_sevens_are_settled_before_the_subsequent_deal(book: str, cards: str, outcome: str) -> None:
    story = story_of(book, cards, "stand", **BET)
    assert in_order(story, "Th to box 1", f"ann super-sevens on 1: {outcome}", "box 1 stands")


@clause("canberra-2006", "17.9")
@clause("canberra-2003", "17.9")
@canberra
@pytest.mark.parametrize(
    ("cards", "actions", "card"), [("7s 6d 7h 7c Tc 5d", ["hit"], "7c"), ("7s 6d 7h 3c Tc 5d", ["hit", "stand"], "3c")]
)
def test_prize_is_paid_when_the_third_card_decides_it(book: str, cards: str, actions: list[str], card: str) -> None:
    story = story_of(book, cards, *actions, **BET)
    place = story.index("ann super-sevens on 1: win")
    assert story[place - 1] == f"{card} to box 1"


@clause("canberra-2006", "17.9")
@clause("canberra-2003", "17.9")
@canberra
def test_two_sevens_are_paid_when_the_hand_stands(book: str) -> None:
    story = story_of(book, "7s 6d 7h Tc 5d", "stand", **BET)
    assert in_order(story, "box 1 stands", "ann super-sevens on 1: win", "Tc to dealer")


@clause("canberra-2006", "17.9")
@clause("canberra-2003", "17.9")
@canberra
def test_three_suited_sevens_are_paid_after_the_round(book: str) -> None:
    story = story_of(book, "7s 6d 7s 7s Tc 5d", "hit", **BET)
    assert in_order(story, "7s to box 1", "5d to dealer", "ann super-sevens on 1: win")


@clause("canberra-2006", "17.10")
@clause("canberra-2003", "17.10")
@canberra
@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("7s 6d 7h 7c Tc Td 5d Ts", "500:1"),  # the next card to the box is a seven
        ("7s 6d 7s 7s Tc Td 5d Ts", "5000:1"),
        ("7s 6d 7h Tc 7c Td 5d Ts", "50:1"),  # a seven on the second hand is not the third card
        ("7s 6d 7s Tc 7s Td 5d Ts", "100:1"),
    ],
)
def test_split_sevens_and_the_next_card_are_the_hand(book: str, cards: str, odds: str) -> None:
    actions = ["split", "stand", "stand"]
    assert sevens(book, cards, *actions)["odds"] == odds


@clause("canberra-2006", "17.6", "17.7")
@clause("canberra-2003", "17.6", "17.7")
@canberra
def test_super_sevens_stands_whatever_the_main_wager_does(book: str) -> None:
    assert net(book, "7s Kd Th Ac", "stand", **BET) == {
        "ann": "-5"
    }  # the dealer's Blackjack takes 20, the seven wins 15
    shared = ["1 ann main 20", "1 bob main 20", "1 bob super-sevens 5"]
    assert net(book, "7s 6d Th Tc Kd", "stand", wagers=shared, **OFFERED) == {"ann": "20", "bob": "35"}
