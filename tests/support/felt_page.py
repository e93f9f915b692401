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
  window.drawings = (window.drawings ?? 0) + 1; // each a felt of its own, measured anew
  render(html`<${Felt} key=${drawings} table=${view} mine=${mine} marks=${marks} size=${size} still=${true}
    clock=${() => view.now} onSpot=${onSpot} onPayTable=${onPayTable} />`, room);
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}"""


def open_bare(page: Page, house: House) -> None:
    """A page with nothing on it but room for a felt; `load("felt.js")` imports one of the pages' modules."""
    page.set_viewport_size({"width": 1920, "height": 1080})
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
    page.evaluate(_DRAW, [table, mine, marks or {}, size, width, height])


_FAULTS = """() => {
  const found = [], felt = document.querySelector('svg.felt'), all = felt.getBoundingClientRect();
  const beside = (r) => r.left < all.left - 1 || r.right > all.right + 1;
  const out = (r) => beside(r) || r.top < all.top - 1 || r.bottom > all.bottom + 1;
  for (const text of felt.querySelectorAll('text')) {
    if (!text.textContent.trim()) continue;
    const {a, b} = text.getScreenCTM(), size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
    if (size < 10.95) found.push(`${text.textContent} is written in ${size.toFixed(1)} pixels`);
    if (out(text.getBoundingClientRect())) found.push(`${text.textContent} is written outside`);
  }
  const places = [...felt.querySelectorAll('[role=button]')].map((place) => {
    const r = place.querySelector('.felt-hit').getBoundingClientRect(), name = place.getAttribute('aria-label');
    if (r.width < 43.9) found.push(`${name} is ${r.width.toFixed(1)} pixels wide`);
    if (out(r)) found.push(`${name} lies outside`);
    return [name, r.x + r.width / 2, r.y + r.height / 2, r.width / 2];
  });
  places.forEach(([one, x, y, r], at) => places.slice(0, at).forEach(([other, u, v, s]) => {
    if (Math.hypot(x - u, y - v) < r + s - 4) found.push(`${one} lies on ${other}`);
  }));
  const cards = [...felt.querySelectorAll('[data-card]')].map((card) =>
    [card.dataset.at, card.dataset.at.split('-')[0], card.querySelector('.felt-paper').getBoundingClientRect()]);
  cards.forEach(([at, of, r], nth) => {
    if (out(r)) found.push(`card ${at} lies outside`);
    for (const [other, theirs, q] of cards.slice(0, nth)) {
      const wide = Math.min(r.right, q.right) - Math.max(r.left, q.left);
      const high = Math.min(r.bottom, q.bottom) - Math.max(r.top, q.top);
      if (of !== theirs && wide > 1 && high > 1) found.push(`card ${at} lies on ${other}`);
    }
  });
  return found;
}"""


def faults(page: Page) -> list[str]:
    """Words too small to read, places too small to touch, and what lies outside or on something else."""
    return list(page.evaluate(_FAULTS))
