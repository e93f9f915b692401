"""The variation matrix of Melbourne's twelve games, parameter by parameter."""

from __future__ import annotations

import re

import pytest
from support.clauses import recorded

from cutcard.clauses import ledger
from cutcard.money import Odds
from cutcard.rulebooks import Rules, load, rules

BOOK = "melbourne-v26"
PONTOON = ("crown-pontoon", "6-to-5-pontoon", "spanish-blackjack")
GAMES = tuple(load(BOOK).games)


def said(game: str) -> Rules:
    return rules(BOOK, game)


def games_where(holds: object) -> set[str]:
    assert callable(holds)
    return {game for game in GAMES if holds(said(game))}


@recorded(BOOK, "10.1", "12.1", "14.1", "17.1", "18.1", "19.1", "20.1", "22.1", "25.1", "27.1", "29.1")
def test_games_are_like_the_game_that_their_chapter_names() -> None:
    like = {game.id: (game.like, game.like_clause) for game in load(BOOK).games.values() if game.like}
    assert like == {
        "crown-pontoon": ("blackjack", "10.1"),
        "vegas-blackjack": ("blackjack", "12.1"),
        "crown-blackjack": ("blackjack", "14.1"),
        "premier-blackjack": ("blackjack", "17.1"),
        "premium-doubling-blackjack": ("blackjack", "18.1"),
        "sports-blackjack": ("blackjack", "19.1"),
        "6-to-5-pontoon": ("crown-pontoon", "20.1"),
        "blackjack-plus": ("blackjack", "22.1"),
        "spanish-blackjack": ("crown-pontoon", "25.1"),
        "blackjack-select": ("blackjack", "27.1"),
        "free-bet-blackjack": ("blackjack", "29.1"),
    }


@recorded(BOOK, "3.1", "10.3.1", "12.3.1")
def test_decks_and_cards() -> None:
    assert games_where(lambda r: r.cards.decks == (4,)) == {"vegas-blackjack"}
    assert games_where(lambda r: r.cards.decks == (4, 5, 6, 7, 8)) == set(GAMES) - {"vegas-blackjack"}
    assert games_where(lambda r: r.cards.removed_ranks == ("T",)) == set(PONTOON)


def test_dealer_on_soft_17() -> None:
    stand = {"blackjack", "vegas-blackjack", "blackjack-plus"}
    assert games_where(lambda r: not r.dealer.hits_soft_17) == stand


def test_naturals_pay_three_to_two_or_six_to_five() -> None:
    assert games_where(lambda r: r.natural.pays == Odds(6, 5)) == {"sports-blackjack", "6-to-5-pontoon"}
    assert games_where(lambda r: r.natural.pays == Odds(3, 2)) == set(GAMES) - {"sports-blackjack", "6-to-5-pontoon"}


def test_naturals_paid_at_once_always_win_and_cannot_insure() -> None:
    always = {*PONTOON, "blackjack-plus"}
    assert games_where(lambda r: r.natural.paid == "at-once") == always
    assert games_where(lambda r: r.natural.against_natural == "win") == always
    assert games_where(lambda r: not r.insurance.natural_may) == always
    assert games_where(lambda r: not r.natural.even_money) == {*always, "sports-blackjack"}


def test_which_hands_double() -> None:
    by_total = {"blackjack", "crown-blackjack", "sports-blackjack", "free-bet-blackjack"}
    assert games_where(lambda r: r.double.allowed and r.double.totals == (9, 10, 11)) == by_total
    assert games_where(lambda r: not r.double.allowed) == {"blackjack-select"}
    assert games_where(lambda r: r.double.cards == ()) == {*PONTOON, "premium-doubling-blackjack"}
    assert games_where(lambda r: r.double.cards == (2, 3)) == {"blackjack-plus"}
    assert games_where(lambda r: not r.double.for_less) == {"free-bet-blackjack"}
    assert games_where(lambda r: r.double.paid_by == "token") == {"free-bet-blackjack"}
    assert games_where(lambda r: r.split.paid_by == "token-except-tens") == {"free-bet-blackjack"}


def test_pontoon_doubles_lose_bonuses_and_may_be_rescued() -> None:
    assert games_where(lambda r: r.double.doubled_ace == "one") == set(PONTOON)
    assert games_where(lambda r: not r.double.bonuses) == set(PONTOON)
    assert games_where(lambda r: r.double.rescue) == set(PONTOON)


def test_splitting_goes_to_three_hands_and_aces_once() -> None:
    assert games_where(lambda r: r.split.hands_max == 1) == {"blackjack-select"}
    splitting = set(GAMES) - {"blackjack-select"}
    assert games_where(lambda r: (r.split.hands_max, r.split.aces_hands_max) == (3, 2)) == splitting
    assert games_where(lambda r: r.split.declined_bars_later and r.split.aces_cards == 1) == set(GAMES)
    assert games_where(lambda r: not r.natural.after_split) == set(GAMES)


def test_surrender_is_offered_in_vegas_and_pontoon() -> None:
    assert games_where(lambda r: r.surrender.offered == "before-play") == {"vegas-blackjack"}
    assert games_where(lambda r: r.surrender.offered == "on-turn") == set(PONTOON)
    assert said("vegas-blackjack").surrender.against == ("T", "J", "Q", "K", "A")
    assert said("crown-pontoon").surrender.against == ("J", "Q", "K", "A")


def test_hands_that_always_win_and_dealer_totals_that_push() -> None:
    assert games_where(lambda r: r.winning.twenty_one) == {*PONTOON, "blackjack-plus"}
    assert games_where(lambda r: r.dealer.drawn_21_against_natural == "win") == {*PONTOON, "blackjack-plus"}
    assert games_where(lambda r: r.winning.five_and_under == 5 and r.draw.cards_max == 5) == {"blackjack-plus"}
    assert games_where(lambda r: r.dealer.pushes_on == (22,)) == {"blackjack-plus", "free-bet-blackjack"}


def test_pontoon_bonus_odds() -> None:
    odds = {bonus.name: str(bonus.pays) for bonus in said("spanish-blackjack").winning.bonuses}
    assert odds == {
        "5 cards": "3:2",
        "6 cards": "2:1",
        "7 or more cards": "3:1",
        "6-7-8": "3:2",
        "6-7-8 of one suit": "2:1",
        "6-7-8 of spades": "3:1",
        "7-7-7": "3:2",
        "7-7-7 of one suit": "2:1",
        "7-7-7 of spades": "3:1",
    }
    super_bonus = said("6-to-5-pontoon").winning.super_bonus
    assert super_bonus is not None
    assert super_bonus.prizes == ((200, 100_000), (2500, 500_000))
    assert super_bonus.others == 5000
    assert games_where(lambda r: r.winning.bonuses) == set(PONTOON)


def test_idle_hands_stand_on_soft_17_or_18() -> None:
    soft_17 = {"blackjack", "vegas-blackjack", "blackjack-plus", "blackjack-select"}
    assert games_where(lambda r: r.idle.soft == 17) == soft_17
    assert games_where(lambda r: r.idle.soft == 18) == set(GAMES) - soft_17
    assert games_where(lambda r: r.idle.hard == 12) == set(GAMES)


def test_automatic_drawing_is_an_option_except_in_pontoon_and_premium_doubling() -> None:
    never = {*PONTOON, "premium-doubling-blackjack"}
    assert {game for game in GAMES if "forced-draw" not in load(BOOK).options(game)} == never
    assert games_where(lambda r: r.draw.automatic == "always") == {"blackjack-select"}
    forced = rules(BOOK, "vegas-blackjack", {"forced-draw": True}).draw
    assert (forced.automatic, forced.automatic_hard, forced.automatic_soft) == ("when-no-choice", 12, 17)


def test_readings_are_there_where_their_clauses_hold() -> None:
    def having(option: str) -> set[str]:
        return {game for game in GAMES if option in load(BOOK).options(game)}

    assert having("dealer-blackjack-takes") == set(GAMES)
    assert having("doubled-ace") == set(PONTOON)
    assert having("soft-double") == {"blackjack", "crown-blackjack", "sports-blackjack", "free-bet-blackjack"}
    assert having("drawn-21-against-blackjack") == set(GAMES) - {*PONTOON, "blackjack-plus"}
    assert having("pandemonium-stake") == {"crown-pontoon", "6-to-5-pontoon"}


@pytest.mark.parametrize(
    ("bet", "games", "decks"),
    [
        ("pontoon-pandemonium", {"crown-pontoon", "6-to-5-pontoon"}, (4, 5, 6, 7, 8)),
        ("magnificent-sevens", {"blackjack", "crown-blackjack"}, (4, 5, 6, 7, 8)),
        ("perfect-pairs", set(GAMES), (4, 5, 6, 7, 8)),
        ("crown-suits", {"blackjack", "crown-blackjack", "crown-pontoon"}, (4, 6, 8)),
        ("blackjack-jackpots", set(GAMES) - {*PONTOON, "vegas-blackjack"}, (6,)),
        ("blackpot", set(GAMES), (4, 5, 6, 7, 8)),
        ("supernova", set(GAMES) - {*PONTOON, "vegas-blackjack"}, (6,)),
        ("buster-blackjack", set(GAMES), (4, 5, 6, 7, 8)),
        ("spread-bet", set(GAMES), (4, 6, 8)),
        ("pot-of-gold", {"free-bet-blackjack"}, (6, 8)),
    ],
)
@recorded(BOOK, "11.1", "15.1", "16.4.1", "21.4.1", "23.1", "24.4.1", "26.1", "28.1", "30.1")
def test_side_bets_go_with_their_games_and_decks(bet: str, games: set[str], decks: tuple[int, ...]) -> None:
    found = said("blackjack").side_bets[bet]
    assert set(found.games) == games
    assert found.decks == decks


@recorded(BOOK, "13.1", "16.1")
def test_doubtful_side_bets_are_marked_and_wait_for_an_option() -> None:
    usual = said("blackjack-plus").side_bets
    assert {name for name, bet in usual.items() if bet.doubtful_games} == {"magnificent-sevens", "crown-suits"}
    assert not any(bet.doubtful for bet in usual.values())
    enabled = rules(BOOK, "blackjack-plus", {"doubtful-side-bets": True}).side_bets
    assert {name for name, bet in enabled.items() if bet.doubtful} == {"magnificent-sevens", "crown-suits"}


@recorded(BOOK, "13.6.2")
def test_magnificent_sevens_has_the_clause_on_one_version_for_all_tables() -> None:
    assert said("blackjack").clauses["side_bets.magnificent-sevens.one_table_for_all"] == "13.6.2"


def test_jackpots_and_supernova_are_not_offered_together() -> None:
    bets = said("blackjack").side_bets
    assert bets["blackjack-jackpots"].not_with == ("supernova",)
    assert bets["supernova"].not_with == ("blackjack-jackpots",)


@recorded(BOOK, "11.5.4(a)", "11.5.4(b)", "11.5.4(c)", "11.5.4(d)", "11.5.4(e)", "11.5.4(f)", "11.5.4(g)")
@recorded(BOOK, "11.5.4(h)", "11.5.4(i)", "11.5.4(j)")
def test_pandemonium_tables_are_those_of_the_ledger_and_worth_the_same() -> None:
    tables = said("crown-pontoon").side_bets["pontoon-pandemonium"].tables
    assert [table.name for table in tables] == [str(number) for number in range(1, 11)]
    for table in tables:
        line = ledger(BOOK)[table.rows[0].clause].says
        assert f"Table {table.name} " in line
        pairs = re.findall(r"(\d+)x(\d+)", line)
        assert table.draws == tuple((int(count), int(prize) * 100) for count, prize in pairs)
        mean = sum(count * prize for count, prize in table.draws) / sum(count for count, _ in table.draws)
        assert 20.375 <= mean / 100 <= 20.405
