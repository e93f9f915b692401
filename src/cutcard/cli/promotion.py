"""`cutcard promotion`: conditions of promotions, and their results."""

from __future__ import annotations

from typing import Annotated

import typer

from cutcard.cli.options import AsJson, Database
from cutcard.cli.stream_results import print_document, print_results
from cutcard.cli.text import console, table
from cutcard.narration.formatting import money, utc
from cutcard.promotions.conditions import conditions_digest
from cutcard.promotions.conditions_file import conditions_in
from cutcard.promotions.conditions_text import conditions_document
from cutcard.promotions.duties import duties_open
from cutcard.promotions.promotion_results import PromotionResults
from cutcard.promotions.promotion_results import results as results_of
from cutcard.store.promotion_reading import promotion_names, promotion_state

app = typer.Typer(
    name="promotion",
    help="Conditions of promotions, and their results.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.callback()
def promotion() -> None:
    """Conditions of promotions, and their results."""


@app.command()
def conditions(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A TOML file with the conditions, or a book's name for its example.")
    ],
    printable: Annotated[bool, typer.Option("--print", help="Print a page of HTML, to be handed out.")] = False,
    as_json: AsJson = False,
) -> None:
    """Check the conditions of a promotion, and print them.

    They are checked against the promotion's book and printed with their clauses.

    Every fault of the file is reported at once. Exit status: 0; 2 if something is wrong or missing.
    """
    read = conditions_in(file)
    sections, digest = conditions_document(read), conditions_digest(read)
    print_document(read.title, sections, digest, as_json=as_json, printable=printable)


@app.command()
def results(
    db: Database,
    name: Annotated[str, typer.Argument(help="Only this promotion.")] = "",
    as_json: AsJson = False,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Print CSV for one promotion, with a line for each prize won.")
    ] = False,
) -> None:
    """Print the results of the promotions of a store.

    Who has won what, what was paid, and what is still due.

    A promotion that is still running is printed as it stands now. Exit status: 0, even if there are none; 2 if the
    store cannot be read or has no such promotion.
    """
    print_results(
        db,
        "promotion",
        name,
        names_of=promotion_names,
        results_of=lambda store, one: results_of(promotion_state(store, one)),
        print_one=_print_results,
        as_json=as_json,
        as_csv=as_csv,
    )


def _print_results(found: PromotionResults) -> None:
    state, conditions = found.state, found.state.conditions
    postponed = ", postponed" if state.postponed else ""
    print(f"{state.promotion}: {conditions.title}, {conditions.book}, {state.phase}{postponed}")
    entries = sum(state.tickets.values())
    print(f"  {entries} entries of {len(state.tickets)} players; entries close {utc(conditions.entries_close_at)}")
    rows = table("win", "prize", "worth", "player", "status", "told", "paid")
    for row in found.rows:
        told_at, paid = (utc(at) if at else "" for at in (row.told_at, row.paid_at))
        rows.add_row(str(row.win), row.name, money(row.value), row.player, row.status, told_at, paid)
    if found.rows:
        console().print(rows)
    for duty in duties_open(state):
        about = f" {duty.about}" if duty.about else ""
        by_when = "as soon as possible" if duty.soon else f"by {utc(duty.due_at)}"
        print(f"  due {by_when}: {duty.what.replace('-', ' ')}{about} ({duty.clause})")
    print()
