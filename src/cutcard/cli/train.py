"""`cutcard train`: a dealer's drill in the terminal."""

from __future__ import annotations

from secrets import randbelow
from typing import Annotated

import typer

from cutcard.cli.options import Book, one_game
from cutcard.cli.text import console
from cutcard.rulebooks import load


def train(
    book: Book,
    game: Annotated[
        str | None, typer.Argument(help="A game of that book; without it, its first.", callback=one_game)
    ] = None,
    payments: Annotated[
        bool, typer.Option("--payments/--mistakes", help="Ask what is paid, or what went wrong in the deal.")
    ] = False,
    kinds: Annotated[
        str, typer.Option(metavar="KIND,…", help="Ask about these only, such as card-misplaced,burn-forgotten.")
    ] = "",
    questions: Annotated[int, typer.Option(min=1, max=50, help="How many questions.")] = 10,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**31 - 1, help="The same seed asks the same questions.")
    ] = None,
) -> None:
    """Train a dealer: rounds with a planted mistake, or payments.

    Mistakes: a round is dealt step by step, and at most one thing in it is wrong. Say which step it is, what is wrong,
    what the document does about it, and who decides that. Payments: a settled box is shown; say for each wager what
    is paid (15), taken (-10) or left (0). Answers are marked with the clause, and what you got wrong is asked again.

    Exit status: 0 with four points of five or more in the whole drill, 1 with less or after leaving, 2 if there is no
    such drill.
    """
    from cutcard.terminal.keyboard import Keyboard
    from cutcard.terminal.training import TrainingSession
    from cutcard.training import SEED_MOST, Drill

    known = load(book)
    drill = Drill(
        book=book,
        game=game if game is not None else next(iter(known.games)),
        about="payments" if payments else "mistakes",
        kinds=tuple(kind.strip() for kind in kinds.split(",") if kind.strip()),
        questions=questions,
        seed=seed if seed is not None else randbelow(SEED_MOST),
    )
    summary = TrainingSession(drill, console(), Keyboard()).play()
    raise typer.Exit(0 if summary.passed and summary.answered == questions else 1)
