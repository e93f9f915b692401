"""Melbourne: insurance, and a Blackjack or Pontoon in the interim settlement."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.records import line, lines, net, refused, settled

B = "melbourne-v26"
TWO_BOXES = ["1 ann main 20", "2 bob main 20"]
SHARED = ["1 ann main 20", "1 bob main 40"]
WAITING = ["blackjack", "vegas-blackjack", "crown-blackjack", "premier-blackjack", "premium-doubling-blackjack"]


# ------------------------------------------------------------------------------------------------------ insurance


@clause(B, "5.5.2", "5.7.1", "7.3.2", "8.1")
@pytest.mark.parametrize("ten", ["Tc", "Jc", "Qc", "Kc"])
def test_insurance_pays_two_to_one_when_the_second_card_is_worth_ten(ten: str) -> None:
    result = settled(B, f"Ts Ad 9h {ten}", "insure 10", "stand")
    insurance = line(result, bet="insurance")
    assert (insurance["returned"], insurance["odds"], insurance["clause"]) == ("30", "2:1", "5.7.1")
    assert result["net"] == {"ann": "0"}


@clause(B, "5.7.2", "7.5.7(b)")
def test_insurance_is_lost_when_the_second_card_is_not_worth_ten() -> None:
    result = settled(B, "Ts Ad 9h 7c", "insure 10", "stand")
    assert line(result, bet="insurance")["clause"] == "5.7.2"
    assert result["net"] == {"ann": "10"}  # 19 against 18, less the insurance


@clause(B, "1.1:Insurance Wager")
def test_insurance_is_at_most_half_of_the_players_own_wager() -> None:
    assert net(B, "Ts Ad 9h Kc", "insure bob 20", "stand", wagers=SHARED) == {"ann": "-20", "bob": "0"}
    over = refused(B, "Ts Ad 9h Kc", "insure 10.01", "stand", wagers=SHARED)
    assert (over.clause, over.at) == ("1.1:Insurance Wager", 0)
    assert refused(B, "Ts Ad 9h Kc", "insure bob 20.01", "stand", wagers=SHARED).clause == "1.1:Insurance Wager"


@clause(B, "1.1:Insurance Wager")
def test_insurance_may_be_less_than_half() -> None:
    assert net(B, "Ts Ad 9h Kc", "insure 2.5", "stand") == {"ann": "-15"}


@clause(B, "7.3.2", "7.4.1(b)")
def test_insurance_and_even_money_are_for_the_one_hand_that_a_box_has_by_then() -> None:
    insure, even = {"do": "insure", "box": 1, "amount": "5"}, {"do": "even-money", "box": 1}
    assert net(B, "Ts Ad 9h Kc", {**insure, "hand": 1}, "stand") == {"ann": "-10"}
    assert net(B, "As Ad Kh 9c", {**even, "hand": 1}) == {"ann": "20"}
    for refusal in (
        refused(B, "Ts Ad 9h Kc", {**insure, "hand": 2}, "stand"),
        refused(B, "As Ad Kh 9c", {**even, "hand": 2}),
    ):
        assert (refusal.clause, refusal.at) == ("7.5.1", 0)


@clause(B, "1.1:Insurance Wager")
def test_one_without_a_wager_on_the_box_may_not_insure_it() -> None:
    assert refused(B, "Ts Ad 9h Kc", "insure zed 5", "stand").clause == "1.1:Insurance Wager"


@clause(B, "7.3.2", "1.1:Insurance Wager")
@pytest.mark.parametrize("up", ["9d", "Td", "Kd"])
def test_insurance_is_offered_against_an_ace_alone(up: str) -> None:
    refusal = refused(B, f"Ts {up} 9h Kc", "insure 10", "stand")
    assert refusal.at == 0
    assert refusal.clause in ("7.3.2", "1.1:Insurance Wager")  # both name the ace


@clause(B, "7.3.2(a)")
def test_insurance_closes_when_the_subsequent_deal_begins() -> None:
    for late in (False, True):  # nor for one who was not asked
        insure = {"do": "insure", "box": 1, "amount": "10", "late": late}
        refusal = refused(B, "5s Ad 9h 3c Kc", "hit", insure, "stand")
        assert (refusal.clause, refusal.at) == ("7.3.2(a)", 1)


@clause(B, "7.3.2")
def test_one_who_holds_a_blackjack_may_insure_it() -> None:
    assert net(B, "As Ad Kh Kc", "insure 10") == {"ann": "20"}  # a stand-off, and insurance won
    assert net(B, "As Ad Kh 9c", "insure 10") == {"ann": "20"}  # 30 won, 10 lost


@clause(B, "10.5.1(b)(i)")
@pytest.mark.parametrize("game", ["crown-pontoon", "spanish-blackjack"])
def test_a_pontoon_may_not_be_insured_but_other_hands_may(game: str) -> None:
    cards = "As Qs Ad Kh 9h Kc"
    refusal = refused(B, cards, "insure #1 10", "stand", game=game, wagers=TWO_BOXES)
    assert refusal.clause == "10.5.1(b)(i)"
    result = settled(B, cards, "insure #2 10", "stand", game=game, wagers=TWO_BOXES)
    assert result["net"] == {"ann": "30", "bob": "0"}
    assert line(result, bet="insurance")["odds"] == "2:1"


@clause(B, "20.2.1(b)")
def test_a_pontoon_at_6_to_5_may_not_be_insured_either() -> None:
    cards = "As Qs Ad Kh 9h Kc"
    assert refused(B, cards, "insure #1 10", "stand", game="6-to-5-pontoon", wagers=TWO_BOXES).clause == "20.2.1(b)"
    paid = net(B, cards, "insure #2 10", "stand", game="6-to-5-pontoon", wagers=TWO_BOXES)
    assert paid == {"ann": "24", "bob": "0"}


@clause(B, "22.4.1(a)")
def test_a_blackjack_at_plus_may_not_be_insured() -> None:
    cards = "As Qs Ad Kh 9h Kc"
    assert refused(B, cards, "insure #1 10", "stand", game="blackjack-plus", wagers=TWO_BOXES).clause == "22.4.1(a)"
    paid = net(B, cards, "insure #2 10", "stand", game="blackjack-plus", wagers=TWO_BOXES)
    assert paid == {"ann": "30", "bob": "0"}


@clause(B, "19.3")
def test_insurance_at_sports_blackjack_pays_two_to_one() -> None:
    result = settled(B, "Ts Ad 9h Kc", "insure 10", "stand", game="sports-blackjack")
    assert line(result, bet="insurance")["odds"] == "2:1"
    assert result["net"] == {"ann": "0"}


# ------------------------------------------------------------------------------------------- a natural, when it is paid


@clause(B, "7.4.1", "7.4.1(a)", "8.1", "1.1:Blackjack")
@pytest.mark.parametrize("up", ["2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d"])
@pytest.mark.parametrize("game", WAITING)
def test_a_blackjack_against_two_to_nine_is_paid_at_once(game: str, up: str) -> None:
    result = settled(B, f"As {up} Kh", game=game, decks=4)
    paid = line(result, bet="main")
    assert (paid["odds"], paid["clause"]) == ("3:2", "7.4.1(a)")
    assert result["net"] == {"ann": "30"}
    assert result["dealer"]["cards"] == up  # no second card is needed


@clause(B, "1.1:Blackjack")
@pytest.mark.parametrize("ten", "TJQK")
def test_an_ace_and_any_card_worth_ten_are_a_blackjack_as_the_first_two_cards_alone(ten: str) -> None:
    for hand in (f"As 7d {ten}h", f"{ten}s 7d Ah"):
        result = settled(B, hand)
        assert (result["hands"][0]["ended"], line(result, bet="main")["odds"]) == ("blackjack", "3:2")
    for dealer in (f"Ad 9h {ten}c", f"{ten}d 9h Ac"):
        assert settled(B, f"Ts {dealer}", "stand")["dealer"]["blackjack"]
    drawn = settled(B, f"As 5d 9h Ac 6c {ten}c", "hit")  # 21 of three cards each
    assert (drawn["hands"][0]["total"], drawn["dealer"]) == (
        21,
        {"cards": f"5d 6c {ten}c", "total": 21, "blackjack": False},
    )
    assert line(drawn, bet="main")["outcome"] == "stand-off"


@clause(B, "5.6.1", "5.6.4", "7.4.1(a)")
@pytest.mark.parametrize(("up", "second"), [("Td", "Ac"), ("Kd", "Ac"), ("Ad", "Qc")])
@pytest.mark.parametrize("game", [*WAITING, "blackjack-select"])
def test_a_blackjack_against_a_ten_or_ace_waits_and_stands_off_with_another(game: str, up: str, second: str) -> None:
    both = settled(B, f"As {up} Kh {second}", game=game, decks=4)
    assert line(both, bet="main")["clause"] == "5.6.4"
    assert both["net"] == {"ann": "0"}
    alone = settled(B, f"As {up} Kh 8c", game=game, decks=4)
    assert (line(alone, bet="main")["odds"], line(alone, bet="main")["clause"]) == ("3:2", "5.6.1")
    assert alone["net"] == {"ann": "30"}


@clause(B, "5.6.1")
def test_a_blackjack_beats_a_dealers_drawn_twenty_one() -> None:
    result = settled(B, "As 9s Td Kh 9h 5c 6c", "stand", wagers=TWO_BOXES)
    assert (result["dealer"]["total"], result["net"]) == (21, {"ann": "30", "bob": "-20"})


@clause(B, "7.4.1(b)")
@pytest.mark.parametrize("second", ["Kc", "5c"])
def test_a_blackjack_against_an_ace_may_take_even_money(second: str) -> None:
    result = settled(B, f"As Ad Kh {second}", "even-money")
    paid = line(result, bet="main")
    assert (paid["returned"], paid["odds"], paid["clause"]) == ("40", "1:1", "7.4.1(b)")
    assert result["net"] == {"ann": "20"}


@clause(B, "7.4.1(b)")
def test_even_money_is_each_players_own_choice_and_only_against_an_ace() -> None:
    assert net(B, "As Ad Kh Qc", "even-money bob", wagers=SHARED) == {"ann": "0", "bob": "40"}
    against_a_king = refused(B, "As 9s Kd Kh 9h Qc", "even-money", "stand", wagers=TWO_BOXES)
    assert against_a_king.clause == "7.4.1(b)"
    assert refused(B, "9s Ad Kh Qc", "even-money", "stand").clause == "7.4.1(b)"


@clause(B, "7.4.1(b)")
@pytest.mark.parametrize(("second", "won"), [("Kc", "40"), ("5c", "10")])
def test_even_money_and_insurance_are_each_settled_by_itself(second: str, won: str) -> None:
    assert net(B, f"As Ad Kh {second}", "insure 10", "even-money") == {"ann": won}
    assert net(B, f"As Ad Kh {second}", "even-money", "insure 10") == {"ann": won}


@clause(B, "19.2.1(a)")
def test_sports_blackjack_has_no_even_money() -> None:
    assert refused(B, "As Ad Kh Qc", "even-money", game="sports-blackjack").clause == "19.2.1(a)"
    assert net(B, "As Ad Kh Qc", game="sports-blackjack") == {"ann": "0"}


@clause(B, "19.3")
@pytest.mark.parametrize("rest", ["7d Kh", "Ad Kh 5c", "Kd Kh 5c"])
def test_a_blackjack_at_sports_pays_six_to_five(rest: str) -> None:
    result = settled(B, f"As {rest}", game="sports-blackjack")
    assert (line(result, bet="main")["odds"], line(result, bet="main")["clause"]) == ("6:5", "19.3")
    assert result["net"] == {"ann": "24"}


@clause(B, "10.4.3", "10.5.1(b)", "10.6")
@pytest.mark.parametrize("rest", ["7d Kh", "Kd Qh Ac", "Ad Qh Kc"])
@pytest.mark.parametrize("game", ["crown-pontoon", "spanish-blackjack"])
def test_a_pontoon_is_paid_three_to_two_at_once_whatever_the_dealer_has(game: str, rest: str) -> None:
    result = settled(B, f"As {rest}", game=game)
    assert (line(result, bet="main")["odds"], line(result, bet="main")["clause"]) == ("3:2", "10.5.1(b)")
    assert result["net"] == {"ann": "30"}
    assert len(result["dealer"]["cards"].split()) == 1


@clause(B, "10.4.3", "10.5.1(b)")
def test_a_pontoon_wins_also_when_the_dealer_turns_out_to_have_one() -> None:
    result = settled(B, "As Qs Kd Jh 9h Ac", "stand", game="crown-pontoon", wagers=TWO_BOXES)
    assert result["dealer"]["blackjack"]
    assert result["net"] == {"ann": "30", "bob": "-20"}


@clause(B, "20.2.1(a)", "20.3.1")
@pytest.mark.parametrize("rest", ["7d Kh", "Kd Qh Ac", "Ad Qh Kc"])
def test_a_pontoon_at_6_to_5_is_paid_six_to_five_at_once(rest: str) -> None:
    result = settled(B, f"As {rest}", game="6-to-5-pontoon")
    assert (line(result, bet="main")["odds"], line(result, bet="main")["clause"]) == ("6:5", "20.2.1(a)")
    assert (result["net"], result["unused"]) == ({"ann": "24"}, " ".join(rest.split()[2:]))


@clause(B, "22.3.1(d)", "22.4.2(a)")
@pytest.mark.parametrize("rest", ["7d Kh", "Kd Qh Ac", "Ad Qh Kc"])
def test_a_blackjack_at_plus_is_paid_three_to_two_at_once(rest: str) -> None:
    result = settled(B, f"As {rest}", game="blackjack-plus")
    assert (line(result, bet="main")["odds"], line(result, bet="main")["clause"]) == ("3:2", "22.4.2(a)")
    assert (result["net"], result["unused"]) == ({"ann": "30"}, " ".join(rest.split()[2:]))


@clause(B, "29.3.1(b)", "29.3.3(a)")
def test_a_blackjack_at_free_bet_beats_all_but_another() -> None:
    won = settled(B, "As Kd Qh 9c", game="free-bet-blackjack")
    assert (line(won, bet="main")["clause"], won["net"]) == ("29.3.1(b)", {"ann": "30"})
    both = settled(B, "As Kd Qh Ac", game="free-bet-blackjack")
    assert (line(both, bet="main")["clause"], both["net"]) == ("29.3.3(a)", {"ann": "0"})
    assert net(B, "As Ad Qh Kc", "even-money", game="free-bet-blackjack") == {"ann": "20"}


@clause("melbourne-v26", "1.1:Insurance Wager", "6.2.3")
@pytest.mark.parametrize("book", ["melbourne-v26"])
def test_insuring_again_adds_to_one_wager_that_is_paid_and_rounded_once(book: str) -> None:
    wagers, cards = ["1 ann main 5"], "Ts Ad 9h Kc"
    twice = settled(book, cards, "insure 1.25", "insure 1.25", "stand", wagers=wagers, chip="5")
    once = settled(book, cards, "insure 2.50", "stand", wagers=wagers, chip="5")
    assert twice["settlement"] == once["settlement"]
    assert line(twice, bet="insurance")["returned"] == "7.50"  # two wagers of 1.25 would come back as 12.50
    assert refused(book, cards, "insure 1.25", "insure 1.50", "stand", wagers=wagers).at == 1


@clause("melbourne-v26", "1.1:Insurance Wager")
@clause("sydney-v15", "8.1")
@clause("canberra-2006", "7.1")
@pytest.mark.parametrize("book", ["melbourne-v26", "sydney-v15", "canberra-2006"])
def test_who_is_not_named_may_add_to_an_insurance_where_nobody_else_could_insure(book: str) -> None:
    cards = "Ts Ad 9h Kc"
    alone = settled(book, cards, "insure 4", "insure 6", "stand")
    assert line(alone, bet="insurance")["staked"] == "10"
    assert refused(book, cards, "insure 4", "insure 6", "insure 1", "stand").at == 2
    # Ann controls the box: she, then bob who has none yet, then she again, then bob since she has insured all.
    calls = ("insure 4", "insure 6", "insure 6", "insure 4")
    shared = settled(book, cards, *calls, "stand", wagers=["1 ann main 20", "1 bob main 20"])
    assert {one["player"]: one["staked"] for one in lines(shared, bet="insurance")} == {"ann": "10", "bob": "10"}
