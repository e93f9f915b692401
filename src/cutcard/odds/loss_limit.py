"""The chance of reaching a loss limit within a number of rounds, with a player's usual play.

The limit is reached once what is left of it does not cover the wagers with which a round begins: the next of them
would be refused. Until then every round is played as always, doubles and splits included. From the chances of a
round's result the chance is worked out backwards: with k rounds to go and so much left, it is the average over the
results of the chance with k - 1 rounds to go. That is exact, and one table has the answer for every limit.

>>> from cutcard.odds.usual_play import UsualPlay
>>> from cutcard.rulebooks import rules
>>> play = UsualPlay(rules=rules("sydney-v15", "blackjack"), decks=6, wager=1000)
>>> found = limit_chances(play, (20000, 50000), rounds=200)
>>> [f"{each.chance:.4f}" for each in found.limits]
['0.2315', '0.0020']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, gcd, lcm, log, sqrt
from typing import Any

import numpy as np

from cutcard.errors import CutcardError
from cutcard.lookup.all_hands import Floats
from cutcard.money import Cents, dollars
from cutcard.odds.usual_play import RoundResults, UsualPlay, round_results

ROUNDS_MOST = 20_000
LIMITS_MOST = 20
HOURS_MOST, ROUNDS_AN_HOUR_MOST = 1_000, 400
STEPS_MOST = 400_000  # of money that the table has
WORK_MOST = 4_000_000_000  # results times steps times rounds
RARE = 1e-4  # results less likely than this are rounded where they would make the steps too small
BEYOND = 1e-12  # chance to lose more than the table has room for
FLOAT = 2.0**-53
SHARES = (0.1, 0.25, 0.5, 0.75, 1.0)  # of the rounds, after which the chance is listed


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitChance:
    """The chance to reach one limit: it is at least `least` and at most `most` for the results of a round as known.

    `off` is an estimate, from above, of what more it may be off by, as the chances of rounds with a split are known
    nearly only. `by_round` has the chance to have reached it after fewer rounds.
    """

    limit: Cents
    chance: float
    least: float
    most: float
    off: float
    by_round: tuple[tuple[int, float], ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "limit": dollars(self.limit),
            "chance": self.chance,
            "least": self.least,
            "most": self.most,
            "off": self.off,
            "by_round": [{"rounds": rounds, "chance": chance} for rounds, chance in self.by_round],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitChances:
    """The chances to reach limits within some rounds of the same play, and what the rounds cost without a limit."""

    play: UsualPlay
    rounds: int
    expected: float  # result of the rounds, in cents
    sd: float
    limits: tuple[LimitChance, ...]
    assumed: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The object that `cutcard limit --json` prints."""
        play = self.play
        return {
            "rulebook": play.rules.book,
            "game": play.rules.game,
            "decks": play.decks,
            "options": dict(play.rules.options),
            "wager": dollars(play.wager),
            "side_bets": [
                {"bet": each.bet, "table": each.table, "stake": dollars(each.stake)} for each in play.side_bets
            ],
            "rounds": self.rounds,
            "expected": self.expected / 100,
            "sd": self.sd / 100,
            "limits": [each.as_json() for each in self.limits],
            "assumed": list(self.assumed),
        }


def rounds_in(hours: Fraction, rounds_an_hour: int) -> int:
    """The rounds of a period, a part of one counted whole.

    >>> rounds_in(Fraction("2.5"), 65)
    163
    """
    if not 0 < hours <= HOURS_MOST or not 1 <= rounds_an_hour <= ROUNDS_AN_HOUR_MOST:
        message = (
            f"a period has more than no hours and at most {HOURS_MOST:,}, with 1 to {ROUNDS_AN_HOUR_MOST} rounds each"
        )
        raise CutcardError(message)
    return ceil(hours * rounds_an_hour)


ASSUMED = (
    "every round comes from a full shoe and is played by the best play of the main game, with the same wagers",
    "the limit is reached once the wagers of the next round would pass it; doubles and splits before that are made",
    "payments are not rounded up to a chip",
)


def limit_chances(play: UsualPlay, limits: Iterable[Cents], rounds: int) -> LimitChances:
    """The chance of reaching each limit within this many rounds."""
    distinct = tuple(dict.fromkeys(limits))
    if not 1 <= rounds <= ROUNDS_MOST:
        raise CutcardError(f"a limit is worked out for 1 to {ROUNDS_MOST:,} rounds, not {rounds:,}")
    if not 1 <= len(distinct) <= LIMITS_MOST or min(distinct) <= 0:
        raise CutcardError(f"give up to {LIMITS_MOST} limits, each more than 0")
    results = round_results(play)
    reached = reach(results, [limit - play.staked for limit in distinct], rounds)
    return LimitChances(
        play=play,
        rounds=rounds,
        expected=results.mean * rounds,
        sd=results.sd * sqrt(rounds),
        limits=tuple(_chance(limit, found) for limit, found in zip(distinct, reached, strict=True)),
        assumed=(*ASSUMED, *results.assumed),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """The chance to lose more than an amount, after each number of rounds; enclosed, and what else may be off."""

    chance: Floats
    low: Floats
    high: Floats
    off: float


def _chance(limit: Cents, found: Reached) -> LimitChance:
    rounds = len(found.low) - 1
    listed = sorted({max(1, round(share * rounds)) for share in SHARES})
    return LimitChance(
        limit=limit,
        chance=float(found.chance[-1]),
        least=float(found.low[-1]),
        most=float(found.high[-1]),
        off=found.off,
        by_round=tuple((at, float(found.chance[at])) for at in listed),
    )


def reach(results: RoundResults, amounts: Sequence[Cents], rounds: int) -> list[Reached]:
    """The chances to have lost more than each amount at the end of some round, up to each number of rounds.

    >>> fair = RoundResults(nets=((Fraction(-1), 0.5), (Fraction(1), 0.5)))
    >>> [found] = reach(fair, [0], 3)
    >>> [round(float(chance), 6) for chance in found.low]
    [0.0, 0.5, 0.5, 0.625]
    """
    step = _step(results, amounts, rounds)
    exact = all((net / step).denominator == 1 for net, _ in results.nets)
    high = _table(results.nets, amounts, rounds, step, up=False)
    low = high if exact else _table(results.nets, amounts, rounds, step, up=True)
    rounding = BEYOND + rounds * (len(results.nets) + 2) * FLOAT
    wider = _table(_spread(results), amounts, rounds, step, up=False)[:, -1] if results.moment_off else high[:, -1]
    return [
        Reached(
            chance=(low[at] + high[at]) / 2,
            low=np.where(low[at] < 1, np.maximum(low[at] - rounding, 0.0), 1.0),
            high=np.minimum(high[at] + rounding, 1.0),
            off=abs(float(wider[at] - high[at, -1])),
        )
        for at in range(len(amounts))
    ]


def _spread(results: RoundResults) -> tuple[tuple[Fraction, float], ...]:
    """The same results with the second moment raised by what it may be off: a little of the likeliest net, moved."""
    likely = sorted(results.nets, key=lambda one: -one[1])
    middle, chance = likely[0]
    apart = max(abs(likely[1][0] - middle), Fraction(1))
    moved = min(results.moment_off / (2.0 * float(apart) ** 2), chance / 4)
    found = dict(results.nets)
    found[middle] -= 2.0 * moved
    for net in (middle - apart, middle + apart):
        found[net] = found.get(net, 0.0) + moved
    return tuple(sorted(found.items()))


def _step(results: RoundResults, amounts: Sequence[Cents], rounds: int) -> Fraction:
    """The step of money in which all results come; where that is too small, the one of all but the rare results."""
    for least in (0.0, RARE):
        nets = [net for net, chance in results.nets if chance >= least and net]
        whole = lcm(*(net.denominator for net in nets))
        step = Fraction(gcd(*(int(net * whole) for net in nets)), whole)
        room = _room(results.nets, amounts, rounds, step)
        if room <= STEPS_MOST and room * len(results.nets) * rounds <= WORK_MOST:
            return step
    raise CutcardError("this would take too long: ask for fewer rounds, or for stakes that are multiples of one chip")


def _room(nets: Sequence[tuple[Fraction, float]], amounts: Sequence[Cents], rounds: int, step: Fraction) -> int:
    """Steps of the table: beyond it the chance to lose everything is at most `BEYOND`.

    With φ(t) the mean of exp(-t net), exp(-t sum) / φ(t)^k is a martingale, so that the sums of up to n results ever
    fall below -x with a chance of at most max(1, φ(t)^n) exp(-t x), for every t.
    """
    sizes = np.array([float(net / step) for net, _ in nets])
    chances = np.array([chance for _, chance in nets])
    furthest = rounds * float(-sizes.min())
    for rate in np.geomspace(1e-6, 5.0, 200) / max(float(-sizes.min()), 1.0):
        grows = log(float(np.exp(-rate * sizes) @ chances))
        furthest = min(furthest, (rounds * max(grows, 0.0) - log(BEYOND)) / float(rate))
    return ceil(furthest) + max(0, *(floor(amount / step) for amount in amounts)) + 2


def _table(
    nets: Sequence[tuple[Fraction, float]], amounts: Sequence[Cents], rounds: int, step: Fraction, *, up: bool
) -> Floats:
    """The chances by amount and number of rounds; results and amounts between two steps are rounded up, or down."""
    rounded = ceil if up else floor
    parts: dict[int, float] = {}
    for net, chance in nets:
        size = rounded(net / step)
        parts[size] = parts.get(size, 0.0) + chance
    room = _room(nets, amounts, rounds, step)
    places = [rounded(amount / step) for amount in amounts]
    lost = max(0, -min(parts))
    parts = {size: chance for size, chance in parts.items() if size <= room}  # more than that is never lost again
    won = max(0, *parts)
    now = np.zeros(lost + room + 1 + won)
    now[:lost] = 1.0
    found = np.zeros((len(amounts), rounds + 1))
    found[[at for at, place in enumerate(places) if place < 0]] = 1.0
    within = [(at, place) for at, place in enumerate(places) if place >= 0]
    later = np.empty(room + 1)
    part = np.empty(room + 1)
    for done in range(1, rounds + 1):
        later[:] = 0.0
        for size, chance in parts.items():
            np.multiply(now[lost + size : lost + size + room + 1], chance, out=part)
            later += part
        now[lost : lost + room + 1] = later
        for at, place in within:
            found[at, done] = later[place]
    return found
