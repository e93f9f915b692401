"""`cutcard play`: a table in the terminal."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from cutcard.cli.options import Decks, OptionValues, book_given, dollars_given, one_game
from cutcard.errors import CutcardError

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from cutcard.engine import Setup


def play(
    book: Annotated[
        str | None,
        typer.Argument(
            help="A rulebook, or a TOML file of your own; without it, you choose from a list.", callback=book_given
        ),
    ] = None,
    game: Annotated[
        str | None, typer.Argument(help="A game of that book; without it, you choose from a list.", callback=one_game)
    ] = None,
    decks: Decks = None,
    boxes: Annotated[str, typer.Option(metavar="LIST", help="The boxes that you play, such as 1,3.")] = "1",
    others: Annotated[int, typer.Option(min=0, help="Other players, who hit and stand by a fixed plan.")] = 0,
    side_bet: Annotated[
        list[str] | None,
        typer.Option(metavar="ID[=TABLE]", help="A side bet on offer, with its pay table; repeatable."),
    ] = None,
    option: OptionValues = None,
    minimum: Annotated[str, typer.Option(help="The lowest wager on a box, in dollars.")] = "10",
    maximum: Annotated[str, typer.Option(help="The highest wager on a box, in dollars.")] = "500",
    chip: Annotated[str, typer.Option(help="The smallest chip, in dollars; payments are rounded up to it.")] = "1",
    bankroll: Annotated[str, typer.Option(help="What you start with, in dollars.")] = "1000",
    explain: Annotated[
        bool, typer.Option("--explain", help="Say why each choice is not on offer, and what each clause says.")
    ] = False,
    records: Annotated[
        str | None, typer.Option(metavar="FILE", help="Append the record of every finished round to this file.")
    ] = None,
    pace: Annotated[float, typer.Option(min=0, max=5, help="Seconds between cards on a terminal.")] = 0.2,
    seed: Annotated[
        int | None,
        typer.Option(help="Shuffle from this seed, so that the cards can be repeated."),
    ] = None,
) -> None:
    """Play any game in the terminal.

    The shoe is shuffled with the operating system's random numbers unless --seed is given. Amounts are typed in
    dollars, Enter repeats the last bet, q leaves. Jackpot meters show made-up amounts, and no jackpot is drawn at
    random at this table.
    """
    from cutcard.terminal.table_choice import Setting

    limits = {"minimum": minimum, "maximum": maximum, "chip": chip}
    amounts = {name: _dollars(name, text) for name, text in limits.items()}
    options = dict(_pair(text) for text in option or ())
    purse, mine = _dollars("bankroll", bankroll), _boxes(boxes)
    chosen = _chosen(book, game, side_bet or [])
    if chosen is None:
        return
    setting = Setting(book=chosen[0], game=chosen[1], side_bets=chosen[2], decks=decks, options=options, **amounts)
    setup = setting.setup()
    _check_boxes(setup, mine)
    _sit_down(setup, mine, others, purse, explain, records, pace, seed)


def _chosen(book: str | None, game: str | None, side_bets: list[str]) -> tuple[str, str, dict[str, str]] | None:
    """The table as named, or chosen from lists; None where nobody chose."""
    from cutcard.cli.text import console
    from cutcard.terminal.keyboard import Keyboard, Left
    from cutcard.terminal.menu import choose

    out = console()
    bets = {bet: table for bet, _, table in (text.partition("=") for text in side_bets)}
    try:
        return choose(out, Keyboard(), book, game, bets)
    except (Left, KeyboardInterrupt):
        out.print("No table was chosen, so no round was played.")
        return None


def _sit_down(
    setup: Setup,
    boxes: list[int],
    others: int,
    purse: int,
    explain: bool,
    records: str | None,
    pace_s: float,
    seed: int | None,
) -> None:
    from pathlib import Path

    from cutcard.cli.text import console
    from cutcard.terminal.keyboard import Keyboard
    from cutcard.terminal.screen import Screen
    from cutcard.terminal.session import Session

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without suits shows a question mark for them
    path = Path(records) if records is not None else None
    _check_records(path)
    Session(
        setup,
        boxes=boxes,
        others=others,
        bankroll=purse,
        random=_random(seed),
        screen=Screen(console(), pace_s),
        keyboard=Keyboard(),
        explain=explain,
        records=path,
    ).run()


def _pair(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise CutcardError(f"an option is given as NAME=VALUE, such as resplit=true, not {text!r}")
    return name, value


def _dollars(name: str, text: str) -> int:
    amount = dollars_given(f"--{name}", text)
    if not amount:
        raise CutcardError(f"--{name} must be more than 0, not {text}")
    return amount


def _boxes(text: str) -> list[int]:
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
        raise CutcardError(f"--boxes takes numbers with commas between them, such as 1,3, not {text!r}")
    return sorted({int(word) for word in words})


def _check_boxes(setup: Setup, boxes: list[int]) -> None:
    rules = setup.rules
    most = rules.cards.boxes_max
    for box in boxes:
        if not 1 <= box <= most:
            raise CutcardError(f"there is no box {box}: boxes go from 1 to {most}", rules.clauses["cards.boxes_max"])
    if len(boxes) > 1 and not rules.box.several:
        raise CutcardError(f"{rules.title} lets a player wager on one box only", rules.clauses["box.several"])


def _check_records(path: Path | None) -> None:
    """Better to hear now than after the first round that a file cannot be written."""
    if path is not None:
        try:
            path.open("a").close()
        except OSError as error:
            raise CutcardError(f"{path} cannot be written: {(error.strerror or 'it failed').lower()}") from None


def _random(seed: int | None) -> Random:
    from random import Random
    from secrets import SystemRandom

    return SystemRandom() if seed is None else Random(seed)
