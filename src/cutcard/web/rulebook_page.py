"""The rulebook pages: all books, each with its parameters and clauses, and a comparison of two games."""

from __future__ import annotations

from html import escape

from nicegui import ui
from starlette.requests import Request

from cutcard.errors import CutcardError, UnknownName
from cutcard.narration.formatting import counted
from cutcard.rulebooks import BOOKS, Rulebook, Rules, load
from cutcard.service.casino import Casino
from cutcard.web import rulebook_html as html
from cutcard.web.odds_form import choice
from cutcard.web.old_frame import frame, page, panel, raw, sentence, text
from cutcard.web.page_parts import assets

PATH = "/rulebook"
LEAD = "Five approved documents as data: every rule has its clause, and every clause is told here in our own words."


def register(_: Casino | None = None) -> None:
    """Declare the pages."""

    @page(PATH)
    def books(request: Request) -> None:
        with frame("Rulebook", PATH):
            raw(f'<h1>Rulebook</h1><p class="cc-lead">{LEAD}</p>')
            raw("".join(_card(load(book)) for book in BOOKS), "cc-grid")
            with panel("Two compared", "cc-stack"):
                text("h2", "Two games or two editions compared")
                Comparison(request.query_params.get("one"), request.query_params.get("other"))

    @page(f"{PATH}/{{book}}")
    def one_book(book: str, request: Request) -> None:
        with frame("Rulebook", PATH):
            assets("rulebook.js")
            if book not in BOOKS:
                ui.status_code(404)
                text("h1", "Rulebook")
                sentence(str(UnknownName.of("book", book, BOOKS)))
                raw("".join(_card(load(each)) for each in BOOKS), "cc-grid")
                return
            _book(load(book), request.query_params.get("game"))


def _card(book: Rulebook) -> str:
    clauses, tested = html.counts(book.id)
    games = counted(len(book.games), "game")
    return (
        f'<article class="cc-panel cc-book"><h2><a href="{PATH}/{book.id}">{escape(book.title)}</a></h2>'
        f"<p>{escape(book.edition)}</p><p class='cc-muted cc-small'>{escape(book.regulator)}</p>"
        f"<p class='cc-small'>{games} · {clauses} clauses · {tested} shown by tests</p></article>"
    )


# ------------------------------------------------------------------------------------------------------------ one book


def _book(book: Rulebook, game: str | None) -> None:
    clauses, tested = html.counts(book.id)
    raw(
        f"<h1>{escape(book.title)}</h1><p class='cc-lead'>{escape(book.edition)}; {escape(book.regulator)}. "
        f"{clauses} clauses, {tested} of them shown by tests. <a href='{PATH}'>All books</a></p>"
    )
    known = game if game is not None and game in book.games else next(iter(book.games))
    if game is not None and game != known:
        sentence(str(UnknownName.of(f"game in {book.id} called", game, book.games)))
    with panel("Search", "cc-stack"):
        raw(_search(book))
    with ui.element("div").props("id=clauses role=tabpanel aria-labelledby=tab-clauses"):
        ui.html(html.clauses_html(book.id), tag="ol", sanitize=False).classes("cc-entries")
    with (
        ui.element("div").props("id=parameters role=tabpanel aria-labelledby=tab-parameters hidden").classes("cc-stack")
    ):
        _parameters(book, known)


def _search(book: Rulebook) -> str:
    topics = "".join(f"<option>{escape(topic)}</option>" for topic in html.topics(book.id))
    duties = "".join(f'<option value="{duty}">{duty}: {says}</option>' for duty, says in html.DUTIES.items())
    return (
        '<div class="cc-tabs" role="tablist" aria-label="What to look at">'
        '<button type="button" role="tab" id="tab-clauses" aria-controls="clauses" aria-selected="true">'
        "Clauses</button>"
        '<button type="button" role="tab" id="tab-parameters" aria-controls="parameters" aria-selected="false" '
        'tabindex="-1">Parameters</button></div>'
        '<div class="cc-search"><div class="cc-field"><label for="find">Search</label>'
        '<input id="find" class="cc-input" type="search" autocomplete="off" '
        'placeholder="12.6.2, insurance, split aces…"></div>'
        '<div class="cc-field" data-for="clauses"><label for="topic">Topic</label>'
        f'<select id="topic" class="cc-select"><option value="">every topic</option>{topics}</select></div>'
        '<div class="cc-field" data-for="clauses"><label for="duty">Duty</label>'
        f'<select id="duty" class="cc-select"><option value="">every duty</option>{duties}</select></div>'
        '<div class="cc-field" data-for="clauses"><label for="tested">Tests</label>'
        '<select id="tested" class="cc-select"><option value="">with or without</option>'
        '<option value="yes">shown by a test</option>'
        '<option value="no">shown by none</option></select></div></div>'
        '<p id="found" class="cc-small cc-muted" role="status"></p>'
    )


def _parameters(book: Rulebook, game: str) -> None:
    def show(chosen: str) -> None:
        shown.content = html.game_html(book.id, chosen)
        odds.content = f'<a href="/odds?book={book.id}&amp;game={chosen}">Odds of this game</a>'
        ui.navigate.history.replace(f"{PATH}/{book.id}?game={chosen}")

    with ui.element("div").classes("cc-row cc-panel"):
        with ui.element("div").classes("cc-grow"):
            choice("Game", {each.id: each.title for each in book.games.values()}, game, show)
        odds = raw(f'<a href="/odds?book={book.id}&amp;game={game}">Odds of this game</a>')
    shown = raw(html.game_html(book.id, game), "cc-groups cc-stack")


# ---------------------------------------------------------------------------------------------------------- comparison


class Comparison:
    """Two games, each "book/game", and their differences."""

    def __init__(self, one: str | None, other: str | None) -> None:
        self.sides = [one or "canberra-2003/blackjack", other or "canberra-2006/blackjack"]
        self.numbers_too = "no"
        names = {
            f"{book.id}/{game.id}": f"{game.title}, {book.id}"
            for book in map(load, BOOKS)
            for game in book.games.values()
        }
        with ui.element("div").classes("cc-picks"):
            choice("One", names, self.sides[0], lambda value: self._picked(0, value))
            choice("The other", names, self.sides[1], lambda value: self._picked(1, value))
            numbers = {"no": "left out", "yes": "shown"}
            choice("Only clause numbers differ", numbers, self.numbers_too, self._numbers)
        self.shown = ui.element("div")
        self._show()

    def _picked(self, side: int, value: str) -> None:
        self.sides[side] = value
        ui.navigate.history.replace(f"{PATH}?one={self.sides[0]}&other={self.sides[1]}")
        self._show()

    def _numbers(self, value: str) -> None:
        self.numbers_too = value
        self._show()

    def _show(self) -> None:
        self.shown.clear()
        with self.shown:
            try:
                one, other = map(_rules, self.sides)
            except CutcardError as error:
                sentence(str(error))
                return
            raw(html.comparison_html(one, other, self.numbers_too == "yes"))


def _rules(name: str) -> Rules:
    book, _, game = name.partition("/")
    return load(book).rules(game or next(iter(load(book).games)))
