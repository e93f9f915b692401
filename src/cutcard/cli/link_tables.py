"""The tables and plain charts of a link that `cutcard odds --link` prints."""

from __future__ import annotations

from rich.console import Console

from cutcard.cli.text import table
from cutcard.reports.link_report import LinkFigures, MeterFigures, duration, figure_in_words, money, within
from cutcard.reports.sheet import percent

BARS = 40  # columns of a plain chart
ROWS = 12


def print_link(out: Console, report: LinkFigures) -> None:
    """A link's figures, its meters one after the other, and what is assumed."""
    _link(out, report)
    for meter in report.meters:
        _meter(out, meter)
    for note in report.notes:
        out.print(f"[dim]· {note}[/]")


def _link(out: Console, report: LinkFigures) -> None:
    tables = f"{report.tables} tables" if report.tables > 1 else "one table"
    boxes = f"{report.boxes} boxes" if report.boxes > 1 else "one box"
    out.print(f"[bold]{report.title}[/] on a link of {tables}: {report.rulebook}, {report.game}, {report.decks} decks")
    out.print(
        f"${report.price} on {boxes} of each table, {report.rounds_an_hour} rounds an hour at each, "
        f"{report.hours_a_day:g} hours a day\n"
    )
    rows = table("of each wager", "")
    rows.add_row("goes back as fixed prizes and stakes", percent(report.fixed))
    rows.add_row("goes into meters", percent(report.increments))
    rows.add_row("is added by the house: seeds and resets", percent(report.added.value))
    edge = report.house_edge
    rows.add_row("is kept by the house in the long run", f"{percent(edge.value)}, {within(edge)}")
    values = ", ".join(f"{name} at {money(float(value))}" for name, value in report.shown.items())
    rows.add_row("is kept with the meters as given", f"{percent(report.now)}, {values}")
    rows.add_row("to have ready for a year, with 99.9 %", f"{money(report.reserve)} for seeds and resets")
    rows.add_row("shown by all meters at most, with 99.9 %", money(report.liability))
    out.print(rows, "")


def _meter(out: Console, meter: MeterFigures) -> None:
    out.print(f"[bold]Meter {meter.meter}[/]: starts from {money(float(meter.seed))}")
    out.print(f"and grows by {meter.increment} % of each wager, {money(meter.a_round)} in a round of a table\n")
    prizes = table("prize", "of the meter", "on a box", "at a table", "on the link", "by several", "clause")
    for prize in meter.prizes:
        several = f"1 win in {1 / prize.several:,.0f}" if prize.several else "never"
        chances = (f"1 in {1 / prize.p_box:,.1f}", f"1 in {prize.mean_rounds:,.1f}")
        prizes.add_row(prize.name, prize.share, *chances, f"in {duration(prize.mean_hours)}", several, prize.clause)
    out.print(prizes, "")
    times = table("with a chance of", "it is won within", "", "at a meter of at most")
    for times_within, at_hit in zip(meter.within, meter.at_hit, strict=True):
        times.add_row(
            f"{100 * times_within.part:g} %",
            f"{times_within.rounds:,} rounds",
            duration(times_within.hours),
            figure_in_words(at_hit.meter),
        )
    mean = f"{meter.mean_rounds:,.1f} rounds"
    times.add_row("mean", mean, duration(meter.mean_hours), figure_in_words(meter.mean_at_hit))
    out.print(times, "")
    _year(out, meter)
    _chart(out, "house edge as the meter grows", _edge_rows(meter))
    _chart(out, "chance that it is won within", _waiting_rows(meter))


def _year(out: Console, meter: MeterFigures) -> None:
    year = meter.year
    rows = table("", "")
    even = "already at its seed" if meter.even is None else money(meter.even)
    rows.add_row("a wager is even from a meter of", even)
    rows.add_row("won in a year", f"{year.hits:,.1f} times")
    rows.add_row("the house adds in a year", f"{figure_in_words(year.added)} on average")
    sure = f"{100 * year.sure:g} %"
    rows.add_row("", f"{money(year.reserve)} at most with {sure}, the first seed included")
    rows.add_row("of which for winners together", f"{figure_in_words(year.several)} on average")
    rows.add_row("sharing takes from a wager", f"{percent(year.sharing, 6)} with the meter at its mean")
    rows.add_row("shown in a year at most", f"{money(year.highest)} with {sure}")
    out.print(rows, "")


def _edge_rows(meter: MeterFigures) -> list[tuple[str, float, str]]:
    rows = []
    for value, edge in _some(meter.edges, meter.even):
        text = "even" if value == meter.even else percent(edge, 2)
        rows.append((money(value), edge, text))
    return rows


def _waiting_rows(meter: MeterFigures) -> list[tuple[str, float, str]]:
    return [(duration(hours), chance, percent(chance, 1)) for hours, chance in _some(meter.waiting[1:], None)]


def _some(points: list[tuple[float, float]], even: float | None) -> list[tuple[float, float]]:
    every = max(1, len(points) // ROWS)
    return [point for at, point in enumerate(points) if at % every == 0 or point[0] == even]


def _chart(out: Console, title: str, rows: list[tuple[str, float, str]]) -> None:
    """Bars of letters; what is below nothing is drawn with another letter."""
    most = max(abs(value) for _, value, _ in rows) or 1.0
    drawn = table(title, "", "")
    for name, value, text in rows:
        drawn.add_row(name, ("█" if value >= 0 else "░") * round(BARS * abs(value) / most), text)
    out.print(drawn, "")
