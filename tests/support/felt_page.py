"""A bare page of the real service, under its real policy, on which a test draws a felt or plays steps."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from playwright.sync_api import Page

from cutcard.table import Person, TableState, view
from support.house import House
from support.tables import Table

# Width, height and layout of the felt within each of the five screens that the pages are made for.
SCREENS = {
    "1920x1080": (1880, 800, "wide"),
    "1366x768": (1340, 500, "wide"),
    "768x1024": (752, 580, "tall"),
    "390x844": (390, 470, "phone"),
    "844x390": (540, 326, "short"),
}
_BARE = """async () => {
  const at = document.querySelector('script[src^="/static/"], link[href^="/static/"]');
  const folder = (at.src ?? at.href).replace(/[^/]*$/, '');
  window.load = (name) => import(folder + name);
  const style = Object.assign(document.createElement('link'), {rel: 'stylesheet', href: folder + 'felt.css'});
  const ready = new Promise((done) => { style.onload = done; });
  document.head.append(style);
  const room = Object.assign(document.createElement('main'), {id: 'room'});
  document.body.replaceChildren(room);
  await ready;
}"""
_DRAW = """async ([view, mine, marks, size, width, height]) => {
  const {html, render} = await load('html.js'), {Felt} = await load('felt.js');
  const room = document.getElementById('room');
  Object.assign(room.style, {width: width + 'px', height: height + 'px', flex: 'none', padding: 0});
  window.spots = []; window.tables = [];
  const onSpot = (box, bet) => spots.push([box, bet]), onPayTable = (bet, box) => tables.push([bet, box]);
  render(html`<${Felt} table=${view} mine=${mine} marks=${marks} size=${size} still=${true} clock=${() => view.now}
    onSpot=${onSpot} onPayTable=${onPayTable} />`, room);
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}"""


def open_bare(page: Page, house: House) -> None:
    """A page with nothing on it but room for a felt; `load("felt.js")` imports one of the pages' modules."""
    page.goto(f"{house.url}/login")
    page.evaluate(_BARE)


def seen(floor: Table | TableState, viewer: str | None) -> dict[str, Any]:
    """What somebody sees of a table, as the API sends it."""
    state = floor.state if isinstance(floor, Table) else floor
    shown = view.table(state, Person(viewer, "player") if viewer is not None else None)
    return dict(json.loads(json.dumps(asdict(shown))))


def draw(
    page: Page,
    table: dict[str, Any],
    mine: str | None,
    screen: str = "1366x768",
    marks: dict[str, Any] | None = None,
) -> None:
    """Draw a view, as large as it is on one of the five screens."""
    width, height, size = SCREENS[screen]
    page.set_viewport_size({"width": width + 20, "height": height + 20})
    page.evaluate(_DRAW, [table, mine, marks or {}, size, width, height])
