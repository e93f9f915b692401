"""`cutcard effects`: what the removal of a card changes, and shoes of any composition."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from cutcard.cli.options import AsJson, Book, Decks, Game, OptionValues, Wager, wager_given
from cutcard.cli.text import console, table
from cutcard.errors import CutcardError


def effects(
    book: Book,
    game: Game,
    decks: Decks = None,
    option: OptionValues = None,
    wager: Wager = "10",
    remove: Annotated[
        str | None, typer.Option(metavar="RANKS", help="Instead, the value of the shoe without these, such as 5,5,K.")
    ] = None,
    shoe: Annotated[
        str | None,
        typer.Option(
            metavar="A,2,…,9,T", help="Instead, the value of a shoe with these numbers of aces, twos … nines, tens."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print what removing each rank changes.

    With --remove or --shoe, the value of a shoe of any composition instead.

    Effects are exact: with the best play for the remaining cards, with the full shoe's chart, and for insurance against
    an ace. T stands for all cards of value ten.
    """
    from cutcard.odds.query import decks_of, rules_for
    from cutcard.odds.removal import effects_of_removal, shoe_of, solve_shoe

    rules = rules_for(book, game, option or ())
    number, staked = decks_of(rules, decks), wager_given(wager)
    if remove is not None and shoe is not None:
        raise CutcardError("say either --remove or --shoe")
    if remove is not None or shoe is not None:
        cards = shoe_of(rules, number, _listed(remove)) if remove is not None else _numbers(shoe or "")
        found = solve_shoe(rules, cards, staked)
        if as_json:
            payload = {"shoe": [float(n) for n in cards], "ev": found.ev, "sd": found.sd, "sd_error": found.sd_error}
            print(json.dumps({**payload, "exact": found.exact, "error_bound": found.error_bound}, indent=2))
        else:
            error = "exact" if found.exact else f"± {found.error_bound:.1e}"
            console().print(f"{rules.title}: best play is worth {found.ev:+.6%} of the wager ({error})")
        return
    result = effects_of_removal(rules, number, staked)
    if as_json:
        print(json.dumps({"book": book, "game": game, **result.as_json()}, indent=2))
        return
    out = console()
    out.print(f"[bold]{rules.title}[/] of {book}, {number} decks: what removing one card changes, in % of the wager\n")
    rows = table("rank", "best play", "chart", "chart, as of one deck", "insurance")
    scaled = result.per_deck(result.chart)
    for rank, best in result.best.items():
        insured = f"{100 * result.insurance[rank]:+.4f}" if result.insurance else ""
        rows.add_row(rank, *(f"{100 * x:+.4f}" for x in (best, result.chart[rank], scaled[rank])), insured)
    rows.add_row(
        "full shoe", f"{100 * result.ev:+.4f}", f"{100 * result.chart_ev:+.4f}", "", f"{100 * result.insurance_ev:+.4f}"
    )
    out.print(rows)
    out.print("[dim]· exact[/]")


def _listed(text: str | None) -> list[str]:
    return [part.strip().upper() for part in (text or "").split(",") if part.strip()]


def _numbers(text: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise CutcardError("a shoe is ten numbers of cards: aces, twos, up to nines, and all tens") from None
