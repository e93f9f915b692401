"""Side bets by count: beside an enumeration, a published table, and the dealer's hand by the exact odds."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from cutcard.counting import side_counts
from cutcard.counting.frequencies import count_table
from cutcard.counting.side_counts import side_count
from cutcard.counting.systems import counting_system
from cutcard.errors import CutcardError
from cutcard.money import Odds
from cutcard.odds.side_bets import side_bet
from cutcard.rulebooks import rules

HI_LO = counting_system("hi-lo")


def test_the_worth_at_all_counts_averages_to_that_of_a_full_shoe() -> None:
    game = rules("sydney-v15", "blackjack")
    for bet, table in (("perfect-pairs", ""), ("any-pairs", ""), ("lucky-lucky", "1")):
        found = side_count(game, 6, HI_LO, bet, table, penetration=0.75)
        assert sum(chance * worth for _, chance, worth in found.counts) == pytest.approx(found.odds.ev, abs=1e-9)
        assert sum(chance for _, chance, _ in found.counts) == pytest.approx(1.0)


def test_no_card_matters_to_pairs_and_sevens_matter_most_to_lucky_lucky() -> None:
    game = rules("sydney-v15", "blackjack")
    pairs = side_count(game, 6, HI_LO, "perfect-pairs", penetration=0.75)
    assert pairs.correlation == 0.0
    lucky = side_count(game, 6, HI_LO, "lucky-lucky", "1", penetration=0.75)
    assert min(lucky.effects, key=lambda rank: lucky.effects[rank]) == "7"


def test_effects_on_lucky_lucky_are_jacobsons() -> None:
    """Two decks, suited 21 at 15 to 1; printed as tags, each effect times 115.81."""
    game = rules("sydney-v15", "blackjack")
    side = game.side_bets["lucky-lucky"]
    first = side.tables[0]
    rows = tuple(replace(row, pays=Odds(15, 1)) if row.outcome == "suited-21" else row for row in first.rows)
    nets = side_counts._Nets(side_bet(game, 6, "lucky-lucky", "1"), side, replace(first, rows=rows))
    deals = side_counts._Deals.of(game, 2, side.judged_by, nets)
    whole = float(deals.brings.sum())
    assert whole == pytest.approx(-0.02820366, abs=5e-9)  # as another author prints it
    printed = (-0.98, 0.90, 0.70, 0.47, 0.37, -1.21, -2.00, -1.46, 0.29, 0.73)
    for value, tag in enumerate(printed):
        assert 115.81 * (deals.without(value) - whole) == pytest.approx(tag, abs=0.011)  # from effects of four digits


def test_a_deals_chance_at_a_count_is_that_of_an_enumeration() -> None:
    """Six cards, two of them seen: what the third and fourth bring, given the sum of the tags seen."""
    values = [0, 0, 1, 1, 6, 9]
    shoe = np.bincount(values, minlength=10).astype(float)
    net = np.add.outer(np.arange(10.0), np.arange(10.0) ** 2)  # any odds will do
    sums: dict[float, list[float]] = {}
    for order in permutations(values, 4):
        sums.setdefault(sum(HI_LO.tags[value] for value in order[:2]), []).append(net[order[2], order[3]])
    ways = np.outer(shoe, shoe) - np.diag(shoe)
    deals = side_counts._Deals(brings=(net * ways / ways.sum())[:, :, np.newaxis], shoe=shoe)
    table = count_table(HI_LO, tuple(shoe.tolist()))
    for tags, found in sums.items():
        worth = 0.0
        for deal, brings in deals.by_tags(HI_LO).values():
            part = count_table(HI_LO, tuple((shoe - np.bincount(deal, minlength=10)).tolist()))
            worth += brings * float(part.chances[2][part.tags == tags].sum())
        chance = float(table.chances[2][table.tags == tags][0])
        assert worth / chance == pytest.approx(sum(found) / len(found))


def test_a_bet_on_the_dealers_hand_is_followed_by_the_expected_shoe() -> None:
    game = rules("melbourne-v26", "blackjack")
    found = side_count(game, 8, HI_LO, "buster-blackjack", "A", penetration=0.75)
    assert "expected shoe" in found.error
    at_zero = np.mean([worth for count, _, worth in found.counts if count in (-1, 0)])
    assert at_zero == pytest.approx(found.odds.ev, abs=0.005)


def test_what_is_not_worked_out_is_refused_in_a_sentence() -> None:
    game = rules("melbourne-v26", "blackjack")
    with pytest.raises(CutcardError, match="depends on the play"):
        side_count(game, 8, HI_LO, "blackpot", penetration=0.75)
    with pytest.raises(CutcardError, match="insurance has its own"):
        side_count(game, 8, HI_LO, "insurance", penetration=0.75)
    with pytest.raises(CutcardError, match="cutting card"):
        side_count(game, 8, HI_LO, "perfect-pairs", penetration=1.5)
