"""Melbourne: Pontoon Pandemonium, its prize tables and its button."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.records import line, lines, record, refused, settled

from cutcard.records import RecordRefused, parse

B = "melbourne-v26"
BET = "pontoon-pandemonium"
# How many chances there are of each prize for a dollar.
TABLES: dict[str, dict[str, int]] = {
    "1": {"250000": 1, "7500": 30, "750": 300, "250": 750, "50": 1500, "25": 7050, "20": 17370}
    | {"15": 23250, "10": 29250, "5": 33000},
    "2": {"100000": 1, "1000": 50, "500": 70, "100": 345, "50": 5000, "20": 12100, "10": 34000},
    "3": {"50000": 1, "1000": 50, "500": 80, "100": 400, "50": 5000, "20": 14000, "10": 30000},
    "4": {"25000": 1, "1000": 50, "500": 80, "100": 400, "50": 4000, "20": 8000, "10": 24970},
    "5": {"10000": 1, "1000": 50, "500": 75, "100": 400, "50": 3900, "20": 8400, "10": 23000},
    "6": {"25000": 1, "1000": 2, "500": 10, "100": 87, "50": 100, "40": 250, "35": 250, "30": 500, "25": 750}
    | {"20": 750, "15": 1500, "14": 1500, "12": 1500, "11": 1500, "10": 1329},
    "7": {"25000": 1, "1000": 6, "500": 30, "100": 250, "50": 300, "40": 600, "35": 600, "30": 1200, "25": 1600}
    | {"20": 1600, "15": 3050, "14": 2850, "12": 2850, "11": 2850, "10": 2650},
    "8": {"25000": 1, "1000": 12, "500": 60, "100": 500, "50": 600, "40": 1200, "35": 1200, "30": 2400, "25": 3200}
    | {"20": 3200, "15": 5300, "14": 5060, "12": 5000, "11": 5000, "10": 4900},
    "9": {"100": 3, "50": 9, "25": 18, "20": 28, "10": 18, "5": 15, "3": 6, "2": 3},
    "10": {"100": 3, "50": 9, "30": 10, "20": 31, "10": 27, "5": 20},
}
CLAUSES = dict(zip(TABLES, (f"11.5.4({letter})" for letter in "abcdefghij"), strict=True))
OWN = ["1 ann main 20", f"1 ann {BET} 2"]
SHARED = ["1 ann main 20", "1 bob main 20", "1 cid main 20"]
ALL_THREE = [*SHARED, f"1 cid {BET} 3", f"1 ann {BET} 1", f"1 bob {BET} 2"]
PONTOON = "As 7d Kh"


def button(cards: str, *actions: str, draws: list[Any], table: str = "2", **rest: Any) -> dict[str, Any]:
    """A round at Crown Pontoon with Pandemonium on offer."""
    given: dict[str, Any] = {"game": "crown-pontoon", "wagers": OWN, **rest}
    return settled(B, cards, *actions, side_bets={BET: table}, draws=draws, **given)


def not_possible(draws: list[Any], **rest: Any) -> RecordRefused:
    """Why a round with a Pontoon and these presses is refused."""
    given: dict[str, Any] = {"game": "crown-pontoon", "wagers": OWN, **rest}
    return refused(B, PONTOON, side_bets={BET: "2"}, draws=draws, **given)


def prizes(result: dict[str, Any]) -> dict[str, str]:
    """What came back of each player's wager on Pandemonium."""
    return {each["player"]: each["returned"] for each in lines(result, bet=BET)}


# ------------------------------------------------------------------------------------------------- the prize tables


@clause(B, "11.4.4(a)", "11.5.2")
@pytest.mark.parametrize(
    ("table", "prize"),
    [pytest.param(t, prize, marks=clause(B, CLAUSES[t])) for t, chances in TABLES.items() for prize in chances],
)
def test_a_pontoon_wins_the_prize_drawn_for_every_dollar(table: str, prize: str) -> None:
    won = line(button(PONTOON, draws=[prize], table=table), bet=BET)
    assert won["returned"] == str(2 * int(prize) + 2)  # the stake stays with its owner
    assert won["clause"] == CLAUSES[table]


@clause(B, "11.5.2")
@pytest.mark.parametrize("table", [pytest.param(table, marks=clause(B, CLAUSES[table])) for table in TABLES])
def test_the_button_has_the_chances_of_its_table_and_no_others(table: str) -> None:
    drawn = parse(record(B, PONTOON, game="crown-pontoon", side_bets={BET: table})).setup.side_bets[BET].draws
    assert {prize: count for count, prize in drawn} == {int(p) * 100: count for p, count in TABLES[table].items()}
    refusal = refused(B, PONTOON, game="crown-pontoon", side_bets={BET: table}, wagers=OWN, draws=["17"])
    assert (refusal.clause, refusal.at) == (CLAUSES[table], "draws[0]")


@clause(B, "11.5.4(b)")
def test_a_table_may_keep_the_stake() -> None:
    kept = button(PONTOON, draws=["50"], options={"pandemonium-stake": "kept"})
    assert (prizes(kept), kept["net"]) == ({"ann": "100"}, {"ann": "128"})  # 3 to 2 on 20, and 100 less 2
    returned = button(PONTOON, draws=["50"], options={"pandemonium-stake": "returned"})
    assert (prizes(returned), returned["net"]) == ({"ann": "102"}, {"ann": "130"})


@clause(B, "11.4.4(a)")
def test_a_pontoon_at_6_to_5_wins_a_prize_too() -> None:
    assert button(PONTOON, draws=["50"], game="6-to-5-pontoon")["net"] == {"ann": "124"}


@clause(B, "11.4.4(b)")
def test_a_pontoon_wins_a_prize_also_when_the_dealer_has_one() -> None:
    wagers = [*OWN, "2 bob main 20"]
    result = button("As 9s Kd Qh 9h Ac", "stand", draws=["50"], wagers=wagers)
    assert (result["dealer"]["blackjack"], prizes(result)) == (True, {"ann": "102"})


@clause(B, "11.4.4(c)")
@pytest.mark.parametrize(
    ("cards", "actions"), [("9s 8d Kh Kc", ["stand"]), ("5s 8d 6h Qc Kc", ["hit"]), ("As 8d Ah Kc Qc Kd", ["split"])]
)
def test_any_other_hand_loses_it(cards: str, actions: list[str]) -> None:
    lost = line(button(cards, *actions, draws=[]), bet=BET)
    assert (lost["returned"], lost["clause"]) == ("0", "11.4.4(c)")


@clause(B, "11.5.2")
def test_a_prize_that_was_won_must_be_drawn_and_one_that_was_not_may_not() -> None:
    assert not_possible([]).at == "draws"
    assert not_possible(["50", "50"]).at == "draws[1]"


@clause(B, "11.5.2", "11.5.4(b)")
def test_a_prize_that_was_drawn_may_be_drawn_again() -> None:
    result = button(PONTOON, draws=["100000", "100000", "100000"], wagers=ALL_THREE)
    assert prizes(result) == {"ann": "100001", "bob": "200002", "cid": "300003"}


# ------------------------------------------------------------------------------------------------------- the button


@clause(B, "11.5.5", "11.5.5(a)")
def test_each_owner_presses_once_the_controlling_player_first_and_the_rest_as_their_wagers_lie() -> None:
    result = button(PONTOON, draws=["100", "50", "20"], wagers=ALL_THREE)
    assert prizes(result) == {"ann": "101", "bob": "102", "cid": "63"}


@clause(B, "11.5.5")
def test_one_on_the_box_without_a_wager_of_this_kind_has_no_press() -> None:
    result = button(PONTOON, draws=["100", "50"], wagers=[*SHARED, f"1 cid {BET} 1", f"1 ann {BET} 1"])
    assert prizes(result) == {"ann": "101", "cid": "51"}


@clause(B, "11.5.5")
def test_boxes_follow_each_other() -> None:
    wagers = ["1 ann main 20", "2 bob main 20", f"2 bob {BET} 1", f"1 ann {BET} 1"]
    result = button("As Ac 7d Kh Qh", draws=["100", "50"], wagers=wagers)
    assert prizes(result) == {"ann": "101", "bob": "51"}


@clause(B, "11.5.5(b)")
def test_a_stand_in_without_a_winning_wager_may_press() -> None:
    by_zed = button(PONTOON, draws=[{"prize": "50", "by": "zed"}])
    assert prizes(by_zed) == {"ann": "102"}


@clause(B, "11.5.5(b)")
def test_a_stand_in_with_a_winning_wager_may_not() -> None:
    refusal = not_possible([{"prize": "50", "by": "bob"}, "50", "50"], wagers=ALL_THREE)
    assert (refusal.clause, refusal.at) == ("11.5.5(b)", "draws[0]")


@clause(B, "11.5.6")
def test_a_press_by_a_pontoon_holder_without_a_wager_of_this_kind_is_void() -> None:
    beside = ["1 ann main 20", f"1 ann {BET} 2", "2 bob main 20"]
    draws = [{"prize": "500", "by": "bob", "void": True}, "20"]
    result = button("As Ac 7d Kh Qh", draws=draws, wagers=beside)
    assert (prizes(result), result["net"]) == ({"ann": "42"}, {"ann": "70", "bob": "30"})


@clause(B, "11.5.6")
def test_a_void_press_counts_for_nothing_also_when_nobody_has_won_a_prize() -> None:
    result = button(PONTOON, draws=[{"prize": "500", "by": "ann", "void": True}], wagers=["1 ann main 20"])
    assert result["net"] == {"ann": "30"}


# -------------------------------------------------------------------------------------------------- irregularities


@clause(B, "11.6.1")
@pytest.mark.parametrize(
    ("draws", "returned"),
    [([{"prize": "100", "by": "zed"}], "202"), ([{"prize": "100", "void": True}, "20"], "42")],
    ids=["kept", "pressed again"],
)
def test_the_owner_may_keep_an_accidental_result_or_press_again(draws: list[Any], returned: str) -> None:
    assert prizes(button(PONTOON, draws=draws)) == {"ann": returned}


@clause(B, "11.6.3(a)", "11.6.4(a)", "11.6.4(b)")
def test_at_a_malfunction_the_panels_amount_is_paid_and_twenty_a_dollar_to_those_who_wait() -> None:
    draws = ["100", {"prize": "500", "malfunction": True}]
    result = button(PONTOON, draws=draws, wagers=ALL_THREE)
    assert prizes(result) == {"ann": "101", "bob": "1002", "cid": "63"}
    assert [line(result, player=name, bet=BET)["clause"] for name in ("bob", "cid")] == ["11.5.4(b)", "11.6.4(b)"]


@clause(B, "11.6.4(b)")
def test_at_a_malfunction_winners_on_later_boxes_have_twenty_a_dollar_as_well() -> None:
    wagers = ["1 ann main 20", "2 bob main 20", f"1 ann {BET} 1", f"2 bob {BET} 2"]
    draws = [{"prize": "10", "malfunction": True}]
    assert prizes(button("As Ac 7d Kh Qh", draws=draws, wagers=wagers)) == {"ann": "11", "bob": "42"}
