"""Melbourne: Blackjack Jackpots and Supernova."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from support.clauses import clause
from support.records import line, refused, settled

B = "melbourne-v26"
ACES, NOVA = "blackjack-jackpots", "supernova"
METERS = {"supernova-major": "100000.20", "supernova-minor": "3000.01", "supernova-mystery": "777.77"}
TWO = ["1 ann main 20", "2 bob main 20"]


def jackpot(bet: str, cards: str, *actions: str | dict[str, Any], **rest: Any) -> dict[str, Any]:
    """A round with a jackpot wager of 2 on each of the boxes 1 and, where there is one, 2."""
    wagers = rest.pop("wagers", ["1 ann main 20"])
    owners = [wager.split()[:2] for wager in wagers]
    given = [*wagers, *(f"{box} {player} {bet} 2" for box, player in owners)]
    meters = {ACES: "12345.60"} if bet == ACES else METERS
    return settled(B, cards, *actions, side_bets={bet: True}, wagers=given, **{"meters": meters, **rest})


def won(result: dict[str, Any]) -> list[str]:
    """What each jackpot wager won beside its stake of 2."""
    return [str(Decimal(each["returned"]) - 2) for each in result["settlement"] if each["bet"] in (ACES, NOVA)]


# --------------------------------------------------------------------------------------- Blackjack Jackpots, chapter 21


@clause(B, "21.10.1", "21.10.2(a)")
@pytest.mark.parametrize(
    ("cards", "actions", "prize"),
    [
        ("As As As Kc", ["stand"], "12346"),
        ("Ac Ac Ac Kc", ["stand"], "1234.60"),
        ("Ad Ad Ad Kc", ["stand"], "1234.60"),
        ("Ah Ah Ah Kc", ["stand"], "1234.60"),
        ("As As Ah Kc", ["stand"], "300"),
        ("As Ad Ah Kc", ["stand"], "300"),
        ("As 9d Ks", [], "24"),
        ("Td Ad Ad 9c", [], "24"),
        ("As 9d Kh", [], "10"),
        ("9s 9d Ks Kc", ["stand"], "-2"),
        ("As As 9s Kc", ["stand"], "-2"),
        ("As 9d As Kc", ["stand"], "-2"),
    ],
)
def test_aces_and_blackjacks_win_by_their_suits(cards: str, actions: list[str], prize: str) -> None:
    result = jackpot(ACES, cards, *actions)
    assert won(result) == [prize]
    assert line(result, bet=ACES)["clause"] == "21.10.1"


@clause(B, "21.10.1")
@pytest.mark.parametrize(
    "game", ["crown-blackjack", "premier-blackjack", "sports-blackjack", "blackjack-plus", "free-bet-blackjack"]
)
def test_a_jackpot_is_the_same_in_other_games(game: str) -> None:
    assert won(jackpot(ACES, "As 9d Ks", game=game)) == ["24"]
    assert won(jackpot(ACES, "Ah Ah Ah Kc", "stand", game=game)) == ["1234.60"]


@clause(B, "21.10.1")
@pytest.mark.parametrize(("cards", "actions", "prize"), [("9s 9d Ks Kc", ["stand"], "12"), ("As 9d Ks", [], "36")])
def test_the_lucky_player_wins_six_to_one_whatever_the_cards(cards: str, actions: list[str], prize: str) -> None:
    result = jackpot(ACES, cards, *actions, draws=[{"lucky-player": 1}])
    assert won(result) == [prize]
    assert line(result, bet=ACES)["outcome"] == "win"


@clause(B, "21.10.1")
def test_only_a_jackpot_wager_can_be_the_lucky_player() -> None:
    given: dict[str, Any] = {"side_bets": {ACES: True}, "wagers": [*TWO, f"1 ann {ACES} 2"]}
    assert refused(B, "9s 9c 9d Kh Ks Kc", "stand", "stand", draws=[{"lucky-player": 2}], **given).at == "draws"


@clause(B, "21.10.2(c)", "21.10.3(b)", "21.10.3(c)")
def test_two_with_three_suited_aces_share_both_prizes_equally() -> None:
    result = jackpot(ACES, "Ah Ah Ah Ah Ah Kc", "stand", "stand", wagers=TWO)
    assert won(result) == ["1172.85", "1172.85"]  # half of 1,234.60 and a tenth of the 11,111 then left


@clause(B, "21.10.2(c)", "21.10.3(b)", "21.10.3(c)")
def test_two_with_three_aces_of_spades_halve_the_meter() -> None:
    result = jackpot(ACES, "As As As As As Kc", "stand", "stand", wagers=TWO)
    assert won(result) == ["6173", "6173"]


@clause(B, "21.5.3", "21.10.3(a)(ii)", "21.10.3(b)", "21.10.3(c)")
def test_the_second_prize_comes_from_the_seed_where_the_first_leaves_less() -> None:
    spades, hearts = "As As As As As Kc", "Ah Ah Ah Ah Ah Kc"
    seeded = jackpot(ACES, spades, "stand", "stand", wagers=TWO, seeds={ACES: "5000"})
    assert won(seeded) == ["8673", "8673"]  # half of 12,346 and the 5,000 that the meter was reset to
    tenths = jackpot(ACES, hearts, "stand", "stand", wagers=TWO, seeds={ACES: "11500"})
    assert won(tenths) == ["1192.30", "1192.30"]  # 1,234.60 leaves 11,111, less than the seed: a tenth of 11,500
    enough = jackpot(ACES, hearts, "stand", "stand", wagers=TWO, seeds={ACES: "11000"})
    assert won(enough) == ["1172.85", "1172.85"]
    nothing = jackpot(ACES, spades, "stand", "stand", wagers=TWO, seeds={ACES: "0"})
    assert won(nothing) == ["6173", "6173"]  # a seed of nothing is none


@clause(B, "21.10.2(c)")
def test_the_lucky_player_does_not_share_in_what_others_win() -> None:
    result = jackpot(ACES, "Ah 9s Ah Ah 9h Kc", "stand", "stand", wagers=TWO, draws=[{"lucky-player": 2}])
    assert won(result) == ["1234.60", "12"]


@clause(B, "21.8.2")
def test_other_side_bets_beside_blackjack_jackpots_are_settled_by_their_own_rules() -> None:
    wagers = ["1 ann main 20", f"1 ann {ACES} 2", "1 ann perfect-pairs 2"]
    given: dict[str, Any] = {"side_bets": {ACES: True, "perfect-pairs": "A"}, "wagers": wagers}
    result = settled(B, "Ah Ad Ah Kc", "stand", **given)
    assert line(result, bet="perfect-pairs")["odds"] == "25:1"
    assert line(result, bet=ACES)["odds"] == "150:1"


@clause(B, "21.10.1")
def test_a_prize_that_is_part_of_a_meter_needs_the_meter() -> None:
    given: dict[str, Any] = {"side_bets": {ACES: True}, "wagers": ["1 ann main 20", f"1 ann {ACES} 2"]}
    assert refused(B, "Ah Ah Ah Kc", "stand", **given).message


# ------------------------------------------------------------------------------------------------ Supernova, chapter 24


@clause(B, "24.9.1", "24.9.2(a)")
@pytest.mark.parametrize(
    ("cards", "actions", "prize"),
    [
        pytest.param("As 9d Js", [], "100005", marks=clause(B, "24.2:Major Jackpot")),
        pytest.param("Js 9d As", [], "100005", marks=clause(B, "24.2:Major Jackpot")),
        pytest.param("As 9d Ks", [], "3005", marks=clause(B, "24.2:Minor Jackpot")),
        pytest.param("Ah 9d Jh", [], "3005", marks=clause(B, "24.2:Minor Jackpot")),
        pytest.param("Td 9d Ad", [], "3005", marks=clause(B, "24.2:Minor Jackpot")),
        pytest.param("As 9d Jh", [], "-2", marks=clause(B, "24.2:Minor Jackpot")),
        pytest.param("9s 9d Ks Kc", ["stand"], "-2", marks=clause(B, "24.2:Minor Jackpot")),
    ],
)
def test_a_suited_blackjack_wins_a_whole_meter(cards: str, actions: list[str], prize: str) -> None:
    result = jackpot(NOVA, cards, *actions, chip="5")  # each meter goes up to what chips can pay
    assert won(result) == [prize]
    assert line(result, bet=NOVA)["clause"] == "24.9.1"


@clause(B, "24.2:Mystery Jackpot", "24.9.1")
def test_a_box_picked_at_random_wins_the_mystery_meter() -> None:
    picked = jackpot(NOVA, "9s 9c 9d Kh Ks Kc", "stand", "stand", wagers=TWO, draws=[{"mystery": 2}], chip="5")
    assert won(picked) == ["-2", "780"]
    alone = {"side_bets": {NOVA: True}, "meters": METERS, "wagers": [*TWO, f"1 ann {NOVA} 2"]}
    assert refused(B, "9s 9c 9d Kh Ks Kc", "stand", "stand", draws=[{"mystery": 2}], **alone).at == "draws"
    assert refused(B, "9s 9c 9d Kh Ks Kc", "stand", "stand", seeds={"blazing-7s": "5"}, **alone).at == "seeds"


@clause(B, "24.5.3", "24.9.2(b)")
@pytest.mark.parametrize(
    ("seed", "chip", "prizes"),
    [("100", "0.01", ["777.77", "100"]), ("102", "5", ["780", "105"]), (None, "0.01", ["777.77", "0"])],
)
def test_a_second_mystery_of_a_round_has_what_the_first_has_left_of_the_meter(
    seed: str | None, chip: str, prizes: list[str]
) -> None:
    given: dict[str, Any] = {"seeds": {"supernova-mystery": seed}} if seed else {}
    draws = [{"mystery": 1}, {"mystery": 2}]
    cards = ("9s 9c 9d Kh Ks Kc", "stand", "stand")
    assert won(jackpot(NOVA, *cards, wagers=TWO, draws=draws, chip=chip, **given)) == prizes
    again = jackpot(NOVA, *cards, wagers=TWO, draws=draws[::-1], chip=chip, **given)
    assert won(again) == prizes[::-1]


@clause(B, "24.9.2(b)", "24.9.3(b)", "24.9.3(c)")
def test_two_majors_of_one_round_share_one_meter_equally() -> None:
    result = jackpot(NOVA, "As As 9d Js Js", wagers=TWO, meters={**METERS, "supernova-major": "100000"})
    assert won(result) == ["50000", "50000"]


@clause(B, "24.9.2(b)", "24.9.3(b)", "24.9.3(c)")
def test_three_minors_of_one_round_share_one_meter_equally_to_the_cent() -> None:
    three = [*TWO, "3 cid main 20"]
    result = jackpot(NOVA, "As Ah Ad 9d Ks Kh Kd", wagers=three, meters={**METERS, "supernova-minor": "1000"})
    assert won(result) == ["333.34", "333.34", "333.34"]


@clause(B, "24.5.3", "24.9.3(a)(ii)", "24.9.3(b)", "24.9.3(c)")
def test_further_minors_are_taken_from_the_seed_that_the_meter_goes_back_to() -> None:
    three = [*TWO, "3 cid main 20"]
    terms = {"meters": {**METERS, "supernova-minor": "1000"}, "seeds": {"supernova-minor": "250"}}
    result = jackpot(NOVA, "As Ah Ad 9d Ks Kh Kd", wagers=three, **terms)
    assert won(result) == ["500", "500", "500"]  # 1,000, 250 and 250, shared by three


@clause(B, "24.9.1", "24.9.2(b)")
def test_a_major_and_a_minor_have_each_its_own_meter() -> None:
    result = jackpot(NOVA, "As Ah 9d Js Kh", wagers=TWO, chip="5")
    assert won(result) == ["100005", "3005"]


@clause(B, "24.9.2(b)")
def test_the_mystery_jackpot_is_not_shared_with_what_is_won_by_cards() -> None:
    result = jackpot(NOVA, "As Ah 9d Ks Kh", wagers=TWO, draws=[{"mystery": 2}], chip="5")
    assert won(result)[0] == won(jackpot(NOVA, "As Ah 9d Ks Kh", wagers=TWO, chip="5"))[0]
    assert Decimal(won(result)[1]) - Decimal(won(result)[0]) == 780


@clause(B, "24.6.3(a)", "24.6.3(b)")
def test_a_supernova_wager_whose_main_wager_has_no_room_goes_back_and_leaves_the_place_to_another() -> None:
    wagers = ["1 ann main 20", "1 bob main 20", f"1 ann {NOVA} 2", f"1 bob {NOVA} 2"]
    given: dict[str, Any] = {"side_bets": {NOVA: True}, "meters": {"supernova-minor": "250"}, "wagers": wagers}
    result = settled(B, "Ah 9d Kh", limits={"maximum": "20"}, **given)
    assert line(result, player="bob", bet=NOVA)["outcome"] == "void"
    assert result["net"] == {"ann": "280", "bob": "0"}  # thirty for the blackjack and the meter of 250
    assert refused(B, "Ah 9d Kh", **given).clause == "24.6.3(c)"


@clause(B, "24.7.1(c)")
def test_other_side_bets_beside_supernova_are_settled_by_their_own_rules() -> None:
    wagers = ["1 ann main 20", f"1 ann {NOVA} 2", "1 ann crown-suits 2"]
    given: dict[str, Any] = {"side_bets": {NOVA: True, "crown-suits": True}, "wagers": wagers, "meters": METERS}
    result = settled(B, "Ah 9d Kh", **given)
    assert line(result, bet="crown-suits")["odds"] == "2:1"
    assert line(result, bet=NOVA)["returned"] == "3002.01"


@clause(B, "9.8.1", "24.5.3", "21.5.3")
@pytest.mark.parametrize(
    ("bet", "cards", "meters", "prizes"),
    [
        (NOVA, "As As 9d Js Js Tc", {"supernova-major": "5000", "supernova-minor": "300"}, ["5000", "1000"]),
        (ACES, "As As As As As 8c", {ACES: "5000"}, ["5000", "1000"]),
        (ACES, "Ac Ac Ac Ac Ac 8c", {ACES: "5000"}, ["500", "450"]),
    ],
)
def test_a_box_whose_second_card_comes_late_wins_of_the_meter_as_the_first_prize_left_it(
    bet: str, cards: str, meters: dict[str, str], prizes: list[str]
) -> None:
    calls = ["stand", "stand"] if bet == ACES else []
    seeds = {next(iter(meters)): "1000"}
    skip = {"do": "skip", "box": 2, "cards": 4}
    assert won(jackpot(bet, cards, skip, *calls, wagers=TWO, meters=meters, seeds=seeds)) == prizes
