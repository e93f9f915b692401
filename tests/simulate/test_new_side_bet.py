"""A side bet that the first cards decide is one file and its lines in a rulebook: everything else knows it then."""

from __future__ import annotations

import importlib.util
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest
from support.kernel_check import differences_at

from cutcard.odds.side_bets import side_bet
from cutcard.rulebooks import read
from cutcard.rulebooks.offers import pay_table
from cutcard.rulebooks.schema import Rules
from cutcard.sidebets import JUDGES
from cutcard.simulate import SideWager, Table, job_for, result_of, run_job, simple

FILE = '''
"""Red Night: both cards red, of one rank at best; with the dealer's card red as well, another prize."""

from cutcard.sidebets.view import DEALERS_CARD, LOST, Verdict, View

OUTCOMES = ("two-red", "red-pair", "three-red")
CLASSES = (("two-red",), ("two-red", "red-pair"), ("two-red", "three-red"), ("two-red", "red-pair", "three-red"))
DECIDED_BY = DEALERS_CARD


def judge(view: View) -> Verdict | None:
    if len(view.cards) < 2:
        return None
    first, second = view.cards[:2]
    if not (first.red and second.red):
        return LOST
    names = ["two-red"]
    if first.rank == second.rank:
        names.append("red-pair")
    if view.dealer[0].red:
        names.append("three-red")
    return Verdict(tuple(names))
'''
LINES = """
[side_bets.red-night]
title          = "Red Night"
judged_by      = "red_night"
games          = { is = ["blackjack"], clause = "18.1" }
decks          = { is = [4, 5, 6, 7, 8], clause = "2.1" }
needs          = { is = "own-wager", clause = "18.10" }
without        = { is = "void", clause = "18.10" }
per_box_max    = { is = 0, clause = "18.8" }
one_each       = { is = false, clause = "18.8" }
amounts        = { is = [], clause = "18.9" }
settled        = { is = "interim", clause = "18.13" }
stake_returned = { is = true, clause = "18.14" }
placed         = "18.10"
loses          = "18.11(d)"

[[side_bets.red-night.tables]]
rows = [
    { outcome = "two-red", pays = "1:1", clause = "18.14(a)" },
    { outcome = "three-red", pays = "3:1", clause = "18.14(b)" },
    { outcome = "red-pair", pays = "8:1", clause = "18.14(c)" },
]
"""
DECKS = 4


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rules:
    """Canberra's blackjack with one side bet more."""
    source = tmp_path / "red_night.py"
    source.write_text(FILE, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("red_night", source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setitem(JUDGES, "red_night", module)
    book = tmp_path / "own.toml"
    canberra = (files("cutcard.rulebooks") / "canberra-2006.toml").read_text(encoding="utf-8")
    book.write_text(canberra + LINES, encoding="utf-8")
    return read(book).rules("blackjack")


def table_of(rules: Rules, boxes: int) -> Table:
    wager = SideWager(table=pay_table(rules, DECKS, "red-night"), stake=500)
    return Table(rules=rules, decks=DECKS, boxes=boxes, bet=1000, side_bets={"red-night": wager})


def test_engine_and_simulator_settle_it_alike(rules: Rules) -> None:
    assert list(differences_at(table_of(rules, 3), 300, Random(12))) == []


def test_its_exact_odds_are_those_of_its_cards(rules: Rules) -> None:
    found = {outcome.name: outcome.probability for outcome in side_bet(rules, DECKS, "red-night").outcomes}
    cards, red = 52 * DECKS, 26 * DECKS
    pair = Fraction(red * (2 * DECKS - 1), cards * (cards - 1))
    two_red = Fraction(red * (red - 1), cards * (cards - 1))
    three_red = (two_red - pair) * Fraction(red - 2, cards - 2)
    assert found == {
        "two-red": two_red - pair - three_red,
        "three-red": three_red,
        "red-pair": pair,
        "lose": 1 - two_red,
    }


def test_simulated_and_exact_figures_agree(rules: Rules) -> None:
    table = table_of(rules, 1)
    job = job_for(table, simple(rules), rounds=1 << 20, seed=5)
    totals, seconds, _ = run_job(job)
    found = result_of(table, job, totals, seconds).side_bets["red-night"]
    exact = side_bet(rules, DECKS, "red-night")
    assert abs(found.ev - exact.ev) < 4 * found.se
    assert set(found.outcomes) == {outcome.name for outcome in exact.outcomes}
