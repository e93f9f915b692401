"""Melbourne: splitting, and what a dealer's Blackjack takes of split hands."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.records import line, lines, net, refused, settled

B = "melbourne-v26"
SHARED = ["1 ann main 20", "1 bob main 40"]
LIKE_THE_BASE = ["blackjack", "vegas-blackjack", "crown-blackjack", "premier-blackjack", "premium-doubling-blackjack"]
LIKE_THE_BASE += ["sports-blackjack", "blackjack-plus", "crown-pontoon", "6-to-5-pontoon", "spanish-blackjack"]


def hands(result: dict[str, Any]) -> list[str]:
    return [hand["cards"] for hand in result["hands"]]


@clause(B, "7.5.1(b)", "7.5.6(a)", "7.5.6(a)(i)")
@pytest.mark.parametrize("game", LIKE_THE_BASE)
def test_a_pair_may_be_split_into_two_hands_with_equal_wagers(game: str) -> None:
    result = settled(B, "8s 7d 8h Kc Qc Kd", "split", "stand", "stand", game=game, decks=4)
    assert hands(result) == ["8s Kc", "8h Qc"]
    assert (line(result, bet="split")["staked"], result["net"]) == ("20", {"ann": "40"})


@clause(B, "7.5.6(a)")
def test_any_two_cards_worth_ten_may_be_split() -> None:
    assert net(B, "Ks 7d Qh 9c 8c Td", "split", "stand", "stand") == {"ann": "40"}
    assert net(B, "Ts 7d Jh 9c 8c Td", "split", "stand", "stand") == {"ann": "40"}


@clause(B, "7.5.6(a)")
def test_cards_of_different_value_may_not_be_split() -> None:
    refusal = refused(B, "8s 7d 9h Kc Qc Td", "split")
    assert (refusal.clause, refusal.at) == ("7.5.6(a)", 0)
    assert refused(B, "8s 7d 2h 8c Qc Td", "hit", "split").clause == "7.5.6(a)"


@clause(B, "7.5.6(a)(i)")
def test_a_split_takes_an_amount_equal_to_the_original_wager_and_no_other() -> None:
    refusal = refused(B, "8s 7d 8h Tc Qc Td", "split", "join bob 10", "stand", "stand", wagers=SHARED)
    assert (refusal.clause, refusal.at) == ("7.5.6(a)(i)", 1)
    joined = net(B, "8s 7d 8h Tc Qc Td", "split", "join bob", "stand", "stand", wagers=SHARED)
    assert joined == {"ann": "40", "bob": "80"}


@clause(B, "7.5.6(a)(i)")
def test_a_sharer_who_does_not_join_keeps_his_one_wager_on_the_first_hand() -> None:
    result = settled(B, "8s 7d 8h Tc 3c Td", "split", "stand", "stand", wagers=SHARED)
    assert result["net"] == {"ann": "0", "bob": "40"}  # 18 wins, 11 loses
    assert [each["hand"] for each in lines(result, player="bob")] == [1]


@clause(B, "7.5.6(b)")
def test_the_first_split_hand_is_finished_before_the_second_has_a_card() -> None:
    result = settled(B, "8s 7d 8h 2c 9c Tc Td", "split", "hit", "stand", "stand")
    assert hands(result) == ["8s 2c 9c", "8h Tc"]
    refusal = refused(B, "8s 7d 8h 2c 9c Tc Td", "split", {"do": "hit", "hand": 2})
    assert refusal.at == 1


@clause(B, "7.5.6(c)", "7.5.6(c)(i)", "7.5.6(c)(ii)")
def test_a_split_hand_may_stand_or_draw() -> None:
    assert net(B, "8s 7d 8h 2c 9c Tc Td", "split", "hit", "stand", "stand") == {"ann": "40"}
    assert net(B, "8s 7d 8h 2c Tc Td", "split", "stand", "stand") == {"ann": "0"}


@clause(B, "7.5.6(c)(iii)", "7.5.5(a)")
def test_a_split_hand_of_nine_to_eleven_may_double() -> None:
    assert net(B, "8s 7d 8h 2c 9c Tc Td", "split", "double", "stand") == {"ann": "60"}
    refusal = refused(B, "8s 7d 8h 5c 9c Tc Td", "split", "double", "stand")
    assert (refusal.clause, refusal.at) == ("7.5.5(a)", 1)


@clause(B, "7.5.6(c)(iv)", "7.5.6(d)")
def test_a_like_card_makes_a_third_hand_and_never_a_fourth() -> None:
    cards = "8s 7d 8h 8c Tc Jc Qc Td"
    result = settled(B, cards, "split", "split", "stand", "stand", "stand")
    assert (len(result["hands"]), result["net"]) == (3, {"ann": "60"})
    refusal = refused(B, "8s 7d 8h 8c 8d Jc Qc Td", "split", "split", "split")
    assert (refusal.clause, refusal.at) == ("7.5.6(d)", 2)


@clause(B, "7.5.6(c)(iv)", "7.5.6(b)")
def test_the_hand_of_a_re_split_comes_right_after_the_one_it_was_split_from() -> None:
    result = settled(B, "8s 7d 8h 8c Tc Jc Qc Td", "split", "split", "stand", "stand", "stand")
    assert hands(result) == ["8s Tc", "8c Jc", "8h Qc"]
    later = settled(B, "8s 7d 8h Tc 8c Jc Qc Td", "split", "stand", "split", "stand", "stand")
    assert hands(later) == ["8s Tc", "8h Jc", "8c Qc"]


@clause(B, "7.5.6(c)(iv)")
def test_a_sharer_may_join_each_split_anew() -> None:
    cards = "8s 7d 8h Tc 8c Jc 2c Td"  # the second hand, on which bob has nothing, is split again
    result = settled(B, cards, "split", "stand", "split", "join bob", "stand", "stand", wagers=SHARED)
    assert [(each["hand"], each["outcome"]) for each in lines(result, player="bob")] == [(1, "win"), (3, "lose")]
    assert result["net"] == {"ann": "20", "bob": "0"}


@clause(B, "7.5.6(c)(iv)")
@pytest.mark.parametrize("game", LIKE_THE_BASE)
def test_split_aces_have_one_card_each_and_no_decision(game: str) -> None:
    result = settled(B, "As 7d Ah 8c Ac Kd", "split", game=game, decks=4)
    assert hands(result) == ["As 8c", "Ah Ac"]
    assert result["net"] == {"ann": "0"}  # 19 and 12 against 17
    for action in ("hit", "split", "double"):
        assert refused(B, "As 7d Ah Ac 8c Kd", "split", action, game=game, decks=4).at == 1


@clause(B, "7.5.6(e)")
@pytest.mark.parametrize("instead", ["hit", "stand"])
def test_one_who_declines_a_split_may_not_split_later(instead: str) -> None:
    cards = {"hit": "8s 7d 8h 8c 4c 8d Qc Td", "stand": "8s 7d 8h 8c 8d Qc Jc Td"}[instead]
    actions = ["hit", "stand"] if instead == "hit" else ["stand"]
    refusal = refused(B, cards, "split", *actions, "split", "stand")
    assert (refusal.clause, refusal.at) == ("7.5.6(e)", 1 + len(actions))


@clause(B, "7.5.6(f)")
@pytest.mark.parametrize("cards", ["As 7d Ah Kc Qc Td", "Ks 7d Qh Ac Ad Td"])
def test_twenty_one_on_split_aces_or_tens_is_paid_one_to_one(cards: str) -> None:
    result = settled(B, cards, "split")
    assert {each["odds"] for each in result["settlement"]} == {"1:1"}
    assert result["net"] == {"ann": "40"}


@clause(B, "7.5.6(f)")
def test_twenty_one_on_split_aces_stands_off_with_a_dealers_drawn_twenty_one() -> None:
    assert net(B, "As 7d Ah Kc Qc 4d Td", "split") == {"ann": "0"}


@clause(B, "7.5.6(g)")
def test_a_split_hand_over_twenty_one_is_lost_also_when_the_dealer_goes_over() -> None:
    result = settled(B, "8s 6d 8h 6c Tc Jc Kd Qd", "split", "hit", "stand")
    assert [(each["outcome"], each["clause"]) for each in result["settlement"]] == [("lose", "5.6.5"), ("win", "5.6.2")]
    assert result["net"] == {"ann": "0"}


# ----------------------------------------------------------------------------- a dealer's Blackjack after a split


@clause(B, "7.5.6(h)")
@pytest.mark.parametrize("game", [*LIKE_THE_BASE[:6], "crown-pontoon"])
def test_a_dealers_blackjack_takes_one_original_wager_of_split_hands(game: str) -> None:
    result = settled(B, "8s Kd 8h Qc Jc Ad", "split", "stand", "stand", game=game, decks=4)
    assert result["net"] == {"ann": "-20"}
    assert line(result, outcome="stand-off")["clause"] == "7.5.6(h)"


@clause(B, "7.5.6(h)")
def test_a_dealers_blackjack_takes_one_original_wager_of_split_aces() -> None:
    assert net(B, "As Kd Ah 9c 8c Ad", "split") == {"ann": "-20"}


@clause(B, "7.5.6(h)", "7.5.5(b)")
def test_a_dealers_blackjack_takes_one_original_wager_of_split_and_doubled_hands() -> None:
    assert net(B, "8s Kd 8h 2c 9c Jc Ad", "split", "double", "stand") == {"ann": "-20"}


# Two hands of 20 each: the first went over 21 and the second stands.
BUSTED_FIRST = ("8s Kd 8h 6c Tc Jc Ad", "split", "hit", "stand")
# The first stands, the second went over 21.
BUSTED_SECOND = ("8s Kd 8h Jc 6c Tc Ad", "split", "stand", "hit")
# Three hands, of which the first went over 21.
BUSTED_OF_THREE = ("8s Kd 8h 8c 6c Tc Jc Qc Ad", "split", "split", "hit", "stand", "stand")


@clause(B, "7.5.6(g)", "7.5.6(h)")
@pytest.mark.parametrize(
    ("takes", "first", "second", "three"),
    [
        (None, "-40", "-40", "-40"),
        ("busted-plus-one", "-40", "-40", "-40"),
        ("first-hand", "-20", "-40", "-20"),
        ("original-cap", "-20", "-20", "-20"),
        ("all", "-40", "-40", "-60"),
    ],
)
def test_what_a_dealers_blackjack_takes_beside_a_busted_hand(
    takes: str | None, first: str, second: str, three: str
) -> None:
    options = {"dealer-blackjack-takes": takes} if takes else {}
    assert net(B, *BUSTED_FIRST, options=options) == {"ann": first}
    assert net(B, *BUSTED_SECOND, options=options) == {"ann": second}
    assert net(B, *BUSTED_OF_THREE, options=options) == {"ann": three}


@clause(B, "7.5.6(h)")
@pytest.mark.parametrize(
    ("takes", "won"),
    [("busted-plus-one", "-20"), ("first-hand", "-20"), ("original-cap", "-20"), ("all", "-60")],
)
def test_what_a_dealers_blackjack_takes_of_three_standing_hands(takes: str, won: str) -> None:
    cards = "8s Kd 8h 8c Tc Jc Qc Ad"
    options = {"dealer-blackjack-takes": takes}
    assert net(B, cards, "split", "split", "stand", "stand", "stand", options=options) == {"ann": won}


@clause(B, "7.5.6(h)")
def test_a_dealers_blackjack_takes_one_wager_of_each_player_on_the_box() -> None:
    result = net(B, "8s Kd 8h Qc Jc Ad", "split", "join bob", "stand", "stand", wagers=SHARED)
    assert result == {"ann": "-20", "bob": "-40"}
