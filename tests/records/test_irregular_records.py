"""Rounds in which the deal went wrong, as round records: what each document makes of it, one round a line."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.records import line, net, record, refused, settled

from cutcard.engine import State, evolve
from cutcard.narration.story import Story
from cutcard.records import RecordRefused, export, parse, replay, settle

MELBOURNE, SYDNEY, EARLIER = "melbourne-v26", "sydney-v15", "sydney-earlier"
CANBERRA = ("canberra-2006", "canberra-2003")
TWO = ["1 ann main 20", "2 bob main 20"]
# A card found face up, one drawn in error, and a card too many for the dealer, by document.
FACED = {SYDNEY: "16.1", EARLIER: "17.1", "canberra-2006": "14.1", "canberra-2003": "14.1", MELBOURNE: "9.2"}
IN_ERROR = {SYDNEY: "16.2", EARLIER: "17.2", "canberra-2006": "14.2", "canberra-2003": "14.2", MELBOURNE: "9.3"}
TO_DEALER = {SYDNEY: "16.5", EARLIER: "17.5", "canberra-2006": "14.3", "canberra-2003": "14.3", MELBOURNE: "9.3.1"}


def burn(by: str, **more: Any) -> dict[str, Any]:
    return {"do": "burn", "clause": by, **more}


def in_error(by: str, **more: Any) -> dict[str, Any]:
    return {"do": "draw-in-error", "clause": by, **more}


def skip(box: int | None, **more: Any) -> dict[str, Any]:
    return {"do": "skip", "box": box, **more}


def hands(result: dict[str, Any]) -> list[str]:
    return [hand["cards"] for hand in result["hands"]]


def again(result: dict[str, Any]) -> dict[str, Any]:
    """The round exported from its events and settled from that: it must end the same."""
    played = replay(parse(result))
    exported = settle(export(parse(result).setup, played.events))
    assert exported["settlement"] == result["settlement"]
    assert exported["hands"] == result["hands"]
    assert exported["dealer"] == result["dealer"]
    assert result["unused"].startswith(exported["unused"])  # cards still in the shoe are not the round's
    assert settle(result) == result
    return exported


# ------------------------------------------------------------------------------------------------------- burned cards


@clause(SYDNEY, "7.2", "16.1")
def test_a_burned_card_that_went_back_into_the_device_may_come_once_more() -> None:
    wagers = ["1 ann main 20", "2 bob main 20", "3 cal main 20"]
    cards = "Kc Kc Kc 9d 5d Kc Kc 4s Kc Kc 9s"  # one burned, six on the table
    round_ = record(SYDNEY, cards, burn("16.1", cards=0), "stand", "stand", "hit", wagers=wagers, decks=6)
    with pytest.raises(RecordRefused, match="6 decks do not hold the card Kc that often") as unsaid:
        settle(round_)
    assert unsaid.value.clause == "3.1"
    result = settle(round_ | {"returned": "Kc"})
    assert result["net"] == {"ann": "20", "bob": "20", "cal": "-20"}
    assert again(result)["returned"] == "Kc"
    wrong_ones = (("Kc " * 5, "Kc did not lie in the rack"), ("Kc 5d", "5d did not lie"), (7, "must be a string"))
    for wrong, why in wrong_ones:
        with pytest.raises(RecordRefused, match=why) as refusal:
            settle(round_ | {"returned": wrong})
        assert refusal.value.at == "returned"


@clause(SYDNEY, "16.1")
@clause(EARLIER, "17.1")
@clause("canberra-2006", "14.1")
@clause("canberra-2003", "14.1")
@clause(MELBOURNE, "9.2")
@pytest.mark.parametrize(("book", "by"), FACED.items())
@pytest.mark.parametrize("after", range(7))
def test_a_card_found_face_up_is_burned_and_play_goes_on_with_the_next(book: str, by: str, after: int) -> None:
    cards = ["Ts", "9d", "7d", "6h", "5h", "5c", "Td"]  # ann has T6, bob 95 and hits a 5, the dealer 7T
    with_it = " ".join([*cards[:after], "Ac", *cards[after:]])
    stand, hit, burned = {"do": "stand"}, {"do": "hit"}, burn(by, cards=after)
    calls = [burned, stand, hit, stand] if after < 6 else [stand, hit, burned, stand]
    result = settled(book, with_it, *calls, wagers=TWO)
    assert hands(result) == ["Ts 6h", "9d 5h 5c"]
    assert (result["dealer"]["cards"], result["unused"]) == ("7d Td", "")
    assert result["net"] == {"ann": "-20", "bob": "20"}
    again(result)


@clause(SYDNEY, "16.5")
@clause(EARLIER, "17.5")
@clause("canberra-2006", "14.3")
@clause("canberra-2003", "14.3")
@clause(MELBOURNE, "9.3.1")
@pytest.mark.parametrize(("book", "by"), TO_DEALER.items())
def test_an_exposed_card_to_the_dealers_finished_hand_is_burned(book: str, by: str) -> None:
    result = settled(book, "Ts 7d 8h Tc 4s 9s", "stand", burn(by, cards=4))
    assert result["dealer"]["cards"] == "7d Tc"  # 17 stays 17: the 4 does not count
    assert result["net"] == {"ann": "20"}
    assert result["unused"] == "9s"
    again(result)
    wrong = refused(book, "Ts 7d 8h Tc 4s", "stand", in_error(by, cards=4))
    assert (wrong.code, wrong.clause) == ("card-not-next", by)


@clause(MELBOURNE, "9.6")
def test_the_cards_of_a_hand_without_a_wager_are_discarded() -> None:
    result = settled(MELBOURNE, "Ts 2d 7d 8h 3d Tc", burn("9.6", cards=1), burn("9.6", cards=4), "stand")
    assert hands(result) == ["Ts 8h"]
    assert (result["dealer"]["cards"], result["net"]) == ("7d Tc", {"ann": "20"})
    again(result)


@clause(SYDNEY, "16.17")
@clause(EARLIER, "17.17")
@clause("canberra-2006", "14.2")
@clause("canberra-2003", "14.2")
@pytest.mark.parametrize(
    ("book", "by"), [(SYDNEY, "16.17"), (EARLIER, "17.17"), ("canberra-2006", "14.2"), ("canberra-2003", "14.2")]
)
def test_a_card_burned_in_error_stays_burned_seen_or_not(book: str, by: str) -> None:
    seen = settled(book, "Ts 7d 8h 4c Tc", "stand", burn(by, cards=3))
    unseen = settled(book, "Ts 7d 8h Tc", "stand", burn(by, cards=3, exposed=False))
    assert seen["dealer"] == unseen["dealer"]
    assert again(unseen)["actions"][-1] == burn(by, cards=3, exposed=False)


# ---------------------------------------------------------------------------------------------- cards drawn too early


@clause(SYDNEY, "16.2")
@clause(EARLIER, "17.2")
@clause("canberra-2006", "14.2")
@clause("canberra-2003", "14.2")
@clause(MELBOURNE, "9.3")
@pytest.mark.parametrize(("book", "by"), IN_ERROR.items())
@pytest.mark.parametrize("seen", [True, False])
def test_a_card_drawn_in_error_is_the_next_card(book: str, by: str, seen: bool) -> None:
    result = settled(
        book, "Ts 9d 7d 6h 5h 5c Td", in_error(by, cards=5, exposed=seen), "stand", "hit", "stand", wagers=TWO
    )
    assert hands(result) == ["Ts 6h", "9d 5h 5c"]  # who called for a card gets the one that was out
    assert result["dealer"]["cards"] == "7d Td"
    again(result)


@clause(MELBOURNE, "9.3")
def test_a_card_that_nobody_needs_any_more_is_the_first_of_the_next_round() -> None:
    unseen = settled(MELBOURNE, "Ts 7d 8h Tc 4c", "stand", in_error("9.3", cards=4, exposed=False))
    assert (unseen["dealer"]["cards"], unseen["unused"]) == ("7d Tc", "4c")
    seen = settled(MELBOURNE, "Ts 7d 5h Tc Kd 4c", in_error("9.3", cards=3), in_error("9.3", cards=3), "hit")
    assert (hands(seen), seen["net"], seen["unused"]) == (["Ts 5h Tc"], {"ann": "-20"}, "Kd 4c")


@clause(SYDNEY, "16.6")
@clause(EARLIER, "17.6")
@pytest.mark.parametrize(("book", "by"), [(SYDNEY, "16.6"), (EARLIER, "17.6")])
def test_a_card_to_the_dealer_that_was_not_exposed_is_kept_for_the_next_round(book: str, by: str) -> None:
    aside = {"do": "set-aside", "clause": by, "cards": 4}
    result = settled(book, "Ts 7d 8h Tc 4s", "stand", aside)
    assert (result["dealer"]["cards"], result["net"], result["unused"]) == ("7d Tc", {"ann": "20"}, "4s")
    again(result)
    face_down = refused(book, "Ts 7d 8h Tc", "stand", in_error(by, cards=4, exposed=False))
    assert (face_down.code, face_down.clause) == ("card-not-next", by)


@clause("canberra-2006", "14.3")
@clause("canberra-2003", "14.3")
@pytest.mark.parametrize("book", CANBERRA)
def test_in_canberra_a_card_too_many_for_the_dealer_is_burned_face_down_too(book: str) -> None:
    aside = refused(book, "Ts 7d 8h Tc", "stand", {"do": "set-aside", "clause": "14.3", "cards": 4})
    assert (aside.code, aside.clause) == ("card-not-set-aside", "14.3")
    wrong = refused(book, "Ts 7d 8h Tc", "stand", in_error("14.3", cards=4, exposed=False))
    assert (wrong.code, wrong.clause) == ("card-not-next", "14.3")
    assert net(book, "Ts 7d 8h Tc", "stand", burn("14.3", cards=4, exposed=False)) == {"ann": "20"}


# ------------------------------------------------------------------------------------------------------ refused cards


@clause(SYDNEY, "16.3", "16.4")
@clause(EARLIER, "17.3", "17.4")
@pytest.mark.parametrize(("book", "by"), [(SYDNEY, "16.2"), (EARLIER, "17.2")])
def test_a_card_that_all_refuse_is_the_dealers_next(book: str, by: str) -> None:
    result = settled(book, "Ts 9d 7d 6h 5h Kc", in_error(by, cards=5), "refuse-card", "refuse-card", wagers=TWO)
    assert hands(result) == ["Ts 6h", "9d 5h"]
    assert result["dealer"]["cards"] == "7d Kc"
    again(result)


@clause(SYDNEY, "16.3")
@clause(EARLIER, "17.3")
@pytest.mark.parametrize(("book", "by"), [(SYDNEY, "16.2"), (EARLIER, "17.2")])
def test_who_refuses_gets_no_further_card_on_any_box(book: str, by: str) -> None:
    both = ["1 ann main 20", "2 bob main 20", "3 ann main 20"]
    result = settled(
        book, "Ts 9d 8c 7d 6h 5h 5s 2c Tc", in_error(by, cards=7), "refuse-card", "hit", "stand", wagers=both
    )
    assert hands(result) == ["Ts 6h", "9d 5h 2c", "8c 5s"]  # ann's 13 on box 3 stands unasked
    assert [hand["ended"] for hand in result["hands"]] == ["stood"] * 3
    again(result)


@clause(SYDNEY, "16.3", "10.2")
@clause(EARLIER, "17.3", "10.2")
@pytest.mark.parametrize(("book", "by"), [(SYDNEY, "16.2"), (EARLIER, "17.2")])
def test_a_low_total_may_not_refuse_and_draws_on_after_a_refusal(book: str, by: str) -> None:
    low = refused(book, "5s 7d 6h Kc", in_error(by, cards=3), "refuse-card")
    assert (low.code, low.clause) == ("total-must-draw", "10.2")
    both = ["1 ann main 20", "2 ann main 20"]
    result = settled(book, "Ts 2d 7d 6h 3h 4s 5s Tc", in_error(by, cards=5), "refuse-card", "hit", "hit", wagers=both)
    assert hands(result) == ["Ts 6h", "2d 3h 4s 5s"]  # 14 stands by itself
    again(result)


@clause("canberra-2006", "14.2")
@clause("canberra-2003", "14.2")
@clause(MELBOURNE, "9.3")
@pytest.mark.parametrize("book", [*CANBERRA, MELBOURNE])
def test_elsewhere_nobody_may_refuse_such_a_card(book: str) -> None:
    wrong = refused(book, "Ts 7d 6h Kc", in_error(IN_ERROR[book], cards=3), "refuse-card")
    assert (wrong.code, wrong.clause) == ("card-not-refused", IN_ERROR[book])


def test_without_such_a_card_there_is_nothing_to_refuse() -> None:
    assert refused(SYDNEY, "Ts 7d 6h Kc", "refuse-card").code == "no-card-to-refuse"


# ------------------------------------------------------------------------------------------------- places passed over


@clause(MELBOURNE, "9.8")
def test_the_wager_of_a_box_without_cards_is_void() -> None:
    result = settled(MELBOURNE, "9d 7d 8h Tc", skip(1), skip(1), "stand", wagers=TWO)
    assert hands(result) == ["", "9d 8h"]
    assert (line(result, player="ann")["outcome"], line(result, player="ann")["clause"]) == ("void", "9.8")
    assert result["net"] == {"ann": "0", "bob": "0"}
    again(result)


@clause(MELBOURNE, "9.8.1")
def test_a_box_with_one_card_may_take_its_wager_back() -> None:
    result = settled(MELBOURNE, "Ts 9d 7d 8h Tc", skip(1, cards=3), "withdraw", "stand", wagers=TWO)
    assert hands(result) == ["Ts", "9d 8h"]
    assert (line(result, player="ann")["outcome"], line(result, player="ann")["clause"]) == ("void", "9.8.1")
    again(result)


@clause(MELBOURNE, "9.8.1")
def test_or_has_its_second_card_when_it_is_called_to_act() -> None:
    result = settled(MELBOURNE, "Ts 9d 7d 8h 9c Tc", skip(1, cards=3), "stand", "stand", wagers=TWO)
    assert hands(result) == ["Ts 9c", "9d 8h"]
    assert result["net"] == {"ann": "20", "bob": "0"}
    again(result)
    natural = settled(MELBOURNE, "As 9d 7d 8h Kc Tc", skip(1, cards=3), "stand", wagers=TWO)
    assert natural["net"] == {"ann": "30", "bob": "0"}  # still its first two cards
    again(natural)


@clause(MELBOURNE, "9.8.1")
def test_each_of_two_on_such_a_box_chooses_alone() -> None:
    shared = ["1 ann main 20", "1 bob main 10"]
    result = settled(MELBOURNE, "Ts 7d 9c Tc", skip(1, cards=2), "withdraw bob", "stand", wagers=shared)
    assert result["net"] == {"ann": "20", "bob": "0"}
    again(result)


@clause(MELBOURNE, "9.7", "9.7.2")
def test_the_player_in_turn_may_have_the_dealer_take_the_forgotten_card_first() -> None:
    result = settled(MELBOURNE, "Ts 9d 6h 8h 7d 5c Tc", skip(None), "dealer-card", "hit", "stand", wagers=TWO)
    assert result["dealer"]["cards"] == "7d Tc"
    assert hands(result) == ["Ts 6h 5c", "9d 8h"]
    again(result)


@clause(MELBOURNE, "9.7", "9.7.1")
def test_or_finish_their_hand_before_the_dealer_takes_it() -> None:
    finish = {"do": "dealer-card", "finish_first": True}
    result = settled(MELBOURNE, "Ts 9d 6h 8h 2c 7d Tc", skip(None), finish, "hit", "stand", "stand", wagers=TWO)
    assert hands(result) == ["Ts 6h 2c", "9d 8h"]
    assert result["dealer"]["cards"] == "7d Tc"  # before bob decides
    again(result)


@clause(MELBOURNE, "9.7", "7.5.7(c)")
def test_a_dealer_takes_no_forgotten_card_that_nothing_hangs_on() -> None:
    free: dict[str, Any] = {"game": "free-bet-blackjack", "decks": 6, "side_bets": {"pot-of-gold": "1"}}
    wagers = ["1 ann main 20", "1 ann pot-of-gold 5"]
    result = settled(MELBOURNE, "Ts 6h Kc 7d", skip(None), "hit", wagers=wagers, **free)
    assert (result["net"], result["dealer"]["cards"], result["unused"]) == ({"ann": "-25"}, "", "7d")
    again(result)


@clause(MELBOURNE, "9.7", "9.7.2", "9.8.1")
@pytest.mark.parametrize("early", [[], [in_error("9.3", cards=3, exposed=False)]])
@pytest.mark.parametrize("chosen", [{}, {"finish_first": True}])
def test_a_player_who_keeps_a_box_with_one_card_may_call_for_the_dealers_card_before_or_after_its_second(
    early: list[Any], chosen: dict[str, bool]
) -> None:
    at_once, after = ({"do": "dealer-card", "cards": dealt, **chosen} for dealt in (3, 4))
    ways = {"before": [*early, at_once], "after": [*early, after]}
    played = {
        moment: settled(MELBOURNE, "9d Ts 8h 6c 7d Tc 5h", skip(1), skip(None), *said, "stand", "stand", wagers=TWO)
        for moment, said in ways.items()
    }
    box_first = ("Ts 6c", "7d Tc")
    expected = {"before": box_first if chosen else ("Ts 7d", "6c Tc 5h"), "after": box_first}
    for moment, result in played.items():
        assert (hands(result)[0], result["dealer"]["cards"]) == expected[moment]
        exported = again(result)
        (called,) = [action for action in exported["actions"] if action["do"] == "dealer-card"]
        assert called["cards"] == {"before": 3, "after": 4}[moment]


def test_a_call_for_the_dealers_card_that_comes_too_late_is_refused() -> None:
    wrong = refused(MELBOURNE, "Ts 9d 6h 8h 7d", skip(None), {"do": "dealer-card", "cards": 3}, wagers=TWO)
    assert (wrong.at, wrong.message) == (1, "dealer-card comes after 3 cards, and 4 are dealt by now")


@clause(MELBOURNE, "9.7")
def test_nobody_insures_or_takes_even_money_against_a_dealer_without_a_card() -> None:
    missing = refused(MELBOURNE, "As 9d Kh 8h 7d Tc", skip(None), "insure ann 10 #1", wagers=TWO)
    assert missing.code in ("dealer-has-no-card", "box-has-no-cards")
    result = settled(MELBOURNE, "As 9d Kh 8h 7d Tc", skip(None), "stand", wagers=TWO)
    assert result["net"] == {"ann": "30", "bob": "0"}  # the natural waits for the dealer's first card
    again(result)


@clause(SYDNEY, "16.8")
@clause(EARLIER, "17.8")
@clause("canberra-2006", "14.4")
@clause("canberra-2003", "14.4")
@pytest.mark.parametrize("book", [SYDNEY, EARLIER, *CANBERRA])
def test_elsewhere_a_place_that_was_passed_over_is_put_right(book: str) -> None:
    by = {SYDNEY: "16.8", EARLIER: "17.8"}.get(book, "14.4")
    for skipped in (skip(1), skip(1, cards=3), skip(None, cards=2)):
        wrong = refused(book, "Ts 9d 7d 8h Tc" if skipped.get("box") else "9d 7d 8h Tc", skipped, "stand", wagers=TWO)
        assert (wrong.code, wrong.clause) == ("place-not-skipped", by)


# ---------------------------------------------------------------------------------------------------- wagers taken back


@clause(MELBOURNE, "9.5")
def test_a_wager_may_be_taken_back_before_a_full_reconstruction() -> None:
    back = {"do": "withdraw", "box": 1, "player": "ann", "clause": "9.5", "cards": 5}
    result = settled(MELBOURNE, "Ts 9d 7d 6h 8h Tc", back, "stand", wagers=TWO)
    assert result["net"] == {"ann": "0", "bob": "0"}
    assert line(result, player="ann")["clause"] == "9.5"
    again(result)


def test_without_a_clause_nobody_takes_a_wager_back() -> None:
    assert refused(MELBOURNE, "Ts 7d 6h Tc", "withdraw").code == "wager-not-withdrawn"


# ------------------------------------------------------------------------------------------------- cards laid wrongly


def laid(*cards: tuple[int, int | None], noticed: Any, **more: Any) -> dict[str, Any]:
    return {"laid": [{"card": card, "box": box} for card, box in cards], "noticed": noticed, **more}


@clause(SYDNEY, "16.8")
@clause(EARLIER, "17.8")
@clause("canberra-2006", "14.4")
@clause("canberra-2003", "14.4")
@pytest.mark.parametrize(
    ("book", "by"), [(SYDNEY, "16.8"), (EARLIER, "17.8"), ("canberra-2006", "14.4"), ("canberra-2003", "14.4")]
)
@pytest.mark.parametrize("noticed", [2, 3, 5, 6, "settled"])
def test_cards_laid_wrongly_are_laid_as_they_should_have_been(book: str, by: str, noticed: Any) -> None:
    swapped = laid((4, 2), (5, 1), noticed=noticed)
    result = settled(book, "Ts 9d 7d 6h 5h 3c Td", "stand", "hit", "stand", wagers=TWO, misdealt=swapped)
    assert hands(result) == ["Ts 6h", "9d 5h 3c"]
    moved = [
        {"card": 4, "from": {"box": 2, "hand": 1}, "to": {"box": 1, "hand": 1}},
        {"card": 5, "from": {"box": 1, "hand": 1}, "to": {"box": 2, "hand": 1}},
    ]
    assert result["ruling"] == {"ruling": "reconstructed", "clause": by, "moved": moved}
    assert settle(result) == result


@clause(SYDNEY, "16.8")
def test_calls_of_the_round_put_right_need_not_fit_the_cards_as_they_lay() -> None:
    swapped = laid((4, 2), (5, 1), noticed=6)
    calls = ["split", "stand", "stand", "stand"]
    result = settled(SYDNEY, "8s 9d 7d 8h 5h Ts 9s Td", *calls, wagers=TWO, misdealt=swapped)
    assert hands(result) == ["8s Ts", "8h 9s", "9d 5h"]  # as they lay, ann had no pair
    assert result["ruling"]["ruling"] == "reconstructed"


@clause(SYDNEY, "16.8")
@clause(EARLIER, "17.8")
@pytest.mark.parametrize(("book", "by"), [(SYDNEY, "16.8"), (EARLIER, "17.8")])
def test_a_round_that_cannot_be_reconstructed_is_void_and_what_was_paid_stands(book: str, by: str) -> None:
    swapped = laid((4, 2), (5, 1), noticed=5, possible=False)
    result = settled(book, "As 9d 7d 6h Kh Tc 4s", "stand", wagers=TWO, misdealt=swapped)
    assert result["ruling"] == {"ruling": "void", "clause": by}
    assert result["net"] == {"ann": "30", "bob": "0"}  # ann held a blackjack as it lay, and was paid


@clause(SYDNEY, "16.8")
@clause(EARLIER, "17.8")
@pytest.mark.parametrize("book", [SYDNEY, EARLIER])
def test_a_round_void_after_its_end_keeps_the_interim_settlement_and_no_later_one(book: str) -> None:
    """A natural paid after the initial deal stands also where that ended the round; a won insurance goes back."""
    swapped = laid((1, 1), (2, None), noticed="settled", possible=False)
    paid = settled(book, "As 7d Kh", misdealt=swapped)
    assert paid["net"] == {"ann": "30"}
    insured = {"do": "insure", "box": 1, "amount": "5"}
    back = settled(book, "Ts Ad 8h Kd", insured, "stand", misdealt=swapped)
    assert back["dealer"]["blackjack"]
    assert back["net"] == {"ann": "0"}


@clause("canberra-2006", "14.5")
@clause("canberra-2003", "14.5")
@pytest.mark.parametrize("book", CANBERRA)
def test_in_canberra_a_round_found_wrong_after_the_next_has_begun_never_occurred(book: str) -> None:
    swapped = laid((4, 2), (5, 1), noticed="next-round")
    result = settled(book, "As 9d 7d 6h Kh 3c Td", "hit", "stand", wagers=TWO, misdealt=swapped)
    assert result["ruling"] == {"ruling": "void", "clause": "14.5"}
    assert result["net"] == {"ann": "0", "bob": "0"}
    assert {each["outcome"] for each in result["settlement"]} == {"void"}


@clause(MELBOURNE, "9.5", "9.5.2")
def test_in_melbourne_the_initial_deal_is_laid_anew_before_the_subsequent_deal() -> None:
    swapped = laid((4, 2), (5, 1), noticed=5)
    result = settled(MELBOURNE, "Ts 9d 7d 6h 5h 3c Td", "stand", "hit", "stand", wagers=TWO, misdealt=swapped)
    assert (result["ruling"]["ruling"], result["ruling"]["clause"]) == ("reconstructed", "9.5")
    assert hands(result) == ["Ts 6h", "9d 5h 3c"]


@clause(MELBOURNE, "9.9.1")
def test_in_melbourne_what_is_found_after_the_settlement_stands_as_it_lay() -> None:
    swapped = laid((4, 2), (5, 1), noticed="settled")
    result = settled(MELBOURNE, "Ts 9d 7d 6h 9h Tc", "stand", "stand", wagers=TWO, misdealt=swapped)
    assert result["ruling"] == {"ruling": "stands", "clause": "9.9.1"}
    assert hands(result) == ["Ts 9h", "9d 6h"]
    assert result["net"] == {"ann": "20", "bob": "-20"}


def test_where_a_document_does_not_reach_the_record_says_who_ruled_by_which_clause() -> None:
    swapped = laid((4, 2), (5, 1), noticed=6)
    unsaid = refused(MELBOURNE, "Ts 9d 7d 2h 3h Tc 4s 5s 6s", "hit", "stand", "stand", wagers=TWO, misdealt=swapped)
    assert unsaid.at == "misdealt"
    ruled = {**swapped, "discretion": {"ruling": "void", "clause": "32.4"}}
    result = settled(MELBOURNE, "Ts 9d 7d 2h 3h 4c 4s 5s 6s", "hit", "stand", "stand", wagers=TWO, misdealt=ruled)
    assert result["ruling"] == {"ruling": "void", "clause": "32.4"}
    assert result["net"] == {"ann": "0", "bob": "0"}


@clause(MELBOURNE, "9.9", "9.3")
def test_cards_after_a_call_that_was_done_wrongly_are_the_next_cards() -> None:
    """Ann called a card and was passed over: bob's card goes to ann, and bob has the one after it."""
    back = in_error("9.9", cards=5)
    result = settled(MELBOURNE, "Ts 9d 7d 2h 3h 6c 8s Tc", back, "hit", "stand", "hit", "stand", wagers=TWO)
    assert hands(result) == ["Ts 2h 6c", "9d 3h 8s"]
    again(result)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"laid": [], "noticed": 3}, "which card was laid where"),
        ({"laid": [{"card": 0, "box": 1}], "noticed": 3}, "counted from 1"),
        ({"laid": [{"card": 2}], "noticed": 3}, "on a box, or null"),
        ({"laid": [{"card": 5, "box": 1}], "noticed": 3}, "not among the cards"),
        ({"laid": [{"card": 2, "box": 1}, {"card": 2, "box": 3}], "noticed": 3}, "has a card twice"),
        ({"laid": [{"card": 2, "box": 1}], "noticed": 0}, "after one card at the earliest"),
        ({"laid": [{"card": 2, "box": 1}], "noticed": "never"}, "noticed must be a whole number"),
        ({"laid": [{"card": 2, "box": 1}], "noticed": 3, "discretion": {"ruling": "guess"}}, "a ruling is one of"),
    ],
)
def test_what_is_wrong_with_misdealt_is_said(given: dict[str, Any], says: str) -> None:
    wrong = refused(SYDNEY, "Ts 7d 6h Tc", "stand", misdealt=given)
    assert (wrong.at, says in wrong.message) == ("misdealt", True)


# ------------------------------------------------------------------------------------------------------------ the story


def told(book: str, cards: str, *actions: Any, **rest: Any) -> list[str]:
    """What a player on the felt reads of what went wrong."""
    round_ = parse(record(book, cards, *actions, **rest))
    state, story = State(round_.setup), Story(viewer="ann", cards=True)
    for event in replay(round_).events:
        after = evolve(state, event)
        story.tell(state, after, (event,))
        state = after
    return [f"{entry.who}: {entry.text}" + f" [{entry.clause}]" * bool(entry.clause) for entry in story.entries]


def test_the_story_of_a_round_says_what_went_wrong_by_which_clause() -> None:
    calls = [burn("16.1", cards=5), burn("16.17", cards=6, exposed=False), in_error("16.2", cards=6), "refuse-card"]
    aside = {"do": "set-aside", "clause": "16.6", "cards": 7}
    read = told(SYDNEY, "Ts 9d 7d 6h 5h 2c Kc 4d", *calls, "refuse-card", aside, wagers=TWO)
    assert "Dealer: burns 2♣ [16.1]" in read
    assert "Dealer: burns a card that was not seen [16.17]" in read
    assert "Dealer: has drawn K♣ too early: it is the next card [16.2]" in read
    assert "Box 1: you refuse the card that was dealt in error" in read
    assert "Bob: refuses the card that was dealt in error" in read
    assert "Dealer: lays a card under the shoe for the next round [16.6]" in read


def test_the_story_says_who_was_passed_over_and_what_was_chosen() -> None:
    passed = told(MELBOURNE, "9d 6h 8h 7d Tc", skip(1), skip(None), "withdraw", "stand", wagers=TWO)
    assert "Dealer: passed over box 1 [9.8]" in passed
    assert "Dealer: took no first card [9.7]" in passed
    assert "Dealer: has no card yet" in passed
    assert "Box 1: you take back what lies on box 1 [9.8.1]" in passed
    first = told(MELBOURNE, "Ts 9d 6h 8h 7d Tc", skip(None), "dealer-card", "stand", "stand", wagers=TWO)
    assert "Box 1: you ask the dealer to take the missing card first" in first
    empty = told(MELBOURNE, "9d 7d 8h Tc", skip(1), skip(1), "stand", wagers=TWO)
    assert "Dealer: dealt no card to box 1: its wagers are void [9.8]" in empty


# ---------------------------------------------------------------------------------------------------- a failed device


@clause(SYDNEY, "17.4", "17.5.1", "17.5.4")
@clause(EARLIER, "18.4", "18.5.1", "18.5.4")
@pytest.mark.parametrize(("book", "chapter"), [(SYDNEY, "17"), (EARLIER, "18")])
def test_a_round_whose_device_failed_is_void_or_played_on_without_those_who_took_their_wagers_back(
    book: str, chapter: str
) -> None:
    jammed = {"do": "void-round", "clause": f"{chapter}.4", "cards": 6}
    ended = settled(book, "9s 5h 7d 8c 4d 2c", "hit", jammed, wagers=TWO)
    assert ended["net"] == {"ann": "0", "bob": "0"}
    assert {each["clause"] for each in ended["settlement"]} == {f"{chapter}.4"}
    again(ended)
    for back in ({"do": "void-wagers", "player": "ann"}, {"do": "withdraw", "box": 1, "player": "ann"}):
        taken = {**back, "clause": f"{chapter}.5.1", "cards": 5}
        played = settled(book, "9s 5h 7d 8c 4d 9c Tc", taken, "hit", "stand", wagers=TWO)  # the last two from a shoe
        assert played["net"] == {"ann": "0", "bob": "20"}
        assert line(played, player="ann")["clause"] == f"{chapter}.5.1"
        again(played)
