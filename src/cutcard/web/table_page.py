"""The table page: sit down, bet, decide, and understand every payment."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from html import escape
from typing import Any

from nicegui import Client, background_tasks, ui
from nicegui.events import GenericEventArguments
from starlette.requests import Request

from cutcard.engine import Refusal
from cutcard.errors import CutcardError
from cutcard.floor.floor import Done
from cutcard.floor.live_table import LiveTable, TableUpdate
from cutcard.floor.out_of_order import OutOfOrder
from cutcard.narration.formatting import gain, sentence
from cutcard.service.api import reader_key
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.errors import NoSuchTable, sentence_for
from cutcard.store.history import played_rounds
from cutcard.table import Command
from cutcard.web import table_coach
from cutcard.web.browser_view import BrowserView, script
from cutcard.web.felt.labels import dealer_ended
from cutcard.web.old_frame import clause_html, frame, page, raw
from cutcard.web.page_parts import assets, no_such_table, until_over
from cutcard.web.table_clicks import InvalidClick, commands_for_click, decision_for_click
from cutcard.web.table_controls import denominations, help_list
from cutcard.web.visitor import visitor, who

SESSION_MS = 12 * 3600 * 1000  # older rounds belong to another session
SESSION_ROUNDS = 300
ANSWER_S = 60.0  # that a browser may take to connect, on a busy machine


def register(casino: Casino) -> None:
    """Declare the page."""

    @page("/table/{name}")
    async def table(name: str, request: Request) -> None:
        caller = await visitor(casino, request)
        try:
            live = await casino.table(name)
        except (NoSuchTable, OutOfOrder) as error:
            return no_such_table(error, caller, "/", "All tables are in the lobby.")
        shown = TablePage(casino, live, caller, request)
        with frame(f"{live.state.rules.title}, {name}", "/", who(caller), wide=True):
            shown.build()
        background_tasks.create(shown.run(), name=f"table page {name}")
        return None


class TablePage:
    """One browser at a table: receives its clicks and sends it updates."""

    def __init__(self, casino: Casino, live: LiveTable, caller: Caller | None, request: Request) -> None:
        self.casino = casino
        self.live = live
        self.request = request
        self.client: Client = ui.context.client
        self.view = BrowserView(live, caller, casino.pace)

    def build(self) -> None:
        """The page's skeleton; `table.js` fills it."""
        state = self.live.state
        assets("table.css", "table.js")
        raw(_skeleton(state.rules.title, self.live.name), "ct-play")
        ui.on("ct-act", self.clicked)
        ui.on("ct-look", self.looked)

    async def run(self) -> None:
        """Show the table, and then every update, until the browser disconnects."""
        try:
            await self.client.connected(ANSWER_S)
            begun = await self.client.run_javascript(script("start"), timeout=ANSWER_S)
        except TimeoutError:
            return  # the browser disconnected before the page was ready
        watch = self.live.subscribe(self.casino.settings.queue_events)
        self.client.on_delete(watch.close)
        if self.client.is_deleted:
            watch.close()
        until_over(self.casino, self.request, self.client, watch.close)
        self.view.begin()
        self._as_left(begun)
        await self._recall()
        self.send()
        self._advise()
        async for update in watch:
            self._apply(update)
        if not self.client.is_deleted:  # too far behind, or logged out: start again from the current state
            self.client.run_javascript("location.reload()")

    def _as_left(self, begun: object) -> None:
        """Restore the browser's width, and the coach if it was on at the last visit."""
        kept = begun if isinstance(begun, Mapping) else {}
        self.view.narrow = kept.get("narrow") is True
        if kept.get("coach") is True and self.view.name is not None:
            self._coach(True)

    def _apply(self, update: TableUpdate) -> None:
        if update.version <= self.view.version:
            return  # the page already started with it
        ended = self.view.apply(update)
        self.send()
        if ended:
            self._say_result()
        self._advise()

    async def _recall(self) -> None:
        """The rounds of this session that were played before the page was opened."""
        if self.view.name is None:
            return
        try:
            async with self.casino.reads.turn("rounds", reader_key(self.view.caller, self.request)):
                nets = await asyncio.to_thread(self._nets, self.view.name)
        except CutcardError:
            return
        self.view.rounds, self.view.net = len(nets), sum(nets)

    def _nets(self, name: str) -> list[int]:
        store = self.casino.store
        views = [
            view
            for view in store.rounds(self.live.name, name, self.casino.now() - SESSION_MS)
            if view.ended_version is not None
        ]
        return [each.nets.get(name, 0) for each in played_rounds(store, iter(views[-SESSION_ROUNDS:]))]

    # ------------------------------------------------------------------------------------------------------------- out

    def send(self) -> None:
        """Send what has changed."""
        self.client.run_javascript(script("show", self.view.changes(self.casino.now())))

    def say(self, text: str, clause: str | None = None, kind: str = "wrong") -> None:
        """Show one plain sentence, which screen readers also read aloud."""
        link = clause_html(self.view.state.rules.book, clause) if clause else ""
        self.client.run_javascript(script("say", text, link, kind))

    def _say_result(self) -> None:
        if self.view.played():
            dealer = dealer_ended(self.view.table.dealer, self.view.state.rules.natural.name)
            self.say(f"The round is over, the dealer {dealer}: {gain(self.view.story.net)} for you.", kind="told")

    def _advise(self) -> None:
        """Get the coach's advice on the player's decision in the background."""
        if self.view.coach and self.view.name is not None:
            background_tasks.create(self._advised(self.view.version), name="coach")

    async def _advised(self, version: int) -> None:
        advice = await table_coach.advice(self.view.state, self.view.table)
        if version == self.view.version and advice is not None:
            self.view.advice = advice
            self.send()

    # -------------------------------------------------------------------------------------------------------------- in

    def looked(self, event: GenericEventArguments) -> None:
        """The window has become narrow or wide, or another chip or side bet was chosen."""
        look = event.args if isinstance(event.args, Mapping) else {}
        if isinstance(look.get("narrow"), bool):
            self.view.narrow = look["narrow"]
        if look.get("chip") in denominations(self.view.table):
            self.view.chip = look["chip"]
        if look.get("side") in self.view.state.config.side_bets:
            self.view.side = look["side"]
        self.send()

    async def clicked(self, event: GenericEventArguments) -> None:
        """A click or a key: carry it out, or show why not."""
        click = event.args if isinstance(event.args, Mapping) else {}
        try:
            if await self._click(click):
                self.client.run_javascript(script("quiet"))  # remove an earlier refusal
        except CutcardError as error:
            self.say(sentence(sentence_for(error)), error.clause)
        finally:
            self.client.run_javascript(script("done", click.get("id") if isinstance(click.get("id"), str) else ""))

    async def _click(self, click: Mapping[str, Any]) -> bool:
        """Carry out a click; returns whether all of it was done."""
        act = click.get("act")
        if act == "coach":
            self._switch_coach()
            return True
        name = self.view.name
        if name is None:
            raise InvalidClick("You are watching: play as guest or log in first.")
        caller = await visitor(self.casino, self.request)  # asked again because the token may have expired
        if caller is None or caller.name != name:
            raise InvalidClick("Your login has ended: log in again, and you go on where you were.")
        if act == "choice":
            return await self._decide(click, caller)
        for command_id, command in commands_for_click(click, self.live.state, name, self.view.before):
            if not await self._do(command, caller, command_id):
                return False
        return True

    async def _decide(self, click: Mapping[str, Any], caller: Caller) -> bool:
        command_id, command, choice = decision_for_click(click, self.live.state, caller.name)
        advice = self.view.advice
        if advice is not None and choice.allowed and self.view.coach:
            self.view.last = table_coach.last_html(choice.act, advice.cost(choice.act), advice.wager)
        return await self._do(command, caller, command_id)

    async def _do(self, command: Command, caller: Caller, command_id: str) -> bool:
        """Give a command to the table; returns whether it was done. A refusal is shown."""
        answer: Done | Refusal = await self.casino.act(self.live.name, command, caller, command_id)
        if isinstance(answer, Refusal):
            self.say(sentence(answer.message_to(self.view.name)), answer.clause)
            return False
        return True

    def _switch_coach(self) -> None:
        self._coach(not self.view.coach)
        self.client.run_javascript(script("keep", "coach", self.view.coach))
        self.send()
        self._advise()

    def _coach(self, on: bool) -> None:
        self.view.coach = on and self.view.state.config.play_money
        self.view.last = ""
        if self.view.coach:
            background_tasks.create(table_coach.ready(self.view.state), name="coach gets ready")


def _skeleton(title: str, name: str) -> str:
    return f"""
<h1 class="cc-hidden">{escape(title)}, table {escape(name)}</h1>
<div id="felt-holder" class="ct-felt-holder"></div>
<div class="ct-desk">
  <section class="ct-desk-main" aria-label="Your choices">
    <div id="status" tabindex="-1"></div><p id="aloud" class="cc-hidden" aria-live="assertive"></p>
    <p id="said" class="ct-said" role="status" aria-live="polite"></p><div id="controls"></div>
  </section>
  <section class="ct-desk-story" aria-labelledby="story-title">
    <h2 id="story-title">This round</h2><ol id="story" class="ct-story"></ol></section>
  <section class="ct-desk-own" aria-label="Your seat"><div id="seat"></div><div id="session"></div>
    <div id="coach" class="ct-coach"></div>
    <button type="button" id="help-button" class="ct-way" data-act="help" aria-expanded="false" aria-controls="help">
      Keys <kbd>?</kbd></button>
    <div id="help" class="ct-help" hidden>{help_list()}</div></section>
</div>"""
