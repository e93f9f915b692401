"""Chips, tokens and the float; and disputes, which are mostly about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cutcard.engine import Refusal
from cutcard.money import Cents, priced
from cutcard.rulebooks import load
from cutcard.table import commands as cmd
from cutcard.table import events as ev
from cutcard.table.changes.rounds import worth
from cutcard.table.orders.draft import Draft


def _amount_refused(draft: Draft, amount: Cents) -> Refusal | None:
    if amount > 0 and amount % draft.config.chip == 0:
        return None
    return Refusal(f"chips of {priced(draft.config.chip)} do not make up {priced(amount)}")


def sell_chips(draft: Draft, command: cmd.SellChips) -> Refusal | None:
    refusal = draft.at_table(command.player) or _amount_refused(draft, command.amount)
    if refusal is not None:
        return refusal
    if command.amount > draft.state.tray:
        return Refusal(f"the float holds {priced(draft.state.tray)} only")
    draft.add(ev.ChipsSold(command.player, command.amount))
    return None


def cash_chips(draft: Draft, command: cmd.CashChips) -> Refusal | None:
    refusal = draft.at_table(command.player)
    if refusal is not None:
        return refusal
    if not 0 < command.amount <= draft.state.players[command.player].chips:
        return Refusal(f"{command.player} has not so many chips")
    draft.add(ev.ChipsCashed(command.player, command.amount))
    return None


def _chips_refused(chips: Mapping[Cents, int]) -> Refusal | None:
    if chips and all(value > 0 and count > 0 for value, count in chips.items()):
        return None
    return Refusal("chips are counted by their value, each at least once")


def change_colour(draft: Draft, command: cmd.ChangeColour) -> Refusal | None:
    refusal = draft.at_table(command.player) or _chips_refused(command.gives) or _chips_refused(command.gets)
    if refusal is not None:
        return refusal
    if worth(command.gives) != worth(command.gets):
        return Refusal("chips are changed for chips of the same worth")
    if worth(command.gives) > draft.state.players[command.player].chips:
        return Refusal(f"{command.player} has not so many chips")
    draft.add(ev.ColourChanged(command.player, dict(command.gives), dict(command.gets)))
    return None


def exchange_voucher(draft: Draft, command: cmd.ExchangeVoucher) -> Refusal | None:
    if not draft.procedures.chips.tokens:
        return draft.refuse("chips.tokens", "there are no promotional tokens")
    refusal = draft.at_table(command.player) or _amount_refused(draft, command.amount)
    if refusal is not None:
        return refusal
    draft.add(ev.VoucherExchanged(command.player, command.voucher, command.amount))
    return None


def fill_float(draft: Draft, command: cmd.FillFloat) -> Refusal | None:
    refusal = _chips_refused(command.chips)
    if refusal is None:
        draft.add(ev.FloatFilled(dict(command.chips)))
    return refusal


def credit_float(draft: Draft, command: cmd.CreditFloat) -> Refusal | None:
    refusal = _chips_refused(command.chips)
    if refusal is None and worth(command.chips) > draft.state.tray:
        refusal = Refusal(f"the float holds {priced(draft.state.tray)} only")
    if refusal is None:
        draft.add(ev.FloatCredited(dict(command.chips)))
    return refusal


def count_float(draft: Draft, command: cmd.CountFloat) -> Refusal | None:
    if any(value <= 0 or count < 0 for value, count in command.chips.items()):
        return Refusal("chips are counted by their value")
    draft.add(ev.FloatCounted(dict(command.chips), worth(command.chips) - draft.state.tray))
    return None


# -------------------------------------------------------------------------------------------------------- disputes


def rule_on_dispute(draft: Draft, command: cmd.RuleOnDispute) -> Refusal | None:
    told = f"{load(draft.state.rules.book).regulator} hears complaints"
    draft.add(ev.DisputeRuled(command.player, command.about, command.ruling, told))
    return None


def review_dispute(draft: Draft, command: cmd.ReviewDispute) -> Refusal | None:
    clause = draft.procedures.commands["review-dispute"].clause
    if not 0 <= command.dispute < len(draft.state.disputes):
        return Refusal("there is no such dispute", clause)
    if draft.state.disputes[command.dispute].by == draft.by.id:
        return Refusal("somebody else than who ruled looks at it again", clause)
    draft.add(ev.DisputeReviewed(command.dispute, command.ruling))
    return None


ORDERS: dict[type, Callable[[Draft, Any], Refusal | None]] = {
    cmd.SellChips: sell_chips,
    cmd.CashChips: cash_chips,
    cmd.ChangeColour: change_colour,
    cmd.ExchangeVoucher: exchange_voucher,
    cmd.FillFloat: fill_float,
    cmd.CreditFloat: credit_float,
    cmd.CountFloat: count_float,
    cmd.RuleOnDispute: rule_on_dispute,
    cmd.ReviewDispute: review_dispute,
}
