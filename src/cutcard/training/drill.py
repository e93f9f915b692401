"""A drill: questions one after the other, of which those that went wrong come back.

A drill is its parameters, and where it stands is a pure function of them and of the answers so far: nothing is kept
anywhere, so any process may ask the next question.

>>> drill = Drill("sydney-v15", "blackjack", "payments", kinds=("natural",), questions=2, seed=1)
>>> begun = run(drill, [])
>>> begun.number, begun.question.kind
(1, 'natural')
>>> ended = run(drill, [Answer(amounts=begun.question.due), Answer()])
>>> [marked.right for marked in ended.marked], ended.question
([True, False], None)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Literal, NamedTuple

from cutcard.errors import CutcardError, UnknownName
from cutcard.rulebooks import rules
from cutcard.rulebooks.known_values import refuse_unknown
from cutcard.training import mistakes, payments
from cutcard.training.marking import Answer, Marked, Summary, summary
from cutcard.training.mistakes import MistakeQuestion
from cutcard.training.payments import PaymentQuestion

About = Literal["payments", "mistakes"]
ABOUT: dict[About, str] = {"mistakes": "What went wrong?", "payments": "What is paid?"}
QUESTIONS_MOST = 50
SEED_MOST = 2**31 - 1
COMES_BACK_AFTER = 2  # questions, before one that went wrong is asked again
Question = MistakeQuestion | PaymentQuestion


class Drill(NamedTuple):
    """Which drill: the same one has the same questions, as far as the answers are the same."""

    book: str
    game: str
    about: About
    kinds: tuple[str, ...] = ()  # none: all that the game has
    questions: int = 10
    seed: int = 1


class Progress(NamedTuple):
    """Where a drill stands after some answers."""

    number: int  # of the question, from 1
    question: Question | None  # None: all are answered
    marked: tuple[Marked, ...]

    @property
    def summary(self) -> Summary:
        return summary(self.marked)


def kinds_of(book: str, game: str, about: About) -> tuple[str, ...]:
    """Every kind of question that there is about a game."""
    of_game = rules(book, game)
    return payments.kinds_of(of_game) if about == "payments" else mistakes.kinds_of(of_game)


def run(drill: Drill, answers: Sequence[Answer]) -> Progress:
    """Mark the answers, and ask the next question."""
    _check(drill, len(answers))
    marked: list[Marked] = []
    for number, answer in enumerate(answers, start=1):
        marked.append(mark(question(drill, number, marked), answer))
    done = len(marked) == drill.questions
    return Progress(len(marked) + 1, None if done else question(drill, len(marked) + 1, marked), tuple(marked))


def mark(question: Question, answer: Answer) -> Marked:
    """Mark one answer."""
    return payments.mark(question, answer) if isinstance(question, PaymentQuestion) else mistakes.mark(question, answer)


def question(drill: Drill, number: int, marked: Sequence[Marked]) -> Question:
    """The question of that number, after those that are marked."""
    for kind in _order(drill, number, marked):
        found = _made(drill.book, drill.game, drill.about, kind, f"{drill.seed}/{number}/{kind}")
        if found is not None:
            return found
    raise CutcardError("no round fits what is to be asked about: ask for more kinds, or take another seed")


def _order(drill: Drill, number: int, marked: Sequence[Marked]) -> Iterable[str]:
    """Kinds of questions, the most useful first: those answered wrongly a while ago, then those asked least."""
    random = Random(f"{drill.seed}/{number}")
    kinds = list(drill.kinds or kinds_of(drill.book, drill.game, drill.about))
    random.shuffle(kinds)
    earlier = [each.kind for each in marked]
    again = [kind for kind in kinds if _comes_back(kind, marked)]
    least = sorted(kinds, key=lambda kind: (kind == (earlier[-1] if earlier else ""), earlier.count(kind)))
    return dict.fromkeys([*again, *least])


def _comes_back(kind: str, marked: Sequence[Marked]) -> bool:
    """Whether the last answer about a kind was wrong, and is long enough ago."""
    last = next((i for i in range(len(marked) - 1, -1, -1) if marked[i].kind == kind), None)
    return last is not None and not marked[last].right and len(marked) - last > COMES_BACK_AFTER


@lru_cache(maxsize=128)
def _made(book: str, game: str, about: About, kind: str, seed: str) -> Question | None:
    of_game = rules(book, game)
    if about == "payments":
        return payments.make_question(of_game, kind, seed)
    return mistakes.make_question(of_game, kind, seed)


def _check(drill: Drill, answers: int) -> None:
    """Raise `CutcardError` for a drill that there cannot be."""
    known = kinds_of(drill.book, drill.game, drill.about)
    if drill.about == "mistakes":
        refuse_unknown(mistakes.LAYER, rules(drill.book, drill.game))
    if not known:
        raise CutcardError(f"{drill.book} says nothing about what goes wrong at a table")
    for kind in drill.kinds:
        if kind not in known:
            raise UnknownName.of(f"kind of question about {drill.about} called", kind, known)
    if not 1 <= drill.questions <= QUESTIONS_MOST:
        raise CutcardError(f"a drill has 1 to {QUESTIONS_MOST} questions")
    if not 0 <= drill.seed <= SEED_MOST:
        raise CutcardError(f"a seed is a whole number from 0 to {SEED_MOST}")
    if answers > drill.questions:
        raise CutcardError(f"there are {drill.questions} questions and {answers} answers")
