"""`cutcard volatility`: the house's win, and how much it may vary."""

from __future__ import annotations

import json
from math import sqrt
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from cutcard.cli.options import AsJson, Book, Decks, Game, OptionValues, Wager, wager_given
from cutcard.cli.text import console, table
from cutcard.errors import CutcardError
from cutcard.money import dollars

if TYPE_CHECKING:  # the solver and the simulator are slow to import
    from cutcard.odds.usual_play import UsualPlay
    from cutcard.simulate.side_covariance import SideCovariance

COLUMNS_MOST = 9  # results of a side bet that fit a line


def volatility(
    book: Book,
    game: Game,
    decks: Decks = None,
    option: OptionValues = None,
    wager: Wager = "10",
    rounds: Annotated[
        list[int] | None, typer.Option(help="Rounds of one box; repeatable; by default 1,000 to 10,000,000.")
    ] = None,
    side_bet: Annotated[
        list[str] | None,
        typer.Option("--side-bet", metavar="ID[=TABLE][:STAKE]", help="A side bet beside the wager; repeatable."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print what the house wins and how much that may vary.

    It shows the house's win as a part of the original wagers, from the exact edge of best play, and bands around it by
    number of rounds (one box; rounds are treated as independent, which they nearly are). A side bet is shown together
    with the main wager: exact except after a split where the first cards decide it, otherwise simulated.
    """
    from cutcard import __version__
    from cutcard.odds import solve
    from cutcard.odds.bands import PERIODS, QUANTILES, bands, variance_parts
    from cutcard.odds.query import decks_of, rules_for
    from cutcard.odds.usual_play import SideStake, UsualPlay

    rules = rules_for(book, game, option or ())
    staked = wager_given(wager)
    stakes = tuple(SideStake.parse(text, staked) for text in side_bet or ())
    number = decks_of(rules, decks, [each.bet for each in stakes])
    periods = rounds or list(PERIODS)
    if min(periods) < 1:
        raise CutcardError("--rounds must be at least 1")
    found = solve(rules, number, staked)
    beside = _beside(UsualPlay(rules=rules, decks=number, wager=staked, side_bets=stakes))
    parts = variance_parts(found.distribution)
    lines = [
        {
            "rounds": count,
            "expected": found.house_edge * count * staked / 100,
            "sd": found.sd * sqrt(count) * staked / 100,
            "bands": {name: list(band) for name, band in bands(found.house_edge, found.sd, count).items()},
        }
        for count in periods
    ]
    if as_json:
        payload = {"book": book, "game": game, "decks": number, "wager": staked / 100, "version": __version__}
        payload |= {"house_edge": found.house_edge, "error_bound": found.error_bound, "sd": found.sd, "periods": lines}
        payload |= {"distribution": [list(pair) for pair in found.distribution], "sd_error": found.sd_error}
        payload |= {
            "variance_by_outcome": [[net, part] for (net, _), part in zip(found.distribution, parts, strict=True)]
        }
        print(json.dumps({**payload, "side_bets": [each.as_json() for each in beside]}, indent=2))
        return
    out = console()
    error = "exact" if found.exact else f"± {found.error_bound:.1e}"
    out.print(f"[bold]{rules.title}[/] of {book}, {number} decks: house edge {found.house_edge:.4%} ({error})")
    out.print(f"standard deviation of a round {found.sd:.4f} ± {found.sd_error:.1e} wagers\n")
    rows = table("rounds", "expected win", "deviation", *(f"{name} of periods" for name in QUANTILES))
    for count, line in zip(periods, lines, strict=True):
        ranges = [f"{100 * low:+.3f} to {100 * high:+.3f} %" for low, high in line["bands"].values()]  # type: ignore[attr-defined]
        rows.add_row(f"{count:,}", f"{line['expected']:,.2f}", f"{line['sd']:,.2f}", *ranges)
    out.print(rows)
    results = table("result", "chance", "part of the variance", title="\nResults of a round, in wagers")
    for (net, chance), part in zip(found.distribution, parts, strict=True):
        results.add_row(f"{net:+g}", f"{chance:.4%}", f"{part:.2%}")
    out.print(results)
    for each in beside:
        _print_beside(out, each)


def _beside(play: UsualPlay) -> tuple[SideCovariance, ...]:
    if not play.side_bets:
        return ()
    from cutcard.simulate.side_covariance import side_covariances

    return side_covariances(play)


def _print_beside(out: Console, each: SideCovariance) -> None:
    """How a side bet goes with the main wager: by whether that was won, and the covariance."""
    error = f" ± {each.standard_error / 10_000:.3f}, simulated" if each.standard_error else ""
    out.print(
        f"\n[bold]{each.bet}[/] beside the main wager: correlation {each.correlation:+.4f}, "
        f"covariance {each.covariance / 10_000:+.3f} squared dollars{error} ({each.error})"
    )
    sides = sorted({side for _, side in each.joint})
    if len(sides) > COLUMNS_MOST:
        out.print("its results are too many for a table: --json has the chances of all")
        return
    rows = table("main wager", *(dollars(round(side)) for side in sides))
    for name, sign in (("lost", -1), ("stands off", 0), ("won", 1)):
        chances = [
            sum(chance for (main, beside), chance in each.joint.items() if beside == side and _sign(main) == sign)
            for side in sides
        ]
        rows.add_row(name, *(f"{chance:.4%}" for chance in chances))
    out.print(rows)


def _sign(net: float) -> int:
    return (net > 0) - (net < 0)
