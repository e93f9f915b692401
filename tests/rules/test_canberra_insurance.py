"""Canberra: insurance, and the interim settlement of Blackjacks."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.editions import canberra
from support.records import line, lines, net, refused, settled
from support.round_story import done, in_order, not_done, opened, story_of

from cutcard.engine import CloseOffers, Insure

TWO_BOXES = ["1 ann main 20", "2 bob main 20"]
SHARED = ["1 ann main 20", "1 bob main 40"]


@clause("canberra-2006", "7.1", "7.4", "7.5", "7.5(b)")
@clause("canberra-2003", "7.1", "7.4", "7.5", "7.5(b)")
@canberra
def test_insurance_pays_two_to_one_when_the_second_card_is_a_ten(book: str) -> None:
    for ten in "TJQK":
        result = settled(book, f"9s Ad Th {ten}c", "insure 10", "stand")
        insured = line(result, bet="insurance")
        assert (insured["returned"], insured["odds"], insured["clause"]) == ("30", "2:1", "7.5(b)")
        assert result["net"] == {"ann": "0"}


@clause("canberra-2006", "7.5", "7.5(a)")
@clause("canberra-2003", "7.5", "7.5(a)")
@canberra
def test_insurance_is_lost_when_the_second_card_is_no_ten_and_the_round_goes_on(book: str) -> None:
    cards, actions = "Ts Ad Th 4c 3h", ("insure 10", "stand")
    lost = line(settled(book, cards, *actions), bet="insurance")
    assert (lost["returned"], lost["clause"]) == ("0", "7.5(a)")
    story = story_of(book, cards, *actions)
    assert in_order(story, "4c to dealer", "ann insurance on 1: lose", "3h to dealer", "ann main on 1: win")


@clause("canberra-2006", "7.1")
@clause("canberra-2003", "7.1")
@canberra
def test_insurance_is_up_to_half_the_initial_wager(book: str) -> None:
    assert net(book, "Ts Ad Th Kc", "insure 4", "stand") == {"ann": "-12"}
    assert refused(book, "Ts Ad Th Kc", "insure 10.50", "stand").clause == "7.1"
    assert refused(book, "Ts Ad Th Kc", "insure 6", "insure 5", "stand").clause == "7.1"


@clause("canberra-2006", "7.1")
@clause("canberra-2003", "7.1")
@canberra
def test_each_player_on_a_box_insures_for_himself(book: str) -> None:
    assert net(book, "Ts Ad Th Kc", "insure bob 20", "stand", wagers=SHARED) == {"ann": "-20", "bob": "0"}
    assert refused(book, "Ts Ad Th Kc", "insure cal 5", "stand", wagers=SHARED).clause == "7.1"


@clause("canberra-2006", "7.1")
@clause("canberra-2003", "7.1")
@canberra
@pytest.mark.parametrize("up", ["2d", "9d", "Td", "Kd"])
def test_insurance_is_offered_against_an_ace_alone(book: str, up: str) -> None:
    assert refused(book, f"Ts {up} Th Kc Kh", "insure 10", "stand").clause == "7.1"


@clause("canberra-2006", "7.2")
@clause("canberra-2003", "7.2")
@canberra
def test_insurance_is_refused_once_the_subsequent_deal_has_begun(book: str) -> None:
    closed = done(opened(book, "Ts Ad Th"), CloseOffers())
    assert not_done(closed, Insure(1, "ann", 500)).clause == "7.2"
    for late in (False, True):
        action = {"do": "insure", "box": 1, "amount": "10", "late": late}
        refusal = refused(book, "Ts 9s Ad Th 9h Kc", "stand", action, "stand", wagers=TWO_BOXES)
        assert (refusal.clause, refusal.at) == ("7.2", 1)


@clause("canberra-2006", "7.3")
@clause("canberra-2003", "7.3")
@canberra
def test_insurance_is_in_multiples_of_half_the_smallest_chip(book: str) -> None:
    assert net(book, "Ts Ad Th Kc", "insure 7.50", "stand", chip="5") == {"ann": "-5"}
    assert refused(book, "Ts Ad Th Kc", "insure 6", "stand", chip="5").clause == "7.3"
    assert net(book, "Ts Ad Th Kc", "insure 2.50", "stand", wagers=["1 ann main 5"], chip="5") == {"ann": "0"}


@clause("canberra-2006", "8.1", "8.1(a)", "13.2", "13.2(a)", 'A "Blackjack"')
@clause("canberra-2003", "8.1", "8.1(a)", "13.2", "13.2(a)", 'A "Blackjack"')
@canberra
@pytest.mark.parametrize("up", "23456789")
@pytest.mark.parametrize("ten", "TJQK")
def test_blackjack_is_paid_three_to_two_at_once_against_a_low_card(book: str, up: str, ten: str) -> None:
    cards = f"As 9s {up}d {ten}h Th Kc Kd Kh"
    paid = line(settled(book, cards, "stand", wagers=TWO_BOXES), box=1)
    assert (paid["returned"], paid["odds"], paid["clause"]) == ("50", "3:2", "8.1(a)")
    assert in_order(story_of(book, cards, "stand", wagers=TWO_BOXES), "ann main on 1: win", "box 2 stands")


@clause("canberra-2006", "8.1(a)", "13.2(a)", "7.3")
@clause("canberra-2003", "8.1(a)", "13.2(a)", "7.3")
@canberra
def test_three_to_two_is_paid_exactly_in_halves_of_the_smallest_chip(book: str) -> None:
    assert net(book, "As 6d Kh", wagers=["1 ann main 5"], chip="5") == {"ann": "7.50"}
    assert net(book, "As Kd Qh 9c", wagers=["1 ann main 15"], chip="5") == {"ann": "22.50"}


@clause("canberra-2006", "8.1(a)")
@clause("canberra-2003", "8.1(a)")
@canberra
def test_blackjack_paid_at_once_pays_every_wager_on_the_hand(book: str) -> None:
    result = settled(book, "As 6d Kh", wagers=SHARED)
    assert [paid["returned"] for paid in lines(result, clause="8.1(a)")] == ["50", "100"]


@clause("canberra-2006", "8.1(a)", "13.1(c)", "13.1(g)")
@clause("canberra-2003", "8.1(a)", "13.1(c)", "13.1(g)")
@canberra
@pytest.mark.parametrize("up", "TJQK")
@pytest.mark.parametrize(("second", "won", "outcome"), [("9c", "30", "win"), ("Ac", "0", "stand-off")])
def test_blackjack_against_a_ten_or_picture_waits(book: str, up: str, second: str, won: str, outcome: str) -> None:
    cards = f"As {up}d Kh {second} 5h"
    assert net(book, cards) == {"ann": won}
    assert in_order(story_of(book, cards), f"{second} to dealer", f"ann main on 1: {outcome}")


@clause("canberra-2006", "8.1", "8.1(b)")
@clause("canberra-2003", "8.1", "8.1(b)")
@canberra
@pytest.mark.parametrize("second", ["Kc", "9c"])
def test_even_money_is_paid_on_request_whatever_the_dealer_gets(book: str, second: str) -> None:
    cards = f"As 9s Ad Kh Th {second}"
    paid = line(settled(book, cards, "even-money", "stand", wagers=TWO_BOXES), box=1)
    assert (paid["returned"], paid["odds"], paid["clause"]) == ("40", "1:1", "8.1(b)")
    story = story_of(book, cards, "even-money", "stand", wagers=TWO_BOXES)
    assert in_order(story, "ann main on 1: win", "box 2 stands")


@clause("canberra-2006", "8.1(b)", "13.1(c)", "13.1(g)")
@clause("canberra-2003", "8.1(b)", "13.1(c)", "13.1(g)")
@canberra
@pytest.mark.parametrize(("second", "won"), [("9c", "30"), ("Kc", "0")])
def test_blackjack_against_an_ace_waits_where_even_money_is_not_asked_for(book: str, second: str, won: str) -> None:
    assert net(book, f"As Ad Kh {second}") == {"ann": won}


@clause("canberra-2006", "8.1(b)")
@clause("canberra-2003", "8.1(b)")
@canberra
def test_even_money_is_each_players_own_request_on_a_shared_box(book: str) -> None:
    assert net(book, "As Ad Kh Kc", "even-money bob", wagers=SHARED) == {"ann": "0", "bob": "40"}
    assert net(book, "As Ad Kh 9c", "even-money bob", wagers=SHARED) == {"ann": "30", "bob": "40"}


@clause("canberra-2006", "8.1(b)", "7.1")
@clause("canberra-2003", "8.1(b)", "7.1")
@canberra
def test_blackjack_is_insured_or_paid_even_money_and_not_both(book: str) -> None:
    assert net(book, "As Ad Kh Kc", "insure 10") == {"ann": "20"}
    assert net(book, "As Ad Kh 9c", "insure 10") == {"ann": "20"}
    assert refused(book, "As Ad Kh Kc", "insure 10", "even-money").clause == "8.1(b)"
    assert refused(book, "As Ad Kh Kc", "even-money", "insure 10").clause == "8.1(b)"


@clause("canberra-2006", "8.1(b)")
@clause("canberra-2003", "8.1(b)")
@canberra
def test_even_money_is_for_a_blackjack_against_an_ace(book: str) -> None:
    assert refused(book, "Ts Ad Kh Kc", "even-money", "stand").clause == "8.1(b)"
    assert refused(book, "As Ts Kd Kh 9h 9c", "even-money", "stand", wagers=TWO_BOXES).clause == "8.1(b)"


@clause("canberra-2006", "7.1", "7.3")
@clause("canberra-2003", "7.1", "7.3")
@pytest.mark.parametrize("book", ["canberra-2006", "canberra-2003"])
def test_insuring_again_adds_to_one_wager_of_up_to_half(book: str) -> None:
    twice = settled(book, "Ts Ad 9h Kc", "insure 2.50", "insure 5", "stand", wagers=["1 ann main 15"], chip="5")
    assert [each["returned"] for each in twice["settlement"] if each["bet"] == "insurance"] == ["22.50"]
    refusal = refused(book, "Ts Ad 9h Kc", "insure 5", "insure 5", "stand", wagers=["1 ann main 15"], chip="5")
    assert refusal.at == 1
