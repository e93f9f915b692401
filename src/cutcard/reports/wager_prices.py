"""What a wager was worth when it was laid: its exact expectation, and the deviation of its result."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from cutcard.engine import State, Wager
from cutcard.errors import CutcardError
from cutcard.money import Cents
from cutcard.odds import solve
from cutcard.odds.side.offered import INSURANCE, TEN_INSURANCE
from cutcard.odds.side_bets import side_bet
from cutcard.rulebooks.schema import Rules

MAIN = "main"
UNIT: Cents = 1000  # the wager for which the solver works, where no prize is a fixed sum
KEPT = 4096


class Priced(NamedTuple):
    """A kind of wager: everything that its price depends on."""

    rules: Rules
    decks: int
    bet: str
    table: str = ""  # its pay table, where it has several
    stake: Cents | None = None  # where the price depends on it
    meters: tuple[tuple[str, Cents], ...] = ()


class Price(NamedTuple):
    """Of a stake of one: what it brings on the average, and its standard deviation."""

    mean: float
    sd: float


def priced_wagers(state: State, laid: tuple[Wager, ...], player: str) -> Iterator[tuple[Wager, Priced]]:
    """A player's wagers of a round as they were laid, each with what it is priced by.

    What was added to a hand later, by doubling or splitting, belongs to the main wager, whose price counts it. A wager
    that went back has no price, nor an invalid one; one that was carried over was counted when it was laid. What lay
    beyond a loss limit was at no risk.
    """
    if state.void:
        return
    own = [one for one in state.wagers if one.player == player]
    unpriced = {(one.box, one.bet) for one in own if one.went_back or one.invalid}
    beyond = {(one.box, one.bet): one.beyond for one in own}
    insured = tuple(one for one in own if one.bet == "insurance")
    for wager in (*laid, *insured):
        key = (wager.box, wager.bet)
        if wager.player != player or wager.carried or key in unpriced:
            continue
        counted = wager._replace(staked=wager.staked - beyond.get(key, 0))
        priced = _priced(state, counted) if counted.staked > 0 else None
        if priced is not None:
            yield counted, priced


def _priced(state: State, wager: Wager) -> Priced | None:
    rules, setup = state.rules, state.setup
    if wager.bet == MAIN:
        fixed = rules.winning.super_bonus is not None
        return Priced(rules, setup.decks, MAIN, stake=wager.staked if fixed else None)
    if wager.bet == "insurance":
        return Priced(rules, setup.decks, INSURANCE if state.up_card.value == 1 else TEN_INSURANCE)
    table = setup.side_bets.get(wager.bet)
    if table is None:
        return None
    side = rules.side_bets[wager.bet]
    stake = wager.staked if side.amounts or side.payout_max is not None else None
    return Priced(rules, setup.decks, wager.bet, table.name or "", stake, tuple(sorted(setup.meters.items())))


@lru_cache(maxsize=KEPT)
def price_of(query: Priced) -> Price | None:
    """The price of a stake of one, under the best play of the main game; None if the book offers it no more."""
    try:
        if query.bet == MAIN:
            solution = solve(query.rules, query.decks, query.stake or UNIT)
            return Price(solution.ev, solution.sd)
        odds = side_bet(query.rules, query.decks, query.bet, query.table, stake=query.stake, meters=dict(query.meters))
    except CutcardError:
        return None
    return Price(odds.ev, odds.sd)
