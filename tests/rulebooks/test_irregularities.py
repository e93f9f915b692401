"""What each document lets be done when the deal goes wrong, as its file has it."""

from __future__ import annotations

from typing import get_args

import pytest

from cutcard.narration.irregularities import KIND_WORDS, MOMENT_WORDS, RULING_WORDS, irregularity_words
from cutcard.rulebooks import BOOKS, load, procedures_of
from cutcard.rulebooks.irregularities import IrregularityKind, Moment, Ruling, rulings

CHAPTERS = {
    "sydney-v15": ("16.", {9, *range(1, 9), *range(11, 18)}),
    "sydney-earlier": ("17.", {9, *range(1, 9), *range(11, 18)}),
    "canberra-2006": ("14.", {*range(1, 7), 8}),
    "canberra-2003": ("14.", {*range(1, 7), 8}),
    "melbourne-v26": ("9.", {*range(1, 13), 15}),
}


def test_each_kind_ruling_and_moment_has_its_words() -> None:
    assert list(KIND_WORDS) == list(get_args(IrregularityKind))
    assert list(RULING_WORDS) == list(get_args(Ruling))
    assert list(MOMENT_WORDS) == list(get_args(Moment))


@pytest.mark.parametrize("book", CHAPTERS)
def test_every_rule_of_the_chapter_has_a_line(book: str) -> None:
    """Those apart on who plays for an absent player, and on what follows from another of them."""
    chapter, wanted = CHAPTERS[book]
    cited = [line.clause for line in procedures_of(book).irregularities if line.clause.startswith(chapter)]
    without = {3, 4} if book.startswith("sydney") else set()  # what a player may do with a card that 16.2 gives
    assert {int(clause.split(".")[1]) for clause in cited} == wanted - without


@pytest.mark.parametrize("book", BOOKS)
def test_a_line_is_said_in_one_sentence_and_ruled_on_by_somebody(book: str) -> None:
    for line in procedures_of(book).irregularities:
        assert line.role in load(book).roles
        assert KIND_WORDS[line.kind] in irregularity_words(line)


def test_an_exposed_card_to_a_finished_hand_has_another_ruling_than_a_covered_one() -> None:
    def then(book: str, exposed: bool) -> list[tuple[str, str]]:
        lines = procedures_of(book).irregularities
        found = rulings(lines, "card-to-finished-dealer", ("round-over", "between-rounds"), exposed=exposed)
        return [(line.then, line.clause) for line in found]

    assert then("sydney-v15", True) == [("burn", "16.5")]
    assert then("sydney-v15", False) == [("first-of-next-round", "16.6")]
    assert then("melbourne-v26", True) == [("burn", "9.3.1")]
    assert then("melbourne-v26", False) == [("first-of-next-round", "9.3")]
    assert then("canberra-2006", True) == then("canberra-2006", False) == [("burn", "14.3")]


def test_with_a_shuffling_shoe_no_cutting_card_can_be_passed_in_canberra() -> None:
    lines = procedures_of("canberra-2006").irregularities
    assert rulings(lines, "shuffle-missed", ["in-round"], dealt_from="shoe")
    assert not rulings(lines, "shuffle-missed", ["in-round"], dealt_from="shuffling-device")
