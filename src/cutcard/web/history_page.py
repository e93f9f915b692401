"""The history page: find any round, replay it card by card with its settlement, and run the audit."""

from __future__ import annotations

import asyncio
import json
from html import escape
from typing import Any
from urllib.parse import quote

from nicegui import ui
from nicegui.events import GenericEventArguments
from starlette.requests import Request

from cutcard.engine import Event, State
from cutcard.errors import CutcardError
from cutcard.narration.formatting import gain, listed, money, name, utc
from cutcard.records import RecordRefused
from cutcard.service.accounts import ADMINISTRATOR, INSPECTOR
from cutcard.service.api import reader_key
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.errors import sentence_for
from cutcard.service.found_rounds import may_read, round_of
from cutcard.store.history import PlayedRound
from cutcard.store.shoes import shoes_of
from cutcard.web.felt import felt
from cutcard.web.history_audit import Auditing, AuditPanel
from cutcard.web.history_find import MOST, Wanted, find, wanted
from cutcard.web.history_round import clauses_html, events_of, seen_round, settlement_html, steps, verdict
from cutcard.web.history_shoe import shoes_html
from cutcard.web.old_frame import clause_html, frame, page, panel, raw, sentence, table_html, text
from cutcard.web.page_parts import assets, input_html, is_narrow
from cutcard.web.visitor import log_in_url, visitor, who

PATH = "/history"
RECORD_MOST = 60_000  # characters of a pasted record
PLAY_S = 0.9


def register(casino: Casino) -> None:
    """Declare the pages."""
    auditing = Auditing(casino)

    @page(PATH)
    async def history(request: Request) -> None:
        caller = await visitor(casino, request)
        asked = wanted(request.query_params)
        with frame("History", PATH, who(caller)):
            assets("table.css", "staff.css")
            text("h1", "History")
            if caller is None:
                raw(_log_in(request))
            else:
                raw(_search_html(asked, caller), "cc-panel")
                with panel("Rounds found"):
                    await _found(casino, caller, asked, request)
                if caller.role in (INSPECTOR, ADMINISTRATOR):  # what an audit finds may be anybody's, in any casino
                    AuditPanel(auditing)
            PastedRecord()

    @page(PATH + "/{table}/{number}")
    async def round_page(table: str, number: str, request: Request) -> None:
        caller = await visitor(casino, request)
        with frame(f"Round {number[:12]} at {table[:64]}", PATH, who(caller), wide=False):
            assets("table.css", "staff.css")
            if caller is None:
                text("h1", "A round")
                raw(_log_in(request))
                return
            async with casino.reads.turn("rounds", reader_key(caller, request)):
                found = await _read(casino, table, number)
            if found is None or not may_read(caller, found):
                ui.status_code(404)
                text("h1", "No such round")
                readable = f" that {caller.name} may read"
                sentence(f"there is no finished round {number[:12]} at table {table[:64]}{readable}")
                raw(f'<p><a href="{PATH}">History</a></p>')
                return
            raw(_round_title(found), "cs-title")
            Replayed(State(found.state.setup), found.events, found.view.table, found.view.number)
            with panel(classes="cc-stack"):
                raw(settlement_html(found.state), "cs-settled")
                raw(clauses_html(found.state))
                holds, says = await asyncio.to_thread(verdict, found.record)
                sentence(says, kind="good" if holds else "wrong")
            shoes = await asyncio.to_thread(shoes_of, casino.store, found.view)
            raw(shoes_html(shoes), "cc-panel cs-shoes cs-hash")
            raw(_export_html(found, str(request.url)), "cc-panel")


def _log_in(request: Request) -> str:
    after = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return (
        "<p>Rounds are read by who played in them, by the casino's staff and by inspectors.</p>"
        f'<p><a class="cc-button cc-main" href="{escape(log_in_url(after))}">Log in</a></p>'
    )


# -------------------------------------------------------------------------------------------------------------- finding


def _search_html(asked: Wanted, caller: Caller) -> str:
    asked_for = [("table", "Table", "text"), ("player", "Player", "text")]
    asked_for += [("since", "From (UTC)", "datetime-local"), ("until", "Before (UTC)", "datetime-local")]
    made = "".join(
        input_html(field, label, f"find-{field}", getattr(asked, field), f'type="{kind}" maxlength="64"')
        for field, label, kind in asked_for
        if field != "player" or not caller.plays
    )
    return (
        f'<h2>Find a round</h2><form method="get" action="{PATH}" class="cs-search">{made}'
        '<button class="cc-button cc-main" type="submit">Find</button></form>'
    )


async def _found(casino: Casino, caller: Caller, asked: Wanted, request: Request) -> None:
    try:
        async with casino.reads.turn("rounds", reader_key(caller, request)):
            rounds = await asyncio.to_thread(find, casino.store, caller, asked, casino.now())
    except CutcardError as error:
        sentence(sentence_for(error))
        return
    when = "" if asked.anything or caller.plays else " in the last 24 hours"
    if not rounds:
        sentence(f"no finished round was found{when}", kind="told")
        return
    raw(_rounds_html(rounds, caller, when))


def _rounds_html(rounds: list[PlayedRound], caller: Caller, when: str) -> str:
    rows = []
    for each in rounds:
        view, state = each.view, each.state
        link = f'<a href="{PATH}/{quote(view.table)}/{view.number}">{escape(view.table)} {view.number}</a>'
        result = each.nets.get(caller.name, 0) if caller.plays else -sum(each.nets.values())
        staked = sum(wager.staked for wager in state.wagers)
        rows.append(
            (
                link,
                utc(view.opened_ms),
                escape(state.rules.title),
                escape(listed(each.nets)),
                money(staked),
                gain(result),
            )
        )
    mine = "Yours" if caller.plays else "The house"
    newest = f"Newest first{f', the last {MOST}' if len(rounds) >= MOST else ''}{when}"
    columns = ("Round", "Time (UTC)", "Game", "Players", "Staked", mine)
    return table_html(columns, rows, caption=newest, numbers=(4, 5))


async def _read(casino: Casino, table: str, number: str) -> PlayedRound | None:
    if not number.isdecimal() or len(number) > 9:
        return None
    return await asyncio.to_thread(round_of, casino.store, table, int(number))


def _round_title(found: PlayedRound) -> str:
    view, rules, void = found.view, found.state.rules, found.state.void
    declared = f" · declared void, clause {clause_html(rules.book, void)}" if void else ""
    return (
        f"<h1>Round {view.number} at table {escape(view.table)}</h1>"
        f"<p class='cc-muted'>{escape(rules.title)}, <a href='/rulebook/{rules.book}'>{escape(rules.book)}</a>, "
        f"{found.state.setup.decks} decks · {utc(view.opened_ms)} UTC · {escape(listed(map(name, found.nets)))}"
        f"{declared}</p>"
    )


def _export_html(found: PlayedRound, link: str) -> str:
    view = found.view
    api = f"/api/tables/{quote(view.table)}/rounds/{view.number}"
    record = escape(json.dumps(found.record, ensure_ascii=False, indent=1))
    return (
        f'<h2>Keep it</h2><p><a class="cc-button" href="{api}" download="{escape(view.table)}-{view.number}.json">'
        "Download the record</a></p>"
        '<div class="cc-field"><label for="link">Link to this round</label>'
        f'<input class="cc-input" id="link" readonly value="{escape(link)}"></div>'
        f'<details class="cc-more"><summary>The record</summary><div class="cc-scroll" tabindex="0" role="region" '
        f'aria-label="The record"><pre class="cs-record">{record}</pre></div></details>'
    )


# ----------------------------------------------------------------------------------------------------------- replaying


class Replayed:
    """A round on the felt, replayed step by step with buttons and keys, or automatically."""

    def __init__(self, first: State, events: tuple[Event, ...], table: str, number: int) -> None:
        self.table, self.number = table, number
        self.steps = steps(first, events)
        self.at = 0
        self.narrow = False
        with panel("The round, step by step", "cs-replay"):
            self.felt = raw("", "cs-felt")
            self.words = raw("", "cs-step-words").props("aria-live=polite")
            with ui.element("div").classes("cc-row"):
                for label, act in (("Start", "first"), ("Back", "back"), ("Forward", "on"), ("End", "last")):
                    made = text("button", label, "cc-button").props("type=button")
                    made.on("click", lambda _, act=act: self.go(act))
                self.play = text("button", "Play", "cc-button cc-main").props("type=button")
                self.play.on("click", self._toggle)
            text("p", "The arrow keys step as well.", "cc-small cc-muted")
        ui.keyboard(self._key, ignore=["input", "select", "textarea"])
        self.timer = ui.timer(PLAY_S, self._played, active=False)
        ui.timer(0, self._measure, once=True)
        self.show()

    async def _measure(self) -> None:
        """Redraw the felt if the window is narrow."""
        self.narrow = await is_narrow(ui.context.client)
        if self.narrow:
            self.show()

    def _key(self, event: Any) -> None:
        if event.action.keydown and event.key.arrow_right:
            self.go("on")
        elif event.action.keydown and event.key.arrow_left:
            self.go("back")

    def go(self, act: str) -> None:
        last = len(self.steps) - 1
        self.at = {"first": 0, "back": max(self.at - 1, 0), "on": min(self.at + 1, last), "last": last}[act]
        self.show()

    def _toggle(self) -> None:
        if self.at == len(self.steps) - 1:
            self.go("first")
        self.timer.active = not self.timer.active
        self.play.set_text("Pause" if self.timer.active else "Play")

    def _played(self) -> None:
        self.go("on")
        if self.at == len(self.steps) - 1:
            self.timer.deactivate()
            self.play.set_text("Play")

    def show(self) -> None:
        step = self.steps[self.at]
        rules = step.state.rules
        self.felt.set_content(felt(seen_round(step.state, self.table, self.number), rules, narrow=self.narrow))
        clause = f" {clause_html(rules.book, step.clause)}" if step.clause else ""
        count = f"<span class='cc-muted cc-small'>{self.at + 1} of {len(self.steps)}</span>"
        self.words.set_content(f"{count} {escape(step.words)}{clause}")


class PastedRecord:
    """A round record that a visitor pastes: settled by the engine and replayed."""

    def __init__(self) -> None:
        with panel("A round record", "cc-stack"):
            text("h2", "Bring a round record")
            raw(
                '<div class="cc-field"><label for="record">A record as JSON, as this page exports it</label>'
                '<textarea class="cc-input cs-paste" id="record" rows="4" spellcheck="false" '
                f'maxlength="{RECORD_MOST}"></textarea></div>'
            )
            button = text("button", "Settle and replay it", "cc-button").props("type=button")
            button.on("click", self._brought, js_handler="() => emit(document.getElementById('record').value)")
            self.place = ui.element("div").classes("cc-stack").props("aria-live=polite")

    async def _brought(self, event: GenericEventArguments) -> None:
        """Show the record, or why it cannot be shown; the last one sent stays, even after a double click."""
        wrong = ""
        try:
            record = json.loads(str(event.args)[:RECORD_MOST])
            if not isinstance(record, dict):
                raise ValueError("no object")
            first, events = await asyncio.to_thread(events_of, record)
        except RecordRefused as refused:
            wrong = refused.message
        except (ValueError, RecursionError):
            wrong = "this is no round record: it has to be one JSON object"
        self.place.clear()
        with self.place:
            if wrong:
                sentence(wrong)
            else:
                self._show(record, first, events)

    def _show(self, record: dict[str, Any], first: State, events: tuple[Event, ...]) -> None:
        table, number = str(record.get("table", "record"))[:64], record.get("round", 1)
        number = number if isinstance(number, int) else 1
        if "table" in record and "round" in record:
            link = f"{PATH}/{quote(table)}/{number}"
            raw(f'<p><a href="{link}">Round {number} at table {escape(table)} in this store</a></p>')
        Replayed(first, events, table, number)
        last = steps(first, events)[-1].state
        raw(settlement_html(last), "cs-settled")
        if "settlement" in record:
            holds, says = verdict(record)
            sentence(says, kind="good" if holds else "wrong")
