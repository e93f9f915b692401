"""Payments are marked by what the engine settles, to the cent and with the clause."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.clauses import clause
from support.own_books import own_book

from cutcard.clauses import ledger
from cutcard.engine import net
from cutcard.records import export, settle
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.training.marking import Answer
from cutcard.training.payments import PaymentQuestion, kinds_of, make_question, mark, wagers_shown, words

CASES = [(book, game, kind) for book in BOOKS for game in load(book).games for kind in kinds_of(rules(book, game))]


def question(book: str, kind: str, seed: object, game: str = "blackjack") -> PaymentQuestion:
    made = make_question(rules(book, game), kind, str(seed))
    assert made is not None, f"no round has {kind}"
    return made


@pytest.mark.parametrize(("book", "game", "kind"), CASES)
def test_what_is_due_is_what_the_record_of_the_round_settles(book: str, game: str, kind: str) -> None:
    asked = question(book, kind, 1, game)
    settled = settle(export(asked.round.table.setup, asked.round.events))
    lines = [line for line in settled["settlement"] if line["box"] == asked.box]
    paid = sorted(round((float(line["returned"]) - float(line["staked"])) * 100) for line in lines)
    assert sorted(asked.due) == paid
    marked = mark(asked, Answer(amounts=asked.due))
    assert marked.right
    assert all(each.clauses and each.clauses[0] in ledger(book) for each in marked.marks)
    assert not mark(asked, Answer(amounts=tuple(due + 100 for due in asked.due))).points


LATE = 'surrender.offered = "on-turn"\nsurrender.against = ["9", "T", "J", "Q", "K"]\n'
EARLY = 'surrender.offered = "before-play"\nsurrender.against = ["A", "K"]\nsurrender.void_on_natural = false\n'
OTHER_HOUSES = {
    "peeked, late surrender": f'dealer.hole_card = "peeked"\n{LATE}',
    "peeked, early surrender": f'dealer.hole_card = "peeked"\n{EARLY}',
    "unpeeked": f'dealer.hole_card = "unpeeked"\ndealer.natural_takes = "all"\nsplit.aces_cards = 12\n{LATE}',
}


@pytest.mark.parametrize("kind", ["win", "lose", "natural", "insurance", "double", "split", "surrender"])
@pytest.mark.parametrize("house", OTHER_HOUSES)
def test_what_is_due_with_a_hole_card_is_what_the_record_settles(house: str, kind: str, tmp_path: Path) -> None:
    with own_book(tmp_path, f'like = "melbourne-v26/blackjack"\n{OTHER_HOUSES[house]}') as name:
        asked = question(name, kind, 2)
        settled = settle(export(asked.round.table.setup, asked.round.events))
    found = [line for line in settled["settlement"] if line["box"] == asked.box]
    paid = sorted(round((float(line["returned"]) - float(line["staked"])) * 100) for line in found)
    assert sorted(asked.due) == paid
    assert len(asked.round.state.dealer) > 1


def test_the_dealers_amounts_are_right_or_wrong_in_one_place() -> None:
    shown = [question("melbourne-v26", "win", seed) for seed in range(30)]
    checked = [asked for asked in shown if asked.dealer is not None]
    wrong = [asked for asked in checked if asked.dealer != asked.due]
    assert 0 < len(wrong) < len(checked) < len(shown)
    for asked in wrong:
        assert asked.dealer is not None
        assert sum(done != due for done, due in zip(asked.dealer, asked.due, strict=True)) == 1
        assert not mark(asked, Answer(amounts=asked.dealer)).right


def test_a_question_shows_no_result() -> None:
    asked = next(found for seed in range(20) if (found := question("sydney-v15", "natural", seed)).dealer is None)
    for shown in wagers_shown(asked):
        assert shown.dealer is None
    assert "3 to 2" not in words(asked)
    assert net(asked.round.state.wagers)


@clause("sydney-v15", "5.12")
@clause("melbourne-v26", "6.2.3")
@pytest.mark.parametrize(("book", "rounding"), [("sydney-v15", "5.12"), ("melbourne-v26", "6.2.3")])
def test_a_payment_that_chips_cannot_make_is_marked_by_rounding_up(book: str, rounding: str) -> None:
    asked = question(book, "rounding", 3)
    chip = asked.round.state.setup.chip
    marked = mark(asked, Answer(amounts=asked.due))
    rounded = [place for place, each in enumerate(marked.marks) if rounding in each.clauses]
    assert rounded
    for place in rounded:
        less = tuple(due - chip * (i == place) for i, due in enumerate(asked.due))
        assert not mark(asked, Answer(amounts=less)).marks[place].right
