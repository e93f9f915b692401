"""Sydney: what cards count, who may wager what on which box, who decides for it, and the deal."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.editions import sydney, sydney_by
from support.records import line, net, refused, settled
from support.round_story import cards_dealt, in_order, not_done, opened, story_of

from cutcard.engine import PlaceWager

SHARED = ["1 ann main 20", "1 bob main 50"]


@clause("sydney-v15", "3.2.2", '1.1 "Point Total"')
@clause("sydney-earlier", "3.2.2", '1.1 "point total"')
@sydney
@pytest.mark.parametrize("pips", range(2, 10))
def test_number_card_counts_its_pips(book: str, pips: int) -> None:
    result = settled(book, f"{pips}s 9d 9h {11 - pips}c Th", "hit", "stand")
    assert result["hands"][0]["total"] == 20
    assert result["net"] == {"ann": "20"}


@clause("sydney-v15", "3.2.2", "3.2.3")
@clause("sydney-earlier", "3.2.2", "3.2.3")
@sydney
@pytest.mark.parametrize("rank", "TJQK")
def test_ten_and_pictures_count_ten(book: str, rank: str) -> None:
    result = settled(book, f"{rank}s 9d {rank}h {rank}c", "stand")
    assert (result["hands"][0]["total"], result["dealer"]["total"]) == (20, 19)
    assert result["net"] == {"ann": "20"}


@clause("sydney-v15", "3.2.1", '1.1 "Soft Total"', '1.1 "Hard total"')
@clause("sydney-earlier", "3.2.1", '1.1 "soft total"', '1.1 "hard total"')
@sydney
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        ("As 7d 7h Tc", ["stand"]),  # eleven and seven
        ("As 7d 7h Kc Tc", ["hit", "stand"]),  # one, seven and ten
        ("As 7d Ah 6c Tc", ["hit", "stand"]),  # eleven, one and six
    ],
)
def test_ace_counts_eleven_unless_that_passes_21(book: str, cards: str, actions: list[str]) -> None:
    result = settled(book, cards, *actions)
    assert result["hands"][0]["total"] == 18
    assert result["net"] == {"ann": "20"}


@clause("sydney-v15", "3.1")
def test_version_15_is_played_with_six_or_eight_decks() -> None:
    assert net("sydney-v15", "Ts 9d Th Tc", "stand", decks=8) == {"ann": "20"}
    assert [refused("sydney-v15", "Ts 9d Th Tc", "stand", decks=n).clause for n in (3, 4, 7)] == ["3.1"] * 3


@clause("sydney-earlier", "3.1")
def test_earlier_edition_has_three_and_four_decks_but_no_pairs_with_them() -> None:
    assert net("sydney-earlier", "Ts 9d Th Tc", "stand", decks=3) == {"ann": "20"}
    for bet in ("perfect-pairs", "any-pairs"):
        assert refused("sydney-earlier", "Ts 9d Th Tc", "stand", decks=4, side_bets={bet: True}).clause == "3.1"
    assert refused("sydney-earlier", "Ts 9d Th Tc", "stand", decks=5).clause == "3.1"


@clause("sydney-v15", "3.1.1")
@pytest.mark.parametrize("bet", ["blazing-7s", "star-pairs"])
def test_jackpot_and_star_pairs_run_with_six_decks_alone(bet: str) -> None:
    assert refused("sydney-v15", "Ts 9d Th Tc", "stand", decks=8, side_bets={bet: True}).clause == "3.1.1"
    assert net("sydney-v15", "Ts 9d Th Tc", "stand", decks=6, side_bets={bet: True}) == {"ann": "20"}


@clause("sydney-v15", "5.3", "5.4", "7.1")
@clause("sydney-earlier", "5.2", "5.3", "7.1")
@sydney_by("5.4", "5.3")
@pytest.mark.parametrize("player", ["ann", "bob"])
def test_no_wager_is_placed_or_raised_after_the_first_card(book: str, by: str, player: str) -> None:
    assert not_done(opened(book, "Ts"), PlaceWager(1, player, "main", 2000)).clause == by


@clause("sydney-v15", "5.5")
@clause("sydney-earlier", "5.4")
@sydney_by("5.5", "5.4")
def test_three_players_may_share_a_box_and_a_fourth_may_not(book: str, by: str) -> None:
    three = ["1 ann main 20", "1 bob main 10", "1 cal main 5"]
    assert net(book, "Ts 9d Th Tc", "stand", wagers=three) == {"ann": "20", "bob": "10", "cal": "5"}
    refusal = refused(book, "Ts 9d Th Tc", "stand", wagers=[*three, "1 dan main 5"])
    assert (refusal.clause, refusal.at) == (by, "wagers[3]")


@clause("sydney-v15", "5.5", "14.9")
def test_fourth_player_with_a_pairs_bet_alone_is_one_too_many_and_lucky_lucky_does_not_count() -> None:
    wagers = ["1 ann main 20", "1 bob main 20", "1 cal main 20", "1 dee perfect-pairs 5", "1 eve lucky-lucky 5"]
    terms: dict[str, Any] = {"side_bets": {"perfect-pairs": True, "lucky-lucky": "1"}}
    result = settled("sydney-v15", "8s 9d 8s 8c", "stand", wagers=wagers, **terms)
    assert result["net"]["dee"] == "150"  # it lay there when the cards came, so it is paid
    (warning,) = result["warnings"]
    assert (warning["player"], warning["clause"]) == ("dee", "5.5")
    three = settled("sydney-v15", "8s 9d 8s 8c", "stand", wagers=[*wagers[1:], "1 bob perfect-pairs 5"], **terms)
    assert "warnings" not in three


@clause("sydney-v15", "5.7", "5.7.1", "5.7.2", "5.7.3", '1.1 "Controlling Player"')
@clause("sydney-earlier", "5.5", "5.5.1", "5.5.2", "5.5.3", '1.1 "controlling player"')
@sydney_by("5.7", "5.5")
@pytest.mark.parametrize(
    ("wagers", "seat", "controls"),
    [
        (["1 ann main 50", "1 bob main 20"], "bob", "bob"),  # seated, though with the smaller wager
        (["1 ann main 20", "1 bob main 50"], None, "bob"),  # nobody seated: the highest wager
        (["1 ann main 20", "1 bob main 20"], None, "ann"),  # all equal: the one nearest the dealer
        (["1 ann main 20", "1 bob main 50"], "cal", "bob"),  # who sits there has no wager on the box
    ],
)
def test_controlling_player_of_a_shared_box(
    book: str, by: str, wagers: list[str], seat: str | None, controls: str
) -> None:
    other = "ann" if controls == "bob" else "bob"
    rest: dict[str, Any] = {"wagers": wagers, "seats": {"1": seat}}
    assert settled(book, "Ts 9d Th Tc", f"stand {controls}", **rest)["dealer"]["total"] == 19
    assert refused(book, "Ts 9d Th Tc", f"stand {other}", **rest).clause == by


@clause("sydney-v15", "5.9")
@clause("sydney-earlier", "5.6")
@sydney
def test_controlling_player_is_known_before_the_first_card(book: str) -> None:
    story = story_of(book, "Ts 9d Th Tc", "stand", wagers=SHARED, seats={"1": None})
    assert in_order(story, "bob decides for box 1", "Ts to box 1")


@clause("sydney-v15", "5.11")
@clause("sydney-earlier", "5.8")
@sydney
def test_one_player_may_wager_on_several_boxes(book: str) -> None:
    wagers = ["1 ann main 20", "4 ann main 30"]
    assert net(book, "Ts Ts 9d 8h Th Tc", "stand", "stand", wagers=wagers) == {"ann": "10"}


@clause("sydney-v15", "5.12")
@clause("sydney-earlier", "5.9")
@sydney
@pytest.mark.parametrize(("chip", "won"), [("5", "10"), ("2.50", "7.50"), ("1", "8")])
def test_payment_that_chips_cannot_make_goes_to_the_next_amount_up(book: str, chip: str, won: str) -> None:
    assert net(book, "As 6d Kh", wagers=["1 ann main 5"], chip=chip) == {"ann": won}


@clause("sydney-v15", "6.2")
@clause("sydney-earlier", "6.2")
@sydney
def test_wager_found_under_the_minimum_is_valid(book: str) -> None:
    rest: dict[str, Any] = {"wagers": ["1 ann main 5"], "limits": {"minimum": "10"}, "warned": ["ann"]}
    result = settled(book, "Ts 9d Th Tc", "stand", **rest)
    assert result["net"] == {"ann": "5"}
    assert [warning["clause"] for warning in result["warnings"]] == ["6.2"]


@clause("sydney-v15", "6.3")
@clause("sydney-earlier", "6.3")
@sydney
@pytest.mark.parametrize(("cards", "won"), [("Ts 9d Th Tc", "100"), ("Ts 9d 8h Tc", "-100")])
def test_box_over_the_maximum_is_paid_and_collected_to_it(book: str, cards: str, won: str) -> None:
    result = settled(book, cards, "stand", wagers=["1 ann main 150"], limits={"maximum": "100"})
    assert result["net"] == {"ann": won}
    back = line(result, outcome="void")
    assert (back["staked"], back["returned"], back["clause"]) == ("50", "50", "6.3")


@clause("sydney-v15", "6.3")
def test_wager_over_its_own_bet_type_maximum_is_cut_back_too() -> None:
    wagers = ["1 ann main 20", "1 ann any-pairs 30"]
    limits = {"side_bets": {"any-pairs": {"maximum": "10"}}}
    result = settled("sydney-v15", "Ts 9d Th Tc", "stand", wagers=wagers, limits=limits, side_bets={"any-pairs": True})
    assert result["net"] == {"ann": "130"}


@clause("sydney-v15", "6.1.1", "6.1.2", "6.1.3", "6.3.1")
@clause("sydney-earlier", "6.1.1", "6.1.2", "6.1.3", "6.3.1")
@sydney
@pytest.mark.parametrize(
    ("amounts", "counted"),
    [
        ((60, 100, 20), (0, 100, 0)),  # bob controls the box and may fill it alone
        ((60, 70, 20), (30, 70, 0)),  # the second has what bob leaves
        ((20, 50, 40), (20, 50, 30)),  # the third has what these two leave
        ((20, 50, 10), (20, 50, 10)),
        ((60, 130, 20), (0, 100, 0)),
    ],
)
def test_controlling_player_has_room_up_to_the_maximum_first(
    book: str, amounts: tuple[int, ...], counted: tuple[int, ...]
) -> None:
    names = ("ann", "bob", "cal")
    wagers = [f"1 {name} main {amount}" for name, amount in zip(names, amounts, strict=True)]
    won = net(book, "Ts 9d Th Tc", "stand", wagers=wagers, seats={"1": "bob"}, limits={"maximum": "100"})
    assert won == {name: str(amount) for name, amount in zip(names, counted, strict=True)}


@clause("sydney-v15", "6.7")
@clause("sydney-earlier", "6.6")
@sydney
def test_player_with_a_maximum_of_his_own_may_wager_above_the_sign(book: str) -> None:
    limits = {"minimum": "10", "maximum": "100", "personal": {"ann": {"minimum": "50", "maximum": "300"}}}
    assert net(book, "Ts 9d Th Tc", "stand", wagers=["1 ann main 250"], limits=limits) == {"ann": "250"}
    assert net(book, "Ts 9d Th Tc", "stand", wagers=["1 ann main 350"], limits=limits) == {"ann": "300"}
    assert net(book, "Ts 9d Th Tc", "stand", wagers=["1 bob main 250"], limits=limits) == {"bob": "100"}


@clause("sydney-v15", "6.3", "6.7")
@clause("sydney-earlier", "6.3", "6.6")
@sydney
@pytest.mark.parametrize(("sign", "bobs"), [({"maximum": "500"}, "400"), ({}, "450")])
def test_player_held_below_the_sign_leaves_the_others_on_the_box_what_it_allows(
    book: str, sign: dict[str, str], bobs: str
) -> None:
    limits = {**sign, "personal": {"ann": {"maximum": "100"}}}
    wagers = ["1 ann main 150", "1 bob main 450"]
    assert net(book, "Ts 9d Th Tc", "stand", wagers=wagers, limits=limits) == {"ann": "100", "bob": bobs}


@clause("sydney-v15", "6.5.1", "6.6.2")
@clause("sydney-earlier", "6.5.1", "6.5.4")
@sydney
def test_raised_minimum_binds_new_players_and_not_those_who_keep_the_old_one(book: str) -> None:
    limits = {"minimum": "25", "personal": {"ann": {"minimum": "10"}}}
    result = settled(book, "Ts 9d Th Tc", "stand", wagers=["1 ann main 10", "1 bob main 10"], limits=limits)
    assert [warning["player"] for warning in result["warnings"]] == ["bob"]


@clause("sydney-v15", "7.1")
@clause("sydney-earlier", "7.1")
@sydney
def test_deal_goes_from_the_left_with_one_card_for_the_dealer(book: str) -> None:
    story = story_of(book, "Ts 9s 8d 9h Th Tc", "stand", "stand", wagers=["5 bob main 20", "2 ann main 20"])
    assert cards_dealt(story) == [
        "Ts to box 2",
        "9s to box 5",
        "8d to dealer",
        "9h to box 2",
        "Th to box 5",
        "Tc to dealer",  # in the dealer's turn, when both boxes have stood
    ]
    assert in_order(story, "box 5 stands", "Tc to dealer")
