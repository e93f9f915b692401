"""The staff page of a table: run it by hand, give the commands of one's role, and read the log.

Inspectors have the same page without commands: they can read everything and change nothing.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from nicegui import Client, background_tasks, ui
from nicegui.events import GenericEventArguments
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cutcard.engine import Refusal
from cutcard.engine.choices import choices
from cutcard.errors import CutcardError
from cutcard.floor.live_table import LiveTable, TableUpdate
from cutcard.floor.out_of_order import OutOfOrder
from cutcard.narration.formatting import faces
from cutcard.service.accounts import casino_of
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.errors import NoSuchTable, sentence_for
from cutcard.service.wire import MODELS, word_of
from cutcard.table import Call, Command, DealCards, Person, TableState, view
from cutcard.table.approvals import number_asked
from cutcard.table.names import in_words
from cutcard.web import staff_line
from cutcard.web.felt import felt
from cutcard.web.old_frame import frame, page, panel, raw, say, sentence, text
from cutcard.web.page_parts import EXPIRED, LATE, STAFF, assets, audit_alarm, is_narrow, no_such_table, shut, until_over
from cutcard.web.staff_forms import command_from, fields_of
from cutcard.web.staff_groups import buttons_html, every_group
from cutcard.web.staff_html import calls_html, command_html, line_html, step_html, title_html
from cutcard.web.staff_log import entry_html, line_of
from cutcard.web.staff_steps import next_step
from cutcard.web.table_clicks import moment
from cutcard.web.visitor import log_in_url, visitor, who

LOG_MOST = 120
BACK = (3000, 1000, 300, 100, 30, 10)  # how many events of the log to look for in memory
OPEN = ("limits-and-signs", "seats", "waiting-for-a-second-person")  # sections that are open at first


def register(casino: Casino) -> None:
    """Declare the page."""

    @page("/staff/{name}")
    async def staff(name: str, request: Request) -> Response | None:
        caller = await visitor(casino, request)
        if caller is None:
            return RedirectResponse(f"{log_in_url(f'/staff/{name}')}&why=staff", 303)
        if caller.plays:
            shut(caller, f"/staff/{name}", STAFF)
            return None
        try:
            live = await casino.table(name)
        except (NoSuchTable, OutOfOrder) as error:
            no_such_table(error, caller, "/staff", "All tables")
            return None
        if caller.person(live.state) is None:
            shut(caller, f"/staff/{name}", f"staff of {_casino(live)}, inspectors and the administrator")
            return None
        shown = StaffPage(casino, live, caller, request, ui.context.client)
        with frame(f"Table {name}", "/staff", who(caller), wide=True):
            shown.build()
        background_tasks.create(shown.run(), name=f"staff page {name}")
        return None


def _casino(live: LiveTable) -> str:
    return casino_of(live.state.rules.book).capitalize()


class StaffPage:
    """The page in one staff member's browser."""

    def __init__(self, casino: Casino, live: LiveTable, caller: Caller, request: Request, client: Client) -> None:
        self.casino, self.live, self.caller = casino, live, caller
        self.request, self.client = request, client
        terms = live.state.config
        self.barred = caller.barred(terms.rules.book, terms.play_money)
        self.person: Person | None = caller.person(live.state)
        self.watch = live.subscribe(casino.settings.queue_events)
        self.turn = asyncio.Lock()  # one action at a time: a line must be read in the state after the previous one
        self.narrow = False
        self.shown: dict[str, str] = {}
        self.places: dict[str, ui.html] = {}
        self.forms: dict[str, ui.html] = {}
        self.lines: list[ui.html] = []

    # ----------------------------------------------------------------------------------------------------------- build

    def build(self) -> None:
        state = self.live.state
        assets("table.css", "staff.css", "staff.js")
        raw(title_html(state, self.live.name), "cs-title")
        audit_alarm(self.casino, self.caller)
        if self.barred:
            sentence(self.barred, kind="told")
        with ui.element("div").classes("cs-staff"):
            with ui.element("div").classes("cs-main"):
                self._place("felt").classes("cs-felt")
                self.says = ui.element("div").classes("cs-says").props("aria-live=polite")
                if not self.barred:
                    with panel("What comes next", "cs-now"):
                        self._place("step")
                        self._place("calls")
                        raw(line_html(state))
                with panel("Log"):
                    text("h2", "Log")
                    self.log = (
                        ui.element("ol").classes("cs-log").props('tabindex=0 aria-label="What happened, newest first"')
                    )
            with ui.element("div").classes("cs-groups"):
                for key, group in every_group():
                    with ui.element("details").classes("cc-panel cc-more").props(f'id="{key}"') as fold:
                        if key in OPEN or self.barred:
                            fold.props("open")
                        text("summary", group.title)
                        self._place(f"shows-{key}")
                        if not self.barred:
                            self._place(f"buttons-{key}")
                            self.forms[key] = raw("", "cs-form")
        ui.on("cs-act", self.acted)
        self.refresh()
        for update in self._recent():
            self._log(update)

    def _place(self, key: str) -> ui.html:
        self.places[key] = raw("")
        return self.places[key]

    def _recent(self) -> list[TableUpdate]:
        for back in BACK:
            found = self.live.missed(max(self.live.version - back, 0))
            if found is not None:
                return found[-LOG_MOST:]
        return []

    async def run(self) -> None:
        """Show updates until the browser disconnects."""
        self.client.on_delete(self.watch.close)
        try:
            await self.client.connected()
            await self._measure()
            until_over(self.casino, self.request, self.client, self.watch.close)
            async for update in self.watch:
                if self.caller.person(self.live.state) != self.person:
                    break  # the table is another casino's by now
                with self.client:
                    self._log(update)
                    if not self.watch.waiting:
                        self.refresh()
        finally:
            self.watch.close()
        if not self.client.is_deleted:
            self.client.run_javascript("location.reload()")

    async def _measure(self) -> None:
        """Redraw the felt if the window is narrow."""
        self.narrow = await is_narrow(self.client)
        if self.narrow:
            with self.client:
                self.refresh()

    def refresh(self) -> None:
        """Update what differs from the table's current state."""
        state = self.live.state
        table = view.table(state, self.person)
        self._show("felt", felt(table, state.rules, narrow=self.narrow))
        for key, group in every_group():
            self._show(f"shows-{key}", group.shows(state))
            if not self.barred and self.person is not None:
                self._show(f"buttons-{key}", buttons_html(group, state, self.person))
        if not self.barred and self.person is not None:
            self._show("step", step_html(state, self.person))
            self._show("calls", calls_html(table, moment(state)))

    def _show(self, key: str, html: str) -> None:
        if self.shown.get(key) != html:
            self.shown[key] = html
            self.places[key].set_content(html)

    def _log(self, update: TableUpdate) -> None:
        with self.log:
            html = entry_html(line_of(update, self.person), self.live.state.rules.book)
            made = ui.html(html, tag="li", sanitize=False)
        made.move(target_index=0)
        self.lines.append(made)
        if len(self.lines) > LOG_MOST:
            self.lines.pop(0).delete()

    # ------------------------------------------------------------------------------------------------------------ acts

    async def acted(self, event: GenericEventArguments) -> None:
        """A click, a form or a line, as `staff.js` sends it."""
        click: Mapping[str, Any] = event.args if isinstance(event.args, dict) else {}
        if self.barred:
            return self.say(self.barred)
        try:
            async with self.turn:
                command, command_id = self._command_for(click)
                if command is not None:
                    await self._give(command, command_id, click)
        except CutcardError as error:
            self._refused(click, sentence_for(error), error.clause)
        return None

    def _command_for(self, click: Mapping[str, Any]) -> tuple[Command | None, str]:
        """The command for a click, and its id: the same click sent twice acts once."""
        state, click_id = self.live.state, str(click.get("id"))[:40]
        word = str(click.get("word", ""))
        match click.get("act"):
            case "step":
                step = next_step(state)
                if click.get("moment") != moment(state) or step.command is None:
                    raise CutcardError(LATE)
                return step.command, f"step:{self.live.name}:{self.live.version}"
            case "line":
                return staff_line.read(str(click.get("text", ""))[:300], state), f"line:{click_id}"
            case "call":
                if click.get("moment") != moment(state):
                    raise CutcardError(LATE)
                return call_of(str(click.get("call", "")), state), f"call:{click_id}"
            case "open" if word in MODELS:
                if fields_of(word, state):
                    self._open(word)
                    return None, ""
                return command_from(word, (), state, self.casino.now()), f"open:{click_id}"
            case "form" if word in MODELS:
                entries = [(str(name), str(value)) for name, value in click.get("entries", ())]
                return command_from(word, entries, state, self.casino.now()), f"form:{click_id}"
        raise CutcardError("the page asked for something unknown: load it again")

    async def _give(self, command: Command, command_id: str, click: Mapping[str, Any]) -> None:
        caller = await visitor(self.casino, self.request)
        if caller is None:
            raise CutcardError(EXPIRED)
        answer = await self.casino.act(self.live.name, command, caller, f"{self.client.id}:{command_id}")
        if isinstance(answer, Refusal):
            several = isinstance(command, DealCards) and len(command.cards) > 1
            none = "; none of these cards was entered" if several else ""
            return self._refused(click, f"{faces(answer.message)}{none}", answer.clause)
        number = number_asked(answer.events)
        ended = "done" if number is None else f"waits for a second person, as number {number}"
        self.say(f"{in_words(word_of(command)).capitalize()}: {ended}", kind="good")
        if click.get("act") == "form":
            for place in self.forms.values():
                place.set_content("")
        return None

    def _refused(self, click: Mapping[str, Any], words: str, clause: str | None) -> None:
        """Show the reason; a typed line is put back to be corrected."""
        self.say(words, clause)
        if click.get("act") == "line":
            self.client.run_javascript(f"cutcardStaff.back({json.dumps(str(click.get('text', '')))})")

    def _open(self, word: str) -> None:
        """Show the form of a command, below the buttons of its section."""
        state = self.live.state
        key = next(key for key, group in every_group() if word in group.commands)
        for other, place in self.forms.items():
            if other != key:
                place.set_content("")
        self.forms[key].set_content(command_html(word, state))
        self.client.run_javascript(f'document.querySelector("#{key} form input, #{key} form select")?.focus()')

    def say(self, words: str, clause: str | None = None, kind: str = "wrong") -> None:
        """Show one plain sentence, which screen readers also read aloud."""
        say(self.says, words, book=self.live.state.rules.book, clause=clause, kind=kind)


def call_of(button: str, state: TableState) -> Command:
    """The call of a button, if it is still available."""
    act, _, rest = button.partition("|")
    for choice in choices(state.round) if state.round is not None and state.playing else ():
        if choice.act == act and f"{choice.box}|{choice.hand}|{choice.player}" == rest:
            return Call(choice.command(), choice.player)  # type: ignore[arg-type]
    raise CutcardError(LATE)
