"""What `cutcard odds --link` and `cutcard simulate --link` print: a link of tables, worked out and played."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from cutcard.cli.text import console, table
from cutcard.errors import CutcardError

if TYPE_CHECKING:  # the solver is slow to import: only the commands that need it wait for it
    from cutcard.odds.links.plan import LinkPlan
    from cutcard.simulate.links import Estimate, LinkResult

LinkFile = Annotated[
    Path | None,
    typer.Option(
        "--link", metavar="FILE", help="A link of tables with its meters, as docs/odds.md describes the file."
    ),
]
VERIFY_ERRORS = 4  # standard errors within which exact figures must lie


def plan_for(link: Path, book: str | None, game: str | None, given: Mapping[str, object]) -> LinkPlan:
    """The link in a file; raises where the command line says something else than the file."""
    from cutcard.odds.links.link_file import read_plan

    for name, value in given.items():
        if value:
            raise CutcardError(f"{name} has no place beside --link: the file says how the link is played")
    plan = read_plan(link)
    for what, requested, has in (("book", book, plan.terms.book), ("game", game, plan.rules.game)):
        if requested is not None and requested != has:
            raise CutcardError(f"{link} is a link of the {what} {has}, not of {requested}")
    return plan


def print_odds(plan: LinkPlan, meters: Iterable[str], as_json: bool) -> None:
    from cutcard.odds.query import parse_meters
    from cutcard.reports.link_report import link_report

    report = link_report(plan, parse_meters(meters))
    if as_json:
        print(json.dumps(report.as_json(), indent=2))
        return
    from cutcard.cli.link_tables import print_link

    print_link(console(), report)


def simulate_link(plan: LinkPlan, rounds: int, seed: int, as_json: bool, verify: bool) -> bool:
    """Play a link and print what came of it; whether the exact figures lie within the error."""
    from cutcard.cli.progress import ESTIMATE, percent_bar
    from cutcard.odds.links.figures import link_odds
    from cutcard.simulate.links import play_link

    with percent_bar(ESTIMATE, as_json) as bar:
        task = bar.add_task("", total=rounds, estimate="starting")

        def report(now: LinkResult) -> None:
            estimate = f"{now.house:+.4%} ± {now.house_error:.4%}, {now.rounds_per_second / 1e6:.1f} million rounds/s"
            bar.update(task, completed=now.rounds, estimate=estimate)

        result = play_link(plan, rounds, seed, report)
    compared = result.compared(link_odds(plan))
    within = all(each.errors <= VERIFY_ERRORS for each in compared)
    if as_json:
        print(json.dumps(result.as_json() | {"compared": [_compared(each) for each in compared], "within": within}))
    else:
        _print_played(console(), result, compared, within)
    return within or not verify


def _compared(each: Estimate) -> dict[str, Any]:
    return {
        "name": each.name,
        "simulated": each.simulated,
        "error": each.error if math.isfinite(each.error) else None,
        "exact": each.exact.middle,
        "exact_off": each.exact.off,
        "errors": each.errors,
    }


def _print_played(out: Console, result: LinkResult, compared: list[Estimate], within: bool) -> None:
    from cutcard.reports.link_report import money

    plan = result.plan
    out.print(
        f"[bold]{plan.side.title}[/], {plan.boxes} boxes of {plan.tables} tables, {result.rounds:,} rounds in all"
    )
    if not result.complete:
        out.print("interrupted: this is what was counted until then")
    rows = table("", "simulated", "standard error", "exact", "errors apart")
    for each in compared:
        rows.add_row(
            each.name, f"{each.simulated:,.8g}", f"{each.error:,.3g}", f"{each.exact.middle:,.8g}", f"{each.errors:.2f}"
        )
    out.print(rows, "")
    meters = table("meter", "won", "went in", "house added", "was paid", "shows")
    for name, meter in result.meters.items():
        amounts = (money(amount / 100) for amount in (meter.added, meter.outlay, meter.paid, meter.value))
        meters.add_row(name, f"{meter.hits:,}", *amounts)
    out.print(meters, "")
    out.print(f"{result.rounds_per_second:,.0f} rounds/s, {result.seconds:.2f} s")
    lie = "lie within" if within else "do NOT all lie within"
    out.print(f"The exact figures {lie} {VERIFY_ERRORS} standard errors.")
