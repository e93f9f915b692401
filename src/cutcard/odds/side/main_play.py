"""The main game's best play, as far as side bets depend on it: who takes a third card, who doubles, who splits."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from cutcard.cards import Card
from cutcard.lookup.values import RANKS_OF, VALUES
from cutcard.odds.answers import solution_of
from cutcard.odds.dealer_ranks import rank_groups
from cutcard.odds.side.third_card import Draws, Ranks
from cutcard.odds.solution import HandValue, hand_name, up_value
from cutcard.rulebooks.schema import Rules

if TYPE_CHECKING:
    from cutcard.odds.upcard_solver import UpcardSolver

KEPT = 64  # games whose play is kept
WAGER = 1000  # the wager for which the solver counts a prize of a fixed sum
LOW_HANDS = {"8": "6 7", "7": "6 8", "6": "7 8"}  # two of 6, 7 and 8, by the third
ENDS_WITH_TWO = frozenset({"stand", "surrender"})


@lru_cache(maxsize=KEPT)
def _hands(rules: Rules, decks: int) -> tuple[HandValue, ...]:
    """Best play of all hands of two cards."""
    return solution_of(rules, decks, WAGER).hands


def third_cards(rules: Rules, decks: int) -> Draws:
    """For two cards, the dealer's cards against which the best play of the main game takes a third one."""
    hands = _hands(rules, decks)
    known: dict[tuple[str, str], Ranks] = {}

    def draws(first: Card, second: Card) -> Ranks:
        suits = "mixed" if first.suit != second.suit else "spades" if first.suit == "s" else "one suit"
        key = (hand_name((first.value - 1, second.value - 1)), suits)
        if key not in known:
            mine = [hand for hand in hands if hand.cards == key[0] and hand.suits in ("", suits)]
            known[key] = frozenset(rank for hand in mine for rank in _drawn_against(hand))
        return known[key]

    return draws


def _drawn_against(hand: HandValue) -> str:
    """The ranks of the dealer's card against which a hand takes a third one."""
    return "" if hand.best in ENDS_WITH_TWO else hand.ranks or RANKS_OF[up_value(hand.up)]


def least_stake(rules: Rules, decks: int, prize: float) -> float:
    """The side stake, in main wagers, from which drawing always to two of 6, 7 and 8 is best for both together.

    `prize` is what the third of them brings the side bet, in its stakes.
    """
    hands = _hands(rules, decks)
    copies, cards = 4 * decks, decks * (52 - 4 * len(rules.cards.removed_ranks))
    most = 0.0
    for third, name in LOW_HANDS.items():
        for hand in (hand for hand in hands if hand.cards == name):
            chance = (copies - (hand.up == third)) / (cards - 3)
            drawn = max(worth for option, worth in hand.values.items() if option not in ENDS_WITH_TWO)
            most = max(most, (hand.value - drawn) / (chance * prize))
    return most


class Opening(NamedTuple):
    """What the best play does with two cards, by their values, against some ranks of the dealer's card."""

    up: int
    share: Fraction  # of the ranks of this value
    options: dict[tuple[int, int], str]


def openings(rules: Rules, decks: int) -> list[Opening]:
    """What the best play does with two cards against each card of the dealer."""
    found: list[Opening] = []
    for up in range(VALUES):
        groups = rank_groups(rules, up)
        hands = [hand for hand in _hands(rules, decks) if up_value(hand.up) == up]
        for group in groups:
            options = {}
            for hand in hands:
                if hand.ranks in ("", group):
                    first, second = (up_value(rank) for rank in hand.cards.split())
                    options[first, second] = hand.best
            found.append(Opening(up, Fraction(len(group), sum(map(len, groups))), options))
    return found


@lru_cache(maxsize=KEPT)
def _solver(rules: Rules, decks: int, up: int) -> UpcardSolver:
    from cutcard.odds.solver import game_of
    from cutcard.odds.upcard_solver import UpcardSolver

    return UpcardSolver.of(game_of(rules, decks, WAGER), up)


def doubles_after(rules: Rules, decks: int, up: int, pair: int) -> tuple[frozenset[int], frozenset[int]]:
    """Second cards with which a hand of a split doubles: the first hand, and the further ones."""
    from cutcard.odds.decision_values import NO_KIND, two_cards
    from cutcard.odds.kernel import DOUBLE

    against = _solver(rules, decks, up)
    first, further = (
        against.split_trail(pair, NO_KIND, wager).play.action[0]
        for wager in (against.first_wager, against.further_wager(pair))
    )
    return (
        frozenset(v for v in range(VALUES) if first[two_cards(pair, v)] == DOUBLE),
        frozenset(v for v in range(VALUES) if further[two_cards(pair, v)] == DOUBLE),
    )
