"""Melbourne: doubling in every game."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.records import line, net, refused, settled

B = "melbourne-v26"
SHARED = ["1 ann main 20", "1 bob main 40"]
NINE_TO_ELEVEN = ["blackjack", "crown-blackjack", "sports-blackjack", "free-bet-blackjack"]
ANY_TWO = [
    pytest.param("vegas-blackjack", marks=clause(B, "12.4.2(a)")),
    pytest.param("premier-blackjack", marks=clause(B, "17.2.1", "17.2.1(a)")),
    pytest.param("premium-doubling-blackjack", marks=clause(B, "18.2.1", "18.2.1(a)")),
    pytest.param("blackjack-plus", marks=clause(B, "22.4.4", "22.4.4(a)")),
    pytest.param("crown-pontoon", marks=clause(B, "10.5.2(a)", "10.5.2(a)(i)")),
    pytest.param("6-to-5-pontoon", marks=clause(B, "10.5.2(a)", "10.5.2(a)(i)")),
    pytest.param("spanish-blackjack", marks=clause(B, "10.5.2(a)", "10.5.2(a)(i)")),
]
SPLIT_TWO = [
    pytest.param("vegas-blackjack", marks=clause(B, "12.4.2(a)")),
    pytest.param("premier-blackjack", marks=clause(B, "17.2.1(b)")),
    pytest.param("premium-doubling-blackjack", marks=clause(B, "18.2.1(b)")),
    pytest.param("blackjack-plus", marks=clause(B, "22.4.4(c)")),
    pytest.param("crown-pontoon", marks=clause(B, "10.5.2(a)(ii)")),
    pytest.param("6-to-5-pontoon", marks=clause(B, "10.5.2(a)(ii)")),
    pytest.param("spanish-blackjack", marks=clause(B, "10.5.2(a)(ii)")),
]
THREE_OR_MORE = [
    pytest.param("premium-doubling-blackjack", marks=clause(B, "18.2.1(c)")),
    pytest.param("crown-pontoon", marks=clause(B, "10.5.2(a)(iii)")),
    pytest.param("6-to-5-pontoon", marks=clause(B, "10.5.2(a)(iii)")),
    pytest.param("spanish-blackjack", marks=clause(B, "10.5.2(a)(iii)")),
]


# ---------------------------------------------------------------------------------------- the base game, chapter 7


@clause(B, "7.5.1(a)", "7.5.5(a)")
@pytest.mark.parametrize(("first", "second", "third"), [("4s", "5h", "Tc"), ("4s", "6h", "9c"), ("5s", "6h", "8c")])
@pytest.mark.parametrize("game", ["blackjack", "crown-blackjack", "sports-blackjack"])
def test_nine_ten_and_eleven_may_double(game: str, first: str, second: str, third: str) -> None:
    result = settled(B, f"{first} 8d {second} {third} Th", "double", game=game)  # 19 against 18
    assert result["net"] == {"ann": "40"}
    assert line(result, bet="double")["staked"] == "20"


@clause(B, "7.5.5(a)")
@pytest.mark.parametrize("hand", ["3s 5h", "2s 3h", "Ts 2h", "9s 9h"])
@pytest.mark.parametrize("game", NINE_TO_ELEVEN)
def test_other_totals_may_not_double(game: str, hand: str) -> None:
    first, second = hand.split()
    refusal = refused(B, f"{first} 8d {second} 9c Th", "double", game=game)
    assert (refusal.clause, refusal.at) == ("7.5.5(a)", 0)


@clause(B, "7.5.5(a)")
def test_a_nine_of_three_cards_may_not_double() -> None:
    refusal = refused(B, "2s 8d 3h 4c 9c Th", "hit", "double")
    assert (refusal.clause, refusal.at) == ("7.5.5(a)", 1)


@clause(B, "7.5.5(a)", "3.2.1")
@pytest.mark.parametrize("game", NINE_TO_ELEVEN)
def test_an_ace_and_an_eight_are_nine_and_may_double_and_then_count_as_ever(game: str) -> None:
    assert net(B, "As Kd 8h 2c Qh", "double", game=game) == {"ann": "40"}  # 21 against 20
    assert net(B, "As Kd 9h Ac Qh", "double", game=game) == {"ann": "40"}  # 10, and soft 21


@clause(B, "7.5.5(a)")
@pytest.mark.parametrize("second", ["8h", "9h"])
def test_a_table_may_read_a_hard_total_as_one_without_a_soft_ace(second: str) -> None:
    refusal = refused(B, f"As Kd {second} 2c Qh", "double", options={"soft-double": False})
    assert refusal.clause == "7.5.5(a)"


@clause(B, "7.5.5(a)(i)")
def test_the_added_wager_may_be_less_than_the_original_but_not_more() -> None:
    assert net(B, "5s 8d 6h 8c Th", "double 5") == {"ann": "25"}
    assert net(B, "5s 8d 6h 2c Th", "double 5") == {"ann": "-25"}
    assert refused(B, "5s 8d 6h 8c Th", "double 20.01").clause == "7.5.5(a)(i)"


@clause(B, "7.5.5(a)(i)")
def test_a_doubled_hand_has_one_card_and_no_more() -> None:
    result = settled(B, "5s 8d 6h 2c Th", "double")
    assert (result["hands"][0]["cards"], result["net"]) == ("5s 6h 2c", {"ann": "-40"})
    assert refused(B, "5s 8d 6h 2c Th", "double", "hit").at == 1


@clause(B, "7.5.5(a)(i)", "5.9")
def test_each_player_on_a_shared_box_adds_what_he_likes_up_to_his_own_wager() -> None:
    cards = "5s 8d 6h 8c Th"
    assert net(B, cards, "double", wagers=SHARED) == {"ann": "40", "bob": "40"}
    assert net(B, cards, "double", "join bob 10", wagers=SHARED) == {"ann": "40", "bob": "50"}
    assert net(B, cards, "double 1", "join bob", wagers=SHARED) == {"ann": "21", "bob": "80"}
    assert refused(B, cards, "double", "join bob 41", wagers=SHARED).clause == "7.5.5(a)(i)"


@clause(B, "7.5.5(b)")
@pytest.mark.parametrize("amount", ["20", "5"])
@pytest.mark.parametrize("game", ["blackjack", "crown-blackjack", "premier-blackjack", "sports-blackjack"])
def test_a_dealers_blackjack_takes_the_original_wager_of_a_double_only(game: str, amount: str) -> None:
    result = settled(B, "5s Kd 6h 9c Ac", f"double {amount}", game=game)
    added = line(result, bet="double")
    assert (added["returned"], added["outcome"], added["clause"]) == (amount, "stand-off", "7.5.5(b)")
    assert result["net"] == {"ann": "-20"}


@clause(B, "7.5.5(b)")
def test_a_doubled_hand_that_went_over_is_lost_whole_before_the_dealers_blackjack() -> None:
    busted = settled(B, "7s Kd 5h Kc Ac", "double", game="premier-blackjack")
    assert busted["net"] == {"ann": "-40"}


@clause(B, "7.5.5(c)")
@pytest.mark.parametrize("game", ["blackjack", "vegas-blackjack", "premier-blackjack", "premium-doubling-blackjack"])
def test_a_blackjack_may_not_double(game: str) -> None:
    wagers = ["1 ann main 20", "2 bob main 20"]
    refusal = refused(B, "As 9s Kd Kh 8h 9c Tc", "double #1", "stand", game=game, decks=4, wagers=wagers)
    assert refusal.at == 0
    assert net(B, "As 9s Kd Kh 8h 9c", "stand #2", game=game, decks=4, wagers=wagers)["ann"] == "30"


# ------------------------------------------------------------------------------------------- games with more doubles


@pytest.mark.parametrize("hand", ["2s 3h", "7s 5h", "9s 9h", "As 6h"])
@pytest.mark.parametrize("game", ANY_TWO)
def test_any_two_cards_may_double_in_this_game(game: str, hand: str) -> None:
    first, second = hand.split()
    result = settled(B, f"{first} 6d {second} 2c Kh Qh", "double", game=game, decks=4)  # the dealer has 26
    assert result["net"] == {"ann": "40"}
    assert net(B, f"{first} 6d {second} 2c Kh Qh", "double 5", game=game, decks=4) == {"ann": "25"}


@pytest.mark.parametrize("game", ANY_TWO)
def test_more_than_the_original_wager_may_not_be_added_in_this_game(game: str) -> None:
    assert refused(B, "7s 6d 5h 2c Kh Qh", "double 21", game=game, decks=4).at == 0


@pytest.mark.parametrize("game", SPLIT_TWO)
def test_two_cards_of_a_split_hand_may_double_in_this_game(game: str) -> None:
    cards = "7s 6d 7h 6c 2c 5c Kh Qh"  # 7 and 6 doubled to 15, then 7 and 5
    result = settled(B, cards, "split", "double", "stand", game=game, decks=4)
    assert result["net"] == {"ann": "60"}


@pytest.mark.parametrize("game", SPLIT_TWO)
def test_a_split_ace_may_not_double_in_this_game(game: str) -> None:
    cards = "As 6d Ah 5c 7c Kh Qh"
    assert refused(B, cards, "split", "double", game=game, decks=4).at == 1
    assert net(B, cards, "split", game=game, decks=4) == {"ann": "40"}


@clause(B, "12.4.2(a)")
def test_a_split_ten_that_gets_an_ace_is_twenty_one_and_may_not_double_at_vegas() -> None:
    cards = "Ks 6d Qh Ac 5c Kh Qh"  # 21 is finished, and the call is for the second hand
    refusal = refused(B, cards, "split", {"do": "double", "hand": 1}, game="vegas-blackjack", decks=4)
    assert (refusal.code, refusal.at) == ("hand-not-in-turn", 1)
    result = settled(B, cards, "split", "stand", game="vegas-blackjack", decks=4)
    assert [hand["cards"] for hand in result["hands"]] == ["Ks Ac", "Qh 5c"]


@pytest.mark.parametrize("game", THREE_OR_MORE)
def test_three_or_more_cards_under_twenty_one_may_double_in_this_game(game: str) -> None:
    three = settled(B, "2s 6d 3h 9c 5c Kh Qh", "hit", "double", game=game)
    assert three["net"] == {"ann": "40"}
    four = settled(B, "2s 6d 3h 2c 9c 4c Kh Qh", "hit", "hit", "double", game=game)
    assert four["net"] == {"ann": "40"}
    split = settled(B, "2s 6d 2h 3c 9c 5c 8c Kh Qh", "split", "hit", "double", "stand", game=game)
    assert split["net"] == {"ann": "60"}


@pytest.mark.parametrize(
    ("game", "by"),
    [
        pytest.param("vegas-blackjack", "12.4.2(a)", marks=clause(B, "12.4.2(a)")),
        pytest.param("premier-blackjack", "17.2.1(a)", marks=clause(B, "17.2.1", "17.2.1(a)")),
    ],
)
def test_three_cards_may_not_double_in_this_game(game: str, by: str) -> None:
    refusal = refused(B, "2s 6d 3h 5c 9c Kh Qh", "hit", "double", game=game, decks=4)
    assert (refusal.clause, refusal.at) == (by, 1)


@clause(B, "18.2.1")
def test_a_doubled_hand_may_not_be_doubled_again() -> None:
    refusal = refused(B, "2s 6d 3h 5c 9c Kh Qh", "double", "double", game="premium-doubling-blackjack")
    assert refusal.at == 1


# -------------------------------------------------------------------------------------------------- Blackjack Plus


@clause(B, "22.4.4", "22.4.4(b)")
def test_plus_doubles_three_cards_under_twenty_one() -> None:
    assert net(B, "2s 6d 3h 9c 5c Kh Qh", "hit", "double", game="blackjack-plus") == {"ann": "40"}


@clause(B, "22.4.4(b)")
def test_plus_does_not_double_four_cards() -> None:
    refusal = refused(B, "2s 6d 3h 2c 3c 5c Kh Qh", "hit", "hit", "double", game="blackjack-plus")
    assert (refusal.clause, refusal.at) == ("22.4.4(b)", 2)


@clause(B, "22.4.4(d)")
def test_plus_doubles_three_cards_of_a_split_hand() -> None:
    cards = "8s 6d 8h 2c 3c 5c 4c Kh Qh"  # 8, 2 and 3 doubled to 18, then 8 and 4
    assert net(B, cards, "split", "hit", "double", "stand", game="blackjack-plus") == {"ann": "60"}


@clause(B, "22.4.4")
def test_a_doubled_wager_at_plus_is_paid_one_to_one() -> None:
    result = settled(B, "6s 9d 5h Kc Kh", "double", game="blackjack-plus")
    assert line(result, bet="double")["odds"] == "1:1"
    assert result["net"] == {"ann": "40"}
