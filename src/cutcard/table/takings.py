"""What the house has made at a table since it opened, read off the table's accounts as a pit reads it.

The drop is the money that players have paid for chips there. The win is the drop and what the float has gained, less
what the cage has brought and what counts of the tray have found. Wagers on the layout belong to neither side yet.
What players have on devices, or have wagered from there, is not won. The hold is the win as a part of the drop.
"""

from __future__ import annotations

from typing import NamedTuple

from cutcard.money import Cents
from cutcard.table.state import TableState


class Takings(NamedTuple):
    """Drop and win of a table since it opened."""

    drop: Cents
    win: Cents

    @property
    def hold(self) -> float | None:
        """The part of the drop that the house has won; None where nothing was dropped.

        >>> Takings(20_000, 3000).hold, Takings(0, 500).hold
        (0.15, None)
        """
        return self.win / self.drop if self.drop else None


def takings(state: TableState) -> Takings:
    """What the table has taken and won since it opened."""

    def gained(account: str) -> Cents:
        return state.accounts.get(account, 0) - state.at_opening.get(account, 0)

    drop = gained("drop")
    return Takings(drop, gained("float") + gained("count") - state.filled + drop - _not_yet_won(state))


def _not_yet_won(state: TableState) -> Cents:
    """What is in the tray or the drop box and is not the house's: balances, and wagers that were collected early."""
    on_device, collected = state.config.on_device, state.config.collected_first
    balances = sum(player.device or 0 for player in state.players.values())
    laid = sum(bet.amount for bet in state.bets if on_device(bet.bet))
    wagers = state.round.wagers if state.round is not None else ()
    return (
        balances
        + laid
        + sum(wager.staked for wager in wagers if wager.open and (on_device(wager.bet) or collected(wager.bet)))
    )
