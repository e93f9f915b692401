"""Melbourne: Perfect Pairs, Crown Suits and Spread Bet Blackjack."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.records import line, settled

B = "melbourne-v26"
PONTOON = ["crown-pontoon", "6-to-5-pontoon", "spanish-blackjack"]
FULL = ["blackjack", "crown-blackjack", "premier-blackjack", "premium-doubling-blackjack", "sports-blackjack"]
FULL += ["blackjack-plus", "blackjack-select", "free-bet-blackjack"]


def side(bet: str, table: Any, cards: str, *actions: str, **rest: Any) -> dict[str, Any]:
    """How a side bet of 2 beside a main wager of 20 ended."""
    wagers = ["1 ann main 20", f"1 ann {bet} 2"]
    return line(settled(B, cards, *actions, side_bets={bet: table}, wagers=wagers, **rest), bet=bet)


# ------------------------------------------------------------------------------------------ Perfect Pairs, chapter 15

# Decks, pay table, and the odds of a perfect, a coloured and a mixed pair.
ODDS: list[tuple[int, Any, tuple[int, int, int]]] = [
    (4, "A", (25, 15, 6)),
    (4, "B", (30, 12, 5)),
    (5, True, (25, 14, 6)),
    (6, "A", (25, 13, 6)),
    (6, "B", (30, 10, 5)),
    (7, True, (25, 12, 6)),
    (8, True, (25, 12, 6)),
]
PAIRS = ["9s 9s", "9s 9c", "9s 9h"]


def pair(cards: str, game: str, decks: int, table: Any) -> dict[str, Any]:
    first, second = cards.split()
    return side("perfect-pairs", table, f"{first} 8d {second} Kc", "stand", game=game, decks=decks)


@clause(B, "15.2:Perfect pair", "15.2:Coloured pair", "15.2:Mixed pair", "15.3.4(a)", "15.4.1")
@pytest.mark.parametrize(("decks", "table", "odds"), ODDS)
@pytest.mark.parametrize("kind", [0, 1, 2], ids=["perfect", "coloured", "mixed"])
@pytest.mark.parametrize("game", FULL)
def test_a_pair_is_paid_by_its_kind_and_the_decks(game: str, kind: int, decks: int, table: Any, odds: Any) -> None:
    won = pair(PAIRS[kind], game, decks, table)
    assert (won["odds"], won["returned"], won["clause"]) == (f"{odds[kind]}:1", str(2 + 2 * odds[kind]), "15.4.1")


@clause(B, "15.4.1")
@pytest.mark.parametrize(("table", "odds"), [("A", (25, 15, 6)), ("B", (30, 12, 5))])
def test_vegas_pays_as_the_others_do_with_four_decks(table: str, odds: tuple[int, int, int]) -> None:
    for cards, each in zip(PAIRS, odds, strict=True):
        assert pair(cards, "vegas-blackjack", 4, table)["odds"] == f"{each}:1"


@clause(B, "15.4.1")
@pytest.mark.parametrize("decks", [6, 8])
@pytest.mark.parametrize("game", PONTOON)
def test_the_pontoon_games_have_odds_of_their_own(game: str, decks: int) -> None:
    for cards, odds in zip(PAIRS, (25, 10, 5), strict=True):
        assert pair(cards, game, decks, True)["odds"] == f"{odds}:1"


@clause(B, "15.2:Coloured pair", "15.2:Mixed pair")
@pytest.mark.parametrize(("cards", "odds"), [("5h 5d", "13:1"), ("5c 5s", "13:1"), ("5h 5c", "6:1"), ("5d 5s", "6:1")])
def test_colour_tells_a_coloured_pair_from_a_mixed_one(cards: str, odds: str) -> None:
    assert pair(cards, "blackjack", 6, "A")["odds"] == odds


@clause(B, "15.3.4(b)")
@pytest.mark.parametrize("cards", ["9s 8s", "Ks Qs", "Ks Th"])
def test_two_cards_of_different_rank_lose_the_wager(cards: str) -> None:
    lost = pair(cards, "blackjack", 6, "A")
    assert (lost["returned"], lost["clause"]) == ("0", "15.3.4(b)")


@clause(B, "15.3.4(a)")
def test_a_third_card_or_a_split_changes_nothing_about_the_pair() -> None:
    split = side("perfect-pairs", "A", "9s 8d 9s 9h Kc Qc Jc Kd", "split", "split", "stand", "stand", "stand")
    assert split["odds"] == "25:1"
    later = side("perfect-pairs", "A", "9s 8d 2s 9s Kc", "hit", "stand")
    assert later["outcome"] == "lose"


# -------------------------------------------------------------------------------------------- Crown Suits, chapter 16


@clause(B, "16.2:Matching suit", "16.3.4(a)", "16.4.1")
@pytest.mark.parametrize("decks", [4, 6, 8])
@pytest.mark.parametrize("game", ["blackjack", "crown-blackjack", "crown-pontoon"])
@pytest.mark.parametrize("suit", "cdhs")
def test_two_cards_of_one_suit_win_two_to_one(game: str, decks: int, suit: str) -> None:
    other = "d" if suit != "d" else "s"
    won = side("crown-suits", True, f"9{suit} 8{other} K{suit} Kc", "stand", game=game, decks=decks)
    assert (won["odds"], won["returned"], won["clause"]) == ("2:1", "6", "16.4.1")


@clause(B, "16.2:Super Suit", "16.3.4(b)", "16.4.1")
@pytest.mark.parametrize("decks", [4, 6, 8])
@pytest.mark.parametrize("game", ["blackjack", "crown-blackjack", "crown-pontoon"])
def test_three_cards_of_one_suit_win_five_to_one_and_that_alone(game: str, decks: int) -> None:
    won = side("crown-suits", True, "9h 8h Kh Kc", "stand", game=game, decks=decks)
    assert (won["odds"], won["returned"], won["clause"]) == ("5:1", "12", "16.4.1")


@clause(B, "16.3.4(c)")
@pytest.mark.parametrize("cards", ["9h 8h Ks Kc", "9s 8h Kh Kc"])
def test_two_suits_among_the_first_two_cards_lose_the_wager(cards: str) -> None:
    lost = side("crown-suits", True, cards, "stand")
    assert (lost["returned"], lost["clause"]) == ("0", "16.3.4(c)")


# --------------------------------------------------------------------------------------------- Spread Bet, chapter 28

SUMS = {
    "As Ah": 0,
    "As 2h": 0,
    "As 3h": 1,
    "2s 2h": 1,
    "As 4h": 1,
    "2s 3h": 1,
    "As 5h": 2,
    "3s 3h": 2,
    "2s 5h": 2,
    "As 7h": 2,
    "As 8h": 2,
    "4s 5h": 2,
}


@clause(B, "28.2:Spread Bet Blackjack wager", "28.3.4(a)", "28.4.1")
@pytest.mark.parametrize("decks", [4, 6, 8])
@pytest.mark.parametrize(("option", "odds"), [("1", (5, 4, 3)), ("2", (12, 5, 2)), ("3", (15, 4, 2))])
@pytest.mark.parametrize("hand", SUMS)
def test_the_sum_of_the_first_two_cards_wins_by_its_size(
    hand: str, option: str, odds: tuple[int, int, int], decks: int
) -> None:
    first, second = hand.split()
    won = side("spread-bet", option, f"{first} 8d {second} Kc", "stand", decks=decks)
    paid = odds[SUMS[hand]]
    assert (won["odds"], won["returned"], won["clause"]) == (f"{paid}:1", str(2 + 2 * paid), "28.4.1")


@clause(B, "28.2:Spread Bet Blackjack wager")
@pytest.mark.parametrize("game", ["crown-pontoon", "vegas-blackjack", "free-bet-blackjack", "blackjack-plus"])
def test_the_spread_bet_pays_alike_in_other_games(game: str) -> None:
    won = side("spread-bet", "2", "2s 8d 3h Kc", "stand", game=game, decks=4)
    assert won["odds"] == "5:1"


@clause(B, "28.3.4(b)")
@pytest.mark.parametrize("hand", ["As 9h", "5s 5h", "Ks 9h"])
def test_a_sum_over_nine_loses_the_wager(hand: str) -> None:
    first, second = hand.split()
    lost = side("spread-bet", "1", f"{first} 8d {second} Kc", "stand")
    assert (lost["returned"], lost["clause"]) == ("0", "28.3.4(b)")


@clause(B, "28.3.4(b)")
def test_an_ace_and_a_ten_are_eleven_and_lose_the_wager() -> None:
    assert side("spread-bet", "1", "As 8d Kh")["outcome"] == "lose"
