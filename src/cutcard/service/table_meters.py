"""Which meters are played for at which table, for pages that show many tables."""

from __future__ import annotations

from collections.abc import Iterable

from cutcard.money import Cents
from cutcard.service.body import Body
from cutcard.service.jackpots import LinkShown


class MeterHere(Body):
    """A meter that a table plays for: whose link it is, what it is called, and what it shows."""

    link: str
    title: str
    cents: Cents


def meters_by_table(links: Iterable[LinkShown]) -> dict[str, list[MeterHere]]:
    """The meters of open links by the tables that are linked."""
    found: dict[str, list[MeterHere]] = {}
    for link in links:
        shown = [MeterHere(link=link.link, title=one.title, cents=one.cents) for one in link.meters]
        for table in link.tables if link.phase == "open" else ():
            found.setdefault(table.table, []).extend(shown)
    return found
