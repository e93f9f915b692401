"""How far two boxes of a round go together, as they play against the same dealer's hand."""

from __future__ import annotations

from dataclasses import replace

from cutcard.simulate import Scenario, run_simulation

ROUNDS = 1_000_000  # for some 0.3 % of the variance


def box_covariance(scenario: Scenario, rounds: int = ROUNDS, seed: int = 1) -> float:
    """The covariance of the results of two boxes of one round, in squared wagers, simulated from a full shoe."""
    found = run_simulation(replace(scenario, boxes=2, dealing="fresh"), rounds=rounds, seed=seed)
    both = found.se**2 * found.rounds * 4  # the variance of both together
    return (both - 2 * found.sd**2) / 2
