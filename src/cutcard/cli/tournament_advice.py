"""`cutcard tournament advise` and `means`: what to bet and how to play, and what a tournament's means are worth."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress, TaskID

from cutcard.cli.options import AsJson, Book, Decks, one_game
from cutcard.cli.progress import percent_bar
from cutcard.cli.text import console, table
from cutcard.errors import UnknownName
from cutcard.money import dollars, priced
from cutcard.rulebooks import BOOKS

if TYPE_CHECKING:  # the solver is slow to import: only the commands that need it wait for it
    from cutcard.odds.tournaments import Advice, Standing

DEPARTURES_SHOWN = 40


def advise(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The table, as docs/tournament-strategy.md describes it.")
    ],
    exact: Annotated[
        bool, typer.Option("--exact", help="Enumerate the finite shoe for the best wager of two players' last hand.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print the wager or play with the best chance to advance.

    FILE is TOML, or JSON if its name ends in .json: the book and game, everybody's chips in the order of the boxes, who
    bets first, the limits, the rounds left and how many advance.

    Exit status: 0; 2 if the file cannot be read or the table cannot be as it is written.
    """
    from cutcard.odds.tournaments import advise as advised
    from cutcard.odds.tournaments import read_standing

    standing = read_standing(file)
    with _bar(as_json) as (bar, task):
        found = advised(
            standing, exact=exact, progress=lambda done, total: bar.update(task, completed=done, total=total)
        )
    if as_json:
        print(json.dumps(_as_json(standing, found), indent=2))
        return
    _print(console(), standing, found)


def means(
    book: Book = "sydney-v15",
    game: Annotated[
        str, typer.Argument(help="A game in which a hand is worth its total.", callback=one_game)
    ] = "blackjack",
    decks: Decks = None,
    as_json: AsJson = False,
) -> None:
    """Print what each advantage is worth on the last hand.

    The advantages are seat, marker, undisclosed wager, pass card and buy-back.

    It is the table of docs/tournament-strategy.md, for any book and game: two players, wagers of $100 to $500 in
    hundreds. Gains are percentage points of the chance to advance. It takes about half a minute.
    """
    from cutcard.odds.query import decks_of, rules_for
    from cutcard.odds.tournaments.means import means as worked_out
    from cutcard.rulebooks.known_values import refuse_unknown

    if book not in BOOKS:
        raise UnknownName.of("book", book, BOOKS)
    rules = rules_for(book, game)
    refuse_unknown("tournament-advice", rules)
    with _bar(as_json) as (bar, task):
        found = worked_out(
            rules, decks_of(rules, decks), lambda done, total: bar.update(task, completed=done, total=total)
        )
    if as_json:
        print(json.dumps(asdict(found), indent=2))
        return
    rows = table("you", "the other", "you advance", "act last", "bet last", "hidden wager, at least", "pass card")
    for one in found.last_hand:
        rows.add_row(*one.cells)
    back = table("rounds left", "without", "with a buy-back")
    for each in found.buy_back:
        back.add_row(*each.cells)
    console().print(rows, "", back)


@contextmanager
def _bar(hidden: bool) -> Iterator[tuple[Progress, TaskID]]:
    with percent_bar("working out", hidden) as bar:
        yield bar, bar.add_task("")


def _as_json(standing: Standing, found: Advice) -> dict[str, Any]:
    """Amounts as strings of dollars, as everywhere."""
    made = asdict(found)
    made["best"] = dollars(found.best) if isinstance(found.best, int) else found.best
    for wager in made["wagers"]:
        wager["wager"] = dollars(wager["wager"])
        wager["others"] = {name: dollars(bet) for name, bet in wager["others"]}
    return {"you": standing.yours.name, **made}


def _print(out: Console, standing: Standing, found: Advice) -> None:
    seats = ", ".join(f"{seat.name} {priced(seat.chips)}" for seat in standing.seats)
    out.print(f"[bold]{standing.yours.name}[/] asks: {seats}; {standing.advance} of {len(standing.seats)} advance")
    out.print(f"{standing.rules.book}, {standing.rules.title}, {standing.decks} decks\n")
    if found.asked == "play":
        rows = table("play", "chance to advance")
        for choice in found.plays:
            rows.add_row(choice.act, f"{choice.chance:.2%}")
        out.print(f"Best play: [bold]{found.best}[/], with which you advance in {found.chance:.2%}.\n")
        out.print(rows, "")
    else:
        _print_wagers(out, found)
        _print_departures(out, found)
    out.print(f"[dim]How: {found.method}.[/]")
    for assumed in found.assumed:
        out.print(f"[dim]· {assumed}[/]")


def _wager(amount: int) -> str:
    return priced(amount) if amount else "pass card"


def _print_wagers(out: Console, found: Advice) -> None:
    assert isinstance(found.best, int)
    mixed = any(one.share is not None for one in found.wagers)
    best = "Best first choice" if mixed else "Best wager"
    out.print(f"{best}: [bold]{_wager(found.best)}[/], with which you advance in {found.chance:.2%}.")
    if found.exact is not None:
        out.print(f"From the finite shoe, exactly: {found.exact:.4%}.")
    rows = table("wager", *(("choose it in",) if mixed else ()), "chance to advance", "between", "others then bet")
    for one in found.wagers:
        at_most = one.least == 0.0 < one.most == one.chance
        chance = f"at most {one.chance:.2%}" if at_most else f"{one.chance:.2%}"
        between = "" if at_most or one.least == one.most else f"{one.least:.2%} and {one.most:.2%}"
        share = (f"{one.share:.1%}",) if mixed and one.share is not None else ()
        rows.add_row(_wager(one.wager), *share, chance, between, ", ".join(f"{n} {_wager(b)}" for n, b in one.others))
    out.print("", rows, "")


def _print_departures(out: Console, found: Advice) -> None:
    if not found.departures:
        return
    out.print("Play that differs from basic strategy, by the dealer's first card")
    out.print("[dim]S stand, H hit, D double, d double for less, P split, R surrender; a point: as always[/]")
    rows = table("other has", "hand", "A 2 3 4 5 6 7 8 9 T")
    for one in found.departures[:DEPARTURES_SHOWN]:
        rows.add_row(one.when, one.hand, " ".join(one.acts))
    out.print(rows)
    if len(found.departures) > DEPARTURES_SHOWN:
        out.print(f"[dim]and {len(found.departures) - DEPARTURES_SHOWN} more: --json has all[/]")
    out.print("")
