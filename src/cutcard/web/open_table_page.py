"""The staff's start page: the casino's tables, and a form to open another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any
from urllib.parse import quote

from nicegui import ui
from nicegui.events import GenericEventArguments
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cutcard.engine import Refusal
from cutcard.engine.state import PersonalLimit
from cutcard.errors import CutcardError
from cutcard.floor.live_table import LiveTable
from cutcard.narration.formatting import WAITS_FOR, money
from cutcard.rulebooks import BOOKS, load, procedures_of
from cutcard.rulebooks.offers import tables_here
from cutcard.rulebooks.schema import OptionValue, SideBet
from cutcard.service.accounts import casino_of
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.errors import sentence_for
from cutcard.service.odds_question import Question, first_game
from cutcard.table import OpenTable, Sign, view
from cutcard.table.draft import role_refused
from cutcard.table.names import in_words
from cutcard.web.odds_form import Form
from cutcard.web.old_frame import frame, page, panel, raw, say, sentence, table_html, text
from cutcard.web.page_parts import EXPIRED, STAFF, assets, check_html, input_html, option_html, select_html, shut
from cutcard.web.staff_forms import FormError, whole
from cutcard.web.staff_line import money_of
from cutcard.web.staff_steps import next_step
from cutcard.web.visitor import log_in_url, visitor, who

PATH = "/staff"
SECOND_MS = 1000
CHECKS = (
    ("play_money", "Play money: guests may sit down, and players may be advised", True),
    ("runs_itself", "Runs itself: the house shuffles, opens and closes betting by the clock", False),
    ("by_itself", "A virtual shoe deals without being asked", True),
    ("layout_approved", "The layout has been approved", True),
    ("drop_box", "A drop box is attached", True),
    ("cashless", "Takes no cash", False),
    ("low_limit", "A low-limit game", False),
)
CHOICES = (
    ("source", "Cards", (("virtual", "a virtual shoe"), ("real", "a real shoe, entered by the dealer"))),
    ("device", "Dealt from", (("shoe", "a shoe"), ("shuffling-device", "a shuffling device"))),
    ("shuffled_by", "Shuffled by", (("hand", "hand"), ("multishuffler", "a multishuffler"))),
)


def register(casino: Casino) -> None:
    """Declare the page."""

    @page(PATH)
    async def staff(request: Request) -> Response | None:
        caller = await visitor(casino, request)
        if caller is None:
            return RedirectResponse(f"{log_in_url(PATH)}&why=staff", 303)
        if caller.plays:
            shut(caller, PATH, STAFF)
            return None
        rooms = await casino.tables()
        with frame("Staff", PATH, who(caller)):
            assets("staff.css", "staff.js")
            raw(_intro(caller), "cs-title")
            for broken, error_id in await casino.out_of_order():
                sentence(f"table {broken.table} is out of order: error {error_id} in the service's log")
            with panel():
                raw(_tables_html(rooms, caller))
            if books := books_of(caller):
                _opening(casino, request, caller, books)
        return None


def _opening(casino: Casino, request: Request, caller: Caller, books: list[str]) -> None:
    """The form for the books under which the caller may open a table; if there are none, who may."""
    with panel("Open a table", "cc-stack"):
        text("h2", "Open a table")
        refusals = {book: not_opened_by(caller, book) for book in books}
        allowed = [book for book, refusal in refusals.items() if refusal is None]
        if allowed:
            OpenPanel(casino, request, allowed)
            return
        told = {(why.message, why.clause): book for book, why in reversed(refusals.items()) if why is not None}
        for (message, clause), book in told.items():
            sentence(message, book=book, clause=clause, kind="told")


def _intro(caller: Caller) -> str:
    where = f" at {escape(caller.casino.capitalize())}" if caller.casino else ""
    accounts = ' · <a href="/accounts">Accounts</a>' if caller.role in ("administrator", "inspector") else ""
    return (
        f"<h1>Staff</h1><p class='cc-muted'>{escape(caller.name)}, {escape(in_words(caller.role))}{where}{accounts} · "
        f'<a href="/history">History and audit</a></p>'
    )


def _tables_html(rooms: list[LiveTable], caller: Caller) -> str:
    rows = []
    for room in rooms:
        state = room.state
        if caller.casino and caller.casino != casino_of(state.rules.book):
            continue
        needs = f"waits for {WAITS_FOR[view.waiting(state).needs]}"
        runs_itself = state.config.runs_itself
        kind = "runs itself" if runs_itself else f"{state.config.source} shoe, by hand"
        rows.append(
            (
                f'<a href="{PATH}/{quote(room.name)}">{escape(room.name)}</a>',
                f"{escape(state.rules.title)}<br><span class='cc-muted'>{escape(state.rules.book)}</span>",
                kind,
                f"{money(state.sign.minimum)}–{money(state.sign.maximum)}",
                str(len(state.present)),
                escape(needs if runs_itself else next_step(state).words),
            )
        )
    if not rows:
        return "<p>No table is open.</p>"
    return table_html(("Table", "Game", "How", "Limits", "Players", "Next"), rows, caption="Open tables", numbers=(4,))


def books_of(caller: Caller) -> list[str]:
    """The books of the caller's casino, under which they may open a table if their role allows it."""
    return [book for book in BOOKS if not caller.barred(book, play_money=True)]


def not_opened_by(caller: Caller, book: str) -> Refusal | None:
    """Why the caller may not open a table under a book; None if they may."""
    person = caller.at(book)
    assert person is not None
    return role_refused(book, person, "open-table", procedures_of(book).commands["open-table"])


class OpenPanel:
    """The form that opens a table: first the game, then the table's settings."""

    def __init__(self, casino: Casino, request: Request, books: list[str]) -> None:
        self.casino, self.request = casino, request
        self.client = ui.context.client
        self.question = Question(book=books[0], game=first_game(books[0]))
        self.says = ui.element("div").classes("cs-says").props("aria-live=polite")
        Form(self.question, self._changed, books)
        self.rest = raw("")
        self._changed(self.question)
        ui.on("cs-act", self._acted)

    def _changed(self, question: Question) -> None:
        self.question = question
        self.rest.set_content(rest_html(question))

    async def _acted(self, event: GenericEventArguments) -> None:
        said: Mapping[str, Any] = event.args if isinstance(event.args, dict) else {}
        if said.get("act") != "form":
            return None
        given = {str(name): str(value) for name, value in said.get("entries", ())}
        try:
            command = opening(self.question, given)
            caller = await visitor(self.casino, self.request)
            if caller is None:
                raise FormError(EXPIRED)
            answer = await self.casino.act(command.table, command, caller, f"{self.client.id}:{said.get('id')}")
        except CutcardError as error:
            return say(self.says, sentence_for(error), book=self.question.book, clause=error.clause)
        if isinstance(answer, Refusal):
            return say(self.says, answer.message, book=self.question.book, clause=answer.clause)
        return ui.navigate.to(f"{PATH}/{quote(command.table)}")


# ---------------------------------------------------------------------------------------------------------------- form


def offers(question: Question) -> Iterator[tuple[str, SideBet, list[str]]]:
    """The side bets that may be offered with a game, and the names of their pay tables (none if there is just one)."""
    rules = question.rules
    for bet, side in rules.side_bets.items():
        try:
            found = tables_here(rules, question.size, bet)
        except CutcardError:
            continue
        unnamed = [""] if len(found) == 1 else []
        yield bet, side, unnamed + [name for name in found if name]


def rest_html(question: Question) -> str:
    """The form fields for a table's settings other than its game."""
    cards = question.rules.cards
    boxes = min(7, cards.boxes_max)
    texts = (
        ("table", "Name of the table", "", "text"),
        ("boxes", f"Boxes, {cards.boxes_min} to {cards.boxes_max}", str(boxes), "numeric"),
        ("minimum", "Minimum in dollars", "10", "decimal"),
        ("maximum", "Maximum in dollars", "500", "decimal"),
        ("chip", "Smallest chip in dollars", "1", "decimal"),
        ("chips", "Float in dollars", "100000", "decimal"),
        ("betting_s", "Seconds of betting (0: by hand)", "0", "numeric"),
        ("decision_s", "Seconds for a decision", "30", "numeric"),
    )
    more = {name: f"required inputmode={mode}" for name, _, _, mode in texts}
    made = [input_html(name, label, f"open-{name}", value, more[name]) for name, label, value, _ in texts]
    for name, label, values in CHOICES:
        made.append(select_html(name, label, f"open-{name}", (option_html(*each) for each in values)))
    made += [_side_bet(bet, side, choices) for bet, side, choices in offers(question)]
    checks = "".join(check_html(name, label, f"open-{name}", on) for name, label, on in CHECKS)
    return (
        f'<form data-form="open-table" class="cs-fields">{"".join(made)}'
        f'<fieldset class="cs-checks"><legend class="cc-hidden">What kind of table</legend>{checks}</fieldset>'
        '<button class="cc-button cc-main" type="submit">Open the table</button></form>'
    )


def _side_bet(bet: str, side: SideBet, choices: list[str]) -> str:
    offered = (option_html(f"yes:{choice}", f"pay table {choice}" if choice else "offered") for choice in choices)
    made = select_html(f"side:{bet}", side.title, f"open-{bet}", (option_html("no", "not offered"), *offered))
    for meter in sorted({row.meter for table in side.tables for row in table.rows if row.meter}):
        label = f"{side.title}: meter {meter} in dollars"
        value = f"{(side.meter_minimum or 0) // 100}"
        made += input_html(f"meter:{bet}:{meter}", label, f"open-{bet}-{meter}", value, "inputmode=decimal")
    return made


def opening(question: Question, given: Mapping[str, str]) -> OpenTable:
    """The command for a filled-in form; raises with a sentence."""
    sides = {
        name.removeprefix("side:"): value.removeprefix("yes:") or True
        for name, value in given.items()
        if name.startswith("side:") and value != "no"
    }
    meters = {
        name.split(":")[2]: money_of(value)
        for name, value in given.items()
        if name.startswith("meter:") and name.split(":")[1] in sides
    }
    chip = money_of(given.get("chip", ""))
    limits = {bet: PersonalLimit(chip, None) for bet in sides}
    minimum, maximum = money_of(given.get("minimum", "")), money_of(given.get("maximum", ""))
    name = given.get("table", "").strip()
    if not name or "/" in name:
        raise FormError("a table has a name without / and :")
    return OpenTable(
        name,
        question.book,
        question.game,
        question.size,
        Sign(minimum, maximum, side_bets=limits),
        boxes=whole(given.get("boxes", ""), "boxes"),
        options=chosen(question),
        side_bets=sides,
        chip=chip,
        meters=meters,
        chips=money_of(given.get("chips", "")),
        betting_ms=SECOND_MS * whole(given.get("betting_s", ""), "seconds for betting"),
        decision_ms=SECOND_MS * whole(given.get("decision_s", ""), "seconds for a decision"),
        **{name: given[name] for name, _, values in CHOICES if given.get(name) in dict(values)},  # type: ignore[arg-type]
        **{name: name in given for name, _, _ in CHECKS},  # type: ignore[arg-type]
    )


def chosen(question: Question) -> dict[str, OptionValue]:
    """The options of a question in the form a table needs."""
    known = load(question.book).options(question.game)
    rules = question.rules
    return {name: rules.options[name] for name in question.chosen() if name in known}
