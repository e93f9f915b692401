"""Canberra: the subsequent deal, doubling, the dealer's own hand, and the final settlement."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.editions import canberra
from support.records import line, net, refused, settled
from support.round_story import in_order, story_of

TWO_BOXES = ["1 ann main 20", "2 bob main 20"]
SHARED = ["1 ann main 20", "1 bob main 40"]


@clause("canberra-2006", "9.1")
@clause("canberra-2003", "9.1")
@canberra
def test_boxes_decide_one_after_the_other_clockwise(book: str) -> None:
    cards = "Ts 9s 6d Th 9h Tc 2c"
    assert net(book, cards, "stand #1", "stand #2", wagers=TWO_BOXES) == {"ann": "20", "bob": "0"}
    refusal = refused(book, cards, "stand #2", "stand #1", wagers=TWO_BOXES)
    assert (refusal.clause, refusal.at) == ("9.1", 0)


@clause("canberra-2006", "9.1", "9.1(a)", "9.1(b)", "9.1(c)", "9.1(d)")
@clause("canberra-2003", "9.1", "9.1(a)", "9.1(b)", "9.1(c)", "9.1(d)")
@canberra
@pytest.mark.parametrize(
    ("cards", "actions", "won"),
    [
        ("8s 6d 8h Tc Th Td Kc", ["split", "stand", "stand"], "40"),
        ("5s 6d 5h Tc Td Kc", ["double"], "40"),
        ("5s 6d 5h 3c 4h Td Kc", ["hit", "hit", "stand"], "20"),
        ("2s 6d 3h 4c 9h Td Kc", ["hit", "hit", "stand"], "20"),  # nothing is drawn unasked
        ("Ts 6d 8h Td Kc", ["stand"], "20"),
    ],
)
def test_player_may_split_double_draw_or_stand(book: str, cards: str, actions: list[str], won: str) -> None:
    assert net(book, cards, *actions) == {"ann": won}


@clause("canberra-2006", "9.1")
@clause("canberra-2003", "9.1")
@canberra
def test_hand_needs_a_decision_and_surrender_is_not_among_them(book: str) -> None:
    assert refused(book, "Ts 6d Th Tc 2c").clause == "9.1"
    assert refused(book, "Ts 6d Th Tc 2c", "surrender").clause == "9.1"


@clause("canberra-2006", "9.2", "9.2(a)")
@clause("canberra-2003", "9.2", "9.2(a)")
@canberra
@pytest.mark.parametrize("cards", ["Ts 9d 6h 5c", "As 9d 6h 4c", "7s 9d 7h 7c"])
def test_hard_or_soft_21_draws_no_card(book: str, cards: str) -> None:
    result = settled(book, f"{cards} Kc 2c", "hit")  # the king is the dealer's
    assert (result["hands"][0]["total"], result["dealer"]["cards"]) == (21, "9d Kc")
    assert refused(book, f"{cards} 2c Kc", "hit", "hit").at == 1


@clause("canberra-2006", "9.2", "9.2(a)")
@clause("canberra-2003", "9.2", "9.2(a)")
@canberra
def test_blackjack_draws_no_card(book: str) -> None:
    assert net(book, "As Ts Td Kh 9h 8c", "stand", wagers=TWO_BOXES) == {"ann": "30", "bob": "20"}
    for wish in ("hit #1", "double #1"):
        assert refused(book, "As Ts Td Kh 9h 8c", wish, "stand", wagers=TWO_BOXES).at == 0


@clause("canberra-2006", "9.2", "9.2(b)", "9.1(d)")
@clause("canberra-2003", "9.2", "9.2(b)", "9.1(d)")
@canberra
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        ("2s 6d 3h", ["stand"]),
        ("5s 6d 6h", ["stand"]),
        ("2s 6d 3h 4c", ["hit", "stand"]),
        ("2s 6d 2h 9h", ["split", "stand"]),  # 10.6: a split hand too
    ],
)
def test_hard_total_under_12_may_not_stand(book: str, cards: str, actions: list[str]) -> None:
    assert refused(book, f"{cards} Tc Td Th", *actions).clause == "9.2(b)"


@clause("canberra-2006", "9.2(b)", 'A "Soft total"')
@clause("canberra-2003", "9.2(b)", 'A "Soft total"')
@canberra
@pytest.mark.parametrize("cards", ["Ts 6d 2h Tc Kd", "As 6d Ah Tc Kd", "As 6d 5h Tc Kd"])
def test_12_and_soft_totals_may_stand(book: str, cards: str) -> None:
    assert net(book, cards, "stand") == {"ann": "20"}


@clause("canberra-2006", "9.2(b)", 'A "Double/double down"')
@clause("canberra-2003", "9.2(b)", 'A "Double/double down"')
@canberra
def test_double_takes_one_card_though_the_total_stays_under_12(book: str) -> None:
    result = settled(book, "2s 6d 3h 4c Tc Kd", "double")
    assert (result["hands"][0]["cards"], result["hands"][0]["total"]) == ("2s 3h 4c", 9)
    assert result["net"] == {"ann": "40"}
    assert refused(book, "2s 6d 3h 4c Tc Kd", "double", "rescue").at == 1


@clause("canberra-2006", "9.1(b)", 'A "Double/double down"')
@clause("canberra-2003", "9.1(b)", 'A "Double/double down"')
@canberra
@pytest.mark.parametrize("cards", ["2s 6d 2h", "5s 6d 3h", "Ts 6d 2h", "Ts 6d Th", "As 6d 2h", "As 6d 9h"])
def test_any_first_two_cards_under_21_may_double(book: str, cards: str) -> None:
    result = settled(book, f"{cards} Ac Tc Kd", "double")
    assert line(result, bet="double")["staked"] == "20"
    assert result["net"] == {"ann": "40"}


@clause("canberra-2006", "11.1")
@clause("canberra-2003", "11.1")
@canberra
def test_three_cards_may_not_double(book: str) -> None:
    assert refused(book, "2s 6d 3h 4c Tc Td Kd", "hit", "double").clause == "11.1"


@clause("canberra-2006", "2.5(a)")
@clause("canberra-2003", "2.5(a)")
@canberra
def test_ace_of_a_doubled_hand_counts_one_or_eleven(book: str) -> None:
    assert settled(book, "As 9d 8h 2c Tc", "double")["hands"][0]["total"] == 21


@clause("canberra-2006", 'A "Double/double down"')
def test_double_may_be_less_than_the_wager_in_2006() -> None:
    assert net("canberra-2006", "5s 6d 5h Tc Tc Kd", "double 5") == {"ann": "25"}
    assert refused("canberra-2006", "5s 6d 5h Tc Tc Kd", "double 21").clause == 'A "Double/double down"'


@clause("canberra-2003", 'A "Double/double down"')
@pytest.mark.parametrize("amount", ["5", "21"])
def test_double_is_exactly_the_wager_in_2003(amount: str) -> None:
    assert refused("canberra-2003", "5s 6d 5h Tc Tc Kd", f"double {amount}").clause == 'A "Double/double down"'
    assert net("canberra-2003", "5s 6d 5h Tc Tc Kd", "double 20") == {"ann": "40"}


@clause("canberra-2006", "11.1")
@clause("canberra-2003", "11.1")
@canberra
def test_nobody_on_the_box_may_double_where_its_decision_maker_does_not(book: str) -> None:
    cards = "5s 6d 5h 9c Tc 3d"
    for wish in ("double bob", "join bob"):
        assert refused(book, cards, "hit", wish, "stand", wagers=SHARED).clause in ("4.5", "11.1", "11.2")


@clause("canberra-2006", "11.2")
@clause("canberra-2003", "11.2")
@canberra
@pytest.mark.parametrize(("joins", "won"), [(["join bob"], "-80"), ([], "-40")])
def test_sharer_may_join_a_double_and_has_its_one_card_either_way(book: str, joins: list[str], won: str) -> None:
    result = settled(book, "5s 6d 5h 2c Tc 3d", "double", *joins, wagers=SHARED)  # 12 against 19
    assert result["net"] == {"ann": "-40", "bob": won}
    assert result["hands"][0]["cards"] == "5s 5h 2c"


@clause("canberra-2006", "11.2", 'A "Double/double down"')
def test_sharer_may_double_for_less_in_2006() -> None:
    won = net("canberra-2006", "5s 6d 5h Tc Tc Kd", "double", "join bob 10", wagers=SHARED)
    assert won == {"ann": "40", "bob": "50"}


@clause("canberra-2003", "11.2", 'A "Double/double down"')
def test_sharer_doubles_the_whole_wager_in_2003() -> None:
    refusal = refused("canberra-2003", "5s 6d 5h Tc Tc Kd", "double", "join bob 10", wagers=SHARED)
    assert refusal.clause == 'A "Double/double down"'


@clause("canberra-2006", "12.1")
@clause("canberra-2003", "12.1")
@canberra
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


@clause("canberra-2006", "12.1")
@clause("canberra-2003", "12.1")
@canberra
def test_dealer_draws_after_all_players_and_not_to_a_blackjack(book: str) -> None:
    story = story_of(book, "Ts 9s 6d 6h 9h 3c Tc 2c", "hit", "stand", "stand", wagers=TWO_BOXES)
    assert in_order(story, "3c to box 1", "box 1 stands", "box 2 stands", "Tc to dealer", "2c to dealer")
    assert settled(book, "Ts Kd Th Ac 3c", "stand")["unused"] == "3c"


@clause("canberra-2006", "12.2")
@clause("canberra-2003", "12.2")
@canberra
@pytest.mark.parametrize(
    ("cards", "actions", "dealer"),
    [
        ("Ts 6d 6h Kc Td 3c", ["hit"], "6d"),  # lost already
        ("As 6d Kh Tc 2c", [], "6d"),  # paid already
        ("Ts Ad 6h Kc 5c 3c", ["insure 10", "hit"], "Ad 5c"),  # the insurance hangs on one card
        ("As Td Kh 5c 3c", [], "Td 5c"),  # so does a Blackjack that is not paid
        ("As Ad Kh 5c 3c", ["even-money"], "Ad"),
    ],
)
def test_dealer_draws_no_card_that_can_change_nothing(book: str, cards: str, actions: list[str], dealer: str) -> None:
    assert settled(book, cards, *actions)["dealer"]["cards"] == dealer


FINAL = [
    # cards, actions, returned of 20, outcome, odds, clause
    ("Ts 6d 2h Tc Kc", ["stand"], "40", "win", "1:1", "13.1(a)"),  # 12 against 26
    ("Ts 6d 2h 6c Tc", ["stand"], "40", "win", "1:1", "13.1(a)"),  # 12 against 22
    ("Ts 9d Kh Tc", ["stand"], "40", "win", "1:1", "13.1(b)"),  # 20 against 19
    ("7s 9d 7h 7c Tc", ["hit"], "40", "win", "1:1", "13.1(b)"),  # a drawn 21 is no Blackjack
    ("As Kd Qh 9c", [], "50", "win", "3:2", "13.1(c)"),  # Blackjack against 19
    ("As Ad Qh 4c", [], "50", "win", "3:2", "13.1(c)"),  # Blackjack against an ace that makes none
    ("Ts 9d 6h Kc", ["hit"], "0", "lose", None, "13.1(d)"),  # over 21
    ("Ts 9d 8h Tc", ["stand"], "0", "lose", None, "13.1(e)"),  # 18 against 19
    ("Ts Kd Kh Ac", ["stand"], "0", "lose", None, "13.1(f)"),  # 20 against Blackjack
    ("7s Kd 7h 7c Ac", ["hit"], "0", "lose", None, "13.1(f)"),  # 21 against Blackjack
    ("Ts 9d 9h Tc", ["stand"], "20", "stand-off", None, "13.1(g)"),  # 19 each
    ("7s 6d 7h 7c Tc 5c", ["hit"], "20", "stand-off", None, "13.1(g)"),  # a drawn 21 each
    ("As Kd Qh Ac", [], "20", "stand-off", None, "13.1(g)"),  # Blackjack each
]
EVERY_CASE = [f"13.1({letter})" for letter in "abcdefg"]


@clause("canberra-2006", "13.1", *EVERY_CASE, "13.2", "13.2(a)", "13.2(b)", 'A "Stand off"', 'A "Blackjack"')
@clause("canberra-2003", "13.1", *EVERY_CASE, "13.2", "13.2(a)", "13.2(b)", 'A "Stand off"', 'A "Blackjack"')
@canberra
@pytest.mark.parametrize(("cards", "actions", "returned", "outcome", "odds", "by"), FINAL)
def test_final_settlement(
    book: str, cards: str, actions: list[str], returned: str, outcome: str, odds: str | None, by: str
) -> None:
    decided = line(settled(book, cards, *actions), bet="main")
    assert (decided["returned"], decided["outcome"], decided["clause"]) == (returned, outcome, by)
    assert decided.get("odds") == odds


@clause("canberra-2006", "13.1(c)", "13.2(a)")
@clause("canberra-2003", "13.1(c)", "13.2(a)")
@canberra
def test_blackjack_beats_a_21_that_the_dealer_draws(book: str) -> None:
    assert net(book, "As Ts Kd Qh 9h 5c 6c", "stand", wagers=TWO_BOXES) == {"ann": "30", "bob": "-20"}


@clause("canberra-2006", "13.1(f)")
@clause("canberra-2003", "13.1(f)")
@canberra
def test_dealer_blackjack_takes_the_doubled_wager_too(book: str) -> None:
    result = settled(book, "6s Kd 5h 9c Ac", "double")
    assert [(lost["returned"], lost["clause"]) for lost in result["settlement"]] == [("0", "13.1(f)")] * 2
    assert result["net"] == {"ann": "-40"}
