"""Melbourne: at which moment of the round a wager is settled, and in which order."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.records import record

from cutcard.engine import Wager
from cutcard.engine import events as ev
from cutcard.narration.story import payments_in_order
from cutcard.records import parse, replay

B = "melbourne-v26"
TWO = ["1 ann main 20", "2 bob main 20"]


def story(cards: str, *actions: str, **rest: Any) -> list[str]:
    """What happened, in words: each card with where it went, each press, each wager as it was settled."""
    played = replay(parse(record(B, cards, *actions, **rest)))
    told: list[str] = []
    for event in played.events:
        if isinstance(event, ev.CardDealt):
            told.append(f"{event.card} to {event.box or 'dealer'}")
        elif isinstance(event, ev.PrizeDrawn):
            told.append("press")
        elif isinstance(event, ev.Settled):
            for paid in payments_in_order(played.state, event):
                wager = paid if isinstance(paid, Wager) else played.state.wagers[paid.wager]
                told.append(f"{wager.player} {wager.bet}{' first win' if paid is wager else ''}")
    return told


def in_order(told: list[str], *happenings: str) -> bool:
    """Whether these came one after the other."""
    places = [told.index(happening) for happening in happenings]
    return places == sorted(places)


# ------------------------------------------------------------------------------------------- the interim settlement


@clause(B, "7.4.1", "7.4.1(a)")
def test_a_blackjack_is_paid_between_the_initial_and_the_subsequent_deal() -> None:
    told = story("As 9s 7d Kh 3h 6c Tc", "hit", "stand", wagers=TWO)
    assert in_order(told, "3h to 2", "ann main", "6c to 2", "bob main")


@pytest.mark.parametrize("up", ["9d", "Kd", "Ad"])
@pytest.mark.parametrize(
    "game",
    [
        pytest.param("crown-pontoon", marks=clause(B, "10.5.1(b)")),
        pytest.param("spanish-blackjack", marks=clause(B, "10.5.1(b)")),
        pytest.param("6-to-5-pontoon", marks=clause(B, "20.2.1(a)")),
        pytest.param("blackjack-plus", marks=clause(B, "22.4.2(a)")),
    ],
)
def test_a_natural_is_paid_before_anybody_has_a_third_card_here(game: str, up: str) -> None:
    told = story(f"9s As {up} 3h Kh 6c 8c Qc", "hit", "stand", wagers=TWO, game=game)
    assert in_order(told, "Kh to 2", "bob main", "6c to 1", "ann main")


@pytest.mark.parametrize(
    ("bet", "table", "game"),
    [
        pytest.param("perfect-pairs", "A", "blackjack", marks=clause(B, "15.4.2")),
        pytest.param("perfect-pairs", True, "crown-pontoon", marks=clause(B, "10.5.1(a)", "15.4.2")),
        pytest.param("crown-suits", True, "blackjack", marks=clause(B, "16.4.2")),
        pytest.param("spread-bet", "1", "blackjack", marks=clause(B, "28.4.2")),
    ],
)
@pytest.mark.parametrize("second", ["4s", "9h"], ids=["won", "lost"])
def test_this_side_bet_is_settled_in_the_interim_before_a_main_win_is_paid(
    bet: str, table: Any, game: str, second: str
) -> None:
    wagers = ["1 ann main 20", "2 bob main 20", f"2 bob {bet} 2"]
    told = story(f"As 4s 7d Kh {second} 5h Kc", "hit", "stand", side_bets={bet: table}, wagers=wagers, game=game)
    assert in_order(told, f"{second} to 2", f"bob {bet}", "ann main", "5h to 2")


@clause(B, "23.4.2")
def test_a_first_win_at_blackpot_is_paid_in_the_interim_settlement() -> None:
    wagers = [*TWO, "2 bob blackpot 1"]
    told = story("As 6s 7d Kh 7h 2h Kc", "hit", "stand", side_bets={"blackpot": True}, wagers=wagers)
    assert in_order(told, "7h to 2", "bob blackpot first win", "ann main", "2h to 2")  # her blackjack is paid after it


@clause(B, "21.8.1(a)")
def test_a_jackpot_is_awarded_in_the_interim_settlement_without_anybody_asking() -> None:
    wagers = [*TWO, "1 ann blackjack-jackpots 2"]
    told = story("As 9s 7d Ks 3h 6c Tc", "hit", "stand", side_bets={"blackjack-jackpots": True}, wagers=wagers)
    assert in_order(told, "3h to 2", "ann blackjack-jackpots", "6c to 2")


@clause(B, "24.7.1")
def test_supernova_is_settled_in_the_interim_settlement() -> None:
    given: dict[str, Any] = {"side_bets": {"supernova": True}, "meters": {"supernova-minor": "1000"}}
    told = story("As 9s 7d Ks 3h 6c Tc", "hit", "stand", wagers=[*TWO, "1 ann supernova 2"], **given)
    assert in_order(told, "3h to 2", "ann supernova", "6c to 2")


@clause(B, "11.5.1")
def test_perfect_pairs_comes_before_pandemonium_and_pandemonium_before_the_pontoon() -> None:
    wagers = ["1 ann main 20", "1 ann pontoon-pandemonium 1", "2 bob main 20", "2 bob perfect-pairs 2"]
    given: dict[str, Any] = {"side_bets": {"pontoon-pandemonium": "2", "perfect-pairs": True}, "draws": ["50"]}
    told = story("As 9s 7d Kh 9h Kc", "stand", wagers=wagers, game="crown-pontoon", **given)
    assert in_order(told, "bob perfect-pairs", "ann pontoon-pandemonium", "ann main")


@clause(B, "11.5.5(d)")
def test_each_prize_is_paid_before_the_next_winner_has_the_button() -> None:
    bet = "pontoon-pandemonium"
    wagers = ["1 ann main 20", "1 bob main 20", f"1 ann {bet} 1", f"1 bob {bet} 1"]
    told = story("As 7d Kh", game="crown-pontoon", side_bets={bet: "2"}, wagers=wagers, draws=["50", "20"])
    presses = [place for place, happening in enumerate(told) if happening == "press"]
    assert presses[0] < told.index(f"ann {bet}") < presses[1] < told.index(f"bob {bet}")


# -------------------------------------------------------------------------------------------- the subsequent deal


@clause(B, "7.5.7(b)")
def test_lost_insurance_is_collected_as_soon_as_the_dealers_second_card_is_out() -> None:
    told = story("Ts Ad 9h 2c 8c", "insure 10", "stand")
    assert in_order(told, "2c to dealer", "ann insurance", "8c to dealer", "ann main")


@clause(B, "10.5.1(c)")
def test_twenty_one_at_pontoon_is_paid_before_any_further_card() -> None:
    told = story("Ks 9s 9d 5h 3h 6c 8c Kc", "hit", "hit", "stand", wagers=TWO, game="crown-pontoon")
    assert in_order(told, "6c to 1", "ann main", "8c to 2")


@clause(B, "13.5.1(a)(i)")
@pytest.mark.parametrize("third", ["7c", "2c"])
def test_split_sevens_are_settled_with_the_next_card_before_the_hands_are_finished(third: str) -> None:
    bet = "magnificent-sevens"
    wagers = ["1 ann main 20", f"1 ann {bet} 1"]
    told = story(f"7s 9d 7h {third} Kc Qc Kd", "split", "stand", "stand", side_bets={bet: "2"}, wagers=wagers)
    assert in_order(told, f"{third} to 1", f"ann {bet}", "Kc to 1", "ann main")


# ------------------------------------------------------------------------------------------ the final settlement


@clause(B, "23.4.4")
@pytest.mark.parametrize("stayed", [{}, {"carried": "1"}], ids=["new", "stayed"])
def test_a_completed_blackpot_hand_is_paid_in_the_final_settlement(stayed: dict[str, str]) -> None:
    wagers = [*TWO, {"box": 1, "player": "ann", "bet": "blackpot", "amount": "1", **stayed}]
    told = story("6s 9s 9d 7h 9h 8c Kc", "hit", "stand", side_bets={"blackpot": True}, wagers=wagers)
    assert in_order(told, "8c to 1", "Kc to dealer", "ann blackpot")


@pytest.mark.parametrize(
    ("game", "decks"),
    [
        pytest.param("crown-pontoon", 6, marks=clause(B, "10.5.4(d)")),
        pytest.param("6-to-5-pontoon", 6, marks=clause(B, "10.5.4(d)")),
        pytest.param("spanish-blackjack", 6, marks=clause(B, "10.5.4(d)")),
        pytest.param("vegas-blackjack", 4, marks=clause(B, "12.4.1(d)")),
    ],
)
def test_surrenders_are_collected_in_the_final_settlement_when_the_round_is_complete(game: str, decks: int) -> None:
    told = story("Ks 9s Kd 6h 9h 5c 4c", "surrender #1", "stand #2", wagers=TWO, game=game, decks=decks)
    assert in_order(told, "9h to 2", "5c to dealer", "4c to dealer", "ann main")
    alone = story("Ks Kd 6h 5c", "surrender", game=game, decks=decks)
    assert in_order(alone, "5c to dealer", "ann main")  # the second card says whether the surrender is void


@clause(B, "26.4.3")
def test_a_buster_wager_is_settled_when_the_dealers_hand_is_complete() -> None:
    wagers = ["1 ann main 20", "1 ann buster-blackjack 2"]
    told = story("9s 6d 7h Kc Qc Jc", "hit", side_bets={"buster-blackjack": "A"}, wagers=wagers)
    assert in_order(told, "ann main", "Jc to dealer", "ann buster-blackjack")


@clause(B, "10.6:Super Bonus")
def test_the_super_bonus_is_paid_when_the_round_is_complete() -> None:
    told = story("7c 9s 7d 7c 9h 7c Kc", "hit", "stand", wagers=TWO, game="crown-pontoon")
    assert in_order(told, "7c to 1", "ann super-bonus first win")
    assert told.index("ann super-bonus first win") > told.index("Kc to dealer")
