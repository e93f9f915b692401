"""Wagers that are invalid, since they were placed with another's card or for another, and wagers beyond a loss limit.

What happens to them in a round is the engine's to say (`engine/findings.py`). Here staff say what they have found, what
lies on the layout before the first card goes back at once, and what cannot be had back any more is written down.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from cutcard import engine
from cutcard.engine import Refusal, State
from cutcard.engine import commands as say
from cutcard.engine import events as played
from cutcard.money import Cents
from cutcard.table.dealing import deal_due_cards
from cutcard.table.draft import Draft
from cutcard.table.ranges import RoundNumber
from cutcard.table.registry import FreeText, command, event, handles
from cutcard.table.state import Bet
from cutcard.table.voids import OF_ROUND
from cutcard.table.wagers import WagerRefused, WagerTakenBack

Why = Literal["card-of-another", "for-another"]
Found = Literal["before-the-hand", "during-the-hand", "settled"]


@command("declare a wager invalid", group="measures", second_person=OF_ROUND, at_stake="round")
class InvalidateWager(NamedTuple):
    """Somebody has wagered with another's card or for another: before the hand it goes back, later it wins nothing."""

    player: str
    why: Why
    reason: str
    box: int | None = None  # None: on all boxes
    bet: str = ""  # a side bet alone; "": all wagers there
    round: RoundNumber = 0  # one that is over; 0: the one that is played or prepared


@command("report that a loss limit was passed", group="measures", second_person=OF_ROUND, at_stake="round")
class ReportLimitPassed(NamedTuple):
    """A player has wagered more than they may still lose: what lies beyond it goes back, the last wager first."""

    player: str
    within: Cents  # what they might still lose when the round began
    reminded_by: str  # who reminded them to declare what they buy, bring and take away
    reason: str
    round: RoundNumber = 0  # one that is over; 0: the one that is played or prepared


@event(
    seen_by="everybody",
    staff_fields=("reason", "not_returned"),
    log="wagers of {player} in round {round} are invalid ({why:words}), {found:words}: {reason} (clause {clause})",
)
class InvalidWagerFound(NamedTuple):
    """Wagers of a player were found to be invalid."""

    player: str
    why: Why
    found: Found
    round: int
    box: int | None
    bet: str
    reason: FreeText
    clause: str
    not_returned: Cents = 0  # winnings that were paid before and could not be had back


@event(
    seen_by="player",
    staff_fields=("reason", "not_returned"),
    log="{player} could still lose {within:money} in round {round} and wagered more; reminded by {reminded_by}: "
    "{reason} (clause {clause})",
)
class LimitPassed(NamedTuple):
    """A player was found to have wagered beyond their loss limit, and was reminded of what it asks of them."""

    player: str
    within: Cents
    round: int
    reminded_by: str
    reason: FreeText
    clause: str
    not_returned: Cents = 0


@handles(InvalidateWager)
def invalidate_wager(draft: Draft, command: InvalidateWager) -> Refusal | None:
    state, settles = draft.state, draft.state.rules.settles
    refusal = draft.require_reason(command) or _round_refused(draft, command.round, settles.invalid_settled)
    if refusal is not None:
        return refusal
    which = (command.box, command.bet)
    if _is_over(draft, command.round):
        _invalid(draft, command, "settled", settles.invalid_settled)
        return None
    if not state.playing:
        lying = list(_lying(draft, command.player, *which))
        if not lying:
            return Refusal("no-wager-on-layout", settles.invalid_before, {"player": command.player})
        _invalid(draft, command, "before-the-hand", settles.invalid_before)
        for bet in lying:
            draft.add(WagerRefused(bet.box, bet.player, bet.bet, command.reason, settles.invalid_before or ""))
        return None
    order = say.InvalidateWagers(command.player, command.box, command.bet)
    paid = _cannot_be_had_back(draft, order)
    if isinstance(paid, Refusal):
        return paid
    stands, amount = paid
    begun = bool(state.round is not None and (state.round.dealer or any(hand.cards for hand in state.round.hands)))
    clause = settles.invalid_during if begun else settles.invalid_before
    _invalid(draft, command, "during-the-hand" if begun else "before-the-hand", clause, amount)
    return draft.play(order._replace(stands=stands)) or deal_due_cards(draft)


def _invalid(draft: Draft, command: InvalidateWager, found: Found, clause: str | None, amount: Cents = 0) -> None:
    number = command.round or draft.state.number
    which = (command.box, command.bet, command.reason)
    draft.add(InvalidWagerFound(command.player, command.why, found, number, *which, clause or "", amount))


@handles(ReportLimitPassed)
def report_limit_passed(draft: Draft, command: ReportLimitPassed) -> Refusal | None:
    state, settles = draft.state, draft.state.rules.settles
    refusal = draft.require_reason(command) or _round_refused(draft, command.round, settles.earlier_rounds)
    if refusal is not None:
        return refusal
    clause = settles.over_limit
    if not command.reminded_by.strip():
        return Refusal("reminder-missing", clause, {"player": command.player})
    if command.within < 0:
        return Refusal("limit-below-nothing", clause)
    if _is_over(draft, command.round):
        _passed(draft, command, settles.earlier_rounds)
        return None
    if not state.playing:
        lying = list(_lying(draft, command.player))
        if sum(bet.amount for bet in lying) <= command.within:
            return Refusal("limit-not-passed", clause, {"player": command.player})
        _passed(draft, command, clause)
        _take_off(draft, lying, command.within)
        return None
    order = say.KeepLimit(command.player, command.within)
    paid = _cannot_be_had_back(draft, order)
    if isinstance(paid, Refusal):
        return paid
    stands, amount = paid
    _passed(draft, command, clause, amount)
    return draft.play(order._replace(stands=stands)) or deal_due_cards(draft)


def _passed(draft: Draft, command: ReportLimitPassed, clause: str | None, amount: Cents = 0) -> None:
    number = command.round or draft.state.number
    reasons = (command.reminded_by, command.reason)
    draft.add(LimitPassed(command.player, command.within, number, *reasons, clause or "", amount))


def _round_refused(draft: Draft, number: int, clause: str | None) -> Refusal | None:
    """A finding is about the round that is played or prepared, or about one that is over."""
    if number > draft.state.number or (not number and not draft.state.playing and draft.state.betting == "closed"):
        return Refusal("no-round-to-void", clause)
    return None


def _is_over(draft: Draft, number: int) -> bool:
    """Whether a round is over: its wagers and results stand."""
    return bool(number) and (number < draft.state.number or not draft.state.playing)


def _lying(draft: Draft, player: str, box: int | None = None, bet: str = "") -> Iterable[Bet]:
    """A player's wagers before the first card, all of them or those on a box; a main wager takes the rest along."""
    for one in draft.state.laid(player=player):
        if box in (None, one.box) and bet in ("", "main", one.bet):
            yield one


def _take_off(draft: Draft, lying: list[Bet], within: Cents) -> None:
    """What lies beyond a limit goes back before the first card, beginning with the wager laid last."""
    beyond = sum(bet.amount for bet in lying) - within
    for bet in reversed(lying):
        side = draft.state.rules.side_bets.get(bet.bet)
        part = min(bet.amount, max(beyond, 0))
        if part and part < bet.amount and side is not None and side.amounts:
            part = bet.amount  # a part of it would be no wager of the game
        if part:
            draft.add(WagerTakenBack(bet.box, bet.player, bet.bet, 0 if part == bet.amount else part))
        beyond -= part


def _cannot_be_had_back(
    draft: Draft, order: say.InvalidateWagers | say.KeepLimit
) -> tuple[tuple[int, ...], Cents] | Refusal:
    """Which payments of the round stand, since their owner does not have them here any more, and what they come to.

    16.22.2 asks for a reasonable attempt: a player who is there and has the chips gives winnings back.
    """
    round_ = draft.state.round
    assert round_ is not None
    tried = engine.play(round_, order)
    if isinstance(tried, Refusal):
        return tried
    event = tried.events[0]
    assert isinstance(event, played.WagersInvalidated | played.LimitKept)
    less = {line.wager: (round_.wagers[line.wager].returned or 0) - line.returned for line in event.lines}
    undone = {i: cents for i, cents in less.items() if cents > 0}
    here = draft.state.present.get(order.player)
    back = _goes_back_now(round_, event)
    if not undone or (here is not None and here.chips + back >= sum(undone.values())):
        return (), 0
    return tuple(undone), sum(undone.values())


def _goes_back_now(round_: State, event: played.WagersInvalidated | played.LimitKept) -> Cents:
    """What a finding gives back to the player at once of wagers that had been lost."""
    lines = ((line, round_.wagers[line.wager]) for line in event.lines)
    return sum(line.returned - (wager.returned or 0) for line, wager in lines if line.returned > (wager.returned or 0))
