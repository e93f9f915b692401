"""Melbourne: surrender in the Pontoon games and at Vegas Blackjack, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.records import line, net, refused, settled

B = "melbourne-v26"
FAMILY = pytest.mark.parametrize("game", ["crown-pontoon", "6-to-5-pontoon", "spanish-blackjack"])
CROWN: dict[str, Any] = {"game": "crown-pontoon"}
VEGAS: dict[str, Any] = {"game": "vegas-blackjack", "decks": 4}
WITHOUT = ["blackjack", "crown-blackjack", "premier-blackjack", "premium-doubling-blackjack", "sports-blackjack"]
WITHOUT += ["blackjack-plus", "blackjack-select", "free-bet-blackjack"]
SHARED = ["1 ann main 20", "1 bob main 40"]
TWO_BOXES = ["1 ann main 20", "2 bob main 20"]


@clause(B, "10.2:Surrender", "10.5.4(a)", "10.5.4(d)")
@FAMILY
@pytest.mark.parametrize(("up", "second"), [("Jd", "7c"), ("Qd", "7c"), ("Kd", "7c"), ("Ad", "7c")])
def test_half_may_be_surrendered_at_pontoon_against_a_picture_or_ace(game: str, up: str, second: str) -> None:
    result = settled(B, f"Ks {up} 6h {second}", "surrender", game=game)
    given_up = line(result, bet="main")
    assert (given_up["outcome"], given_up["returned"], given_up["clause"]) == ("surrender", "10", "10.5.4(d)")
    assert result["net"] == {"ann": "-10"}


@clause(B, "10.5.4(a)")
@pytest.mark.parametrize("up", ["2d", "6d", "9d"])
def test_nothing_is_surrendered_at_pontoon_against_a_lower_card(up: str) -> None:
    assert refused(B, f"Ks {up} 6h 7c", "surrender", **CROWN).clause == "10.5.4(a)"


@clause(B, "10.2:Surrender", "10.5.4(a)")
def test_surrender_at_pontoon_is_for_the_first_decision_on_two_cards() -> None:
    assert refused(B, "5s Kd 6h 3c 7c", "hit", "surrender", **CROWN).clause == "10.5.4(a)"
    assert refused(B, "8s Kd 8h 3c 7c 9c", "split", "surrender", **CROWN).clause == "10.5.4(a)"


@clause(B, "10.5.4(a)")
def test_surrender_at_pontoon_comes_when_the_box_is_called_on_to_act() -> None:
    cards = "5s Ks Kd 6h 6c 9c 7c"
    late = net(B, cards, "hit #1", "stand #1", "surrender #2", wagers=TWO_BOXES, **CROWN)
    assert late == {"ann": "20", "bob": "-10"}
    assert refused(B, cards, "surrender #2", "hit #1", "stand #1", wagers=TWO_BOXES, **CROWN).at == 0


@clause(B, "10.5.4(b)", "12.4.1(b)")
@pytest.mark.parametrize("table", [CROWN, VEGAS], ids=["crown-pontoon", "vegas-blackjack"])
def test_a_surrendered_hand_has_no_further_card(table: dict[str, Any]) -> None:
    result = settled(B, "Ks 9s Kd 6h 9h 7c", "surrender #1", "stand #2", wagers=TWO_BOXES, **table)
    assert [hand["cards"] for hand in result["hands"]] == ["Ks 6h", "9s 9h"]
    assert result["net"] == {"ann": "-10", "bob": "20"}
    assert refused(B, "Ks 9s Kd 6h 9h 7c", "surrender #1", "hit #1", wagers=TWO_BOXES, **table).at == 1


@clause(B, "10.5.4(c)")
@FAMILY
@pytest.mark.parametrize(("up", "second"), [("Kd", "Ac"), ("Ad", "Kc")])
def test_a_dealers_pontoon_makes_the_surrender_void_and_takes_all(game: str, up: str, second: str) -> None:
    result = settled(B, f"Ks {up} 6h {second}", "surrender", game=game)
    assert (line(result, bet="main")["clause"], result["net"]) == ("10.5.4(c)", {"ann": "-20"})


@clause(B, "10.5.4(c)", "10.5.4(d)")
@pytest.mark.parametrize(("second", "won"), [("Kc", "0"), ("7c", "-20")])
def test_a_hand_at_pontoon_may_be_insured_and_then_surrendered(second: str, won: str) -> None:
    assert net(B, f"Ks Ad 6h {second}", "insure 10", "surrender", **CROWN) == {"ann": won}


@clause(B, "10.5.4(e)")
@FAMILY
def test_nobody_at_pontoon_surrenders_unless_the_controlling_player_does(game: str) -> None:
    refusal = refused(B, "Ks Kd 6h 7c", "surrender bob", "stand", game=game, wagers=SHARED)
    assert (refusal.clause, refusal.at) == ("10.5.4(e)", 0)
    assert net(B, "Ks Kd 6h 7c", "surrender ann", game=game, wagers=SHARED) == {"ann": "-10", "bob": "-20"}


@clause(B, "12.2:Surrender", "12.4.1(a)", "12.4.1(d)")
@pytest.mark.parametrize("up", ["Td", "Jd", "Qd", "Kd", "Ad"])
def test_half_may_be_surrendered_at_vegas_against_a_ten_picture_or_ace(up: str) -> None:
    result = settled(B, f"Ks {up} 6h 7c", "surrender", **VEGAS)
    given_up = line(result, bet="main")
    assert (given_up["outcome"], given_up["returned"], given_up["clause"]) == ("surrender", "10", "12.4.1(d)")
    assert result["net"] == {"ann": "-10"}


@clause(B, "12.4.1(a)")
@pytest.mark.parametrize("up", ["2d", "9d"])
def test_nothing_is_surrendered_at_vegas_against_a_lower_card(up: str) -> None:
    refusal = refused(B, f"Ks {up} 6h 7c", "surrender", **VEGAS)
    assert (refusal.code, refusal.clause) == ("no-surrender-against", "12.4.1(a)")


@clause(B, "12.4.1(a)")
def test_surrender_at_vegas_is_offered_to_all_before_any_further_card() -> None:
    cards = "5s Ks Kd 6h 6c 9c 7c"
    early = net(B, cards, "surrender #2", "hit #1", "stand #1", wagers=TWO_BOXES, **VEGAS)
    assert early == {"ann": "20", "bob": "-10"}
    refusal = refused(B, cards, "hit #1", "stand #1", "surrender #2", wagers=TWO_BOXES, **VEGAS)
    assert (refusal.clause, refusal.at) == ("12.4.1(a)", 2)


@clause(B, "12.4.1(a)")
def test_a_blackjack_at_vegas_may_not_be_surrendered() -> None:
    refusal = refused(B, "As 9s Kd Kh 9h 7c", "surrender #1", "stand #2", wagers=TWO_BOXES, **VEGAS)
    assert (refusal.clause, refusal.at) == ("12.4.1(a)", 0)


@clause(B, "12.4.1(c)")
@pytest.mark.parametrize(("up", "second"), [("Td", "Ac"), ("Ad", "Tc")])
def test_a_dealers_blackjack_makes_the_surrender_void_and_takes_all(up: str, second: str) -> None:
    result = settled(B, f"Ks {up} 6h {second}", "surrender", **VEGAS)
    assert (line(result, bet="main")["clause"], result["net"]) == ("12.4.1(c)", {"ann": "-20"})
    assert net(B, "Ks Ad 6h Tc", "insure 10", "surrender", **VEGAS) == {"ann": "0"}


@clause(B, "12.4.1(e)")
def test_nobody_at_vegas_surrenders_unless_the_controlling_player_does() -> None:
    refusal = refused(B, "Ks Kd 6h 7c", "surrender bob", "stand", wagers=SHARED, **VEGAS)
    assert (refusal.clause, refusal.at) == ("12.4.1(e)", 0)
    assert net(B, "Ks Kd 6h 7c", "surrender ann", wagers=SHARED, **VEGAS) == {"ann": "-10", "bob": "-20"}


@clause(B, "6.2.3")
@pytest.mark.parametrize("table", [CROWN, VEGAS], ids=["crown-pontoon", "vegas-blackjack"])
def test_a_half_that_chips_cannot_pay_is_rounded_up(table: dict[str, Any]) -> None:
    assert net(B, "Ks Kd 6h 7c", "surrender", wagers=["1 ann main 15"], chip="5", **table) == {"ann": "-5"}


@clause(B, "7.5.1")
@pytest.mark.parametrize("game", WITHOUT)
def test_no_other_game_has_surrender(game: str) -> None:
    refusal = refused(B, "Ks Kd 6h 7c", "surrender", "stand", game=game)
    assert (refusal.clause, refusal.at) == ("7.5.1", 0)


@clause(B, "12.4.1(a)")
def test_a_surrender_at_vegas_that_names_no_box_is_of_the_first_that_is_still_asked() -> None:
    cards = "Ts 9s Kd 6h 9h 7c"  # sixteen and eighteen against seventeen
    assert net(B, cards, "surrender", "stand", wagers=TWO_BOXES, **VEGAS) == {"ann": "-10", "bob": "20"}
    assert net(B, cards, "surrender", "surrender", wagers=TWO_BOXES, **VEGAS) == {"ann": "-10", "bob": "-10"}
    named = net(B, cards, "surrender bob", "stand", wagers=TWO_BOXES, **VEGAS)
    assert named == {"ann": "-20", "bob": "-10"}  # bob controls one box only, the second
    assert refused(B, cards, "surrender cal", "stand", wagers=TWO_BOXES, **VEGAS).at == 0
