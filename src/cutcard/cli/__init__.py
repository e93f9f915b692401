"""The command line, one module for each family of commands."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from cutcard import __version__
from cutcard.cli import (
    accounts,
    audit,
    bots,
    clauses,
    history,
    jackpots,
    odds,
    play,
    report,
    rules,
    serve,
    settle,
    shoe,
    simulate,
    store,
    tournament,
    train,
    verify_shoe,
)
from cutcard.errors import CutcardError

app = typer.Typer(
    name="cutcard",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(asked: bool) -> None:
    if asked:
        print(f"cutcard {__version__}")
        raise typer.Exit


@app.callback()
def cutcard(
    version_asked: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """An executable rulebook for casino blackjack."""


app.command()(rules.rules)
app.command()(clauses.clauses)
app.command()(play.play)
app.command()(train.train)
app.command()(settle.settle)
app.command()(odds.odds)
app.command()(odds.strategy)
app.command()(odds.par)
app.command()(simulate.simulate)
app.command()(simulate.bankroll)
app.command()(audit.audit)
app.command()(history.history)
app.command()(jackpots.jackpots)
app.command()(shoe.shoe)
app.command()(verify_shoe.verify_shoe)
app.command(epilog=serve.EPILOG)(serve.serve)
app.add_typer(accounts.app, name="accounts")
app.add_typer(store.app, name="store")
app.add_typer(report.app, name="report")
app.add_typer(tournament.app, name="tournament")
app.command()(bots.bots)


def main() -> None:
    """Run a command; an error that a person can correct is one sentence, with exit status 2."""
    try:
        app()
    except CutcardError as error:
        clause = f" (clause {error.clause})" if error.clause else ""
        print(f"cutcard: {error}{clause}", file=sys.stderr)
        sys.exit(2)
