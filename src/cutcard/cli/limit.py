"""`cutcard limit`: the chance of reaching a loss limit with your usual play."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from cutcard.cli.options import AsJson, Book, Decks, Game, Meters, OptionValues, dollars_given
from cutcard.cli.text import console, table
from cutcard.errors import CutcardError
from cutcard.money import priced

if TYPE_CHECKING:  # the solver is slow to import: only the commands that need it wait for it
    from cutcard.odds.loss_limit import LimitChances

ROUNDS_AN_HOUR = 60


def limit(
    book: Book,
    game: Game,
    limits: Annotated[list[str], typer.Argument(metavar="LIMIT...", help="Loss limits in dollars, one or several.")],
    bet: Annotated[str, typer.Option(help="The wager on the box in every round.")] = "10",
    side_bet: Annotated[
        list[str] | None,
        typer.Option(
            "--side-bet",
            metavar="ID[=TABLE][:STAKE]",
            help="A side bet in every round; without a stake, as much as the wager; repeatable.",
        ),
    ] = None,
    rounds: Annotated[int | None, typer.Option(help="Number of rounds played.")] = None,
    hours: Annotated[str | None, typer.Option(help="Hours of play instead, such as 3.5.")] = None,
    rounds_an_hour: Annotated[int, typer.Option(help="Rounds per hour.")] = ROUNDS_AN_HOUR,
    decks: Decks = None,
    option: OptionValues = None,
    meter: Meters = None,
    as_json: AsJson = False,
) -> None:
    """Print the chance of reaching a loss limit.

    It is computed from the exact odds of the game. A limit is reached once the wagers of the next round would pass it.
    Give --hours and --rounds-an-hour to say how long you play, or --rounds to say it directly.
    """
    from cutcard.odds.loss_limit import limit_chances, rounds_in
    from cutcard.odds.query import decks_of, parse_meters, rules_for
    from cutcard.odds.usual_play import SideStake, UsualPlay

    if (rounds is None) == (hours is None):
        raise CutcardError("say how long you play: give either --rounds or --hours")
    wager = dollars_given("--bet", bet)
    stakes = tuple(SideStake.parse(text, wager) for text in side_bet or ())
    rules = rules_for(book, game, option or ())
    play = UsualPlay(
        rules=rules,
        decks=decks_of(rules, decks, [each.bet for each in stakes]),
        wager=wager,
        side_bets=stakes,
        meters=parse_meters(meter or ()),
    )
    number = rounds if rounds is not None else rounds_in(_hours(hours or ""), rounds_an_hour)
    found = limit_chances(play, [dollars_given("a limit", text) for text in limits], number)
    if as_json:
        print(json.dumps(found.as_json(), indent=2))
    else:
        _print(console(), found)


def _hours(text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise CutcardError(f"hours are a number such as 3.5, not {text!r:.40}") from None


def _print(out: Console, found: LimitChances) -> None:
    play = found.play
    sides = "".join(f", {play.rules.side_bets[each.bet].title} {priced(each.stake)}" for each in play.side_bets)
    out.print(f"[bold]{play.rules.title}[/] of {play.rules.book}, {play.decks} decks, {priced(play.wager)}{sides}")
    expected, spread = priced(round(found.expected)), priced(round(found.sd))
    out.print(f"{found.rounds:,} rounds bring {expected} on the average, with a standard deviation of {spread}.\n")
    after = [rounds for rounds, _ in found.limits[0].by_round]
    rows = table("loss limit", *(f"after {rounds:,} rounds" for rounds in after), "may be off by")
    for each in found.limits:
        off = each.off + (each.most - each.least) / 2
        rows.add_row(priced(each.limit), *(f"{chance:.4%}" for _, chance in each.by_round), f"{off:.2g}")
    out.print("Chance of having reached it", rows, "")
    for assumed in found.assumed:
        out.print(f"[dim]· {assumed}[/]")
