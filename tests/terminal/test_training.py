"""A drill in the terminal, typed line by line and through the command."""

from __future__ import annotations

import io

import pytest
from support.terminal import lines, paper
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.money import dollars
from cutcard.rulebooks import load
from cutcard.terminal.keyboard import Keyboard
from cutcard.terminal.training import TrainingSession
from cutcard.training import Answer, Drill, MistakeQuestion, PaymentQuestion, run

MISTAKES = Drill("sydney-v15", "blackjack", "mistakes", questions=4, seed=11)
PAYMENTS = Drill("melbourne-v26", "blackjack", "payments", questions=4, seed=11)


def typed(drill: Drill) -> list[str]:
    """What somebody types who knows every answer."""
    answers: list[Answer] = []
    said: list[str] = []
    while (question := run(drill, answers).question) is not None:
        if isinstance(question, PaymentQuestion):
            answers.append(Answer(amounts=question.due))
            said += [dollars(amount) for amount in question.due]
        elif isinstance(question, MistakeQuestion) and question.at:
            rule = question.lines[0]
            answers.append(Answer(question.at[0], question.kind, rule.then, rule.role))
            role = list(load(drill.book).roles).index(rule.role) + 1
            said += [str(question.at[0]), question.kind, rule.then, str(role)]
        else:
            answers.append(Answer())
            said.append("0")
    return said


@pytest.mark.parametrize("drill", [MISTAKES, PAYMENTS])
def test_who_knows_everything_passes(drill: Drill) -> None:
    out = paper()
    summary = TrainingSession(drill, out, Keyboard(lines(typed(drill)))).play()
    assert summary.passed
    assert isinstance(out.file, io.StringIO)
    told = out.file.getvalue()
    assert "4 of 4 questions right" in told
    assert "wrong  " not in told
    assert "Clause " in told


def test_wrong_words_are_asked_again_and_leaving_sums_up() -> None:
    out = paper()
    kinds = ("card-drawn-in-error",)
    drill = MISTAKES._replace(kinds=kinds)
    summary = TrainingSession(drill, out, Keyboard(lines(["x", "99", "1", "y", "1", "1", "1"]))).play()
    assert (summary.answered, summary.passed) == (1, False)
    assert isinstance(out.file, io.StringIO)
    told = out.file.getvalue()
    assert "or 0 if all was done by the rules" in told
    assert "Type a number from 1" in told
    assert "Clause 16.2" in told


@pytest.mark.parametrize(
    ("drill", "option", "status"),
    [(MISTAKES, "--mistakes", 0), (PAYMENTS, "--payments", 0), (PAYMENTS, "--payments", 1)],
)
def test_the_command_answers_with_its_exit_status(drill: Drill, option: str, status: int) -> None:
    said = "\n".join(typed(drill)[: None if status == 0 else 1])
    words = ["train", drill.book, drill.game, option, "--questions", "4", "--seed", "11"]
    done = CliRunner().invoke(app, words, input=said + "\n")
    assert done.exit_code == status
    assert ("Passed." in done.output) == (status == 0)
