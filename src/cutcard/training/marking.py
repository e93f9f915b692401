"""Marks: what was answered, what is right, and the clauses that say so; and the sum of a drill."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cutcard.clauses import ledger


class Answer(NamedTuple):
    """What a trainee says. About a deal: the step, the kind, the ruling and whose it is. About payments: amounts.

    A `step` of None says that nothing was wrong. Steps are counted from 1.
    """

    step: int | None = None
    kind: str = ""
    ruling: str = ""
    role: str = ""
    amounts: tuple[int, ...] = ()  # in cents, for each wager: what the dealer pays, or takes where it is below nothing


class Mark(NamedTuple):
    """One point of an answer."""

    about: str  # what was asked
    right: bool
    given: str
    due: str
    why: str = ""
    clauses: tuple[str, ...] = ()


class Marked(NamedTuple):
    """A question that was answered."""

    kind: str
    marks: tuple[Mark, ...]
    says: str  # what was the matter, in a sentence

    @property
    def right(self) -> bool:
        return all(mark.right for mark in self.marks)

    @property
    def points(self) -> int:
        return sum(mark.right for mark in self.marks)


class Score(NamedTuple):
    """Points out of this many, for a clause, a kind or a whole drill."""

    name: str
    points: int
    out_of: int


class Summary(NamedTuple):
    """How a drill went."""

    answered: int
    right: int  # questions without any mistake
    total: Score
    by_kind: tuple[Score, ...]
    by_clause: tuple[Score, ...]  # the weakest first

    @property
    def passed(self) -> bool:
        """Four points of five, of at least one question."""
        return self.answered > 0 and self.total.points * 5 >= self.total.out_of * 4


def summary(marked: Iterable[Marked]) -> Summary:
    """The sum of a drill, by clause and by kind."""
    given = list(marked)
    marks = [mark for each in given for mark in each.marks]
    clauses = [(clause, mark.right) for mark in marks for clause in mark.clauses]
    return Summary(
        answered=len(given),
        right=sum(each.right for each in given),
        total=Score("", sum(mark.right for mark in marks), len(marks)),
        by_kind=_scores((each.kind, mark.right) for each in given for mark in each.marks),
        by_clause=_scores(clauses),
    )


def _scores(given: Iterable[tuple[str, bool]]) -> tuple[Score, ...]:
    found: dict[str, Score] = {}
    for name, right in given:
        before = found.get(name, Score(name, 0, 0))
        found[name] = Score(name, before.points + right, before.out_of + 1)
    return tuple(sorted(found.values(), key=lambda score: (score.points / score.out_of, score.name)))


def clause_words(book: str, clause: str) -> str:
    """A clause in our own words; nothing where the book's ledger has no such clause."""
    known = ledger(book).get(clause)
    return known.says if known is not None else ""
