"""Routes for reports to the regulator."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from cutcard.errors import CutcardError
from cutcard.narration.formatting import money
from cutcard.narration.wrong_payments import INTENT, came_of, cause, step_words
from cutcard.rulebooks import BOOKS, load
from cutcard.service.accounts import casino_of
from cutcard.service.api import CasinoDep, Known, Reader
from cutcard.service.body import Body
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.errors import Forbidden
from cutcard.service.routes.bodies import ERRORS
from cutcard.store.wrong_payments import MONTH, Case, Month, Report, report, report_fields

router = APIRouter(prefix="/api/reports", tags=["staff"], responses=ERRORS)
CASES_MOST = 500
READERS = "those who record wrong payments or stand above them, inspectors and the administrator"
RECORDS, ELSE = "record-wrong-payment", "open-table"  # where a document says nothing of wrong payments


class StepShown(Body):
    """Something that was done about a wrong payment."""

    at: str
    by: str
    did: Literal["enquired", "attempted", "rectified", "reported", "closed"]
    attempt: str
    succeeded: bool
    amount: int
    note: str
    clause: str
    at_ms: int
    says: str  # what was done, in words


class CaseShown(Body):
    """A wrong payment; money in cents, times in UTC. `breach` is null until the case is closed."""

    case: str
    table: str
    book: str
    found: str
    found_by: str
    what: Literal["wager", "cash-change", "colour-change"]
    round: int
    box: int
    bet: str
    patron: str
    paid: int
    due: int
    kind: Literal["overpayment", "underpayment"]
    amount: int
    rectified: int
    outstanding: int
    note: str
    clause: str
    intent: Literal["not-enquired", "not-suspected", "suspected"]
    to_report: bool
    told_regulator: bool
    closed: bool
    breach: bool | None
    no_credit_clause: str
    steps: list[StepShown]
    found_ms: int
    says: str  # what was paid wrongly, in words
    result: str  # what came of it
    intent_says: str
    paid_text: str
    due_text: str
    amount_text: str


class SumShown(Body):
    """The sum above which a document wants each wrong payment reported."""

    book: str
    over: int
    clause: str
    over_text: str
    regulator: str


class WrongPaymentsShown(Body):
    """The wrong payments of a month by the clocks of `zone`: those that the regulator must be told of, and the others.

    `left_off` says how many there were beyond what one answer holds.
    """

    month: str
    zone: str
    sums: list[SumShown]
    cases: list[CaseShown]
    others: list[CaseShown]
    left_off: int = Field(default=0)


def may_read(caller: Caller) -> bool:
    """Whether somebody may read the report: a wrong payment may be a colleague's."""
    if caller.oversees:
        return True
    return not caller.plays and any(_reaches(book, caller.role) for book in BOOKS if casino_of(book) == caller.casino)


def _reaches(book: str, role: str) -> bool:
    found = load(book)
    powers = found.procedures.commands if found.procedures is not None else {}
    power = powers.get(RECORDS) or powers.get(ELSE)
    ladder = found.roles
    return power is not None and role in ladder and ladder.index(role) >= ladder.index(power.role)


def month_typed(typed: str, now: int, zone: str) -> tuple[Month, str]:
    """The month that somebody typed, and what is wrong with it: then it is the month now, as without one."""
    try:
        return (Month.of(typed, zone) if typed else Month.at(now, zone)), ""
    except CutcardError as error:
        return Month.at(now, zone), error.message


@router.get("/wrong-payments")
async def list_wrong_payments(
    casino: CasinoDep,
    caller: Known,
    reader: Reader,
    month: Annotated[str, Query(pattern=f"^{MONTH}$")],
    most: Annotated[int, Query(ge=1, le=CASES_MOST)] = CASES_MOST,
) -> WrongPaymentsShown:
    """The wrong payments that were found in a month, at all tables of the caller's casino, or of all.

    A month begins and ends by the clocks of the service's `time_zone`, which the answer names; times are in UTC.

    `cases` are those above the sum of their document, which the regulator must be told of at the end of the month.
    """
    return await shown(casino, caller, reader, Month.of(month, casino.settings.time_zone), most)


async def shown(
    casino: Casino, caller: Caller, reader: str, month: Month, most: int = CASES_MOST
) -> WrongPaymentsShown:
    if not may_read(caller):
        raise Forbidden(f"the report of wrong payments is for {READERS}")
    async with casino.reads.turn("reports", reader):
        made = await asyncio.to_thread(report, casino.store, month)
    cases, others = ([case for case in part if _theirs(caller, case)] for part in (made.cases, made.others))
    first, more = cases[:most], others[: max(most - len(cases), 0)]
    fields = report_fields(Report(month, first, more))
    sums = [
        _sum_in_words(each) for each in fields["sums"] if not caller.casino or casino_of(each["book"]) == caller.casino
    ]
    lines = {
        "sums": sums,
        "cases": [*map(_case_in_words, fields["cases"])],
        "others": [*map(_case_in_words, fields["others"])],
    }
    left_off = len(cases) + len(others) - len(first) - len(more)
    return WrongPaymentsShown.model_validate({**fields, **lines, "left_off": left_off})


def _sum_in_words(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "over_text": money(fields["over"]), "regulator": load(fields["book"]).regulator}


def _case_in_words(fields: dict[str, Any]) -> dict[str, Any]:
    """A case with its words."""
    amounts = {f"{name}_text": money(fields[name]) for name in ("paid", "due", "amount")}
    steps = [{**step, "says": step_words(step)} for step in fields["steps"]]
    words = {"says": cause(fields), "result": came_of(fields), "intent_says": INTENT[fields["intent"]]}
    return {**fields, **amounts, **words, "steps": steps}


def _theirs(caller: Caller, case: Case) -> bool:
    return not caller.casino or casino_of(case.payment.book) == caller.casino
