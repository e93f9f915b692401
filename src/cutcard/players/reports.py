"""Reports that a law asks of a casino: cash of so much, and what somebody of the staff suspects.

Nobody outside the staff hears of a report, least of all the player. What is due, and by when, is a register that
inspectors read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from cutcard.money import Cents
from cutcard.players.days import after_business_days, day_of
from cutcard.players.law import HOUSE_LAW, Law, ReportCause, ReportRule, law_of
from cutcard.players.player_draft import PlayerDraft
from cutcard.players.player_registry import command, event, handles, reduces
from cutcard.players.player_state import PlayerState, Report
from cutcard.refusals import Refusal
from cutcard.table.ledger import PLAY_MONEY

REASON_LENGTH = 500  # characters of what somebody suspects
SEALED_LENGTH = 10 * REASON_LENGTH  # and as it is written, which is longer
REFERENCE_LENGTH = 64
CASH = re.compile(r"deposit:(?P<currency>[a-z]+):player:(?P<player>[^:]+):(?P<day>[0-9-]{10}):cash-(?P<way>in|out)")

Bounded = tuple[tuple[str, ...], Cents]  # accounts, and what they may hold together


@command("write down a suspicion about a player", group="reports")
class ReportSuspicion(NamedTuple):
    """Write down what somebody of the staff suspects; the report to the authority is then due."""

    about: Literal["suspicion", "terrorism-financing"]
    reason: str


@command("record that a report was made", group="reports")
class MakeReport(NamedTuple):
    """Write down that a report which was due has been sent, and under which number the authority has it."""

    number: int
    reference: str


@event(seen_by="staff", log="report {number} ({rule}) to {to} is due")
class ReportDue(NamedTuple):
    """Something has to be reported until `due_at`; of cash it says how much came in, or went out, and on which day."""

    number: int
    rule: str
    to: str
    due_at: int
    amount: Cents = 0
    currency: str = ""
    day: str = ""
    way: str = ""
    reason: str = ""
    clause: str | None = None


@event(seen_by="staff", log="report {number} is made: {reference}")
class ReportMade(NamedTuple):
    number: int
    reference: str
    by: str


class CashMoved(NamedTuple):
    """Cash that somebody has paid in on a day by a command, or was paid."""

    account: str
    player: str
    currency: str
    day: str
    way: str
    cents: Cents


class CashReports(NamedTuple):
    """The reports that a payment makes due, and what has to hold of accounts so that none is missed."""

    due: tuple[ReportDue, ...]
    bounds: tuple[Bounded, ...]


def cash_moved(added: Mapping[str, Cents]) -> Iterator[CashMoved]:
    """What of ledger lines is cash of players.

    >>> next(cash_moved({"deposit:aud:player:ann:2026-11-16:cash-in": 500})).way
    'in'
    """
    for account, cents in added.items():
        found = CASH.fullmatch(account) if cents > 0 else None
        if found is not None and found["currency"] != PLAY_MONEY:
            yield CashMoved(account, found["player"], found["currency"], found["day"], found["way"], cents)


def cash_reports(state: PlayerState, at: int, balances: Mapping[str, Cents], added: Mapping[str, Cents]) -> CashReports:
    """What cash of a player has to be reported: `balances` is what the accounts had before, `added` what is added now.

    A payment that stays below an amount by what was read is bound to stay below it when it is written: two payments at
    the same time cannot both be the one before.
    """
    law = law_of(state.law or HOUSE_LAW)
    due: list[ReportDue] = []
    bounds: list[Bounded] = []
    for cash in cash_moved(added):
        for rule in law.reports:
            if cash.player != state.player or rule.least is None:
                continue
            before = balances.get(cash.account, 0) if rule.counted == "day" else 0
            total = before + cash.cents
            if before < rule.least <= total:
                number = len(state.reports) + len(due) + 1
                due.append(_due(law, rule, number, at, total, cash))
            elif rule.counted == "day" and total < rule.least:
                bounds.append(((cash.account,), rule.least - 1))
    return CashReports(tuple(due), tuple(bounds))


def _due(law: Law, rule: ReportRule, number: int, at: int, amount: Cents, cash: CashMoved) -> ReportDue:
    return ReportDue(
        number=number,
        rule=rule.name,
        to=rule.to,
        due_at=due_at(law, rule, at),
        amount=amount,
        currency=cash.currency,
        day=cash.day,
        way=cash.way,
        clause=rule.clause,
    )


def due_at(law: Law, rule: ReportRule, at: int) -> int:
    """When a report is late that something at a moment asks for: of a Monday, when the second Monday after it is over.

    >>> nsw = law_of("new-south-wales")
    >>> due_at(nsw, nsw.reports[0], 1_794_790_800_000) - 1_794_790_800_000
    1252800000
    """
    return after_business_days(law, at, rule.business_days) if rule.business_days else at + rule.within


@handles(ReportSuspicion)
def report_suspicion(draft: PlayerDraft, command: ReportSuspicion) -> Refusal | None:
    rules = _rules(draft.law, command.about)
    if not rules:
        return Refusal("no-such-report", None, {"law": draft.law.title})
    if not command.reason.strip() or len(command.reason) > SEALED_LENGTH:
        return Refusal("reason-missing", rules[0].clause)
    for rule in rules:
        number = len(draft.state.reports) + 1
        due = due_at(draft.law, rule, draft.at)
        day = day_of(draft.law, draft.at)
        draft.add(ReportDue(number, rule.name, rule.to, due, day=day, reason=command.reason, clause=rule.clause))
    return None


def _rules(law: Law, cause: ReportCause) -> list[ReportRule]:
    return [rule for rule in law.reports if rule.cause == cause]


@handles(MakeReport)
def make_report(draft: PlayerDraft, command: MakeReport) -> Refusal | None:
    found = next((one for one in reports_due(draft.state) if one.number == command.number), None)
    if found is None:
        return Refusal("report-not-due", None, {"player": draft.state.player, "number": command.number})
    if not command.reference.strip() or len(command.reference) > REFERENCE_LENGTH:
        return Refusal("reason-missing", found.clause)
    draft.add(ReportMade(command.number, command.reference, draft.by.id))
    return None


def reports_due(state: PlayerState) -> tuple[Report, ...]:
    """The reports about a player that have not been made."""
    return tuple(one for one in state.reports if one.made_at is None)


@reduces(ReportDue)
def _is_due(state: PlayerState, event: ReportDue) -> PlayerState:
    report = Report(**event._asdict(), since=state.now)
    return state._replace(reports=(*state.reports, report))


@reduces(ReportMade)
def _made(state: PlayerState, event: ReportMade) -> PlayerState:
    reports = [
        one._replace(made_at=state.now, made_by=event.by, reference=event.reference)
        if one.number == event.number
        else one
        for one in state.reports
    ]
    return state._replace(reports=tuple(reports))
