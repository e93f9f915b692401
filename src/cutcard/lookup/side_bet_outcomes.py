"""The answer of a side bet's judge to every deal there is, as numbers: the simulator and the exact odds read them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.cards import PACK, Card
from cutcard.sidebets import JUDGES, Verdict, View
from cutcard.sidebets.view import Names

Judge = Callable[[View], Verdict | None]

CARDS = len(PACK)
MOST = 12  # cards of a dealer's hand and tokens on a box that are distinguished: more than any pay table knows


class OutcomeTable(NamedTuple):
    """Every deal's outcomes as the number of their class; 0: the bet loses.

    The last axis is what comes after the two cards: nothing, the dealer's first card, a third card or none, or how many
    cards the dealer went over 21 with, or how many tokens were played. Cards are by their place in the pack.
    """

    classes: tuple[Names, ...]
    numbers: NDArray[np.uint8]  # carried into the round or not, first card, second card, what comes after
    staged: bool  # outcomes of a class are paid one after the other, and not the best of them alone


@cache
def outcome_table(judged_by: str) -> OutcomeTable:
    """Ask a side bet's judge about every deal.

    >>> table = outcome_table("spread_bet")
    >>> table.numbers.shape, table.classes[table.numbers[0, 0, 0, 0]]  # two twos
    ((1, 52, 52, 1), ('4-5',))
    """
    module = JUDGES[judged_by]
    rounds: Sequence[_Rounds] = _ROUNDS[module.DECIDED_BY](module.judge)
    classes: tuple[Names, ...] = ((), *module.CLASSES)
    by_set = {frozenset(names): number for number, names in enumerate(classes)}
    number_of = {names: by_set[frozenset(names)] for one in rounds for names in set(one.names)}
    numbers = np.array([number_of[names] for one in rounds for names in one.names], np.uint8)
    own_cards = CARDS if rounds[0].by_cards else 1
    shape = (len(rounds), own_cards, own_cards, -1)
    return OutcomeTable(classes=classes, numbers=numbers.reshape(shape), staged=any(one.staged for one in rounds))


class _Rounds(NamedTuple):
    """The outcomes of all rounds of one kind, first cards slowest."""

    names: list[Names]
    by_cards: bool = True
    staged: bool = False


def _outcomes(judge: Judge, view: View) -> Names:
    verdict = judge(view)
    assert verdict is not None, "a judge has an answer once the round is over"
    return verdict.outcomes


def _two_cards(judge: Judge) -> Sequence[_Rounds]:
    return (_Rounds([_outcomes(judge, View((one, two), True)) for one in PACK for two in PACK]),)


def _dealers_card(judge: Judge) -> Sequence[_Rounds]:
    return (_Rounds([_outcomes(judge, View((one, two), True, (up,))) for one in PACK for two in PACK for up in PACK]),)


def _third_card(judge: Judge) -> Sequence[_Rounds]:
    """Rounds of a wager that was just placed; and of one carried from the round before, where that differs."""
    placed, carried = (_third_card_rounds(judge, carried) for carried in (False, True))
    return (placed,) if placed == carried else (placed, carried)


def _third_card_rounds(judge: Judge, carried: bool) -> _Rounds:
    names: list[Names] = []
    staged = False
    for one in PACK:
        for two in PACK:
            verdict = judge(View((one, two), carried=carried))
            if verdict is not None and not verdict.plays_on:
                names += [verdict.outcomes] * (CARDS + 1)
                continue
            first = verdict.outcomes if verdict else ()
            staged = staged or bool(first)
            thirds: list[tuple[Card, ...]] = [*((card,) for card in PACK), ()]
            for third in thirds:
                last = _outcomes(judge, View((one, two, *third), True, carried=carried, paid=bool(first)))
                names.append((*first, *last))
    return _Rounds(names, staged=staged)


def _dealers_hand(judge: Judge) -> Sequence[_Rounds]:
    """By the number of cards of a hand over 21; nothing where it is not over."""
    over = [_outcomes(judge, View((), True, PACK[:1] * cards, 22, True)) for cards in range(3, MOST)]
    return (_Rounds([(), (), (), *over], by_cards=False),)


def _tokens(judge: Judge) -> Sequence[_Rounds]:
    return (_Rounds([_outcomes(judge, View((), over=True, tokens=count)) for count in range(9)], by_cards=False),)


_ROUNDS: dict[str, Callable[[Judge], Sequence[_Rounds]]] = {
    "two-cards": _two_cards,
    "dealers-card": _dealers_card,
    "third-card": _third_card,
    "dealers-hand": _dealers_hand,
    "tokens": _tokens,
}
