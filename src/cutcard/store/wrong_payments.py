"""The wrong payments of all tables in a store, and the report of those of one month.

A case belongs to the month in which it was found, by the clocks of the time zone that is asked for; times are in UTC.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import inspect, select

from cutcard.errors import CutcardError
from cutcard.rulebooks import BOOKS, load
from cutcard.rulebooks.procedures import WrongPayments
from cutcard.store import database
from cutcard.store.history import iso
from cutcard.store.project import table_of
from cutcard.store.schema import claims
from cutcard.store.store import Store
from cutcard.store.texts import event_of
from cutcard.table import CommandReceived
from cutcard.table.payment_case import PaymentStep, WrongPayment
from cutcard.table.wrong_payments import CASE, case_after
from cutcard.time_zones import zone_of

MONTH = r"\d{4}-(0[1-9]|1[0-2])"
PLAY = "play"  # chips that are worth nothing are not money


class Month(NamedTuple):
    """A month of a time zone: from the first of these milliseconds to just before the other."""

    name: str
    since_ms: int
    until_ms: int
    zone: str = "UTC"

    @classmethod
    def of(cls, text: str, zone: str = "UTC") -> Month:
        """A month by its name.

        >>> Month.of("1970-01")
        Month(name='1970-01', since_ms=0, until_ms=2678400000, zone='UTC')
        >>> Month.of("1970-02", "Australia/Sydney").since_ms - Month.of("1970-02").since_ms
        -36000000
        >>> Month.of("13/2026")
        Traceback (most recent call last):
        cutcard.errors.CutcardError: a month is written as 2026-11, not '13/2026'
        """
        if not re.fullmatch(MONTH, text, re.ASCII) or text < "1970" or text >= "9999":
            raise CutcardError(f"a month is written as 2026-11, not {text[:20]!r}")
        year, month = map(int, text.split("-"))
        after = (year + month // 12, month % 12 + 1)
        clocks = zone_of(zone)
        return cls(text, _start_ms(clocks, year, month), _start_ms(clocks, *after), zone)

    @classmethod
    def at(cls, at_ms: int, zone: str = "UTC") -> Month:
        """The month of a time.

        >>> Month.at(86_400_000 * 40).name
        '1970-02'
        """
        return cls.of(datetime.fromtimestamp(at_ms / 1000, zone_of(zone)).strftime("%Y-%m"), zone)


def _start_ms(clocks: ZoneInfo, year: int, month: int) -> int:
    return int(datetime(year, month, 1, tzinfo=clocks).timestamp() * 1000)


class Case(NamedTuple):
    """A wrong payment with its name over all tables, such as "T1/3", and the table at which it was found."""

    name: str
    table: str
    payment: WrongPayment

    @property
    def rules(self) -> WrongPayments | None:
        procedures = load(self.payment.book).procedures
        return procedures.wrong_payments if procedures is not None else None

    @property
    def to_report(self) -> bool:
        """Whether the document wants it in the report of its month: it is over the sum, whatever came of it."""
        wrong_payments = self.rules
        return wrong_payments is not None and self.payment.amount > wrong_payments.reported_over

    def clause(self, path: str) -> str:
        procedures = load(self.payment.book).procedures
        return procedures.clauses.get(path, "") if procedures is not None else ""


def cases(store: Store, month: Month | None = None, streams: Collection[str] | None = None) -> list[Case]:
    """The wrong payments of a store, or those that were found in a month, by the time when they were found."""
    made: dict[str, list[tuple[int, str, int]]] = {}
    for key, stream, version in _claimed(store):
        name, _, step = key.removeprefix(CASE).rpartition(":")
        if streams is None or stream in streams:
            made.setdefault(name, []).append((int(step), stream, version))
    found = (_case(store, name, sorted(steps), month) for name, steps in made.items())
    return sorted((case for case in found if case is not None), key=lambda case: (case.payment.at, case.name))


def _claimed(store: Store) -> list[tuple[str, str, int]]:
    """What the steps of cases have claimed: a store of an early release has no such list, and no cases."""
    query = select(claims.c.key, claims.c.stream, claims.c.version).where(claims.c.key.startswith(CASE))
    with database.reading(store.engine) as connection:
        if not inspect(connection).has_table(claims.name):
            return []
        return [(row.key, row.stream, row.version) for row in connection.execute(query)]


def _case(store: Store, name: str, steps: list[tuple[int, str, int]], month: Month | None) -> Case | None:
    """A case from its events; None where it was found in another month."""
    payment: WrongPayment | None = None
    for _, stream, version in steps:
        event, at_ms, by = _event(store, stream, version)
        if payment is None and month is not None and not month.since_ms <= at_ms < month.until_ms:
            return None
        payment = case_after(payment, event, at_ms, by)
    assert payment is not None
    return None if payment.currency == PLAY else Case(name, table_of(steps[0][1]), payment)


def _event(store: Store, stream: str, version: int) -> tuple[Any, int, str]:
    """An event with the time and the giver of the command that led to it."""
    row = next(store.rows(stream, version - 1, version))
    given = event_of(row.texts[0])
    assert isinstance(given, CommandReceived)
    return event_of(row.texts[version - row.version]), given.at, given.by


# ---------------------------------------------------------------------------------------------------------- the report


class Report(NamedTuple):
    """The wrong payments of a month: those over the sum of their document, and how many others there were."""

    month: Month
    cases: list[Case]  # that are in the report
    others: list[Case]

    @property
    def sums(self) -> dict[str, tuple[int, str]]:
        """The sum of each document that has one, and its clause."""
        return {book: found for book in BOOKS if (found := reported_over(book)) is not None}


def reported_over(book: str) -> tuple[int, str] | None:
    """The sum above which a document wants a wrong payment reported, and the clause.

    >>> reported_over("sydney-v15"), reported_over("canberra-2006")
    ((100000, '16.21.2 second limb'), None)
    """
    procedures = load(book).procedures
    if procedures is None or procedures.wrong_payments is None:
        return None
    return procedures.wrong_payments.reported_over, procedures.clauses["wrong_payments.reported_over"]


def report(store: Store, month: Month, streams: Collection[str] | None = None) -> Report:
    """The wrong payments that were found in a month at these tables, or at all."""
    found = cases(store, month, streams)
    return Report(month, [case for case in found if case.to_report], [case for case in found if not case.to_report])


def report_fields(made: Report) -> dict[str, Any]:
    """A report in JSON's own types; money in cents, times in UTC."""
    return {
        "month": made.month.name,
        "zone": made.month.zone,
        "sums": [{"book": book, "over": over, "clause": clause} for book, (over, clause) in made.sums.items()],
        "cases": [case_fields(case) for case in made.cases],
        "others": [case_fields(case) for case in made.others],
    }


def case_fields(case: Case) -> dict[str, Any]:
    """A case in JSON's own types."""
    payment = case.payment
    unintended = payment.suspected is False
    return {
        "case": case.name,
        "table": case.table,
        "book": payment.book,
        "found": iso(payment.at),
        "found_ms": payment.at,
        "found_by": payment.by,
        "what": payment.what,
        "round": payment.round,
        "box": payment.box,
        "bet": payment.bet,
        "patron": payment.patron,
        "paid": payment.paid,
        "due": payment.due,
        "kind": "overpayment" if payment.over else "underpayment",
        "amount": payment.amount,
        "rectified": payment.rectified,
        "outstanding": payment.outstanding,
        "note": payment.note,
        "clause": payment.clause,
        "intent": "not-enquired" if payment.suspected is None else "not-suspected" if unintended else "suspected",
        "to_report": case.to_report,
        "told_regulator": payment.reported,
        "closed": payment.closed,
        "breach": payment.breach,
        "no_credit_clause": case.clause("payments.no_credit") if payment.over and unintended else "",
        "steps": [_step_fields(step) for step in payment.steps],
    }


def _step_fields(step: PaymentStep) -> dict[str, Any]:
    return {
        "at": iso(step.at),
        "at_ms": step.at,
        "by": step.by,
        "did": step.did,
        "attempt": step.attempt or "",
        "succeeded": step.succeeded,
        "amount": step.amount,
        "note": step.note,
        "clause": step.clause,
    }
