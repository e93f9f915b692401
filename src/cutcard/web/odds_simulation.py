"""The simulation on the odds page: live rounds whose mean approaches the exact value."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from nicegui import background_tasks, ui

from cutcard.errors import CutcardError
from cutcard.reports.page import Figure
from cutcard.reports.sheet import percent
from cutcard.service import odds_work as work
from cutcard.service.api import address_of
from cutcard.service.odds_question import Question
from cutcard.service.rate_limit import network
from cutcard.simulate import Result, Scenario, parse_rounds
from cutcard.web.odds_figures import Point, closing_in
from cutcard.web.odds_form import BEGINS_WITH, VALUE, choice, field
from cutcard.web.old_frame import say, text

START = "Start the simulation"
DEALINGS = {
    "fresh": "a full shoe every round, as the exact figure has it",
    "shoe": "a shoe with a cutting card",
    "shuffler": "a continuous shuffler",
}
SHOW_SECONDS = 0.2  # between two redraws
NEXT_POINT = 1.03  # a point is drawn each time the number of rounds has grown by this factor


class Simulation:
    """A panel that plays the game returned by `question` and draws how the mean converges."""

    def __init__(self, question: Callable[[], Question], exact: Callable[[], float | None]) -> None:
        self.question, self.exact = question, exact
        self.rounds, self.seed, self.dealing = "1e8", "1", "fresh"
        self.task: asyncio.Task[None] | None = None
        self.points: list[Point] = []
        with ui.element("div").classes("cc-picks"):
            self._text("Rounds, such as 1e8", "rounds")
            choice("Cards from", DEALINGS, self.dealing, lambda value: setattr(self, "dealing", value))
            self._text("Seed", "seed")
        with ui.element("div").classes("cc-row"):
            self.button = text("button", START, "cc-button cc-main").props("type=button data-simulate")
            self.button.on("click", self._pressed)
            self.bar = ui.element("progress").classes("cc-progress").props('max=1 value=0 aria-label="Rounds played"')
        self.said = ui.element("div").props("aria-live=polite data-simulated")
        self.figure = ui.element("div")
        self.plot: ui.plotly | None = None
        client = ui.context.client
        self.visitor = network(address_of(client.request))
        client.on_delete(self.stop)

    def _text(self, label: str, name: str) -> None:
        place, control = field(label)
        with place:
            made = ui.element("input").classes("cc-input").props(f"id={control} type=text inputmode=numeric")
            made.props[BEGINS_WITH] = getattr(self, name)
            made.on("input", lambda event: setattr(self, name, str(event.args)), js_handler=VALUE)

    def stop(self) -> None:
        """Stop the running simulation, if any."""
        if self.task is not None:
            self.task.cancel()
            self.task = None
            self._idle()

    def forget(self) -> None:
        """Stop, and remove the chart, because another game was chosen."""
        self.stop()
        self.said.clear()
        self.figure.clear()
        self.plot = None
        self.bar.props("value=0")

    def _pressed(self) -> None:
        if self.task is not None:
            return self.stop()
        try:
            rounds = parse_rounds(self.rounds, work.ROUNDS_MOST)
            if not self.seed.strip().isdecimal():
                raise CutcardError(f"a seed is a whole number, not {self.seed!r:.40}")
        except CutcardError as error:
            return self._wrong(error)
        self.button.text = "Stop"
        self.task = background_tasks.create(self._play(self.question(), rounds, int(self.seed)))
        return None

    def _idle(self) -> None:
        self.button.text = START

    def _wrong(self, error: CutcardError) -> None:
        say(self.said, str(error), book=self.question().book, clause=error.clause)

    async def _play(self, question: Question, rounds: int, seed: int) -> None:
        asked = Scenario(
            book=question.book,
            game=question.game,
            decks=question.size,
            options=question.options,
            dealing=self.dealing,
        )
        self.points, shown = [], 0.0
        self._say("Getting ready…")
        try:
            result = None
            async for result in work.simulated(asked, rounds, seed, self.visitor):
                self._point(result)
                if time.monotonic() - shown > SHOW_SECONDS:
                    self._show(result, rounds)
                    shown = time.monotonic()
            if result is not None:
                self._show(result, rounds)
        except CutcardError as error:
            self._wrong(error)
        self.task = None
        self._idle()

    def _point(self, result: Result) -> None:
        if not self.points or result.rounds >= NEXT_POINT * self.points[-1][0]:
            self.points.append((result.rounds, result.ev, result.se))

    def _show(self, result: Result, rounds: int) -> None:
        exact = self.exact() if self.dealing == "fresh" else None
        points = [*(point for point in self.points if point[0] < result.rounds), (result.rounds, result.ev, result.se)]
        self._draw(closing_in(points, exact, rounds))
        self.bar.props(f"value={result.rounds / rounds:.4f}")
        said = f"After {result.rounds:,} rounds: {percent(result.ev)} ± {percent(result.se)} of the first wager"
        if exact is not None and result.se:
            away = abs(result.ev - exact) / result.se
            said += f"; exact {percent(exact)}, {away:.1f} standard errors away"
        self._say(f"{said}; {result.rounds_per_second / 1e6:.1f} million rounds a second.")

    def _draw(self, figure: Figure) -> None:
        if self.plot is not None:
            self.plot.update_figure(figure)
            return
        label = "Simulated mean with its error, against the exact figure"
        with self.figure, ui.element("figure").props(f'role=img aria-label="{label}"'):
            self.plot = ui.plotly(figure)

    def _say(self, said: str) -> None:
        self.said.clear()
        with self.said:
            text("p", said, "cc-told-line")
