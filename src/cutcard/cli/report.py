"""`cutcard report`: what a casino has to tell its regulator, read from a store."""

from __future__ import annotations

import csv
import json
import sys
from contextlib import closing
from enum import StrEnum
from typing import Annotated, Any

import typer

from cutcard.cli.options import AsJson, Database
from cutcard.cli.text import console, table
from cutcard.errors import CutcardError
from cutcard.narration.formatting import money
from cutcard.narration.wrong_payments import INTENT, came_of, cause
from cutcard.spreadsheet_cells import plain_cell
from cutcard.store import Store
from cutcard.store.wrong_payments import Month, Report, report_fields
from cutcard.store.wrong_payments import report as made_report

app = typer.Typer(
    name="report",
    help="Reports to the regulator, read from a store.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


class Format(StrEnum):
    words = "words"
    json = "json"
    csv = "csv"


@app.callback()
def report() -> None:
    """Reports to the regulator, read from a store."""


@app.command("wrong-payments")
def wrong_payments(
    db: Database,
    month: Annotated[str, typer.Option(metavar="MONTH", help="The month in which they were found: 2026-11.")],
    time_zone: Annotated[
        str, typer.Option(metavar="ZONE", help="The time zone in which months begin and end.")
    ] = "UTC",
    all_: Annotated[bool, typer.Option("--all", help="Also payments that are not over the document's limit.")] = False,
    format: Annotated[Format, typer.Option(help="How to write them.")] = Format.words,
    as_json: AsJson = False,
) -> None:
    """List a month's wrong payments for the regulator.

    These are all payments found in the month, at any table of the store, that were too high or too low by more than the
    limit in the document ($1,000 in Sydney, clause 16.21.2), whatever was done about them. Months are in UTC or in the
    time zone you name, such as Australia/Sydney; the times of cases are in UTC.
    Exit status: 0, even if there are none; 2 if the store cannot be read or the month is invalid.
    """
    if as_json and format is not Format.words:
        raise CutcardError("--json and --format are one or the other")
    period = Month.of(month, time_zone)
    with closing(Store.open(db, create=False)) as store:
        made = made_report(store, period)
    fields = report_fields(made)
    others = fields["others"] if all_ else []
    if as_json or format is Format.json:
        print(json.dumps(fields if all_ else {**fields, "others": []}, indent=2))
    elif format is Format.csv:
        _write_csv([*fields["cases"], *others])
    else:
        _print(made, fields["cases"], others)


COLUMNS = (
    *("case", "table", "book", "found", "found_by", "what", "round", "box", "bet", "patron", "kind", "paid", "due"),
    *("amount", "rectified", "outstanding", "intent", "to_report", "told_regulator", "closed", "breach", "note"),
)


def _write_csv(rows: list[dict[str, Any]]) -> None:
    out = csv.DictWriter(sys.stdout, COLUMNS, extrasaction="ignore", lineterminator="\n")
    out.writeheader()
    out.writerows({name: plain_cell(value) for name, value in row.items()} for row in rows)


def _print(made: Report, rows: list[dict[str, Any]], others: list[dict[str, Any]]) -> None:
    for book, (over, clause) in made.sums.items():
        print(f"Wrong payments over {money(over)} found in {made.month.name} ({made.month.zone}), by {book} {clause}")
    if not made.sums:
        print(f"No document asks for a report of wrong payments ({made.month.name})")
    _print_rows(rows, "none")
    if others:
        print("\nOther wrong payments found in that month")
        _print_rows(others, "none")


def _print_rows(rows: list[dict[str, Any]], none: str) -> None:
    if not rows:
        print(none)
        return
    listing = table("case", "found", "what", "patron", "paid", "due", "wrong by", "intent", "what came of it")
    for row in rows:
        patron = row["patron"] or "not known"
        amounts = (money(row[name]) for name in ("paid", "due", "amount"))
        listing.add_row(
            row["case"], row["found"][:16], cause(row), patron, *amounts, INTENT[row["intent"]], came_of(row)
        )
    console().print(listing)
