"""`cutcard rulebook`: start a rulebook of your own, and check it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cutcard import __version__
from cutcard.clauses.library import refuse_name
from cutcard.cli.options import AsJson
from cutcard.errors import CutcardError
from cutcard.rulebooks.loader import check as check_file
from cutcard.rulebooks.template import template

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True, help="Write a rulebook of your own, and check it.")
File = Annotated[Path, typer.Argument(metavar="FILE", help="A TOML file, whose name is the book's.")]


@app.command()
def new(
    file: File,
    like: Annotated[
        str, typer.Option(metavar="BOOK/GAME", help="The game of the package that it starts from.")
    ] = "melbourne-v26/blackjack",
) -> None:
    """Write a template for a rulebook.

    It has a game like one of the package, and every rule that you can change as a comment.
    """
    if file.suffix != ".toml":
        raise CutcardError(f"a rulebook is a TOML file such as home.toml, not {file.name!r:.80}")
    refuse_name(file.stem)
    text = template(file.stem, like, __version__)
    try:
        with file.open("x", encoding="utf-8") as made:
            made.write(text)
    except FileExistsError:
        raise CutcardError(f"{file} already exists and was not changed: choose another name") from None
    except OSError as error:
        raise CutcardError(f"{file} could not be written: {error.strerror}") from None
    print(f"Wrote {file}, a game like {like}. Change the rules that differ, then run `cutcard rulebook check {file}`.")


@app.command()
def check(file: File, as_json: AsJson = False) -> None:
    """Print every fault of a file, each with its place. Exit status: 0 if there are none, 1 if there are some."""
    found = check_file(file)
    if as_json:
        print(json.dumps([{"file": one.file, "path": one.path, "reason": one.reason} for one in found], indent=2))
    elif found:
        print(f"{file.name or file} has {len(found)} {'fault' if len(found) == 1 else 'faults'}:")
        for one in found:
            print(f"  {one.path}: {one.reason}" if one.path else f"  {one.reason}")
    else:
        print(f"{file.name} has no faults.")
    raise typer.Exit(int(bool(found)))
