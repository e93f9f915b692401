"""Side bets as numbers for the kernel: what each returns for every outcome."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutcard.engine.sidebets.pay import shared
from cutcard.errors import CutcardError
from cutcard.lookup.side_bet_outcomes import CARDS, outcome_table
from cutcard.money import Cents, payment, round_up
from cutcard.rulebooks.offers import best_row
from cutcard.rulebooks.schema import PayTable, Row, SideBet
from cutcard.sidebets import JUDGES
from cutcard.sidebets.view import DEALERS_CARD, DEALERS_HAND, THIRD_CARD, TOKENS, TWO_CARDS, DecidedBy, Names
from cutcard.simulate import kernel as k
from cutcard.simulate.table import SideWager, Table

WINNERS = 16  # columns of a meter's table: more than there are boxes

_SEEN: dict[DecidedBy, int] = {
    TWO_CARDS: k.BY_TWO_CARDS,
    DEALERS_CARD: k.BY_DEALERS_CARD,
    THIRD_CARD: k.BY_THIRD_CARD,
    DEALERS_HAND: k.BY_DEALERS_HAND,
    TOKENS: k.BY_TOKENS,
}


def outcome_names(side: SideBet, table: PayTable) -> list[str]:
    """The names of the kernel's outcome numbers: the row that is paid, or "lose"."""
    if table.draws:
        return ["lose", *(f"{prize // 100} a dollar" for _, prize in table.draws)]
    names = ["lose"]
    stake = side.amounts[0] if side.amounts else 100
    known = outcome_table(side.judged_by)
    for outcomes in known.classes[1:]:
        if known.staged:
            names.append(" and ".join(outcomes))
        else:
            best = best_row(table, outcomes, stake)
            names.append(best.outcome if best else "lose")
    return names


@cache
def _layout(judged_by: str) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """A side bet's outcomes in two lookups: two cards give a row, and the row with the further cards an outcome.

    Most pairs of cards are equivalent for a side bet, so both tables fit in the processor's fastest cache.
    """
    numbers = outcome_table(judged_by).numbers
    rounds, columns = numbers.shape[0], numbers.shape[-1]
    if columns == 1:  # two cards decide it: a row is its outcome
        row_of_pair: NDArray[Any] = numbers
        rows = np.arange(numbers.max() + 1, dtype=np.uint8).reshape(-1, 1)
    else:
        rows, row_of_pair = np.unique(numbers.reshape(-1, columns), axis=0, return_inverse=True)
    wide = np.pad(rows, ((0, 0), (0, k.COLUMNS - columns)), mode="edge")
    own = numbers.shape[1]
    pairs = np.broadcast_to(row_of_pair.reshape(rounds, own, own), (rounds, CARDS, CARDS))
    assert len(rows) <= 256
    return np.ascontiguousarray(pairs, np.uint8).reshape(-1), wide.reshape(-1)


def sides(table: Table, unit: Cents) -> dict[str, Any]:
    """The side bets of a table, for the kernel: how their outcomes are found, and what each returns."""
    bets = [(table.rules.side_bets[name], wager) for name, wager in table.side_bets.items()]
    known = [outcome_table(side.judged_by) for side, _ in bets]
    layouts = [_layout(side.judged_by) for side, _ in bets]
    pays = np.zeros((max(len(bets), 1), k.OUTCOMES), np.int64)
    meters = np.zeros((max(len(bets), 1), k.OUTCOMES, WINNERS), np.int64)
    stays = np.zeros((max(len(bets), 1), k.OUTCOMES), np.uint8)
    device = np.ones(1, np.int64)
    for i, (side, wager) in enumerate(bets):
        if wager.table.draws:
            device = np.cumsum([chances for chances, _ in wager.table.draws]).astype(np.int64)
            for number, (_, prize) in enumerate(wager.table.draws, start=1):
                drawn = round_up(Fraction(prize * wager.stake, 100), unit)
                pays[i, number] = drawn + (wager.stake if side.stake_returned else 0)
            continue
        for number, outcomes in enumerate(known[i].classes):
            if known[i].staged:
                pays[i, number] = _staged_pays(side, wager, outcomes, unit)
                stays[i, number] = side.carries and len(outcomes) > 1
            else:
                pays[i, number] = _pays(table, side, wager, outcomes, unit, meters[i, number])
    decided_by = [_SEEN[JUDGES[side.judged_by].DECIDED_BY] for side, _ in bets]
    return {
        "sides": len(bets),
        "draws_out": int(k.BY_DEALERS_HAND in decided_by or not table.rules.dealer.no_needless_card),
        "side_seen": _numbers(decided_by),
        "side_after": _numbers(
            k.CARRIES if len(each.numbers) > 1 else k.DRAWS if wager.table.draws else 0
            for each, (_, wager) in zip(known, bets, strict=True)
        ),
        "side_pairs": np.concatenate([pairs for pairs, _ in layouts] or [np.zeros(1, np.uint8)]),
        "side_pairs_at": _starts(pairs for pairs, _ in layouts),
        "side_rows": np.concatenate([rows for _, rows in layouts] or [np.zeros(1, np.uint8)]),
        "side_rows_at": _starts(rows for _, rows in layouts),
        "side_stake": _numbers(wager.stake for _, wager in bets),
        "side_stays": stays.reshape(-1),
        "side_pays": pays.reshape(-1),
        "meter_pays": meters.reshape(-1),
        "device": device,
    }


def _numbers(values: Iterable[int]) -> NDArray[np.int64]:
    return np.array([*values] or [0], np.int64)


def _starts(parts: Iterable[NDArray[np.uint8]]) -> NDArray[np.int64]:
    """Where each part begins in all of them together."""
    return _numbers(itertools.accumulate((len(part) for part in parts), initial=0))


def _pays(
    table: Table, side: SideBet, wager: SideWager, outcomes: Names, unit: Cents, meter: NDArray[np.int64]
) -> Cents:
    """What a side bet returns for an outcome; for a part of a meter, `meter` is filled by number of winners."""
    best = best_row(wager.table, outcomes, wager.stake)
    if best is None:
        return 0
    back = wager.stake if side.stake_returned else 0
    if best.share is None:
        return _fixed(side, best, wager.stake, unit) + back
    value = table.meters.get(best.meter or "")
    if value is None:
        raise CutcardError(
            f"{side.title} pays a part of the meter {best.meter}: say how high it stands, --meter {best.meter}=AMOUNT"
        )
    rounding = {"cent": 1, "dollar": 100, "chip": table.chip}[side.meter_rounds_to]
    for winners in range(1, WINNERS):
        each, _ = shared(Fraction(value), best.share, winners, side.meter_minimum or 0, rounding)
        meter[winners] = each + back
    return k.METER


def _fixed(side: SideBet, best: Row, stake: Cents, unit: Cents) -> Cents:
    prize = 0
    if best.prizes is not None:
        prize = best.prizes[stake]
    elif best.pays is not None:
        prize = payment(stake, best.pays, unit)
    return prize if side.payout_max is None else min(prize, side.payout_max)


def _staged_pays(side: SideBet, wager: SideWager, outcomes: Names, unit: Cents) -> Cents:
    """The sum of the prizes of all stages won, and the stake if the last stage is won too."""
    total = 0
    for outcome in outcomes:
        best = best_row(wager.table, (outcome,), wager.stake)
        total += _fixed(side, best, wager.stake, unit) if best else 0
    return total + (wager.stake if len(outcomes) > 1 else 0)
