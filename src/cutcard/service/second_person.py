"""Which commands take a second person, in every kind of stream, and who the first one was.

Most approve what somebody else has asked for. Who pays the prize of a promotion in money has not also drawn it, handed
in a form for its winner, or offered that money instead of it. Nor does that person refuse it to its winner, or somebody
who has claimed it for them: what is refused is drawn again, until the winner is the right one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cutcard.engine import Refusal
from cutcard.jackpots import ApproveAdjustment
from cutcard.promotions.claims import RefuseClaim
from cutcard.promotions.promotion_state import PromotionState, Win
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


def depends_on_others(command: Command) -> bool:
    """Whether it depends on what somebody else has done, maybe through another process, who may give a command."""
    return number_approved(command) is not None or isinstance(command, PayPrize | RefuseClaim)


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


class KeptFrom(NamedTuple):
    """Who must not also give a command: neither by this account nor by another of theirs; and the code of that."""

    names: frozenset[str] = frozenset()
    code: str = ""


def kept_from(state: Any, command: Command) -> KeptFrom:
    """Who has a part already in a prize of real money that a command pays, or refuses to its winner."""
    match state, command:
        case PromotionState(), PayPrize(number, payments) if not payments.keys() <= {HANDED_OVER}:
            return KeptFrom(_given_by(state, state.wins.get(number)), "prize-paid-by-another")
        case PromotionState(), RefuseClaim(number) if number in state.claims:
            claim = state.claims[number]
            won = state.wins.get(claim.win)
            claimed = {claim.made_by} - {claim.player, ""} if won is not None and _for_money(state) else set()
            return KeptFrom(_given_by(state, won) | claimed, "prize-refused-by-another")
    return KeptFrom()


def same_people(state: Any, command: Command) -> Callable[[Any], Refusal | None] | None:
    """Refuses a command once others are kept from it than were so in this state; None where nobody ever is.

    Another command may come between asking who they are and deciding.
    """
    if not isinstance(state, PromotionState) or not isinstance(command, PayPrize | RefuseClaim):
        return None
    kept = kept_from(state, command)
    return lambda later: None if kept_from(later, command) == kept else Refusal("prize-changed-meanwhile", None, {})


def _for_money(state: PromotionState) -> bool:
    return state.conditions_or_none is not None and state.conditions.currency != PLAY_MONEY


def _given_by(state: PromotionState, win: Win | None) -> frozenset[str]:
    if win is None or not _for_money(state):
        return frozenset()
    return frozenset(name for name in win.given_by if not is_house(name))
