"""What there is to say about a game's odds, as plain objects and as the JSON that the command line prints."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cutcard.money import Cents, dollars
from cutcard.odds import Chart, ChartCell, Solution, solve, total_only_ev
from cutcard.odds.query import bet_and_table, check_meters, decks_of, rules_for
from cutcard.odds.rule_changes import all_changed, changed_rules, nothing_to_change, path_of
from cutcard.odds.side.offered import tables_of
from cutcard.odds.side_bets import SideBetOdds, plays_of, priced_offers, side_bet, side_bets
from cutcard.reports.poster import Poster, posters
from cutcard.rulebooks import load
from cutcard.rulebooks.schema import Rules

WAGER: Cents = 1000  # unless another is asked for
SideBets = Mapping[str, Mapping[str, tuple[SideBetOdds, ...]]]  # by id and pay table: each play, the usual one first


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """The same game with rules changed: one field, or several together."""

    changes: tuple[str, ...]
    solution: Solution
    difference: float  # in the player's expectation
    nothing: str  # why it can make no difference; empty where it does

    @property
    def change(self) -> str:
        return " ".join(self.changes)

    def as_json(self) -> dict[str, Any]:
        return {**_solved(self.solution), "difference": self.difference, "changes_nothing": self.nothing or None}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReport:
    """A game, a number of decks, the main game's solution and the side bets."""

    rules: Rules
    decks: int
    solution: Solution
    side_bets: SideBets
    changes: tuple[Changed, ...] = ()  # each by itself
    together: Changed | None = None  # all of them, where there are several and they are of different fields

    def as_json(self) -> dict[str, Any]:
        """The object that `cutcard odds --json` prints; more keys may be added, none is taken away."""
        found = {
            "rulebook": self.rules.book,
            "game": self.rules.game,
            "decks": self.decks,
            "options": dict(self.rules.options),
            "wager": dollars(self.solution.wager),
            **_solved(self.solution),
            "side_bets": {
                bet: {table: side_bet_json(*plays) for table, plays in tables.items()}
                for bet, tables in self.side_bets.items()
            },
        }
        if self.changes:
            found["what_if"] = [{"change": each.change, **each.as_json()} for each in self.changes]
        if len(self.changes) > 1:
            joint = self.together
            found["what_if_together"] = joint and {"changes": list(joint.changes), **joint.as_json()}
        return found


def game_report(
    book: str,
    game: str,
    *,
    decks: int | None = None,
    options: Iterable[str] = (),
    bets: Iterable[str] = (),
    changes: Iterable[str] = (),
    meters: Mapping[str, Cents] | None = None,
    wager: Cents = WAGER,
) -> GameReport:
    """The odds of a game: options as "resplit=true", side bets as "lucky-lucky=1", changes as "double.totals=any".

    Without a number of decks the largest is taken that the game and the side bets named allow; without side bets
    named, all that it may offer. The wager matters where a prize is a fixed sum (`depends_on_wager`).
    """
    rules = rules_for(book, game, options)
    named, all_changes = list(bets), list(changes)
    size = decks_of(rules, decks, [bet_and_table(text)[0] for text in named])
    variants = [((change,), changed_rules(rules, change)) for change in all_changes]
    joint = all_changed(rules, all_changes) if len(all_changes) > 1 else None
    found = side_bet_odds(rules, size, named, meters)
    solution = solve(rules, size, wager)
    return GameReport(
        rules=rules,
        decks=size,
        solution=solution,
        side_bets=found,
        changes=tuple(_changed(rules, one, variant, solution) for one, variant in variants),
        together=None if joint is None else _changed(rules, tuple(all_changes), joint, solution),
    )


def _changed(rules: Rules, changes: tuple[str, ...], variant: Rules, base: Solution) -> Changed:
    nothing = nothing_to_change(rules, variant, [path_of(change) for change in changes])
    solution = base if nothing else solve(variant, base.decks, base.wager)
    if not nothing and solution.ev == base.ev:
        nothing = "best play is worth exactly the same with it"
    return Changed(changes=changes, solution=solution, difference=solution.ev - base.ev, nothing=nothing)


def side_bet_odds(
    rules: Rules, decks: int, named: Iterable[str] = (), meters: Mapping[str, Cents] | None = None
) -> SideBets:
    """The side bets named, or all that may be offered, each under every play that it knows."""
    check_meters(rules, meters or {})
    requested: dict[str, tuple[str, ...]] = {}
    for text in named:
        bet, table = bet_and_table(text)
        tables = tables_of(rules, decks, bet) if table is None else (table,)
        requested[bet] = tuple(dict.fromkeys((*requested.get(bet, ()), *tables)))
    return {
        bet: {table: _plays(rules, decks, bet, table, meters) for table in tables}
        for bet, tables in (requested or priced_offers(rules, decks)).items()
    }


def _plays(
    rules: Rules, decks: int, bet: str, table: str, meters: Mapping[str, Cents] | None
) -> tuple[SideBetOdds, ...]:
    plays: tuple[str | None, ...] = plays_of(rules, bet) or (None,)
    return tuple(side_bet(rules, decks, bet, table, play=play, meters=meters) for play in plays)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edges:
    """A side bet's edge by number of decks, and the games in which it is that."""

    bet: str
    table: str
    edges: Mapping[int, float]
    games: tuple[str, ...]


def side_bet_edges(games: Iterable[Rules]) -> list[Edges]:
    """The edge of every side bet and pay table with every number of decks, under its usual play.

    Games with the same edges stand together, also one that has only some of the others' numbers of decks.
    """
    found: list[tuple[str, str, dict[int, float], list[str]]] = []
    for rules in sorted(games, key=lambda rules: -len(rules.cards.decks)):
        for (bet, table), edges in _edges_of(rules).items():
            for same_bet, same_table, others, names in found:
                if (bet, table) == (same_bet, same_table) and edges.items() <= others.items():
                    names.append(rules.game)
                    break
            else:
                found.append((bet, table, edges, [rules.game]))
    order = list(dict.fromkeys(bet for bet, *_ in found))
    lines = [Edges(bet=bet, table=table, edges=edges, games=tuple(names)) for bet, table, edges, names in found]
    return sorted(lines, key=lambda line: order.index(line.bet))


def _edges_of(rules: Rules) -> dict[tuple[str, str], dict[int, float]]:
    edges: dict[tuple[str, str], dict[int, float]] = {}
    for decks in rules.cards.decks:
        for bet, tables in side_bets(rules, decks).items():
            for table, odds in tables.items():
                edges.setdefault((bet, table), {})[decks] = odds.house_edge
    return edges


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyReport:
    """How to play a game."""

    rules: Rules
    solution: Solution
    chart_ev: float  # of playing by the chart's totals alone

    @property
    def title(self) -> str:
        return f"{self.rules.title}, {self.rules.book}"

    @property
    def posters(self) -> tuple[Poster, ...]:
        return posters(self.solution, self.title)

    @property
    def gives_up(self) -> str:
        """What a chart by totals gives up, as a sentence."""
        chart, exact = 100 * self.chart_ev, 100 * self.solution.ev
        text = f"Playing by totals alone is worth {chart:.6f} %, and gives up {exact - chart:.6f} % against exact play."
        return text.replace("-", "−")

    def as_json(self) -> dict[str, Any]:
        """The object that `cutcard strategy --json` prints."""
        return {
            "rulebook": self.rules.book,
            "game": self.rules.game,
            "decks": self.solution.decks,
            "options": dict(self.rules.options),
            "wager": dollars(self.solution.wager),
            **_solved(self.solution),
            "chart_ev": self.chart_ev,
            "chart_gives_up": self.solution.ev - self.chart_ev,
            "dealer_cards": list(self.solution.charts[0].columns),
            "charts": [_chart_json(chart) for chart in self.solution.charts],
        }


def strategy_report(
    book: str, game: str, *, decks: int | None = None, options: Iterable[str] = (), wager: Cents = WAGER
) -> StrategyReport:
    """The best play of a game; options, decks and wager as in `game_report`."""
    rules = rules_for(book, game, options)
    size = decks_of(rules, decks)
    solution, chart_ev = solve(rules, size, wager), total_only_ev(rules, size, wager)
    return StrategyReport(rules=rules, solution=solution, chart_ev=chart_ev)


def depends_on_wager(rules: Rules) -> bool:
    """Whether the house edge depends on the wager: a prize that is a fixed sum is worth less to a higher one."""
    return rules.winning.super_bonus is not None


def book_games(book: str, decks: int | None = None) -> list[str]:
    """The games of a book, only those that are played with this many decks where a number is given."""
    found = load(book)
    return [game for game in found.games if decks is None or decks in found.rules(game).cards.decks]


# ---------------------------------------------------------------------------------------------------------------- JSON


def _solved(solution: Solution) -> dict[str, Any]:
    return {
        "ev": solution.ev,
        "house_edge": solution.house_edge,
        "sd": solution.sd,
        "sd_error": solution.sd_error,
        "sd_bound": solution.sd_bound,
        "exact": solution.exact,
        "error_bound": solution.error_bound,
        "notes": list(solution.notes),
    }


def _chart_json(chart: Chart) -> dict[str, Any]:
    def rows(section: Mapping[Any, tuple[ChartCell | None, ...]]) -> dict[str, Any]:
        return {str(name): [_cell_json(cell) for cell in cells] for name, cells in section.items()}

    return {
        "wager": chart.wager,
        "hard": rows(chart.hard),
        "soft": rows(chart.soft),
        "pairs": rows(chart.pairs),
        "departures": [dataclasses.asdict(each) for each in chart.departures],
    }


def _cell_json(cell: ChartCell | None) -> dict[str, Any] | None:
    if cell is None:
        return None
    return {"action": cell.action, "otherwise": cell.otherwise, "values": dict(cell.values), "costs": cell.costs}


def side_bet_json(odds: SideBetOdds, *others: SideBetOdds) -> dict[str, Any]:
    """A side bet with one pay table; under `plays` the same bet played in other ways."""
    found: dict[str, Any] = {
        "ev": odds.ev,
        "house_edge": odds.house_edge,
        "sd": odds.sd,
        "outcomes": [
            {
                "name": outcome.name,
                "odds": outcome.odds,
                "probability": f"{outcome.probability.numerator}/{outcome.probability.denominator}",
                "p": outcome.p,
                "net": float(odds.net(outcome)),
            }
            for outcome in odds.outcomes
        ],
        "exact": odds.exact,
        "error_bound": odds.error_bound,
    }
    if odds.play:
        found["play"] = odds.play
        found["plays"] = {
            each.play: {"says": each.says, "ev": each.ev, "house_edge": each.house_edge, "sd": each.sd}
            for each in (odds, *others)
        }
    if odds.per_meter:
        found["meters"] = {name: dollars(value) for name, value in odds.meters.items()}
        found["per_meter"] = [
            {
                "meter": line.meter,
                "stake": dollars(line.stake),
                "ev_without": float(line.without),
                "ev_per_dollar": line.per_dollar,
                "break_even": float(line.break_even / 100),
            }
            for line in odds.per_meter
        ]
    if odds.notes:
        found["notes"] = list(odds.notes)
    return found
