"""Melbourne: Buster Blackjack."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.records import line, lines, refused, settled
from support.tables import Table

from cutcard.table import NoMoreBets

B = "melbourne-v26"
BET = "buster-blackjack"
# The dealer's cards after the first, a 2 of diamonds, by the number of cards with which the hand goes over 21.
OVER = {
    3: "Kc Qc",
    4: "5c 9c Qc",
    5: "2c 3c 9c Qc",
    6: "2c 2s 2h 8c Qc",
    7: "2c 2s 2h 3c 5c Qc",
    8: "2c 2s 2h 3c 3d 2d Qc",
    9: "2c 2s 2h 2c 2s 2h 2d Qc",
}
ODDS = {
    "A": {3: 2, 4: 2, 5: 4, 6: 15, 7: 50, 8: 250, 9: 250},
    "B": {3: 2, 4: 2, 5: 4, 6: 15, 7: 50, 8: 200, 9: 200},
    "C": {3: 2, 4: 2, 5: 4, 6: 12, 7: 50, 8: 250, 9: 250},
    "D": {3: 2, 4: 2, 5: 4, 6: 12, 7: 50, 8: 200, 9: 200},
    "E": {3: 2, 4: 2, 5: 3, 6: 12, 7: 50, 8: 250, 9: 250},
}


def busted(cards: str, *actions: str, table: str = "A", **rest: Any) -> dict[str, Any]:
    """A round with a Buster wager of 2 beside a main wager of 20."""
    wagers = rest.pop("wagers", ["1 ann main 20", f"1 ann {BET} 2"])
    return settled(B, cards, *actions, side_bets={BET: table}, wagers=wagers, **rest)


@clause(B, "26.2:Buster Blackjack", "26.3.4(a)", "26.4.2")
@pytest.mark.parametrize("table", ODDS)
@pytest.mark.parametrize("count", OVER)
def test_a_dealer_over_twenty_one_pays_by_the_number_of_cards(table: str, count: int) -> None:
    result = busted(f"9s 2d 8h {OVER[count]}", "stand", table=table)
    assert len(result["dealer"]["cards"].split()) == count
    won, odds = line(result, bet=BET), ODDS[table][count]
    assert (won["odds"], won["returned"], won["clause"]) == (f"{odds}:1", str(2 + 2 * odds), "26.4.2")


@clause(B, "26.3.4(b)")
@pytest.mark.parametrize("dealer", ["9d Kc", "6d Kc 5c", "Kd Ac"])
def test_a_dealer_with_twenty_one_or_less_loses_it(dealer: str) -> None:
    up, *more = dealer.split()
    lost = line(busted(f"9s {up} 8h {' '.join(more)}", "stand"), bet=BET)
    assert (lost["returned"], lost["clause"]) == ("0", "26.3.4(b)")


@clause(B, "26.3.4(a)", "26.3.5")
def test_a_dealers_22_at_plus_wins_it_though_the_hands_stand_off() -> None:
    result = busted("9s 6d 8h Kc 6c", "stand", game="blackjack-plus")
    assert line(result, bet="main")["outcome"] == "stand-off"
    assert (line(result, bet=BET)["odds"], result["net"]) == ("2:1", {"ann": "4"})


@clause(B, "26.3.4(a)")
def test_a_dealers_22_at_free_bet_wins_it_too() -> None:
    assert busted("9s 6d 8h Kc 6c", "stand", game="free-bet-blackjack")["net"] == {"ann": "4"}


@clause(B, "26.4.3(a)")
@pytest.mark.parametrize(
    ("cards", "actions"),
    [("9s 6d 7h Kc Qc Jc", ["hit"]), ("As 6d Kh Qc Jc", [])],
    ids=["every hand over", "a Blackjack alone"],
)
def test_the_dealers_hand_is_drawn_out_for_it(cards: str, actions: list[str]) -> None:
    result = busted(cards, *actions)
    assert (result["dealer"]["total"], line(result, bet=BET)["odds"]) == (26, "2:1")


@clause(B, "26.4.3(a)")
@pytest.mark.parametrize("game", ["crown-pontoon", "vegas-blackjack", "crown-blackjack", "free-bet-blackjack"])
def test_the_dealers_hand_is_drawn_out_by_the_rules_of_the_game_in_play(game: str) -> None:
    result = busted("9s 6d 7h Kc Ac 2c 9c", "hit", game=game, decks=4)
    assert result["dealer"]["cards"] == ("6d Ac" if game == "vegas-blackjack" else "6d Ac 2c")


@clause(B, "26.4.3(a)")
def test_the_dealers_hand_is_drawn_out_after_a_surrender_and_a_rescue_as_well() -> None:
    given_up = busted("9s Kd 7h 5c Qc", "surrender", game="crown-pontoon")
    assert given_up["net"] == {"ann": "-6"}  # half of 20 lost, 4 won
    rescued = busted("5s 6d 6h 2c Kc Qc", "double", "rescue", game="crown-pontoon")
    assert rescued["net"] == {"ann": "-16"}


@clause(B, "26.3.2(a)")
def test_it_needs_a_main_wager_somewhere_on_the_table() -> None:
    elsewhere = busted("9s 6d 8h Kc Qc", "stand", wagers=["1 ann main 20", f"5 zed {BET} 2"])
    assert elsewhere["net"] == {"ann": "20", "zed": "4"}
    nowhere = refused(B, "9s 6d 8h Kc Qc", side_bets={BET: "A"}, wagers=[f"1 ann {BET} 2"])
    assert (nowhere.clause, nowhere.at) == ("26.3.2(a)", "wagers")
    floor = Table(B, side_bets={BET: "A"}).seat("ann", 1).ready()
    assert floor.wagers(f"ann 1 2 {BET}").refused(NoMoreBets()).clause == "26.3.2(a)"


@clause(B, "26.3.2(b)")
def test_more_than_five_may_lie_on_one_area() -> None:
    seven = ["1 ann main 20", *(f"1 {name} {BET} 2" for name in "abcdefg")]
    assert len(lines(busted("9s 6d 8h Kc Qc", "stand", wagers=seven), outcome="win")) == 8
