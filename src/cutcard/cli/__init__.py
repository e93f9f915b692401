"""The command line, one module for each family of commands."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from cutcard import __version__
from cutcard.cli import (
    clauses,
    law,
    limit,
    odds,
    play,
    rules,
    settle,
    simulate,
    tournament,
    train,
    verify_shoe,
)
from cutcard.errors import CutcardError
from cutcard.extras import MissingPackage, extra_for

LOST = {
    errno.EPIPE: "nobody reads the output any more, so that it ends here",
    errno.ENOSPC: "the disk is full, so that the output is not whole",
    errno.EDQUOT: "the disk's quota is used up, so that the output is not whole",
}


class OutputLost(CutcardError):
    """Output that could not be written."""


class _Commands(TyperGroup):
    """All commands; output that cannot be written, and a package that is not installed, are one sentence."""

    def invoke(self, ctx: Any) -> Any:
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except OSError as error:
            if error.errno not in LOST:
                raise
            raise OutputLost(LOST[error.errno]) from None
        except ModuleNotFoundError as error:
            extra = extra_for(error)
            if extra is None:
                raise
            raise MissingPackage.of(f"cutcard {ctx.invoked_subcommand}", extra) from None


app = typer.Typer(
    name="cutcard",
    cls=_Commands,
    no_args_is_help=True,
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


def _add_served(name: str) -> None:
    """Add commands that need the packages of the service; where these are not installed, one that says so."""
    try:
        module: Any = import_module(f"cutcard.cli.{name}")
    except ModuleNotFoundError as error:
        if extra_for(error) is None:
            raise
        anything = {"allow_extra_args": True, "ignore_unknown_options": True}
        says = f"Needs more packages: pip install 'cutcard[{extra_for(error)}]'."
        app.command(name, help=says, context_settings=anything, add_help_option=False)(_missing)
        return
    if hasattr(module, "app"):
        app.add_typer(module.app, name=name)
    else:
        app.command(epilog=getattr(module, "EPILOG", None))(getattr(module, name))


def _missing(ctx: typer.Context) -> None:
    import_module(f"cutcard.cli.{ctx.info_name}")


app.command()(rules.rules)
app.command()(clauses.clauses)
app.command()(law.law)
app.command()(play.play)
app.command()(train.train)
app.command()(settle.settle)
app.command()(odds.odds)
app.command()(odds.strategy)
app.command()(odds.par)
app.command()(limit.limit)
app.command()(simulate.simulate)
app.command()(simulate.bankroll)
app.add_typer(tournament.app, name="tournament")
app.command()(verify_shoe.verify_shoe)
for _name in (
    "serve",
    "bots",
    "accounts",
    "people",
    "reports",
    "promotion",
    "audit",
    "history",
    "statement",
    "jackpots",
    "shoe",
    "report",
    "store",
):
    _add_served(_name)


def main() -> None:
    """Run a command; an error that a person can correct is one sentence, with exit status 2."""
    try:
        app()
    except CutcardError as error:
        clause = f" (clause {error.clause})" if error.clause else ""
        print(f"cutcard: {error}{clause}", file=sys.stderr)
        if isinstance(error, OutputLost):  # what is left in the buffer has nowhere to go
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(2)
