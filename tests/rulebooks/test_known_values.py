"""A value that a layer does not know is refused by it in one sentence, and never dealt as if it were another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.own_books import PEEKED, own_book
from support.variants import variant

from cutcard.clauses.library import find
from cutcard.errors import CutcardError
from cutcard.odds import solve
from cutcard.odds.side_bets import priced_offers, side_bet
from cutcard.odds.tournaments.two_players import Shoe
from cutcard.records import settle
from cutcard.rulebooks import load, rules
from cutcard.rulebooks.known_values import CANNOT, KNOWN, Layer, unknown_value
from cutcard.rulebooks.words import field_at
from cutcard.training import Drill, kinds_of, run


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with own_book(tmp_path_factory.mktemp("books"), PEEKED) as name:
        yield name


def test_mistakes_with_a_hole_card_are_no_drill_and_payments_are_one(book: str) -> None:
    with pytest.raises(CutcardError, match="hole_card = peeked, which no drill about mistakes knows: drills about pay"):
        run(Drill(book, "blackjack", "mistakes", questions=1, seed=1), [])
    assert kinds_of(book, "blackjack", "mistakes") == ()
    assert run(Drill(book, "blackjack", "payments", questions=1, seed=1), []).question is not None


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"dealer.hole_card": "peeked"}, "dealer.hole_card = peeked"),
        ({"natural.after_split": True}, "natural.after_split = yes"),
        ({"split.aces_cards": 2}, "split.aces_cards = 2"),
        ({"double.split_totals": (10, 11)}, "double.split_totals"),
        ({"double.split_aces": True}, "double.split_aces = yes"),
        ({"surrender.offered": "on-turn", "surrender.against": ("J", "A")}, "surrender.against = J,A"),
    ],
)
def test_tournament_advice_refuses_what_only_the_other_layers_know(fields: dict[str, object], path: str) -> None:
    game = variant("melbourne-v26", "blackjack", fields)
    refused = unknown_value("tournament-advice", game)
    assert refused is not None
    assert path in refused.message
    for layer in ("engine", "odds", "simulator", "hand-values", "turnover"):
        assert unknown_value(layer, game) is None


def test_the_odds_refuse_a_split_natural_that_may_or_may_not_meet_the_dealers() -> None:
    fields = {"natural.after_split": True, "natural.paid": "at-once", "natural.against_natural": "stand-off"}
    game = variant("melbourne-v26", "blackjack", fields)
    assert unknown_value("simulator", game) is None
    with pytest.raises(CutcardError, match="the exact odds of a game do not take into account"):
        solve(game, 6)


@pytest.mark.parametrize("layer", ["engine", "training", "simulator", "environment", "vector-environment"])
def test_a_drawn_21_beats_a_natural_only_where_every_21_wins_at_once(layer: Layer) -> None:
    fields: dict[str, object] = {"dealer.drawn_21_against_natural": "win"}
    refused = unknown_value(layer, variant("melbourne-v26", "blackjack", fields))
    assert refused is not None
    assert "dealer.drawn_21_against_natural = win" in refused.message
    both = variant("melbourne-v26", "blackjack", {**fields, "winning.twenty_one": True})
    assert unknown_value(layer, both) is None


def test_parts_of_the_odds_that_do_not_know_it_refuse_it(book: str) -> None:
    game = rules(book, "blackjack")
    with pytest.raises(CutcardError, match="side bet that depends on the play"):
        side_bet(game, 8, "blackpot")
    assert "blackpot" not in priced_offers(game, 8)
    assert "blackpot" in priced_offers(rules("melbourne-v26", "blackjack"), 8)
    with pytest.raises(CutcardError, match="tournament advice does not know"):
        assert Shoe(rules=game, decks=8).states


def test_the_engine_deals_hit_split_aces_and_pays_naturals_after_a_split(tmp_path: Path) -> None:
    lines = 'like = "melbourne-v26/blackjack"\nnatural.after_split = true\nsplit.aces_cards = 12\n'
    with own_book(tmp_path, lines) as name:
        wagers = [{"box": 1, "player": "ann", "bet": "main", "amount": "10"}]
        record = {"rulebook": name, "game": "blackjack", "decks": 8, "wagers": wagers}
        actions = [{"do": "split"}, {"do": "hit"}, {"do": "stand"}]
        done = settle({**record, "cards": "As 9d Ac Kh 5s 4d Tc", "actions": actions})
    assert [hand["ended"] for hand in done["hands"]] == ["blackjack", "stood"]
    assert [(line["outcome"], line["returned"]) for line in done["settlement"]] == [("win", "25"), ("win", "20")]


def test_every_game_of_the_package_is_known_to_engine_and_simulator() -> None:
    for name in find():
        for game in load(name).games:
            for layer in ("engine", "odds", "training", "simulator", "hand-values", "turnover", "side-bets-by-play"):
                assert unknown_value(layer, rules(name, game)) is None


@pytest.mark.parametrize("layer", KNOWN)
def test_what_is_declared_is_a_rule_and_is_said_in_words(layer: Layer) -> None:
    assert CANNOT[layer]
    assert all(field_at(path) is not None for path in KNOWN[layer])
