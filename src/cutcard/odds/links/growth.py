"""How high a meter stands when it is won, where smaller prizes take parts of it on the way.

Between two rounds the meter stands at seed + n × step for some n, but a part that is taken leads between those levels.
There the meter is put down to the next level below in one calculation and up to the next above in another: a meter
that stands lower once stands lower for ever, since wins come alike to both. So the truth lies between the two, for the
mean, for every quantile, and for what the house has to add. A step may be several rounds: what happens within it is
likewise put at its beginning, or at its end.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.odds.compilation import njit
from cutcard.odds.links.prizes import Levels, MeterPrizes
from cutcard.odds.links.winners import Counts

Longs = NDArray[np.int64]
Value = Callable[[Levels, Counts], Levels]  # of a win with the meter at each level
LEVELS_MOST = 1 << 18
REST = 1e-10  # chance that is left out of account; its bound is added
ENOUGH, NOTHING = 1e-13, 1e-20  # where a sum of visits ends


class Between(NamedTuple):
    """A figure that is known to lie between two bounds."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2

    @property
    def off(self) -> float:
        """How far the middle is off at most."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """One of the two calculations: how often a meter stands at each level until it is won as a whole."""

    levels: Levels  # in cents, of which an event happens at
    visits: Levels  # expected number of steps that begin there
    event: float  # the chance of a win in a step
    hit: float  # the chance that a win empties the meter

    @property
    def at_hit(self) -> Levels:
        """The chance that the meter is won at each level."""
        return self.visits * self.event * self.hit


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """A meter from its seed until it is won."""

    low: Chain
    high: Chain
    beyond: float  # cents that levels left out could add to a mean

    def mean_at_hit(self) -> Between:
        low, high = (weighted_sum(chain.at_hit, chain.levels) for chain in (self.low, self.high))
        return Between(low, high + self.beyond)

    def quantile_at_hit(self, part: float) -> Between:
        return Between(*(_quantile(chain.levels, chain.at_hit, part) for chain in (self.low, self.high)))

    def per_cycle(self, prizes: MeterPrizes, value: Value) -> Between:
        """The mean sum, from seed to seed, of something that falls as the meter rises."""
        return Between(_sum(self.high, prizes, value), _sum(self.low, prizes, value))

    def reached(self, chance: float) -> float:
        """A level that is reached before the meter is won with at most this chance: it is visited no oftener."""
        over = np.nonzero(self.high.visits <= chance)[0]
        return float(self.high.levels[over[0]] if len(over) else self.high.levels[-1])


def growth(prizes: MeterPrizes) -> Growth:
    """The two calculations for a meter."""
    chances = {counts: float(chance) for counts, chance in prizes.events.items()}
    hit, event = float(prizes.hit_chance), sum(chances.values())
    rounds = math.ceil(-math.log(REST) / hit)
    together = max(1, -(-rounds // LEVELS_MOST))
    count = -(-rounds // together) + 1
    increment = float(prizes.plan.increment(prizes.meter))
    starts: Levels = prizes.seed + increment * together * np.arange(count, dtype=np.float64)
    parts = [(counts, chance / event) for counts, chance in chances.items() if not prizes.empties(counts)]

    def chain(first: int, towards: Callable[[Levels], Levels]) -> Chain:
        levels: Levels = starts + increment * first
        left = [prizes.unrounded(levels, counts)[1] for counts, _ in parts]
        places = [towards((each - prizes.seed) / (increment * together)) for each in left]
        none = (1 - event) ** together
        to = np.minimum(np.array(places or np.zeros((0, count))), count - 1).astype(np.int64)
        visits = _visits(none, np.array([chance for _, chance in parts] or [0.0]), to)
        return Chain(levels=levels, visits=visits, event=1 - none, hit=hit / event)

    beyond = REST * increment / hit
    return Growth(low=chain(1, _down), high=chain(together, _up), beyond=beyond)


def _down(places: Levels) -> Levels:
    return np.maximum(np.floor(places - 1e-9), 0)


def _up(places: Levels) -> Levels:
    return np.ceil(places + 1e-9) * (places > 1e-9)


@njit
def _visits(none: float, chances: Levels, to: Longs) -> Levels:
    """How often each level is visited: up by one step where nothing is won, down to `to` where a part is."""
    kinds, count = to.shape
    visits = np.zeros(count)
    arrive = np.zeros(count)
    arrive[0] = 1.0
    for _ in range(100_000):
        after = np.zeros(count)
        here = rest = 0.0
        last = count - 1
        while last > 0 and arrive[last] == 0.0:
            last -= 1
        for n in range(count):
            here = none * here + arrive[n]
            if n > last and here < NOTHING:
                break
            if n == count - 1:
                here /= 1.0 - none
            visits[n] += here
            for kind in range(kinds):
                part = here * (1.0 - none) * chances[kind]
                after[to[kind, n]] += part
                rest += part
        if rest < ENOUGH:
            break
        arrive = after
    return visits


def weighted_sum(weights: Levels, values: Levels) -> float:
    """Not `weights @ values`: that divides long sums among the threads it finds idle, so that the last digit varies."""
    return float((weights * values).sum())


def _quantile(levels: Levels, chances: Levels, part: float) -> float:
    reached = np.cumsum(chances)
    return float(levels[min(int(np.searchsorted(reached, part)), len(levels) - 1)])


def _sum(chain: Chain, prizes: MeterPrizes, value: Value) -> float:
    total = 0.0
    event = sum(float(chance) for chance in prizes.events.values())
    for counts, chance in prizes.events.items():
        total += weighted_sum(chain.visits, value(chain.levels, counts)) * chain.event * float(chance) / event
    return total
