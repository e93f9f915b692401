"""A dealer's drill: rounds with a planted mistake, and payments, marked by clause.

`run(drill, answers)` is all of it: it marks the answers and asks the next question. The service and the terminal show
the same questions, and neither keeps anything.
"""

from cutcard.training.drill import (
    ABOUT,
    QUESTIONS_MOST,
    SEED_MOST,
    About,
    Drill,
    Progress,
    Question,
    kinds_of,
    run,
)
from cutcard.training.marking import Answer, Mark, Marked, Score, Summary
from cutcard.training.mistakes import MistakeQuestion
from cutcard.training.payments import PaymentQuestion

__all__ = [
    "ABOUT",
    "QUESTIONS_MOST",
    "SEED_MOST",
    "About",
    "Answer",
    "Drill",
    "Mark",
    "Marked",
    "MistakeQuestion",
    "PaymentQuestion",
    "Progress",
    "Question",
    "Score",
    "Summary",
    "kinds_of",
    "run",
]
