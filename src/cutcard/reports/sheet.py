"""A game's odds as pages: the sheet that a designer signs, and the chart of play alone."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from cutcard import __version__
from cutcard.money import Cents, dollars, priced
from cutcard.odds import Solution
from cutcard.odds.bands import PERIODS, QUANTILES, bands
from cutcard.odds.side_bets import SideBetOdds
from cutcard.reports.odds_report import (
    WAGER,
    SideBets,
    StrategyReport,
    depends_on_wager,
    game_report,
    strategy_report,
)
from cutcard.reports.page import Figure, Page
from cutcard.reports.poster import Poster, heatmap
from cutcard.reports.rules_report import rule_groups
from cutcard.rulebooks import load
from cutcard.rulebooks.schema import Rules
from cutcard.rulebooks.words import words

NOT_ODDS = ("box", "limits", "deal", "idle", "settles")  # groups of rules that say nothing about the odds of one hand
RARE = 1e-12  # results less likely than this are left out of the chart


def par_sheet(
    book: str,
    game: str,
    *,
    decks: int | None = None,
    options: Iterable[str] = (),
    wager: Cents = WAGER,
    made: date | None = None,
) -> str:
    """One self-contained page: rules with clauses, edge, results and their bands, the dealer's hands, play, side bets.

    Options, decks and wager as in `game_report`. It says which version of the program made it, and on which day if that
    is given, and ends with lines for the signatures of those who stand behind it.
    """
    options = list(options)
    report = game_report(book, game, decks=decks, options=options, wager=wager)
    play = strategy_report(book, game, decks=report.decks, options=options, wager=wager)
    rules, solution = report.rules, report.solution
    of = load(rules.book)
    page = Page(f"{rules.title}, {report.decks} decks", f"{of.title}, {of.edition}; {of.regulator}")
    on = f", {made.isoformat()}" if made is not None else ""
    page.text(f"Worked out by Cutcard {__version__}{on}.", note=True)
    _facts(page, rules, solution)
    _rules(page, rules)
    _results(page, solution)
    _bands(page, solution)
    _dealer(page, solution)
    for poster in play.posters:
        _play(page, poster)
    page.text(play.gives_up)
    _side_bets(page, report.side_bets)
    _assumptions(page, solution)
    page.signed("Game designer", "Checked by", "Date")
    return page.html()


def strategy_page(report: StrategyReport) -> str:
    """The chart of play as one self-contained page, with the cost of each deviation on hover."""
    solution = report.solution
    edge = f"{percent(solution.house_edge)} house edge under the exact play"
    of_wager = f" of a wager of {priced(solution.wager)}" if depends_on_wager(report.rules) else ""
    page = Page(report.title, f"{solution.decks} decks; {edge}{of_wager}")
    for poster in report.posters:
        _play(page, poster)
    page.text(report.gives_up)
    return page.html()


def percent(part: float, digits: int = 4) -> str:
    """A part as per cent with a true minus sign.

    >>> percent(-0.0043058)
    '−0.4306 %'
    """
    return f"{100 * part:.{digits}f} %".replace("-", "−")


def _facts(page: Page, rules: Rules, solution: Solution) -> None:
    wager = "; on another it differs, since a prize is a fixed sum" if depends_on_wager(rules) else ", as on any"
    bound = f"± {100 * solution.error_bound:.1g} %" if solution.error_bound else "exact"
    page.facts(
        [
            ("house edge, of the original wager", percent(solution.house_edge, 6)),
            ("player's expectation", percent(solution.ev, 6)),
            ("standard deviation of a round", f"{solution.sd:.5f}"),
            ("exactness of the house edge", bound),
            ("wager", f"{priced(solution.wager)}{wager}"),
        ]
    )


# --------------------------------------------------------------------------------------------------------------- rules


def _rules(page: Page, rules: Rules) -> None:
    page.heading("Rules")
    lines = (line for group, _, lines in rule_groups(rules) if group not in NOT_ODDS for line in lines)
    rows = [(line.path, line.value, line.clause, line.meaning) for line in lines]
    page.table(("rule", "is", "clause", "meaning"), rows)
    if rules.options:
        page.text("Options and readings: " + ", ".join(f"{name}={words(v)}" for name, v in rules.options.items()))


# --------------------------------------------------------------------------------------------------- results and dealer


def _results(page: Page, solution: Solution) -> None:
    page.heading("Result of a round")
    likely = [(net, chance) for net, chance in solution.distribution if chance > RARE]
    page.figure(_bars([f"{net:+g}".replace("-", "−") for net, _ in likely], [chance for _, chance in likely]))
    rows = [(f"{net:+g}".replace("-", "−"), f"{chance:.9f}") for net, chance in likely]
    page.table(("net, in wagers", "chance"), rows, numbers=(0, 1))


def _bands(page: Page, solution: Solution) -> None:
    page.heading("How much the house's win may vary")
    page.text("The house's win on one box, in parts of the original wagers: its range in the named share of periods.")
    rows = []
    for rounds in PERIODS:
        found = bands(solution.house_edge, solution.sd, rounds).values()
        rows.append((f"{rounds:,}", *(f"{percent(low, 3)} to {percent(high, 3)}" for low, high in found)))
    page.table(("rounds", *(f"{name} of periods" for name in QUANTILES)), rows, numbers=range(len(QUANTILES) + 1))
    page.text(
        "Normal, rounds taken as independent; from 1,000 rounds on the shape of a round's results hardly shows.",
        note=True,
    )


def _bars(names: list[str], chances: list[float]) -> Figure:
    data = {
        "type": "bar",
        "x": names,
        "y": chances,
        "marker": {"color": "#3f7cac"},
        "hovertemplate": "%{x} wagers: %{y:.6%}<extra></extra>",
    }
    layout = {
        "height": 320,
        "margin": {"l": 60, "r": 10, "t": 10, "b": 50},
        "xaxis": {"type": "category", "title": {"text": "net, in original wagers"}},
        "yaxis": {"type": "log", "title": {"text": "chance"}, "exponentformat": "power"},
        "plot_bgcolor": "#ffffff",
    }
    return {"data": [data], "layout": layout}


def _dealer(page: Page, solution: Solution) -> None:
    page.heading("The dealer's final hand, by first card")
    ends = list(dict.fromkeys(end for finals in solution.dealer.values() for end in finals))
    rows = [(up, *(f"{finals.get(end, 0.0):.6f}" for end in ends)) for up, finals in solution.dealer.items()]
    page.table(("first card", *ends), rows, numbers=range(1, len(ends) + 1))


# ---------------------------------------------------------------------------------------------------------------- play


def _play(page: Page, poster: Poster) -> None:
    page.heading(f"Best play: {poster.wager.lower()}")
    letters = ", ".join(f"{code} {name}" for code, name, _ in poster.legend)
    page.text(f"{letters}; a second, small letter is what to do where the first is not allowed.", note=True)
    for section in poster.sections:
        page.figure(heatmap(poster, section))
    if poster.departures:
        page.text("Hands that are better played differently from the chart:")
        page.items(poster.departures)


# ----------------------------------------------------------------------------------------------------------- side bets


def _side_bets(page: Page, bets: SideBets) -> None:
    for tables in bets.values():
        for plays in tables.values():
            _side_bet(page, *plays)


def _side_bet(page: Page, odds: SideBetOdds, *others: SideBetOdds) -> None:
    table = f", pay table {odds.table}" if odds.table else ""
    page.heading(f"{odds.title}{table}: house edge {percent(odds.house_edge)}")
    rows = [(each.name, each.odds or "", each.clause, str(each.probability), f"{each.p:.9f}") for each in odds.outcomes]
    page.table(("outcome", "pays", "clause", "chance", ""), rows, numbers=(3, 4))
    lines = [f"expectation {percent(odds.ev, 6)}, standard deviation {odds.sd:.5f}"]
    if odds.says:
        lines.append(f"play: {odds.says}")
    lines += [f"edge {percent(other.house_edge)} with the play: {other.says}" for other in others]
    lines += [
        f"meter {line.meter}, stake ${dollars(line.stake)}: {percent(float(line.without))} without it, "
        f"{100 * line.per_dollar:.9f} % more for each dollar in it, even at ${dollars(round(line.break_even))}"
        for line in odds.per_meter
    ]
    page.items([*lines, *odds.notes, *(note for other in others for note in other.notes if note not in odds.notes)])


def _assumptions(page: Page, solution: Solution) -> None:
    page.heading("How this was worked out")
    page.items(
        [
            "From a full, well shuffled shoe, one box, every payment exact; cards are not counted.",
            "Side bets: every chance is an exact fraction from the cards of the shoe.",
            *solution.notes,
        ]
    )
