"""A drill in the terminal: a question, an answer line by line, and the marks with their clauses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console

from cutcard.cli.text import table
from cutcard.money import Cents, MoneyError, cents
from cutcard.narration.formatting import capital, counted, face, gain, name
from cutcard.rulebooks import load
from cutcard.rulebooks import rules as rules_of
from cutcard.terminal.keyboard import Keyboard, Left
from cutcard.training import Answer, Drill, Marked, Progress, Summary, kinds_of, run
from cutcard.training import payments as pay
from cutcard.training.marking import Score, clause_words
from cutcard.training.mistakes import KINDS, RULINGS, MistakeQuestion, role_words, rulings_of
from cutcard.training.payments import PaymentQuestion
from cutcard.training.planting import NOTHING

NONE_OF_THEM = ("0", "none", "nothing", "")


class TrainingSession:
    """Asks the questions of a drill and marks the answers."""

    def __init__(self, drill: Drill, out: Console, keyboard: Keyboard) -> None:
        self.drill = drill
        self.out = out
        self.keyboard = keyboard
        self.answers: list[Answer] = []

    def play(self) -> Summary:
        """The whole drill, or as much of it as is answered before the trainee leaves."""
        progress = run(self.drill, self.answers)
        game = rules_of(self.drill.book, self.drill.game)
        self.out.print(f"[bold]{game.title}[/], {load(self.drill.book).title}: seed {self.drill.seed}. q leaves.")
        try:
            while progress.question is not None:
                self.answers.append(self._ask(progress))
                progress = run(self.drill, self.answers)
                self._tell(progress.marked[-1])
        except Left:
            pass
        self._sum_up(progress.summary)
        return progress.summary

    def _ask(self, progress: Progress) -> Answer:
        self.out.print(f"\n[bold]Question {progress.number} of {self.drill.questions}[/]")
        if isinstance(progress.question, PaymentQuestion):
            return self._ask_amounts(progress.question)
        assert progress.question is not None
        return self._ask_mistake(progress.question)

    # -------------------------------------------------------------------------------------------------------- mistakes

    def _ask_mistake(self, question: MistakeQuestion) -> Answer:
        for number, step in enumerate(question.steps, start=1):
            self.out.print(f"{number:4}  {step.words}", markup=False)
        self.out.print("The game is stopped here.")
        wrong = self._step(len(question.steps))
        if wrong is None:
            return Answer()
        drill = self.drill
        kinds = {kind: KINDS[kind] for kind in kinds_of(drill.book, drill.game, "mistakes") if kind != NOTHING}
        rulings = {ruling: RULINGS[ruling] for ruling in rulings_of(question.rules)}
        roles = {role: role_words(role) for role in load(drill.book).roles}
        return Answer(
            wrong,
            self._choose("What went wrong?", kinds),
            self._choose("What is done about it?", rulings),
            self._choose("Who decides that, at the lowest rank?", roles),
        )

    def _step(self, last: int) -> int | None:
        while True:
            typed = self.keyboard.ask(f"Which step was wrong? (1 to {last}, 0 for none) ").lower()
            if typed in NONE_OF_THEM:
                return None
            if typed.isdecimal() and 1 <= int(typed) <= last:
                return int(typed)
            self.out.print(f"Type a step from 1 to {last}, or 0 if all was done by the rules.")

    def _choose(self, question: str, choices: Mapping[str, str]) -> str:
        """One of a list, by its number or its name."""
        names = list(choices)
        self.out.print(f"{question}")
        for number, words in enumerate(choices.values(), start=1):
            self.out.print(f"{number:4}  {capital(words)}", markup=False)
        while True:
            typed = self.keyboard.ask("Number: ").lower()
            if typed in choices:
                return typed
            if typed.isdecimal() and 1 <= int(typed) <= len(names):
                return names[int(typed) - 1]
            self.out.print(f"Type a number from 1 to {len(names)}.")

    # -------------------------------------------------------------------------------------------------------- payments

    def _ask_amounts(self, question: PaymentQuestion) -> Answer:
        state = question.round.state
        self.out.print(f"Dealer: {pay.dealer_words(question)}", markup=False)
        for hand in state.hands:
            box = state.boxes[hand.box]
            if box.number == question.box:
                cards = " ".join(face(card) for card in hand.cards)
                self.out.print(f"Box {box.number}, {name(box.control)}: {cards}: {hand.total}", markup=False)
        self.out.print(pay.words(question), markup=False)
        as_it_is = " Enter: as the dealer does it." if question.dealer is not None else ""
        self.out.print(f"Type what is paid, with a minus what is taken, 0 for a stand-off.{as_it_is}")
        return Answer(amounts=tuple(self._amount(wager) for wager in pay.wagers_shown(question)))

    def _amount(self, wager: pay.WagerShown) -> Cents:
        does = f", the dealer: {gain(wager.dealer)}" if wager.dealer is not None else ""
        while True:
            typed = self.keyboard.ask(f"  {wager.title} ({wager.cards}){does}: ")
            if not typed and wager.dealer is not None:
                return wager.dealer
            try:
                return cents(typed.replace("−", "-").replace("+", "").replace("$", "").replace(",", ""))
            except MoneyError:
                self.out.print("Type an amount of dollars such as 15, -10 or 0.")

    # ----------------------------------------------------------------------------------------------------------- marks

    def _tell(self, marked: Marked) -> None:
        if marked.says:
            self.out.print(marked.says, markup=False)
        for mark in marked.marks:
            verdict = "[green]right[/]" if mark.right else "[red]wrong[/]"
            self.out.print(f"  {verdict}  ", end="")
            text = f"{mark.about}: {mark.due}" + ("" if mark.right else f" (you said {mark.given})")
            self.out.print(f"{text}{f'. {mark.why}' if mark.why else ''}", markup=False)
        for clause in dict.fromkeys(clause for mark in marked.marks for clause in mark.clauses):
            self.out.print(f"  Clause {clause}: {clause_words(self.drill.book, clause)}", markup=False)

    def _sum_up(self, summary: Summary) -> None:
        total = summary.total
        self.out.print(
            f"\n[bold]{summary.right} of {counted(summary.answered, 'question')} right[/], "
            f"{total.points} of {counted(total.out_of, 'point')}."
        )
        for title, scores in (("kind", summary.by_kind), ("clause", summary.by_clause)):
            if scores:
                self.out.print(_scores(title, scores), "")
        if summary.answered:
            self.out.print("Passed." if summary.passed else "Not passed: four points of five are needed.")


def _scores(title: str, scores: Sequence[Score]) -> object:
    rows = table(title, "points", "of")
    for score in scores:
        rows.add_row(score.name, str(score.points), str(score.out_of))
    return rows
