"""A Personal Bet Manager: the balance from which a player places jackpot wagers (Melbourne 21.6).

Pure functions: each returns the device as it is afterwards, or a refusal with the clause that the rulebook names.
"""

from __future__ import annotations

from typing import NamedTuple

from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.rulebooks.schema import SideBet


class BetManager(NamedTuple):
    """One player's device."""

    holder: str
    balance: Cents


class Paid(NamedTuple):
    """The device after chips have gone one way or the other, and the chips that go to the player."""

    device: BetManager
    chips: Cents


def buy_in(side: SideBet, player: str, tendered: Cents, has_wager: bool, unit: Cents = 1) -> Paid | Refusal:
    """Give a player with a main wager control of a device and credit what it takes; the rest goes back.

    >>> from cutcard.rulebooks import rules
    >>> jackpots = rules("melbourne-v26", "blackjack").side_bets["blackjack-jackpots"]
    >>> buy_in(jackpots, "ann", 1050, has_wager=True, unit=500)
    Paid(device=BetManager(holder='ann', balance=1000), chips=50)
    """
    if not has_wager:
        return Refusal("device-needs-main-wager", side.device["control"], {"player": player})
    if tendered < unit:
        return Refusal("device-takes-from", side.device["credit"], {"least": unit})
    return Paid(BetManager(player, tendered - tendered % unit), tendered % unit)


def top_up(side: SideBet, device: BetManager, tendered: Cents, unit: Cents = 1) -> Paid | Refusal:
    """Credit a further amount, at any time."""
    if tendered < unit:
        return Refusal("device-takes-from", side.device["top_up"], {"least": unit})
    return Paid(device._replace(balance=device.balance + tendered - tendered % unit), tendered % unit)


def press_bet(side: SideBet, device: BetManager, cost: Cents) -> BetManager | Refusal:
    """Place the jackpot wager with the bet button, from a balance that covers it."""
    if device.balance <= 0:
        return Refusal("device-balance-empty", side.device["balance"], {"player": device.holder})
    if cost > device.balance:
        facts = {"player": device.holder, "short": cost - device.balance}
        return Refusal("device-balance-short", side.device["button"], facts)
    return device._replace(balance=device.balance - cost)


def award(device: BetManager, returned: Cents) -> BetManager:
    """Credit what a jackpot wager returns; the jackpot system does this unasked."""
    return device._replace(balance=device.balance + returned)


def cash_out(side: SideBet, device: BetManager, amount: Cents) -> Paid | Refusal:
    """Pay all or part of the balance in chips."""
    if not 0 < amount <= device.balance:
        facts = {"player": device.holder, "balance": device.balance, "amount": amount}
        return Refusal("device-cash-out", side.device["cash_out"], facts)
    return Paid(device._replace(balance=device.balance - amount), amount)


def leave(device: BetManager) -> Paid:
    """A player who leaves the game is paid the whole balance."""
    return Paid(device._replace(balance=0), device.balance)
