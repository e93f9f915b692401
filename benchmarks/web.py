"""The table page in a real browser: how soon a phone sees a table, and how soon an event is on the screen.

The first paint is measured on a warm service with an empty cache of the browser, as a phone of middling size asks for
it. Events are followed with motion off at tables of five bots, while fifty such tables are played on the same service
and on the same machine. The bots play at people's pace: four seconds a decision, and the house's own pauses.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import statistics
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from playwright.async_api import Browser, async_playwright

from benchmarks.databases import sqlite
from benchmarks.service import PLAYERS, playing
from cutcard.bots import loop
from cutcard.bots.crew import Plan

if TYPE_CHECKING:
    from support.service_process import Process

TABLES = 50
PACE_S = 4.0  # that a bot thinks, on average
WATCHED = 6  # tables that are followed in the browser, one after the other: only the page in front is drawn at once
FOLLOW_S = 40.0  # each
VISITS = 7
PAINT_LIMIT_MS, BYTES_LIMIT, EVENT_LIMIT_MS = 1000.0, 300_000, 100.0
PHONE = "Pixel 5"
PEOPLE = {
    "CUTCARD_WEB": "on",
    "CUTCARD_AFTER_ROUND_MS": "4000",
    "CUTCARD_AFTER_WAGER_MS": "5000",
}  # as a service is set without settings
INSTANT = "localStorage.setItem('cutcard-speed', 'instant'); localStorage.setItem('cutcard-motion', 'off');"

# Waits for the felt with its boxes to be painted, and answers with the milliseconds since the page was asked for.
PAINTED = """async () => {
  while (!document.querySelector('#table svg [data-of]')) await new Promise((next) => requestAnimationFrame(next));
  await new Promise((next) => requestAnimationFrame(() => setTimeout(next, 0)));
  return performance.now();
}"""

# Writes down for each message of the table how long it took from the service's clock to the painted frame.
FOLLOW = """(() => {
  window.took = [];
  const waiting = [];
  const painted = () => requestAnimationFrame(() => setTimeout(() => {
    const shown = Number(document.getElementById('table')?.dataset.version ?? 0);
    for (; waiting.length && waiting[0].version <= shown; waiting.shift()) {
      const [{ now, came }] = waiting;
      window.took.push([Date.now() - now, came - now]);
    }
  }, 0));
  const Real = WebSocket;
  window.WebSocket = class extends Real {
    constructor(...all) {
      super(...all);
      this.addEventListener('message', (event) => {
        const message = JSON.parse(event.data);
        if (message.steps) waiting.push({ ...message, came: Date.now() });
      });
    }
  };
  const changes = { subtree: true, attributes: true, attributeFilter: ['data-version'] };
  new MutationObserver(painted).observe(document, changes);
})()"""


class Visit(NamedTuple):
    """One first look at a table."""

    first_ms: float  # anything is painted
    table_ms: float  # the felt is painted
    sent: int  # bytes over the wire


def run() -> None:
    """Print both figures, beside their limits."""
    print("\nTable page in Chromium")
    with _service() as service:
        loop.run(_first_looks(service))
    with _service() as service:
        loop.run(_events(service))


@contextlib.contextmanager
def _service() -> Iterator[Process]:
    from support.running_service import free_port
    from support.service_process import Process

    with sqlite() as where:
        service = Process(where, free_port(), **PEOPLE)
        try:
            yield service
        finally:
            service.stop()


@contextlib.asynccontextmanager
async def _chromium() -> AsyncIterator[tuple[Browser, dict[str, Any]]]:
    """The browser that the tests use, and what a phone tells of itself."""
    from support.browser import ON_PATH

    found = next((path for name in ON_PATH if (path := shutil.which(name))), None)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser, playwright.devices[PHONE]
        await browser.close()


# ---------------------------------------------------------------------------------------------------------- first look


async def _first_looks(service: Process) -> None:
    async with _chromium() as (browser, phone), playing([service], 1) as crew:
        url = f"{service.address}/table/{crew.tables[0].name}"
        visits = [await _visit(browser, phone, url) for _ in range(VISITS + 1)][1:]
    print(
        f"  first look on a phone ({PHONE}, empty cache, service warm): something is painted after "
        f"{statistics.median(visit.first_ms for visit in visits):.0f} ms, the table after "
        f"{statistics.median(visit.table_ms for visit in visits):.0f} ms, at worst "
        f"{max(visit.table_ms for visit in visits):.0f} ms (limit {PAINT_LIMIT_MS:.0f}); "
        f"{max(visit.sent for visit in visits) / 1000:.0f} kB (limit {BYTES_LIMIT / 1000:.0f})",
        flush=True,
    )


async def _visit(browser: Browser, phone: dict[str, Any], url: str) -> Visit:
    context = await browser.new_context(**phone)
    try:
        page = await context.new_page()
        wire = await context.new_cdp_session(page)
        sent: list[float] = []
        wire.on("Network.loadingFinished", lambda event: sent.append(event["encodedDataLength"]))
        await wire.send("Network.enable")
        await page.goto(url, wait_until="commit")
        table_ms = await page.evaluate(PAINTED)
        first_ms = await page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0].startTime")
        await page.wait_for_load_state("load")
        return Visit(first_ms, table_ms, round(sum(sent)))
    finally:
        await context.close()


# -------------------------------------------------------------------------------------------------------------- events


async def _events(service: Process) -> None:
    plan = Plan(tables=TABLES, players=PLAYERS, pace_s=PACE_S, own_guests=True, betting_ms=30_000, decision_ms=30_000)
    async with _chromium() as (browser, _), playing([service], TABLES, plan) as crew:
        context = await browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
        await context.add_init_script(INSTANT + FOLLOW)
        page, pairs = await context.new_page(), []
        for table in crew.tables[:WATCHED]:
            await page.goto(f"{service.address}/table/{table.name}")
            await asyncio.sleep(FOLLOW_S)
            pairs += await page.evaluate("() => window.took")
    took, came = (sorted(each) for each in zip(*pairs, strict=True))
    late = sum(each > EVENT_LIMIT_MS for each in took)
    print(
        f"  event to pixels, motion off, {TABLES} tables of five bots beside it that think for {PACE_S:g} s: median "
        f"{statistics.median(took):.0f} ms, 99th percentile {took[int(len(took) * 0.99)]:.0f} ms; event to the page's "
        f"script: {statistics.median(came):.0f} and {came[int(len(came) * 0.99)]:.0f} ms "
        f"(limit {EVENT_LIMIT_MS:.0f} to the pixels), slowest {took[-1]:.0f} ms; {late} of {len(took)} over the limit",
        flush=True,
    )
