"""Every side bet against a second reckoning that knows nothing of the engine."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support import side_bet_formulas as formulas

from cutcard.odds.side_bets import SideBetOdds, side_bet, side_bets
from cutcard.rulebooks import BOOKS, load, rules

PONTOON_RANKS, PONTOON_TENS = 12, 12


def chances(odds: SideBetOdds) -> dict[str, Fraction]:
    return {outcome.name: outcome.probability for outcome in odds.outcomes if outcome.name != "lose"}


def test_all_outcomes_of_every_side_bet_of_every_game_add_up_to_one() -> None:
    for game in (load(book).rules(game) for book in BOOKS for game in load(book).games):
        for decks in (min(game.cards.decks), max(game.cards.decks)):
            for tables in side_bets(game, decks).values():
                for odds in tables.values():
                    assert sum(outcome.probability for outcome in odds.outcomes) == 1
                    assert odds.house_edge == -odds.ev
                    assert odds.sd > 0


@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8])
def test_pairs(decks: int) -> None:
    names = {4: "A", 6: "A"}
    found = side_bet(rules("melbourne-v26", "blackjack"), decks, "perfect-pairs", names.get(decks, ""))
    assert chances(found) == formulas.pairs(decks)


def test_pairs_of_48_card_decks() -> None:
    for decks in (6, 8):
        found = side_bet(rules("melbourne-v26", "crown-pontoon"), decks, "perfect-pairs")
        assert chances(found) == formulas.pairs(decks, PONTOON_RANKS)


def test_any_pairs_and_star_pairs() -> None:
    game = rules("sydney-v15", "blackjack")
    assert chances(side_bet(game, 6, "any-pairs")) == {"any": sum(formulas.pairs(6).values())}
    assert chances(side_bet(game, 6, "star-pairs")) == formulas.star_pairs(6)


@pytest.mark.parametrize("decks", [6, 8])
def test_lucky_lucky(decks: int) -> None:
    game = rules("sydney-v15", "blackjack")
    for table in "123":
        assert chances(side_bet(game, decks, "lucky-lucky", table)) == formulas.lucky(decks)


def test_blazing_sevens() -> None:
    assert chances(side_bet(rules("sydney-v15", "blackjack"), 6, "blazing-7s")) == formulas.blazing(6)


@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8])
def test_sevens_in_the_order_dealt(decks: int) -> None:
    expected = formulas.three_sevens(decks)
    assert chances(side_bet(rules("canberra-2006", "blackjack"), decks, "super-sevens")) == expected
    magnificent = chances(side_bet(rules("melbourne-v26", "blackjack"), decks, "magnificent-sevens", "2"))
    assert magnificent == {name: chance for name, chance in expected.items() if name != "one-seven"}


@pytest.mark.parametrize(("game", "ranks"), [("blackjack", 13), ("crown-pontoon", PONTOON_RANKS)])
def test_crown_suits(game: str, ranks: int) -> None:
    for decks in (4, 6, 8):
        matching, both = formulas.same_suit(decks, ranks)
        found = chances(side_bet(rules("melbourne-v26", game), decks, "crown-suits"))
        assert found == {"matching": matching, "super": both}


@pytest.mark.parametrize(("game", "tens"), [("blackjack", 16), ("6-to-5-pontoon", PONTOON_TENS)])
def test_spread_bet(game: str, tens: int) -> None:
    for decks in (4, 6, 8):
        for table in "123":
            found = chances(side_bet(rules("melbourne-v26", game), decks, "spread-bet", table))
            assert found == formulas.spread(decks, tens)


def test_jackpot_aces_and_naturals() -> None:
    found = chances(side_bet(rules("melbourne-v26", "blackjack"), 6, "blackjack-jackpots"))
    aces = formulas.blazing(6)  # three aces are as likely as three sevens
    assert found["spade-aces"] == aces["diamond-777"]
    assert found["suited-aces"] == aces["suited-777"]
    assert found["three-aces"] == aces["coloured-777"] + aces["777"]
    assert found["suited-natural"] == formulas.suited_natural(6)
    assert found["natural"] == formulas.natural(6) - formulas.suited_natural(6)


def test_supernova() -> None:
    found = chances(side_bet(rules("melbourne-v26", "blackjack"), 6, "supernova"))
    assert found["major"] == formulas.suited_natural(6) / 16
    assert found["minor"] == formulas.suited_natural(6) * 15 / 16


@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8])
def test_pandemonium_is_a_natural_times_the_mean_of_the_table(decks: int) -> None:
    game = rules("melbourne-v26", "crown-pontoon")
    kept = rules("melbourne-v26", "crown-pontoon", {"pandemonium-stake": "kept"})
    natural = formulas.natural(decks, PONTOON_TENS)
    for table in game.side_bets["pontoon-pandemonium"].tables:
        count = sum(times for times, _ in table.draws)
        mean = Fraction(sum(times * prize for times, prize in table.draws), 100 * count)
        odds = side_bet(game, decks, "pontoon-pandemonium", table.name)
        assert odds.expectation == natural * (mean + 1) - 1
        assert side_bet(kept, decks, "pontoon-pandemonium", table.name).expectation == natural * mean - 1


@pytest.mark.parametrize(("game", "soft_17"), [("blackjack", False), ("free-bet-blackjack", True)])
def test_dealer_over_21_by_number_of_cards(game: str, soft_17: bool) -> None:
    expected: dict[str, Fraction] = {}
    for cards, chance in formulas.busts(4, soft_17).items():
        name = f"cards-{min(cards, 8)}"
        expected[name] = expected.get(name, Fraction(0)) + chance
    assert chances(side_bet(rules("melbourne-v26", game), 4, "buster-blackjack", "A")) == expected


def test_dealer_over_21_from_48_card_decks() -> None:
    found = chances(side_bet(rules("melbourne-v26", "crown-pontoon"), 8, "buster-blackjack", "B"))
    expected = formulas.busts(8, True, PONTOON_TENS)
    assert found["cards-3"] == expected[3]
    assert found["cards-8"] == sum(chance for cards, chance in expected.items() if cards >= 8)


@pytest.mark.parametrize(("game", "ranks"), [("blackjack", 13), ("spanish-blackjack", PONTOON_RANKS)])
def test_blackpot_over_two_rounds(game: str, ranks: int) -> None:
    of_game = rules("melbourne-v26", game)
    two, three = formulas.six_seven_eight(6, ranks)
    expected = 10 * two + 100 * three - (1 - three) + three * (1000 * two + 20000 * three - (1 - three))
    assert side_bet(of_game, 6, "blackpot").expectation == expected
    two_later, three_later = formulas.six_seven_eight(6, ranks, gone=1)
    second = 1000 * two_later + 20000 * three_later - (1 - three_later)
    expected = 10 * two + 100 * three - (1 - three) + three * second
    assert side_bet(of_game, 6, "blackpot", play="same-shoe").expectation == expected
