"""What `cutcard tournament simulate` does and prints; apart, since the compiler is slow to import."""

from __future__ import annotations

import json
import math
from pathlib import Path

from rich.console import Console

from cutcard.cli.progress import ESTIMATE, percent_bar
from cutcard.cli.text import console, table
from cutcard.errors import CutcardError
from cutcard.simulate import parse_rounds
from cutcard.simulate.tournaments.formats import format_of
from cutcard.simulate.tournaments.simulated import Figure, Staffing, TournamentResult, result_of
from cutcard.simulate.tournaments.simulation import Plan, Played, plan_for, play_tournaments
from cutcard.simulate.tournaments.skills import DEFAULT, read_field
from cutcard.tournaments.terms import TournamentTerms

TOURNAMENTS_MOST = 10**9


def simulated(
    terms: TournamentTerms,
    field: Path | None,
    entrants: int | None,
    tournaments: str,
    seed: int,
    threads: int,
    staffing: tuple[float, int, float],
    as_json: bool,
) -> None:
    """Play what the command line asks for, and print it."""
    rounds_an_hour, tables_a_supervisor, relief = staffing
    if rounds_an_hour <= 0 or tables_a_supervisor < 1 or relief < 0 or threads < 0:
        raise CutcardError(
            "rounds an hour and tables per supervisor must be more than 0, relief and threads not negative"
        )
    number = parse_rounds(tournaments, TOURNAMENTS_MOST, "tournaments")
    made = format_of(terms, terms.most if entrants is None else entrants, rounds_an_hour)
    plan = plan_for(made, DEFAULT if field is None else read_field(field), seed)
    result = result_of(_played(plan, number, threads, hidden=as_json))
    staff = Staffing(rounds_an_hour=rounds_an_hour, tables_a_supervisor=tables_a_supervisor, relief=relief)
    if as_json:
        print(json.dumps(result.as_json(staff)))
    else:
        print_simulated(console(), result, staff)


def _played(plan: Plan, number: int, threads: int, hidden: bool) -> Played:
    with percent_bar(ESTIMATE, hidden) as bar:
        task = bar.add_task("", total=number, estimate="starting")

        def report(now: Played) -> None:
            estimate = f"{now.tournaments / now.seconds:,.0f} tournaments/s" if now.seconds else ""
            bar.update(task, completed=now.tournaments, estimate=estimate)

        return play_tournaments(plan, number, threads, report)


def print_simulated(out: Console, result: TournamentResult, staffing: Staffing) -> None:
    """The figures of a simulation as tables."""
    made = result.played.plan.format
    out.print(f"[bold]{made.title}[/], {made.rules.title}, {made.book}, {made.entrants} entrants")
    if not result.played.complete:
        out.print("interrupted: this is what was counted until then")
    out.print(f"{result.tournaments:,} tournaments, {result.per_second:,.0f} tournaments/s\n")
    names = list(result.skills[0].reaches)
    final = made.stages[-1]
    titles = [
        f"wins {each.stage.name}" if each.stage is final else f"on from {each.stage.name}" for each in result.stages
    ]
    for title, which in (("An entrant's chances", "reaches"), ("Chances of those who play the stage", "advances")):
        rows = table("players", "entrants", *titles, title=title)
        for skill in result.skills:
            chances = getattr(skill, which)
            rows.add_row(skill.name, str(skill.count), *(_percent(chances[name]) for name in names))
        out.print(rows, "")
    _print_money(out, result)
    _print_stages(out, result, staffing)


def _print_money(out: Console, result: TournamentResult) -> None:
    made = result.played.plan.format
    rows = table("place", "prize", *(skill.name for skill in result.skills), title="Chances of the prizes")
    for place, prize in enumerate(made.prizes):
        rows.add_row(str(place + 1), _dollars(prize), *(_percent(skill.places[place]) for skill in result.skills))
    out.print(rows, "")
    title = f"An entry, in dollars (the pool is {_dollars(made.pool)})"
    rows = table("players", "prizes", "fees", "value", title=title)
    for skill in result.skills:
        fees = made.entry_fee + skill.paid_again
        rows.add_row(skill.name, _amount(skill.prize), _dollars(fees), _amount(skill.value, sign="+"))
    out.print(rows, "")


def _print_stages(out: Console, result: TournamentResult, staffing: Staffing) -> None:
    rows = table("stage", "rounds", "5% to 95%", "at most", "out before the end", "play-offs", title="Sessions")
    for each in result.stages:
        low, _, high = each.quantiles
        rounds = f"{each.rounds.value:.1f} ± {each.rounds.error:.1g}"
        out_early, played_off = f"{each.eliminated:.0%}", _percent(each.played_off)
        rows.add_row(each.stage.name, rounds, f"{low} to {high}", str(each.most_rounds), out_early, played_off)
    out.print(rows, "")
    rows = table("box", *(each.stage.name for each in result.stages), title="Going on, by box")
    for seat in range(max(len(each.seats) for each in result.stages)):
        chances = [_percent(each.seats[seat]) if seat < len(each.seats) else "" for each in result.stages]
        rows.add_row(str(seat + 1), *chances)
    out.print(rows, "")
    pace = f"at {staffing.rounds_an_hour:g} rounds an hour, without breaks"
    rows = table("stage", "tables at a time", "sittings", "minutes", "dealers", "supervisors", title=f"Needed {pace}")
    for need in result.needs(staffing):
        minutes = f"{need.minutes.value:.0f} ± {need.minutes.error:.1g}"
        rows.add_row(need.stage, str(need.tables), str(need.heats), minutes, str(need.dealers), str(need.supervisors))
    out.print(rows)


def _percent(figure: Figure) -> str:
    if not math.isfinite(figure.value):
        return "–"
    return f"{figure.value:.2%} ± {figure.error:.2%}" if math.isfinite(figure.error) else f"{figure.value:.2%}"


def _dollars(cents: float) -> str:
    return f"{cents / 100:,.0f}" if cents % 100 == 0 else f"{cents / 100:,.2f}"


def _amount(figure: Figure, sign: str = "") -> str:
    return f"{figure.value / 100:{sign},.2f} ± {figure.error / 100:,.2f}"
