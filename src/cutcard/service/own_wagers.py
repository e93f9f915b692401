"""A player's own wagers: those of a round to repeat, and side bets that may stay."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.money import Cents
from cutcard.table import TableState

MAIN = "main"


class Laid(NamedTuple):
    """A wager placed before the deal."""

    box: int
    bet: str
    amount: Cents


def wagers_of(state: TableState, name: str | None) -> list[Laid]:
    """A player's wagers in the round on the table, without doubles, splits and insurance."""
    if state.round is None or name is None:
        return []
    kinds = (MAIN, *state.config.side_bets)
    mine = (wager for wager in state.round.wagers if wager.player == name and wager.bet in kinds)
    return [Laid(wager.box, wager.bet, wager.staked) for wager in mine if wager.staked and wager.outcome != "void"]


def stayed(state: TableState, name: str) -> list[Laid]:
    """The player's winning side bets that may stay for this round."""
    laid = {(bet.box, bet.player, bet.bet) for bet in state.bets}
    return [
        Laid(bet.box, bet.bet, bet.amount)
        for bet in state.carried
        if bet.player == name and (bet.box, bet.player, bet.bet) not in laid
    ]


def without(chips: list[Laid], taken: Laid) -> list[Laid]:
    """Chips after some were taken back from a spot: the last ones go first; an amount of 0 takes all of the spot's."""
    left, kept = taken.amount, []
    for one in reversed(chips):
        if (one.box, one.bet) != (taken.box, taken.bet):
            kept.append(one)
        elif taken.amount and left < one.amount:
            kept.append(one._replace(amount=one.amount - left))
            left = 0
        elif taken.amount:
            left -= one.amount
    return kept[::-1]
