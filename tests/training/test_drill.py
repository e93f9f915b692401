"""A drill is a pure function of its parameters and the answers: the same questions, and again what went wrong."""

from __future__ import annotations

import pytest

from cutcard.errors import CutcardError
from cutcard.rulebooks import BOOKS
from cutcard.training import Answer, Drill, MistakeQuestion, PaymentQuestion, Question, run
from cutcard.training.drill import COMES_BACK_AFTER

GAME = "blackjack"


def right(question: Question) -> Answer:
    if isinstance(question, PaymentQuestion):
        return Answer(amounts=question.due)
    if not question.at:
        return Answer()
    return Answer(question.at[0], question.kind, question.lines[0].then, question.lines[0].role)


def asked(question: Question) -> tuple[str, ...]:
    if isinstance(question, MistakeQuestion):
        return tuple(step.words for step in question.steps)
    return tuple(map(str, (question.box, question.dealer, question.round.state.wagers)))


@pytest.mark.parametrize("about", ["mistakes", "payments"])
@pytest.mark.parametrize("book", BOOKS)
def test_a_drill_without_a_mistake_has_every_point(book: str, about: str) -> None:
    drill = Drill(book, GAME, about, questions=6, seed=5)  # type: ignore[arg-type]
    answers: list[Answer] = []
    kinds = []
    while (question := run(drill, answers).question) is not None:
        kinds.append(question.kind)
        answers.append(right(question))
    summary = run(drill, answers).summary
    assert (summary.right, summary.total.points) == (6, summary.total.out_of)
    assert summary.passed
    assert len(set(kinds)) == 6  # nothing is asked twice while something was never asked


@pytest.mark.parametrize("about", ["mistakes", "payments"])
def test_the_same_seed_asks_the_same_and_another_seed_something_else(about: str) -> None:
    def first(seed: int) -> tuple[str, ...]:
        question = run(Drill("melbourne-v26", GAME, about, seed=seed), []).question  # type: ignore[arg-type]
        assert question is not None
        return asked(question)

    assert first(3) == first(3) != first(4)


def test_what_went_wrong_comes_back_and_what_went_right_does_not() -> None:
    kinds_asked = ("win", "lose", "stand-off", "natural", "insurance")
    drill = Drill("sydney-v15", GAME, "payments", kinds=kinds_asked, questions=8)
    answers: list[Answer] = []
    kinds = []
    for number in range(8):
        question = run(drill, answers).question
        assert question is not None
        kinds.append(question.kind)
        answers.append(Answer() if number == 0 else right(question))
    assert kinds[COMES_BACK_AFTER + 1] == kinds[0]
    assert kinds[1:3].count(kinds[0]) == 0
    again = [kinds[0], *kinds[4:]]
    assert again.count(kinds[0]) <= 2


def test_the_sum_names_the_weakest_clause_first() -> None:
    drill = Drill("sydney-v15", GAME, "mistakes", kinds=("burn-forgotten", "card-drawn-in-error"), questions=2)
    answers: list[Answer] = []
    for _ in range(2):
        question = run(drill, answers).question
        assert question is not None
        answers.append(right(question) if question.kind == "burn-forgotten" else Answer(1))
    by_clause = run(drill, answers).summary.by_clause
    assert [(score.name, score.points > 0) for score in by_clause] == [("16.2", False), ("16.12", True)]


@pytest.mark.parametrize(
    ("drill", "says"),
    [
        (Drill("sydney-v15", GAME, "mistakes", kinds=("card-mislaid",)), "card-misplaced"),
        (Drill("sydney-v15", GAME, "mistakes", questions=51), "1 to 50"),
        (Drill("sydney-v15", GAME, "payments", seed=-1), "seed"),
        (Drill("sydney-v15", "bridge", "payments"), "bridge"),
        (Drill("sydney-v16", GAME, "payments"), "sydney-v15"),
    ],
)
def test_a_drill_that_there_cannot_be_is_refused_in_a_sentence(drill: Drill, says: str) -> None:
    with pytest.raises(CutcardError, match=says):
        run(drill, [])


def test_more_answers_than_questions_are_refused() -> None:
    with pytest.raises(CutcardError, match="2 answers"):
        run(Drill("sydney-v15", GAME, "payments", questions=1), [Answer(), Answer()])
