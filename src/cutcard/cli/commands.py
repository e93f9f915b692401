"""All commands by name: a command's module is imported when the command is run, or asked for its own help."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple

import typer

from cutcard.extras import MissingPackage, extra_for


class Listed(NamedTuple):
    """Where a command is, and its line in the list of all: a test compares it with the command's own help."""

    module: str
    says: str


COMMANDS = {
    "rules": Listed("rules", "List the rulebooks, print one, or compare two."),
    "rulebook": Listed("rulebook", "Write a rulebook of your own, and check it."),
    "clauses": Listed("clauses", "Print the clauses of a book and the tests that show them."),
    "law": Listed("law", "Print a law with its clauses, or list the laws."),
    "play": Listed("play", "Play any game in the terminal."),
    "train": Listed("train", "Train a dealer: rounds with a planted mistake, or payments."),
    "settle": Listed("settle", "Settle round records, one JSON object per line."),
    "odds": Listed("odds", "Print the exact odds of a game, a book or all books."),
    "strategy": Listed("odds", "Print the best play of a game as a chart."),
    "par": Listed("odds", "Write the par sheet of a game as one HTML file."),
    "limit": Listed("limit", "Print the chance of reaching a loss limit."),
    "effects": Listed("effects", "Print what removing each rank changes."),
    "sweep": Listed("sweep", "Print the exact edge for combinations of decks and rules."),
    "count": Listed("count", "Card counting: systems, index numbers, side bets, spreads."),
    "house": Listed("house", "The casino's side: win and hold, mistakes, real tables."),
    "volatility": Listed("volatility", "Print what the house wins and how much that may vary."),
    "simulate": Listed("simulate", "Play many rounds and print the results."),
    "bankroll": Listed("simulate", "Play many sessions and print how they end."),
    "verify-shoe": Listed("verify_shoe", "Check that a shoe was dealt in its sealed order."),
    "serve": Listed("serve", "Run the tables, the API and the pages."),
    "bots": Listed("bots", "Let bots play at the tables of a service."),
    "registers": Listed("registers", "Print a register of players, such as cards or exclusions."),
    "reports": Listed("reports", "Print the reports to authorities that are due."),
    "audit": Listed("audit", "Check every row of a store."),
    "history": Listed("history", "Export the finished rounds of a store."),
    "rate": Listed("rate", "Rate the players of a store by their decisions and bets."),
    "statement": Listed("statement", "Print a player's statement."),
    "jackpots": Listed("jackpots", "Print the jackpots of a store and check every cent."),
    "shoe": Listed("shoe", "List the virtual shoes of a table, or print one."),
    "tournament": Listed("tournament", "Terms, results, advice and simulations of tournaments."),
    "accounts": Listed("accounts", "The accounts of the service: who may log in, and as what."),
    "people": Listed("people", "The personal data of a store: who the players are."),
    "promotion": Listed("promotion", "Conditions of promotions, and their results."),
    "report": Listed("report", "Reports to the regulator, read from a store."),
    "store": Listed("store", "The keys of a store, its backup, and its last checkpoint."),
}


class LoadedCommands(Mapping[str, Any]):
    """The commands as typer has them, each imported when it is looked up."""

    def __init__(self) -> None:
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            self._loaded[name] = _command(name, COMMANDS[name].module)
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


def _command(name: str, where: str) -> Any:
    """A command of its module: its group `app`, or the function of that name."""
    try:
        module: Any = import_module(f"cutcard.cli.{where}")
    except ModuleNotFoundError as error:
        extra = extra_for(error)
        if extra is None:
            raise
        raise MissingPackage.of(f"cutcard {name}", extra) from None
    around = typer.Typer(rich_markup_mode=None)
    if hasattr(module, "app"):
        around.add_typer(module.app, name=name)
    else:
        function = getattr(module, name.replace("-", "_"))
        around.command(name, epilog=getattr(module, "EPILOG", None))(function)
    return typer.main.get_group(around).commands[name]
