"""The command line, one module for each family of commands."""

from __future__ import annotations

import errno
import gc
import os
import sys
from textwrap import shorten
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from cutcard import __version__
from cutcard.clauses.library import add
from cutcard.cli.commands import COMMANDS, SECTIONS, LoadedCommands
from cutcard.errors import CutcardError
from cutcard.extras import MissingPackage, extra_for

OBJECTS_YOUNG = 50_000  # before garbage is looked for: importing makes many objects, and all of them stay
LOST = {
    errno.EPIPE: "the program that read the output has ended, so the rest is not written",
    errno.ENOSPC: "the disk is full, so the output is incomplete",
    errno.EDQUOT: "the disk's quota is used up, so the output is incomplete",
}


class OutputLost(CutcardError):
    """Output that could not be written."""


class _Commands(TyperGroup):
    """All commands; output that cannot be written, and a package that is not installed, are one sentence."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: Any = LoadedCommands()

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.commands)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        widest = max(map(len, COMMANDS))
        room = formatter.width - 6 - widest
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                rows = [(name, shorten(listed.says, room, placeholder="...")) for name, listed in commands.items()]
                formatter.write_dl([(f"{name:<{widest}}", says) for name, says in rows])

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


def _version(requested: bool) -> None:
    if requested:
        print(f"cutcard {__version__}")
        raise typer.Exit


def _known(paths: list[str] | None) -> None:
    for path in paths or ():
        add(path)


@app.callback()
def cutcard(
    rulebook: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH",
            callback=_known,
            help="A rulebook of your own, or a folder of them, that the command knows by name (or CUTCARD_RULEBOOKS).",
        ),
    ] = None,
    version_asked: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """An executable rulebook for casino blackjack: rules, odds, simulator, tables and their audit.

    A book is a casino's document, such as melbourne-v26; a game is one of its games, such as crown-pontoon.
    `cutcard rules` lists them all, and `cutcard COMMAND --help` explains a command and shows examples of it.

    \b
    Examples:
      cutcard rules melbourne-v26 crown-pontoon     every rule of a game, with its clause
      cutcard play melbourne-v26 crown-pontoon      play it here
      cutcard odds melbourne-v26 crown-pontoon      its house edge and side bets
      cutcard serve --demonstration                 tables in the browser
    """


def main() -> None:
    """Run a command; an error that a person can correct is one sentence, with exit status 2."""
    gc.set_threshold(OBJECTS_YOUNG)
    try:
        app()
    except CutcardError as error:
        clause = f" (clause {error.clause})" if error.clause else ""
        print(f"cutcard: {error}{clause}", file=sys.stderr)
        if isinstance(error, OutputLost):  # what is left in the buffer has nowhere to go
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(2)
