"""Arguments and options that several commands share, each declared once.

A command may take a dataclass of options as one parameter: `with_options` spreads its fields over the command line.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from cutcard.clauses.library import find, only_book
from cutcard.errors import CutcardError, UnknownName, listed
from cutcard.money import Cents, MoneyError, cents
from cutcard.rulebooks import BOOKS, load

if TYPE_CHECKING:  # the compiler is slow to import: only the commands that play wait for it
    from cutcard.simulate import Scenario

WAGER_MOST: Cents = 10_000_000
WITH_BOOK = "cutcard.game-with-book"  # the game that was typed as BOOK/GAME


def books_typed(incomplete: str) -> list[str]:
    """The books that begin with what was typed, for the shell."""
    return [book for book in BOOKS if book.startswith(incomplete)]


def games_typed(ctx: typer.Context, incomplete: str) -> list[str]:
    """The games of the book before it that begin with what was typed, for the shell."""
    book = ctx.params.get("book")
    known = load(book).games if book in BOOKS else {}
    return [name for name in known if name.startswith(incomplete)]


def is_path(book: str) -> bool:
    """Whether what was typed for a book is a file or a folder, and not a name."""
    return book not in BOOKS and (book.endswith(".toml") or book.startswith((".", "/", "~")) or is_folder(book))


def is_folder(name: str) -> bool:
    """Whether a folder has this name; one that no file system takes is none."""
    try:
        return Path(name).is_dir()
    except (OSError, ValueError):
        return False


def book_given(ctx: typer.Context, book: str | None) -> str | None:
    """A book as it was typed: its name, or the path of its file, which is then known by its name.

    Where the command takes a game after it, both may be typed as BOOK/GAME, as commands that compare games take them.
    """
    if book is None:
        return None
    name, game = game_given(book)
    takes_game = any(param.name == "game" for param in ctx.command.params)
    if not game or name not in BOOKS or not takes_game:
        if is_path(book):
            return only_book(book)
        if takes_game and name not in BOOKS:
            _refuse_game(name)
        return book
    ctx.meta[WITH_BOOK] = game
    ctx.default_map = {**(ctx.default_map or {}), "game": game}
    return name


def _refuse_game(name: str) -> None:
    """Refuse a game that was typed where its book belongs, and show how both are typed."""
    games = [(book, game) for book in find() for game in load(book).games]
    fit = [pair for pair in games if pair[1] == name.lower()] or [
        pair for pair in games if len(name) > 2 and name.lower() in pair[1]
    ]
    if fit:
        examples = listed([f"{book} {game}" for book, game in fit[:3]], "or")
        raise UnknownName(f"there is no rulebook {name!r}; name the book before the game: {examples}")


def one_game(ctx: typer.Context, game: str | None) -> str | None:
    """A game as it was typed; a second one beside BOOK/GAME is refused."""
    with_book = ctx.meta.get(WITH_BOOK)
    if with_book is not None and game != with_book:
        raise CutcardError(f"two games are given, {with_book!r} and {game!r}: name one")
    return game


def game_given(text: str) -> tuple[str, str]:
    """A book and perhaps a game as typed: BOOK, BOOK/GAME, FILE.toml or FILE.toml/GAME."""
    file, toml, game = text.rpartition(".toml/")
    if toml:
        return only_book(f"{file}.toml"), game
    if is_path(text):
        return only_book(text), ""
    book, _, game = text.partition("/")
    return book, game


BOOK_HELP = f"One of {', '.join(find())}, or a TOML file of your own"
Book = Annotated[str, typer.Argument(help=f"{BOOK_HELP}.", autocompletion=books_typed, callback=book_given)]
AnyBook = Annotated[
    str | None,
    typer.Argument(help=f"{BOOK_HELP}; without it, all.", autocompletion=books_typed, callback=book_given),
]
Game = Annotated[
    str,
    typer.Argument(
        help="A game of that book, such as blackjack; or type both as BOOK/GAME.",
        autocompletion=games_typed,
        callback=one_game,
    ),
]
Decks = Annotated[
    int | None, typer.Option(help="Number of decks; without it, the most that the game and its side bets allow.")
]
OptionValues = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="K=V", help="An option of the rulebook, such as resplit=true; repeatable."),
]
Meters = Annotated[
    list[str] | None,
    typer.Option("--meter", metavar="NAME=AMOUNT", help="What a jackpot's meter shows, in dollars; repeatable."),
]
Wager = Annotated[
    str, typer.Option("--wager", "--bet", help="The wager, in dollars; it matters where a prize is a fixed sum.")
]
Penetration = Annotated[
    float | None,
    typer.Option(help="Part of the shoe before the cutting card, such as 0.75; without it, as the document says."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Database = Annotated[str, typer.Argument(metavar="DB", help="An SQLite file, or postgresql://…")]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class SimulationOptions:
    """The table that rounds are simulated at, and how they are played."""

    decks: Decks = None
    boxes: Annotated[int, typer.Option(help="Boxes in play, one player on each.")] = 1
    side_bet: Annotated[
        list[str] | None, typer.Option(metavar="ID[=TABLE]", help="A side bet on every box in every round; repeatable.")
    ] = None
    option: OptionValues = None
    meter: Meters = None
    strategy: Annotated[
        str, typer.Option(help="exact, simple, or the file of a chart in CSV, which docs/simulator.md describes.")
    ] = "exact"
    spread: Annotated[
        str | None,
        typer.Option(
            metavar="COUNT:TIMES,…",
            help="Count cards: wager TIMES the --bet from each true COUNT up, such as 1:2,3:8; 0 watches.",
        ),
    ] = None
    penetration: Penetration = None
    dealing: Annotated[
        str | None,
        typer.Option(help="shoe (unless --verify), fresh (every round from a full shoe) or shuffler (continuous)."),
    ] = None
    bet: Annotated[str, typer.Option(help="The wager on each box, in dollars.")] = "10"
    side_stake: Annotated[
        str | None, typer.Option(help="The stake of each side bet, in dollars; without it, as much as the wager.")
    ] = None
    chip: Annotated[
        str | None,
        typer.Option(help="The smallest chip, in dollars, to which payments are rounded; without it, one cent."),
    ] = None
    seed: Annotated[int, typer.Option(help="The same seed gives the same result, with any number of workers.")] = 1
    as_json: AsJson = False

    def scenario(self, book: str, game: str) -> Scenario:
        """What the simulator is asked to play."""
        from cutcard.simulate import Scenario

        return Scenario(
            book=book,
            game=game,
            decks=self.decks,
            boxes=self.boxes,
            options=tuple(self.option or ()),
            side_bets=tuple(self.side_bet or ()),
            side_stake=self.side_stake,
            meters=tuple(self.meter or ()),
            strategy=self.strategy,
            spread=self.spread,
            penetration=self.penetration,
            dealing=self.dealing or "shoe",
            bet=self.bet,
            chip=self.chip,
        )


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """Spread the parameters of a command that are dataclasses over the command line, a field for each option."""
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {name: hint for name, hint in hints.items() if dataclasses.is_dataclass(hint)}
    parameters: list[inspect.Parameter] = []
    for parameter in inspect.signature(command).parameters.values():
        if parameter.name in groups:
            group = groups[parameter.name]
            kinds = get_type_hints(group, include_extras=True)
            parameters += [
                parameter.replace(name=field.name, default=field.default, annotation=kinds[field.name])
                for field in dataclasses.fields(group)
            ]
        else:
            parameters.append(parameter.replace(annotation=hints[parameter.name]))

    @functools.wraps(command)
    def spread(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{field.name: given.pop(field.name) for field in dataclasses.fields(group)})
        command(**given)

    spread.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    spread.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return spread


def wager_given(text: str) -> Cents:
    """The wager that odds are asked for."""
    wager = dollars_given("the wager", text)
    if not 0 < wager <= WAGER_MOST:
        raise CutcardError(f"the wager must be more than 0 and at most {WAGER_MOST // 100:,}, not {text}")
    return wager


def dollars_given(what: str, text: str) -> Cents:
    """An amount of dollars as it was typed.

    >>> dollars_given("--bet", "$12.50")
    1250
    """
    try:
        amount = cents(text.removeprefix("$"))
    except MoneyError as error:
        raise CutcardError(f"{what}: {error}") from None
    if amount < 0:
        raise CutcardError(f"{what} must not be negative")
    return amount
