"""`cutcard clauses`: every clause of a book, and what shows it."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.text import Text

from cutcard.clauses import Clause, ledger, named, recorded, shown
from cutcard.cli.options import AsJson, Book
from cutcard.cli.text import console, table
from cutcard.errors import UnknownName

ID_WIDTH = 22  # longer ids are a number and a term, and go over two lines


def clauses(
    book: Book,
    topic: Annotated[
        str | None, typer.Option(help="Only clauses on this topic, such as settlement, split or irregularity.")
    ] = None,
    how: Annotated[
        str | None,
        typer.Option(help="Only clauses treated so: enforce, choose, configure, command, record, display or inform."),
    ] = None,
    untested: Annotated[bool, typer.Option("--untested", help="Only clauses that no test shows by behaviour.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print the clauses of a book and the tests that show them."""
    all_of_it = list(ledger(book).values())
    _known("topic", topic, {clause.topic for clause in all_of_it})
    _known("treatment", how, {clause.how for clause in all_of_it})
    chosen = [
        clause
        for clause in all_of_it
        if topic in (None, clause.topic)
        and how in (None, clause.how)
        and not (untested and (book, clause.id) in shown())
    ]
    if as_json:
        print(json.dumps([_as_json(clause) for clause in chosen], indent=2))
        return
    rows = table("clause", "topic", "how", "shown", "recorded", "says")
    rows.columns[0].no_wrap, rows.columns[0].max_width = False, ID_WIDTH
    for clause in chosen:
        where = (book, clause.id)
        tests = [str(len(found.get(where, ())) or "") for found in (shown(), recorded())]
        rows.add_row(clause.id, clause.topic, clause.how, *tests, _says(clause))
    out = console()
    out.print(rows)
    ids = {(book, clause.id) for clause in chosen}
    counts = (
        f"{len(ids & shown().keys())} shown by a test, {len(ids & recorded().keys() - shown().keys())} only recorded"
    )
    out.print(f"\n{len(chosen)} of the {len(all_of_it)} clauses of {book}; of these {counts}")


def _as_json(clause: Clause) -> dict[str, object]:
    where = (clause.book, clause.id)
    tests = {"shown": list(shown().get(where, ())), "recorded": list(recorded().get(where, ()))}
    return {"clause": clause.id, "topic": clause.topic, "how": clause.how, "says": clause.says, **tests}


def _says(clause: Clause) -> Text:
    text = Text(clause.says)
    for test in shown().get((clause.book, clause.id), ()):
        text.append(f"\n✓ {named(test)}", style="green")
    for test in recorded().get((clause.book, clause.id), ()):
        text.append(f"\n· {named(test)}", style="yellow")
    return text


def _known(kind: str, name: str | None, names: set[str]) -> None:
    if name is not None and name not in names:
        raise UnknownName.of(kind, name, sorted(names))
