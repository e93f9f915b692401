"""Melbourne: what a player may decide in the subsequent deal, and cards that are drawn unasked."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.records import line, net, record, refused, settled

from cutcard.engine import Deal, Hit, NoMoreBets, Played, Stand, State, play
from cutcard.engine.commands import Command
from cutcard.records import parse

B = "melbourne-v26"
TWO_BOXES = ["1 ann main 20", "2 bob main 20"]
FORCED = {"forced-draw": True}
EXEMPT = ["crown-pontoon", "6-to-5-pontoon", "spanish-blackjack", "premium-doubling-blackjack"]


@clause(B, "7.5.1")
def test_boxes_decide_one_after_the_other_from_the_left() -> None:
    cards = "Ts 9s 7d 5h 8h 6c Tc"
    assert net(B, cards, "hit #1", "stand #2", wagers=TWO_BOXES) == {"ann": "20", "bob": "0"}
    refusal = refused(B, cards, "stand #2", "hit #1", wagers=TWO_BOXES)
    assert (refusal.clause, refusal.at) == ("7.5.1", 0)


@clause(B, "7.5.1")
def test_every_hand_under_twenty_one_needs_a_decision() -> None:
    refusal = refused(B, "Ts 9s 7d 5h 8h 6c Tc", "hit", wagers=TWO_BOXES)
    assert (refusal.clause, refusal.at) == ("7.5.1", 1)


@clause(B, "7.5.1(c)")
@pytest.mark.parametrize("second", ["2h", "6h", "8h"])
def test_a_player_may_stand_on_any_total(second: str) -> None:
    result = settled(B, f"4s 7d {second} Tc", "stand")
    assert result["hands"][0]["cards"] == f"4s {second}"
    assert result["net"] == {"ann": "-20"}


@clause(B, "7.5.1(d)")
def test_a_player_may_draw_for_as_long_as_the_total_is_under_twenty_one() -> None:
    result = settled(B, "2s 7d 2h 2c 2d 3c 3d 6c Tc", "hit", "hit", "hit", "hit", "hit", "stand")
    assert (result["hands"][0]["total"], result["net"]) == (20, {"ann": "20"})


@clause(B, "7.5.1(d)")
@pytest.mark.parametrize(("cards", "rest"), [("5s 9d 6h Tc", "Kd"), ("As 9d 7h 3c", "Kd")])
def test_nothing_is_drawn_to_a_hard_or_soft_twenty_one(cards: str, rest: str) -> None:
    result = settled(B, f"{cards} {rest}", "hit")  # and no word to stand is needed
    assert (result["hands"][0]["total"], result["net"]) == (21, {"ann": "20"})
    refusal = refused(B, f"{cards} {rest} 2c", "hit", "hit")
    assert refusal.at == 1


@clause(B, "7.5.1(d)")
def test_nothing_is_drawn_to_a_blackjack() -> None:
    cards = "As 9s Kd Kh 8h 9c"
    assert net(B, cards, "stand #2", wagers=TWO_BOXES) == {"ann": "30", "bob": "-20"}
    assert refused(B, cards, "hit #1", "stand #2", wagers=TWO_BOXES).at == 0


@clause(B, "7.5.3")
def test_each_card_asked_for_comes_at_once_and_its_total_is_known() -> None:
    given = parse(record(B, "2s 7d 3h 4c 5c"))
    state = State(given.setup)
    commands: tuple[Command, ...] = (*given.wagers, NoMoreBets(), *map(Deal, given.cards[:3]))
    totals = []
    for command in (*commands, Hit(), Deal(given.cards[3]), Hit(), Deal(given.cards[4]), Stand()):
        played = play(state, command)
        assert isinstance(played, Played)
        state = played.state
        if isinstance(command, Deal):
            totals.append(state.hands[0].total)
        if isinstance(command, Hit):
            assert state.needs == "card"
    assert totals == [2, 2, 5, 9, 14]


# ---------------------------------------------------------------------------------------------- the automatic draw


@clause(B, "7.5.2", "7.5.2(a)")
@pytest.mark.parametrize("game", ["blackjack", "crown-blackjack", "sports-blackjack", "free-bet-blackjack"])
def test_the_option_draws_unasked_to_a_hand_that_can_neither_double_nor_split(game: str) -> None:
    result = settled(B, "2s 9d 4h 2c 9h 8c", "stand", game=game, options=FORCED)
    assert (result["hands"][0]["cards"], result["net"]) == ("2s 4h 2c 9h", {"ann": "0"})


@clause(B, "7.5.2", "7.5.2(a)")
@pytest.mark.parametrize("game", ["vegas-blackjack", "premier-blackjack"])
def test_the_option_waits_for_the_third_card_where_any_two_may_double(game: str) -> None:
    result = settled(B, "2s 9d 4h 2c 9h 8c", "hit", "stand", game=game, decks=4, options=FORCED)
    assert (result["hands"][0]["cards"], result["net"]) == ("2s 4h 2c 9h", {"ann": "0"})


@clause(B, "7.5.2", "7.5.2(a)")
def test_the_option_waits_for_the_fourth_card_at_plus_where_three_may_double() -> None:
    result = settled(B, "2s 9d 4h 2c 2d 6h", "hit", "hit", game="blackjack-plus", options=FORCED)
    assert (result["hands"][0]["cards"], result["net"]) == ("2s 4h 2c 2d 6h", {"ann": "20"})  # five and under


@clause(B, "7.5.2")
def test_the_option_draws_to_hard_twelve_or_more() -> None:
    result = settled(B, "2s 9d 3h 4c 3c Kd", "stand", options=FORCED)  # 5, then 9 with three cards, then 12
    assert result["hands"][0]["cards"] == "2s 3h 4c 3c"
    assert result["net"] == {"ann": "-20"}
    eleven = settled(B, "2s 9d 3h 6c 3c Kd", "stand", options=FORCED)  # 11 of three cards is not enough
    assert eleven["hands"][0]["cards"] == "2s 3h 6c 3c"


@clause(B, "7.5.2")
def test_the_option_draws_on_through_a_soft_total_under_seventeen() -> None:
    through = settled(B, "2s 9d 3h Ac Kd 8c", "stand", options=FORCED)  # soft 16, then hard 16
    assert through["hands"][0]["cards"] == "2s 3h Ac Kd"
    stopped = settled(B, "2s 9d 4h Ac 8c", "stand", options=FORCED)  # soft 17
    assert stopped["hands"][0]["cards"] == "2s 4h Ac"


@clause(B, "7.5.2")
@pytest.mark.parametrize(("cards", "total"), [("4s 9d 5h Td", 9), ("4s 9d 4h Td", 8), ("As 9d 2h Td", 13)])
def test_the_option_leaves_alone_a_hand_that_may_double_or_split_or_has_twelve(cards: str, total: int) -> None:
    result = settled(B, cards, "stand", options=FORCED)
    assert result["hands"][0]["total"] == total


@clause(B, "7.5.2")
def test_the_option_draws_to_a_pair_that_may_not_be_split_any_more() -> None:
    cards = "4s 9d 4h 4c 4d 5c Tc 7c Td"  # three hands, of which the first is a pair again
    result = settled(B, cards, "split", "split", "stand", "stand", "stand", options=FORCED)
    assert [hand["cards"] for hand in result["hands"]] == [
        "4s 4d 5c",
        "4c Tc",
        "4h 7c",
    ]  # 11 may double, so it is asked


@clause(B, "7.5.2")
def test_without_the_option_the_player_is_asked() -> None:
    assert settled(B, "2s 9d 3h Td", "stand")["hands"][0]["total"] == 5


@clause(B, "7.5.2", "7.5.2(a)")
@pytest.mark.parametrize("game", EXEMPT)
def test_the_option_is_refused_in_the_pontoon_games_and_premium_doubling(game: str) -> None:
    assert refused(B, "2s 9d 3h Kd", "stand", game=game, options=FORCED).clause == "7.5.2"
    for cards, calls in (("2s 9d 3h Kd", ["stand"]), ("2s 9d 3h 2c Kd", ["hit", "stand"])):
        assert settled(B, cards, *calls, game=game)["hands"][0]["ended"] == "stood"  # the player is asked each time


# -------------------------------------------------------------------------------------- Blackjack Select, chapter 27


def select(cards: str, *actions: str) -> tuple[str, str]:
    """The cards of ann's hand and what she won."""
    result = settled(B, cards, *actions, game="blackjack-select")
    return result["hands"][0]["cards"], result["net"]["ann"]


@clause(B, "27.2.1", "27.2.1(b)")
def test_select_draws_unasked_to_a_hard_total_under_twelve() -> None:
    assert select("2s 9d 3h 4c 8c Td", "stand") == ("2s 3h 4c 8c", "-20")  # 5, 9, then 17
    assert select("5s 9d 6h Tc Td") == ("5s 6h Tc", "20")  # 11 may not be doubled
    assert select("4s 9d 4h Tc Td", "stand") == ("4s 4h Tc", "-20")  # a pair may not be split


@clause(B, "27.2.1", "27.2.1(a)")
def test_select_draws_unasked_to_a_soft_total_under_seventeen() -> None:
    assert select("As 9d 2h 2c 5c Td", "stand") == ("As 2h 2c 5c", "20")  # soft 13, soft 15, soft 20
    assert select("As 9d 5h Tc Td", "stand") == ("As 5h Tc", "-20")  # soft 16, then hard 16


@clause(B, "27.2.1", "27.2.1(a)", "27.2.1(b)", "27.2.2")
@pytest.mark.parametrize(("hand", "third"), [("As 6h", "3c"), ("5s 7h", "8c")])
def test_select_asks_the_player_at_exactly_soft_seventeen_and_hard_twelve(hand: str, third: str) -> None:
    first, second = hand.split()
    assert select(f"{first} 9d {second} Td", "stand") == (hand, "-20")
    assert select(f"{first} 9d {second} {third} Td", "hit", "stand") == (f"{hand} {third}", "20")  # 20 against 19


@clause(B, "27.2.2", "27.2.2(a)", "27.2.2(b)(i)", "27.2.2(b)(ii)")
def test_select_lets_a_soft_eighteen_stand_or_draw() -> None:
    assert select("As 9d 7h Td", "stand") == ("As 7h", "-20")
    assert select("As 9d 7h 2c Td", "hit", "stand") == ("As 7h 2c", "20")


@clause(B, "27.2.2", "27.2.2(b)", "27.2.2(b)(i)", "27.2.2(b)(ii)")
def test_select_lets_a_hard_thirteen_stand_or_draw() -> None:
    assert select("6s 9d 7h Td", "stand") == ("6s 7h", "-20")
    assert select("6s 9d 7h 7c Td", "hit", "stand") == ("6s 7h 7c", "20")


@clause(B, "27.2.3")
@pytest.mark.parametrize(("cards", "action"), [("8s 9d 8h Td Tc", "split"), ("As 9d 8h Td", "double")])
def test_select_has_neither_splitting_nor_doubling(cards: str, action: str) -> None:
    refusal = refused(B, cards, action, game="blackjack-select")
    assert (refusal.clause, refusal.at) == ("27.2.3", 0)


@clause(B, "27.2.4", "27.2.4(a)")
def test_select_asks_again_until_twenty_one() -> None:
    assert select("6s 9d 7h 2c 6c Td", "hit", "hit") == ("6s 7h 2c 6c", "20")


@clause(B, "27.2.4", "27.2.4(b)")
def test_select_asks_again_until_the_hand_is_over_twenty_one() -> None:
    result = settled(B, "6s 9d 7h 2c Tc Td", "hit", "hit", game="blackjack-select")
    assert (line(result, bet="main")["clause"], result["net"]) == ("5.6.5", {"ann": "-20"})


@clause(B, "27.2.4", "27.2.4(c)")
def test_select_asks_again_until_the_player_stands() -> None:
    assert refused(B, "6s 9d 7h 2c Td", "hit", game="blackjack-select").at == 1
    assert select("6s 9d 7h 2c Td", "hit", "stand") == ("6s 7h 2c", "-20")


@clause(B, "27.2.1", "7.3.2(a)")
def test_select_offers_insurance_before_it_draws_unasked() -> None:
    result = settled(B, "2s Ad 3h Tc 7c", "insure 10", "stand", game="blackjack-select")
    assert result["hands"][0]["cards"] == "2s 3h Tc"
    assert result["net"] == {"ann": "-30"}  # 15 against a soft 18
