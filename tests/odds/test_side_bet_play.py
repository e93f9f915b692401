"""Side bets that hang on how the hand is played, under the plays that are stated."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from support import side_bet_formulas as formulas
from support.clauses import clause

from cutcard.cards import cards
from cutcard.errors import UnknownName
from cutcard.odds.side import main_play, tokens
from cutcard.odds.side_bets import plays_of, side_bet
from cutcard.rulebooks import rules

ACE, EIGHT = 0, 7


def test_best_play_of_two_low_cards_stands_against_a_low_card() -> None:
    draws = main_play.third_cards(rules("melbourne-v26", "blackjack"), 6)
    assert draws(*cards("7s 8d")) == frozenset("789TJQKA")
    assert draws(*cards("6s 7d")) == frozenset("789TJQKA")


def test_best_play_always_draws_to_two_sevens_so_super_sevens_is_the_same() -> None:
    game = rules("canberra-2006", "blackjack")
    assert side_bet(game, 6, "super-sevens", play="best-main").outcomes == side_bet(game, 6, "super-sevens").outcomes


def test_blackpot_under_the_best_play_counts_only_the_dealers_cards_that_are_drawn_against() -> None:
    game = rules("melbourne-v26", "blackjack")
    two, three = formulas.six_seven_eight(6)
    size = 312 - 3
    drawn = Fraction(8 * 24 - 2, size)  # sevens to aces, less the 7 and the 8 that are out
    three *= drawn
    expected = 10 * two + 100 * three - (1 - three) + three * (1000 * two + 20000 * three - (1 - three))
    assert side_bet(game, 6, "blackpot", play="best-main").expectation == expected


@clause("melbourne-v26", "30.5.1", "30.4.1", "30.4.2")
def test_tokens_where_no_pair_may_be_split_again() -> None:
    """With every token taken, the mean number of tokens adds up hand by hand."""
    game = rules("melbourne-v26", "free-bet-blackjack", {"soft-double": False})
    found = tokens.tokens(game, 6, best=False)
    assert sum(found.values()) == 1
    assert set(found) == {0, 1, 2, 3, 4, 5}
    size = 312
    doubled = sum(
        Fraction(24 * (24 - (a == b)), size * (size - 1))
        for a in range(2, 10)
        for b in range(2, 10)
        if 9 <= a + b <= 11
    )
    pairs = Fraction(8 * 24 * 23, size * (size - 1))  # all ranks but tens, and fives are doubled
    assert 1 - found[0] == doubled + pairs


def test_split_aces_have_one_token_and_a_card_each() -> None:
    game = rules("melbourne-v26", "free-bet-blackjack", {"soft-double": False})
    plan = tokens.greedy_plan(game)
    assert plan.after[ACE] == (frozenset(), frozenset())
    assert tokens.split_tokens(game, plan, ACE, [22, *[24] * 8, 96]) == {1: 1}


def test_cards_drawn_between_the_hands_of_a_split_do_not_change_the_tokens() -> None:
    """A small shoe played card by card: eights split, twos and threes doubled, other hands drawn to 17."""
    game = rules("melbourne-v26", "free-bet-blackjack", {"soft-double": False})
    plan = tokens.greedy_plan(game)
    assert plan.after[EIGHT] == (frozenset({1, 2}), frozenset({1, 2}))
    left = [0, 2, 1, 0, 0, 0, 1, 2, 0, 4]
    assert tokens.split_tokens(game, plan, EIGHT, left) == card_by_card(tuple(left))


def card_by_card(left: tuple[int, ...]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}

    def draw(left: tuple[int, ...]) -> Iterator[tuple[int, Fraction, tuple[int, ...]]]:
        for value, copies in enumerate(left):
            if copies:
                rest = (*left[:value], copies - 1, *left[value + 1 :])
                yield value, Fraction(copies, sum(left)), rest

    def play_out(total: int, waiting: int, hands: int, count: int, chance: Fraction, left: tuple[int, ...]) -> None:
        if total >= 17:
            second_card(waiting - 1, hands, count, chance, left)
            return
        for value, part, rest in draw(left):
            play_out(total + value + 1, waiting, hands, count, chance * part, rest)

    def second_card(waiting: int, hands: int, count: int, chance: Fraction, left: tuple[int, ...]) -> None:
        if waiting == 0:
            found[count] = found.get(count, Fraction(0)) + chance
            return
        for value, part, rest in draw(left):
            if value == EIGHT and hands < 3:
                second_card(waiting + 1, hands + 1, count + 1, chance * part, rest)
            elif value in (1, 2):  # doubled: one card, whatever it is
                for _, again, after in draw(rest):
                    second_card(waiting - 1, hands, count + 1, chance * part * again, after)
            else:
                play_out(8 + value + 1, waiting, hands, count, chance * part, rest)

    second_card(2, 2, 1, Fraction(1), left)
    return found


def test_pot_of_gold_under_both_plays() -> None:
    game = rules("melbourne-v26", "free-bet-blackjack")
    best = side_bet(game, 6, "pot-of-gold", "1")
    every = side_bet(game, 6, "pot-of-gold", "1", play="every-token")
    assert plays_of(game, "pot-of-gold") == ("best-main", "every-token")
    assert best.play == "best-main"
    assert every.ev > best.ev
    hard = rules("melbourne-v26", "free-bet-blackjack", {"soft-double": False})
    assert side_bet(hard, 6, "pot-of-gold", "1").ev == pytest.approx(-0.0838, abs=5e-5)


def test_a_play_that_a_bet_does_not_know_is_refused() -> None:
    with pytest.raises(UnknownName, match="always-drawn"):
        side_bet(rules("canberra-2006", "blackjack"), 6, "super-sevens", play="never")
