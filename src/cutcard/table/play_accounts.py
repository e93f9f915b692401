"""What registered players have at risk or have lost on a day, and what they have bought: accounts beside the money.

Every line that moves chips of a registered player by play is written a second time in the currency "loss": what goes
onto the layout adds to `loss:CUR:player:NAME:DAY`, what comes back is taken off. So the account holds the day's net
loss, with what is still at risk counted as lost; it is below nothing for those ahead. What a player buys for money
adds to `deposit:CUR:player:NAME:DAY`, and what of it is cash to `…:DAY:cash-in`; cash that is paid out adds to
`…:DAY:cash-out`. A limit of a week or a month is a limit on the sum of its days.
"""

from __future__ import annotations

from cutcard.money import Cents
from cutcard.table.ledger import (
    DEPOSIT,
    LOSS,
    CashWay,
    Postings,
    cash_account,
    counted_at,
    day_account,
    house_account,
    moved,
)
from cutcard.table.registry import TABLE
from cutcard.table.state import TableState


def counted(state: TableState, lines: Postings, kind: type) -> Postings:
    """An event's ledger lines, and what they are to registered players; `state` is the table before it."""
    if not state.play_days or not lines or state.tournament:
        return lines
    changes = holdings_changed(state, lines)
    if not changes:
        return lines
    if kind in TABLE.exchanges:
        return lines + _exchanged(state, changes) + _cash(state, lines, changes)
    return lines + _played(state, changes)


def holdings_changed(state: TableState, lines: Postings) -> dict[str, Cents]:
    """By how much an event changes what each player has: chips and balances at the table, and what is in the pocket."""
    currency, changes = state.currency, dict[str, Cents]()
    here, pocket = f"{currency}:table:{state.table}:", f"{currency}:player:"
    for account, cents in lines:
        name = ""
        if account.startswith(here):
            what, _, owner = account[len(here) :].partition(":")
            name = owner if what in ("player", "device") else ""
        elif account.startswith(pocket):
            owner, _, what = account[len(pocket) :].partition(":")
            name = owner if not what else ""  # tokens are the house's money until they have won
        if name:
            changes[name] = changes.get(name, 0) + cents
    return {name: cents for name, cents in changes.items() if cents}


def _played(state: TableState, changes: dict[str, Cents]) -> Postings:
    """What is put at risk is counted as lost until it comes back."""
    return _lines(state, LOSS, {name: -cents for name, cents in changes.items()})


def _exchanged(state: TableState, changes: dict[str, Cents]) -> Postings:
    return _lines(state, DEPOSIT, {name: cents for name, cents in changes.items() if cents > 0})


def _cash(state: TableState, lines: Postings, changes: dict[str, Cents]) -> Postings:
    """What of an exchange is cash: what came from outside, or went there."""
    outside = sum(cents for account, cents in lines if account == house_account(state.currency, "cash"))
    found: Postings = ()
    for name in changes:
        if outside and name in state.play_days:
            way: CashWay = "in" if outside < 0 else "out"
            account = cash_account(state.currency, name, state.play_days[name], way)
            found += moved(counted_at(DEPOSIT, state.currency, state.table), account, abs(outside))
    return found


def _lines(state: TableState, kind: str, amounts: dict[str, Cents]) -> Postings:
    lines: Postings = ()
    for name, cents in amounts.items():
        if name in state.play_days:
            account = day_account(kind, state.currency, name, state.play_days[name])
            lines += moved(counted_at(kind, state.currency, state.table), account, cents)
    return lines
