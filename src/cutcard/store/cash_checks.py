"""The audit of players' cash: within what the law takes and pays, and everything listed that has to be reported.

What has to be reported is worked out from the accounts of cash in the order of all rows, and has to be the same as what
players' streams say is due. The law is the one under which a player is registered, and that of the table as well; of
somebody whom the register does not know, that of the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from cutcard.jackpots.meter_lines import Mismatch
from cutcard.money import Cents, priced
from cutcard.players.cash_limits import cash_allowances, visitor_allowances
from cutcard.players.law import HOUSE_LAW, law_of
from cutcard.players.player_state import PlayerState
from cutcard.players.reports import CashMoved, ReportDue, ReportMade, cash_moved, cash_reports, due_at, reports_due
from cutcard.table.standings import Allowance
from cutcard.tournaments.tournament_state import TOURNAMENT_KIND


class Counted(NamedTuple):
    """What a row adds to an account of losses or deposits."""

    position: int
    stream: str
    version: int
    at_ms: int
    account: str
    cents: Cents
    law: str = ""  # of the table where it was counted
    holds: bool = False  # for players of the register too, as at every table that this release opens


class _Due(NamedTuple):
    """A report of cash, by what makes it one of its own."""

    player: str
    rule: str
    currency: str
    day: str
    way: str
    amount: Cents


class CashChecks:
    """Follows the cash of all players, and checks the reports that events say are due."""

    def __init__(self) -> None:
        self._due: Counter[_Due] = Counter()  # by the accounts, less what the streams of players list
        self._where: dict[tuple[_Due, bool], Mismatch] = {}

    def counted(
        self, one: Counted, balances: Mapping[str, Cents], players: Mapping[str, PlayerState]
    ) -> Iterator[Mismatch]:
        """Take what a row adds to an account that held so much before; says what is wrong with it."""
        for cash in cash_moved({one.account: one.cents}):
            player = players.get(cash.player)
            if player is None or not player.registered:
                allowed = visitor_allowances(cash.player, law_of(one.law or HOUSE_LAW), cash.currency, cash.day)
                yield from _beyond(one, cash, allowed, balances.get(one.account, 0) + cash.cents)
                continue
            goes_back = one.stream.startswith(f"{TOURNAMENT_KIND}:") and cash.way == "out"
            if not goes_back:  # a fee that goes back is reported, and never refused
                for law in dict.fromkeys((player.law or HOUSE_LAW, (one.law if one.holds else "") or HOUSE_LAW)):
                    allowed = cash_allowances(player, law_of(law), cash.currency, cash.day)
                    yield from _beyond(one, cash, allowed, balances.get(one.account, 0) + cash.cents)
            for due in cash_reports(player, one.at_ms, balances, {one.account: one.cents}).due:
                message = f"counts {priced(due.amount)} in cash, and no report of it ({due.rule}) is listed as due"
                self._note(player.player, due, 1, Mismatch(one.position, one.stream, one.version, message))

    def event(self, before: PlayerState, event: ReportDue | ReportMade, where: Mismatch) -> str:
        """Take what a player's stream says of a report; what is wrong with it, in words."""
        law = law_of(before.law or HOUSE_LAW)
        if isinstance(event, ReportMade):
            due = any(one.number == event.number for one in reports_due(before))
            return "" if due else f"says that report {event.number} is made, which is not due"
        rule = next((one for one in law.reports if one.name == event.rule), None)
        if rule is None:
            return f"says that a report {event.rule!r} is due, which {law.title} does not know"
        if event.due_at > (latest := due_at(law, rule, before.now)):
            return f"gives report {event.number} time until {event.due_at}, which by law it has until {latest}"
        if rule.least is not None:
            message = f"says that a report of {priced(event.amount)} in cash is due, and no such cash is counted"
            self._note(before.player, event, -1, where._replace(says=message))
        return ""

    def left_over(self) -> Iterator[Mismatch]:
        """Reports that are not listed, and listed ones of nothing."""
        return (self._where[due, count > 0] for due, count in self._due.items() if count)

    def _note(self, player: str, due: ReportDue, count: int, wrong: Mismatch) -> None:
        key = _Due(player, due.rule, due.currency, due.day, due.way, due.amount)
        self._due[key] += count
        self._where[key, count > 0] = wrong


def _beyond(one: Counted, cash: CashMoved, allowed: Iterable[Allowance], balance: Cents) -> Iterator[Mismatch]:
    for limit in allowed:
        if one.account in limit.accounts and balance > limit.most:
            what = "takes" if cash.way == "in" else "pays"
            unseen = ", and nobody has seen who they are" if limit.kind == "identity" else ""
            message = f"{what} cash of {cash.player} to {balance} cents on {cash.day}, over {limit.most}{unseen}"
            yield Mismatch(one.position, one.stream, one.version, message)
