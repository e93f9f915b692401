"""The five documents as data: every field cites its clause, and every option resolves."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from support.clauses import recorded
from support.variants import IN_NO_DOCUMENT

from cutcard.clauses import ledger
from cutcard.errors import CutcardError, UnknownName
from cutcard.money import Odds
from cutcard.rulebooks import BOOKS, OptionError, changed, load, rules
from cutcard.rulebooks.schema import GROUPS, SOME_GROUPS, OptionValue
from cutcard.sidebets import JUDGES

GAMES = [(book, game) for book in BOOKS for game in load(book).games]
UNCITED = {
    "title",
    "judged_by",
    "tables",
}  # a side bet's name, our name for its judge, and rows that cite by themselves


def test_there_are_sixteen_games() -> None:
    assert len(GAMES) == 16


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_every_field_of_a_game_cites_a_clause_of_its_document(book: str, game: str) -> None:
    said = rules(book, game)
    for group, cls in GROUPS.items():
        for field in dataclasses.fields(cls):
            path = f"{group}.{field.name}"
            if group == "settles" and getattr(said.settles, field.name) is None:
                continue
            if group in SOME_GROUPS and path not in said.clauses:
                continue
            if path in IN_NO_DOCUMENT:
                assert path not in said.clauses
                continue
            assert said.clauses[path] in ledger(book), path


@pytest.mark.parametrize("book", BOOKS)
def test_every_field_and_row_of_a_side_bet_cites_a_clause(book: str) -> None:
    known = ledger(book)
    for name, sheet in load(book).side_bets.items():
        for key, leaf in sheet.items():
            assert key in UNCITED or leaf.clause in known, f"{name}.{key}"
        for table in sheet["tables"].value:
            assert all(row.clause in known for row in table.rows)
            assert all(row.outcome in JUDGES[sheet["judged_by"].value].OUTCOMES for row in table.rows)


def choices() -> Iterator[tuple[str, str, str, OptionValue]]:
    for book, game in GAMES:
        for option in load(book).options(game).values():
            for value in option.values or ("none", "2500", "0.05"):
                yield book, game, option.id, value


@pytest.mark.parametrize(("book", "game", "name", "value"), list(choices()))
def test_every_value_of_every_option_gives_rules(book: str, game: str, name: str, value: OptionValue) -> None:
    option = load(book).options(game)[name]
    assert option.clause in ledger(book)
    assert option.why
    chosen = rules(book, game, {name: value})
    assert chosen.options[name] == value
    assert rules(book, game, {name: option.default}) is rules(book, game)


@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier"])
def test_sydney_leaves_three_things_to_the_table(book: str) -> None:
    usual = rules(book, "blackjack")
    assert (usual.split.hands_max, usual.split.aces_hands_max) == (2, 2)
    assert usual.insurance.ten is None
    assert usual.natural.paid == "at-once-unless-ten-or-ace"
    other = rules(book, "blackjack", {"resplit": True, "ten-insurance": True, "blackjack-paid": "final"})
    assert (other.split.hands_max, other.split.aces_hands_max) == (3, 3)
    assert other.insurance.ten == Odds(10, 1)
    assert other.natural.paid == "at-the-end"


@recorded("sydney-v15", "14.28.1", "14.28.2", "14.28.3", "3.1.1")
def test_sydney_optional_wagers_go_by_what_the_table_says() -> None:
    usual = rules("sydney-v15", "blackjack").side_bets
    own = rules("sydney-v15", "blackjack", {"optional-wagers-need-initial": True}).side_bets
    shared = {"perfect-pairs", "any-pairs", "star-pairs", "lucky-lucky"}
    assert {name for name, bet in usual.items() if bet.needs == "wager-on-box"} == shared
    assert all(bet.needs == "own-wager" for bet in own.values())
    assert {name for name, bet in usual.items() if bet.decks == (6,)} == {"blazing-7s", "star-pairs"}
    assert usual["blazing-7s"].meter_minimum == 10_000_00
    for amount in (25_000, 50_000):
        chosen = rules("sydney-v15", "blackjack", {"blazing-7s-minimum": str(amount)})
        assert chosen.side_bets["blazing-7s"].meter_minimum == amount * 100


@recorded("sydney-earlier", "3.1")
def test_sydney_earlier_has_pairs_with_six_or_eight_decks_only() -> None:
    usual = rules("sydney-earlier", "blackjack")
    assert usual.cards.decks == (3, 4, 6, 8)
    assert {name: bet.decks for name, bet in usual.side_bets.items()} == {
        "perfect-pairs": (6, 8),
        "any-pairs": (6, 8),
    }


def test_canberra_editions_differ_in_doubling_for_less() -> None:
    older, newer = rules("canberra-2003", "blackjack"), rules("canberra-2006", "blackjack")
    assert (older.double.for_less, newer.double.for_less) == (False, True)
    for said in (older, newer):
        assert (said.double.totals, said.double.cards) == ((), (2,))
        assert (said.split.hands_max, said.split.aces_hands_max) == (4, 2)
        assert said.dealer.natural_takes == "all"
        assert said.insurance.in_half_chips


def test_money_options_take_any_amount() -> None:
    def maximum(value: str) -> int | None:
        return rules("melbourne-v26", "blackjack", {"blackpot-maximum-payout": value}).side_bets["blackpot"].payout_max

    assert (maximum("none"), maximum("50000"), maximum("12.50")) == (None, 5_000_000, 1250)


@pytest.mark.parametrize(
    ("book", "game", "options", "said", "by"),
    [
        ("melbourne-v26", "crown-pontoon", {"forced-draw": True}, "Crown Pontoon has no option forced-draw", "7.5.2"),
        ("melbourne-v26", "premium-doubling-blackjack", {"forced-draw": False}, "has no option", "7.5.2"),
        ("melbourne-v26", "blackjack", {"resplit": True}, "melbourne-v26 has no option resplit, which sydney", None),
        ("sydney-v15", "blackjack", {"resplitt": True}, "no option 'resplitt'; did you mean resplit", None),
        ("sydney-v15", "blackjack", {"resplit": "yes"}, "one of false, true, not 'yes'", "12.5"),
        ("sydney-v15", "blackjack", {"resplit": 1}, "one of false, true, not 1", "12.5"),
        ("sydney-v15", "blackjack", {"resplit": []}, "one of false, true, not []", "12.5"),
        ("sydney-v15", "blackjack", {"blazing-7s-minimum": "10001"}, '"25000"', "14.28"),
        ("melbourne-v26", "blackjack", {"blackpot-maximum-payout": "0"}, "amount of money", "23.4.1"),
        ("melbourne-v26", "blackjack", {"blackpot-maximum-payout": 500}, "amount of money", "23.4.1"),
        ("melbourne-v26", "blackjack", {"pandemonium-stake": "kept"}, "which Crown Pontoon has", "11.5.4"),
    ],
)
def test_an_option_that_cannot_be_is_refused(
    book: str, game: str, options: dict[str, OptionValue], said: str, by: str | None
) -> None:
    with pytest.raises(OptionError) as error:
        rules(book, game, options)
    assert said in str(error.value)
    assert error.value.clause == by


def test_unknown_books_and_games_are_named_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="no rulebook 'sydney-15'; did you mean sydney-v15"):
        load("sydney-15")
    with pytest.raises(UnknownName, match="did you mean vegas-blackjack"):
        rules("melbourne-v26", "vegas")
    noise: list[Any] = [None, 7, []]
    for name in noise:
        with pytest.raises(UnknownName):
            load("melbourne-v26").rules(name)


def test_rules_can_be_changed_to_ask_what_a_rule_is_worth() -> None:
    usual = rules("melbourne-v26", "blackjack")
    assert changed(usual, "double.totals", [10, 11]).double.totals == (10, 11)
    assert changed(usual, "natural.pays", "6:5").natural.pays == Odds(6, 5)
    assert changed(usual, "insurance.at_most", Fraction(1, 4)).insurance.at_most == Fraction(1, 4)
    assert changed(usual, "side_bets.blackpot.per_box_max", 1).side_bets["blackpot"].per_box_max == 1
    assert usual.double.totals == (9, 10, 11)


@pytest.mark.parametrize(
    "path", ["double", "doubles.totals", "double.total", "side_bets.x.games", "side_bets.blackpot.x"]
)
def test_only_fields_that_there_are_can_be_changed(path: str) -> None:
    with pytest.raises(UnknownName):
        changed(rules("melbourne-v26", "blackjack"), path, 1)


def test_a_change_must_fit_the_field() -> None:
    with pytest.raises(CutcardError, match=r"split\.alike cannot be 'suit'"):
        changed(rules("melbourne-v26", "blackjack"), "split.alike", "suit")


def test_rules_travel_to_other_processes() -> None:
    usual = rules("melbourne-v26", "crown-pontoon")
    copied = pickle.loads(pickle.dumps(usual))
    assert (copied.double, copied.winning, copied.side_bets) == (usual.double, usual.winning, usual.side_bets)
