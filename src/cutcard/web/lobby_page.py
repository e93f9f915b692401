"""The lobby: every open table, what it offers, and links to play."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from nicegui import ui
from starlette.requests import Request

from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.web.lobby_tables import (
    Card,
    Listing,
    by_casino,
    casino_heading,
    facts_html,
    head_html,
    tags,
    ways_html,
    with_side_bets,
)
from cutcard.web.login_page import GUEST
from cutcard.web.old_frame import frame, page, raw, sentence
from cutcard.web.page_parts import assets, audit_alarm
from cutcard.web.visitor import visitor, who

LOOK_S = 1.0
HOW = (
    "Pick a table, take a box, put chips on it before betting closes, then play your hand with the buttons or keys. "
    "Every payment names the clause of the casino's own rules that it comes from."
)


def register(casino: Casino) -> None:
    """Declare the page."""
    listing = Listing(casino)

    @page("/")
    async def lobby(request: Request) -> None:
        caller = await visitor(casino, request)
        tables = await listing.tables()
        with frame("Lobby", "/", who(caller)):
            assets("staff.css", "lobby.js")
            raw(_intro(caller, tables), "cs-intro")
            audit_alarm(casino, caller)
            Lobby(listing, caller, tables)


def _intro(caller: Caller | None, tables: Sequence[Card]) -> str:
    hello = "Sit down and play" if caller is None or caller.plays else "Tables"
    find = (
        '<div class="cc-field cs-find"><label for="find-table">Find a game or side bet</label>'
        '<input class="cc-input" id="find-table" type="search" placeholder="Pontoon, Perfect Pairs, Sydney…" '
        'autocomplete="off"></div>'
    )
    games, sides = ({table.title for table in tables}, {bet for table in tables for bet in table.side_bets})
    names = [*sorted(games), *sorted(sides)]
    chips = "".join(
        f'<button type="button" class="cs-chip" data-find="{escape(name)}" aria-pressed="false">{escape(name)}</button>'
        for name in names
    )
    return (
        f"<h1>{hello}</h1><p class='cc-lead'>{escape(HOW)}</p>{find}"
        f'<div class="cs-chips-row" role="group" aria-label="Show only">{chips}</div>'
    )


class Lobby:
    """The page of one visitor, kept up to date while it is open."""

    def __init__(self, listing: Listing, caller: Caller | None, tables: Sequence[Card]) -> None:
        self.listing, self.caller = listing, caller
        self.facts: dict[str, ui.html] = {}
        self.said: dict[str, str] = {}
        self.place = ui.element("div").classes("cs-lobby")
        self._draw(tables)
        listing.work_out(tables)
        ui.timer(LOOK_S, self._look)

    def _draw(self, tables: Sequence[Card]) -> None:
        self.names = self._named(tables)
        self.facts.clear()
        self.place.clear()
        with self.place:
            for name, error_id in self.listing.broken:
                more = f": error {error_id} in the service's log" if self.caller and not self.caller.plays else ""
                sentence(f"table {name} is out of order{more}")
            if not tables:
                sentence("no table is open at the moment", kind="told")
            for casino, some in by_casino(tables):
                with ui.element("section").classes("cs-book"):
                    raw(casino_heading(casino, some))
                    with ui.element("div").classes("cc-grid"):
                        for table in some:
                            self._card(table)
            none = sentence("no open table has all these words", kind="told").classes("cs-none")
            none.props("hidden")

    def _named(self, tables: Sequence[Card]) -> list[object]:
        return [*(table.name for table in tables), *self.listing.broken]

    def _card(self, table: Card) -> None:
        words = " ".join((with_side_bets(table), table.casino, table.row.book, table.name, *tags(table))).lower()
        with ui.element("article").classes("cc-panel cs-card") as made:
            made.props["data-words"], made.props["data-table"] = words, table.name
            raw(head_html(table))
            said = facts_html(table, self.listing.edge(table))
            self.facts[table.name], self.said[table.name] = raw(said), said
            raw(ways_html(table, self.caller, GUEST), "cs-ways")

    async def _look(self) -> None:
        """Update only what has changed."""
        tables = await self.listing.tables()
        if self._named(tables) != self.names:
            self._draw(tables)
        self.listing.work_out(tables)
        for table in tables:
            said = facts_html(table, self.listing.edge(table))
            if said != self.said[table.name]:
                self.said[table.name] = said
                self.facts[table.name].set_content(said)
