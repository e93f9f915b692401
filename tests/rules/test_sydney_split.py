"""Sydney: splitting, splitting again where it is allowed, and what a dealer's blackjack then takes."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.editions import sydney, sydney_by
from support.records import line, lines, net, refused, settled
from support.round_story import cards_dealt, story_of

SHARED = ["1 ann main 20", "1 bob main 40"]
AGAIN = {"resplit": True}


@clause("sydney-v15", "12.1")
@clause("sydney-earlier", "12.1")
@sydney
def test_split_adds_a_wager_equal_to_the_original(book: str) -> None:
    result = settled(book, "8s 6d 8h Tc 9h Td Kc", "split", "stand", "stand", wagers=["1 ann main 35"])
    assert line(result, bet="split")["staked"] == "35"
    assert line(result, bet="split")["hand"] == 2
    assert result["net"] == {"ann": "70"}


@clause("sydney-v15", "12.1")
@clause("sydney-earlier", "12.1")
@sydney
@pytest.mark.parametrize("cards", ["Ts 6d Kh", "Js 6d Qh", "2s 6d 2h"])
def test_cards_of_equal_value_may_be_split(book: str, cards: str) -> None:
    assert net(book, f"{cards} Tc Th Td Kc", "split", "stand", "stand") == {"ann": "40"}


@clause("sydney-v15", "12.1")
@clause("sydney-earlier", "12.1")
@sydney
def test_cards_of_unequal_value_may_not_be_split(book: str) -> None:
    assert refused(book, "Ts 6d 9h Tc Th Td Kc", "split").clause == "12.1"
    assert refused(book, "As 6d 9h Tc Th Td Kc", "split").clause == "12.1"


@clause("sydney-v15", "12.2", "12.3")
@clause("sydney-earlier", "12.2", "12.3")
@sydney
def test_first_split_hand_is_played_out_before_the_second_gets_a_card(book: str) -> None:
    story = story_of(book, "8s 6d 8h 4c 7c 9h Td Kc", "split", "hit", "stand", "stand")
    assert cards_dealt(story)[3:6] == ["4c to box 1", "7c to box 1", "9h to box 1 hand 2"]
    assert story.index("box 1 stands") < story.index("9h to box 1 hand 2")


@clause("sydney-v15", "12.3")
@clause("sydney-earlier", "12.3")
@sydney
def test_split_hand_may_stand_draw_or_double(book: str) -> None:
    result = settled(book, "8s 6d 8h 4c 7c 3h Td Td Kc", "split", "hit", "stand", "double")
    assert [hand["cards"] for hand in result["hands"]] == ["8s 4c 7c", "8h 3h Td"]
    assert result["net"] == {"ann": "60"}


@clause("sydney-v15", "12.3.1")
@clause("sydney-earlier", "12.3.1")
@sydney
def test_split_aces_get_one_card_each_and_no_decision(book: str) -> None:
    result = settled(book, "As 9d Ah 5c 9h Tc", "split")
    assert [hand["cards"] for hand in result["hands"]] == ["As 5c", "Ah 9h"]
    assert result["net"] == {"ann": "0"}
    for wish in ("hit", "double", "stand"):
        assert refused(book, "As 9d Ah 8c 9h Tc", "split", wish).at == 1


@clause("sydney-v15", "12.3.2", '1.1 "Blackjack"')
@clause("sydney-earlier", "12.3.2", '1.1 "blackjack"')
@sydney
@pytest.mark.parametrize(
    ("cards", "actions"),
    [("As 9d Ah Kc Th Tc", ["split"]), ("Ts 9d Kh Ac Ah Tc", ["split"])],
)
def test_21_on_split_aces_or_tens_is_no_blackjack(book: str, cards: str, actions: list[str]) -> None:
    result = settled(book, cards, *actions)
    assert [won["odds"] for won in lines(result, outcome="win")] == ["1:1", "1:1"]
    assert result["net"] == {"ann": "40"}


@clause("sydney-v15", "12.3.2", "15.1.6", "15.1.9")
@clause("sydney-earlier", "12.3.2", "16.1.6", "16.1.9")
@sydney
def test_split_21_stands_off_against_21_and_loses_to_blackjack(book: str) -> None:
    assert net(book, "As 6d Ah Kc Th Tc 5c", "split") == {"ann": "0"}
    assert net(book, "As Kd Ah Kc Th Ac", "split") == {"ann": "-20"}


@clause("sydney-v15", "12.4")
@clause("sydney-earlier", "12.4")
@sydney
@pytest.mark.parametrize("cards", ["8s 6d 8h 8c", "Ks 6d Qh Jc"])
def test_split_cards_may_not_be_split_again(book: str, cards: str) -> None:
    refusal = refused(book, f"{cards} Th Tc 5c Td", "split", "split")
    assert (refusal.at, refusal.clause) == (1, "12.4")


@clause("sydney-v15", "12.4")
@clause("sydney-earlier", "12.4")
@sydney
def test_split_ace_that_gets_another_ace_keeps_it(book: str) -> None:
    assert [hand["cards"] for hand in settled(book, "As 6d Ah Ac 9h Tc Kc", "split")["hands"]] == ["As Ac", "Ah 9h"]
    assert refused(book, "As 6d Ah Ac 9h Tc Kc", "split", "split").at == 1


@clause("sydney-v15", "12.5", "12.5.2")
@clause("sydney-earlier", "12.5", "12.5.2")
@sydney
def test_third_hand_takes_another_wager_equal_to_the_original_where_that_is_allowed(book: str) -> None:
    actions = ["split", "split", "stand", "stand", "stand"]
    result = settled(book, "8s 6d 8h 8c Th Td Tc Ts Kd", *actions, options=AGAIN)
    assert [added["staked"] for added in lines(result, bet="split")] == ["20", "20"]
    assert [hand["cards"] for hand in result["hands"]] == ["8s Th", "8c Td", "8h Tc"]
    assert result["net"] == {"ann": "60"}


@clause("sydney-v15", "12.5.3")
@clause("sydney-earlier", "12.5.3")
@sydney
@pytest.mark.parametrize("cards", ["8s 6d 8h 8c 8d", "Ks 6d Qh Jc Td"])
def test_no_fourth_hand_is_formed(book: str, cards: str) -> None:
    refusal = refused(book, f"{cards} Th Tc 5c Td", "split", "split", "split", options=AGAIN)
    assert (refusal.at, refusal.clause) == (2, "12.5.3")


@clause("sydney-v15", "12.5.4")
@clause("sydney-earlier", "12.5.4")
@sydney
def test_aces_split_to_a_third_hand_get_one_card_each(book: str) -> None:
    result = settled(book, "As 9d Ah Ac 5c 6c Ad Tc", "split", "split", options=AGAIN)
    assert [hand["cards"] for hand in result["hands"]] == ["As 5c", "Ac 6c", "Ah Ad"]
    assert refused(book, "As 9d Ah Ac 5c 6c 7c Tc", "split", "split", "hit", options=AGAIN).at == 2


@clause("sydney-v15", "12.5.5")
@clause("sydney-earlier", "12.5.5")
@sydney
def test_hand_that_was_not_split_may_not_split_after_a_third_card(book: str) -> None:
    refusal = refused(book, "2s 6d 2h 2c Td Tc Th", "hit", "split", options=AGAIN)
    assert (refusal.at, refusal.clause) == (1, "12.1")
    assert net(book, "2s 6d 2h 2c Td Tc Th", "hit", "hit", "stand", options=AGAIN) == {"ann": "20"}


@clause("sydney-v15", "12.5", "12.5.5")
@clause("sydney-earlier", "12.5", "12.5.5")
@sydney
def test_who_plays_one_pair_as_it_is_may_still_split_the_next(book: str) -> None:
    actions = ["split", "stand", "split", "stand", "stand"]
    result = settled(book, "8s 6d 8h 8c 8d Tc Td Kd Kc", *actions, options=AGAIN)
    assert [hand["cards"] for hand in result["hands"]] == ["8s 8c", "8h Tc", "8d Td"]
    assert result["net"] == {"ann": "60"}


@clause("sydney-v15", "12.6", "12.6.1")
@clause("sydney-earlier", "12.6", "12.6.1")
@sydney
def test_sharer_may_join_a_split_with_the_same_again(book: str) -> None:
    cards = "8s 6d 8h 9c Th Td Ac"  # 17 and 18 against 17
    result = settled(book, cards, "split", "join bob", "stand", "stand", wagers=SHARED)
    assert result["net"] == {"ann": "20", "bob": "40"}
    assert line(result, player="bob", bet="split")["staked"] == "40"
    assert refused(book, cards, "split", "join bob 30", "stand", "stand", wagers=SHARED).clause == "12.6"


@clause("sydney-v15", "12.6", "12.6.2")
@clause("sydney-earlier", "12.6", "12.6.2")
@sydney
@pytest.mark.parametrize(("cards", "won"), [("8s 6d 8h 9c Th Td Ac", "0"), ("8s 6d 8h Tc 9h Td Ac", "40")])
def test_sharer_who_does_not_join_rides_on_the_first_hand(book: str, cards: str, won: str) -> None:
    result = settled(book, cards, "split", "stand", "stand", wagers=SHARED)
    assert [found["hand"] for found in lines(result, player="bob")] == [1]
    assert result["net"] == {"ann": "20", "bob": won}


@clause("sydney-v15", "12.6.1")
@clause("sydney-earlier", "12.6.1")
@sydney
def test_sharer_may_join_the_third_hand(book: str) -> None:
    actions = ["split", "join bob", "split", "join bob", "stand", "stand", "stand"]
    won = net(book, "8s 6d 8h 8c Th Td Tc Ts Kd", *actions, options=AGAIN, wagers=SHARED)
    assert won == {"ann": "60", "bob": "120"}


@clause("sydney-v15", "12.7", "10.5", "15.1.6", "15.1.10")
@clause("sydney-earlier", "12.7", "10.5", "16.1.6", "16.1.10")
@sydney_by("15.1", "16.1")
def test_dealer_blackjack_takes_busted_split_hands_and_one_wager_more(book: str, by: str) -> None:
    result = settled(book, "8s Td 8h 6c Kc 9c Ac", "split", "hit", "stand")
    assert [(found["returned"], found["clause"]) for found in result["settlement"]] == [("0", "10.5"), ("0", f"{by}.6")]
    result = settled(book, "8s Td 8h 9c Tc Ac", "split", "stand", "stand")
    assert [(found["returned"], found["clause"]) for found in result["settlement"]] == [
        ("0", f"{by}.6"),
        ("20", f"{by}.10"),
    ]


READINGS = ("busted-plus-one", "first-hand", "original-cap", "all")
TAKEN = [
    ("8s Td 8h 9c Tc Ac", ["split", "stand", "stand"], (20, 20, 20, 40)),  # no hand busts
    ("8s Td 8h 6c Kc 9c Ac", ["split", "hit", "stand"], (40, 20, 20, 40)),  # the first busts
    ("8s Td 8h 9c 6c Kc Ac", ["split", "stand", "hit"], (40, 40, 20, 40)),  # the second busts
    ("5s Td 5h 6c 9c Tc Ac", ["split", "double", "stand"], (20, 20, 20, 60)),  # the first doubles
    ("5s Td 5h Tc 6c 9c Ac", ["split", "stand", "double"], (20, 20, 20, 60)),  # the second doubles
    ("8s Td 8h 6c Kc 3c 9c Ac", ["split", "hit", "double"], (40, 20, 20, 60)),  # busts, then doubles
]


@clause("sydney-v15", "12.7")
@clause("sydney-earlier", "12.7")
@sydney
@pytest.mark.parametrize(("cards", "actions", "taken"), TAKEN)
@pytest.mark.parametrize("reading", READINGS)
def test_dealer_blackjack_after_a_split_by_each_reading(
    book: str, reading: str, cards: str, actions: list[str], taken: tuple[int, ...]
) -> None:
    lost = taken[READINGS.index(reading)]
    assert net(book, cards, *actions, options={"dealer-blackjack-takes": reading}) == {"ann": f"-{lost}"}


@clause("sydney-v15", "12.5", "12.7")
@clause("sydney-earlier", "12.5", "12.7")
@sydney
@pytest.mark.parametrize(("reading", "lost"), list(zip(READINGS, (60, 60, 40, 60), strict=True)))
def test_dealer_blackjack_after_two_of_three_hands_are_lost(book: str, reading: str, lost: int) -> None:
    cards = "8s Td 8h 8c 9h 6d Kd 6h Kh Ac"  # the first hand stands on 17, the other two go over 21
    actions = ["split", "split", "stand", "hit", "hit"]
    options = {**AGAIN, "dealer-blackjack-takes": reading}
    assert net(book, cards, *actions, options=options) == {"ann": f"-{lost}"}


@clause("sydney-v15", "12.7")
@clause("sydney-earlier", "12.7")
@sydney
def test_dealer_blackjack_takes_one_wager_from_each_player_of_a_split_box(book: str) -> None:
    cards = "8s Td 8h 9c Tc Ac"
    assert net(book, cards, "split", "join bob", "stand", "stand", wagers=SHARED) == {"ann": "-20", "bob": "-40"}
    assert net(book, cards, "split", "stand", "stand", wagers=SHARED) == {"ann": "-20", "bob": "-40"}
