"""`cutcard odds`, `cutcard strategy` and `cutcard par`: what a game is worth, how to play it, and a sheet of both."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from cutcard.cli import links, promotion_worth
from cutcard.cli.links import LinkFile
from cutcard.cli.options import (
    AnyBook,
    AsJson,
    Book,
    Decks,
    Game,
    Meters,
    OptionValues,
    Wager,
    games_typed,
    one_game,
    wager_given,
    with_options,
)
from cutcard.cli.promotion_worth import PromotionOptions
from cutcard.cli.text import console, table
from cutcard.errors import CutcardError, listed
from cutcard.money import Cents, dollars, priced
from cutcard.rulebooks import BOOKS

if TYPE_CHECKING:  # the solver is slow to import: only the commands that need it wait for it
    from cutcard.odds.side_bets import SideBetOdds
    from cutcard.reports.odds_report import Changed, Edges, GameReport
    from cutcard.reports.poster import Poster

WAGER = "10"  # that odds are for unless another is named
SHOWN = 40  # departures from a chart that the terminal lists
AnyGame = Annotated[
    str | None,
    typer.Argument(help="A game of that book; without it, every game.", autocompletion=games_typed, callback=one_game),
]
FEW_TABLES = 3  # a side bet with more pay tables shows their edges alone


@with_options
def odds(
    book: AnyBook = None,
    game: AnyGame = None,
    decks: Decks = None,
    option: OptionValues = None,
    side_bet: Annotated[
        list[str] | None,
        typer.Option(
            "--side-bet", metavar="ID[=TABLE]", help="Only this side bet; without it, all that may be offered."
        ),
    ] = None,
    what_if: Annotated[
        list[str] | None,
        typer.Option(
            "--what-if",
            metavar="FIELD=VALUE",
            help="Also show the edge with this rule changed, such as double.totals=any; repeatable.",
        ),
    ] = None,
    meter: Meters = None,
    wager: Wager = WAGER,
    link: LinkFile = None,
    *,
    promotion: PromotionOptions,
    as_json: AsJson = False,
) -> None:
    """Print the exact odds of a game, a book or all books.

    With --link, those of a link of tables with growing meters; with --promotion, what a promotion is worth.

    The house edge is a share of the original wager, under the best play. Side bets that depend on how a hand is
    played name that play; jackpots are shown with the meter at its minimum or at zero. With --promotion a side bet is
    ID=TABLE:STAKE and is made in every round, and the wager is the least that counts unless --wager says another.
    """
    if promotion.check({"--link": link, "--what-if": what_if, "--meter": meter}):
        given_wager = wager_given(wager) if wager != WAGER else None
        promotion_worth.print_worth(promotion, book, game, decks, option or (), side_bet or (), given_wager, as_json)
        return
    if link is not None:
        beside = {"--decks": decks, "--option": option, "--side-bet": side_bet, "--what-if": what_if}
        links.print_odds(links.plan_for(link, book, game, beside | {"--wager": wager != WAGER}), meter or (), as_json)
        return
    from cutcard.odds.query import parse_meters
    from cutcard.reports.odds_report import game_report

    named = {"--option": option, "--side-bet": side_bet, "--what-if": what_if}
    if game is None:
        for name, given in named.items():
            if given:
                raise CutcardError(f"{name} needs a game")
        _books(tuple(BOOKS) if book is None else (book,), decks, wager_given(wager), as_json)
        return
    assert book is not None
    report = game_report(
        book,
        game,
        decks=decks,
        options=option or (),
        bets=side_bet or (),
        changes=what_if or (),
        meters=parse_meters(meter or ()),
        wager=wager_given(wager),
    )
    if as_json:
        print(json.dumps(report.as_json(), indent=2))
    else:
        _game(console(), report)


def strategy(
    book: Book,
    game: Game,
    decks: Decks = None,
    option: OptionValues = None,
    wager: Wager = WAGER,
    as_json: AsJson = False,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a page with the cost of mistakes.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the chart as a picture.")] = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write it as a chart file for simulate --strategy.")
    ] = None,
) -> None:
    """Print the best play of a game as a chart.

    The chart shows the play for each total and dealer's card; below it are the hands that are better played
    differently.
    """
    from cutcard.reports.odds_report import depends_on_wager, strategy_report

    if sum((as_json, html is not None, png is not None, csv is not None)) > 1:
        raise CutcardError("--json, --html, --png and --csv are one or the other")
    report = strategy_report(book, game, decks=decks, options=option or (), wager=wager_given(wager))
    if as_json:
        print(json.dumps(report.as_json(), indent=2))
    elif html is not None:
        from cutcard.reports.sheet import strategy_page

        _written(html, strategy_page(report).encode())
    elif png is not None:
        from cutcard.reports.picture import png_of

        _written(png, png_of(report.posters[0]))
    elif csv is not None:
        from cutcard.reports.chart_csv import chart_csv

        _written(csv, chart_csv(report.solution).encode())
    else:
        out = console()
        for poster in report.posters:
            _poster(out, poster)
        out.print(report.gives_up)
        if depends_on_wager(report.rules):
            out.print(wager_words(report.solution.wager))


def par(
    book: Book,
    game: Game,
    out: Annotated[Path, typer.Option(metavar="FILE.html", help="The file to write.")],
    decks: Decks = None,
    option: OptionValues = None,
    wager: Wager = WAGER,
) -> None:
    """Write the par sheet of a game as one HTML file.

    It has the rules with their clauses, the house edge, the results, the dealer's hands, the best play and the side
    bets.
    """
    from cutcard.reports.sheet import par_sheet

    today = datetime.now(UTC).date()
    sheet = par_sheet(book, game, decks=decks, options=option or (), wager=wager_given(wager), made=today)
    _written(out, sheet.encode())


def _written(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise CutcardError(f"{path} could not be written: {error.strerror}") from None
    console().print(f"written to {path}")


def _poster(out: Console, poster: Poster) -> None:
    out.print(f"[bold]{poster.title}[/], {poster.lead}\n[dim]{poster.wager}[/]\n")
    for section in poster.sections:
        rows = table(section.name, *(f" {up}" for up in poster.columns))
        for row in section.rows:
            cells = (
                Text(f" {cell.code:<2}", style=f"#1c2733 on {cell.colour}" if cell.code else "") for cell in row.cells
            )
            rows.add_row(row.name, *cells)
        out.print(rows, "")
    out.print(
        Text("  ").join(Text(f" {code} {name} ", style=f"#1c2733 on {colour}") for code, name, colour in poster.legend)
    )
    out.print("[dim]a second, small letter is what to do where the first is not allowed[/]\n")
    if poster.departures:
        out.print("Hands that are better played differently from the chart, the most important first:")
        for each in poster.departures[:SHOWN]:
            out.print(f"  {each}")
        if len(poster.departures) > SHOWN:
            out.print(f"  and {len(poster.departures) - SHOWN} more, which --json and --html list")
        out.print()


# ------------------------------------------------------------------------------------------------------------ one game


def _game(out: Console, report: GameReport) -> None:
    from cutcard.reports.odds_report import depends_on_wager

    rules, solution = report.rules, report.solution
    out.print(f"[bold]{rules.title}[/] of {rules.book}, {report.decks} decks\n")
    rows = table("", "")
    rows.add_row("house edge", percent(solution.house_edge))
    rows.add_row("expectation", percent(solution.ev))
    if depends_on_wager(rules):
        rows.add_row("of a wager of", f"{priced(solution.wager)}; --wager asks for another, with which it differs")
    rows.add_row("standard deviation", f"{solution.sd:.5f}")
    exact = "exact" if solution.exact else f"exact to {100 * solution.error_bound:.2g} %"
    rows.add_row("the expectation is", exact)
    if solution.sd_bound:
        rows.add_row("the deviation is", f"proved to {solution.sd_bound:.1g}")
    for change in report.changes:
        rows.add_row(f"with {change.change}", _difference(change))
    if len(report.changes) > 1:
        rows.add_row(*_together(report))
    out.print(rows, "")
    for tables in report.side_bets.values():
        if len(tables) > FEW_TABLES:
            _edges(out, {name: plays[0] for name, plays in tables.items()})
        else:
            for plays in tables.values():
                _side_bet(out, *plays)


def _difference(change: Changed) -> str:
    if change.nothing:
        return f"nothing changes: {change.nothing}"
    moves = "gains" if change.difference > 0 else "loses"
    edge, by = percent(change.solution.house_edge), percent(abs(change.difference)).removeprefix("+")
    return f"house edge {edge}, the player {moves} {by}"


def _together(report: GameReport) -> tuple[str, str]:
    """What all changes together make, or that they cannot be together; the lines above are each by itself."""
    name = "with both" if len(report.changes) == 2 else f"with all {len(report.changes)}"
    if report.together is None:
        return name, "not possible: two of them change the same rule, so each line is by itself"
    return name, _difference(report.together)


def wager_words(wager: Cents) -> str:
    return f"All of it is for a wager of {priced(wager)}, since a prize is a fixed sum; --wager asks for another."


def percent(part: float) -> str:
    """A part of a wager in per cent, with its sign.

    >>> percent(-0.00430580629)
    '−0.430581 %'
    """
    return f"{100 * part:+.6f} %".replace("-", "−")


def _edges(out: Console, tables: dict[str, SideBetOdds]) -> None:
    first = next(iter(tables.values()))
    rows = table("pay table", "house edge", "deviation")
    out.print(f"[bold]{first.title}[/] ({first.bet})")
    for name, odds in tables.items():
        rows.add_row(name, percent(odds.house_edge), f"{odds.sd:.4f}")
    out.print(rows)
    out.print(f"[dim]--side-bet {first.bet}=TABLE shows its outcomes[/]\n")


def _side_bet(out: Console, odds: SideBetOdds, *others: SideBetOdds) -> None:
    name = f"{odds.title}[/] ({odds.bet}{f'={odds.table}' if odds.table else ''})"
    rows = table("outcome", "pays", "chance", "as a fraction")
    out.print(f"[bold]{name}: house edge {percent(odds.house_edge)}, deviation {odds.sd:.4f}")
    for outcome in odds.outcomes:
        rows.add_row(outcome.name, outcome.odds or "", f"{outcome.p:.9f}", str(outcome.probability))
    out.print(rows)
    if odds.says:
        out.print(f"[dim]play:[/] {odds.says}")
    for other in others:
        out.print(f"[dim]edge[/] {percent(other.house_edge)}[dim], play:[/] {other.says}")
    for line in odds.per_meter:
        even = dollars(round(line.break_even))
        out.print(
            f"[dim]meter {line.meter}, stake ${dollars(line.stake)}:[/] {percent(float(line.without))} without it, "
            f"{100 * line.per_dollar:.9f} % more for each dollar in it, even at ${even}"
        )
    for note in odds.notes:
        out.print(f"[dim]{note}[/]")
    out.print()


# --------------------------------------------------------------------------------------------------------- whole books


def _books(books: tuple[str, ...], decks: int | None, wager: Cents, as_json: bool) -> None:
    from cutcard.reports.odds_report import book_games, game_report, side_bet_edges

    games = {book: book_games(book, decks) for book in books}
    if not any(games.values()):
        raise CutcardError(f"no game of {' or '.join(books)} is played with {decks} decks")
    reports: dict[str, list[GameReport]] = {book: [] for book in books}
    edges: dict[str, list[Edges]] = {}
    stderr = Console(stderr=True)
    from rich.progress import Progress

    with Progress(console=stderr, transient=True, disable=not stderr.is_terminal) as progress:
        task = progress.add_task("", total=sum(len(names) + 1 for names in games.values()))
        for book, names in games.items():
            for game in names:
                progress.update(task, description=f"{book} {game}")
                reports[book].append(game_report(book, game, decks=decks, wager=wager))
                progress.advance(task)
            if not as_json:
                progress.update(task, description=f"{book} side bets")
                edges[book] = side_bet_edges(report.rules for report in reports[book])
            progress.advance(task)
    if as_json:
        found = [{"rulebook": book, "games": [each.as_json() for each in reports[book]]} for book in books]
        print(json.dumps(found[0] if len(found) == 1 else found, indent=2))
        return
    out = console()
    for book in books:
        _main_games(out, book, reports[book])
        _all_side_bets(out, reports[book], edges[book])


def _main_games(out: Console, book: str, reports: list[GameReport]) -> None:
    from cutcard.reports.odds_report import depends_on_wager

    rows = table("game", "decks", "house edge", "deviation", "off by at most", title=book)
    for report in reports:
        solution = report.solution
        bound = f"{100 * solution.error_bound:.1g} %" if solution.error_bound else "exact"
        rows.add_row(report.rules.game, str(report.decks), percent(solution.house_edge), f"{solution.sd:.4f}", bound)
    out.print(rows)
    fixed = [report.rules.game for report in reports if depends_on_wager(report.rules)]
    if fixed:
        out.print(f"[dim]{listed(fixed)}: for a wager of {priced(reports[0].solution.wager)} (--wager)[/]")
    out.print()


def _where(games: tuple[str, ...], reports: list[GameReport]) -> str:
    """The games that an edge holds in, in a word where they are all of a kind."""
    plain = {report.rules.game for report in reports if not report.rules.cards.removed_ranks}
    others = {report.rules.game for report in reports} - plain
    kinds = {"every game": plain | others, "with 52-card decks": plain, "with 48-card decks": others}
    for description, names in kinds.items():
        if len(names) > 1 and set(games) == names:
            return description
    return ", ".join(games)


def _all_side_bets(out: Console, reports: list[GameReport], edges: list[Edges]) -> None:
    """Edges of side bets with every number of decks, games with the same edges together."""
    sizes = sorted({decks for report in reports for decks in report.rules.cards.decks})
    rows = table("side bet", "table", *(f"{decks} decks" for decks in sizes), "in", title="House edge of side bets, %")
    for line in edges:
        cells = (f"{100 * line.edges[d]:+.4f}".replace("-", "−") if d in line.edges else "" for d in sizes)
        rows.add_row(line.bet, line.table, *cells, _where(line.games, reports))
    out.print(rows, "")
