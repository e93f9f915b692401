"""Which commands take a second person, in every kind of stream, and who the first one was.

Most approve what somebody else has asked for. Who pays the prize of a promotion in money has not also drawn it, handed
in a form for its winner, or offered that money instead of it.
"""

from __future__ import annotations

from typing import Any

from cutcard.jackpots import ApproveAdjustment
from cutcard.promotions.winners import HANDED_OVER, PayPrize
from cutcard.table import Approve, Command
from cutcard.table.config import is_house
from cutcard.table.ledger import PLAY_MONEY
from cutcard.tournaments import ApproveRequest


def number_approved(command: Command) -> int | None:
    """The number of what a command approves; None if it approves nothing."""
    match command:
        case Approve(number) | ApproveRequest(number) | ApproveAdjustment(number):
            return number
    return None


def asked_by(state: Any, command: Command) -> str | None:
    """The person who asked for what a command approves; None if nothing waits under its number."""
    waiting = state.proposed if isinstance(command, ApproveAdjustment) else state.approvals
    asked = waiting.get(number_approved(command))
    return None if asked is None else str(asked.by)


def other_account_will_do(state: Any, command: Command, two_people: bool) -> bool:
    """Whether any other account may approve: of a link's meter where the house does not ask for two people.

    A document always wants a second account for a link's meter. What waits at a table or a tournament waits only where
    the house asks for two people.
    """
    if not isinstance(command, ApproveAdjustment):
        return False
    terms = state.terms_or_none
    return not two_people or terms is None or terms.currency == PLAY_MONEY


def drawn_or_offered_by(state: Any, command: Command) -> frozenset[str]:
    """Those who must not also pay a prize in real money: they drew it, entered its winner, or offered it."""
    if not isinstance(command, PayPrize) or state.conditions_or_none is None:
        return frozenset()
    win = state.wins.get(command.win)
    if win is None or state.conditions.currency == PLAY_MONEY or command.payments.keys() <= {HANDED_OVER}:
        return frozenset()
    return frozenset(name for name in win.given_by if not is_house(name))
