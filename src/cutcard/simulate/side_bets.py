"""Side bets as the numbers that the kernel reads: what each returns for every outcome that it may come to."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutcard.engine.sidebets.pay import best_row, shared
from cutcard.errors import CutcardError
from cutcard.money import Cents, payment, round_up
from cutcard.rulebooks.schema import PayTable, Row, SideBet
from cutcard.simulate import kernel as k
from cutcard.simulate.table import SideWager, Table

WINNERS = 16  # columns of a meter's table: more than there are boxes

# The outcomes that fit together, by the number that the kernel gives them.
_FITTING: dict[str, tuple[int, tuple[tuple[str, ...], ...]]] = {
    "pairs": (
        k.PAIRS,
        (
            ("any", "mixed"), ("any", "coloured"), ("any", "suited"),
            ("any", "mixed", "aces"), ("any", "coloured", "aces"), ("any", "suited", "aces"),
        ),
    ),
    "lucky_lucky": (
        k.LUCKY,
        (
            ("19",), ("20",), ("21",), ("21", "678"), ("21", "777"),
            ("19", "suited-19"), ("20", "suited-20"), ("21", "suited-21"),
            ("21", "678", "suited-21", "suited-678"), ("21", "777", "suited-21", "suited-777"),
        ),
    ),
    "blazing_sevens": (
        k.BLAZING,
        (("seven-and-seven",), ("two-sevens",), ("777",), ("coloured-777",), ("suited-777",), ("diamond-777",)),
    ),
    "crown_suits": (k.SUITS, (("matching",), ("matching", "super"))),
    "jackpot_aces": (
        k.JACKPOT,
        (("natural",), ("natural", "suited-natural"), ("three-aces",), ("suited-aces",), ("spade-aces",)),
    ),
    "supernova": (k.SUPERNOVA, (("minor",), ("major",))),
    "spread_bet": (k.SPREAD, (("2-3",), ("4-5",), ("6-9",))),
    "sevens": (
        k.SEVENS,
        (
            ("one-seven",), ("two-sevens",), ("two-sevens", "two-sevens-suited"), ("two-sevens", "three-sevens"),
            ("two-sevens", "two-sevens-suited", "three-sevens"),
            ("two-sevens", "two-sevens-suited", "three-sevens", "three-sevens-suited"),
        ),
    ),
    "buster": (k.BUSTER, tuple((f"cards-{n}",) for n in range(3, 9))),
    "pot_of_gold": (k.GOLD, tuple((f"tokens-{n}",) for n in range(1, 9))),
    "blackpot": (
        k.BLACKPOT,
        (("initial",), ("initial", "completed"), ("carried-initial",), ("carried-initial", "carried-completed")),
    ),
    "pandemonium": (k.PANDEMONIUM, (("natural",),)),
}  # fmt: skip


def outcome_names(side: SideBet, table: PayTable) -> list[str]:
    """What each number that the kernel gives an outcome is called: the row that is paid, or "lose"."""
    if table.draws:
        return ["lose", *(f"{prize // 100} a dollar" for _, prize in table.draws)]
    names = ["lose"]
    stake = side.amounts[0] if side.amounts else 100
    for fitting in _FITTING[side.judged_by][1]:
        if side.judged_by == "blackpot":
            names.append(" and ".join(fitting))
        else:
            best = best_row(table, fitting, stake)
            names.append(best.outcome if best else "lose")
    return names


def sides(table: Table, unit: Cents) -> dict[str, Any]:
    """The side bets of a table, for the kernel: what each returns for every outcome."""
    bets = [(table.rules.side_bets[name], wager) for name, wager in table.side_bets.items()]
    pays = np.zeros((max(len(bets), 1), k.OUTCOMES), np.int64)
    meters = np.zeros((max(len(bets), 1), k.OUTCOMES, WINNERS), np.int64)
    device = np.ones(1, np.int64)
    for i, (side, wager) in enumerate(bets):
        if wager.table.draws:
            device = np.cumsum([chances for chances, _ in wager.table.draws]).astype(np.int64)
            for number, (_, prize) in enumerate(wager.table.draws, start=1):
                drawn = round_up(Fraction(prize * wager.stake, 100), unit)
                pays[i, number] = drawn + (wager.stake if side.stake_returned else 0)
            continue
        for number, fitting in enumerate(_FITTING[side.judged_by][1], start=1):
            if side.judged_by == "blackpot":
                pays[i, number] = _blackpot_pays(side, wager, fitting, unit)
            else:
                pays[i, number] = _pays(table, side, wager, fitting, unit, meters[i, number])
    return {
        "sides": len(bets),
        "draws_out": int(any(side.judged_by == "buster" for side, _ in bets)),
        "side_judge": np.array([_FITTING[side.judged_by][0] for side, _ in bets] or [0], np.int64),
        "side_stake": np.array([wager.stake for _, wager in bets] or [0], np.int64),
        "side_pays": pays.reshape(-1),
        "meter_pays": meters.reshape(-1),
        "device": device,
    }


def _pays(
    table: Table, side: SideBet, wager: SideWager, fitting: tuple[str, ...], unit: Cents, meter: NDArray[np.int64]
) -> Cents:
    """What a side bet returns for an outcome; for a part of a meter, `meter` is filled by number of winners."""
    best = best_row(wager.table, fitting, wager.stake)
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


def _blackpot_pays(side: SideBet, wager: SideWager, fitting: tuple[str, ...], unit: Cents) -> Cents:
    """The first prize, and the second with the stake where the third card completes it."""
    total = 0
    for outcome in fitting:
        best = best_row(wager.table, (outcome,), wager.stake)
        total += _fixed(side, best, wager.stake, unit) if best else 0
    return total + (wager.stake if len(fitting) > 1 else 0)
