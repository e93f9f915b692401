"""`cutcard count`: counting systems for a game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutcard.cli.options import AsJson, Book, Decks, Game, Meters, OptionValues, Penetration, dollars_given
from cutcard.cli.text import console, table
from cutcard.errors import CutcardError

if TYPE_CHECKING:  # the solver is slow to import: only the commands that need it wait for it
    from cutcard.counting.bets import BetPlan, BetResult

app = typer.Typer(
    help="Card counting: systems, index numbers, side bets, spreads.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
System = Annotated[
    str, typer.Option(help="hi-lo, ko, zen, omega-ii, halves, or a TOML file of your own that ends in .toml.")
]
WhatIf = Annotated[
    list[str] | None,
    typer.Option("--what-if", metavar="FIELD=VALUE", help="Also with a rule changed; repeatable: a line for each."),
]


@app.command()
def systems(as_json: AsJson = False) -> None:
    """Print the counting systems of the package."""
    from cutcard.counting.systems import RANKS, packaged_systems

    known = packaged_systems()
    if as_json:
        print(json.dumps([system.as_json() for system in known.values()], indent=2))
        return
    rows = table("name", *RANKS, "begins at")
    for system in known.values():
        begins = f"{system.begin:+g} {system.per_deck:+g} a deck" if system.per_deck else "0"
        rows.add_row(system.name, *(f"{tag:+g}" if tag else "0" for tag in system.tags), begins)
    console().print(rows)


@app.command()
def fit(
    book: Book,
    game: Game,
    decks: Decks = None,
    option: OptionValues = None,
    system: Annotated[
        list[str] | None,
        typer.Option(help="A system by name or TOML file; repeatable; by default all of the package."),
    ] = None,
    level: Annotated[int, typer.Option(help="The largest tag to allow in the search for the best tags.")] = 2,
    as_json: AsJson = False,
) -> None:
    """Print how well counting systems fit a game.

    A system fits if it follows the game's effects of removal; the tags that would follow them best are printed too.
    """
    from cutcard.counting.fit import best_tags, decision_effects
    from cutcard.counting.fit import fit as fit_of
    from cutcard.counting.systems import counting_system, packaged_systems
    from cutcard.odds.query import decks_of, rules_for
    from cutcard.odds.removal import effects_of_removal

    rules = rules_for(book, game, option or ())
    number = decks_of(rules, decks)
    chosen = [counting_system(name) for name in system or packaged_systems()]
    found = effects_of_removal(rules, number)
    best, _ = best_tags(found, level)
    playing = decision_effects(rules, number)
    fits = [fit_of(rules, one, found, playing) for one in (*chosen, best)]
    if as_json:
        print(
            json.dumps(
                {"book": book, "game": game, "decks": number, "systems": [one.as_json() for one in fits]}, indent=2
            )
        )
        return
    rows = table("system", "betting", "playing", "insurance", "tags A 2 3 4 5 6 7 8 9 T")
    for one in fits:
        insured = "" if one.insurance is None else f"{one.insurance:.3f}"
        rows.add_row(
            one.system.title,
            f"{one.betting:.3f}",
            f"{one.playing:.3f}",
            insured,
            " ".join(f"{t:g}" for t in one.system.tags),
        )
    console().print(rows)
    console().print("[dim]· betting and insurance: exact; playing: first decisions only, normal approximation[/]")


@app.command()
def indices(
    book: Book,
    game: Game,
    decks: Decks = None,
    option: OptionValues = None,
    system: System = "hi-lo",
    left: Annotated[float, typer.Option(help="The part of the shoe that is not dealt yet.")] = 0.5,
    most: Annotated[float, typer.Option(help="The range of true counts, from minus this to plus this.")] = 10.0,
    risk_averse: Annotated[
        bool,
        typer.Option(
            "--risk-averse", help="Also take each play's risk into account, with the best wagers at each count."
        ),
    ] = False,
    largest_from: Annotated[
        float | None, typer.Option(help="With --risk-averse: the true count above which wagers no longer grow.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print the true counts from which another play is best.

    Every hand of two cards is examined.
    """
    from math import inf

    from cutcard.counting.indices import METHOD, RISK_AVERSE, index_plays, insurance_index
    from cutcard.counting.systems import counting_system
    from cutcard.odds.query import decks_of, rules_for

    rules = rules_for(book, game, option or ())
    number, counts = decks_of(rules, decks), counting_system(system)
    if largest_from is not None and not risk_averse:
        raise CutcardError("--largest-from goes with --risk-averse: wagers matter to no other index number")
    grows_to = inf if largest_from is None else largest_from
    plays = index_plays(rules, number, counts, left=left, most=most, risk_averse=risk_averse, largest_from=grows_to)
    method = f"{METHOD}; {RISK_AVERSE}" if risk_averse else METHOD
    insured = insurance_index(rules, number, counts, left)
    if as_json:
        payload: dict[str, Any] = {
            "book": book,
            "game": game,
            "decks": number,
            "system": counts.as_json(),
            "left": left,
        }
        payload |= {"risk_averse": risk_averse, "largest_from": largest_from}
        payload |= {"insurance": insured, "method": method, "plays": [play.as_json() for play in plays]}
        print(json.dumps(payload, indent=2))
        return
    rows = table("hand", "against", "at 0", "below", "changes")
    for play in plays:
        changes = ", ".join(f"{what} from {count:+.1f}" for count, what in play.changes)
        rows.add_row(play.hand, play.up, play.play, play.below, changes)
    console().print(rows)
    if insured is not None:
        console().print(f"insurance pays from {insured:+.2f}")
    console().print(f"[dim]· {method}[/]")


@app.command("side-bet")
def side_bet(
    book: Book,
    game: Game,
    bet: Annotated[str, typer.Argument(metavar="ID[=TABLE]", help="A side bet of the game, such as perfect-pairs.")],
    decks: Decks = None,
    option: OptionValues = None,
    system: System = "hi-lo",
    penetration: Penetration = None,
    boxes: Annotated[int, typer.Option(help="Boxes in play.")] = 1,
    meter: Meters = None,
    as_json: AsJson = False,
) -> None:
    """Print what a side bet is worth at each true count.

    Also what it would win if it were placed only where it pays.
    """
    from cutcard.counting.side_counts import side_count
    from cutcard.counting.systems import counting_system
    from cutcard.odds.query import bet_and_table, check_meters, decks_of, parse_meters, rules_for
    from cutcard.simulate.cut_card import cut_for

    rules = rules_for(book, game, option or ())
    name, pays = bet_and_table(bet)
    number = decks_of(rules, decks, [name])
    meters = parse_meters(meter or ())
    check_meters(rules, meters)
    cards = number * (52 - 4 * len(rules.cards.removed_ranks))
    part = cut_for(rules, number, cards, None)[0] / cards if penetration is None else penetration
    found = side_count(
        rules, number, counting_system(system), name, pays or "", penetration=part, boxes=boxes, meters=meters
    )
    if as_json:
        payload = {"book": book, "game": game, "decks": number, "system": found.system.as_json(), "penetration": part}
        print(json.dumps(payload | found.as_json(), indent=2))
        return
    out = console()
    out.print(f"[bold]{found.odds.title}[/], {number} decks: {found.odds.ev:+.4%} of the stake from a full shoe")
    effects = table("rank", "removing one changes, %")
    for rank, effect in found.effects.items():
        effects.add_row(rank, f"{100 * effect:+.3f}")
    out.print(effects)
    out.print(f"correlation of {found.system.title} with these {found.correlation:+.3f}\n")
    counts = table("true count", "rounds", "worth")
    for count, chance, worth in found.counts:
        if chance > 1e-4:
            counts.add_row(f"{count:+d}", f"{chance:.2%}", f"{worth:+.3%}")
    out.print(counts)
    out.print(
        f"placed in the {found.placed:.2%} of rounds in which it pays: {100 * found.gain:+.4f} stakes in 100 rounds"
    )
    out.print(f"[dim]· {found.error}[/]")


@app.command()
def bets(
    book: Book,
    game: Game,
    spread: Annotated[
        str | None,
        typer.Option(
            metavar="COUNT:TIMES,…", help="Wager TIMES the --bet from each true COUNT up, such as 1:2,3:8; 0 watches."
        ),
    ] = None,
    kelly: Annotated[
        float | None, typer.Option(help="Instead of --spread: the part of the full Kelly wager to place, such as 0.5.")
    ] = None,
    bet: Annotated[str, typer.Option(help="The smallest wager, in dollars.")] = "10",
    most_bet: Annotated[str, typer.Option(help="The largest wager with --kelly, in dollars.")] = "500",
    bankroll: Annotated[str, typer.Option(help="The money that may be lost, in dollars.")] = "10000",
    goal: Annotated[
        str | None, typer.Option(help="A win to aim for, in dollars; prints the chance of losing the bankroll first.")
    ] = None,
    hours: Annotated[
        float | None, typer.Option(help="Hours of play; prints the chance of losing the bankroll within them.")
    ] = None,
    decks: Decks = None,
    option: OptionValues = None,
    system: System = "hi-lo",
    penetration: Annotated[
        list[float] | None, typer.Option(help="Part of the shoe before the cutting card, such as 0.75; repeatable.")
    ] = None,
    skill: Annotated[
        float, typer.Option(help="How well the counter plays: 1 is every play by the count, 0 always the chart.")
    ] = 1.0,
    boxes: Annotated[int, typer.Option(help="Boxes in play, of which the counter has one.")] = 1,
    rounds_an_hour: Annotated[float, typer.Option(help="Rounds per hour.")] = 80.0,
    what_if: WhatIf = None,
    as_json: AsJson = False,
) -> None:
    """Print what a counter wins with a spread of bets, and risks.

    --spread gives the wagers by true count; --kelly finds the best ones for a bankroll, between --bet and --most-bet.
    """
    from cutcard.counting.bets import BetPlan
    from cutcard.counting.systems import counting_system
    from cutcard.odds.query import decks_of, rules_for
    from cutcard.simulate.cut_card import cut_for
    from cutcard.simulate.scenario import parse_spread

    if (spread is None) == (kelly is None):
        raise CutcardError("say what is wagered: give either --spread or --kelly")
    rules = rules_for(book, game, option or ())
    number = decks_of(rules, decks)
    least, most = dollars_given("--bet", bet), dollars_given("--most-bet", most_bet)
    money, target = _bankroll_and_goal(bankroll, goal, hours)
    cards = number * (52 - 4 * len(rules.cards.removed_ranks))
    plan = BetPlan(
        rules=rules,
        decks=number,
        system=counting_system(system),
        penetration=cut_for(rules, number, cards, None)[0] / cards,
        spread=parse_spread(spread or "0:1", least),
        skill=skill,
        boxes=boxes,
        rounds_an_hour=rounds_an_hour,
    )
    rows = []
    for change, variant in _variants(plan, what_if or ()).items():
        results = _bet_results(variant, penetration or [plan.penetration], kelly, money, least, most)
        rows += [{"change": change, **row} for row in _with_risks(results, money, target, hours)]
    if as_json:
        print(json.dumps({"book": book, "game": game, "decks": number, "results": rows}, indent=2))
    else:
        _print_bets(rows)


def _variants(plan: BetPlan, changes: Sequence[str]) -> dict[str, BetPlan]:
    """The plan with the rules as they are, and with each change of them."""
    from cutcard.odds.rule_changes import changed_rules

    return {"": plan} | {change: replace(plan, rules=changed_rules(plan.rules, change)) for change in changes}


def _bet_results(
    plan: BetPlan, parts: list[float], kelly: float | None, money: int, least: int, most: int
) -> list[BetResult]:
    """A plan at each penetration, with the best wagers where --kelly asks for them.

    What was typed is checked first, because the effects of removal take long.
    """
    from cutcard.counting.bets import best_spread, bet_result, check_kelly, check_plan
    from cutcard.odds.removal import effects_of_removal

    for part in parts:
        check_plan(replace(plan, penetration=part))
    if kelly is not None:
        check_kelly(kelly, least, most)
    found = effects_of_removal(plan.rules, plan.decks)
    if kelly is not None:
        plan = best_spread(plan, found, money, least, most, kelly)
    return [bet_result(replace(plan, penetration=part), found) for part in parts]


def _bankroll_and_goal(bankroll: str, goal: str | None, hours: float | None) -> tuple[int, int | None]:
    """What may be lost and what is aimed for, in cents; refused, as the hours of play are, if it is nothing."""
    money, target = dollars_given("--bankroll", bankroll), None if goal is None else dollars_given("--goal", goal)
    if money <= 0 or (hours is not None and hours <= 0) or (target is not None and target <= 0):
        raise CutcardError("the bankroll, the goal and the hours of play must be more than 0")
    return money, target


def _with_risks(results: list[BetResult], money: int, target: int | None, hours: float | None) -> list[dict[str, Any]]:
    """The results with the risk of each."""
    return [
        {**one.as_json(), "risk": one.risks(money, target, hours and hours * one.plan.rounds_an_hour)}
        for one in results
    ]


def _print_bets(results: list[dict[str, Any]]) -> None:
    out = console()
    changed = any(one["change"] for one in results)
    rows = table(
        *(["rules"] if changed else []),
        "penetration",
        "win $/100 rounds",
        "win $/hour",
        "sd $/hour",
        "average wager $",
        "DI",
        "SCORE",
        "N0 rounds",
        "ruin",
    )
    for one in results:
        n0 = "never" if one["n0"] is None else f"{one['n0']:,.0f}"
        risk = ", ".join(f"{name.replace('_', ' ')} {chance:.2%}" for name, chance in one["risk"].items())
        rows.add_row(
            *([one["change"] or "as they are"] if changed else []),
            f"{one['penetration']:.3f}", f"{one['win_per_100_rounds']:+,.2f}", f"{one['win_per_hour']:+,.2f}",
            f"{one['sd_per_hour']:,.2f}", f"{one['average_wager']:,.2f}", f"{one['di']:.2f}", f"{one['score']:.2f}",
            n0, risk,
        )  # fmt: skip
    out.print(rows)
    counts = table("true count", "rounds", "worth", "wager $")
    for row in results[0]["frequencies"]:
        if row["chance"] > 1e-4:
            counts.add_row(
                f"{row['true_count']:+d}", f"{row['chance']:.2%}", f"{row['worth']:+.3%}", f"{row['wager']:,.2f}"
            )
    out.print(counts)
    out.print(f"[dim]· {results[0]['method']}[/]")
