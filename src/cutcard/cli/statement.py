"""`cutcard statement`: what a player did, beside what was expected."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from cutcard.cli.options import AsJson, Database
from cutcard.cli.text import console, table
from cutcard.errors import CutcardError
from cutcard.money import priced
from cutcard.narration.formatting import parse_time
from cutcard.private_files import private_text
from cutcard.store import Store

if TYPE_CHECKING:  # the solver is slow to import: only the commands that need it wait for it
    from cutcard.reports.statement import CurrencyAccount, Statement


def statement(
    db: Database,
    player: Annotated[str, typer.Argument(help="The name of the player's account.")],
    since: Annotated[
        str | None, typer.Option("--from", metavar="TIME", help="From this time on: 2026-05-01T21:40 (UTC).")
    ] = None,
    until: Annotated[str | None, typer.Option("--to", metavar="TIME", help="Before this time.")] = None,
    as_json: AsJson = False,
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it as CSV for other programs.")] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it as a page to print.")] = None,
) -> None:
    """Print a player's statement.

    It has the time played, the turnover, and what was won or lost by game and side bet, beside what was expected.

    Expected results are exact for the best play of each game. Every buy-in and cash-out is listed with its time, table
    and amount.
    """
    from cutcard.reports.statement import statement_of
    from cutcard.reports.statement_files import statement_csv, statement_page
    from cutcard.store.player_activity import activity_of
    from cutcard.store.player_reading import player_state

    if sum((as_json, csv is not None, html is not None)) > 1:
        raise CutcardError("--json, --csv and --html are one or the other")
    store = Store.open(db, create=False)
    try:
        found = statement_of(activity_of(store, player, parse_time(since), parse_time(until)))
        if not found.accounts and not player_state(store, player).registered:
            raise CutcardError(f"nobody called {player} is in the register of players, or has played in this time")
    finally:
        store.close()
    if as_json:
        print(json.dumps(found.as_json(), indent=2))
    elif csv is not None:
        _written(csv, statement_csv(found))
    elif html is not None:
        _written(html, statement_page(found))
    else:
        _print(console(), found)


def _written(path: Path, content: str) -> None:
    try:
        with private_text(path) as file:
            file.write(content)
    except OSError as error:
        raise CutcardError(f"{path} could not be written: {error.strerror}") from None
    console().print(f"written to {path}")


def _print(out: Console, found: Statement) -> None:
    from cutcard.reports.statement_files import utc

    begins = "" if found.since is None else f"from {utc(found.since)} "
    out.print(f"[bold]Statement of {found.player}[/], {begins}until {utc(found.until)} UTC\n")
    if not found.accounts:
        out.print("There was no play in this time.")
    for account in found.accounts:
        _print_account(out, account)
    for note in found.notes:
        out.print(f"[dim]· {note}[/]")


def _print_account(out: Console, account: CurrencyAccount) -> None:
    from cutcard.reports.statement_files import hours, luck_words, utc

    facts = table("", "", title=account.title)
    facts.add_row("time at tables", hours(account.minutes))
    facts.add_row("rounds", f"{account.rounds:,}")
    facts.add_row("turnover", priced(account.turnover))
    facts.add_row("result", f"{priced(account.net)}: won {priced(account.won)}, lost {priced(account.lost)}")
    facts.add_row("to be expected", f"{_money(account.expected)}, standard deviation {_money(account.sd)}")
    if account.luck is not None:
        facts.add_row("luck", luck_words(account.luck))
    out.print(facts, "")
    bets = table("game", "wager", "placed", "turnover", "won", "lost", "result", "expected", "deviation")
    for line in account.games:
        amounts = (line.staked, line.won, line.lost, line.net, line.expected, line.sd)
        bets.add_row(line.title, line.bet_title, f"{line.wagers:,}", *(_money(amount) for amount in amounts))
    out.print(bets, "")
    moves = table("time", "table", "what", "amount")
    for move in account.moves:
        moves.add_row(utc(move.at), move.table, move.kind, priced(move.amount))
    out.print(moves, "")


def _money(amount: float | None) -> str:
    return "not known" if amount is None else priced(round(amount))
