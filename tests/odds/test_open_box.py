"""A hand at the table, given every card that lies open: against small shoes enumerated and the whole solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from support.brute_force import ONE, ZERO, BruteForce, Card, Done, Left, deals, left_of
from support.variants import analysers_game, variant

from cutcard.odds import HandError, OpenBox, choice_values, solve
from cutcard.odds.open_box import choice_values_from
from cutcard.rulebooks import rules
from cutcard.rulebooks.schema import Rules

FIVES = {1: 3, 4: 4, 5: 5, 9: 3, 10: 6}
FEWER = {4: 3, 5: 5, 9: 2, 10: 5}
TEXT = {1: "Ac", 10: "Tc", **{n: f"{n}c" for n in range(2, 10)}}


@dataclass
class Middle:
    """The same box dealt on card by card: the hand best for the whole box, those to come by their own cards."""

    rules: Rules
    shoe: dict[int, int]
    up: int
    hand: tuple[int, ...]
    waiting: tuple[int, ...] = ()
    done: tuple[Done, ...] = ()
    others: tuple[int, ...] = ()
    hands: int = 2

    def __post_init__(self) -> None:
        seen = Counter([self.up, *self.hand, *self.waiting, *self.others])
        left = Counter(self.shoe)
        left.subtract(seen)
        self.left: Left = left_of(Counter({(value, ""): n for value, n in left.items()}))
        self.own = self._brute(left, self.hand)
        self.later = self._brute(left, self.hand[:1])
        self.first = not self.done

    def _brute(self, left: Counter[int], put_back: tuple[int, ...]) -> BruteForce:
        cards: Counter[Card] = Counter({(self.up, ""): 0})
        cards.update({(value, ""): n for value, n in left.items()})
        cards.update((value, "") for value in (*put_back, self.up))
        return BruteForce(self.rules, cards, self.up)

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple((value, "") for value in self.hand)

    def totals(self) -> dict[str, Fraction]:
        """What the whole box brings by each choice."""
        found = self._options(self.cards, self.left)
        most = self.rules.split.aces_hands_max if self.hand[0] == 1 else self.rules.split.hands_max
        if len(self.hand) == 2 and self.hand[0] == self.hand[1] and self.hands < most:
            one, two = self.cards
            found["split"] = self._finish((), ((one,), (two,)), self.left)
        return found

    def _options(self, cards: tuple[Card, ...], left: Left) -> dict[str, Fraction]:
        names = self.own.options(cards, (self.first, True, self.first))  # only which there are
        found: dict[str, Fraction] = {}
        if "stand" in names:
            found["stand"] = self._finish((self.own.done(cards, False, self.first, True),), (), left)
        if "hit" in names:
            found["hit"] = sum((part * self._hit((*cards, card), rest) for card, part, rest in deals(left)), ZERO)
        if "double" in names:
            found["double"] = sum(
                (part * self._doubled((*cards, card), rest) for card, part, rest in deals(left)), ZERO
            )
        return found

    def _hit(self, cards: tuple[Card, ...], left: Left) -> Fraction:
        if sum(value for value, _ in cards) > 21:
            return self._finish((self.own.done(cards, False, self.first, True),), (), left)
        return max(self._options(cards, left).values())

    def _doubled(self, cards: tuple[Card, ...], left: Left) -> Fraction:
        done = self.own.done(cards, True, self.first, True)
        ways = [done]
        if self.rules.double.rescue and done.total < 21:
            ways.append(self.own.done(cards, True, self.first, True, rescued=True))
        return max(self._finish((way,), (), left) for way in ways)

    def _finish(self, done: tuple[Done, ...], again: tuple[tuple[Card, ...], ...], left: Left) -> Fraction:
        """The hands that wait are played, and the box is settled."""
        queue = (*again, *(((value, ""),) for value in self.waiting))
        total = ZERO
        for box, chance, rest in self._played((*self.done, *done), queue, left):
            for end, part in self.later.dealer(rest).items():
                total += chance * part * self.later.settle(box, end)
        return total

    def _played(
        self, done: tuple[Done, ...], queue: tuple[tuple[Card, ...], ...], left: Left
    ) -> Iterator[tuple[tuple[Done, ...], Fraction, Left]]:
        yield from self.later.hands(done, queue, left, ONE)

    def found(self, **more: Any) -> dict[str, float]:
        """The same by the solver."""
        cards = np.zeros((10, 4))
        for value, n in self.shoe.items():
            cards[value - 1, 0] = n
        box = OpenBox(
            up=TEXT[self.up],
            hand=tuple(TEXT[value] for value in self.hand),
            waiting=tuple(TEXT[value] for value in self.waiting),
            others=tuple(TEXT[value] for value in self.others),
            hands=self.hands,
            original=self.first,
            left=any(hand.how == "stands" for hand in self.done),
            lost=any(hand.how in ("bust", "rescued") for hand in self.done),
            **more,
        )
        known = choice_values_from(self.rules, cards, box)
        assert known.bound == 0.0
        return {name: value for name, value in known.values.items() if name != "surrender"}


def assert_costs_agree(middle: Middle) -> None:
    """What each choice gives up against another is what the whole box loses by it."""
    wanted, found = middle.totals(), middle.found()
    assert set(found) == set(wanted)
    assert len(found) > 1
    for name, value in wanted.items():
        assert found[name] - found["hit"] == pytest.approx(float(value - wanted["hit"]), abs=1e-12), name


def stands(middle_rules: Rules, *values: int, first: bool = True) -> Done:
    brute = BruteForce(middle_rules, Counter(), 2)
    return brute.done(tuple((value, "") for value in values), False, first, True)


BLACKJACK: dict[str, Any] = {"double.totals": ()}


@pytest.mark.parametrize("takes", ["busted-plus-one", "first-hand", "all"])
@pytest.mark.parametrize("up", [1, 4, 10])
def test_the_first_hand_of_a_split_while_another_waits(takes: str, up: int) -> None:
    made = variant("melbourne-v26", "blackjack", {**BLACKJACK, "dealer.natural_takes": takes, "split.hands_max": 2})
    assert_costs_agree(Middle(made, FIVES, up, (5, 9), waiting=(5,)))
    assert_costs_agree(Middle(made, FIVES, up, (5, 4, 4), waiting=(5,), others=(10, 1)))


@pytest.mark.parametrize("takes", ["busted-plus-one", "first-hand", "original-cap", "all"])
@pytest.mark.parametrize("before", [(5, 10), (5, 10, 10)])
def test_the_last_hand_bears_a_naturals_cost_where_no_other_does(takes: str, before: tuple[int, ...]) -> None:
    made = variant("melbourne-v26", "blackjack", {**BLACKJACK, "dealer.natural_takes": takes, "split.hands_max": 2})
    done = stands(made, *before)
    assert done.how == ("stands" if len(before) == 2 else "bust")
    assert_costs_agree(Middle(made, FIVES, 10, (5, 9), done=(done,), others=before))


@pytest.mark.parametrize("up", [4, 10])
def test_a_pair_that_comes_again_may_be_split_again(up: int) -> None:
    made = variant("melbourne-v26", "blackjack", {**BLACKJACK, "split.hands_max": 3})
    assert_costs_agree(Middle(made, FEWER, up, (5, 5), waiting=(5,)))
    assert_costs_agree(Middle(made, FEWER, up, (5, 5), done=(stands(made, 5, 10),), others=(5, 10)))


@pytest.mark.parametrize("up", [4, 10])
def test_hands_that_wait_may_pair_and_be_split_again(up: int) -> None:
    made = variant("melbourne-v26", "blackjack", {**BLACKJACK, "split.hands_max": 3})
    assert_costs_agree(Middle(made, FEWER, up, (5, 9), waiting=(5,)))


@pytest.mark.parametrize("up", [4, 10])
def test_a_free_bet_hand_loses_nothing_of_its_own(up: int) -> None:
    made = variant("melbourne-v26", "free-bet-blackjack", {"split.hands_max": 2})
    shoe = {1: 3, 4: 4, 7: 5, 10: 7}
    assert_costs_agree(Middle(made, shoe, up, (7, 4), waiting=(7,)))
    done = stands(made, 7, 10)
    assert_costs_agree(Middle(made, shoe, up, (7, 4), done=(done,), others=(7, 10)))


@pytest.mark.parametrize("up", [1, 4, 10])
def test_doubles_of_any_number_of_cards_with_rescue(up: int) -> None:
    made = variant("melbourne-v26", "crown-pontoon", {"split.hands_max": 2})
    assert_costs_agree(Middle(made, FIVES, up, (5, 9), waiting=(5,)))
    assert_costs_agree(Middle(made, FIVES, up, (5, 1, 4), done=(stands(made, 5, 10),), others=(5, 10)))


# ------------------------------------------------------------------------------------------------------ whole shoes


@pytest.mark.parametrize(("book", "game"), [("melbourne-v26", "crown-pontoon"), ("sydney-v15", "blackjack")])
@pytest.mark.parametrize("up", ["6d", "Kd", "Ad"])
def test_a_hand_as_it_was_dealt_is_worth_what_the_solution_says(book: str, game: str, up: str) -> None:
    made = rules(book, game)
    solution = solve(made, 8)
    bonus = 100.0 if made.winning.super_bonus is not None else 0.0
    for cards in ("8s 3c", "As 6d", "9c 7d", "2s 3d 4h", "As 2d 4h"):
        wanted = solution.hand(cards, up).values
        found = choice_values(made, 8, OpenBox(up=up, hand=tuple(cards.split())), bonus)
        assert found.bound == 0.0
        for name, value in wanted.items():
            assert found.values[name] == pytest.approx(value, abs=1e-12), (cards, name)


@pytest.mark.parametrize("up", ["6d", "Kd", "Ad"])
def test_splitting_a_pair_is_worth_a_little_more_than_by_each_hands_own_cards_alone(up: str) -> None:
    made = rules("canberra-2006", "blackjack")  # a natural takes all, so that hands do not hang together
    for cards in ("8s 8h", "2s 2h", "As Ah"):
        wanted = solve(made, 8).hand(cards, up).values["split"]
        found = choice_values(made, 8, OpenBox(up=up, hand=tuple(cards.split()))).values["split"]
        assert 0.0 <= found - wanted + 1e-12 < 1e-4  # each hand knows that the other card of the pair is out


@pytest.mark.parametrize("up", ["6d", "Kd", "Ad"])
def test_after_a_peek_the_dealer_is_known_to_have_no_natural(up: str) -> None:
    made = analysers_game(split__hands_max=2)
    solution = solve(made, 6)
    for cards in ("8s 3c", "As 6d", "9c 7d", "2s 3d 4h", "8s 8h"):
        found = choice_values(made, 6, OpenBox(up=up, hand=tuple(cards.split()))).values
        wanted = solution.hand(cards, up).values
        for name, value in wanted.items():
            assert found[name] == pytest.approx(value, abs=1e-4 if name == "split" else 1e-12), (cards, name)


def test_cards_that_lie_open_elsewhere_count() -> None:
    made = rules("sydney-v15", "blackjack")
    box = OpenBox(up="9d", hand=("8s", "3h"))
    rich = OpenBox(up="9d", hand=("8s", "3h"), others=tuple(f"{n}{s}" for n in "23456" for s in "cdhs"))
    alone, after = (choice_values(made, 8, each).values["double"] for each in (box, rich))
    assert after > alone + 0.02


def test_a_figure_that_is_not_summed_up_to_the_last_says_how_far_it_may_be_off() -> None:
    made = rules("melbourne-v26", "crown-pontoon")
    known = choice_values(made, 8, OpenBox(up="Kd", hand=("2s", "9d"), waiting=("2h", "2c"), hands=3))
    assert 0.0 < known.bound < 0.005


def test_cards_that_there_are_not_are_refused() -> None:
    made = rules("melbourne-v26", "vegas-blackjack")
    with pytest.raises(HandError, match="that many"):
        choice_values(made, 1, OpenBox(up="9d", hand=("8s", "8s")))
    with pytest.raises(HandError, match="over 21"):
        choice_values(made, 4, OpenBox(up="9d", hand=("8s", "8s", "8h")))
