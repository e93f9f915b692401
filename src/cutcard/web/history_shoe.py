"""The shoe that a round was dealt from: its seal and, once the shoe has ended, the file for checking it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from cutcard.store.shoes import SealedShoe
from cutcard.web.staff_log import clock


def shoes_html(shoes: Sequence[SealedShoe]) -> str:
    """The virtual shoes of a round, usually one; none if it was dealt from a real shoe."""
    if not shoes:
        return "<h2>The shoe</h2><p>The cards of this round came from a real shoe: no order was sealed beforehand.</p>"
    title = "The shoe of this round" if len(shoes) == 1 else f"The {len(shoes)} shoes of this round"
    return f"<h2>{title}</h2>{''.join(map(_shoe, shoes))}"


def _shoe(shoe: SealedShoe) -> str:
    sealed = (
        f"<p>Shoe {shoe.number} was sealed at {clock(shoe.sealed_ms)} UTC, before its first card, by "
        f"<code>{escape(shoe.commitment)}</code>.</p>"
    )
    if shoe.file is None or shoe.ended_ms is None:
        return f"{sealed}<p>Its order is revealed when the shoe has ended, to be checked against this seal.</p>"
    name = f"{shoe.table}-shoe-{shoe.number}.json"
    return (
        f"{sealed}<p>It ended at {clock(shoe.ended_ms)} UTC, and its order is open to all. "
        f"<code>cutcard verify-shoe {escape(name)}</code> checks that the order is the one that was sealed, and that "
        f"the cards came in it.</p>"
        f'<p><a class="cc-button" href="/api/tables/{quote(shoe.table)}/shoes/{shoe.number}" '
        f'download="{escape(name)}">Download shoe {shoe.number}</a></p>'
    )
