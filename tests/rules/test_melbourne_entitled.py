"""Melbourne: who may place a side bet, on which box, and who gives way where an area is full."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.records import line, lines, net, refused, settled

B = "melbourne-v26"
PLAIN = "9s 8d 9h Kc"  # 18 against 18, nobody has a natural
NAMED = {"perfect-pairs": "A", "magnificent-sevens": "1", "spread-bet": "1", "pot-of-gold": "1"}
NAMED |= {"pontoon-pandemonium": "1", "buster-blackjack": "A"}


def offering(bet: str, game: str = "blackjack", **rest: Any) -> dict[str, Any]:
    """A table with one side bet on offer."""
    return {"game": game, "side_bets": {bet: NAMED.get(bet, True)}, **rest}


# ---------------------------------------------------------------------------------------------- who may place it


@clause(B, "21.7.3(d)", "24.6.3(b)")
@pytest.mark.parametrize(("bet", "by"), [("blackjack-jackpots", "21.7.3(d)"), ("supernova", "24.6.3(b)")])
def test_a_second_jackpot_wager_of_one_player_on_one_box_is_refused(bet: str, by: str) -> None:
    refusal = refused(B, PLAIN, "stand", **offering(bet, wagers=["1 ann main 20", f"1 ann {bet} 2", f"1 ann {bet} 2"]))
    assert (refusal.code, refusal.clause, refusal.at) == ("only-one-side-bet", by, "wagers[2]")


@pytest.mark.parametrize(
    ("bet", "game", "by"),
    [
        pytest.param("pontoon-pandemonium", "crown-pontoon", "11.4.2", marks=clause(B, "11.4.2")),
        pytest.param("magnificent-sevens", "blackjack", "13.4.2", marks=clause(B, "13.4.2")),
        pytest.param("crown-suits", "blackjack", "16.3.2", marks=clause(B, "16.3.2")),
        pytest.param("blackjack-jackpots", "blackjack", "21.7.3(a)", marks=clause(B, "21.7.3(a)")),
        pytest.param("supernova", "blackjack", "24.6.3(a)", marks=clause(B, "24.6.3(a)")),
    ],
)
def test_this_side_bet_needs_a_main_wager_of_ones_own_on_the_box(bet: str, game: str, by: str) -> None:
    for wagers in (["1 ann main 20", f"1 bob {bet} 2"], ["1 ann main 20", f"2 ann {bet} 2"]):
        refusal = refused(B, PLAIN, "stand", **offering(bet, game, wagers=wagers))
        assert (refusal.clause, refusal.at) == (by, "wagers[1]")


@pytest.mark.parametrize(
    ("bet", "game", "by"),
    [
        pytest.param("perfect-pairs", "blackjack", "15.3.2", marks=clause(B, "15.3.2")),
        pytest.param("blackpot", "blackjack", "23.3.2", marks=clause(B, "23.3.2")),
        pytest.param("spread-bet", "blackjack", "28.3.2", marks=clause(B, "28.3.2")),
        pytest.param("pot-of-gold", "free-bet-blackjack", "30.3.2", marks=clause(B, "30.3.2")),
    ],
)
def test_this_side_bet_needs_some_main_wager_on_the_box(bet: str, game: str, by: str) -> None:
    on_anothers = settled(B, PLAIN, "stand", **offering(bet, game, wagers=["1 ann main 20", f"1 zed {bet} 2"]))
    assert line(on_anothers, player="zed")["staked"] == "2"
    refusal = refused(B, PLAIN, "stand", **offering(bet, game, wagers=["1 ann main 20", f"2 ann {bet} 2"]))
    assert (refusal.clause, refusal.at) == (by, "wagers[1]")


@pytest.mark.parametrize(
    ("bet", "game"),
    [
        pytest.param("pontoon-pandemonium", "crown-pontoon", marks=clause(B, "11.4.3")),
        pytest.param("magnificent-sevens", "blackjack", marks=clause(B, "13.4.3")),
        pytest.param("crown-suits", "blackjack", marks=clause(B, "16.3.3")),
        pytest.param("crown-suits", "crown-pontoon", marks=clause(B, "16.3.3")),
        pytest.param("blackjack-jackpots", "blackjack", marks=clause(B, "21.7.4")),
        pytest.param("supernova", "blackjack", marks=clause(B, "24.6.4")),
    ],
)
def test_a_player_on_several_boxes_may_place_one_on_each(bet: str, game: str) -> None:
    wagers = ["1 ann main 20", "2 ann main 20", f"1 ann {bet} 2", f"2 ann {bet} 3"]
    result = settled(B, "9s Ks 8d 9h 8h Kc", "stand", "stand", **offering(bet, game, wagers=wagers))
    assert [(each["box"], each["staked"]) for each in lines(result, bet=bet)] == [(1, "2"), (2, "3")]
    assert result["net"] == {"ann": "-5"}


@pytest.mark.parametrize(
    ("bet", "game"),
    [
        pytest.param("pontoon-pandemonium", "crown-pontoon", marks=clause(B, "11.4.2", "11.4.3")),
        pytest.param("magnificent-sevens", "blackjack", marks=clause(B, "13.4.2", "13.4.3")),
        pytest.param("crown-suits", "blackjack", marks=clause(B, "16.3.2", "16.3.3")),
        pytest.param("crown-suits", "crown-pontoon", marks=clause(B, "16.3.2", "16.3.3")),
    ],
)
def test_everybody_with_a_main_wager_on_a_shared_box_may_place_one_there(bet: str, game: str) -> None:
    wagers = [*(f"1 {player} main 20" for player in FIVE), *(f"1 {player} {bet} 2" for player in FIVE)]
    result = settled(B, PLAIN, "stand", **offering(bet, game, wagers=wagers))
    assert sorted(each["player"] for each in lines(result, bet=bet)) == FIVE


@pytest.mark.parametrize(
    ("bet", "game"),
    [
        pytest.param("perfect-pairs", "blackjack", marks=clause(B, "15.3.1")),
        pytest.param("blackpot", "blackjack", marks=clause(B, "23.3.1")),
        pytest.param("buster-blackjack", "blackjack", marks=clause(B, "26.3.1")),
        pytest.param("spread-bet", "blackjack", marks=clause(B, "28.3.1")),
        pytest.param("pot-of-gold", "free-bet-blackjack", marks=clause(B, "30.3.1")),
    ],
)
def test_a_player_may_place_further_chips_of_this_side_bet_on_the_same_area(bet: str, game: str) -> None:
    wagers = ["1 ann main 20", f"1 ann {bet} 2", f"1 ann {bet} 3"]
    result = settled(B, PLAIN, "stand", **offering(bet, game, wagers=wagers))
    assert sum(float(each["staked"]) for each in lines(result, bet=bet)) == 5


@clause(B, "16.3.2")
def test_a_second_crown_suits_wager_for_one_main_wager_is_refused() -> None:
    wagers = ["1 ann main 20", "1 ann crown-suits 2", "1 ann crown-suits 2"]
    refusal = refused(B, PLAIN, "stand", **offering("crown-suits", wagers=wagers))
    assert (refusal.clause, refusal.at) == ("16.3.2", "wagers[2]")


@pytest.mark.parametrize(
    ("bet", "game", "by"),
    [
        pytest.param("pontoon-pandemonium", "crown-pontoon", "11.4.2", marks=clause(B, "11.4.2")),
        pytest.param("magnificent-sevens", "blackjack", "13.4.2", marks=clause(B, "13.4.2")),
        pytest.param("perfect-pairs", "blackjack", "15.3.2", marks=clause(B, "15.3.2")),
        pytest.param("crown-suits", "blackjack", "16.3.2", marks=clause(B, "16.3.2")),
        pytest.param("blackjack-jackpots", "blackjack", "21.7.3(b)", marks=clause(B, "21.7.3(b)")),
        pytest.param("blackpot", "blackjack", "23.3.2", marks=clause(B, "23.3.2")),
        pytest.param("supernova", "blackjack", "24.6.3(b)", marks=clause(B, "24.6.3(b)")),
        pytest.param("buster-blackjack", "blackjack", "26.3.2(a)", marks=clause(B, "26.3.2(a)")),
        pytest.param("spread-bet", "blackjack", "28.3.2", marks=clause(B, "28.3.2")),
        pytest.param("pot-of-gold", "free-bet-blackjack", "30.3.2", marks=clause(B, "30.3.2")),
    ],
)
def test_a_side_bet_that_the_table_does_not_offer_is_refused_by_the_clause_of_its_wagers(
    bet: str, game: str, by: str
) -> None:
    refusal = refused(B, PLAIN, "stand", game=game, wagers=["1 ann main 20", f"1 ann {bet} 2"])
    assert (refusal.clause, refusal.at) == (by, "wagers[1]")


# --------------------------------------------------------------------------------------------- room on the area

FIVE = ["ann", "bob", "cid", "dot", "eve"]
ROOM = [("perfect-pairs", "blackjack"), ("spread-bet", "blackjack"), ("pot-of-gold", "free-bet-blackjack")]
ROOM += [("blackpot", "blackjack")]


def marked(*ids: str) -> list[Any]:
    """The side bets with five places to an area, each marked with the clause of its own."""
    return [pytest.param(bet, game, own, marks=clause(B, own)) for (bet, game), own in zip(ROOM, ids, strict=True)]


@pytest.mark.parametrize(("bet", "game", "by"), marked("15.3.3", "28.3.3", "30.3.3", "23.3.3"))
def test_an_area_takes_five_of_this_side_bet_and_no_sixth(bet: str, game: str, by: str) -> None:
    five = ["1 ann main 20", *(f"1 {player} {bet} 2" for player in FIVE)]
    assert len(lines(settled(B, PLAIN, "stand", **offering(bet, game, wagers=five)), bet=bet)) == 5
    refusal = refused(B, PLAIN, "stand", **offering(bet, game, wagers=[*five, f"1 zed {bet} 2"]))
    assert (refusal.clause, refusal.at) == (by, "wagers[6]")


@pytest.mark.parametrize(("bet", "game", "by"), marked("15.3.3", "28.3.3", "30.3.3", "23.3.4"))
def test_players_with_a_main_wager_on_the_box_come_first(bet: str, game: str, by: str) -> None:
    wagers = [*(f"1 {player} main 20" for player in FIVE), f"1 zed {bet} 2", *(f"1 {p} {bet} 2" for p in FIVE)]
    refusal = refused(B, PLAIN, "stand", **offering(bet, game, wagers=wagers))
    assert refusal.at == "wagers[5]"  # zed gives way
    assert refusal.clause == by.replace("23.3.4", "23.3.3")  # which has how many there may be


@pytest.mark.parametrize(("bet", "game", "by"), marked("15.3.3(a)", "28.3.3(a)", "30.3.3(a)", "23.3.4(a)"))
def test_the_places_left_go_clockwise_from_the_box(bet: str, game: str, by: str) -> None:
    mains = [*(f"1 {player} main 20" for player in FIVE[:4]), "2 max main 20", "3 zed main 20"]
    wagers = [*mains, f"1 zed {bet} 2", f"1 max {bet} 2", *(f"1 {player} {bet} 2" for player in FIVE[:4])]
    cards = "9s 9c 9d 8d 9h Kc Kd Kh"
    actions = ["stand", "stand", "stand"]
    refusal = refused(B, cards, *actions, **offering(bet, game, wagers=wagers))
    assert refusal.at == "wagers[6]"  # zed, two boxes away, gives way to max, who is next
    assert refusal.clause == by.removesuffix("(a)").replace("23.3.4", "23.3.3")
    without = [wager for wager in wagers if wager != f"1 zed {bet} 2"]
    assert net(B, cards, *actions, **offering(bet, game, wagers=without))


# ------------------------------------------------------------------------------------------------- jackpot wagers

SHARED = ["1 ann main 20", "1 bob main 20"]


@clause(B, "21.7.3(b)")
def test_blackjack_jackpots_is_for_the_player_who_controls_the_box() -> None:
    held = settled(B, PLAIN, "stand", **offering("blackjack-jackpots", wagers=[*SHARED, "1 ann blackjack-jackpots 2"]))
    assert held["net"] == {"ann": "-2", "bob": "0"}
    refusal = refused(
        B, PLAIN, "stand", **offering("blackjack-jackpots", wagers=[*SHARED, "1 bob blackjack-jackpots 2"])
    )
    assert (refusal.clause, refusal.at) == ("21.7.3(b)", "wagers[2]")


@clause(B, "24.6.3(b)")
def test_supernova_is_for_the_player_who_controls_the_box_where_they_want_it() -> None:
    both = [*SHARED, "1 ann supernova 2", "1 bob supernova 2"]
    refusal = refused(B, PLAIN, "stand", **offering("supernova", wagers=both))
    assert (refusal.clause, refusal.at) == ("24.6.3(c)", "wagers[3]")


@clause(B, "24.6.3(c)")
def test_supernova_may_go_to_another_on_the_box_where_the_controlling_player_wants_none() -> None:
    assert net(B, PLAIN, "stand", **offering("supernova", wagers=[*SHARED, "1 bob supernova 2"]))["bob"] == "-2"
    three = ["1 ann main 20", "1 bob main 20", "1 cid main 20", "1 bob supernova 2", "1 cid supernova 2"]
    assert refused(B, PLAIN, "stand", **offering("supernova", wagers=three)).clause == "24.6.3(b)"


@clause(B, "21.7.4(b)", "24.6.4(b)")
@pytest.mark.parametrize("bet", ["blackjack-jackpots", "supernova"])
def test_a_jackpot_wager_gives_no_right_to_decide_for_another_box(bet: str) -> None:
    wagers = ["1 ann main 20", "2 bob main 20", "2 ann main 20", f"1 ann {bet} 2"]
    given = offering(bet, wagers=wagers)
    cards = "9s 9c 8d 9h 9d Kc"
    assert net(B, cards, "stand ann", "stand bob", **given) == {"ann": "-2", "bob": "0"}
    refusal = refused(B, cards, "stand ann", "stand ann", **given)
    assert (refusal.clause, refusal.at) == ("5.9", 1)


@clause(B, "24.6.4(b)")
def test_one_with_supernova_on_anothers_box_does_not_decide_there() -> None:
    given = offering("supernova", wagers=[*SHARED, "1 bob supernova 2"])
    assert refused(B, PLAIN, "stand bob", **given).clause == "5.9"
