"""Melbourne: Magnificent Sevens."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.records import line, lines, settled

B = "melbourne-v26"
BET = "magnificent-sevens"
MIXED = {4: 950, 5: 750, 6: 650, 7: 550, 8: 500}
VERSIONS = [
    pytest.param("1", 7770, marks=clause(B, "13.7.1:Table 1")),
    pytest.param("2", 16000, marks=clause(B, "13.7.1:Table 2")),
]


def sevens(cards: str, *actions: str, version: str = "1", **rest: Any) -> dict[str, Any]:
    """How a wager of 1 on Magnificent Sevens ended."""
    wagers = ["1 ann main 20", f"1 ann {BET} 1"]
    return line(settled(B, cards, *actions, side_bets={BET: version}, wagers=wagers, **rest), bet=BET)


@clause(B, "13.3.1(a)", "13.7.1")
@pytest.mark.parametrize("decks", MIXED)
@pytest.mark.parametrize(("version", "suited"), VERSIONS)
@pytest.mark.parametrize("game", ["blackjack", "crown-blackjack"])
def test_three_sevens_are_paid_by_suit_and_decks(game: str, version: str, suited: int, decks: int) -> None:
    table = f"13.7.1:Table {version}"
    alike = sevens("7s 9d 7s 7s Kc", "hit", version=version, decks=decks, game=game)
    assert (alike["odds"], alike["returned"], alike["clause"]) == (f"{suited}:1", str(suited + 1), table)
    mixed = sevens("7s 9d 7s 7h Kc", "hit", version=version, decks=decks, game=game)
    assert (mixed["odds"], mixed["clause"]) == (f"{MIXED[decks]}:1", table)


@clause(B, "13.3.1(b)", "13.7.1")
@pytest.mark.parametrize("decks", MIXED)
@pytest.mark.parametrize(("version", "suited"), VERSIONS)
def test_two_sevens_are_paid_by_suit_alone(version: str, suited: int, decks: int) -> None:
    alike = sevens("7s 9d 7s 2s Kc", "hit", "stand", version=version, decks=decks)
    assert (alike["odds"], alike["returned"], alike["clause"]) == ("150:1", "151", f"13.7.1:Table {version}")
    mixed = sevens("7s 9d 7h 2s Kc", "hit", "stand", version=version, decks=decks)
    assert (mixed["odds"], mixed["returned"]) == ("50:1", "51")


@clause(B, "13.7.1:Table 1")
def test_version_1_adds_a_place_in_a_tournament_to_three_suited_sevens_alone() -> None:
    assert "Tournament" in sevens("7s 9d 7s 7s Kc", "hit")["also"]
    assert "also" not in sevens("7s 9d 7s 7h Kc", "hit")


@clause(B, "13.7.1:Table 2")
def test_version_2_adds_nothing() -> None:
    assert "also" not in sevens("7s 9d 7s 7s Kc", "hit", version="2")


@clause(B, "13.3.1(b)")
def test_two_sevens_win_also_when_no_third_card_comes() -> None:
    assert sevens("7s 9d 7h Kc", "stand")["odds"] == "50:1"
    assert sevens("7s 9d 7s Kc", "stand")["odds"] == "150:1"


@clause(B, "13.3.1(b)")
def test_two_sevens_win_also_when_the_hand_then_goes_over() -> None:
    assert sevens("7s 9d 7h 9c", "hit")["odds"] == "50:1"


@clause(B, "13.3.2(a)")
@pytest.mark.parametrize(
    ("cards", "actions"), [("9s 8d 7h Kc", ["stand"]), ("6s 8d 7h 7c Kc", ["hit", "stand"]), ("As 8d Kh", [])]
)
def test_a_first_card_that_is_no_seven_loses(cards: str, actions: list[str]) -> None:
    lost = sevens(cards, *actions)
    assert (lost["returned"], lost["outcome"]) == ("0", "lose")
    assert lost["clause"] in ("13.3.2", "13.3.2(a)")


@clause(B, "13.3.2(b)")
@pytest.mark.parametrize(("cards", "actions"), [("7s 8d 9h Kc", ["stand"]), ("7s 8d 6h 7c Kc", ["hit", "stand"])])
def test_a_second_card_that_is_no_seven_loses(cards: str, actions: list[str]) -> None:
    lost = sevens(cards, *actions)
    assert (lost["returned"], lost["outcome"]) == ("0", "lose")
    assert lost["clause"] in ("13.3.2", "13.3.2(b)")


@clause(B, "13.5.1(a)")
@pytest.mark.parametrize(
    ("third", "odds"), [("7s", "7770:1"), ("2c", "150:1")], ids=["a third seven of spades", "another card"]
)
def test_split_sevens_count_with_the_next_card_to_the_box(third: str, odds: str) -> None:
    actions = ["split", "stand", "stand"]
    assert sevens(f"7s 9d 7s {third} 7h Kc", *actions)["odds"] == odds  # a seven on the second hand comes too late


@clause(B, "13.4.2")
def test_each_player_on_a_shared_box_may_have_one() -> None:
    wagers = ["1 ann main 20", "1 bob main 20", f"1 ann {BET} 1", f"1 bob {BET} 2"]
    result = settled(B, "7s 9d 7h 2c Kc", "hit", "stand", side_bets={BET: "1"}, wagers=wagers)
    assert [each["returned"] for each in lines(result, bet=BET)] == ["51", "102"]


@clause(B, "13.3.1(a)", "13.3.1(b)")
def test_a_surrendered_or_doubled_pair_of_sevens_is_settled_by_the_cards_it_had() -> None:
    given: dict[str, Any] = {"options": {"doubtful-side-bets": True}, "decks": 4}
    assert sevens("7s Kd 7h 9c", "surrender", game="vegas-blackjack", **given)["odds"] == "50:1"
    assert sevens("7s 9d 7h 7c Kc", "double", game="vegas-blackjack", **given)["odds"] == "950:1"
