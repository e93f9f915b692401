"""Melbourne: Crown Pontoon, 6 to 5 Pontoon and Spanish Blackjack, which is Crown Pontoon under another name."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.records import line, lines, net, refused, settled

B = "melbourne-v26"
FAMILY = pytest.mark.parametrize("game", ["crown-pontoon", "6-to-5-pontoon", "spanish-blackjack"])
CROWN: dict[str, Any] = {"game": "crown-pontoon"}
SHARED = ["1 ann main 20", "1 bob main 40"]


# ------------------------------------------------------------------------------------------- cards and settlement


@clause(B, "10.3.1")
@FAMILY
def test_the_tens_are_out_of_the_decks(game: str) -> None:
    refusal = refused(B, "Ts 7d 9h Kc", "stand", game=game)
    assert (refusal.clause, refusal.at) == ("10.3.1", "cards")
    assert refused(B, "9s 7d 9h Kc", "stand", game=game, decks=3).clause == "10.3.1"


@clause(B, "10.4.1")
@FAMILY
def test_a_hand_under_twenty_one_wins_when_the_dealer_goes_over(game: str) -> None:
    result = settled(B, "7s 6d 5h Kc Qc", "stand", game=game)
    assert (line(result, bet="main")["clause"], result["net"]) == ("10.4.1", {"ann": "20"})


@clause(B, "10.4.2", "10.6")
@FAMILY
def test_the_higher_total_wins_one_to_one(game: str) -> None:
    result = settled(B, "Ks 8d 9h Kc", "stand", game=game)
    won = line(result, bet="main")
    assert (won["clause"], won["odds"], result["net"]) == ("10.4.2", "1:1", {"ann": "20"})


@clause(B, "10.4.4")
@FAMILY
@pytest.mark.parametrize("dealer", ["Kd Ac", "Ad Qc", "6d 8c 7d", "9d 8c"])
def test_twenty_one_always_wins(game: str, dealer: str) -> None:
    up, *more = dealer.split()
    result = settled(B, f"Ks {up} 5h 6h {' '.join(more)}", "hit", game=game)
    won = line(result, bet="main")
    assert (won["clause"], won["odds"], result["net"]) == ("10.4.4", "1:1", {"ann": "20"})


@clause(B, "10.4.4", "10.5.1(c)")
def test_a_hand_of_twenty_one_is_paid_although_the_dealer_then_has_pontoon() -> None:
    cards = "Ks 9s Kd 5h 9h 6h Ac"
    result = settled(B, cards, "hit", "stand", wagers=["1 ann main 20", "2 bob main 20"], **CROWN)
    assert (result["dealer"]["blackjack"], result["net"]) == (True, {"ann": "20", "bob": "-20"})


@clause(B, "10.4.5")
@FAMILY
def test_equal_totals_under_twenty_one_stand_off(game: str) -> None:
    result = settled(B, "Ks 9d 9h Kc", "stand", game=game)
    assert (line(result, bet="main")["clause"], result["net"]) == ("10.4.5", {"ann": "0"})


@clause(B, "10.4.6")
@FAMILY
def test_a_hand_over_twenty_one_loses(game: str) -> None:
    result = settled(B, "Ks 6d 6h Kc", "hit", game=game)
    assert (line(result, bet="main")["clause"], result["net"]) == ("10.4.6", {"ann": "-20"})


@clause(B, "10.4.7")
@FAMILY
@pytest.mark.parametrize("dealer", ["9d Kc", "Kd Ac"])
def test_the_lower_total_loses(game: str, dealer: str) -> None:
    up, second = dealer.split()
    result = settled(B, f"Ks {up} 8h {second}", "stand", game=game)
    assert (line(result, bet="main")["clause"], result["net"]) == ("10.4.7", {"ann": "-20"})


# ------------------------------------------------------------------------------------------------------- doubling


@clause(B, "10.5.2(b)")
@FAMILY
def test_an_ace_among_the_first_two_cards_of_a_double_stays_one(game: str) -> None:
    result = settled(B, "As 7d 6h 4c Kc", "double", game=game)  # 11 and not 21
    assert (result["hands"][0]["total"], result["net"]) == (11, {"ann": "-40"})


@clause(B, "10.5.2(b)")
def test_an_ace_among_the_first_two_stays_one_in_a_double_after_more_cards() -> None:
    result = settled(B, "As 7d 2h 3c 5c Kc", "hit", "double", **CROWN)
    assert (result["hands"][0]["total"], result["net"]) == (11, {"ann": "-40"})


@clause(B, "10.5.2(b)")
def test_a_later_ace_of_a_doubled_hand_counts_as_ever() -> None:
    third = settled(B, "2s 7d 3h Ac 4c Kc", "hit", "double", **CROWN)  # soft 16 and 4 is soft 20
    assert (third["hands"][0]["total"], third["net"]) == (20, {"ann": "40"})
    drawn = settled(B, "4s 7d 5h Ac Kc", "double", **CROWN)  # the doubling card itself, soft 20
    assert (drawn["hands"][0]["total"], drawn["net"]) == (20, {"ann": "40"})


@clause(B, "10.5.2(b)")
def test_a_table_may_let_every_ace_of_a_doubled_hand_count_either_way() -> None:
    result = settled(B, "As 7d 6h 4c Kc", "double", options={"doubled-ace": "either"}, **CROWN)
    assert (result["hands"][0]["total"], result["net"]) == (21, {"ann": "40"})


@clause(B, "10.5.2(c)")
@FAMILY
def test_a_dealers_pontoon_takes_the_original_wager_of_a_double_only(game: str) -> None:
    result = settled(B, "5s Kd 6h 9c Ac", "double", game=game)
    added = line(result, bet="double")
    assert (added["returned"], added["clause"], result["net"]) == ("20", "10.5.2(c)", {"ann": "-20"})


@clause(B, "10.5.2(c)", "10.4.4")
def test_a_doubled_twenty_one_wins_even_against_a_dealers_pontoon() -> None:
    assert net(B, "5s Kd 6h Qc Ac", "double", **CROWN) == {"ann": "40"}


@clause(B, "10.5.2(d)")
@FAMILY
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        ("6s 9d 7s 8s Kc", ["double"]),
        ("7s 9d 7h 7c Kc", ["double"]),
        ("2s 9d 3h 4c 5c 7d Kc", ["hit", "hit", "double"]),
    ],
)
def test_a_doubled_hand_wins_one_to_one_and_no_bonus(game: str, cards: str, actions: list[str]) -> None:
    result = settled(B, cards, *actions, game=game)
    assert {(each["odds"], each["clause"]) for each in result["settlement"]} == {("1:1", "10.5.2(d)")}
    assert result["net"] == {"ann": "40"}


@clause(B, "10.5.2(d)")
def test_a_doubled_hand_wins_no_super_bonus() -> None:
    result = settled(B, "7s 7d 7s 7s Kc", "double", **CROWN)
    assert (lines(result, bet="super-bonus"), result["net"]) == ([], {"ann": "40"})


@clause(B, "10.5.2(d)(i)")
@FAMILY
def test_a_sharer_who_does_not_double_along_wins_one_to_one_too(game: str) -> None:
    result = settled(B, "6s 9d 7s 8s Kc", "double", game=game, wagers=SHARED)
    assert line(result, player="bob")["odds"] == "1:1"
    assert result["net"] == {"ann": "40", "bob": "40"}


# --------------------------------------------------------------------------------------------------------- rescue


@clause(B, "10.5.2(e)")
@FAMILY
def test_the_doubled_part_may_be_taken_back_for_the_original_wager(game: str) -> None:
    result = settled(B, "5s 9d 6h 2c Kc", "double", "rescue", game=game)
    assert [(each["bet"], each["returned"], each["clause"]) for each in result["settlement"]] == [
        ("main", "0", "10.5.2(e)"),
        ("double", "20", "10.5.2(e)"),
    ]
    assert (result["net"], result["dealer"]["cards"]) == ({"ann": "-20"}, "9d")


@clause(B, "10.5.2(e)")
def test_a_hand_over_twenty_one_has_nothing_to_rescue() -> None:
    assert refused(B, "7s 9d 6h Kc Qc", "double", "rescue", **CROWN).at == 1


@clause(B, "10.5.2(e)")
def test_only_a_doubled_hand_may_be_rescued_and_only_in_the_pontoon_games() -> None:
    assert refused(B, "7s 9d 6h 5c Qc", "hit", "rescue", **CROWN).clause == "10.5.2(e)"
    assert refused(B, "5s 9d 6h 2c Qc", "double", "rescue").at == 1


@clause(B, "10.5.2(e)")
def test_a_rescued_wager_is_gone_also_when_the_dealer_then_has_pontoon() -> None:
    cards = "5s 9s Kd 6h 9h 2c Ac"
    wagers = ["1 ann main 20", "2 bob main 20"]
    assert net(B, cards, "double", "rescue", "stand", wagers=wagers, **CROWN) == {"ann": "-20", "bob": "-20"}


@clause(B, "10.5.2(e)(i)")
@pytest.mark.parametrize(
    ("answers", "won"),
    [
        (["rescue ann"], {"ann": "-20", "bob": "80"}),
        (["rescue bob"], {"ann": "40", "bob": "-40"}),
        (["rescue bob", "rescue ann"], {"ann": "-20", "bob": "-40"}),
        (["rescue", "rescue"], {"ann": "-20", "bob": "-40"}),  # the controlling player, then the only one who still may
        ([], {"ann": "40", "bob": "80"}),
    ],
)
def test_each_player_on_the_box_decides_for_himself_whether_to_rescue(answers: list[str], won: dict[str, str]) -> None:
    cards = "5s 6d 6h 2c Kc Qc"  # 13 against a dealer who goes over
    assert net(B, cards, "double", "join bob", *answers, wagers=SHARED, **CROWN) == won


@clause(B, "10.5.2(e)", "10.5.2(e)(i)")
def test_a_sharer_who_did_not_double_plays_on_when_the_controlling_player_rescues() -> None:
    cards = "5s 6d 6h 2c Kc Qc"
    assert net(B, cards, "double", "rescue ann", wagers=SHARED, **CROWN) == {"ann": "-20", "bob": "40"}
    refusal = refused(B, cards, "double", "rescue bob", wagers=SHARED, **CROWN)
    assert (refusal.clause, refusal.at) == ("10.5.2(e)", 1)


# -------------------------------------------------------------------------------------------------------- payouts

BONUSES = [
    ("2s 3d 4h 5c 7c", "3:2", "50"),
    ("6s 7d 8h", "3:2", "50"),
    ("8c 6c 7h", "3:2", "50"),
    ("7s 7d 7h", "3:2", "50"),
    ("2s 2d 3h 4c 4h 6c", "2:1", "60"),
    ("6d 7d 8d", "2:1", "60"),
    ("7h 8h 6h", "2:1", "60"),
    ("7c 7c 7c", "2:1", "60"),
    ("2s 2d 2h 3c 3h 4c 5c", "3:1", "80"),
    ("As 2d 2h 2c 3h 3c 4c 4h", "3:1", "80"),
    ("6s 7s 8s", "3:1", "80"),
    ("8s 7s 6s", "3:1", "80"),
    ("7s 7s 7s", "3:1", "80"),
    ("5s 6d Kh", "1:1", "40"),
    ("4s 6d 5h 6c", "1:1", "40"),
]


def pontoon(hand: str, up: str, rest: str, **more: Any) -> dict[str, Any]:
    """A round whose first hand draws all of these cards."""
    first, second, *drawn = hand.split()
    return settled(B, f"{first} {up} {second} {' '.join(drawn)} {rest}", *["hit"] * len(drawn), **more)


@clause(B, "10.6", "10.5.1(c)")
@FAMILY
@pytest.mark.parametrize(("hand", "odds", "returned"), BONUSES)
def test_twenty_one_is_paid_by_its_cards(game: str, hand: str, odds: str, returned: str) -> None:
    result = pontoon(hand, "9d", "Kc", game=game)
    paid = line(result, bet="main")
    assert (paid["odds"], paid["returned"]) == (odds, returned)
    assert paid["clause"] == ("10.6" if odds != "1:1" else "10.4.4")


@clause(B, "10.6")
def test_a_split_hand_wins_the_bonus_of_its_cards_but_is_no_pontoon() -> None:
    assert net(B, "6s 9d 6h 7c 8c Qc Kc", "split", "hit", "stand", **CROWN) == {"ann": "10"}  # 3 to 2, less 20
    aces = settled(B, "As 9d Ah Kc Qc Kd", "split", **CROWN)
    assert {each["odds"] for each in aces["settlement"]} == {"1:1"}


@clause(B, "10.2:Pontoon")
@FAMILY
def test_an_ace_and_a_picture_on_the_first_two_cards_are_called_a_pontoon(game: str) -> None:
    assert settled(B, "As 9d Kh", game=game)["hands"][0]["ended"] == "pontoon"
