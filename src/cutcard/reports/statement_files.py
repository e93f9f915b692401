"""A statement as a table for other programs, and as one page to read and to print."""

from __future__ import annotations

import csv
from datetime import UTC, datetime
from io import StringIO

from jinja2 import Environment, PackageLoader, StrictUndefined

from cutcard.money import dollars, priced
from cutcard.reports.statement import Statement
from cutcard.spreadsheet_cells import plain_cell

COLUMNS = (
    "currency", "line", "book", "game", "bet", "table", "round", "from", "to", "minutes", "wagers", "staked",
    "returned", "won", "lost", "net", "expected", "sd", "luck", "amount",
)  # fmt: skip


def statement_csv(statement: Statement) -> str:
    """One row for each account, bet, visit, exchange of money and wager; amounts in dollars, times in UTC.

    A wager's time is when its round began.
    """
    out = StringIO()
    writer = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for account in statement.accounts:
        whole = {
            "line": "all", "minutes": account.minutes, "wagers": account.rounds, "staked": dollars(account.turnover),
            "won": dollars(account.won), "lost": dollars(account.lost), "net": dollars(account.net),
            "expected": _cents(account.expected), "sd": _cents(account.sd),
            "luck": "" if account.luck is None else f"{account.luck:.4f}",
        }  # fmt: skip
        rows: list[dict[str, object]] = [whole]
        rows += [
            {
                "line": "bet", "book": line.book, "game": line.game, "bet": line.bet, "wagers": line.wagers,
                "staked": dollars(line.staked), "returned": dollars(line.returned), "won": dollars(line.won),
                "lost": dollars(line.lost), "net": dollars(line.net), "expected": _cents(line.expected),
                "sd": _cents(line.sd),
            }
            for line in account.games
        ]  # fmt: skip
        rows += [
            {
                "line": "visit", "table": visit.table, "from": utc(visit.since), "to": utc(visit.until),
                "minutes": visit.minutes,
            }
            for visit in account.visits
        ]  # fmt: skip
        rows += [
            {"line": move.kind, "table": move.table, "from": utc(move.at), "amount": dollars(move.amount)}
            for move in account.moves
        ]
        rows += [
            {
                "line": "wager", "book": made.book, "game": made.game, "bet": made.bet, "table": made.table,
                "round": made.round, "from": utc(made.at), "staked": dollars(made.staked),
                "returned": dollars(made.returned), "net": dollars(made.returned - made.staked),
            }
            for made in account.placed
        ]  # fmt: skip
        writer.writerows(
            {"currency": account.currency, **{name: plain_cell(value) for name, value in row.items()}} for row in rows
        )
    return out.getvalue()


def statement_page(statement: Statement) -> str:
    """One self-contained HTML page, to read and to print."""
    return _templates.get_template("statement.html").render(statement=statement)


def utc(at_ms: int) -> str:
    """A time in UTC, to the second.

    >>> utc(60_000)
    '1970-01-01 00:01:00'
    """
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def hours(minutes: int) -> str:
    """A time in hours and minutes.

    >>> hours(125), hours(7)
    ('2 h 5 min', '7 min')
    """
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"


def luck_words(luck: float | None) -> str:
    """How far luck was off, in words.

    >>> luck_words(-0.3)
    '0.3 standard deviations below what was to be expected'
    """
    if luck is None:
        return ""
    return f"{abs(luck):.1f} standard deviations {'above' if luck > 0 else 'below'} what was to be expected"


def _cents(amount: float | None) -> str:
    return "" if amount is None else f"{amount / 100:.4f}"


def _money(amount: float | None) -> str:
    return "not known" if amount is None else priced(round(amount))


def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("cutcard.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals |= {"money": _money, "utc": utc, "hours": hours, "luck_words": luck_words}
    return made


_templates = _environment()
