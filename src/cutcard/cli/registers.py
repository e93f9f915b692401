"""`cutcard registers`: the registers of players, for inspectors and for those who keep them."""

from __future__ import annotations

import json
import time
from typing import Annotated, get_args

import typer

from cutcard.cli.options import AsJson, Database
from cutcard.cli.text import console, table
from cutcard.errors import CutcardError
from cutcard.money import priced
from cutcard.store import Store
from cutcard.store.history import iso
from cutcard.store.registers import KINDS, REGISTERS, RegisterName, Row, register_csv, whole_register

NAMES: tuple[RegisterName, ...] = get_args(RegisterName)


def registers(
    db: Database,
    register: Annotated[str, typer.Argument(help=f"One of {', '.join(NAMES)}.")],
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print a table for other programs.")] = False,
) -> None:
    """Print a register of players, such as cards or exclusions.

    It prints the whole register, whatever its length; the service's pages show it page by page.
    """
    which = next((name for name in NAMES if name == register), None)
    if which is None:
        raise CutcardError(f"there is no register {register!r}; it is one of {', '.join(NAMES)}")
    store = Store.open(db, create=False)
    try:
        rows = whole_register(which, store, time.time_ns() // 1_000_000)
    finally:
        store.close()
    if as_json:
        print(json.dumps(rows, indent=2))
    elif as_csv:
        print(register_csv(which, rows), end="")
    else:
        _print(which, rows)


def _print(which: RegisterName, rows: list[Row]) -> None:
    columns = REGISTERS[which].columns
    listing = table(*columns.values(), title=REGISTERS[which].title)
    for row in rows:
        listing.add_row(*(_cell(name, row) for name in columns))
    console().print(listing if rows else "There is nothing in this register.")


def _cell(name: str, row: Row) -> str:
    value, kind = row.get(name), KINDS.get(name, "text")
    if value is None:
        return ""
    if kind == "time":
        return iso(int(value))
    if kind == "limit":
        return f"{value} min" if row.get("kind") == "time" else priced(int(value))
    return str(value)
