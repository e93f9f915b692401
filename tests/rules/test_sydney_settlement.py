"""Sydney: the final settlement, clause by clause."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.editions import sydney, sydney_by
from support.records import line, net, settled

FINAL = [
    # cards, actions, returned of 20, outcome, odds, number within the clause
    ("As Kd Qh 9c", [], "50", "win", "3:2", 1),  # blackjack against 19
    ("As Ad Qh 4c 6c", [], "50", "win", "3:2", 1),  # blackjack against an ace that makes none
    ("Ts 6d 2h Tc Kc", ["stand"], "40", "win", "1:1", 2),  # 12 against 26
    ("Ts 6d 2h 6c Tc", ["stand"], "40", "win", "1:1", 2),  # 12 against 22
    ("Ts 9d Kh Tc", ["stand"], "40", "win", "1:1", 3),  # 20 against 19
    ("7s 9d 7h 7c Tc", ["hit"], "40", "win", "1:1", 3),  # a drawn 21 is no blackjack
    ("Ts Kd Kh Ac", ["stand"], "0", "lose", None, 6),  # 20 against blackjack
    ("7s Kd 7h 7c Ac", ["hit"], "0", "lose", None, 6),  # 21 against blackjack
    ("Ts 9d 8h Tc", ["stand"], "0", "lose", None, 7),  # 18 against 19
    ("As Kd Qh Ac", [], "20", "stand-off", None, 8),  # blackjack against blackjack
    ("Ts 9d 9h Tc", ["stand"], "20", "stand-off", None, 9),  # 19 each
    ("7s 6d 7h 7c Tc 5c", ["hit"], "20", "stand-off", None, 9),  # a drawn 21 each
]


@clause("sydney-v15", "15.1.1", "15.1.2", "15.1.3", "15.1.6", "15.1.7", "15.1.8", "15.1.9", '1.1 "Stand off"')
@clause("sydney-earlier", "16.1.1", "16.1.2", "16.1.3", "16.1.6", "16.1.7", "16.1.8", "16.1.9", '1.1 "stand off"')
@sydney_by("15.1", "16.1")
@pytest.mark.parametrize(("cards", "actions", "returned", "outcome", "odds", "number"), FINAL)
def test_final_settlement(
    book: str, by: str, cards: str, actions: list[str], returned: str, outcome: str, odds: str | None, number: int
) -> None:
    decided = line(settled(book, cards, *actions), bet="main")
    assert (decided["returned"], decided["outcome"]) == (returned, outcome)
    assert decided["clause"] == f"{by}.{number}"
    assert decided.get("odds") == odds


@clause("sydney-v15", "15.1.1")
@clause("sydney-earlier", "16.1.1")
@sydney
def test_blackjack_beats_a_21_that_the_dealer_draws(book: str) -> None:
    wagers = ["1 ann main 20", "2 bob main 20"]
    assert net(book, "As Ts Kd Qh 9h 5c 6c", "stand", wagers=wagers) == {"ann": "30", "bob": "-20"}


@clause("sydney-v15", "15.1.4", "15.1.6")
@clause("sydney-earlier", "16.1.4", "16.1.6")
@sydney
def test_insured_hand_loses_its_wager_and_wins_its_insurance(book: str) -> None:
    assert net(book, "Ts Ad Kh Kc", "insure 10", "stand") == {"ann": "0"}


@clause("sydney-v15", "15.1.10", "11.4", "12.7")
@clause("sydney-earlier", "16.1.10", "11.4", "12.7")
@sydney_by("15.1.10", "16.1.10")
def test_wagers_added_by_double_and_split_stand_off_against_blackjack(book: str, by: str) -> None:
    result = settled(book, "5s Td 5h 6c 9c Tc Ac", "split", "double", "stand")
    added = [found for found in result["settlement"] if found["bet"] != "main"]
    assert {found["bet"]: (found["returned"], found["clause"]) for found in added} == {
        "double": ("20", by),
        "split": ("20", by),
    }


@clause("sydney-v15", "15.2")
@clause("sydney-earlier", "16.2")
@sydney
def test_winners_are_paid_and_losers_collected(book: str) -> None:
    wagers = ["1 ann main 20", "2 bob main 40", "3 cal main 10"]
    result = settled(book, "Ts Ts 9s 9d Th 8h Th Tc", "stand", "stand", "stand", wagers=wagers)
    assert [found["returned"] for found in result["settlement"]] == ["40", "0", "10"]
    assert result["net"] == {"ann": "20", "bob": "-40", "cal": "0"}
