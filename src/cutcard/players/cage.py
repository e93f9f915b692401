"""The cage: chips for money and money for chips, away from the tables. They are in the player's pocket."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from cutcard.money import Cents
from cutcard.players.days import day_of
from cutcard.players.law import PaidBy, PaidIn
from cutcard.players.payments import cash_counted, deposit_counted, payment_judged
from cutcard.players.player_draft import PlayerDraft
from cutcard.players.player_registry import command, event, handles, posts
from cutcard.players.player_state import PlayerState
from cutcard.players.standing import standing
from cutcard.refusals import Refusal
from cutcard.streams import Postings
from cutcard.table.ledger import CashWay, house_account, moved, pocket

Currency = Literal["aud", "play"]


@command("sell chips to a player at the cage", group="cage", at_stake="money")
class BuyChipsAtCage(NamedTuple):
    """Chips for money at the cage: they go into the player's pocket."""

    amount: Cents
    paid_by: PaidBy
    currency: Currency = "aud"


@command("cash chips of a player at the cage", group="cage", at_stake="money")
class CashChipsAtCage(NamedTuple):
    """Money for chips at the cage, out of the player's pocket."""

    amount: Cents
    paid_in: PaidIn
    currency: Currency = "aud"


@event(seen_by="player", log="chips for {amount} are bought at the cage, paid by {paid_by}")
class ChipsBoughtAtCage(NamedTuple):
    """Somebody has bought chips; it counts to `day`."""

    amount: Cents
    paid_by: PaidBy
    currency: Currency
    day: str


@event(seen_by="player", log="chips for {amount} are cashed at the cage, paid in {paid_in}")
class ChipsCashedAtCage(NamedTuple):
    """Somebody has handed chips in for money; it counts to `day`."""

    amount: Cents
    paid_in: PaidIn
    currency: Currency
    day: str


@handles(BuyChipsAtCage)
def buy_chips(draft: PlayerDraft, command: BuyChipsAtCage) -> Refusal | None:
    law, state = draft.law, draft.state
    if command.amount <= 0:
        return Refusal("amount-is-nothing")
    if command.paid_by not in law.cage.paid_by:
        facts = {"paid_by": command.paid_by, "law": law.title}
        return Refusal("not-paid-like-that", law.clause("cage.paid_by"), facts)
    refusal = standing(state, state.player, state.law, draft.at, command.currency).refused
    if refusal is None and law.cards.needed and not state.valid_card:
        refusal = Refusal("card-for-the-cage", law.clause("cards.needed"), {"player": state.player})
    day = day_of(law, draft.at)
    return refusal or _exchange(draft, ChipsBoughtAtCage(command.amount, command.paid_by, command.currency, day))


@handles(CashChipsAtCage)
def cash_chips(draft: PlayerDraft, command: CashChipsAtCage) -> Refusal | None:
    """Nobody is kept from their own money: who may not play any more is paid like everybody."""
    law, player = draft.law, draft.state.player
    if command.amount <= 0:
        return Refusal("amount-is-nothing")
    if command.paid_in not in law.cage.paid_in:
        facts = {"paid_by": command.paid_in, "law": law.title}
        return Refusal("not-paid-like-that", law.clause("cage.paid_in"), facts)
    has = draft.holds(pocket(command.currency, player))
    if command.amount > has:
        return Refusal("pocket-too-small", None, {"player": player, "chips": has})
    day = day_of(law, draft.at)
    return _exchange(draft, ChipsCashedAtCage(command.amount, command.paid_in, command.currency, day))


def _exchange(draft: PlayerDraft, exchange: ChipsBoughtAtCage | ChipsCashedAtCage) -> Refusal | None:
    """Change money for chips, or back, within every limit, and say what has to be reported of it."""
    before = draft.state
    draft.add(exchange)
    due = payment_judged(draft, before, exchange.currency)
    if isinstance(due, Refusal):
        return due
    draft.add(*due)
    return None


@posts(ChipsBoughtAtCage)
def _post_bought(state: PlayerState, event: ChipsBoughtAtCage) -> Postings:
    currency = event.currency
    chips = moved(house_account(currency, "cage"), pocket(currency, state.player), event.amount)
    deposit = deposit_counted(currency, state.player, event.day, event.amount)
    return chips + _money(event.paid_by, currency, event.amount) + deposit + _cash(state, event, event.paid_by, "in")


@posts(ChipsCashedAtCage)
def _post_cashed(state: PlayerState, event: ChipsCashedAtCage) -> Postings:
    currency = event.currency
    chips = moved(pocket(currency, state.player), house_account(currency, "cage"), event.amount)
    return chips + _money(event.paid_in, currency, -event.amount) + _cash(state, event, event.paid_in, "out")


def _money(how: str, currency: str, amount: Cents) -> Postings:
    """Money that comes to the cage, or goes from it where it is below nothing."""
    outside = "cash" if how == "cash" else "bank"
    return moved(house_account(currency, outside), house_account(currency, f"cage:{outside}"), amount)


def _cash(state: PlayerState, event: Any, how: str, way: CashWay) -> Postings:
    if how != "cash":
        return ()
    return cash_counted(event.currency, state.player, event.day, event.amount, way)
