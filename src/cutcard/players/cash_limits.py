"""What a law says about cash: how much is accepted from a person in a day, and when they must be identified.

Both are limits on accounts, at the cage and at every table.
"""

from __future__ import annotations

from collections.abc import Iterator

from cutcard.money import Cents
from cutcard.players.law import CashLimit, Law
from cutcard.players.player_state import PlayerState
from cutcard.table.ledger import PLAY_MONEY, cash_account
from cutcard.table.standings import Allowance


def cash_accounts(player: str, currency: str, day: str) -> tuple[str, str]:
    """The accounts of a player's cash on a day, in and out."""
    return cash_account(currency, player, day, "in"), cash_account(currency, player, day, "out")


def limit_on(law: Law, day: str) -> CashLimit | None:
    """The limit on cash that holds on a day.

    >>> from cutcard.players.law import law_of
    >>> [limit_on(law_of("new-south-wales"), day).most for day in ("2027-08-18", "2027-08-19")]
    [500000, 100000]
    """
    in_force = (one for one in law.cash_limits if one.since <= day and (not one.until or day <= one.until))
    return min(in_force, key=lambda one: one.most, default=None)


def cash_allowances(state: PlayerState, law: Law, currency: str, day: str) -> Iterator[Allowance]:
    """How much cash somebody may still pay in on a day, or be paid while nobody has seen who they are."""
    known_from = None if state.identity_checks else law.cage.identity_from
    yield from _allowances(state.player, law, currency, day, known_from, law.clause("cage.identity_from"))


def visitor_allowances(player: str, law: Law, currency: str, day: str) -> Iterator[Allowance]:
    """The same for somebody whom the register does not know: nothing of theirs is ever so much that it is reported."""
    known_from, clause = law.cage.identity_from, law.clause("cage.identity_from")
    for rule in law.reports:
        if rule.least is not None and (known_from is None or rule.least < known_from):
            known_from, clause = rule.least, rule.clause or None
    yield from _allowances(player, law, currency, day, known_from, clause)


def _allowances(
    player: str, law: Law, currency: str, day: str, known_from: Cents | None, clause: str | None
) -> Iterator[Allowance]:
    if currency == PLAY_MONEY:
        return
    paid_in, paid_out = cash_accounts(player, currency, day)
    limit = limit_on(law, day)
    if limit is not None:
        yield Allowance("cash", "day", limit.most, (paid_in,), clause=limit.clause or None)
    if known_from is not None:
        for account in (paid_in, paid_out):
            yield Allowance("identity", "day", known_from - 1, (account,), clause=clause)
