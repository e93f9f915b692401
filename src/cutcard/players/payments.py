"""Money over a counter of the house: what it counts to on a player's day, its limits, and what is reported of it.

The cage takes and pays it for chips, a tournament for its entry fees; a promotion pays prizes with it.
"""

from __future__ import annotations

from typing import Any

from cutcard.money import Cents
from cutcard.players.cash_limits import visitor_allowances
from cutcard.players.days import day_of
from cutcard.players.law import HOUSE_LAW, law_of
from cutcard.players.player_state import PlayerState
from cutcard.players.reports import ReportDue, cash_reports
from cutcard.players.standing import standing
from cutcard.refusals import Refusal
from cutcard.streams import Postings, StreamDraft
from cutcard.table.ledger import DEPOSIT, PLAY_MONEY, CashWay, cash_account, counted_at_cage, day_account, moved
from cutcard.table.standings import added, beyond


def cash_day(register: PlayerState | None, currency: str, at: int) -> str:
    """The day to which cash of a player counts; "": the register does not know them, or it is play money."""
    if register is None or not register.registered or currency == PLAY_MONEY:
        return ""
    return day_of(law_of(register.law or HOUSE_LAW), at)


def stranger_refused(register: PlayerState | None, player: str, law: str, currency: str, at: int) -> Refusal | None:
    """Refuse cash over a counter of somebody whom the register does not know, where a law limits it.

    It would count to nobody; to be registered takes a name, and a document only from some amount on. Where the command
    does not read the register, nothing is said.
    """
    if register is None or register.registered:
        return None
    rules = law_of(law or HOUSE_LAW)
    allowance = next(visitor_allowances(player, rules, currency, day_of(rules, at)), None)
    return None if allowance is None else Refusal("cash-of-stranger", allowance.clause, {"player": player})


def deposit_counted(currency: str, player: str, day: str, amount: Cents) -> Postings:
    """The amount that a player pays in on a day, by any means."""
    return moved(counted_at_cage(currency), day_account(DEPOSIT, currency, player, day), amount)


def cash_counted(currency: str, player: str, day: str, amount: Cents, way: CashWay) -> Postings:
    """What of a day's money is cash, in or out."""
    return moved(counted_at_cage(currency), cash_account(currency, player, day, way), amount)


def payment_judged(draft: StreamDraft[Any], register: PlayerState, currency: str) -> tuple[ReportDue, ...] | Refusal:
    """Judge what a command has counted for a player so far: refuse what passes a limit, or say what is to be reported.

    What was read may be old when it is written, so the limits are bounds of the transaction too.
    """
    balances, more = draft.reading.balances, added(draft.postings)
    for one in standing(register, register.player, register.law, draft.at, currency).allowances:
        has = sum(balances.get(account, 0) for account in one.accounts)
        adds = sum(more.get(account, 0) for account in one.accounts)
        refusal = beyond(one._replace(held=has), register.player, adds)
        if refusal is not None:
            return refusal
        if adds > 0:
            draft.bound(one.accounts, one.most)
    return payment_reported(draft, register)


def payment_reported(draft: StreamDraft[Any], register: PlayerState) -> tuple[ReportDue, ...]:
    """What has to be reported of the cash that a command has counted for a player."""
    reports = cash_reports(register, draft.at, draft.reading.balances, added(draft.postings))
    for accounts, most in reports.bounds:
        draft.bound(accounts, most)
    return reports.due
