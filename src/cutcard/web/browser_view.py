"""One browser at one table: what it shows, and what to send so that it shows the table's current state."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from cutcard.floor.house_dealer import Pace, closes_early
from cutcard.floor.live_table import LiveTable, TableUpdate
from cutcard.money import Cents
from cutcard.narration.formatting import counted
from cutcard.service.caller import Caller
from cutcard.table import Person, TableState, view
from cutcard.table.view import TableView
from cutcard.web import felt
from cutcard.web.table_clicks import Laid, wagers_of
from cutcard.web.table_coach import Advice, coach_html
from cutcard.web.table_controls import controls, seat, status, usual_chip, watching
from cutcard.web.table_story import TableStory, gain_html

BACK = (60, 240, 960)  # how many events back to look for the beginning of the round


class BrowserView:
    """Tracks what a browser shows and works out what has changed."""

    def __init__(self, live: LiveTable, caller: Caller | None, pace: Pace) -> None:
        self.live = live
        self.pace = pace
        self.caller = caller
        self.state: TableState = live.state
        self.version = live.version
        self.viewer: Person | None = caller.person(live.state) if caller is not None else None
        terms = live.state.config
        plays = caller is not None and caller.plays and not caller.barred(terms.rules.book, terms.play_money)
        self.name: str | None = caller.name if caller is not None and plays else None
        self.narrow = False
        self.chip: Cents = 0
        self.side = ""  # the side bet that the keys bet on
        self.coach = False
        self.advice: Advice | None = None
        self.before: list[Laid] = []  # what the viewer wagered in the last round
        self.last = ""  # what the last decision cost, as HTML
        self.rounds, self.net = 0, 0
        self.story = TableStory(self.viewer, self.name)
        self._parts: felt.Parts = {}
        self._size: tuple[float, float] = (0, 0)
        self._sections: dict[str, str] = {}
        self._lines: dict[str, str] = {}

    def begin(self) -> None:
        """Start from the table's current state, with the story of the current or last round from its beginning."""
        self.state, self.version = self.live.state, self.live.version
        for back in BACK:
            missed = self.live.missed(max(self.live.version - back, 0))
            if missed is None:
                break
            begins = [at for at, update in enumerate(missed) if _opens(update)]
            if begins:
                for update in missed[begins[-1] :]:
                    self._take(update)
                break

    @property
    def table(self) -> TableView:
        """The table as the viewer sees it, with the time when the house will actually close betting."""
        table = view.table(self.state, self.viewer)
        closes = closes_early(self.state, self.pace)
        return replace(table, waiting=replace(table.waiting, until=closes)) if closes is not None else table

    def apply(self, update: TableUpdate) -> bool:
        """Apply an update; returns whether a round ended with it, even one that began with it."""
        ended = self._take(update)
        self.state, self.version = update.after, update.version
        self.advice = None
        if ended and self.played():
            self.rounds += 1
            self.net += self.story.net
        return ended

    def _take(self, update: TableUpdate) -> bool:
        self.before = wagers_of(update.after, self.name) or self.before
        return self.story.tell(update)

    def played(self) -> bool:
        """Whether the viewer had a wager in the round."""
        round_ = self.state.round
        return (
            self.name is not None and round_ is not None and any(wager.player == self.name for wager in round_.wagers)
        )

    # ------------------------------------------------------------------------------------------------- what to send

    def changes(self, now: int) -> dict[str, Any]:
        """What to send to the browser, in the form `table.js` expects."""
        table = self.table
        self.chip = self.chip or usual_chip(table)
        bets = [side.bet for side in table.side_bets]
        self.side = self.side if self.side in bets else next(iter(bets), "")
        message: dict[str, Any] = {"version": self.version, "now": now, "chip": self.chip, "side": self.side}
        self._felt(table, message)
        sections = {
            "status": status(table, self.name, closes_early(self.state, self.pace) is not None),
            "controls": self._controls(table),
            "seat": seat(table, self.name),
            "session": self._session(),
            "coach": coach_html(table, self.coach, self.advice, self.last) if self.name is not None else "",
            "story-title": "Last round"
            if table.waiting.needs == "wagers" and self.story.story.entries
            else "This round",
        }
        message["html"] = {key: html for key, html in sections.items() if self._sections.get(key) != html}
        self._sections = sections
        lines = self.story.lines
        if not self._lines.keys() <= lines.keys():
            message["fresh"] = True
            self._lines = {}
        message["lines"] = [[key, html] for key, html in lines.items() if key not in self._lines]
        self._lines = dict(lines)
        return message

    def _controls(self, table: TableView) -> str:
        if self.name is None:
            return watching(table, self.caller)
        return controls(table, self.state, self.name, self.chip, self.before, self.side)

    def _felt(self, table: TableView, message: dict[str, Any]) -> None:
        who = felt.Viewer(self.name, self.chip)
        size = felt.size(table, who, self.narrow)
        if size != self._size:
            message["frame"] = felt.svg({}, *size, f"{table.title}, table {table.table}")
            self._size, self._parts = size, {}
        parts = felt.parts(table, self.state.rules, who, self.narrow)
        message["parts"] = [[key, *part] for key, part in parts.items() if self._parts.get(key) != part]
        message["gone"] = [key for key in self._parts if key not in parts]
        self._parts = parts

    def _session(self) -> str:
        if self.name is None:
            return ""
        return f"<p>Session: {counted(self.rounds, 'round')}, {gain_html(self.net, 'b')}</p>"


def _opens(update: TableUpdate) -> bool:
    return update.after.number != update.before.number or (update.after.playing and not update.before.playing)


def script(function: str, *arguments: object) -> str:
    """A call of `table.js`."""
    given = ", ".join(json.dumps(each, ensure_ascii=True) for each in arguments)
    return f"cutcard.table.{function}({given})"
