"""A game with rules and decks varied, as the API says it: each combination is a question of its own.

So nobody keeps the solver's processes from others for long, and what was worked out is there when it is asked again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from cutcard.narration.rule_words import title_of
from cutcard.odds.rule_changes import all_changed
from cutcard.odds.sweep import check_combinations, parse_choice, sweep
from cutcard.service import what_if
from cutcard.service.body import Body
from cutcard.service.odds_question import Question

COMBINATIONS_MOST = 32  # that somebody may ask for


class SweepLineShown(Body):
    """One combination: its number of decks, the values of the varied rules in their order, and what it is worth."""

    decks: int
    values: list[str]
    house_edge: float
    error_bound: float
    sd: float


class SweepShown(Body):
    rulebook: str
    game: str
    varied: list[str]
    titles: list[str]
    lines: list[SweepLineShown]


class SweepPart(NamedTuple):
    """One combination: the changes are written as in `what_if`."""

    question: Question
    decks: int
    changes: tuple[str, ...]


def parts_of(question: Question, decks: Sequence[int], vary: Sequence[str]) -> tuple[list[str], list[SweepPart]]:
    """The rules that are varied, and every combination; raises with a sentence where one is not possible."""
    choices = [parse_choice(text) for text in vary]
    numbers = tuple(decks) or (question.size,)
    check_combinations(numbers, choices, COMBINATIONS_MOST)
    for path, values in choices:
        for value in values:
            what_if.checked(question.rules, f"{path}={value}")
    paths = [path for path, _ in choices]
    changes = [
        tuple(f"{path}={value}" for path, value in zip(paths, values, strict=True))
        for values in product(*(values for _, values in choices))
    ]
    for each in changes:
        all_changed(question.rules, each)  # what goes alone may not go together
    return paths, [SweepPart(question, number, each) for number in numbers for each in changes]


def line_json(part: SweepPart) -> str:
    """What one combination is worth."""
    choices = [parse_choice(change) for change in part.changes]
    (line,) = sweep(part.question.rules, (part.decks,), choices)
    return SweepLineShown(**line.as_json()).model_dump_json()


def shown(question: Question, paths: Sequence[str], lines: Sequence[str]) -> SweepShown:
    return SweepShown(
        rulebook=question.book,
        game=question.game,
        varied=list(paths),
        titles=[title_of(path, question.rules.natural.name) for path in paths],
        lines=[SweepLineShown.model_validate_json(line) for line in lines],
    )
