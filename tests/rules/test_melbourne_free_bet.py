"""Melbourne: Free Bet Blackjack, its tokens and the Pot of Gold."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.records import line, lines, net, refused, settled

B = "melbourne-v26"
FREE: dict[str, Any] = {"game": "free-bet-blackjack"}
SHARED = ["1 ann main 20", "1 bob main 40"]


def main(cards: str, *actions: str) -> tuple[str, str]:
    """The clause behind the main wager and what ann won."""
    result = settled(B, cards, *actions, **FREE)
    return line(result, bet="main")["clause"], result["net"]["ann"]


# ------------------------------------------------------------------------------------------------------ settlement


@clause(B, "29.3.1(a)")
def test_the_higher_total_wins() -> None:
    assert main("Ts 8d 9h Kc", "stand") == ("29.3.1(a)", "20")


@clause(B, "29.3.1(c)")
@pytest.mark.parametrize("hand", ["7s 5h", "6s 5h Tc"])
def test_twenty_one_or_less_wins_when_the_dealer_has_23_or_more(hand: str) -> None:
    first, second, *third = hand.split()
    actions = ["hit"] if third else ["stand"]
    assert main(f"{first} 6d {second} {' '.join(third)} Kc 7c", *actions) == ("29.3.1(c)", "20")


@clause(B, "29.3.2(a)")
def test_a_hand_over_twenty_one_loses() -> None:
    assert main("Ts 6d 6h Kc", "hit") == ("29.3.2(a)", "-20")


@clause(B, "29.3.2(b)")
@pytest.mark.parametrize("dealer", ["9d Kc", "Kd Ac"])
def test_the_lower_total_loses(dealer: str) -> None:
    up, second = dealer.split()
    assert main(f"Ts {up} 8h {second}", "stand") == ("29.3.2(b)", "-20")


@clause(B, "29.3.3(a)")
def test_equal_totals_stand_off() -> None:
    assert main("Ts 9d 9h Kc", "stand") == ("29.3.3(a)", "0")
    assert main("7s 6d 6h 8c Kc 5c", "hit") == ("29.3.3(a)", "0")


@clause(B, "29.3.3(b)")
@pytest.mark.parametrize("cards", ["7s 6d 5h Kc 6c", "7s 6d 6h 8c Kc 6c"])
def test_a_dealers_22_is_a_stand_off(cards: str) -> None:
    actions = ["stand"] if len(cards.split()) == 5 else ["hit"]
    assert main(cards, *actions) == ("29.3.3(b)", "0")


@clause(B, "29.3.3(b)")
def test_a_blackjack_that_waited_wins_against_a_dealers_22() -> None:
    wagers = ["1 ann main 20", "2 bob main 20"]
    result = settled(B, "As 9s Kd Kh 9h 6c 6s", "stand", wagers=wagers, **FREE)
    assert (result["dealer"]["total"], result["net"]) == (22, {"ann": "30", "bob": "0"})


# ------------------------------------------------------------------------------------------------------ free doubles


@clause(B, "29.7.1", "29.7.1(a)", "29.9.1", "29.2:Free Bet Token")
@pytest.mark.parametrize("hand", ["4s 5h", "4s 6h", "5s 6h"])
def test_nine_ten_and_eleven_double_by_a_token_worth_the_wager(hand: str) -> None:
    first, second = hand.split()
    result = settled(B, f"{first} 6d {second} 9c Kc Qc", "double", **FREE)
    token = line(result, bet="double")
    assert (token["staked"], token["returned"], token["clause"]) == ("0", "20", "29.9.1")
    assert result["net"] == {"ann": "40"}


@clause(B, "29.7.1(a)", "29.9.1")
def test_a_lost_free_double_costs_the_original_wager_alone() -> None:
    assert net(B, "5s 9d 6h 2c Kc", "double", **FREE) == {"ann": "-20"}


@clause(B, "29.7.1(a)")
def test_a_token_stands_for_the_whole_wager_and_no_less() -> None:
    assert refused(B, "5s 9d 6h 2c Kc", "double 5", **FREE).clause == "29.7.1(a)"


@clause(B, "29.7.1")
@pytest.mark.parametrize("hand", ["3s 5h", "7s 5h"])
def test_other_totals_do_not_double_free(hand: str) -> None:
    first, second = hand.split()
    assert refused(B, f"{first} 9d {second} 2c Kc", "double", **FREE).clause == "7.5.5(a)"


@clause(B, "29.7.1(b)")
def test_a_free_double_has_one_card() -> None:
    result = settled(B, "5s 9d 6h 2c Kc", "double", **FREE)
    assert result["hands"][0]["cards"] == "5s 6h 2c"
    assert refused(B, "5s 9d 6h 2c Kc", "double", "hit", **FREE).at == 1


@clause(B, "29.7.1", "29.7.1(a)")
def test_a_sharer_joins_a_free_double_with_a_token_of_his_own() -> None:
    assert net(B, "5s 8d 6h 8c Tc", "double", "join bob", wagers=SHARED, **FREE) == {"ann": "40", "bob": "80"}
    assert net(B, "5s 8d 6h 8c Tc", "double", wagers=SHARED, **FREE) == {"ann": "40", "bob": "40"}


# ------------------------------------------------------------------------------------------------------- free splits


@clause(B, "29.8.1", "29.8.1(a)")
@pytest.mark.parametrize("rank", "23456789")
def test_a_pair_is_split_by_a_token_worth_the_wager(rank: str) -> None:
    result = settled(B, f"{rank}s 6d {rank}h Jc Qc Kc Qd", "split", "stand", "stand", **FREE)
    token = line(result, bet="split")
    assert (token["staked"], token["returned"]) == ("0", "20")
    assert result["net"] == {"ann": "40"}


@clause(B, "29.8.1(a)")
def test_aces_are_split_by_a_token_too() -> None:
    assert net(B, "As 9d Ah 9c 5c Kc", "split", **FREE) == {"ann": "20"}  # 20 wins, the token's 16 costs nothing


@clause(B, "29.8.1", "29.8.1(b)")
@pytest.mark.parametrize("cards", ["Ts 9d Th 9c 5c Kc", "Ks 9d Qh 9c 5c Kc"])
def test_two_tens_are_split_with_real_money(cards: str) -> None:
    result = settled(B, cards, "split", "stand", "stand", **FREE)
    assert line(result, bet="split")["staked"] == "20"
    assert result["net"] == {"ann": "-20"}  # 19 stands off, 15 is lost


@clause(B, "29.7.1", "29.8.1(a)", "29.9.1")
def test_a_hand_split_by_a_token_may_double_by_another() -> None:
    result = settled(B, "8s 6d 8h Kc 3c Jc Qc Kd", "split", "stand", "double", **FREE)
    assert [each["staked"] for each in result["settlement"]] == ["20", "0", "0"]
    assert result["net"] == {"ann": "60"}


@clause(B, "29.9.1", "7.5.7(c)")
def test_the_dealer_draws_for_a_token_that_is_all_that_is_left() -> None:
    result = settled(B, "8s 9d 8h 6c Tc Jc Kc", "split", "hit", "stand", **FREE)  # the real wager went over
    assert (result["dealer"]["cards"], result["net"]) == ("9d Kc", {"ann": "-20"})
    assert net(B, "8s 6d 8h 6c Tc Jc Kc Qc", "split", "hit", "stand", **FREE) == {"ann": "0"}


@clause(B, "29.9.2")
@pytest.mark.parametrize(
    ("cards", "outcome", "returned", "won"),
    [
        ("5s 8d 6h 8c Tc", "win", "20", "40"),
        ("5s 8d 6h 2c Tc", "lose", "0", "-20"),
        ("5s 8d 6h 7c Tc", "stand-off", "0", "0"),
        ("5s 6d 6h 2c Tc 6c", "stand-off", "0", "0"),
    ],
)
def test_a_token_goes_back_to_the_float_however_it_ended(cards: str, outcome: str, returned: str, won: str) -> None:
    result = settled(B, cards, "double", **FREE)
    token = line(result, bet="double")
    assert (token["outcome"], token["returned"], result["net"]) == (outcome, returned, {"ann": won})


@clause(B, "7.5.6(h)", "29.9.1")
@pytest.mark.parametrize(
    ("cards", "actions", "won"),
    [
        ("5s Kd 6h 8c Ac", ["double"], "-20"),
        ("8s Kd 8h Tc Jc Ac", ["split", "stand", "stand"], "-20"),
        ("8s Kd 8h 6c Tc Jc Ac", ["split", "hit", "stand"], "-20"),
        ("Ts Kd Jh 8c Jc Ac", ["split", "stand", "stand"], "-20"),
    ],
)
def test_a_dealers_blackjack_takes_no_token_and_one_real_wager(cards: str, actions: list[str], won: str) -> None:
    assert net(B, cards, *actions, **FREE) == {"ann": won}


# ------------------------------------------------------------------------------------------ Pot of Gold, chapter 30

POT: dict[str, Any] = {**FREE, "wagers": ["1 ann main 20", "1 ann pot-of-gold 1"]}
# How a box comes to so many tokens: the cards and what is done.
TOKENS = {
    1: ("8s 6d 8h Kc Jc Qd Kd", ["split", "stand", "stand"]),
    2: ("8s 6d 8h 8c Kc Jc Qc Qd Kd", ["split", "split", "stand", "stand", "stand"]),
    3: ("8s 6d 8h 8c 3c Kc Jc Qc Qd Kd", ["split", "split", "double", "stand", "stand"]),
    4: ("8s 6d 8h 8c 3c Kc 2c Jc Qc Qd Kd", ["split", "split", "double", "double", "stand"]),
    5: ("8s 6d 8h 8c 3c Kc 2c Jc 3d Qc Qd Kd", ["split", "split", "double", "double", "double"]),
}


@clause(B, "30.4.1", "30.5.1")
@pytest.mark.parametrize("decks", [6, 8])
@pytest.mark.parametrize(
    ("version", "tokens", "odds"),
    [
        *(("1", count, odds) for count, odds in {5: 100, 4: 60, 3: 30, 2: 10, 1: 3}.items()),
        *(("2", count, odds) for count, odds in {5: 100, 4: 50, 3: 25, 2: 10, 1: 3}.items()),
    ],
)
def test_the_pot_of_gold_pays_by_the_number_of_tokens(decks: int, version: str, tokens: int, odds: int) -> None:
    cards, actions = TOKENS[tokens]
    result = settled(B, cards, *actions, decks=decks, side_bets={"pot-of-gold": version}, **POT)
    won = line(result, bet="pot-of-gold")
    assert (won["odds"], won["returned"], won["clause"]) == (f"{odds}:1", str(odds + 1), "30.5.1")


@clause(B, "30.4.1")
def test_a_token_played_counts_also_when_its_hand_is_lost() -> None:
    result = settled(B, "5s Kd 6h 8c Ac", "double", side_bets={"pot-of-gold": "1"}, **POT)
    assert result["net"] == {"ann": "-17"}  # 20 lost to a Blackjack, 3 won


@clause(B, "30.4.2")
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        ("5s 9d 6h 8c Kc", ["hit", "stand"]),
        ("Ts 9d Kh 8c 9c Kc", ["split", "stand", "stand"]),
        ("As 9d Kh", []),
    ],
)
def test_the_pot_of_gold_is_lost_where_no_token_was_played(cards: str, actions: list[str]) -> None:
    result = settled(B, cards, *actions, side_bets={"pot-of-gold": "1"}, **POT)
    lost = line(result, bet="pot-of-gold")
    assert (lost["returned"], lost["clause"]) == ("0", "30.4.2")


@clause(B, "30.4.1")
def test_the_pot_of_gold_on_a_shared_box_counts_the_tokens_of_the_controlling_player() -> None:
    wagers = [*SHARED, "1 bob pot-of-gold 1", "1 ann pot-of-gold 1"]
    given = {**FREE, "wagers": wagers, "side_bets": {"pot-of-gold": "1"}}
    for join in ([], ["join bob"]):
        result = settled(B, "5s 8d 6h 8c Tc", "double", *join, **given)
        assert {each["odds"] for each in lines(result, bet="pot-of-gold")} == {"3:1"}
