"""Melbourne: Blackpot, which may win four times over two rounds."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.records import line, lines, net, refused, settled
from support.tables import Table

from cutcard.table import PlaceWager, TakeBackWager

B = "melbourne-v26"
BET = "blackpot"
MAIN = "1 ann main 20"
CARRIED = {"box": 1, "player": "ann", "bet": BET, "amount": "1", "carried": "1"}


def pot(cards: str, *actions: str, wagers: list[Any] | None = None, **rest: Any) -> dict[str, Any]:
    """A round with a Blackpot wager of 1 beside a main wager of 20."""
    return settled(B, cards, *actions, side_bets={BET: True}, wagers=wagers or [MAIN, f"1 ann {BET} 1"], **rest)


def came_back(result: dict[str, Any], player: str = "ann") -> int:
    """All that was returned on a player's Blackpot."""
    return sum(int(each["returned"]) for each in lines(result, bet=BET, player=player))


# ----------------------------------------------------------------------------------------------- the first two cards


@pytest.mark.parametrize(
    "hand",
    [
        pytest.param("6s 7h", marks=clause(B, "23.2(a)")),
        pytest.param("7s 6h", marks=clause(B, "23.2(a)")),
        pytest.param("6s 8h", marks=clause(B, "23.2(b)")),
        pytest.param("8s 6h", marks=clause(B, "23.2(b)")),
        pytest.param("7s 8h", marks=clause(B, "23.2(c)")),
        pytest.param("8s 7h", marks=clause(B, "23.2(c)")),
    ],
)
@clause(B, "23.2:Qualifying hand (initial deal)", "23.3.5(a)(i)", "23.4.1")
def test_two_of_six_seven_and_eight_win_ten_to_one(hand: str) -> None:
    first, second = hand.split()
    won = line(pot(f"{first} 9d {second} Kc", "stand"), bet=BET, outcome="win")
    assert (won["returned"], won["odds"], won["clause"]) == ("10", "10:1", "23.4.1")


@clause(B, "23.3.5(a)(ii)")
@pytest.mark.parametrize("hand", ["6s 6h", "7s 7h", "8s 8h", "6s 5h", "8s 9h", "As Kh"])
def test_any_other_two_cards_lose(hand: str) -> None:
    first, second = hand.split()
    actions = [] if hand == "As Kh" else ["stand"]
    lost = line(pot(f"{first} 9d {second} Kc", *actions), bet=BET)
    assert (lost["returned"], lost["clause"]) == ("0", "23.3.5(a)(ii)")


@clause(B, "23.1", "23.4.1")
@pytest.mark.parametrize(
    "game",
    ["vegas-blackjack", "crown-pontoon", "blackjack-plus", "blackjack-select", "free-bet-blackjack"],
)
def test_it_pays_alike_in_other_games(game: str) -> None:
    result = pot("6s 9d 7h 8c Kc", "hit", game=game, decks=4)
    assert came_back(result) == 111


# --------------------------------------------------------------------------------------------------- the third card


@clause(B, "23.4.3")
def test_the_stake_of_a_first_win_stays_and_plays_on() -> None:
    assert came_back(pot("6s 9d 7h Kc", "stand")) == 10  # and the stake is gone by the end
    assert came_back(pot("6s 9d 7h 8c Kc", "hit")) == 111


@clause(B, "23.2:Qualifying hand (subsequent deal)", "23.3.5(b)(i)", "23.4.1")
@pytest.mark.parametrize("hand", ["6s 7h 8c", "8s 6h 7c", "7s 8h 6c"])
def test_the_third_of_the_three_wins_a_hundred_to_one(hand: str) -> None:
    first, second, third = hand.split()
    won = line(pot(f"{first} 9d {second} {third} Kc", "hit"), bet=BET, staked="1")
    assert (won["returned"], won["odds"], won["clause"]) == ("101", "100:1", "23.4.1")


@clause(B, "23.3.5(b)(i)")
def test_a_third_card_by_a_double_completes_the_hand_as_well() -> None:
    assert came_back(pot("6s 9d 7h 8c Kc", "double", game="premier-blackjack")) == 111


@clause(B, "23.3.5(b)(ii)")
@pytest.mark.parametrize(("third", "actions"), [("2c", ["hit", "stand"]), ("Kc", ["hit"])])
def test_another_third_card_loses_the_stake(third: str, actions: list[str]) -> None:
    result = pot(f"6s 9d 7h {third} Kc", *actions)
    lost = line(result, bet=BET, outcome="lose")
    assert (lost["returned"], lost["clause"], came_back(result)) == ("0", "23.3.5(b)(ii)", 10)


@clause(B, "23.3.5(b)(ii)")
def test_a_fourth_card_does_not_complete_what_the_third_left_out() -> None:
    assert came_back(pot("6s 9d 7h Ac 7c Kc", "hit", "hit")) == 10


@clause(B, "23.3.5(b)(iii)")
def test_a_box_that_stands_with_two_cards_loses_the_stake() -> None:
    result = pot("6s 9d 7h Kc", "stand")
    lost = line(result, bet=BET, outcome="lose")
    assert (lost["returned"], lost["clause"]) == ("0", "23.3.5(b)(iii)")


@clause(B, "23.3.5(b)(iii)")
def test_a_box_that_surrenders_its_two_cards_loses_the_stake_too() -> None:
    result = pot("6s Kd 7h 9c", "surrender", game="crown-pontoon")
    assert (came_back(result), result["net"]) == (10, {"ann": "-1"})


# ------------------------------------------------------------------------------------------------- the round after


@clause(B, "23.3.5(c)")
def test_a_completed_hand_leaves_the_wager_active_for_the_next_round() -> None:
    assert pot("6s 9d 7h 8c Kc", "hit")["carried"] == [{"box": 1, "player": "ann", "bet": BET, "amount": "1"}]
    assert "carried" not in pot("6s 9d 7h 2c Kc", "hit", "stand")
    assert "carried" not in pot("6s 9d 7h Kc", "stand")


@clause(B, "23.4.1", "23.3.5(c)")
def test_a_carried_wager_wins_a_thousand_and_then_twenty_thousand_to_one() -> None:
    once = pot("6s 9d 7h Kc", "stand", wagers=[MAIN, CARRIED])
    assert (line(once, bet=BET, outcome="win")["odds"], came_back(once)) == ("1000:1", 1000)
    twice = pot("6s 9d 7h 8c Kc", "hit", wagers=[MAIN, CARRIED])
    assert [each["odds"] for each in lines(twice, bet=BET)] in (["20000:1", "1000:1"], ["1000:1", "20000:1"])
    assert came_back(twice) == 21001
    assert {each["clause"] for each in lines(twice, bet=BET)} == {"23.4.1"}


@clause(B, "23.3.5(c)")
def test_a_carried_wager_is_active_for_one_round_and_no_longer() -> None:
    assert "carried" not in pot("6s 9d 7h 8c Kc", "hit", wagers=[MAIN, CARRIED])


@clause(B, "23.3.5(a)(ii)")
def test_a_carried_wager_loses_as_a_new_one_does() -> None:
    assert came_back(pot("6s 9d 9h Kc", "stand", wagers=[MAIN, CARRIED])) == 0


@clause(B, "23.3.5(c)(ii)")
def test_the_owner_may_take_a_carried_wager_off() -> None:
    offered = pot("6s 9d 7h 8c Kc", "hit")
    assert (offered["carried"][0]["amount"], came_back(offered)) == ("1", 111)  # its stake has come back
    assert pot("6s 9d 7h Kc", "stand", wagers=[MAIN])["net"] == {"ann": "-20"}  # and need not go on again


@clause(B, "23.3.5(c)(iii)")
def test_the_owner_may_lower_a_carried_wager() -> None:
    lowered = {**CARRIED, "amount": "2", "carried": "5"}
    assert came_back(pot("6s 9d 7h Kc", "stand", wagers=[MAIN, lowered])) == 2000


@clause(B, "23.3.5(c)(iv)")
def test_the_owner_may_not_raise_a_carried_wager() -> None:
    raised = {**CARRIED, "amount": "6", "carried": "5"}
    refusal = refused(B, "6s 9d 7h Kc", "stand", side_bets={BET: True}, wagers=[MAIN, raised])
    assert (refusal.clause, refusal.at) == ("23.3.5(c)(iv)", "wagers[1]")
    beside = f"1 ann {BET} 1"
    for wagers in ([MAIN, CARRIED, beside], [MAIN, beside, CARRIED]):  # nor with a new one of their own beside it
        added = refused(B, "6s 9d 7h Kc", "stand", side_bets={BET: True}, wagers=wagers)
        assert (added.clause, added.at) == ("23.3.5(c)(iv)", "wagers[2]")
    assert came_back(pot("6s 9d 7h Kc", "stand", wagers=[MAIN, CARRIED, f"1 bob {BET} 1"])) == 1000  # another's may lie


STAYING = "6s 9d 7h 8c 8s 6c 9c 7d 8d 9h"  # all three and a win, and then two of the three again


def stays() -> Table:
    """Betting is open for the round in which ann's Blackpot of 10 may stay; its stake has come back to her."""
    floor = Table(B, side_bets={BET: True}).seat("ann", 1).ready(STAYING)
    floor.wagers("ann 1 20", f"ann 1 10 {BET}").close()
    floor.call("ann", "hit")
    floor.finish()
    return floor.wagers("ann 1 20")


@clause(B, "23.3.5(c)", "23.3.5(c)(ii)", "23.3.5(c)(iii)", "23.3.5(c)(iv)")
@pytest.mark.parametrize("stayed", [0, 400, 1000])
def test_at_a_table_what_stays_is_taken_off_or_lowered_and_never_raised(stayed: int) -> None:
    floor = stays()
    chips = floor.chips("ann")
    floor.do(PlaceWager(1, 1000, BET, carried=True), "ann")
    for more in (PlaceWager(1, 100, BET), PlaceWager(1, 100, BET, carried=True)):
        assert floor.refused(more, "ann").clause == "23.3.5(c)(iv)"
    if stayed < 1000:
        floor.do(TakeBackWager(1, BET, amount=1000 - stayed), "ann")
    assert floor.chips("ann") == chips - stayed
    floor.close()
    assert floor.chips("ann") == chips - stayed + 1000 * stayed  # a thousand to one on what stayed, and nothing else


@clause(B, "23.3.5(c)(iv)")
def test_at_a_table_a_new_wager_is_taken_back_before_the_one_that_stays_is_laid() -> None:
    floor = stays()
    floor.do(PlaceWager(1, 500, BET), "ann")
    assert floor.refused(PlaceWager(1, 500, BET, carried=True), "ann").clause == "23.3.5(c)(iv)"
    floor.do(TakeBackWager(1, BET), "ann")
    floor.do(PlaceWager(1, 500, BET, carried=True), "ann")


@clause(B, "23.5.1", "23.5.1(a)")
def test_a_carried_wager_goes_back_where_the_box_has_no_main_wager() -> None:
    result = pot("6s 9d 7h Kc", "stand", wagers=["2 ann main 20", CARRIED])
    back = line(result, bet=BET)
    assert (back["outcome"], back["returned"], back["clause"]) == ("void", "1", "23.5.1(a)")
    assert result["net"] == {"ann": "-20"}


@clause(B, "23.5.2")
def test_carried_wagers_come_before_new_ones_of_players_on_the_box() -> None:
    others = [{**CARRIED, "player": name} for name in ("bob", "cid", "dot", "eve", "fay")]
    refusal = refused(B, "6s 9d 7h Kc", "stand", side_bets={BET: True}, wagers=[MAIN, f"1 ann {BET} 1", *others])
    assert refusal.at == "wagers[1]"
    assert pot("6s 9d 7h Kc", "stand", wagers=[MAIN, *others])["net"]["bob"] == "999"


# ---------------------------------------------------------------------------------------------- the maximum payout


@clause(B, "23.4.1")
@pytest.mark.parametrize(
    "stake", [f"1 ann {BET} 5", {**CARRIED, "amount": "5", "carried": "5"}], ids=["new", "carried"]
)
def test_no_payment_goes_over_the_maximum_on_the_notice(stake: Any) -> None:
    given: dict[str, Any] = {"wagers": [MAIN, stake], "options": {"blackpot-maximum-payout": "40"}}
    assert came_back(pot("6s 9d 7h Kc", "stand", **given)) == 40  # 50 or 5,000 by the odds
    assert came_back(pot("6s 9d 7h 8c Kc", "hit", **given)) == 40 + 40 + 5  # each win by itself, and the stake


@clause(B, "23.3.2")
def test_one_who_bets_behind_wins_by_the_cards_of_the_box() -> None:
    given: dict[str, Any] = {"side_bets": {BET: True}, "wagers": [MAIN, f"1 zed {BET} 1"]}
    assert net(B, "6s 9d 7h 8c Kc", "hit", **given) == {"ann": "20", "zed": "110"}
