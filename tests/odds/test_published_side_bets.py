"""Side bets to every digit that has been printed about them."""

from __future__ import annotations

import pytest
from support.clauses import clause

from cutcard.odds.side_bets import SideBetOdds, side_bet
from cutcard.rulebooks import changed, rules
from cutcard.rulebooks.schema import Rules

PRINTED_LUCKY = {
    "suited-777": "200:1", "suited-678": "100:1", "777": "50:1", "678": "30:1", "suited-21": "15:1", "21": "3:1",
    "20": "2:1", "19": "2:1",
}  # fmt: skip


def percent(odds: SideBetOdds, digits: int) -> str:
    return f"{100 * odds.ev:.{digits}f}"


@clause("canberra-2006", "18.14(a)", "18.14(b)", "18.14(c)")
def test_perfect_pairs_at_25_12_6() -> None:
    assert percent(side_bet(rules("canberra-2006", "blackjack"), 8, "perfect-pairs"), 4) == "-4.0964"


@clause("sydney-v15", "14.12.1", "14.12.2", "14.12.3")
def test_perfect_pairs_at_30_10_5() -> None:
    assert percent(side_bet(rules("sydney-v15", "blackjack"), 8, "perfect-pairs"), 4) == "-3.3735"


@pytest.mark.parametrize(("decks", "printed"), [(4, "-13.04"), (5, "-11.97"), (6, "-11.25"), (8, "-10.36")])
def test_any_pair_at_11(decks: int, printed: str) -> None:
    game = changed(rules("sydney-v15", "blackjack"), "cards.decks", (decks,))
    game = changed(game, "side_bets.any-pairs.decks", (decks,))
    assert percent(side_bet(game, decks, "any-pairs"), 2) == printed


@clause("canberra-2006", "17.7")
def test_super_sevens_with_a_third_card_always_drawn() -> None:
    assert percent(side_bet(rules("canberra-2006", "blackjack"), 6, "super-sevens"), 4) == "-11.4000"


def test_lucky_lucky_at_the_printed_odds_which_no_table_of_the_book_has() -> None:
    game = rules("sydney-v15", "blackjack")
    rows = [{"outcome": name, "pays": odds, "clause": "14.20 table"} for name, odds in PRINTED_LUCKY.items()]
    game = changed(game, "side_bets.lucky-lucky.tables", [{"rows": rows}])
    assert percent(side_bet(game, 6, "lucky-lucky"), 4) == "-2.6556"


@pytest.mark.parametrize(
    ("decks", "game", "printed"),
    [
        (6, "blackjack", "-8.25"),
        (6, "crown-blackjack", "-6.21"),
        (8, "blackjack", "-8.22"),
        (8, "crown-blackjack", "-6.17"),
    ],
)
@clause("melbourne-v26", "26.4.2")
def test_buster_at_250_50_12_4_2_2(decks: int, game: str, printed: str) -> None:
    assert percent(side_bet(rules("melbourne-v26", game), decks, "buster-blackjack", "C"), 2) == printed


@pytest.mark.parametrize(
    ("game", "decks", "printed"),
    [("blackjack", 6, "-7.3955"), ("blackjack", 8, "-7.4699"), ("crown-pontoon", 6, "-24.7387")],
)
def test_insurance_with_only_the_ace_seen(game: str, decks: int, printed: str) -> None:
    assert percent(side_bet(rules("melbourne-v26", game), decks, "insurance"), 4) == printed


@clause("sydney-v15", "15.1.5", "8.2")
def test_insurance_against_a_ten_pays_10_to_1_on_an_ace() -> None:
    game: Rules = rules("sydney-v15", "blackjack", {"ten-insurance": True})
    odds = side_bet(game, 6, "ten-insurance")
    assert str(odds.outcomes[0].probability) == "24/311"
    assert odds.outcomes[0].odds == "10:1"
    assert percent(odds, 4) == "-15.1125"


@clause("melbourne-v26", "23.4.1")
def test_blackpot_always_drawn_and_carried_costs_about_an_eighth() -> None:
    assert percent(side_bet(rules("melbourne-v26", "blackjack"), 6, "blackpot"), 0) == "-12"
