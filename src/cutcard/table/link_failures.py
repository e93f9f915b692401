"""What a table does when the system of its link fails as a whole, and when it works again."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.engine import Refusal
from cutcard.table.draft import Draft
from cutcard.table.jackpot_failures import offer_jackpot_again, suspend_jackpot
from cutcard.table.registry import command, handles


@command("take a link's wager off its tables", needs_role=False, needs_open_table=False, house_only=True)
class SuspendLinkedBet(NamedTuple):
    """The link's system has failed: the wager is not offered here until it works again."""

    bet: str
    link: str
    reason: str
    clause: str


@command("offer a link's wager again", needs_role=False, needs_open_table=False, house_only=True)
class OfferLinkedBet(NamedTuple):
    """The link's system works again."""

    bet: str
    link: str
    clause: str


@handles(SuspendLinkedBet)
def suspend_linked_bet(draft: Draft, command: SuspendLinkedBet) -> Refusal | None:
    if not _linked(draft, command):
        return None
    return suspend_jackpot(draft, command.bet, command.reason, command.clause, link=command.link)


@handles(OfferLinkedBet)
def offer_linked_bet(draft: Draft, command: OfferLinkedBet) -> Refusal | None:
    if _linked(draft, command) and draft.state.links[command.bet].failed:  # else equipment of the table has failed
        offer_jackpot_again(draft, command.bet, command.clause)
    return None


def _linked(draft: Draft, command: SuspendLinkedBet | OfferLinkedBet) -> bool:
    linked = draft.state.links.get(command.bet)
    return linked is not None and linked.link == command.link
