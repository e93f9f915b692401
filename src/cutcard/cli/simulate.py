"""`cutcard simulate` and `cutcard bankroll`: what happens over many rounds, and over a night."""

from __future__ import annotations

import functools
import json
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from rich.console import Console

from cutcard.cli import links
from cutcard.cli.links import LinkFile
from cutcard.cli.options import Book, Game, SimulationOptions, dollars_given, with_options
from cutcard.cli.progress import ESTIMATE, percent_bar
from cutcard.cli.text import console, table
from cutcard.errors import CutcardError
from cutcard.extras import require_extra
from cutcard.money import dollars

if TYPE_CHECKING:  # the compiler is slow to import: only these commands wait for it
    from cutcard.simulate import Job, Result, Scenario, Table, Totals
    from cutcard.simulate.bankroll import Plan, Sessions

VERIFY_ERRORS = 4  # standard errors within which the exact figure must lie
SHOWN_RESULTS = 14


def _notes_interruption(command: Callable[..., None]) -> Callable[..., None]:
    """Say of an interrupt before the first round that it was one; a later one keeps what has been counted.

    A request to end, as a time limit or a container sends it, is an interrupt too.
    """

    @functools.wraps(command)
    def run(**given: Any) -> None:
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            command(**given)
        except KeyboardInterrupt:
            options: SimulationOptions = given["options"]
            if options.as_json:
                inputs = {"rulebook": given["book"], "game": given["game"], "rounds": given["rounds"]}
                print(json.dumps({"rounds": 0, "interrupted": True, "seed": options.seed, "inputs": inputs}))
            else:
                print("interrupted before the first round", file=sys.stderr)
            raise typer.Exit(130) from None
        finally:
            signal.signal(signal.SIGTERM, before)

    return run


@with_options
@_notes_interruption
def simulate(
    book: Book,
    game: Game,
    rounds: Annotated[str, typer.Option(help="Rounds to play, such as 1e8.")] = "1e8",
    *,
    options: SimulationOptions,
    workers: Annotated[int | None, typer.Option(help="Processes to use; without it, one.")] = None,
    dask: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="The address of a Dask scheduler, to play on its workers.")
    ] = None,
    device: Annotated[str, typer.Option(help="cpu, or gpu for an NVIDIA GPU (one box, no counting).")] = "cpu",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.parquet", help="Also write the distributions to this file.")
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Compare with the exact odds; exit status 1 if they are too far apart.")
    ] = False,
    link: LinkFile = None,
) -> None:
    """Play many rounds and print the results.

    With --link, the jackpot wagers of a link of tables are played.

    Ctrl-C stops it and prints what it has counted so far. Random numbers come from Philox 4x32-10.
    """
    from cutcard.simulate import parse_rounds, table_for

    if link is not None:
        given = {f"--{f.name}".replace("_", "-"): getattr(options, f.name) != f.default for f in fields(options)}
        given |= {
            "--workers": workers,
            "--dask": dask,
            "--out": out,
            "--device": device != "cpu",
            "--seed": False,
            "--as-json": False,
        }
        plan = links.plan_for(link, book, game, given)
        if not links.simulate_link(plan, parse_rounds(rounds), options.seed, options.as_json, verify):
            raise typer.Exit(1)
        return
    scenario = options.scenario(book, game)
    if verify:
        flat = options.spread is None and options.strategy == "exact"
        if not flat or options.penetration is not None:
            raise CutcardError("--verify is for exact play of flat wagers from a full shoe")
        if options.dealing not in (None, "fresh"):
            message = f"exact odds are those of a full shoe: --verify goes with --dealing fresh, not {options.dealing}"
            raise CutcardError(message)
        scenario = replace(scenario, dealing="fresh")
    number = parse_rounds(rounds)
    if workers is not None and workers < 1:
        raise CutcardError(f"a simulation needs at least one worker, not {workers}")
    if out is not None:
        _writable(out)
        require_extra("pyarrow", "--out", "parquet")
    where = _Where(workers or 1, dask, device)
    request = _Request(scenario, table_for(scenario), number, options.seed, where)
    result, complete = _played(request, hidden=options.as_json)
    verified = _verified(request.table, result) if verify and result.rounds else None
    if out is not None:
        _write(out, result)
    if options.as_json:
        payload = result.as_json() | {"interrupted": not complete} | request.as_json()
        print(json.dumps(payload | ({"verify": verified} if verified else {})))
    else:
        _print(console(), request, result, complete, verified)
    if verified and not verified["within"]:
        raise typer.Exit(1)


class _Where(NamedTuple):
    """What rounds are played on."""

    workers: int
    dask: str | None
    device: str


class _Request(NamedTuple):
    """A simulation as it was asked for."""

    scenario: Scenario
    table: Table
    rounds: int
    seed: int
    where: _Where

    def as_json(self) -> dict[str, Any]:
        """Everything that the result depends on, and where it was played; amounts in dollars."""
        scenario, table_ = self.scenario, self.table
        return {
            "seed": self.seed,
            "inputs": {
                "rulebook": scenario.book,
                "game": scenario.game,
                "rounds": self.rounds,
                "seed": self.seed,
                "decks": table_.decks,
                "boxes": table_.boxes,
                "options": dict(table_.rules.options),
                "strategy": scenario.strategy,
                "dealing": table_.dealing,
                "penetration": scenario.penetration,
                "cards_before_the_cut": table_.cut or None,
                "bet": dollars(table_.bet),
                "spread": scenario.spread,
                "chip": dollars(table_.chip),
                "side_bets": {
                    bet: {"table": side.table.name, "stake": dollars(side.stake)}
                    for bet, side in table_.side_bets.items()
                },
                "meters": {meter: dollars(value) for meter, value in table_.meters.items()},
                **self.where._asdict(),
            },
        }


def _played(request: _Request, hidden: bool) -> tuple[Result, bool]:
    """What the rounds came to, and whether all of them were played."""
    from cutcard.simulate import job_for, result_of, run_job, strategy_for

    job = job_for(request.table, strategy_for(request.scenario, request.table), request.rounds, request.seed)
    bar = ProgressBar(request.table, job, hidden)
    with bar.progress:
        counted, seconds, complete = run_job(
            job, request.where.workers, request.where.dask, bar.show, request.where.device
        )
    return result_of(request.table, job, counted, seconds), complete


class ProgressBar:
    """A progress bar with the running estimate."""

    def __init__(self, table_: Table, job: Job, hidden: bool) -> None:
        self.table, self.job = table_, job
        self.progress = percent_bar(ESTIMATE, hidden)
        self.task = self.progress.add_task("", total=job.rounds, estimate="starting")

    def show(self, counted: Totals, seconds: float) -> None:
        from cutcard.simulate import result_of

        now = result_of(self.table, self.job, counted, seconds)
        estimate = f"{now.ev:+.4%} ± {now.se:.4%}, {now.rounds_per_second / 1e6:.1f} million rounds/s"
        self.progress.update(self.task, completed=counted.rounds, estimate=estimate)


DEALT = {
    "shoe": "from a shoe with a cutting card",
    "fresh": "every round from a full shoe",
    "shuffler": "from a continuous shuffling device",
}


def _print(out: Console, request: _Request, result: Result, complete: bool, verified: dict[str, Any] | None) -> None:
    table_, rules = request.table, request.table.rules
    boxes = f"{table_.boxes} boxes" if table_.boxes > 1 else "one box"
    strategy = f"{request.scenario.strategy} strategy"
    out.print(f"[bold]{rules.title}[/], {rules.book}, {table_.decks} decks, {boxes}, {strategy}")
    out.print(f"dealt {DEALT[table_.dealing]}{', as --verify asks' if verified else ''}")
    if not complete:
        out.print(
            f"interrupted after {result.rounds:,} of {request.rounds:,} rounds: this is what was counted until then"
        )
    rows = table("", "")
    rows.add_row("rounds", f"{result.rounds:,}")
    rows.add_row("house edge", f"{result.house_edge:+.5%} ± {result.se:.5%} of the wager (one standard error)")
    rows.add_row("expectation", f"{result.ev:+.5%} ± {result.se:.5%} of the wager (one standard error)")
    rows.add_row("standard deviation", f"{result.sd:.5f}")
    if table_.count is not None:
        rows.add_row("average wager", f"{result.average_bet / 100:.2f}")
    if result.sat_out:
        rows.add_row("only watched", f"{result.sat_out / result.rounds:.3%} of the rounds")
    rows.add_row("speed", f"{result.rounds_per_second:,.0f} rounds/s, {result.seconds:.2f} s")
    out.print(rows)
    total = sum(times for _, times in result.distribution) or 1
    common = sorted(result.distribution, key=lambda one: -one[1])[:SHOWN_RESULTS]
    units = table("units", "share of results", title="\nResults of a box")
    for won, times in sorted(common):
        units.add_row(f"{won:+g}", f"{times / total:.4%}")
    out.print(units)
    for bet, side in result.side_bets.items():
        outcomes = table("outcome", "times", "share", title=f"\n{rules.side_bets[bet].title}")
        for name, times in side.outcomes.items():
            outcomes.add_row(name, f"{times:,}", f"{times / ((result.rounds - result.sat_out) * table_.boxes):.6%}")
        out.print(outcomes)
        out.print(f"expectation {side.ev:+.4%} ± {side.se:.4%}, standard deviation {side.sd:.3f}")
    if verified:
        out.print(_verdict(verified))


def _verified(table_: Table, result: Result) -> dict[str, Any]:
    """How far the exact figure lies from the simulated one."""
    from cutcard.odds import solve

    exact = solve(table_.rules, table_.decks, table_.bet)
    apart = abs(result.ev - exact.ev)
    room = VERIFY_ERRORS * result.se + exact.error_bound
    errors = (result.ev - exact.ev) / result.se if result.se else 0.0
    return {"exact": exact.ev, "error_bound": exact.error_bound, "errors": errors, "within": apart <= room}


def _verdict(verified: dict[str, Any]) -> str:
    lies = "lies within" if verified["within"] else "does NOT lie within"
    figures = f"exact {verified['exact']:+.6%}, simulated {verified['errors']:+.2f} standard errors away"
    return f"\nThe exact figure {lies} {VERIFY_ERRORS} standard errors: {figures}."


def _writable(out: Path) -> None:
    """Say before the work, and not after it, that its result could not be written."""
    if out.is_dir() or not os.access(out if out.exists() else out.parent, os.W_OK):
        raise CutcardError(f"{out} cannot be written")


def _write(out: Path, result: Result) -> None:
    """One row for each result of the main wager, in units, and each outcome of a side bet."""
    pyarrow, parquet = (
        require_extra("pyarrow", "--out", "parquet"),
        require_extra("pyarrow.parquet", "--out", "parquet"),
    )
    rows: list[tuple[str, str, float | None, int]] = []
    rows += [("main", f"{won:+g}", won, times) for won, times in result.distribution]
    for bet, side in result.side_bets.items():
        rows += [(bet, name, None, times) for name, times in side.outcomes.items()]
    names = ("bet", "outcome", "units", "times")
    kinds = (pyarrow.string(), pyarrow.string(), pyarrow.float64(), pyarrow.int64())
    columns = [pyarrow.array([row[i] for row in rows], kind) for i, kind in enumerate(kinds)]
    with out.open("wb") as file:  # given a path, it would remove what lies there when the disk is full
        parquet.write_table(pyarrow.table(dict(zip(names, columns, strict=True))), file)


# ------------------------------------------------------------------------------------------------------- bankroll


@with_options
def bankroll(
    book: Book,
    game: Game,
    money: Annotated[str, typer.Option("--bankroll", help="What the player starts with, in dollars.")] = "500",
    session: Annotated[str, typer.Option(help="Rounds of one session.")] = "500",
    sessions: Annotated[str, typer.Option(help="Sessions to play.")] = "20000",
    loss_limit: Annotated[str | None, typer.Option(help="Leave after losing this much, in dollars.")] = None,
    win_goal: Annotated[str | None, typer.Option(help="Leave after winning this much, in dollars.")] = None,
    rebate: Annotated[float, typer.Option(help="Part of a session's loss that is given back, from 0 to 1.")] = 0.0,
    gift: Annotated[str, typer.Option(help="What the house gives at the start of every session, in dollars.")] = "0",
    *,
    options: SimulationOptions,
    html: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Also write a chart to this file.")] = None,
) -> None:
    """Play many sessions and print how they end.

    The figures are the mean result, the risk of ruin, losing runs, and what limits and a promotion are worth.
    """
    from cutcard.simulate import parse_rounds, table_for
    from cutcard.simulate.bankroll import Plan

    if not 0.0 <= rebate <= 1.0:
        raise CutcardError(f"a rebate is a part of the loss from 0 to 1, not {rebate:g}")
    if html is not None:
        _writable(html)
    scenario = options.scenario(book, game)
    table_ = table_for(scenario)
    stakes = sum(wager.stake for wager in table_.side_bets.values())
    plan = Plan(
        rounds=parse_rounds(session),
        bankroll=dollars_given("the bankroll", money),
        need=(table_.bet + stakes) * table_.boxes,
        loss_limit=None if loss_limit is None else dollars_given("the loss limit", loss_limit),
        win_goal=None if win_goal is None else dollars_given("the win goal", win_goal),
        rebate=rebate,
        gift=dollars_given("the gift", gift),
    )
    found = _nights(scenario, table_, plan, parse_rounds(sessions, kind="sessions"), options.seed, html)
    if options.as_json:
        print(json.dumps(found.as_json()))
    else:
        _print_sessions(console(), found.as_json())


def _nights(scenario: Scenario, table_: Table, plan: Plan, count: int, seed: int, html: Path | None) -> Sessions:
    """Sessions by the plan, with a chart of them if one is wanted."""
    from cutcard.reports.sessions import sessions_chart
    from cutcard.simulate import job_for, strategy_for
    from cutcard.simulate.bankroll import sessions
    from cutcard.simulate.run import CHUNK

    most = -(-count // max(CHUNK // plan.rounds, 1)) * CHUNK
    found = sessions(job_for(table_, strategy_for(scenario, table_), most, seed), plan, count)
    if html is not None:
        sessions_chart(found, f"{table_.rules.title}: {count:,} sessions of {plan.rounds:,} rounds", str(html))
    return found


def _print_sessions(out: Console, summary: dict[str, Any]) -> None:
    rows = table("", "")
    rows.add_row("sessions", f"{summary['sessions']:,}, {summary['rounds']:,} rounds in all")
    rows.add_row("mean result", f"{summary['mean']:+,.2f} ± {summary['se']:,.2f}")
    rows.add_row("standard deviation", f"{summary['sd']:,.2f}")
    rows.add_row("ahead at the end", f"{summary['ahead']:.2%}")
    rows.add_row("risk of ruin", f"{summary['risk_of_ruin']:.3%}")
    runs = summary["longest_losing_run"]
    rows.add_row("longest losing run", f"{runs['median']:g} rounds in half the sessions, at most {runs['most']}")
    rows.add_row("limits and promotion", f"worth {summary['value']:+,.2f} a session")
    for name, value in summary["quantiles"].items():
        rows.add_row(f"{name} of sessions", f"end at {value:+,.2f} or less")
    out.print(rows)
