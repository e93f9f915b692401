"""The form that picks a game: book, game, decks, and every option that the book leaves to the casino."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from nicegui import ui

from cutcard.errors import CutcardError
from cutcard.narration.formatting import capital
from cutcard.rulebooks import BOOKS, Option, load
from cutcard.service.odds_question import Question, first_game, text_of
from cutcard.web.old_frame import clause_link, sentence, text

VALUE = "(event) => emit(event.target.value)"
# The initial value of a text input; "value" alone would be set again whenever the page is redrawn.
BEGINS_WITH = "^value"


def field(label: str) -> tuple[ui.element, str]:
    """A place for a control with its label, and the id that the control must use."""
    place = ui.element("div").classes("cc-field")
    name = f"field-{place.id}"
    with place:
        text("label", label).props(f"for={name}")
    return place, name


def choice(label: str, values: Mapping[str, str], value: str, chosen: Callable[[str], None]) -> None:
    """A select list; `values` maps each value to its text."""
    place, name = field(label)
    with place:
        select = ui.element("select").classes("cc-select").props(f"id={name}")
        with select:
            for each, words in values.items():
                option = text("option", words)
                option.props["value"] = each
                if each == value:
                    option.props["selected"] = True
        select.on("change", lambda event: chosen(str(event.args)), js_handler=VALUE)


class Form:
    """Picks one game from some books; calls `changed` with each new question. Redraws only what has to change."""

    def __init__(self, question: Question, changed: Callable[[Question], None], books: Iterable[str] = BOOKS) -> None:
        self.question, self.changed = question, changed
        with ui.element("div").classes("cc-picks"):
            titles = {book.id: f"{book.title}, {book.edition}" for book in map(load, books)}
            choice("Book", titles, question.book, self._book)
            self.games = ui.element("div")
            self.decks = ui.element("div")
        self.options = ui.element("div")
        self._show_games()

    def _show_games(self) -> None:
        self.games.clear()
        with self.games:
            games = {game.id: game.title for game in load(self.question.book).games.values()}
            choice("Game", games, self.question.game, self._game)
        self._show_rest()

    def _show_rest(self) -> None:
        self.decks.clear()
        with self.decks:
            sizes = {str(decks): str(decks) for decks in self.question.rules.cards.decks}
            choice("Decks", sizes, str(self.question.size), self._size)
        self.options.clear()
        options = load(self.question.book).options(self.question.game)
        with self.options, ui.element("details").classes("cc-more") as folded:
            if self.question.options:
                folded.props("open")
            text("summary", f"Options and readings ({len(options)})")
            with ui.element("div").classes("cc-grid"):
                for option in options.values():
                    self._show_option(option)

    def _show_option(self, option: Option) -> None:
        value = self.question.chosen().get(option.id, text_of(option.default))
        with ui.element("div").classes("cc-option"):
            label = option.id.replace("-", " ").capitalize()
            if option.values:
                texts = {text_of(each): _said(text_of(each), each == option.default) for each in option.values}
                choice(label, texts, value, lambda new: self._option(option, new))
            else:
                self._amount(option, label, value)
            with ui.element("p").classes("cc-small cc-muted"):
                text("span", f"{capital(option.why)} ")
                clause_link(self.question.book, option.clause)

    def _amount(self, option: Option, label: str, value: str) -> None:
        place, name = field(f"{label}, dollars or none")
        with place:
            made = ui.element("input").classes("cc-input").props(f"id={name} type=text inputmode=decimal")
            made.props[BEGINS_WITH] = value
            made.on("change", lambda event: self._option(option, str(event.args)), js_handler=VALUE)
            self.wrong = ui.element("div")

    # -------------------------------------------------------------------------------------------------- what is chosen

    def _book(self, book: str) -> None:
        games = load(book).games
        game = self.question.game if self.question.game in games else first_game(book)
        self.question = Question(book=book, game=game)
        self._show_games()
        self.changed(self.question)

    def _game(self, game: str) -> None:
        self.question = Question(book=self.question.book, game=game)
        self._show_rest()
        self.changed(self.question)

    def _size(self, decks: str) -> None:
        self.question = replace(self.question, decks=int(decks))
        self.changed(self.question)

    def _option(self, option: Option, value: str) -> None:
        asked = self.question.choosing(option.id, value.strip())
        if not option.values:
            self.wrong.clear()
        try:
            assert asked.size
        except CutcardError as error:
            with self.wrong:
                sentence(str(error), book=asked.book, clause=error.clause)
            return
        self.question = asked
        self.changed(asked)


def _said(value: str, default: bool) -> str:
    word = {"true": "yes", "false": "no"}.get(value, value.replace("-", " "))
    return f"{word} (usual)" if default else word
