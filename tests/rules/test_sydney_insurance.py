"""Sydney: insurance against an ace and against a ten, and the interim settlement of blackjacks."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause, recorded
from support.editions import sydney, sydney_by
from support.records import line, lines, net, refused, settled
from support.round_story import cards_dealt, done, in_order, not_done, opened, story_of

from cutcard.cards import card
from cutcard.engine import CloseOffers, Deal, Insure, Stand

LATE = {"do": "insure", "box": 1, "amount": "10", "late": True}
TWO_BOXES = ["1 ann main 20", "2 bob main 20"]
TEN = {"ten-insurance": True}


@clause("sydney-v15", "8.1", "15.1.4")
@clause("sydney-earlier", "8.1", "16.1.4")
@sydney_by("15.1.4", "16.1.4")
def test_insurance_pays_two_to_one_when_an_ace_becomes_blackjack(book: str, by: str) -> None:
    result = settled(book, "Ts Ad Th Kc", "insure 10", "stand")
    insured = line(result, bet="insurance")
    assert (insured["returned"], insured["odds"], insured["clause"]) == ("30", "2:1", by)
    assert result["net"] == {"ann": "0"}


@clause("sydney-v15", "8.1")
@clause("sydney-earlier", "8.1")
@sydney
def test_insurance_is_up_to_half_the_initial_wager(book: str) -> None:
    assert net(book, "Ts Ad Th Kc", "insure 4", "stand") == {"ann": "-12"}
    assert refused(book, "Ts Ad Th Kc", "insure 10.01", "stand").clause == "8.1"
    assert refused(book, "Ts Ad Th Kc", "insure 6", "insure 5", "stand").clause == "8.1"


@clause("sydney-v15", "8.1")
@clause("sydney-earlier", "8.1")
@sydney
@pytest.mark.parametrize("up", ["2d", "9d"])
def test_insurance_is_not_offered_against_a_low_card(book: str, up: str) -> None:
    assert refused(book, f"Ts {up} Th Kc Kh", "insure 10", "stand").clause == "8.1"


@clause("sydney-v15", "8.1")
@clause("sydney-earlier", "8.1")
@sydney
def test_each_player_on_a_box_insures_for_himself(book: str) -> None:
    wagers = ["1 ann main 20", "1 bob main 40"]
    assert net(book, "Ts Ad Th Kc", "insure bob 20", "stand", wagers=wagers) == {"ann": "-20", "bob": "0"}
    assert refused(book, "Ts Ad Th Kc", "insure cal 5", "stand", wagers=wagers).clause == "8.1"


@clause("sydney-v15", "8.1")
@clause("sydney-earlier", "8.1")
@sydney
def test_blackjack_may_be_insured_and_both_wagers_are_settled(book: str) -> None:
    assert net(book, "As Ad Th Kc", "insure 10") == {"ann": "20"}
    assert net(book, "As Ad Th 9c", "insure 10") == {"ann": "20"}


@clause("sydney-v15", "13.3")
@clause("sydney-earlier", "13.3")
@sydney
def test_insurance_is_lost_the_moment_the_second_card_is_no_ten(book: str) -> None:
    cards, actions = "Ts Ad Th 4c 3h", ("insure 10", "stand")
    lost = line(settled(book, cards, *actions), bet="insurance")
    assert (lost["returned"], lost["clause"]) == ("0", "13.3")
    story = story_of(book, cards, *actions)
    assert in_order(story, "4c to dealer", "ann insurance on 1: lose", "3h to dealer", "ann main on 1: win")


@clause("sydney-v15", "8.3", "8.4")
@clause("sydney-earlier", "8.3", "8.4")
@sydney
def test_round_waits_for_insurance_until_it_is_closed(book: str) -> None:
    offered = opened(book, "Ts Ad Th")
    assert offered.needs == "offers"
    insured = done(done(offered, Insure(1, "ann", 500)), CloseOffers())
    assert insured.needs == "decision"
    assert not_done(insured, Insure(1, "ann", 500)).clause == "8.4"


@clause("sydney-v15", "8.4")
@clause("sydney-earlier", "8.4")
@sydney
def test_insurance_is_refused_once_the_subsequent_deal_has_begun(book: str) -> None:
    refusal = refused(book, "Ts 9s Ad Th 9h Kc", "stand", "insure 10", "stand", wagers=TWO_BOXES)
    assert (refusal.clause, refusal.at) == ("8.4", 1)


@clause("sydney-v15", "16.13")
@clause("sydney-earlier", "17.13")
@sydney
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        ("Ts Ad 2h 6c Kc", ["hit", LATE, "stand"]),  # between two decisions of one hand
        ("Ts Ad Th Kc", ["stand", LATE]),  # after the last decision, while the dealer still has one card
    ],
)
def test_insurance_not_offered_in_time_may_be_placed_before_the_dealers_second_card(
    book: str, cards: str, actions: list[Any]
) -> None:
    assert net(book, cards, *actions) == {"ann": "0"}


@clause("sydney-v15", "16.13")
@clause("sydney-earlier", "17.13")
@sydney_by("16.13", "17.13")
def test_late_insurance_is_closed_by_the_dealers_second_card(book: str, by: str) -> None:
    stood = done(done(opened(book, "Ts Ad Th"), CloseOffers()), Stand())
    late = Insure(1, "ann", 500, late=True)
    assert done(stood, late).wagers[-1].bet == "insurance"
    assert not_done(done(stood, Deal(card("4c"))), late).clause == by  # the dealer has 15, and still draws


@clause("sydney-v15", "16.13")
@clause("sydney-earlier", "17.13")
@sydney
def test_late_insurance_is_for_players_whose_hand_is_played_already(book: str) -> None:
    result = settled(book, "Ts 9s Ad Th 9h Kc", "stand", LATE, "stand", wagers=TWO_BOXES)
    assert result["net"] == {"ann": "0", "bob": "-20"}


@clause("sydney-v15", "16.13", "10.5")
@clause("sydney-earlier", "17.13", "10.5")
@sydney_by("16.13", "17.13")
def test_late_insurance_is_not_for_a_player_whose_wager_is_lost_already(book: str, by: str) -> None:
    refusal = refused(book, "Ts 9s Ad 6h 9h Kc Kd", "hit", LATE, "stand", wagers=TWO_BOXES)
    assert (refusal.clause, refusal.at) == (by, 1)
    half_lost = settled(book, "8s Ad 8h Tc 6c 9c Kc", "split", "hit", LATE, "stand")  # one hand is over 21, one is not
    assert half_lost["net"] == {"ann": "-20"}  # 20 of the hand over 21 and 20 to a blackjack; insurance wins 20


@clause("sydney-v15", "8.2", "15.1.5")
@clause("sydney-earlier", "8.2", "16.1.5")
@sydney_by("15.1.5", "16.1.5")
@pytest.mark.parametrize("rank", "TJQK")
def test_insurance_against_a_ten_pays_ten_to_one_where_it_is_offered(book: str, by: str, rank: str) -> None:
    result = settled(book, f"Ts {rank}d Th Ac", "insure 10", "stand", options=TEN)
    insured = line(result, bet="insurance")
    assert (insured["returned"], insured["odds"], insured["clause"]) == ("110", "10:1", by)
    assert result["net"] == {"ann": "80"}


@clause("sydney-v15", "8.2")
@clause("sydney-earlier", "8.2")
@sydney
def test_insurance_against_a_ten_is_up_to_half_the_wager_and_lost_without_an_ace(book: str) -> None:
    assert net(book, "Ts Kd Th 9c", "insure 10", "stand", options=TEN) == {"ann": "10"}
    assert refused(book, "Ts Kd Th 9c", "insure 10.01", "stand", options=TEN).clause == "8.2"
    story = story_of(book, "Ts Kd Th 4c 5c", "insure 10", "stand", options=TEN)
    assert in_order(story, "4c to dealer", "ann insurance on 1: lose", "5c to dealer")


@clause("sydney-v15", "8.2")
@clause("sydney-earlier", "8.2")
@sydney
def test_insurance_against_a_ten_is_not_there_unless_the_table_offers_it(book: str) -> None:
    assert refused(book, "Ts Kd Th Ac", "insure 10", "stand").clause == "8.2"
    assert opened(book, "Ts Kd Th").needs == "decision"  # nobody is asked


@clause("sydney-v15", "9.1.1", '1.1 "Blackjack"')
@clause("sydney-earlier", "9.1.1", '1.1 "blackjack"')
@sydney
@pytest.mark.parametrize("up", "23456789")
@pytest.mark.parametrize("ten", "TJQK")
def test_blackjack_is_paid_three_to_two_at_once_against_a_low_card(book: str, up: str, ten: str) -> None:
    cards, wagers = f"As 9s {up}d {ten}h Th Kc Kd Kh", TWO_BOXES
    paid = line(settled(book, cards, "stand", wagers=wagers), box=1)
    assert (paid["returned"], paid["odds"], paid["clause"]) == ("50", "3:2", "9.1.1")
    assert in_order(story_of(book, cards, "stand", wagers=wagers), "ann main on 1: win", "box 2 stands")


@clause("sydney-v15", "9.1.1", "15.1.1")
@clause("sydney-earlier", "9.1.1", "16.1.1")
@sydney_by("15.1.1", "16.1.1")
def test_blackjack_waits_for_the_final_settlement_where_that_was_approved(book: str, by: str) -> None:
    cards, rest = "As 9s 5d Kh Th Kc 6d", {"wagers": TWO_BOXES, "options": {"blackjack-paid": "final"}}
    paid = line(settled(book, cards, "stand", **rest), box=1)
    assert (paid["returned"], paid["odds"], paid["clause"]) == ("50", "3:2", by)  # the dealer's 21 is no blackjack
    assert in_order(story_of(book, cards, "stand", **rest), "box 2 stands", "6d to dealer", "ann main on 1: win")


@recorded("sydney-v15", "9.1.1")
@recorded("sydney-earlier", "9.1.1")
@sydney
def test_option_to_pay_later_has_no_other_value(book: str) -> None:
    assert refused(book, "As 5d Kh", options={"blackjack-paid": "never"}).at == "options"


@clause("sydney-v15", "9.1.2")
@clause("sydney-earlier", "9.1.2")
@sydney
@pytest.mark.parametrize("second", ["Kc", "9c"])
def test_even_money_is_paid_on_request_whatever_the_dealer_gets(book: str, second: str) -> None:
    result = settled(book, f"As 9s Ad Kh Th {second}", "even-money", "stand", wagers=TWO_BOXES)
    paid = line(result, box=1)
    assert (paid["returned"], paid["odds"], paid["clause"]) == ("40", "1:1", "9.1.2")


@clause("sydney-v15", "9.1.2", '1.1 "Void"')
@clause("sydney-earlier", "9.1.2", '1.1 "void"')
@sydney
def test_even_money_makes_the_players_insurance_void(book: str) -> None:
    result = settled(book, "As Ad Kh Kc", "insure 10", "even-money")
    insured = line(result, bet="insurance")
    assert (insured["outcome"], insured["returned"], insured["clause"]) == ("void", "10", "9.1.2")
    assert result["net"] == {"ann": "20"}


@clause("sydney-v15", "9.1.2")
@clause("sydney-earlier", "9.1.2")
@sydney
def test_even_money_is_each_players_own_request_on_a_shared_box(book: str) -> None:
    wagers = ["1 ann main 20", "1 bob main 40"]
    assert net(book, "As Ad Kh Kc", "even-money bob", wagers=wagers) == {"ann": "0", "bob": "40"}
    assert net(book, "As Ad Kh 9c", "even-money bob", wagers=wagers) == {"ann": "30", "bob": "40"}


@clause("sydney-v15", "9.1.2")
@clause("sydney-earlier", "9.1.2")
@sydney
def test_even_money_is_for_a_blackjack_against_an_ace(book: str) -> None:
    assert refused(book, "Ts Ad Kh Kc", "even-money", "stand").clause == "9.1.2"
    assert refused(book, "As Kd Kh Ac", "even-money", options=TEN).clause == "9.1.2"
    late = refused(book, "As 9s Ad Kh Th Kc", "stand", "even-money", wagers=TWO_BOXES)
    assert late.at == 1


@clause("sydney-v15", "9.1.2", "15.1.1", "15.1.8")
@clause("sydney-earlier", "9.1.2", "16.1.1", "16.1.8")
@sydney
@pytest.mark.parametrize(("second", "won"), [("9c", "30"), ("Kc", "0")])
def test_blackjack_against_an_ace_waits_where_even_money_is_not_asked_for(book: str, second: str, won: str) -> None:
    assert net(book, f"As Ad Kh {second}") == {"ann": won}


@clause("sydney-v15", "9.1.3", "15.1.1", "15.1.8")
@clause("sydney-earlier", "9.1.3", "16.1.1", "16.1.8")
@sydney
@pytest.mark.parametrize("rank", "TJQK")
@pytest.mark.parametrize(("second", "won", "outcome"), [("9c", "30", "win"), ("Ac", "0", "stand-off")])
def test_blackjack_against_a_ten_waits_for_the_dealers_second_card(
    book: str, rank: str, second: str, won: str, outcome: str
) -> None:
    cards = f"As {rank}d Kh {second} 5h"
    assert net(book, cards) == {"ann": won}
    story = story_of(book, cards)
    assert in_order(story, f"{second} to dealer", f"ann main on 1: {outcome}")
    assert cards_dealt(story)[-1] == f"{second} to dealer"


@clause("sydney-v15", "9.1.1")
@clause("sydney-earlier", "9.1.1")
@sydney
def test_blackjack_paid_at_once_pays_every_wager_on_the_hand(book: str) -> None:
    result = settled(book, "As 6d Kh", wagers=["1 ann main 20", "1 bob main 40"])
    assert [paid["returned"] for paid in lines(result, clause="9.1.1")] == ["50", "100"]


@clause("sydney-v15", "8.1", "5.12")
@clause("sydney-earlier", "8.1")
@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier"])
def test_insuring_again_adds_to_one_wager_that_is_paid_and_rounded_once(book: str) -> None:
    wagers, cards = ["1 ann main 5"], "Ts Ad 9h Kc"
    twice = settled(book, cards, "insure 1.25", "insure 1.25", "stand", wagers=wagers, chip="5")
    once = settled(book, cards, "insure 2.50", "stand", wagers=wagers, chip="5")
    assert twice["settlement"] == once["settlement"]
    assert line(twice, bet="insurance")["returned"] == "7.50"  # two wagers of 1.25 would come back as 12.50
    assert refused(book, cards, "insure 1.25", "insure 1.50", "stand", wagers=wagers).at == 1
