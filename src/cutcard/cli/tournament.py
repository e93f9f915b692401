"""`cutcard tournament`: terms, results, advice and simulations of tournaments."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cutcard.cli.options import AsJson, Database
from cutcard.cli.stream_results import print_document, print_results
from cutcard.cli.text import console, table
from cutcard.cli.tournament_advice import advise, means
from cutcard.narration.formatting import money, utc
from cutcard.streams.example_files import example_book
from cutcard.tournaments.results import TournamentResults
from cutcard.tournaments.results import results as results_of
from cutcard.tournaments.terms import TournamentTerms, terms_digest
from cutcard.tournaments.terms_file import example_terms, read_terms
from cutcard.tournaments.terms_text import terms_document

app = typer.Typer(
    name="tournament",
    help="Terms, results, advice and simulations of tournaments.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.callback()
def tournament() -> None:
    """Terms, results, advice and simulations of tournaments."""


app.command()(advise)
app.command()(means)


@app.command()
def results(
    db: Database,
    name: Annotated[str, typer.Argument(help="Only this tournament.")] = "",
    as_json: AsJson = False,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Print CSV for one tournament, with a line for each entry.")
    ] = False,
) -> None:
    """Print the results of the tournaments of a store.

    Places and prizes, what was counted, and rulings.

    A tournament that is still running is printed as it stands now. Exit status: 0, even if there are none; 2 if the
    store cannot be read or has no such tournament.
    """
    from cutcard.store.tournament_reading import tournament_names, tournament_state  # of the service's packages

    print_results(
        db,
        "tournament",
        name,
        names_of=tournament_names,
        results_of=lambda store, one: results_of(tournament_state(store, one)),
        print_one=_print_results,
        as_json=as_json,
        as_csv=as_csv,
    )


def _print_results(found: TournamentResults) -> None:
    state, terms, out = found.state, found.state.terms, console()
    stages = ", ".join(stage.name for stage in terms.stages)
    print(f"{state.tournament}: {terms.title}, {terms.game} of {terms.book}, {state.phase}")
    print(f"  {len(found.rows)} entries; stages: {stages}; begins {utc(terms.starts_at)}")
    rows = table("place", "entry", "player", "status", "stage", "chips at the end", "prize")
    for row in found.rows:
        chips = money([*row.chips.values()][-1]) if row.chips else ""
        prize = money(row.prize) if row.prize else ""
        rows.add_row(str(row.place or ""), str(row.number), row.player, row.status, row.stage, chips, prize)
    if found.rows:
        out.print(rows)
    for session in state.sessions.values():
        what = "play-off" if session.play_off else terms.stages[session.stage - 1].name
        print(f"  session {session.number}, {what}: {len(session.tables)} tables, {session.status}")
    for ruling in state.rulings:
        print(f"  {utc(ruling.at)} ruling {ruling.number} by {ruling.by} ({ruling.clause}): {ruling.ruling}")
    print()


@app.command()
def terms(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A TOML file with the terms, or the name of a book for its example.")
    ],
    printable: Annotated[bool, typer.Option("--print", help="Print a page of HTML, to be handed out.")] = False,
    as_json: AsJson = False,
) -> None:
    """Check the terms of a tournament, and print them.

    They are checked against the tournament's book and printed with their clauses.

    Every fault of the file is reported at once. Exit status: 0; 2 if something is wrong or missing.
    """
    read = _terms_in(file)
    print_document(read.title, terms_document(read), terms_digest(read), as_json=as_json, printable=printable)


@app.command()
def simulate(
    file: Annotated[str, typer.Argument(metavar="TERMS", help="A TOML file with the terms, or a book's name.")],
    field: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Who plays and how; without it, everybody bets sensibly.")
    ] = None,
    entrants: Annotated[int | None, typer.Option(help="Entrants; without it, as many as the terms say.")] = None,
    tournaments: Annotated[str, typer.Option(help="Tournaments to play, such as 1e5.")] = "20000",
    seed: Annotated[int, typer.Option(help="The same seed gives the same result, with any number of threads.")] = 1,
    threads: Annotated[int, typer.Option(help="Threads to use; 0 is one for each core.")] = 0,
    rounds_an_hour: Annotated[float, typer.Option(help="Rounds dealt at a table per hour.")] = 50.0,
    tables_a_supervisor: Annotated[int, typer.Option(help="Tables that one supervisor looks after.")] = 4,
    relief: Annotated[
        float, typer.Option(help="Relief dealers for each table, in addition to the one who deals.")
    ] = 0.25,
    as_json: AsJson = False,
) -> None:
    """Play a tournament many times, and print the chances.

    Also the value of an entry, and how many tables, hours and people the format needs.

    Ctrl-C stops it and prints what it has counted so far. Errors are standard errors.
    """
    from cutcard.cli.tournament_tables import simulated

    simulated(
        _terms_in(file),
        field,
        entrants,
        tournaments,
        seed,
        threads,
        (rounds_an_hour, tables_a_supervisor, relief),
        as_json,
    )


def _terms_in(file: str) -> TournamentTerms:
    """The terms of a file, or the example for a book."""
    book = example_book(file)
    return read_terms(file) if book is None else example_terms(book)
