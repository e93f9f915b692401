"""All commands by name: a command's module is imported when the command is run, or asked for its own help."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple

import typer

from cutcard.cli.examples import examples_of
from cutcard.extras import MissingPackage, extra_for


class Listed(NamedTuple):
    """Where a command is, and its line in the list of all: a test compares it with the command's own help."""

    module: str
    says: str


# The list of all commands: a heading, and the commands under it.
SECTIONS: dict[str, dict[str, Listed]] = {
    "Rules and training": {
        "rules": Listed("rules", "List the rulebooks, print one, or compare two."),
        "rulebook": Listed("rulebook", "Write a rulebook of your own, and check it."),
        "clauses": Listed("clauses", "Print the clauses of a book and the tests that show them."),
        "law": Listed("law", "Print a law with its clauses, or list the laws."),
        "play": Listed("play", "Play any game in the terminal."),
        "train": Listed("train", "Train a dealer: rounds with a planted mistake, or payments."),
        "settle": Listed("settle", "Settle round records, one JSON object per line."),
    },
    "Odds": {
        "odds": Listed("odds", "Print the exact odds of a game, a book or all books."),
        "strategy": Listed("odds", "Print the best play of a game as a chart."),
        "par": Listed("odds", "Write the par sheet of a game as one HTML file."),
        "sweep": Listed("sweep", "Print the exact edge for combinations of decks and rules."),
        "effects": Listed("effects", "Print what removing each rank changes."),
        "count": Listed("count", "Card counting: systems, index numbers, side bets, spreads."),
        "limit": Listed("limit", "Print the chance of reaching a loss limit."),
        "house": Listed("house", "The casino's side: win and hold, mistakes, real tables."),
        "volatility": Listed("volatility", "Print what the house wins and how much that may vary."),
    },
    "Simulation": {
        "simulate": Listed("simulate", "Play many rounds and print the results."),
        "bankroll": Listed("simulate", "Play many sessions and print how they end."),
    },
    "Tables on the network": {
        "serve": Listed("serve", "Run the tables, the API and the pages."),
        "bots": Listed("bots", "Let bots play at the tables of a service."),
        "accounts": Listed("accounts", "The accounts of the service: who may log in, and as what."),
    },
    "What a store holds": {
        "audit": Listed("audit", "Check every row of a store."),
        "store": Listed("store", "The keys of a store, its backup, and its last checkpoint."),
        "history": Listed("history", "Export the finished rounds of a store."),
        "shoe": Listed("shoe", "List the virtual shoes of a table, or print one."),
        "verify-shoe": Listed("verify_shoe", "Check that a shoe was dealt in its sealed order."),
        "jackpots": Listed("jackpots", "Print the jackpots of a store and check every cent."),
        "tournament": Listed("tournament", "Terms, results, advice and simulations of tournaments."),
        "promotion": Listed("promotion", "Conditions of promotions, and their results."),
        "statement": Listed("statement", "Print a player's statement."),
        "rate": Listed("rate", "Rate the players of a store by their decisions and bets."),
        "people": Listed("people", "The personal data of a store: who the players are."),
        "registers": Listed("registers", "Print a register of players, such as cards or exclusions."),
        "report": Listed("report", "Reports to the regulator, read from a store."),
        "reports": Listed("reports", "Print the reports to authorities that are due."),
    },
}
COMMANDS = {name: listed for commands in SECTIONS.values() for name, listed in commands.items()}


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
    command = typer.main.get_group(around).commands[name]
    _add_examples(command, name)
    return command


def _add_examples(command: Any, name: str) -> None:
    """Put the examples of a command, or of each command of a group, at the end of its help."""
    inside = getattr(command, "commands", {})
    for word, one in inside.items():
        _add_examples(one, f"{name} {word}")
    if not inside:
        command.epilog = "\n\n".join(filter(None, [examples_of(name), command.epilog]))
