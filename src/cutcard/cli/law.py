"""`cutcard law`: a law for the protection of players, rule by rule, and what is wrong with a file of your own."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from cutcard.cli.options import AsJson
from cutcard.cli.text import console, table
from cutcard.players.law import LAWS, law_of, law_rules, read_law


def law(
    name: Annotated[str | None, typer.Argument(help=f"One of {', '.join(LAWS)}, or a TOML file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Print a law with its clauses, or list the laws.

    With a TOML file of your own, every fault of it is printed.
    """
    out = console()
    if name is None:
        if as_json:
            print(json.dumps({one: law_of(one).title for one in LAWS}, indent=2))
            return
        for one in LAWS:
            out.print(f"{one}: {law_of(one).title}")
        return
    found = read_law(name) if name.endswith(".toml") else law_of(name)
    if as_json:
        payload = {
            "title": found.title,
            "time_zone": found.time_zone,
            "week_starts": found.week_starts,
            "rules": [line._asdict() for line in law_rules(found)],
            "read": list(found.sources),
            "not_read": list(found.unread),
        }
        print(json.dumps(payload, indent=2))
        return
    out.print(f"{found.title}: days as in {found.time_zone}, weeks from {found.week_starts.capitalize()}\n")
    rows = table("rule", "is", "clause", "meaning")
    for line in law_rules(found):
        rows.add_row(line.name, line.value, line.clause, "; ".join(filter(None, (line.meaning, line.reading))))
    out.print(rows)
    for heading, texts in (("Read", found.sources), ("Not read", found.unread)):
        for text in texts:
            out.print(f"{heading}: {text}")
