"""`cutcard house`: a game from the casino's side."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Annotated, Any

import typer

from cutcard.cli.options import (
    AsJson,
    Book,
    Database,
    Decks,
    Game,
    OptionValues,
    Penetration,
    Wager,
    dollars_given,
    wager_given,
)
from cutcard.cli.text import console, table
from cutcard.errors import CutcardError

app = typer.Typer(
    help="The casino's side: win and hold, mistakes, real tables.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
DEAR = 1000  # settlements, of which one is taken to go wrong


@app.command()
def win(
    book: Book,
    game: Game,
    decks: Decks = None,
    option: OptionValues = None,
    wager: Wager = "10",
    hours: Annotated[float, typer.Option(help="Hours that the table is open.")] = 1.0,
    seconds_a_round: Annotated[
        float | None, typer.Option(help="Seconds of a round apart from its boxes; 8.6 by default.")
    ] = None,
    seconds_a_box: Annotated[float | None, typer.Option(help="Seconds for each box; 8.6 by default.")] = None,
    buy_in: Annotated[
        str | None, typer.Option(help="A player's buy-in in dollars, to compute the hold; by default 20 wagers.")
    ] = None,
    stays: Annotated[float, typer.Option(help="Hours that a player stays, unless they lose their buy-in first.")] = 2.0,
    as_json: AsJson = False,
) -> None:
    """Print what a table can expect to win, and its hold.

    By boxes in play; the hold is the part of the drop that the table keeps.

    Assumes best play and flat wagers. Rounds per hour are those of Kilby's table unless you give seconds; `cutcard
    house table` measures your own. A buy-in is played until it is gone or the player leaves.
    """
    from cutcard.odds.house_win import HOLD_ERROR, SECONDS_A_HAND
    from cutcard.odds.query import decks_of, rules_for
    from cutcard.simulate.scenario import Scenario
    from cutcard.simulate.win_by_boxes import COVARIANCE_ERROR, win_by_boxes

    rules = rules_for(book, game, option or ())
    number, staked = decks_of(rules, decks), wager_given(wager)
    if not (0 < hours < 1e6 and 0 < stays < 1e6):
        raise CutcardError("hours must be more than 0 and at most a million")
    found = win_by_boxes(
        Scenario(book=book, game=game, decks=number, options=tuple(option or ()), bet=wager),
        hours=hours,
        buy_in=20 * staked if buy_in is None else dollars_given("--buy-in", buy_in),
        stays=stays,
        seconds_a_round=SECONDS_A_HAND if seconds_a_round is None else seconds_a_round,
        seconds_a_box=SECONDS_A_HAND if seconds_a_box is None else seconds_a_box,
    )
    lines = [line.as_json() | hold.as_json() for line, hold in found.boxes]
    error = "exact" if not found.error_bound else f"± {found.error_bound:.1e}"
    notes = [
        f"house edge {found.house_edge:.6%} ({error}); rounds an hour are an assumption",
        f"deviation: boxes of a round go together by {found.covariance:.3f} {COVARIANCE_ERROR}",
        f"hold: {HOLD_ERROR}",
    ]
    if as_json:
        payload = {"book": book, "game": game, "decks": number, "wager": staked / 100, "hours": hours}
        payload |= {"house_edge": found.house_edge, "box_covariance": found.covariance}
        print(json.dumps({**payload, "boxes": lines, "notes": notes}, indent=2))
        return
    _print_wins(lines, notes)


def _print_wins(lines: list[dict[str, Any]], notes: list[str]) -> None:
    rows = table(
        "boxes", "rounds/hour", "turnover", "expected win", "deviation", "rounds of a buy-in", "all lost", "hold"
    )
    for one in lines:
        rows.add_row(
            str(one["boxes"]), f"{one['rounds_an_hour']:.0f}", f"{one['turnover']:,.0f}",
            f"{one['theoretical_win']:,.2f}", f"{one['deviation']:,.2f}", f"{one['expected_rounds']:.0f}",
            f"{one['chance_gone']:.1%}", f"{one['hold']:.2%}",
        )  # fmt: skip
    console().print(rows)
    for note in notes:
        console().print(f"[dim]· {note}[/]")


@app.command("cutting-card")
def cutting_card(
    book: Book,
    game: Game,
    rounds: Annotated[str, typer.Option(help="Rounds to play, such as 1e9.")] = "1e8",
    decks: Decks = None,
    option: OptionValues = None,
    penetration: Penetration = None,
    boxes: Annotated[int, typer.Option(help="Boxes in play.")] = 1,
    bet: Wager = "10",
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.")] = 1,
    workers: Annotated[int, typer.Option(help="Processes to use.")] = 1,
    device: Annotated[str, typer.Option(help="cpu, or gpu for an NVIDIA GPU (one box only).")] = "cpu",
    as_json: AsJson = False,
) -> None:
    """Print the cutting card's effect.

    That is what changes by dealing to a fixed card instead of a fixed number of rounds.

    Simulates best play with flat wagers and compares it with its exact value from a full shoe. Errors are standard
    errors.
    """
    from cutcard.simulate import job_for, parse_rounds, result_of, run_job, strategy_for
    from cutcard.simulate.cut_effect import cut_effect, table_with_cut
    from cutcard.simulate.scenario import Scenario

    scenario = Scenario(
        book=book, game=game, decks=decks, boxes=boxes, options=tuple(option or ()), penetration=penetration, bet=bet
    )
    at = table_with_cut(scenario)
    if workers < 1:
        raise CutcardError(f"a simulation needs at least one worker, not {workers}")
    job = job_for(at, strategy_for(scenario, at), parse_rounds(rounds), seed)
    counted, seconds, complete = run_job(job, workers, None, lambda *_: None, device)
    found = cut_effect(at, result_of(at, job, counted, seconds))
    if as_json:
        print(json.dumps({"book": book, "game": game, **found.as_json(), "interrupted": not complete}, indent=2))
        return
    out = console()
    where = "one box" if boxes == 1 else f"{boxes} boxes"
    out.print(f"[bold]{at.rules.title}[/], {at.decks} decks, cutting card behind {at.cut} cards, {where}")
    rows = table("", "")
    rows.add_row(
        "to the cutting card", f"{found.played.ev:+.5%} ± {found.played.se:.5%} in {found.played.rounds:,} rounds"
    )
    rows.add_row(
        "a fixed number of rounds",
        f"{found.full_ev:+.5%} ({'exact' if not found.full_error else f'± {found.full_error:.1e}'})",
    )
    rows.add_row("effect of the cutting card", f"{found.effect:+.5%} ± {found.error:.5%} (one standard error)")
    out.print(rows)


@app.command()
def errors(
    book: Book,
    game: Game,
    decks: Decks = None,
    option: OptionValues = None,
    wager: Wager = "10",
    side_bet: Annotated[
        list[str] | None,
        typer.Option("--side-bet", metavar="ID[=TABLE][:STAKE]", help="A side bet beside the wager; repeatable."),
    ] = None,
    one_in: Annotated[
        int, typer.Option(help="Assume that one occasion in this many goes wrong, for the cost of 100 rounds.")
    ] = DEAR,
    rounds: Annotated[int, typer.Option(help="Rounds to play to estimate the chances.")] = 20_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Print what each kind of dealer's mistake costs the house.

    Each kind is named with its clause.

    How often each mistake can happen is counted in rounds of one box under best play, with its standard error. A
    negative cost is the player's loss. The cost of a dealer who always draws wrongly is exact, for players who follow
    the chart.
    """
    from cutcard.odds.dealer_errors import dealer_errors
    from cutcard.odds.query import decks_of, rules_for
    from cutcard.odds.usual_play import SideStake

    rules = rules_for(book, game, option or ())
    staked = wager_given(wager)
    stakes = [SideStake.parse(text, staked) for text in side_bet or ()]
    number = decks_of(rules, decks, [each.bet for each in stakes])
    if one_in < 1:
        raise CutcardError(f"--one-in must be at least 1, not {one_in}")
    beside = {each.bet: (each.table, each.stake) for each in stakes}
    found = dealer_errors(rules, number, wager=staked, side_bets=beside, rounds=rounds, seed=seed)
    lines: list[dict[str, Any]] = [line.as_json() for line in found]
    if as_json:
        payload = {"book": book, "game": game, "decks": number, "wager": staked / 100, "rounds": rounds, "seed": seed}
        print(json.dumps(payload | {"mistakes": lines}, indent=2))
        return
    rows = table(
        "clause", "occasion", "mistake", "in 100 rounds", "one costs the house", f"100 rounds, one in {one_in:,}"
    )
    for line in lines:
        rows.add_row(
            line["clause"], line["occasion"], line["mistake"],
            f"{100 * line['chance']:.2f} ± {100 * line['chance_error']:.2f}",
            f"{line['cost']:+,.2f} ± {line['cost_error']:.2f}", f"{100 * line['chance'] * line['cost'] / one_in:+,.4f}",
        )  # fmt: skip
    console().print(rows)


@app.command("table")
def from_store(
    db: Database,
    name: Annotated[str | None, typer.Option("--table", help="Only this table.")] = None,
    as_json: AsJson = False,
) -> None:
    """Print what the tables of a store have won and should have.

    Also their hold and their pace.

    The expected win is the exact edge of every wager that was placed; the deviation assumes independent wagers. Hold is
    win divided by drop. Rounds per hour are measured from the start of one round to the start of the next, with a
    standard error.
    """
    from cutcard.service.table_win import table_wins
    from cutcard.store import Store

    with closing(Store.open(db, create=False)) as store:
        found = [one.as_json() for one in table_wins(store, name)]
    if as_json:
        print(json.dumps({"tables": found}, indent=2))
        return
    rows = table(
        "table", "rounds", "turnover", "win", "expected", "off by", "drop", "hold", "expected hold", "rounds/hour"
    )
    for one in found:
        off = (one["win"] - one["theoretical_win"]) / one["deviation"] if one["deviation"] else 0.0
        pace = ", ".join(f"{p['boxes']}: {p['rounds_an_hour']:.0f} ± {p['error']:.0f}" for p in one["pace"])
        holds = ["" if one[key] is None else f"{one[key]:.2%}" for key in ("hold", "theoretical_hold")]
        rows.add_row(
            one["table"], f"{one['rounds']:,}", f"{one['turnover']:,.2f}", f"{one['win']:,.2f}",
            f"{one['theoretical_win']:,.2f} ± {one['deviation']:,.2f}", f"{off:+.1f} sd", f"{one['drop']:,.2f}",
            *holds, pace,
        )  # fmt: skip
    console().print(rows)
