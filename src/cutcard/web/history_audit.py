"""The audit on the history page: one at a time, in the background, with its progress and result."""

from __future__ import annotations

import asyncio
from html import escape

from nicegui import ui

from cutcard.narration.formatting import capital
from cutcard.service.casino import Casino
from cutcard.service.errors import sentence_for
from cutcard.store import StoreError
from cutcard.store.audit import Report, audit
from cutcard.web.old_frame import panel, raw, text

LOOK_S = 0.3


class Auditing:
    """The audit of a casino's store; visitors who ask while one runs see the running one."""

    def __init__(self, casino: Casino) -> None:
        self.casino = casino
        self.done, self.of = 0, 0
        self.running: asyncio.Task[None] | None = None
        self.said = ""  # the last verdict, as HTML

    def start(self) -> None:
        if self.running is None or self.running.done():
            self.done, self.of, self.said = 0, 0, ""
            self.running = asyncio.create_task(self._run())

    @property
    def busy(self) -> bool:
        return self.running is not None and not self.running.done()

    async def _run(self) -> None:
        began = self.casino.now()
        try:
            report = await asyncio.to_thread(audit, self.casino.store, self._progress)
        except StoreError as error:
            self.said = f'<p class="cc-sentence cc-wrong" role="alert">{escape(capital(sentence_for(error)))}</p>'
            return
        self.said = verdict_html(report, (self.casino.now() - began) / 1000)

    def _progress(self, done: int, of: int) -> None:
        self.done, self.of = done, of


def verdict_html(report: Report, took_s: float) -> str:
    """What an audit found."""
    if report.fault is not None:
        return f'<p class="cc-sentence cc-wrong" role="alert">The store does not hold: {escape(str(report.fault))}</p>'
    checked = (
        f"{report.events:,} events of {report.streams:,} tables, {report.rounds:,} rounds replayed and settled again, "
        f"{report.postings:,} postings to the cent, in {took_s:.1f} seconds"
    )
    unchecked = "".join(f'<p class="cc-sentence cc-told">Not checked: {escape(what)}</p>' for what in report.unchecked)
    return (
        f'<p class="cc-sentence cc-good" role="status">The store holds: {checked}.</p>'
        f"{unchecked}"
        f'<p class="cc-small cs-hash">Head <code>{escape(str(report.signed or report.head))}</code>. '
        "Kept elsewhere, it proves later that nothing was cut off.</p>"
    )


class AuditPanel:
    """The audit's button and result on one visitor's page."""

    def __init__(self, auditing: Auditing) -> None:
        self.auditing = auditing
        with panel("Audit", "cc-stack"):
            text("h2", "Audit")
            text(
                "p",
                "Checks every row's hash, replays and settles every round again, and adds up the ledger.",
                "cc-muted",
            )
            with ui.element("div").classes("cc-row"):
                self.button = text("button", "Run the audit", "cc-button").props("type=button")
                self.button.on("click", self._start)
                self.bar = (
                    ui.element("progress").classes("cc-progress").props('max=1 value=0 aria-label="Audit" hidden')
                )
            self.place = raw(auditing.said).props("aria-live=polite")
        self.timer = ui.timer(LOOK_S, self._look, active=auditing.busy)

    def _start(self) -> None:
        self.auditing.start()
        self.place.set_content("")
        self.timer.activate()

    def _look(self) -> None:
        auditing = self.auditing
        self.bar.props(f"value={auditing.done / auditing.of if auditing.of else 0:.3f}")
        if auditing.busy:
            self.bar.props(remove="hidden")
            return
        self.bar.props("hidden")
        self.place.set_content(auditing.said)
        self.timer.deactivate()
