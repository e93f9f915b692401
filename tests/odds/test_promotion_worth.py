"""What a promotion is worth and costs: against every order of a small hat, and sums over all numbers of entries."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise, permutations
from math import comb
from pathlib import Path
from typing import Any

import pytest
from support.variants import variant
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.errors import CutcardError
from cutcard.odds.kernel import DOUBLE, natural_value
from cutcard.odds.promotion_worth import PromotionPlay, entries_worth, natural_chance, promotion_worth
from cutcard.odds.side.main_play import doubles_after
from cutcard.odds.solver import solved
from cutcard.odds.turnover import turnover
from cutcard.odds.upcard_solver import SPLIT, UpcardSolver
from cutcard.odds.usual_play import SideStake, UsualPlay
from cutcard.promotions.conditions import EntryRule, Prize, PromotionConditions
from cutcard.promotions.conditions_file import EXAMPLES, example_conditions
from cutcard.rulebooks import rules
from cutcard.rulebooks.schema import Rules

GAME = rules("sydney-v15", "blackjack")
PLAY = UsualPlay(rules=GAME, decks=6, wager=2500)


def promotion(*values: int, rule: EntryRule | None = None, **changes: Any) -> PromotionConditions:
    prizes = tuple(Prize(f"prize {value}", "money", value, ("transfer",)) for value in values)
    rule = rule or EntryRule("round")
    return example_conditions("sydney-v15")._replace(prizes=prizes, entry_rules=(rule,), **changes)


def asked(conditions: PromotionConditions, others: int, rounds: int = 1, **more: Any) -> PromotionPlay:
    return PromotionPlay(conditions=conditions, play=more.pop("play", PLAY), rounds=rounds, others=others, **more)


def by_every_order(own: int, others: list[int], values: list[int], wins_each: int) -> Fraction:
    """The mean that the player wins over all orders of all tickets: the rule of the draw, and nothing else."""
    tickets = [0] * own + [who for who, held in enumerate(others, 1) for _ in range(held)]
    total, orders = 0, 0
    for order in permutations(tickets):
        won: dict[int, int] = {}
        left = list(values)
        for who in order:
            if left and won.get(who, 0) < wins_each:
                prize = left.pop(0)
                won[who] = won.get(who, 0) + 1
                total += prize if who == 0 else 0
        orders += 1
    return Fraction(total, orders)


@pytest.mark.parametrize(
    ("own", "others", "wins_each"),
    [(1, [1, 1, 1], 1), (2, [1, 1, 1, 1], 1), (2, [2, 2], 1), (3, [2, 2], 1), (2, [1, 1, 1], 2), (3, [1, 1, 1], 2)],
)
@pytest.mark.parametrize("values", [[700], [700, 300, 100], [100, 700, 200, 50]])
def test_entries_are_worth_what_every_order_of_the_hat_gives(
    own: int, others: list[int], wins_each: int, values: list[int]
) -> None:
    question = asked(promotion(*values, wins_each=wins_each), sum(others), entrants=len(others))
    assert entries_worth(question, own) == by_every_order(own, others, values, wins_each)


def test_each_entry_adds_less_than_the_one_before() -> None:
    for wins in (1, 3):
        question = asked(promotion(900, 500, 500, 100, wins_each=wins), 40)
        worth = [entries_worth(question, own) for own in range(12)]
        added = [after - before for before, after in pairwise(worth)]
        assert added == sorted(added, reverse=True)
        assert added[-1] > 0


def test_prizes_that_are_won_at_once_last_as_long_as_they_last() -> None:
    question = asked(promotion(500, 500, 200, awarded="at-once", wins_each=2), 1)
    assert [int(entries_worth(question, own)) for own in range(4)] == [0, 500, 700, 700]


def test_the_worth_lies_between_its_bounds() -> None:
    """Naturals come by chance: the exact mean is a sum over every number of them."""
    conditions = promotion(100_000, 50_000, 10_000, rule=EntryRule("blackjack"))
    rounds, question = 400, asked(conditions, 300, 400)
    chance = float(natural_chance(PLAY))
    assert natural_chance(PLAY) == Fraction(2 * 24 * 96, 312 * 311)
    exact = sum(
        comb(rounds, k) * chance**k * (1 - chance) ** (rounds - k) * float(entries_worth(question, k))
        for k in range(90)
    )
    found = promotion_worth(question)
    assert found.entries == pytest.approx(rounds * chance)
    assert found.least <= exact <= found.most
    assert found.most - found.least < 0.25 * exact


def goes_on(solver: UpcardSolver, *held: int) -> float:
    """The chance that a dealer who looks at a hole card has no natural, given cards of the player's."""
    shoe, partner = solver.game.without(solver.up, *held), int(natural_value(solver.up))
    return 1.0 if partner < 0 or not solver.game.params.peeked else 1.0 - shoe[partner] / shoe.sum()


def by_cards(rules: Rules) -> float:
    """What is wagered, from the hands that double and split by their cards, where a box has two hands at most."""
    mean = 1.0
    for chance, solver, cells in solved(rules, 6, 1000).columns.values():
        for cell in cells:
            pair = (cell.first, cell.second)
            if cell.chosen == DOUBLE:
                mean += chance * cell.chance * goes_on(solver, *pair)
            if cell.chosen == SPLIT:
                shoe = solver.game.without(solver.up, *pair)
                first, further = doubles_after(rules, 6, solver.up, cell.first)
                doubled = sum(shoe[v] * goes_on(solver, *pair, v) for doubles in (first, further) for v in doubles)
                mean += chance * cell.chance * (goes_on(solver, *pair) + doubled / shoe.sum())
    return mean


def test_what_is_wagered_counts_doubles_and_splits() -> None:
    peeked = variant("sydney-v15", "blackjack", {"dealer.hole_card": "peeked"})
    assert turnover(peeked, 6) == pytest.approx(by_cards(peeked), abs=1e-12)
    mean = by_cards(GAME)  # two hands at most in Sydney
    assert turnover(GAME, 6) == pytest.approx(mean, abs=1e-12)
    [rate] = promotion_worth(asked(promotion(100, rule=EntryRule("wagered", each=50_000)), 10)).rates
    assert rate.count == pytest.approx(2500 * mean)
    assert rate.entries == pytest.approx(2500 * mean / 50_000)


def test_a_round_that_does_not_count_earns_nothing() -> None:
    small = UsualPlay(rules=GAME, decks=6, wager=1000)
    found = promotion_worth(asked(promotion(100_000), 10, 50, play=small))
    assert (found.entries, found.most) == (0.0, 0.0)
    assert found.notes[0] == "a round counts with a wager of at least $25"
    needs = promotion_worth(asked(promotion(100_000, compulsory_bet="perfect-pairs"), 10, 50))
    assert "only with a wager on perfect-pairs" in needs.notes[0]


def test_side_bets_earn_by_their_exact_chance() -> None:
    play = UsualPlay(rules=GAME, decks=6, wager=2500, side_bets=(SideStake("perfect-pairs", 500),))
    rule = EntryRule("side-bet", entries=5, bet="perfect-pairs", outcome="suited")
    [rate] = promotion_worth(asked(promotion(100, rule=rule), 10, play=play)).rates
    assert rate.count == pytest.approx(5 / 311)
    assert rate.entries == pytest.approx(25 / 311)


def test_all_prizes_cost_the_house_and_entries_share_them() -> None:
    found = promotion_worth(asked(promotion(100_000, 50_000), 980, 20))
    assert found.cost == 150_000
    assert found.cost_per_entry == pytest.approx(150.0)
    assert found.cost_per_dollar == pytest.approx(150.0 * 20 / (20 * found.wagered))
    alone = promotion_worth(asked(promotion(100_000, 50_000), 0, 20))
    assert (alone.cost, alone.most) == (100_000, 100_000)  # one prize to a player


def test_a_kind_of_prize_may_be_worth_less_to_one() -> None:
    whole, half = (asked(promotion(10_000), 9, shares=shares) for shares in ({}, {"money": Fraction(1, 2)}))
    assert entries_worth(half, 1) == entries_worth(whole, 1) / 2
    assert promotion_worth(half).cost == promotion_worth(whole).cost


def test_the_command_works_out_the_examples() -> None:
    for book in ("sydney-v15", "sydney-earlier"):
        words = [
            "odds",
            book,
            "blackjack",
            "--promotion",
            book,
            "--entries",
            "20000",
            "--rounds",
            "500",
        ]
        said = CliRunner().invoke(app, words)
        assert said.exit_code == 0, said.output
        assert "the house keeps" in said.output
        found = json.loads(CliRunner().invoke(app, [*words, "--json"]).output)
        assert found["least"] <= found["worth"] <= found["most"]
        assert found["rulebook"] == book


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "say how many entries others hold"),
        (["--entries", "10", "--entrants", "3"], "cannot be held evenly"),
        (["--entries", "10", "--rounds", "0"], "1 to 1,000,000 rounds"),
        (["--entries", "10", "--prize", "travel=2"], "from 0 to 1"),
        (["--entries", "10", "--prize", "car=0.5"], "no prize of this promotion is of the kind 'car'; there are"),
        (["--entries", "10", "--what-if", "double.totals=any"], "--what-if has no place beside --promotion"),
    ],
)
def test_what_cannot_be_asked_is_said(words: list[str], why: str) -> None:
    file = str(EXAMPLES / "sydney-v15.toml")
    said = CliRunner().invoke(app, ["odds", "sydney-v15", "blackjack", "--promotion", file, *words])
    assert why in str(said.exception)


def test_other_books_and_missing_files_are_said(tmp_path: Path) -> None:
    file = str(EXAMPLES / "sydney-v15.toml")
    said = CliRunner().invoke(app, ["odds", "melbourne-v26", "blackjack", "--promotion", file, "--entries", "1"])
    assert "is a promotion of the book sydney-v15" in str(said.exception)
    said = CliRunner().invoke(app, ["odds", "sydney-v15", "blackjack", "--entries", "1"])
    assert "go with --promotion" in str(said.exception)
    with pytest.raises(CutcardError, match="this promotion is for sydney-v15"):
        asked(promotion(100), 1, play=UsualPlay(rules=rules("melbourne-v26", "blackjack"), decks=8, wager=1000))
