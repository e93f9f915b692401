"""Canberra: splitting, and what a dealer's Blackjack then takes."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.editions import canberra
from support.records import line, lines, net, refused, settled
from support.round_story import cards_dealt, story_of

SHARED = ["1 ann main 20", "1 bob main 40"]


@clause("canberra-2006", 'A "Split"', "9.1(a)")
@clause("canberra-2003", 'A "Split"', "9.1(a)")
@canberra
@pytest.mark.parametrize("cards", ["8s 6d 8h", "Ts 6d Kh", "Js 6d Qh", "2s 6d 2h"])
def test_cards_of_equal_value_may_be_split_for_an_equal_wager(book: str, cards: str) -> None:
    result = settled(book, f"{cards} Tc Th Td Kc", "split", "stand", "stand", wagers=["1 ann main 35"])
    assert (line(result, bet="split")["staked"], line(result, bet="split")["hand"]) == ("35", 2)
    assert result["net"] == {"ann": "70"}


@clause("canberra-2006", 'A "Split"')
@clause("canberra-2003", 'A "Split"')
@canberra
@pytest.mark.parametrize("cards", ["Ts 6d 9h", "As 6d 9h"])
def test_cards_of_unequal_value_may_not_be_split(book: str, cards: str) -> None:
    assert refused(book, f"{cards} Tc Th Td Kc", "split").clause == 'A "Split"'


@clause("canberra-2006", "10.1")
@clause("canberra-2003", "10.1")
@canberra
def test_nobody_on_the_box_may_split_where_its_decision_maker_does_not(book: str) -> None:
    for wish in ("split bob", "join bob"):
        refusal = refused(book, "4s 6d 4h 9c Tc 3d", "hit", wish, "stand", wagers=SHARED)
        assert (refusal.at, refusal.clause is not None) == (1, True)
        assert refused(book, "8s 6d 8h 9c Tc 3d", "stand", wish, wagers=SHARED).at == 1
        assert refused(book, "8s 6d 8h 9c Tc 3d", wish, "stand", "stand", wagers=SHARED).at == 0  # nor without them
    assert net(book, "8s 6d 8h Tc 3d Kc", "stand", wagers=SHARED) == {"ann": "-20", "bob": "-40"}  # one hand of all


@clause("canberra-2006", "10.2", "10.2(a)")
@clause("canberra-2003", "10.2", "10.2(a)")
@canberra
def test_sharer_may_split_too_for_an_equal_wager_of_his_own(book: str) -> None:
    cards = "8s 6d 8h 9c Th Td Ac"  # 17 and 18 against 17
    result = settled(book, cards, "split", "join bob", "stand", "stand", wagers=SHARED)
    assert result["net"] == {"ann": "20", "bob": "40"}
    assert line(result, player="bob", bet="split")["staked"] == "40"
    assert refused(book, cards, "split", "join bob 30", "stand", "stand", wagers=SHARED).clause == "10.2"


@clause("canberra-2006", "10.2", "10.2(b)")
@clause("canberra-2003", "10.2", "10.2(b)")
@canberra
@pytest.mark.parametrize(("cards", "won"), [("8s 6d 8h 9c Th Td Ac", "0"), ("8s 6d 8h Tc 9h Td Ac", "40")])
def test_sharer_who_does_not_split_rides_on_the_first_hand(book: str, cards: str, won: str) -> None:
    result = settled(book, cards, "split", "stand", "stand", wagers=SHARED)
    assert [found["hand"] for found in lines(result, player="bob")] == [1]
    assert result["net"] == {"ann": "20", "bob": won}


@clause("canberra-2006", "10.1", "10.3")
@clause("canberra-2003", "10.1", "10.3")
@canberra
def test_who_plays_one_pair_as_it_is_may_still_split_the_next(book: str) -> None:
    actions = ["split", "stand", "split", "stand", "stand"]
    result = settled(book, "8s 6d 8h 8c 8d Tc Td Kd Kc", *actions)
    assert [hand["cards"] for hand in result["hands"]] == ["8s 8c", "8h Tc", "8d Td"]
    assert result["net"] == {"ann": "60"}


@clause("canberra-2006", "10.3")
@clause("canberra-2003", "10.3")
@canberra
def test_four_hands_may_be_formed_and_no_fifth(book: str) -> None:
    actions = ["split", "split", "split", "stand", "stand", "stand", "stand"]
    result = settled(book, "8s 6d 8h 8c 8d Th Tc Td Ts Kd Kc", *actions)
    assert [hand["cards"] for hand in result["hands"]] == ["8s Th", "8d Tc", "8c Td", "8h Ts"]
    assert result["net"] == {"ann": "80"}
    refusal = refused(book, "8s 6d 8h 8c 8d 8s Tc Td Ts Kd Kc", "split", "split", "split", "split")
    assert (refusal.at, refusal.clause) == (3, "10.3")


@clause("canberra-2006", "10.3", "10.5")
@clause("canberra-2003", "10.3", "10.5")
@canberra
def test_aces_are_split_once_and_get_one_card_each(book: str) -> None:
    result = settled(book, "As 9d Ah Ac 9h Tc", "split")
    assert [hand["cards"] for hand in result["hands"]] == ["As Ac", "Ah 9h"]
    assert result["net"] == {"ann": "0"}
    for wish in ("split", "hit", "double", "stand"):
        assert refused(book, "As 9d Ah Ac 9h Tc", "split", wish).at == 1


@clause("canberra-2006", "10.4")
@clause("canberra-2003", "10.4")
@canberra
def test_split_hands_are_played_out_one_after_another(book: str) -> None:
    story = story_of(book, "8s 6d 8h 4c 7c 9h Td Kc", "split", "hit", "stand", "stand")
    assert cards_dealt(story)[3:6] == ["4c to box 1", "7c to box 1", "9h to box 1 hand 2"]
    assert story.index("box 1 stands") < story.index("9h to box 1 hand 2")


@clause("canberra-2006", "10.6", "11.3")
@clause("canberra-2003", "10.6", "11.3")
@canberra
def test_split_hand_is_played_like_any_other(book: str) -> None:
    result = settled(book, "8s 6d 8h 4c 7c 3h Td Td Kc", "split", "hit", "stand", "double")
    assert [hand["cards"] for hand in result["hands"]] == ["8s 4c 7c", "8h 3h Td"]
    assert result["net"] == {"ann": "60"}


@clause("canberra-2006", "11.3", "11.2")
@clause("canberra-2003", "11.3", "11.2")
@canberra
def test_sharers_may_join_a_double_on_a_split_hand(book: str) -> None:
    cards, actions = "8s 6d 8h 3c Th Ts Td Kc", ["split", "join bob", "double", "join bob", "stand"]
    assert net(book, cards, *actions, wagers=SHARED) == {"ann": "60", "bob": "120"}


@clause("canberra-2006", "10.7", 'A "Blackjack"', "13.2(b)")
@clause("canberra-2003", "10.7", 'A "Blackjack"', "13.2(b)")
@canberra
@pytest.mark.parametrize("cards", ["As 9d Ah Kc Th Tc", "Ts 9d Kh Ac Ah Tc"])
def test_ace_and_ten_on_a_split_hand_are_no_blackjack(book: str, cards: str) -> None:
    result = settled(book, cards, "split")
    assert [won["odds"] for won in lines(result, outcome="win")] == ["1:1", "1:1"]
    assert result["net"] == {"ann": "40"}


@clause("canberra-2006", "10.7", "13.1(f)", "13.1(g)")
@clause("canberra-2003", "10.7", "13.1(f)", "13.1(g)")
@canberra
def test_split_21_stands_off_against_21_and_loses_to_blackjack(book: str) -> None:
    assert net(book, "As 6d Ah Kc Th Tc 5c", "split") == {"ann": "0"}
    assert net(book, "As Kd Ah Kc Th Ac", "split") == {"ann": "-40"}


READINGS = ("all", "busted-plus-one", "first-hand", "original-cap")
TAKEN = [
    ("8s Td 8h 9c Tc Ac", ["split", "stand", "stand"], (40, 20, 20, 20)),  # no hand busts
    ("8s Td 8h 6c Kc 9c Ac", ["split", "hit", "stand"], (40, 40, 20, 20)),  # the first busts
    ("8s Td 8h 9c 6c Kc Ac", ["split", "stand", "hit"], (40, 40, 40, 20)),  # the second busts
    ("5s Td 5h 6c 9c Tc Ac", ["split", "double", "stand"], (60, 20, 20, 20)),  # the first doubles
    ("6s Kd 5h 9c Ac", ["double"], (40, 20, 20, 20)),  # doubled and not split
]


@clause("canberra-2006", "13.1(f)")
@clause("canberra-2003", "13.1(f)")
@canberra
@pytest.mark.parametrize(("cards", "actions", "taken"), TAKEN)
@pytest.mark.parametrize("reading", READINGS)
def test_dealer_blackjack_after_split_or_double_by_each_reading(
    book: str, reading: str, cards: str, actions: list[str], taken: tuple[int, ...]
) -> None:
    lost = taken[READINGS.index(reading)]
    assert net(book, cards, *actions, options={"dealer-blackjack-takes": reading}) == {"ann": f"-{lost}"}


@clause("canberra-2006", "13.1(f)")
@clause("canberra-2003", "13.1(f)")
@canberra
def test_dealer_blackjack_takes_all_wagers_unless_the_table_says_otherwise(book: str) -> None:
    result = settled(book, "8s Td 8h 9c Tc Ac", "split", "stand", "stand")
    assert [(lost["returned"], lost["clause"]) for lost in result["settlement"]] == [("0", "13.1(f)")] * 2
