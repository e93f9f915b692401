"""Melbourne: the dealer's hand and the settlement of the games that settle like the base game."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.records import line, net, refused, settled

B = "melbourne-v26"
TWO_BOXES = ["1 ann main 20", "2 bob main 20"]
BASE = ["blackjack", "vegas-blackjack", "crown-blackjack", "premier-blackjack", "premium-doubling-blackjack"]
LIKE_THE_BASE = [
    *BASE,
    pytest.param("sports-blackjack", marks=clause(B, "19.3")),
    pytest.param("blackjack-select", marks=clause(B, "27.3.1")),
]
STANDS = ["blackjack", "vegas-blackjack", "blackjack-plus"]
HITS = [
    pytest.param("crown-pontoon", marks=clause(B, "10.5.6(a)")),
    pytest.param("6-to-5-pontoon", marks=clause(B, "10.5.6(a)")),
    pytest.param("spanish-blackjack", marks=clause(B, "10.5.6(a)")),
    pytest.param("crown-blackjack", marks=clause(B, "14.2.2(a)")),
    pytest.param("premier-blackjack", marks=clause(B, "17.2.5(a)")),
    pytest.param("premium-doubling-blackjack", marks=clause(B, "18.2.3(a)")),
    pytest.param("sports-blackjack", marks=clause(B, "19.2.3(a)")),
    pytest.param("blackjack-select", marks=clause(B, "27.2.5(a)")),
    pytest.param("free-bet-blackjack", marks=clause(B, "29.6.1")),
]
ALL = [
    *BASE,
    *("sports-blackjack", "blackjack-plus", "free-bet-blackjack"),
    *("crown-pontoon", "6-to-5-pontoon", "spanish-blackjack"),
    pytest.param("blackjack-select", marks=clause(B, "27.2.5(b)")),
]


# ----------------------------------------------------------------------------------------------- the dealer's hand


@clause(B, "7.5.7(a)")
@pytest.mark.parametrize("game", STANDS)
@pytest.mark.parametrize(("rest", "total"), [("6d", 17), ("7d", 18), ("8d", 19), ("9d", 20)])
def test_the_dealer_stands_on_a_soft_seventeen_and_more_here(game: str, rest: str, total: int) -> None:
    result = settled(B, f"9s Ad 9h {rest} 2c", "stand", game=game, decks=4)
    assert result["dealer"]["total"] == total
    assert result["net"] == {"ann": {17: "20", 18: "0"}.get(total, "-20")}


@pytest.mark.parametrize("game", HITS)
def test_the_dealer_draws_to_a_soft_seventeen_here(game: str) -> None:
    result = settled(B, "9s Ad 9h 6c 2c", "stand", game=game)
    assert (result["dealer"]["cards"], result["net"]) == ("Ad 6c 2c", {"ann": "-20"})  # soft 19
    over = settled(B, "9s 6d 9h Ac Kc Qc", "stand", game=game)  # soft 17, hard 17 and no further
    assert (over["dealer"]["cards"], over["net"]) == ("6d Ac Kc", {"ann": "20"})
    eighteen = settled(B, "9s Ad 9h 7c 3c", "stand", game=game)
    assert (eighteen["dealer"]["cards"], eighteen["net"]) == ("Ad 7c", {"ann": "0"})
    sixteen = settled(B, "9s 9d 9h 7c Ac 2c", "stand", game=game)  # hard 16 draws, hard 17 does not
    assert (sixteen["dealer"]["cards"], sixteen["net"]) == ("9d 7c Ac", {"ann": "20"})


@clause(B, "7.5.7(a)")
@pytest.mark.parametrize("game", ALL)
def test_the_dealer_draws_to_sixteen_and_stands_on_a_hard_seventeen(game: str) -> None:
    result = settled(B, "9s 9d 9h 7c Ac 2c", "stand", game=game, decks=4)
    assert (result["dealer"]["cards"], result["net"]) == ("9d 7c Ac", {"ann": "20"})


@clause(B, "7.5.7(c)")
@pytest.mark.parametrize("game", ALL)
def test_the_dealer_takes_no_card_when_every_hand_is_over_twenty_one(game: str) -> None:
    result = settled(B, "9s 6d 7h Kc 9c", "hit", game=game, decks=4)
    assert (result["dealer"]["cards"], result["unused"]) == ("6d", "9c")
    assert result["net"] == {"ann": "-20"}


@clause(B, "7.5.7(c)")
def test_the_dealer_takes_only_the_second_card_for_a_blackjack_that_waits() -> None:
    result = settled(B, "As 9s Td Kh 7h Kc 2c 9c", "hit", wagers=TWO_BOXES)
    assert (result["dealer"]["cards"], result["net"]) == ("Td 2c", {"ann": "30", "bob": "-20"})


@clause(B, "7.5.7(b)", "7.5.7(c)")
def test_the_dealer_takes_the_second_card_for_insurance_though_the_hand_is_lost() -> None:
    result = settled(B, "9s Ad 7h Kc 5c 9c", "insure 10", "hit")
    assert (result["dealer"]["cards"], result["net"]) == ("Ad 5c", {"ann": "-30"})
    won = settled(B, "9s Ad 7h Kc Qc 9c", "insure 10", "hit")
    assert won["net"] == {"ann": "0"}


# -------------------------------------------------------------------------------------------------- main wagers


@clause(B, "5.6.2", "8.1")
@pytest.mark.parametrize("game", LIKE_THE_BASE)
@pytest.mark.parametrize(
    ("cards", "action"),
    [("7s 6d 5h Kc Qc", "stand"), ("7s 6d 5h 9c Kc Qc", "hit"), ("7s 6d 5h 6c Kc", "stand")],
)
def test_a_hand_of_twenty_one_or_less_wins_when_the_dealer_goes_over(game: str, cards: str, action: str) -> None:
    result = settled(B, cards, action, game=game, decks=4)  # 12, 21, and 12 against 22
    won = line(result, bet="main")
    assert (won["clause"], won["odds"], result["net"]) == ("5.6.2", "1:1", {"ann": "20"})


@clause(B, "5.6.3", "8.1")
@pytest.mark.parametrize("game", LIKE_THE_BASE)
def test_the_higher_total_wins_one_to_one(game: str) -> None:
    result = settled(B, "Ts 8d 9h Kc", "stand", game=game, decks=4)
    won = line(result, bet="main")
    assert (won["clause"], won["odds"], result["net"]) == ("5.6.3", "1:1", {"ann": "20"})


@clause(B, "5.6.4", "1.1:Stand-off")
@pytest.mark.parametrize("game", LIKE_THE_BASE)
@pytest.mark.parametrize(("hand", "rest"), [("Ts 8h", "8d Kc"), ("Ts Jh", "Kd Qc")])
def test_equal_totals_stand_off_and_the_stake_comes_back(game: str, hand: str, rest: str) -> None:
    first, second = hand.split()
    up, more = rest.split()
    result = settled(B, f"{first} {up} {second} {more}", "stand", game=game, decks=4)
    kept = line(result, bet="main")
    assert (kept["clause"], kept["outcome"], kept["returned"]) == ("5.6.4", "stand-off", "20")


@clause(B, "5.6.4")
def test_a_drawn_twenty_one_stands_off_with_a_dealers_drawn_twenty_one() -> None:
    result = settled(B, "7s 6d 6h 8c Kc 5c", "hit")
    assert (line(result, bet="main")["clause"], result["net"]) == ("5.6.4", {"ann": "0"})


@clause(B, "5.6.5")
@pytest.mark.parametrize("game", LIKE_THE_BASE)
def test_a_hand_over_twenty_one_loses(game: str) -> None:
    result = settled(B, "Ts 6d 6h Kc", "hit", game=game, decks=4)
    assert (line(result, bet="main")["clause"], result["net"]) == ("5.6.5", {"ann": "-20"})


@clause(B, "5.6.5")
def test_a_hand_over_twenty_one_loses_also_when_the_dealer_goes_over() -> None:
    result = settled(B, "Ts 9s 6d 6h 9h Kc Qc Jc", "hit", "stand", wagers=TWO_BOXES)
    assert result["net"] == {"ann": "-20", "bob": "20"}


@clause(B, "5.6.6")
@pytest.mark.parametrize("game", LIKE_THE_BASE)
def test_the_lower_total_loses(game: str) -> None:
    result = settled(B, "Ts 9d 8h Kc", "stand", game=game, decks=4)
    assert (line(result, bet="main")["clause"], result["net"]) == ("5.6.6", {"ann": "-20"})


@clause(B, "5.6.6")
@pytest.mark.parametrize("game", LIKE_THE_BASE)
def test_a_drawn_twenty_one_loses_to_a_dealers_blackjack(game: str) -> None:
    result = settled(B, "7s Kd 6h 8c Ac", "hit", game=game, decks=4)
    assert (line(result, bet="main")["clause"], result["net"]) == ("5.6.6", {"ann": "-20"})


@clause(B, "5.6.6")
@pytest.mark.parametrize("game", [*BASE, pytest.param("sports-blackjack", marks=clause(B, "19.3"))])
def test_five_cards_win_nothing_of_themselves(game: str) -> None:
    result = settled(B, "2s 9d 3h 2c 3c 4c Kc", "hit", "hit", "hit", "stand", game=game, decks=4)
    assert (line(result, bet="main")["clause"], result["net"]) == ("5.6.6", {"ann": "-20"})


@clause(B, "29.3.3(a)")
def test_a_drawn_twenty_one_at_free_bet_stands_off_with_a_dealers_blackjack_where_the_table_reads_it_so() -> None:
    more = {"game": "free-bet-blackjack", "options": {"drawn-21-against-blackjack": "stand-off"}}
    result = settled(B, "7s Kd 6h 8c Ac", "hit", **more)
    assert (line(result, bet="main")["clause"], result["net"]) == ("29.3.3(a)", {"ann": "0"})


@clause(B, "5.6.4")
@pytest.mark.parametrize("game", LIKE_THE_BASE)
def test_a_table_may_let_a_drawn_twenty_one_stand_off_with_a_dealers_blackjack(game: str) -> None:
    options = {"drawn-21-against-blackjack": "stand-off"}
    result = settled(B, "7s Kd 6h 8c Ac", "hit", game=game, decks=4, options=options)
    assert (line(result, bet="main")["clause"], result["net"]) == ("5.6.4", {"ann": "0"})
    assert net(B, "7s Kd 6h 7c Ac", "hit", "stand", game=game, decks=4, options=options) == {"ann": "-20"}


@clause(B, "10.4.4", "22.3.1(a)")
@pytest.mark.parametrize("game", ["crown-pontoon", "6-to-5-pontoon", "spanish-blackjack", "blackjack-plus"])
def test_no_such_choice_exists_where_twenty_one_always_wins(game: str) -> None:
    options = {"drawn-21-against-blackjack": "stand-off"}
    assert refused(B, "7s Kd 6h 8c Ac", "hit", game=game, options=options).at == "options"
    assert net(B, "7s Kd 5h 9c Ac", "hit", game=game) == {"ann": "20"}


@clause(B, "27.3.1")
def test_select_pays_a_blackjack_and_insurance_as_the_base_game_does() -> None:
    assert net(B, "As 7d Kh", game="blackjack-select") == {"ann": "30"}
    assert net(B, "Ts Ad 9h Kc", "insure 10", "stand", game="blackjack-select") == {"ann": "0"}
    assert net(B, "As Ad Kh Qc", "even-money", game="blackjack-select") == {"ann": "20"}
