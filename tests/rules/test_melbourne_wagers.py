"""Melbourne: card values, placing wagers, who decides for a box, limits and the initial deal."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.records import line, lines, net, record, refused, settled

from cutcard.engine import Deal, NoMoreBets, PlaceWager, Played, Refusal, State, play
from cutcard.engine.commands import Command
from cutcard.records import parse

B = "melbourne-v26"
BOB_AND_VIP = {"minimum": "10", "maximum": "100", "personal": {"vip": {"minimum": "50", "maximum": "1000"}}}


# ------------------------------------------------------------------------------------------------------- the cards


@clause(B, "3.2.2")
@pytest.mark.parametrize(
    ("rank", "won"),
    [("2", "-20"), ("3", "-20"), ("4", "-20"), ("5", "-20"), ("6", "-20"), ("7", "0"), ("8", "20"), ("9", "20")],
)
def test_a_card_from_two_to_nine_counts_its_pips(rank: str, won: str) -> None:
    result = settled(B, f"{rank}s 7d Kh Qc", "stand")  # the dealer has 17
    assert result["hands"][0]["total"] == int(rank) + 10
    assert result["net"] == {"ann": won}


@clause(B, "3.2.2", "3.2.3")
@pytest.mark.parametrize("rank", "TJQK")
def test_a_ten_and_every_picture_count_ten(rank: str) -> None:
    assert net(B, f"{rank}s 8d 9h Tc", "stand") == {"ann": "20"}  # 19 against 18


@clause(B, "3.2.1")
def test_an_ace_counts_eleven_until_that_is_too_much() -> None:
    assert net(B, "As 7d 8h Tc", "stand") == {"ann": "20"}  # 19 against 17
    assert net(B, "As 8d 8h 5c 5d Tc", "hit", "hit", "stand") == {"ann": "20"}  # 14, then 19 against 18


@clause(B, "3.2.1")
def test_the_dealers_ace_counts_one_where_eleven_is_too_much() -> None:
    result = settled(B, "Ts 6d 9h 9c Ad 5c", "stand")  # 15 and an ace is 16, so one card more
    assert result["dealer"]["total"] == 21
    assert result["net"] == {"ann": "-20"}


@clause(B, "3.2.1(b)")
def test_the_dealers_first_ace_makes_a_soft_seventeen_that_stands() -> None:
    result = settled(B, "Ts 6d 8h Ac 4d", "stand")
    assert result["dealer"] == {"cards": "6d Ac", "total": 17, "blackjack": False}
    assert result["net"] == {"ann": "20"}


@clause(B, "3.1")
@pytest.mark.parametrize("decks", [3, 9])
def test_blackjack_is_refused_with_fewer_than_four_or_more_than_eight_decks(decks: int) -> None:
    assert refused(B, "Ts 7d 9h Tc", "stand", decks=decks).clause == "3.1"


@clause(B, "3.1")
@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8])
def test_each_card_comes_as_often_as_there_are_decks(decks: int) -> None:
    nines = " ".join(["9s"] * decks)
    assert net(B, "Ts 7d 9h Tc", "stand", decks=decks) == {"ann": "20"}
    assert refused(B, f"9s 7d {nines}", "stand", decks=decks).clause == "3.1"


# ------------------------------------------------------------------------------------------------ placing a wager


@clause(B, "5.5.1", "5.14.1", "5.14.2")
def test_a_lost_wager_is_taken_and_a_won_one_is_paid_with_its_stake() -> None:
    result = settled(B, "Ts 9s 8d 9h 8h Tc", "stand", "stand", wagers=["1 ann main 20", "2 bob main 30"])
    assert line(result, player="ann")["returned"] == "40"  # 19 against 18
    assert line(result, player="bob")["returned"] == "0"  # 17 against 18
    assert result["net"] == {"ann": "20", "bob": "-30"}


def after(cards: int, *wagers: str) -> State:
    """A round whose betting is closed and that has had so many cards."""
    given = parse(record(B, "Ts 7d 9h Tc", wagers=wagers))
    state = State(given.setup)
    commands: tuple[Command, ...] = (*given.wagers, NoMoreBets(), *map(Deal, given.cards[:cards]))
    for command in commands:
        played = play(state, command)
        assert isinstance(played, Played)
        state = played.state
    return state


@clause(B, "5.2", "5.4", "7.3.1(a)")
@pytest.mark.parametrize("cards", [0, 1, 3])
@pytest.mark.parametrize("player", ["ann", "bob"])
def test_nothing_is_placed_or_raised_once_betting_is_closed(cards: int, player: str) -> None:
    late = play(after(cards, "1 ann main 20"), PlaceWager(1, player, "main", 500))
    assert isinstance(late, Refusal)
    assert late.clause == "5.4"


@clause(B, "2.1")
def test_there_is_no_tenth_box() -> None:
    assert net(B, "Ts 7d 9h Tc", "stand", wagers=["9 ann main 20"]) == {"ann": "20"}
    assert refused(B, "Ts 7d 9h Tc", "stand", wagers=["10 ann main 20"]).clause == "2.1"


@clause(B, "5.8")
def test_five_players_share_a_box_and_a_sixth_is_refused() -> None:
    five = [f"1 {name} main 20" for name in ("ann", "bob", "cid", "dot", "eve")]
    assert set(net(B, "Ts 7d 9h Tc", "stand", wagers=five).values()) == {"20"}
    refusal = refused(B, "Ts 7d 9h Tc", "stand", wagers=[*five, "1 fay main 20"])
    assert (refusal.clause, refusal.at) == ("5.8", "wagers[5]")


@clause(B, "5.9", "5.9.1(a)")
def test_the_player_whose_wager_lies_nearest_the_dealer_decides_for_all() -> None:
    shared = ["1 ann main 20", "1 bob main 50"]
    cards = "Ts 7d 5h 5c Tc"
    assert net(B, cards, {"do": "hit", "player": "ann"}, "stand", wagers=shared) == {"ann": "20", "bob": "50"}
    refusal = refused(B, cards, {"do": "hit", "player": "bob"}, "stand", wagers=shared)
    assert (refusal.clause, refusal.at) == ("5.9", 0)


@clause(B, "5.9.1(a)", "5.9.1(b)", "5.10.1")
def test_who_sits_at_the_box_decides_also_where_another_wagered_first() -> None:
    shared = ["1 ann main 20", "1 bob main 50"]
    cards = "Ts 7d 5h 5c Tc"
    assert net(B, cards, "hit bob", "stand", wagers=shared, seats={"1": "bob"}) == {"ann": "20", "bob": "50"}
    refusal = refused(B, cards, "hit ann", "stand", wagers=shared, seats={"1": "bob"})
    assert (refusal.clause, refusal.at) == ("5.9", 0)
    for seated in (None, "cid"):  # nobody who wagers there sits there: the first to wager decides
        assert net(B, cards, "hit ann", "stand", wagers=shared, seats={"1": seated}) == {"ann": "20", "bob": "50"}


@clause(B, "5.10", "5.10.1")
def test_a_player_on_several_boxes_decides_only_where_his_own_wager_controls() -> None:
    wagers = ["1 ann main 20", "2 bob main 20", "2 ann main 30"]
    cards = "Ts 9s 7d 9h 8h Tc"
    assert net(B, cards, "stand ann", "stand bob", wagers=wagers) == {"ann": "20", "bob": "0"}
    refusal = refused(B, cards, "stand ann", "stand ann", wagers=wagers)
    assert (refusal.clause, refusal.at) == ("5.9", 1)


# --------------------------------------------------------------------------------------------------------- limits


@clause(B, "6.2.1")
def test_a_first_wager_under_the_minimum_is_settled_with_a_warning() -> None:
    result = settled(B, "Ts 7d 9h Tc", "stand", wagers=["1 ann main 5"], limits={"minimum": "10"})
    assert result["net"] == {"ann": "5"}
    (warning,) = result["warnings"]
    assert (warning["player"], warning["clause"]) == ("ann", "6.2.1")


@clause(B, "6.2.1")
@pytest.mark.parametrize(("cards", "bob"), [("Ts 7d 9h Tc", "20"), ("Ts 7d 6h Tc", "-20")])
def test_a_further_wager_under_the_minimum_is_returned_whatever_the_result(cards: str, bob: str) -> None:
    wagers = ["1 ann main 5", "2 bob main 20"]
    result = settled(B, cards, "stand", wagers=wagers, limits={"minimum": "10"}, warned=["ann"])
    given_back = line(result, player="ann")
    assert (given_back["outcome"], given_back["returned"], given_back["clause"]) == ("void", "5", "6.2.1")
    assert result["net"] == {"ann": "0", "bob": bob}


@clause(B, "6.2.1")
def test_a_side_bet_under_its_own_minimum_is_warned_of_and_then_returned() -> None:
    limits = {"side_bets": {"perfect-pairs": {"minimum": "5"}}}
    given = {"side_bets": {"perfect-pairs": "A"}, "wagers": ["1 ann main 20", "1 ann perfect-pairs 2"]}
    first = settled(B, "9s 7d 9h Tc", "stand", limits=limits, **given)
    assert line(first, bet="perfect-pairs")["returned"] == "14"  # a mixed pair, 6 to 1
    assert first["warnings"][0]["clause"] == "6.2.1"
    again = settled(B, "9s 7d 9h Tc", "stand", limits=limits, warned=["ann"], **given)
    assert line(again, bet="perfect-pairs")["returned"] == "2"


@clause(B, "6.2.2")
@pytest.mark.parametrize(("cards", "won"), [("Ts 7d 9h Tc", "100"), ("Ts 7d 6h Tc", "-100")])
def test_a_wager_over_the_maximum_is_paid_or_collected_to_the_maximum(cards: str, won: str) -> None:
    result = settled(B, cards, "stand", wagers=["1 ann main 150"], limits={"maximum": "100"})
    excess = line(result, outcome="void")
    assert (excess["staked"], excess["returned"], excess["clause"]) == ("50", "50", "6.2.2")
    assert result["net"] == {"ann": won}


@clause(B, "6.2.2")
def test_a_side_bet_over_its_own_maximum_is_settled_to_that() -> None:
    given = {"side_bets": {"perfect-pairs": "A"}, "wagers": ["1 ann main 20", "1 ann perfect-pairs 15"]}
    limits = {"maximum": "100", "side_bets": {"perfect-pairs": {"maximum": "10"}}}
    result = settled(B, "9s 7d 9h Tc", "stand", limits=limits, **given)
    assert [each["returned"] for each in lines(result, bet="perfect-pairs")] == ["70", "5"]


@clause(B, "6.2.2", "7.5.5(a)(i)", "7.5.6(a)(i)", "1.1:Insurance Wager")
def test_doubles_splits_and_insurance_follow_the_wager_as_cut_back() -> None:
    over = {"wagers": ["1 ann main 150"], "limits": {"maximum": "100"}}
    assert net(B, "6s 7d 5h 9c Tc", "double", **over) == {"ann": "200"}
    assert refused(B, "6s 7d 5h 9c Tc", "double 150", **over).clause == "7.5.5(a)(i)"
    halves = settled(B, "8s 7d 8h Tc Td Th", "split", "stand", "stand", **over)
    assert line(halves, bet="split")["staked"] == "100"
    assert net(B, "Ts Ad 9h Kc", "insure 50", "stand", **over) == {"ann": "0"}
    assert refused(B, "Ts Ad 9h Kc", "insure 75", "stand", **over).clause == "1.1:Insurance Wager"


@clause(B, "6.2.3")
def test_a_payment_that_chips_cannot_make_goes_up_to_the_next_one_that_they_can() -> None:
    assert net(B, "As 7d Kh", wagers=["1 ann main 15"], chip="5") == {"ann": "25"}  # 22.50 at 3 to 2
    assert net(B, "As 7d Kh", wagers=["1 ann main 15"]) == {"ann": "22.50"}
    assert net(B, "Ts 7d 9h Tc", "stand", wagers=["1 ann main 17"], chip="5") == {"ann": "20"}


@clause(B, "5.9.1(d)", "5.9.1(d)(i)")
def test_the_controlling_player_may_fill_the_box_to_its_maximum() -> None:
    wagers = ["1 ann main 100", "1 bob main 40"]
    result = settled(B, "Ts 7d 9h Tc", "stand", wagers=wagers, limits={"maximum": "100"})
    assert result["net"] == {"ann": "100", "bob": "0"}
    assert line(result, player="bob")["outcome"] == "void"
    later = {"wagers": ["1 bob main 80", "1 ann main 70"], "seats": {"1": "ann"}, "limits": {"maximum": "100"}}
    assert net(B, "Ts 7d 9h Tc", "stand", **later) == {"ann": "70", "bob": "30"}  # though bob wagered first


@clause(B, "5.9.1(d)", "5.9.1(d)(i)")
def test_a_side_bet_goes_back_with_the_main_wager_that_the_maximum_leaves_nothing_of() -> None:
    wagers = ["1 ann main 100", "1 bob main 40", "1 bob crown-suits 5", "1 ann crown-suits 5"]
    terms = {"side_bets": {"crown-suits": True}, "limits": {"maximum": "100"}}
    result = settled(B, "Ts 7d 9h Tc", "stand", wagers=wagers, **terms)
    assert line(result, player="bob", bet="crown-suits")["outcome"] == "void"
    assert line(result, player="ann", bet="crown-suits")["outcome"] == "lose"
    assert result["net"] == {"ann": "95", "bob": "0"}
    alone = refused(B, "Ts 7d 9h Tc", "stand", wagers=["1 ann main 100", "1 bob crown-suits 5"], **terms)
    assert alone.at == "wagers[1]"  # without a main wager at all it may not lie there


@clause(B, "5.9.1(d)(ii)")
def test_what_the_controlling_player_leaves_goes_to_the_others_in_turn() -> None:
    wagers = ["1 ann main 70", "1 bob main 20", "1 cid main 30", "1 dot main 10"]
    result = settled(B, "Ts 7d 9h Tc", "stand", wagers=wagers, limits={"maximum": "100"})
    assert result["net"] == {"ann": "70", "bob": "20", "cid": "10", "dot": "0"}
    assert {each["staked"] for each in lines(result, player="cid")} == {"10", "20"}


@clause(B, "6.3.2")
def test_a_player_with_a_personal_limit_may_have_several_boxes() -> None:
    wagers = ["1 vip main 900", "2 vip main 1000"]
    result = settled(B, "Ts 9s 7d 9h 9d Tc", "stand", "stand", wagers=wagers, limits=BOB_AND_VIP)
    assert result["net"] == {"vip": "1900"}


@clause(B, "6.3.3")
def test_other_players_keep_to_the_limits_on_the_sign() -> None:
    wagers = ["1 vip main 800", "1 bob main 150", "2 bob main 150"]
    result = settled(B, "Ts 9s 7d 9h 9d Tc", "stand", "stand", wagers=wagers, limits=BOB_AND_VIP)
    assert result["net"] == {"vip": "800", "bob": "200"}


@clause(B, "6.3.4")
@pytest.mark.parametrize(("bob", "left"), [("50", "50"), ("80", "50"), ("100", "50")])
def test_all_wagers_on_a_box_together_stay_within_the_personal_limit(bob: str, left: str) -> None:
    wagers = ["1 vip main 950", f"1 bob main {bob}"]
    assert net(B, "Ts 7d 9h Tc", "stand", wagers=wagers, limits=BOB_AND_VIP) == {"vip": "950", "bob": left}


@clause(B, "6.3.4")
def test_a_personal_limit_below_the_sign_also_holds_the_whole_box() -> None:
    limits = {"maximum": "100", "personal": {"vip": {"maximum": "60"}}}
    wagers = ["1 vip main 50", "1 bob main 40"]
    assert net(B, "Ts 7d 9h Tc", "stand", wagers=wagers, limits=limits) == {"vip": "50", "bob": "10"}


# -------------------------------------------------------------------------------------------------- initial deal


@clause(B, "7.3.1(b)", "7.3.1(d)")
def test_cards_go_round_from_the_left_to_boxes_with_a_wager_alone() -> None:
    wagers = ["7 cid main 20", "2 ann main 20", "5 bob main 20"]
    result = settled(B, "9s 8s 7s 5d Th Td Tc 6h 8h", "stand", "stand", "stand", wagers=wagers)
    dealt = {hand["box"]: hand["cards"] for hand in result["hands"]}
    assert dealt == {2: "9s Th", 5: "8s Td", 7: "7s Tc"}
    assert result["net"] == {"ann": "0", "bob": "-20", "cid": "-20"}  # the dealer has 5, 6 and 8


@clause(B, "7.3.1(c)")
def test_the_dealer_has_one_card_between_the_two_rounds_and_no_second_yet() -> None:
    result = settled(B, "Ts 5d 6h Kc", "hit")  # over 21, so the dealer never takes another
    assert result["dealer"]["cards"] == "5d"
    assert result["net"] == {"ann": "-20"}
