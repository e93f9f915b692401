"""`cutcard reports`: what a casino still has to report about its players."""

from __future__ import annotations

import json

from cutcard.cli.options import AsJson, Database
from cutcard.cli.text import console, table
from cutcard.money import priced
from cutcard.store import Store
from cutcard.store.history import iso
from cutcard.store.player_reading import reports_due


def reports(db: Database, as_json: AsJson = False) -> None:
    """Print the reports to authorities that are due.

    Each comes with the clause that requires it, until it is made.
    """
    store = Store.open(db, create=False)
    try:
        found = reports_due(store)
    finally:
        store.close()
    out = console()
    if as_json:
        typed = [{"player": player, **one._asdict()} for player, one in found]
        print(json.dumps(typed, indent=2))
        return
    rows = table("due by", "player", "no.", "report", "to", "cash", "clause")
    for player, one in found:
        cash = f"{priced(one.amount)} {one.way} on {one.day}" if one.amount else ""
        rows.add_row(iso(one.due_at), player, str(one.number), one.rule, one.to, cash, one.clause or "")
    out.print(rows if found else "no report is due")
