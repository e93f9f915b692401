"""The odds page for tests: the edge that the library knows, and waiting until the page shows it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from cutcard.odds import solve
from cutcard.odds.query import rules_for
from support.browser import FIRST_MS


def edge(book: str, game: str, decks: int, *options: str) -> float:
    return solve(rules_for(book, game, options), decks).house_edge


def shows(page: Page, *edges: float) -> None:
    """Wait until the page shows just these edges, to the last digit."""
    told = page.locator("[data-edge]")
    for at, value in enumerate(edges):
        expect(told.nth(at)).to_be_visible(timeout=FIRST_MS)
        page.wait_for_function(
            "([at, value]) => Number(document.querySelectorAll('[data-edge]')[at]?.dataset.edge) === value",
            arg=[at, value],
            timeout=FIRST_MS,
        )
    expect(told).to_have_count(len(edges))
