"""Melbourne: Blackjack Plus, where twenty-one and five cards always win and a dealer's 22 is a stand-off."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.records import line, net, refused, settled

B = "melbourne-v26"
TWO_BOXES = ["1 ann main 20", "2 bob main 20"]


def plus(cards: str, *actions: str, **rest: Any) -> tuple[str, str]:
    """The clause behind ann's main wager and what she won."""
    result = settled(B, cards, *actions, game="blackjack-plus", **rest)
    return line(result, bet="main", player="ann")["clause"], result["net"]["ann"]


@clause(B, "22.3.1(a)")
@pytest.mark.parametrize("dealer", ["Kd Ac", "Ad Qc", "6d 8c 7d", "9d 6c 7d", "9d 8c"])
def test_twenty_one_always_wins(dealer: str) -> None:
    up, *more = dealer.split()
    assert plus(f"Ts {up} 5h 6h {' '.join(more)}", "hit") == ("22.3.1(a)", "20")


@clause(B, "22.3.1(a)")
def test_twenty_one_is_not_among_the_wagers_that_a_dealers_22_leaves() -> None:
    cards = "Ts 9s 6d 5h 9h 6h Kc 6c"
    result = settled(B, cards, "hit", "stand", game="blackjack-plus", wagers=TWO_BOXES)
    assert (result["dealer"]["total"], result["net"]) == (22, {"ann": "20", "bob": "0"})


@clause(B, "22.3.1(b)", "22.2:Five and Under")
@pytest.mark.parametrize("dealer", ["Kd Ac", "9d 6c 6d", "9d 6c 7d"])
def test_five_cards_under_twenty_one_always_win(dealer: str) -> None:
    up, *more = dealer.split()
    cards = f"2s {up} 2h 3h 3c 4c {' '.join(more)}"
    assert plus(cards, "hit", "hit", "hit") == ("22.3.1(b)", "20")


@clause(B, "22.3.1(b)")
def test_five_and_under_after_a_split_wins_too() -> None:
    cards = "2s 9d 2h 3h 3c 4c 5c Kc Kd"
    result = settled(B, cards, "split", "hit", "hit", "hit", "stand", game="blackjack-plus")
    assert line(result, hand=1)["clause"] == "22.3.1(b)"
    assert result["net"] == {"ann": "0"}


@clause(B, "22.4.3(a)")
def test_a_hand_of_five_cards_has_no_sixth() -> None:
    cards = "2s 9d 2h 3h 3c 4c 5c Kc"
    assert settled(B, cards, "hit", "hit", "hit", game="blackjack-plus")["hands"][0]["total"] == 14
    assert refused(B, cards, "hit", "hit", "hit", "hit", game="blackjack-plus").at == 3


@clause(B, "22.3.1(c)")
def test_the_higher_total_wins() -> None:
    assert plus("Ts 8d 9h Kc", "stand") == ("22.3.1(c)", "20")


@clause(B, "22.3.1(d)")
def test_a_blackjack_wins_though_the_dealer_turns_out_to_have_one() -> None:
    cards = "As 9s Kd Kh 9h Ac"
    result = settled(B, cards, "stand", game="blackjack-plus", wagers=TWO_BOXES)
    assert (result["dealer"]["blackjack"], result["net"]) == (True, {"ann": "30", "bob": "-20"})


@clause(B, "22.3.1(e)")
@pytest.mark.parametrize(("third", "total"), [("7c", 23), ("Tc", 26)])
def test_a_hand_under_twenty_one_wins_when_the_dealer_has_23_or_more(third: str, total: int) -> None:
    cards = f"7s 6d 5h Kc {third}"
    assert settled(B, cards, "stand", game="blackjack-plus")["dealer"]["total"] == total
    assert plus(cards, "stand") == ("22.3.1(e)", "20")


@clause(B, "22.3.2(a)")
def test_a_hand_over_twenty_one_loses() -> None:
    assert plus("Ts 6d 6h Kc", "hit") == ("22.3.2(a)", "-20")


@clause(B, "22.3.2(a)", "22.3.3(b)")
def test_a_hand_over_twenty_one_is_lost_before_the_dealers_22() -> None:
    cards = "Ts 9s 6d 6h 9h Kc Qc 6c"
    result = settled(B, cards, "hit", "stand", game="blackjack-plus", wagers=TWO_BOXES)
    assert (result["dealer"]["total"], result["net"]) == (22, {"ann": "-20", "bob": "0"})


@clause(B, "22.3.2(b)")
@pytest.mark.parametrize("dealer", ["9d Kc", "Kd Ac"])
def test_the_lower_total_loses(dealer: str) -> None:
    up, second = dealer.split()
    assert plus(f"Ts {up} 8h {second}", "stand") == ("22.3.2(b)", "-20")


@clause(B, "22.3.3(a)")
def test_equal_totals_stand_off() -> None:
    assert plus("Ts 9d 9h Kc", "stand") == ("22.3.3(a)", "0")


@clause(B, "22.3.3(b)")
@pytest.mark.parametrize("hand", ["7s 5h", "Ts Kh"])
def test_a_dealers_22_is_a_stand_off_for_the_wagers_that_remain(hand: str) -> None:
    first, second = hand.split()
    assert plus(f"{first} 6d {second} Kc 6c", "stand") == ("22.3.3(b)", "0")


@clause(B, "22.3.3(b)")
def test_a_dealers_22_gives_back_a_double_and_a_split() -> None:
    assert net(B, "7s 6d 5h 2c Kc 6c", "double", game="blackjack-plus") == {"ann": "0"}
    assert net(B, "8s 6d 8h 2c 3c Kc 6c", "split", "stand", "stand", game="blackjack-plus") == {"ann": "0"}
