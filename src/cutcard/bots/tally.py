"""What a crew of bots has done, and how fast."""

from __future__ import annotations

from array import array
from random import Random

KEPT = 200_000  # latencies; beyond that, a fair sample of them


class Tally:
    """Commands, refusals, and milliseconds from a command to its event."""

    def __init__(self) -> None:
        self.commands = 0
        self.refused = 0
        self.repeated = 0
        self.last_refusal = ""
        self._measured = 0
        self._ms = array("f")
        self._random = Random(1)

    def add_latency(self, seconds: float) -> None:
        self._measured += 1
        if len(self._ms) < KEPT:
            self._ms.append(1000 * seconds)
        elif (at := self._random.randrange(self._measured)) < KEPT:
            self._ms[at] = 1000 * seconds

    def add(self, other: Tally) -> None:
        """Take in what another tally has counted and measured."""
        self.commands += other.commands
        self.refused += other.refused
        self.repeated += other.repeated
        for ms in other._ms:
            self.add_latency(ms / 1000)

    def forget(self) -> None:
        """Start measuring again, for example after everybody has sat down."""
        self.commands = self.refused = self.repeated = self._measured = 0
        del self._ms[:]

    def percentile(self, percent: float) -> float:
        """The latency in milliseconds at a percentile.

        >>> tally = Tally()
        >>> for n in range(1, 101):
        ...     tally.add_latency(n / 1000)
        >>> round(tally.percentile(50)), round(tally.percentile(99)), Tally().percentile(50)
        (50, 99, 0.0)
        >>> both = Tally()
        >>> both.add_latency(1), both.add(tally), round(both.percentile(100))
        (None, None, 1000)
        """
        if not self._ms:
            return 0.0
        ordered = sorted(self._ms)
        return ordered[min(len(ordered) - 1, max(0, round(percent / 100 * len(ordered)) - 1))]
