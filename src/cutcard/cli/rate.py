"""`cutcard rate`: players of a store by their decisions and bets."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from cutcard.cli.options import AsJson, Database
from cutcard.cli.text import console, table


def rate(
    db: Database,
    player: Annotated[str | None, typer.Option(help="Only this player.")] = None,
    system: Annotated[str, typer.Option(help="The count to compare bets with: a name or a TOML file.")] = "hi-lo",
    as_json: AsJson = False,
) -> None:
    """Rate the players of a store by their decisions and bets.

    The figures are what their decisions cost, and how closely their bets follow a count.

    A decision costs what it falls short of the best one, from a full shoe; the error is a standard error. The
    correlation of wager and true count has a 95 % interval.
    """
    from cutcard.counting.systems import counting_system
    from cutcard.service.player_rating import rate_players
    from cutcard.store import Store

    counts = counting_system(system)
    store = Store.open(db, create=False)
    try:
        ratings = [rating.as_json() for rating in rate_players(store, counts, player)]
    finally:
        store.close()
    if as_json:
        print(json.dumps({"system": counts.name, "players": ratings}, indent=2))
        return
    if not ratings:
        print("no finished round in this store matches", file=sys.stderr)
        return
    rows = table("player", "rounds", "decisions", "mistakes", "cost each (wagers)", "cost $", "bet and count", "95 %")
    for one in ratings:
        error = "" if one["cost_error"] is None else f" ± {one['cost_error']:.4f}"
        known = one["bet_count_correlation"]
        low, high = one["interval_95"] or (0.0, 0.0)
        rows.add_row(
            one["player"], f"{one['rounds']:,}", f"{one['decisions']:,}", f"{one['mistakes']:,}",
            f"{one['cost_per_decision']:.4f}{error}", f"{one['cost']:,.2f}",
            "" if known is None else f"{known:+.3f}", "" if known is None else f"{low:+.3f} to {high:+.3f}",
        )  # fmt: skip
    console().print(rows)
