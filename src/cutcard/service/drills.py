"""The drill as the API shows it: an open question comes without its answer, a marked one with everything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cutcard.engine import Hand, State, Wager
from cutcard.narration.formatting import capital
from cutcard.rulebooks import load, rules
from cutcard.service.past_table import table_shown
from cutcard.service.replays import changed
from cutcard.service.routes.training_bodies import (
    AnswerMarked,
    ClauseInWords,
    DrillAsked,
    DrillOffered,
    DrillStands,
    MarkGiven,
    Named,
    QuestionAsked,
    ScoreShown,
    SummaryShown,
    WagerAsked,
)
from cutcard.training import Answer, Drill, Marked, MistakeQuestion, PaymentQuestion, Question, Summary, kinds_of, run
from cutcard.training import payments as pay
from cutcard.training.course import Step
from cutcard.training.marking import Score, clause_words
from cutcard.training.mistakes import KINDS, RULINGS, role_words, rulings_of
from cutcard.training.planting import NOTHING

TABLE = "Training"
ALL_KINDS: Mapping[str, str] = {**pay.KINDS, **KINDS}


def offered(book: str, game: str) -> DrillOffered:
    """What a drill about a game may ask and be answered."""
    of_game = rules(book, game)
    return DrillOffered(
        book=book,
        game=game,
        title=of_game.title,
        mistakes=_named({kind: KINDS[kind] for kind in kinds_of(book, game, "mistakes") if kind != NOTHING}),
        payments=_named({kind: pay.KINDS[kind] for kind in kinds_of(book, game, "payments")}),
        rulings=_named({ruling: RULINGS[ruling] for ruling in rulings_of(of_game)}),
        roles=_named({role: role_words(role) for role in load(book).roles}),
    )


def _named(words: Mapping[str, str]) -> list[Named]:
    return [Named(id=id_, words=capital(title)[:-1]) for id_, title in words.items()]


def drill_state(asked: DrillAsked) -> DrillStands:
    """The state of a drill after its answers."""
    drill = Drill(asked.book, asked.game, asked.about, tuple(asked.kinds), asked.questions, asked.seed)
    answers = [
        Answer(each.step, each.kind, each.ruling, each.role, tuple(each.amounts)) for each in asked.answers
    ]  # fmt: skip
    progress = run(drill, answers)
    question = progress.question
    return DrillStands(
        questions=drill.questions,
        question=_question(question, progress.number) if question is not None else None,
        marked=_marked(drill.book, progress.marked[-1]) if progress.marked else None,
        summary=_summary(drill.book, progress.summary),
    )


# ------------------------------------------------------------------------------------------------------------- asking


def _question(question: Question, number: int) -> QuestionAsked:
    if isinstance(question, PaymentQuestion):
        return _payment(question, number)
    return _mistake(question, number)


def _mistake(question: MistakeQuestion, number: int) -> QuestionAsked:
    first = table_shown(State(question.steps[0].state.setup), TABLE, number)
    return QuestionAsked(
        number=number,
        asks="Which step was wrong, if any?",
        table=first,
        steps=list(_steps(first, question.steps, number)),
    )


def _steps(first: Mapping[str, Any], steps: Iterable[Step], number: int) -> Iterable[dict[str, Any]]:
    current = first
    for version, step in enumerate(steps, start=1):
        now = table_shown(step.state, TABLE, number)
        cue = {"kind": "card", "card": step.card.text, "box": step.box, "hand": step.hand} if step.card else None
        yield {
            "version": version,
            "cue": cue,
            "change": changed(current, now),
            "lines": [],
            "say": step.words,
            "new_round": False,
        }
        current = now


def _payment(question: PaymentQuestion, number: int) -> QuestionAsked:
    return QuestionAsked(
        number=number,
        asks=pay.words(question),
        table=table_shown(_unsettled(question.round.state), TABLE, number),
        steps=[],
        box=question.box,
        dealer=pay.dealer_words(question),
        wagers=[WagerAsked(**shown._asdict()) for shown in pay.wagers_shown(question)],
    )


def _unsettled(state: State) -> State:
    """The round at its end as it lay before anything was paid: no wager says how it ended."""
    wagers = tuple(wager._replace(**_OPEN) for wager in state.wagers if wager.bet != "super-bonus")
    return state._replace(wagers=wagers, hands=tuple(map(_without_result, state.hands)))


_OPEN = {
    field: Wager._field_defaults[field]
    for field in ("returned", "outcome", "odds", "clause", "paid", "prize", "also", "row")
}


def _without_result(hand: Hand) -> Hand:
    return hand._replace(ended="stood") if hand.ended == "won" else hand


# ------------------------------------------------------------------------------------------------------------- marking


def _marked(book: str, marked: Marked) -> AnswerMarked:
    clauses = dict.fromkeys(clause for mark in marked.marks for clause in mark.clauses)
    return AnswerMarked(
        kind=marked.kind,
        words=capital(ALL_KINDS[marked.kind])[:-1],
        right=marked.right,
        says=marked.says,
        marks=[MarkGiven(**{**mark._asdict(), "clauses": list(mark.clauses)}) for mark in marked.marks],
        clauses=[ClauseInWords(clause=clause, says=clause_words(book, clause)) for clause in clauses],
    )


def _summary(book: str, summary: Summary) -> SummaryShown:
    def score_shown(score: Score, words: str) -> ScoreShown:
        return ScoreShown(name=score.name, words=words, points=score.points, out_of=score.out_of)

    return SummaryShown(
        answered=summary.answered,
        right=summary.right,
        points=summary.total.points,
        out_of=summary.total.out_of,
        passed=summary.passed,
        by_kind=[score_shown(score, capital(ALL_KINDS[score.name])[:-1]) for score in summary.by_kind],
        by_clause=[score_shown(score, clause_words(book, score.name)) for score in summary.by_clause],
    )
