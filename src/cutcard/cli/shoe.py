"""`cutcard shoe`: the virtual shoes of a table, as files that anybody can check."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Annotated

import typer

from cutcard.cli.options import AsJson, Database
from cutcard.cli.text import console, table
from cutcard.errors import CutcardError
from cutcard.store import Store
from cutcard.store.history import iso
from cutcard.store.shoes import SealedShoe, shoes
from cutcard.store.shoes import shoe as find


def shoe(
    db: Database,
    at: Annotated[str, typer.Argument(metavar="TABLE", help="The table's name.")],
    number: Annotated[
        int | None, typer.Argument(metavar="SHOE", help="A shoe's number; without it, all are listed.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the virtual shoes of a table, or print one.

    A shoe is sealed before its first card and its order is revealed when it ends; until then only the seal is shown.
    A shoe that has ended is printed as the file that `cutcard verify-shoe` reads.
    """
    with closing(Store.open(db, create=False)) as store:
        if number is None:
            _list(list(shoes(store, at)), at, as_json)
        else:
            print(json.dumps(_ended(find(store, at, number), at, number)))


def _list(found: list[SealedShoe], at: str, as_json: bool) -> None:
    if not found:
        raise CutcardError(f"there is no virtual shoe of a table {at} in this store")
    if as_json:
        print(json.dumps([_as_json(each) for each in found], indent=2))
        return
    rows = table("shoe", "sealed", "ended", "rounds", "seal")
    for each in found:
        ended = "in play" if each.ended_ms is None else iso(each.ended_ms)
        rounds = f"{each.rounds[0]} to {each.rounds[-1]}" if each.rounds else "none"
        rows.add_row(str(each.number), iso(each.sealed_ms), ended, rounds, each.commitment)
    console().print(rows)


def _as_json(shoe: SealedShoe) -> dict[str, object]:
    ended = None if shoe.ended_ms is None else iso(shoe.ended_ms)
    when = {"sealed": iso(shoe.sealed_ms), "ended": ended}
    return {"shoe": shoe.number, **when, "rounds": list(shoe.rounds), "seal": shoe.commitment}


def _ended(found: SealedShoe | None, at: str, number: int) -> dict[str, object]:
    if found is None:
        raise CutcardError(f"there is no virtual shoe {number} of a table {at} in this store")
    if found.file is None:
        raise CutcardError(f"shoe {number} is in play: its order is told when it has ended")
    return found.file
