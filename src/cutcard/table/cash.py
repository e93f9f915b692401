"""Chips, tokens and the float: bought, cashed, changed, filled, credited and counted."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any, NamedTuple

from cutcard.engine import Refusal
from cutcard.money import Cents
from cutcard.table.draft import Draft
from cutcard.table.ledger import Postings, chips_from, house_account, moved, player_chips, player_tokens, table_account
from cutcard.table.registry import SecondPerson, claims, command, event, handles, posts, reduces
from cutcard.table.state import (
    TableState,
)

VOUCHER_LENGTH_MAX = 64


def over_limit(state: TableState, command: Any) -> bool:
    """Whether a player has been given more than one of the staff may give alone, also in several parts."""
    given: Cents = state.cashed.get(command.player, 0) + command.amount
    return given > state.config.two_people_over


@command(group="chips", at_stake="money", at_tournament="tournament-chips-stay")
class SellChips(NamedTuple):
    """A buy-in: chips out of the float for money."""

    player: str
    amount: Cents


@command(
    group="chips",
    second_person=SecondPerson(over_limit),
    at_stake="money",
    at_tournament="tournament-chips-not-exchanged",
)
class CashChips(NamedTuple):
    """A cash-out: chips for money."""

    player: str
    amount: Cents


@command("change the colour of chips", group="chips")
class ChangeColour(NamedTuple):
    """Chips for other chips: how many of each value, the same in sum."""

    player: str
    gives: Mapping[Cents, int]
    gets: Mapping[Cents, int]


@command(
    "exchange a voucher",
    group="chips",
    second_person=SecondPerson(over_limit),
    at_stake="money",
    at_tournament="tournament-chips-not-exchanged",
)
class ExchangeVoucher(NamedTuple):
    player: str
    voucher: str
    amount: Cents


@command("fill the float", group="chips", second_person=SecondPerson(), at_stake="money")
class FillFloat(NamedTuple):
    chips: Mapping[Cents, int]


@command("credit the float", group="chips", second_person=SecondPerson(), at_stake="money")
class CreditFloat(NamedTuple):
    chips: Mapping[Cents, int]


@command(
    "count the float",
    group="chips",
    second_person=SecondPerson(about=lambda state: state.tray),
    at_stake="money",
)
class CountFloat(NamedTuple):
    """The tray's inventory, as counted."""

    chips: Mapping[Cents, int]


@event(seen_by="player")
class ChipsSold(NamedTuple):
    player: str
    amount: Cents


@event(seen_by="player")
class ChipsCashed(NamedTuple):
    player: str
    amount: Cents


@event(seen_by="player")
class ColourChanged(NamedTuple):
    player: str
    gives: Mapping[Cents, int]
    gets: Mapping[Cents, int]


@event(seen_by="player")
class VoucherExchanged(NamedTuple):
    player: str
    voucher: str
    amount: Cents
    currency: str = ""  # in which its number is taken from now on; "": an earlier release kept no list of them


@event(seen_by="staff")
class FloatFilled(NamedTuple):
    chips: Mapping[Cents, int]


@event(seen_by="staff")
class FloatCredited(NamedTuple):
    chips: Mapping[Cents, int]


@event(seen_by="staff")
class FloatCounted(NamedTuple):
    chips: Mapping[Cents, int]
    over: Cents  # how much more there was than the book says


def worth(chips: Mapping[Cents, int]) -> Cents:
    """What chips are worth together."""
    return sum(value * count for value, count in chips.items())


def _amount_refused(draft: Draft, amount: Cents) -> Refusal | None:
    if amount > 0 and amount % draft.config.chip == 0:
        return None
    return Refusal("chips-do-not-make", None, {"chip": draft.config.chip, "amount": amount})


@handles(SellChips)
def sell_chips(draft: Draft, command: SellChips) -> Refusal | None:
    refusal = draft.at_table(command.player) or _amount_refused(draft, command.amount)
    if refusal is not None:
        return refusal
    if command.amount > draft.state.tray:
        return Refusal("float-too-small", None, {"tray": draft.state.tray})
    draft.add(ChipsSold(command.player, command.amount))
    return None


@handles(CashChips)
def cash_chips(draft: Draft, command: CashChips) -> Refusal | None:
    refusal = draft.at_table(command.player)
    if refusal is not None:
        return refusal
    has = draft.state.players[command.player].chips
    if not 0 < command.amount <= has:
        return Refusal("not-so-many-chips", None, {"player": command.player})
    refusal = (
        None if command.amount == has else _amount_refused(draft, command.amount)
    )  # all of it can always be cashed
    if refusal is None:
        draft.add(ChipsCashed(command.player, command.amount))
    return refusal


def _chips_refused(draft: Draft, chips: Mapping[Cents, int]) -> Refusal | None:
    if not chips or not all(value > 0 and count > 0 for value, count in chips.items()):
        return Refusal("chips-miscounted")
    return _values_refused(draft, chips)


def _values_refused(draft: Draft, chips: Mapping[Cents, int]) -> Refusal | None:
    """Every chip is worth some of the smallest that the table has."""
    odd = next((value for value in chips if value % draft.config.chip), None)
    return None if odd is None else Refusal("chips-do-not-make", None, {"chip": draft.config.chip, "amount": odd})


@handles(ChangeColour)
def change_colour(draft: Draft, command: ChangeColour) -> Refusal | None:
    refusal = draft.at_table(command.player)
    for chips in (command.gives, command.gets):
        refusal = refusal or _chips_refused(draft, chips)
    if refusal is not None:
        return refusal
    if worth(command.gives) != worth(command.gets):
        return Refusal("change-is-equal")
    if worth(command.gives) > draft.state.players[command.player].chips:
        return Refusal("not-so-many-chips", None, {"player": command.player})
    draft.add(ColourChanged(command.player, dict(command.gives), dict(command.gets)))
    return None


@handles(ExchangeVoucher)
def exchange_voucher(draft: Draft, command: ExchangeVoucher) -> Refusal | None:
    if not draft.procedures.chips.tokens:
        return draft.refuse("chips.tokens", "no-tokens")
    refusal = draft.at_table(command.player) or _amount_refused(draft, command.amount)
    if refusal is not None:
        return refusal
    refusal = voucher_refused(command.voucher)
    if refusal is not None:
        return refusal
    draft.add(VoucherExchanged(command.player, command.voucher, command.amount, draft.state.currency))
    return None


def voucher_refused(voucher: str) -> Refusal | None:
    """Whether this cannot be a voucher's number: letters of other scripts look like ours, and some signs like nothing.

    >>> voucher_refused("V-17"), voucher_refused("V\u034f-17").code, voucher_refused("V\u201317").code
    (None, 'voucher-number', 'voucher-number')
    """
    number = voucher_number(voucher)
    wrong = not number or len(number) > VOUCHER_LENGTH_MAX or not (number.isascii() and number.isprintable())
    return Refusal("voucher-number") if wrong else None


def voucher_number(text: str) -> str:
    """A voucher's number as it is compared with others: blanks, capitals and widths of letters make no difference.

    >>> voucher_number(" ab 12"), voucher_number("AB12")
    ('ab12', 'ab12')
    """
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


@handles(FillFloat)
def fill_float(draft: Draft, command: FillFloat) -> Refusal | None:
    refusal = _chips_refused(draft, command.chips)
    if refusal is None:
        draft.add(FloatFilled(dict(command.chips)))
    return refusal


@handles(CreditFloat)
def credit_float(draft: Draft, command: CreditFloat) -> Refusal | None:
    refusal = _chips_refused(draft, command.chips)
    if refusal is None and worth(command.chips) > draft.state.tray:
        refusal = Refusal("float-too-small", None, {"tray": draft.state.tray})
    if refusal is None:
        draft.add(FloatCredited(dict(command.chips)))
    return refusal


@handles(CountFloat)
def count_float(draft: Draft, command: CountFloat) -> Refusal | None:
    if any(value <= 0 or count < 0 for value, count in command.chips.items()):
        return Refusal("float-miscounted")
    refusal = _values_refused(draft, command.chips)
    if refusal is not None:
        return refusal
    draft.add(FloatCounted(dict(command.chips), worth(command.chips) - draft.state.tray))
    return None


@reduces(ChipsCashed, VoucherExchanged)
def _cashed(state: TableState, event: ChipsCashed | VoucherExchanged) -> TableState:
    """What takes two people counts what was given in parts."""
    if not state.config.two_people:
        return state
    return state._replace(cashed={**state.cashed, event.player: state.cashed.get(event.player, 0) + event.amount})


@reduces(FloatCredited)
def _credited(state: TableState, event: FloatCredited) -> TableState:
    return state._replace(filled=state.filled - worth(event.chips))


@reduces(FloatCounted)
def _counted(state: TableState, event: FloatCounted) -> TableState:
    return state._replace(counted=event.chips)


@posts(ChipsSold, exchange=True)
def _post_sold(state: TableState, event: ChipsSold) -> Postings:
    chips = moved(table_account(state, "float"), player_chips(state, event.player), event.amount)
    return chips + moved(house_account(state.currency, "cash"), table_account(state, "drop"), event.amount)


@posts(ChipsCashed, exchange=True)
def _post_cashed(state: TableState, event: ChipsCashed) -> Postings:
    cage, cage_cash, cash = (house_account(state.currency, name) for name in ("cage", "cage:cash", "cash"))
    return moved(player_chips(state, event.player), cage, event.amount) + moved(cage_cash, cash, event.amount)


@posts(ColourChanged)
def _post_colour(state: TableState, event: ColourChanged) -> Postings:
    amount = worth(event.gives)
    tray, player = table_account(state, "float"), player_chips(state, event.player)
    return moved(player, tray, amount) + moved(tray, player, amount)


@claims(VoucherExchanged)
def _claim_voucher(event: VoucherExchanged) -> str:
    return voucher_key(event.currency, event.voucher)


def voucher_key(currency: str, voucher: str) -> str:
    """What is taken when a voucher is: its number, once in each currency. An earlier release kept no list of them."""
    return f"{currency}:voucher:{voucher_number(voucher)}" if currency else ""


@posts(VoucherExchanged)
def _post_voucher(state: TableState, event: VoucherExchanged) -> Postings:
    return moved(house_account(event.currency, "promotions"), player_tokens(state, event.player), event.amount)


@posts(FloatFilled)
def _post_filled(state: TableState, event: FloatFilled) -> Postings:
    return moved(chips_from(state), table_account(state, "float"), worth(event.chips))


@posts(FloatCredited)
def _post_credited(state: TableState, event: FloatCredited) -> Postings:
    return moved(table_account(state, "float"), chips_from(state), worth(event.chips))


@posts(FloatCounted)
def _post_counted(state: TableState, event: FloatCounted) -> Postings:
    return moved(table_account(state, "count"), table_account(state, "float"), event.over)
