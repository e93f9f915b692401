"""`cutcard sweep`: a game's exact edge as decks and rules are varied."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from cutcard.cli.options import AsJson, Book, Game, OptionValues, Wager, wager_given
from cutcard.cli.text import console, table


def sweep(
    book: Book,
    game: Game,
    decks: Annotated[
        list[int] | None,
        typer.Option(help="A number of decks from 1 to 8, whether the book allows it or not; repeatable."),
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FIELD=VALUE|VALUE", help="A rule and the values to try for it, separated by |; repeatable."
        ),
    ] = None,
    option: OptionValues = None,
    wager: Wager = "10",
    as_json: AsJson = False,
) -> None:
    """Print the exact edge for combinations of decks and rules.

    Rules are named as `cutcard rules BOOK GAME` prints them: --vary "dealer.hits_soft_17=no|yes". Each combination is
    solved with its own best play, some seconds for each that nobody has asked for before.
    """
    from cutcard.odds.query import decks_of, rules_for
    from cutcard.odds.sweep import parse_choice
    from cutcard.odds.sweep import sweep as swept

    rules = rules_for(book, game, option or ())
    choices = [parse_choice(text) for text in vary or ()]
    lines = swept(rules, decks or [decks_of(rules, None)], choices, wager_given(wager))
    if as_json:
        payload = {"book": book, "game": game, "varied": [path for path, _ in choices]}
        print(json.dumps({**payload, "lines": [line.as_json() for line in lines]}, indent=2))
        return
    rows = table("decks", *(path for path, _ in choices), "house edge", "deviation", "off by at most")
    for line in lines:
        off = f"{line.error_bound:.1e}" if line.error_bound else "exact"
        rows.add_row(str(line.decks), *line.values, f"{line.house_edge:+.6%}", f"{line.sd:.4f}", off)
    console().print(rows)
