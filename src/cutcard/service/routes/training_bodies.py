"""Request and response bodies of the drill."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from cutcard.service.body import Body
from cutcard.training import QUESTIONS_MOST, SEED_MOST

Word = Annotated[str, Field(max_length=64)]
STEPS_MOST = 1000
AMOUNTS_MOST = 100
CENTS_MOST = 10**12
KINDS_MOST = 64
Amount = Annotated[int, Field(ge=-CENTS_MOST, le=CENTS_MOST)]


class AnswerGiven(Body):
    """About a deal: `step` (null: nothing was wrong), `kind`, `ruling`, `role`. About payments: `amounts` in cents.

    An amount is what the dealer pays, or takes where it is below nothing.
    """

    step: Annotated[int | None, Field(ge=1, le=STEPS_MOST)] = None
    kind: Word = ""
    ruling: Word = ""
    role: Word = ""
    amounts: list[Amount] = Field(default_factory=list, max_length=AMOUNTS_MOST)


class DrillAsked(Body):
    """A drill and the answers so far; the same ones always get the same answer."""

    book: Word
    game: Word
    about: Literal["mistakes", "payments"]
    kinds: list[Word] = Field(default_factory=list, max_length=KINDS_MOST)
    questions: Annotated[int, Field(ge=1, le=QUESTIONS_MOST)] = 10
    seed: Annotated[int, Field(ge=0, le=SEED_MOST)] = 1
    answers: list[AnswerGiven] = Field(default_factory=list, max_length=QUESTIONS_MOST)


class Named(Body):
    id: str
    words: str


class DrillOffered(Body):
    """What a drill about a game may ask, and what may be answered."""

    book: str
    game: str
    title: str
    mistakes: list[Named]
    payments: list[Named]
    rulings: list[Named]
    roles: list[Named]


class WagerAsked(Body):
    """A wager of a settled box; `dealer` is what the dealer is about to pay or take, in cents."""

    title: str
    player: str
    cards: str
    dealer: int | None


class QuestionAsked(Body):
    """A question, without its answer.

    `table` and `steps` are in the shape of a replay: the table at first, then what each step changes, and its words. A
    question about payments has the table at the end of the round, and `wagers` of one `box`.
    """

    number: int
    asks: str
    table: dict[str, Any]
    steps: list[dict[str, Any]]
    box: int | None = None
    dealer: str = ""
    wagers: list[WagerAsked] = Field(default_factory=list)


class ClauseInWords(Body):
    clause: str
    says: str


class MarkGiven(Body):
    about: str
    right: bool
    given: str
    due: str
    why: str
    clauses: list[str]


class AnswerMarked(Body):
    """A question that was answered: what it was about, each point of it, and the clauses in our own words."""

    kind: str
    words: str
    right: bool
    says: str
    marks: list[MarkGiven]
    clauses: list[ClauseInWords]


class ScoreShown(Body):
    name: str
    words: str
    points: int
    out_of: int


class SummaryShown(Body):
    answered: int
    right: int
    points: int
    out_of: int
    passed: bool
    by_kind: list[ScoreShown]
    by_clause: list[ScoreShown]


class DrillStands(Body):
    """The state of a drill: the next question (null: none is left), the last answer marked, and the points so far."""

    questions: int
    question: QuestionAsked | None
    marked: AnswerMarked | None
    summary: SummaryShown
