"""Sydney: the subsequent deal, doubling, and the dealer's own hand."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.editions import sydney, sydney_by
from support.records import line, net, refused, settled
from support.round_story import cards_dealt, in_order, story_of

TWO_BOXES = ["1 ann main 20", "2 bob main 20"]
SHARED = ["1 ann main 20", "1 bob main 40"]


@clause("sydney-v15", "10.1")
@clause("sydney-earlier", "10.1")
@sydney
def test_boxes_decide_one_after_the_other_from_the_left(book: str) -> None:
    cards = "Ts 9s 6d Th 9h Tc 2c"
    assert net(book, cards, "stand #1", "stand #2", wagers=TWO_BOXES) == {"ann": "20", "bob": "0"}
    refusal = refused(book, cards, "stand #2", "stand #1", wagers=TWO_BOXES)
    assert (refusal.clause, refusal.at) == ("10.1", 0)


@clause("sydney-v15", "10.1")
@clause("sydney-earlier", "10.1")
@sydney
def test_hand_needs_a_decision_and_surrender_is_not_among_them(book: str) -> None:
    assert refused(book, "Ts 6d Th Tc 2c").clause == "10.1"
    assert refused(book, "Ts 6d Th Tc 2c", "surrender").clause == "10.1"


@clause("sydney-v15", "10.1.1", "10.1.2", "10.1.3", "10.1.4")
@clause("sydney-earlier", "10.1.1", "10.1.2", "10.1.3", "10.1.4")
@sydney
@pytest.mark.parametrize(
    ("cards", "actions", "won"),
    [
        ("5s 6d 5h Tc Td Kc", ["double"], "40"),
        ("8s 6d 8h Tc Th Td Kc", ["split", "stand", "stand"], "40"),
        ("Ts 6d 8h Td Kc", ["stand"], "20"),
        ("5s 6d 5h 3c 4h Td Kc", ["hit", "hit", "stand"], "20"),
    ],
)
def test_player_may_double_split_stand_or_draw(book: str, cards: str, actions: list[str], won: str) -> None:
    assert net(book, cards, *actions) == {"ann": won}


@clause("sydney-v15", "10.2")
@clause("sydney-earlier", "10.2")
@sydney
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        ("2s 6d 2h", ["stand"]),
        ("5s 6d 6h", ["stand"]),
        ("2s 6d 3h 4c", ["hit", "stand"]),
        ("2s 6d 2h 9h", ["split", "stand"]),  # a split hand too
    ],
)
def test_total_under_12_may_not_stand(book: str, cards: str, actions: list[str]) -> None:
    assert refused(book, f"{cards} Tc Td Th", *actions).clause == "10.2"


@clause("sydney-v15", "10.2")
@clause("sydney-earlier", "10.2")
@sydney
@pytest.mark.parametrize("cards", ["Ts 6d 2h Tc Kd", "As 6d Ah Tc Kd"])
def test_total_of_12_may_stand_hard_or_soft(book: str, cards: str) -> None:
    assert net(book, cards, "stand") == {"ann": "20"}


@clause("sydney-v15", "10.3")
@clause("sydney-earlier", "10.3")
@sydney
@pytest.mark.parametrize("cards", ["Ts 9d 6h 5c", "As 9d 6h 4c", "7s 9d 7h 7c"])
def test_hard_or_soft_21_draws_no_card(book: str, cards: str) -> None:
    result = settled(book, f"{cards} Kc 2c", "hit")  # the king is the dealer's
    assert (result["hands"][0]["total"], result["dealer"]["cards"]) == (21, "9d Kc")
    assert refused(book, f"{cards} 2c Kc", "hit", "hit").at == 1


@clause("sydney-v15", "10.3")
@clause("sydney-earlier", "10.3")
@sydney
def test_blackjack_draws_no_card(book: str) -> None:
    assert refused(book, "As Ts Td Kh 9h 8c", "hit #1", "stand", wagers=TWO_BOXES).clause == "10.1"
    assert net(book, "As Ts Td Kh 9h 8c", "stand", wagers=TWO_BOXES) == {"ann": "30", "bob": "20"}


@clause("sydney-v15", "10.3")
@clause("sydney-earlier", "10.3")
@sydney
def test_twenty_may_draw_however_unwise(book: str) -> None:
    assert net(book, "Ts 9d Th Ac Kc", "hit") == {"ann": "20"}
    assert net(book, "Ts 9d Th 2c Kc", "hit") == {"ann": "-20"}


@clause("sydney-v15", "10.5")
@clause("sydney-earlier", "10.5")
@sydney
def test_hand_over_21_loses_at_once(book: str) -> None:
    cards, actions = "Ts 9s 6d 6h 9h Kc Tc Kd", ("hit", "stand")
    result = settled(book, cards, *actions, wagers=TWO_BOXES)  # the dealer goes over 21 as well
    assert (line(result, box=1)["returned"], line(result, box=1)["clause"]) == ("0", "10.5")
    story = story_of(book, cards, *actions, wagers=TWO_BOXES)
    assert in_order(story, "Kc to box 1", "ann main on 1: lose", "box 2 stands")


@clause("sydney-v15", "10.5")
@clause("sydney-earlier", "10.5")
@sydney
def test_every_wager_on_a_hand_over_21_is_lost(book: str) -> None:
    assert net(book, "Ts 6d 6h Kc", "hit", wagers=SHARED) == {"ann": "-20", "bob": "-40"}


@clause("sydney-v15", "11.1", "11.1.1", "11.1.3")
@clause("sydney-earlier", "11.1", "11.1.1", "11.1.3")
@sydney
@pytest.mark.parametrize("first", ["4s", "5s", "6s"])
def test_nine_ten_and_eleven_may_double_for_one_card(book: str, first: str) -> None:
    result = settled(book, f"{first} 6d 5h 2c Tc Kd", "double")
    assert line(result, bet="double")["staked"] == "20"
    assert len(result["hands"][0]["cards"].split()) == 3  # and no decision is asked for, though it has 13 or less
    assert result["net"] == {"ann": "40"}
    assert refused(book, f"{first} 6d 5h 2c Tc Kd", "double", "rescue").at == 1  # nor is what was added given up


@clause("sydney-v15", "11.1.1", "11.1.2")
@clause("sydney-earlier", "11.1.1", "11.1.2")
@sydney
@pytest.mark.parametrize("cards", ["3s 6d 5h", "7s 6d 5h", "As 6d 7h", "As 6d 6h", "As 6d Ah", "Ts 6d Th"])
def test_no_other_total_may_double(book: str, cards: str) -> None:
    assert refused(book, f"{cards} Tc Td Kd", "double").clause == "11.1.1"


@clause("sydney-v15", "11.1.2", "3.2.1")
@clause("sydney-earlier", "11.1.2", "3.2.1")
@sydney
@pytest.mark.parametrize(
    ("cards", "reading", "total", "won"),
    [
        ("As 9d 8h 2c Tc", "one", 11, "-40"),
        ("As 9d 8h 2c Tc", "either", 21, "40"),
        ("As 9d 9h Ac Tc", "one", 21, "40"),  # the ace that is drawn counts as usual
        ("As 9d 9h Ac Tc", "either", 21, "40"),
        ("As 9d 9h Tc Tc", "one", 20, "40"),
    ],
)
def test_ace_of_a_doubled_hand_counts_one(book: str, cards: str, reading: str, total: int, won: str) -> None:
    result = settled(book, cards, "double", options={"doubled-ace": reading})
    assert (result["hands"][0]["total"], result["net"]) == (total, {"ann": won})


@clause("sydney-v15", "11.1.2")
@clause("sydney-earlier", "11.1.2")
@sydney
def test_ace_of_a_doubled_hand_counts_one_unless_the_table_says_otherwise(book: str) -> None:
    assert settled(book, "As 9d 8h 2c Tc", "double")["hands"][0]["total"] == 11
    split = settled(book, "8s 9d 8h Ac 2d Tc Tc", "split", "double", "stand")
    assert split["hands"][0]["total"] == 11


@clause("sydney-v15", "11.1")
@clause("sydney-earlier", "11.1")
@sydney
def test_double_may_be_less_than_the_wager_and_not_more(book: str) -> None:
    assert net(book, "5s 6d 5h Tc Tc Kd", "double 5") == {"ann": "25"}
    assert refused(book, "5s 6d 5h Tc Tc Kd", "double 20.01").clause == "11.1"


@clause("sydney-v15", "11.1")
@clause("sydney-earlier", "11.1")
@sydney
def test_only_two_cards_may_double(book: str) -> None:
    assert refused(book, "2s 6d 3h 4c Tc Td Kd", "hit", "double").clause == "11.1"


@clause("sydney-v15", "11.1", "12.3")
@clause("sydney-earlier", "11.1", "12.3")
@sydney
def test_first_two_cards_of_a_split_hand_may_double(book: str) -> None:
    assert net(book, "8s 6d 8h 3c Tc Th Tc Kd", "split", "double", "stand") == {"ann": "60"}
    assert refused(book, "8s 6d 8h 4c Tc Th Tc Kd", "split", "double", "stand").clause == "11.1.1"


@clause("sydney-v15", "11.3")
@clause("sydney-earlier", "11.3")
@sydney
@pytest.mark.parametrize(("joins", "won"), [(["join bob"], "-80"), (["join bob 10"], "-50"), ([], "-40")])
def test_sharer_may_join_a_double_and_has_its_one_card_either_way(book: str, joins: list[str], won: str) -> None:
    result = settled(book, "5s 6d 5h 2c Tc 3d", "double", *joins, wagers=SHARED)  # 12 against 19
    assert result["net"] == {"ann": "-40", "bob": won}
    assert result["hands"][0]["cards"] == "5s 5h 2c"


@clause("sydney-v15", "11.3")
@clause("sydney-earlier", "11.3")
@sydney
def test_sharer_may_double_only_when_the_controlling_player_does(book: str) -> None:
    assert refused(book, "5s 6d 5h 9c Tc 3d", "hit", "join bob", "stand", wagers=SHARED).clause == "11.3"
    assert refused(book, "5s 6d 5h 9c Tc 3d", "double", "join bob 41", wagers=SHARED).clause == "11.1"


@clause("sydney-v15", "11.4", "15.1.6", "15.1.10", '1.1 "Stand off"')
@clause("sydney-earlier", "11.4", "16.1.6", "16.1.10", '1.1 "stand off"')
@sydney_by("15.1", "16.1")
def test_dealer_blackjack_takes_only_the_original_of_a_doubled_wager(book: str, by: str) -> None:
    result = settled(book, "6s Kd 5h 9c Ac", "double")
    original, added = line(result, bet="main"), line(result, bet="double")
    assert (original["returned"], original["clause"]) == ("0", f"{by}.6")
    assert (added["returned"], added["outcome"], added["clause"]) == ("20", "stand-off", f"{by}.10")
    assert result["net"] == {"ann": "-20"}


@clause("sydney-v15", "13.1")
@clause("sydney-earlier", "13.1")
@sydney
def test_dealer_draws_after_all_players(book: str) -> None:
    story = story_of(book, "Ts 9s 6d 6h 9h 3c Tc 2c", "hit", "stand", "stand", wagers=TWO_BOXES)
    assert in_order(story, "3c to box 1", "box 1 stands", "box 2 stands", "Tc to dealer", "2c to dealer")


@clause("sydney-v15", "13.2")
@clause("sydney-earlier", "13.2")
@sydney
@pytest.mark.parametrize(
    ("up", "drawn", "total"),
    [
        ("6d", "Tc 5c", 21),  # 16 draws
        ("2d", "2c 2h 2s 2d 2c 2h 3c", 17),
        ("7d", "Tc", 17),
        ("Ad", "6c", 17),  # soft 17 stands
        ("6d", "Ac", 17),
        ("2d", "4c Ah", 17),
        ("Ad", "5c Tc 4h", 20),  # soft 16 draws, and so does the hard 16 it becomes
        ("8d", "Kc", 18),
        ("Ad", "8c", 19),
        ("9d", "Ac", 20),
    ],
)
def test_dealer_draws_to_16_and_stands_on_every_17(book: str, up: str, drawn: str, total: int) -> None:
    result = settled(book, f"Ts {up} Th {drawn} 3s 3h", "stand")
    assert result["dealer"] == {"cards": f"{up} {drawn}", "total": total, "blackjack": False}
    assert result["unused"] == "3s 3h"


@clause("sydney-v15", "13.4")
@clause("sydney-earlier", "13.4")
@sydney
@pytest.mark.parametrize(
    ("cards", "actions", "dealer"),
    [
        ("Ts 6d 6h Kc Td 3c", ["hit"], "6d"),  # lost already
        ("As 6d Kh Tc 2c", [], "6d"),  # paid already
        ("Ts Ad 6h Kc 5c 3c", ["insure 10", "hit"], "Ad 5c"),  # the insurance hangs on one card
        ("As Td Kh 5c 3c", [], "Td 5c"),  # so does a blackjack that is not paid
        ("As Ad Kh 5c 3c", ["even-money"], "Ad"),
    ],
)
def test_dealer_draws_no_card_that_can_change_nothing(book: str, cards: str, actions: list[str], dealer: str) -> None:
    assert settled(book, cards, *actions)["dealer"]["cards"] == dealer


@clause("sydney-v15", "13.4")
@clause("sydney-earlier", "13.4")
@sydney
def test_dealer_draws_while_any_box_hangs_on_it(book: str) -> None:
    story = story_of(book, "Ts 9s 6d 6h 9h Kc Tc 2c", "hit", "stand", wagers=TWO_BOXES)
    assert cards_dealt(story)[-2:] == ["Tc to dealer", "2c to dealer"]
