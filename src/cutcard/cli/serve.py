"""`cutcard serve`: the tables of a store on the network."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cutcard.clauses.library import add, books
from cutcard.players.own_laws import own_law
from cutcard.rulebooks import load
from cutcard.service.settings import FILE_ENV, Settings, listing

if TYPE_CHECKING:
    from fastapi import FastAPI

    from cutcard.service.casino import Casino


def _listed() -> str:
    """Every setting, for the help: its name in the file, its environment variable, its default, what it does."""
    lines = [f"{one.name} ({one.env}, default {one.default}): {one.help}." for one in listing()]
    says = "Settings, from a TOML file by these names or from the environment; the command line wins over both:"
    return "\n\n".join([says, *lines])


EPILOG = _listed()


def serve(
    db: Annotated[
        str | None, typer.Option(metavar="URL", help="The store: an SQLite file, or postgresql://…", show_default=False)
    ] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen on; 0 takes a free one.")] = None,
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    settings: Annotated[
        Path | None, typer.Option(metavar="FILE", help=f"A TOML file with settings (or {FILE_ENV}).")
    ] = None,
    rulebook: Annotated[
        list[str] | None,
        typer.Option(metavar="PATH", help="A rulebook of your own, or a folder of them; repeatable."),
    ] = None,
    law: Annotated[
        str | None,
        typer.Option(
            metavar="LAW",
            help="A law for the protection of players, by the name that `cutcard law` lists, or a file of your own.",
        ),
    ] = None,
    demonstration: Annotated[
        bool, typer.Option("--demonstration", help="Open a table of play money for each book and some games.")
    ] = False,
) -> None:
    """Run the tables, the API and the pages.

    On the first start of a store, the account "administrator" is made and its password printed once. Ctrl-C stops it.
    """
    read = Settings.read(
        settings, given={"db": db, "port": port, "host": host, "rulebooks": _joined(rulebook), "law": law}
    )
    _know(read)
    from cutcard.service.server import serve as run

    def extra(made: FastAPI, casino: Casino) -> None:
        if demonstration:
            from cutcard.service.demonstration import open_tables

            casino.on_start.append(open_tables)
        if read.web:
            from cutcard.web.app import add_pages

            add_pages(made, casino)

    run(read, _Printed(), extra)


def _joined(paths: list[str] | None) -> str | None:
    return os.pathsep.join(paths) if paths else None


def _know(settings: Settings) -> None:
    """Read the operator's own rulebooks and law before anything is served: with a faulty one nothing starts."""
    if settings.law:
        own_law(settings.law)
    for path in filter(None, settings.rulebooks.split(os.pathsep)):
        if not Path(path).is_dir() or any(Path(path).glob("*.toml")):  # a folder may be empty for now
            add(path)
    for book, files in books().items():
        if files.own:
            load(book)


class _Printed:
    """Prints what the person who started the service needs to know."""

    def password(self, password: str) -> None:
        print("A new store. Its administrator logs in with this password, which is not shown again:")
        print(f"  name      administrator\n  password  {password}", flush=True)

    def address(self, address: str) -> None:
        print(f"Cutcard is at {address}   (Ctrl-C stops it)", flush=True)
