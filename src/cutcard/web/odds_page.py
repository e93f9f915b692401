"""The odds page: a game's edge, how to play it, its side bets, and two games side by side."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from nicegui import background_tasks, ui
from starlette.requests import Request

from cutcard.errors import CutcardError
from cutcard.odds import Solution
from cutcard.reports.page import Figure
from cutcard.reports.poster import posters
from cutcard.reports.sheet import percent
from cutcard.service import odds_work as work
from cutcard.service.casino import Casino
from cutcard.service.odds_question import Question
from cutcard.service.solver_pool import answer
from cutcard.web import odds_figures as figures
from cutcard.web import odds_html as html
from cutcard.web.odds_form import Form
from cutcard.web.odds_question import PATH, asked, url_of
from cutcard.web.odds_simulation import Simulation
from cutcard.web.old_frame import frame, page, panel, raw, say, sentence, text
from cutcard.web.page_parts import assets

LEAD = "What every game of every book is worth, worked out exactly from the same rules that the tables play by."


def register(_: Casino | None = None) -> None:
    """Declare the page."""

    @page(PATH, reconnect_timeout=None)  # dropped when the visitor leaves: a simulation may be running
    def odds(request: Request) -> None:
        question, beside, wrong = asked(request.query_params)
        with frame("Odds", PATH):
            assets("odds.js")
            raw(f'<h1>Odds</h1><p class="cc-lead">{LEAD}</p>')
            for error in wrong:
                sentence(str(error), book=question.book, clause=error.clause)
            OddsPage(question, beside)


class OddsPage:
    """The page of one visitor: the questions, and the places for their answers."""

    def __init__(self, question: Question, beside: Question | None) -> None:
        self.question, self.beside = question, beside
        self.client = ui.context.client
        self.solutions: dict[Question, Solution] = {}
        self.asked = 0  # counts questions: the answer to an older one is dropped
        with panel("Choose a game"):
            self._pick()
        self.wrong = ui.element("div").classes("cc-empty")
        self.edge = self._part("Edge", bare=True)
        self.differ = self._part("What differs")
        self.chart = self._part("How to play it")
        with ui.element("div").classes("cc-two"):
            self.decks = self._part("By number of decks")
            self.results = self._part("What a round comes to")
        self.sides = self._part("Side bets")
        with panel("Play it and see", "cc-stack"):
            text("h2", "Play it and see")
            self.simulation = Simulation(lambda: self.question, self._exact)
        self._ask()

    def _part(self, title: str, bare: bool = False) -> ui.element:
        section = ui.element("section").classes("" if bare else "cc-panel").props(f'aria-label="{title}"')
        section.props(f"data-part={title.split()[0].lower()}")
        with section:
            if not bare:
                text("h2", title)
            return ui.element("div").classes("cc-stack")

    def _pick(self) -> None:
        Form(self.question, self._picked)
        with ui.element("div").classes("cc-row cc-actions"):
            self._button("Compare with another", self._compare)
            self._button("Copy a link to this", lambda: ui.clipboard.write(_full(url_of(self.question, self.beside))))
        self.second = ui.element("div")
        if self.beside is not None:
            self._show_second()

    def _button(self, words: str, pressed: Callable[[], None]) -> None:
        text("button", words, "cc-button").props("type=button").on("click", pressed)

    # ------------------------------------------------------------------------------------------------- what is asked

    def _picked(self, question: Question) -> None:
        self.question = question
        self._ask()

    def _picked_beside(self, question: Question) -> None:
        self.beside = question
        self._ask()

    def _compare(self) -> None:
        if self.beside is None:
            self.beside = self.question
            self._show_second()
            self._ask()

    def _alone(self) -> None:
        self.beside = None
        self.second.clear()
        self._ask()

    def _show_second(self) -> None:
        assert self.beside is not None
        self.second.clear()
        with self.second, ui.element("fieldset").classes("cc-second"):
            text("legend", "Compared with")
            Form(self.beside, self._picked_beside)
            self._button("Remove it", self._alone)

    def _ask(self) -> None:
        with self.client:  # the button that was pressed may be gone by now
            ui.navigate.history.replace(url_of(self.question, self.beside))
        self.simulation.forget()
        self.asked += 1
        background_tasks.create(self._answer(self.asked, self.question, self.beside))

    def _exact(self) -> float | None:
        found = self.solutions.get(self.question)
        return found.ev if found else None

    # ----------------------------------------------------------------------------------------------- what is answered

    async def _answer(self, asked: int, question: Question, beside: Question | None) -> None:
        """Fill the parts as their answers arrive, the edge first; stop if something else has been asked since."""
        self._waiting()
        questions = [question] if beside in (None, question) else [question, *([beside] if beside else [])]
        try:
            for each in questions:
                self.solutions[each] = await answer(work.solved, each)
            if self._dropped(asked):
                return
            self._show_edge(questions)
            self._show_difference(questions)
            self._show_charts(questions)
            self._show_results(questions)
            if not await self._show_sides(asked, questions):
                return
            await self._show_decks(asked, questions)
            await self._show_given_up(asked, questions)
        except CutcardError as error:
            if not self._dropped(asked):
                self.edge.clear()
                say(self.wrong, str(error), book=question.book, clause=error.clause)

    def _dropped(self, asked: int) -> bool:
        """Whether something else has been asked since, or the visitor has left."""
        return asked != self.asked or self.client.is_deleted

    def _waiting(self) -> None:
        self.wrong.clear()
        self.edge.clear()
        with self.edge:
            said = "Working it out… The first time on a machine this compiles the solver, which takes half a minute."
            text("p", said, "cc-panel cc-felt cc-waiting").props("role=status")
        for part in (self.differ, self.chart, self.decks, self.results, self.sides):
            part.clear()
        self._visible(self.differ, False)

    def _visible(self, part: ui.element, visible: bool) -> None:
        assert part.parent_slot is not None
        part.parent_slot.parent.visible = visible

    def _show_edge(self, questions: list[Question]) -> None:
        self.edge.clear()
        with self.edge, ui.element("div").classes("cc-two" if len(questions) > 1 else ""):
            for each in questions:
                solution = self.solutions[each]
                with ui.element("div").classes("cc-panel cc-felt cc-edge"):
                    raw(html.edge_html(each, solution))

    def _show_difference(self, questions: list[Question]) -> None:
        self._visible(self.differ, len(questions) > 1)
        if len(questions) == 1:
            return
        one, other = questions
        with self.differ:
            said = html.difference_html(one, other, self.solutions[one], self.solutions[other])
            raw(said + html.rules_html(one.rules, other.rules))

    def _show_charts(self, questions: list[Question]) -> None:
        made = {each: posters(self.solutions[each], each.rules.title) for each in questions}
        with self.chart, ui.element("div").classes("cc-two" if len(questions) > 1 else ""):
            for each in questions:
                others = [html.cells_of(made[other][0]) for other in questions if other != each]
                first, *rest = made[each]
                made_html = f"<h3>{escape(each.title)}</h3>" if len(questions) > 1 else ""
                made_html += html.poster_html(first, others[0] if others else None)
                for poster in rest:
                    made_html += f'<details class="cc-more"><summary>{escape(poster.wager)}</summary>'
                    made_html += f"{html.poster_html(poster)}</details>"
                made_html += html.insurance_html(self.solutions[each]) + html.notes_html(self.solutions[each])
                raw(made_html, "cc-stack")
        with self.chart:
            self.given_up = ui.element("div")

    def _show_results(self, questions: list[Question]) -> None:
        with self.results:
            found = {each.title: self.solutions[each] for each in questions}
            self._figure(figures.results(found), "The chance of each result of a round")

    async def _show_sides(self, asked: int, questions: list[Question]) -> bool:
        lines = {each: await answer(work.edges, each) for each in questions}
        bets = {each: await answer(work.side_bets, each) for each in questions}
        if self._dropped(asked):
            return False
        with self.sides, ui.element("div").classes("cc-two" if len(questions) > 1 else ""):
            for each in questions:
                with ui.element("div").classes("cc-stack"):
                    self._figure(figures.side_bets(each.rules, lines[each]), f"Side bets of {each.title}: house edge")
                    said = html.edges_html(each.rules, lines[each]) + html.side_bets_html(each, bets[each])
                    raw(said)
        with self.sides:
            note = "A negative edge favours the player; jackpots are at their minimum, or at zero."
            text("p", note, "cc-small cc-muted")
        return True

    async def _show_decks(self, asked: int, questions: list[Question]) -> None:
        """The edge with every number of decks, drawn as each is computed."""
        found: dict[str, dict[int, float]] = {}
        plot = None
        for each in questions:
            line = found.setdefault(", ".join((each.rules.title, each.book, *each.options)), {})
            for decks in each.rules.cards.decks:
                asked_now = Question(book=each.book, game=each.game, decks=decks, options=each.options)
                line[decks] = (await answer(work.solved, asked_now)).house_edge
                if self._dropped(asked):
                    return
                if plot is None:
                    with self.decks:
                        plot = self._figure(figures.by_decks(found), "House edge by number of decks")
                else:
                    plot.update_figure(figures.by_decks(found))
        said = "; ".join(
            f"{name}: " + ", ".join(f"{percent(edge)} with {decks}" for decks, edge in line.items())
            for name, line in found.items()
        )
        with self.decks:
            text("p", f"{said}.", "cc-small cc-muted")

    async def _show_given_up(self, asked: int, questions: list[Question]) -> None:
        for each in questions:
            chart_ev = await answer(work.played_by_totals, each)
            if self._dropped(asked):
                return
            exact = self.solutions[each].ev
            said = (
                f"{each.title}: playing by the chart alone gives up {percent(exact - chart_ev, 5)} against exact play."
            )
            with self.given_up:
                text("p", said, "cc-small cc-muted")

    def _figure(self, figure: Figure, label: str) -> ui.plotly:
        with ui.element("figure").props("role=img") as made:
            made.props["aria-label"] = label
            return ui.plotly(figure)


def _full(path: str) -> str:
    return str(ui.context.client.request.base_url).rstrip("/") + path
