"""Choosing a table from numbered lists with a default, if none was given on the command line."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from cutcard.narration.formatting import listed
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.terminal.keyboard import Keyboard
from cutcard.terminal.table_choice import goes_with

FAVOURITE = ("melbourne-v26", "crown-pontoon")
FAVOURITE_BET = "perfect-pairs"


def choose(
    out: Console, keyboard: Keyboard, book: str | None, game: str | None, side_bets: dict[str, str]
) -> tuple[str, str, dict[str, str]]:
    """Book, game and side bets: as given, and otherwise chosen from lists."""
    if book is not None and (game is not None or len(load(book).games) == 1):
        return book, game or next(iter(load(book).games)), side_bets
    book, game = choose_game(out, keyboard, book)
    return book, game, side_bets or dict.fromkeys(choose_side_bets(out, keyboard, book, game), "")


def choose_game(out: Console, keyboard: Keyboard, book: str | None) -> tuple[str, str]:
    """A book and a game, from those of one book or of all."""
    games = [(each, game) for each in ([book] if book else BOOKS) for game in load(each).games]
    if len(games) == 1:
        return games[0]
    usual = games.index(FAVOURITE) if FAVOURITE in games else 0
    out.print(_games(games))
    title = load(games[usual][0]).games[games[usual][1]].title
    (chosen,) = _numbers(out, keyboard, f"Which game? Enter takes {usual + 1}, {title}: ", len(games), [usual], 1)
    return games[chosen]


def _games(games: Sequence[tuple[str, str]]) -> Table:
    rows = Table.grid(padding=(0, 2))
    last = ""
    for number, (book, game) in enumerate(games, start=1):
        loaded = load(book)
        document = f"[dim]{loaded.title}, {loaded.edition}[/]" if book != last else ""
        rows.add_row(f"[bold]{number:>3}[/]", loaded.games[game].title, document)
        last = book
    return rows


def choose_side_bets(out: Console, keyboard: Keyboard, book: str, game: str) -> list[str]:
    """The side bets to offer, from those that fit the game."""
    titles = goes_with(rules(book, game))
    bets = list(titles)
    if not bets:
        return []
    rows = Table.grid(padding=(0, 2))
    for number, title in enumerate(titles.values(), start=1):
        rows.add_row(f"[bold]{number:>4}[/]", title)
    out.print("\n[dim]Side bets that go with it[/]", rows)
    usual = [bets.index(FAVOURITE_BET)] if FAVOURITE_BET in bets else []
    enter = listed(titles[bets[at]] for at in usual) if usual else "none"
    prompt = f"Which? Numbers such as 1,2; 0 for none; Enter takes {enter}: "
    return [bets[at] for at in _numbers(out, keyboard, prompt, len(bets), usual)]


def _numbers(
    out: Console, keyboard: Keyboard, prompt: str, count: int, usual: list[int], exactly: int | None = None
) -> list[int]:
    """Places in a list, by the numbers typed for them."""
    while True:
        typed = keyboard.ask(prompt).replace(",", " ").split()
        if not typed:
            return usual
        if exactly is None and typed == ["0"]:
            return []
        good = all(word.isascii() and word.isdigit() and len(word) < 4 and 1 <= int(word) <= count for word in typed)
        if good and exactly in (None, len(typed)):
            return list(dict.fromkeys(int(word) - 1 for word in typed))
        out.print(f"[red]Type {'a number' if exactly else 'numbers'} from 1 to {count}, or just Enter.[/]")
