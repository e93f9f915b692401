"""Melbourne: the Super Bonus of the Pontoon games."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.records import lines, net, settled

B = "melbourne-v26"
SUPER = "10.6:Super Bonus"
CROWN: dict[str, Any] = {"game": "crown-pontoon"}


def bonuses(result: dict[str, Any]) -> dict[tuple[str, int], str]:
    """What each player had on each box beside the odds."""
    return {(each["player"], each["box"]): each["returned"] for each in lines(result, bet="super-bonus")}


@clause(B, SUPER)
@pytest.mark.parametrize("game", ["crown-pontoon", "6-to-5-pontoon", "spanish-blackjack"])
@pytest.mark.parametrize(
    ("wager", "bonus", "won"),
    [("2", "1000", "1004"), ("24", "1000", "1048"), ("24.50", "1000", "1049"), ("25", "5000", "5050")],
)
def test_three_suited_sevens_against_a_seven_win_a_sum_on_top(game: str, wager: str, bonus: str, won: str) -> None:
    result = settled(B, "7c 7d 7c 7c", "hit", game=game, wagers=[f"1 ann main {wager}"])
    assert bonuses(result) == {("ann", 1): bonus}
    assert {each["clause"] for each in lines(result, bet="super-bonus")} == {SUPER}
    assert result["net"] == {"ann": won}  # and 2 to 1


@clause(B, SUPER)
def test_three_sevens_of_spades_have_their_odds_and_the_sum() -> None:
    assert net(B, "7s 7d 7s 7s", "hit", **CROWN) == {"ann": "1060"}


@clause(B, SUPER)
@pytest.mark.parametrize("cards", ["7c 7d 7c 7h Kc", "7c 8d 7c 7c Kc"])
def test_mixed_sevens_or_a_dealer_without_a_seven_win_no_such_sum(cards: str) -> None:
    assert bonuses(settled(B, cards, "hit", **CROWN)) == {}


@clause(B, SUPER)
def test_a_bet_under_two_dollars_wins_no_such_sum() -> None:
    assert net(B, "7c 7d 7c 7c", "hit", wagers=["1 ann main 1.50"], **CROWN) == {"ann": "3"}


@clause(B, SUPER)
def test_a_box_whose_bets_are_too_small_is_no_winner_and_has_what_all_others_have() -> None:
    wagers = ["1 ann main 1.50", "2 bob main 20", "2 cid main 1", "3 dee main 20"]
    cards = "7h 7c Kd 7d 7h 7c 9s 7h 7c Ks"
    result = settled(B, cards, "hit", "hit", "stand", wagers=wagers, **CROWN)
    assert bonuses(result) == {("ann", 1): "50", ("bob", 2): "1000", ("dee", 3): "50"}


@clause(B, SUPER, "9.7")
def test_a_dealer_without_a_first_card_takes_it_for_three_suited_sevens_that_are_paid_already() -> None:
    skipped = {"do": "skip", "box": None}
    assert bonuses(settled(B, "7c 7c 7c 7d", skipped, "hit", **CROWN)) == {("ann", 1): "1000"}
    assert bonuses(settled(B, "7c 7c 7c 8d", skipped, "hit", **CROWN)) == {}
    mixed = settled(B, "7c 7c 7h 7d", skipped, "hit", **CROWN)
    assert (mixed["dealer"]["cards"], mixed["unused"]) == ("", "7d")


@clause(B, SUPER)
def test_every_wager_on_the_winning_box_has_its_own() -> None:
    wagers = ["1 ann main 20", "1 bob main 30"]
    result = settled(B, "7c 7d 7c 7c", "hit", wagers=wagers, **CROWN)
    assert bonuses(result) == {("ann", 1): "1000", ("bob", 1): "5000"}


@clause(B, SUPER)
def test_every_other_original_wager_has_fifty_won_or_lost() -> None:
    wagers = ["1 ann main 20", "2 bob main 20", "2 cid main 10", "3 ann main 20"]
    cards = "7c Ks 9s 7d 7c 6s 9h 7c Kc Kd"  # box 2 goes over, box 3 wins
    result = settled(B, cards, "hit", "hit", "stand", wagers=wagers, **CROWN)
    assert bonuses(result) == {("ann", 1): "1000", ("bob", 2): "50", ("cid", 2): "50", ("ann", 3): "50"}
    assert result["net"] == {"ann": "1110", "bob": "30", "cid": "40"}


@clause(B, SUPER)
def test_a_split_or_doubled_wager_elsewhere_has_the_fifty_once() -> None:
    wagers = ["1 ann main 20", "2 bob main 20"]
    cards = "7c 8s 7d 7c 8h 7c Ks Qs Kc"
    result = settled(B, cards, "hit", "split", "stand", "stand", wagers=wagers, **CROWN)
    assert bonuses(result)[("bob", 2)] == "50"


@clause(B, SUPER)
def test_a_second_winning_box_has_no_fifty_of_the_first() -> None:
    wagers = ["1 ann main 20", "2 bob main 30"]
    result = settled(B, "7c 7h 7d 7c 7h 7c 7h", "hit", "hit", wagers=wagers, **CROWN)
    assert bonuses(result) == {("ann", 1): "1000", ("bob", 2): "5000"}


@clause(B, SUPER, "6.2.2", "5.9.1(d)")
def test_what_goes_back_above_a_maximum_wins_no_sum_and_makes_none_higher() -> None:
    wagers = ["1 ann main 40", "1 cid main 30", "2 bob main 40"]
    limits = {"minimum": "5", "maximum": "24"}
    result = settled(B, "7c Ks 7d 7c Qs 7c Kc", "hit", "stand", wagers=wagers, limits=limits, **CROWN)
    assert bonuses(result) == {("ann", 1): "1000", ("bob", 2): "50"}  # nothing of cid's wager is left
    assert len(lines(result, bet="super-bonus")) == 2
    assert result["net"] == {"ann": "1048", "cid": "0", "bob": "74"}


@clause(B, SUPER, "32.5")
def test_a_wager_that_is_void_has_no_part_in_a_super_bonus() -> None:
    wagers = ["1 ann main 20", "2 bob main 20", "2 cid main 20"]
    void = {"do": "void-wagers", "player": "bob", "clause": "32.2.1", "cards": 5}
    result = settled(B, "7c Ks 7d 7c Qs 7c Kc", void, "hit", "stand", wagers=wagers, **CROWN)
    assert bonuses(result) == {("ann", 1): "1000", ("cid", 2): "50"}


@clause(B, "10.5.3(a)")
def test_suited_sevens_that_are_split_win_no_super_bonus() -> None:
    result = settled(B, "7c 7d 7c 7c 7c Qc Kd", "split", "hit", "stand", **CROWN)
    assert result["hands"][0]["cards"] == "7c 7c 7c"
    assert lines(result, hand=1)[0]["odds"] == "2:1"  # the odds of the cards stay
    assert bonuses(result) == {}
