"""The compiled sum over cards of several hands of one split at once."""

from __future__ import annotations

from cutcard.lookup.all_hands import VALUES, Floats, Longs
from cutcard.odds.compilation import njit

BITS = 6  # a value's count in a key: keys of two hands are added to make that of both


@njit
def joint_sum(
    keys: Longs, masses: Floats, other_keys: Longs, other_masses: Floats, ways: Floats, chances: Floats, pair: int
) -> float:
    """Sum over both lists of masses times the chance of all the cards together.

    `ways[value, k]` is the number of ways to draw k cards of a value; `chances[a, b]` has the pair's value, of which
    there are a among b cards in all.
    """
    total = 0.0
    mask = (1 << BITS) - 1
    for i in range(keys.size):
        part = 0.0
        for j in range(other_keys.size):
            key = keys[i] + other_keys[j]
            product = other_masses[j]
            cards = 0
            pairs = 0
            for value in range(VALUES):
                count = (key >> (BITS * value)) & mask
                cards += count
                if value == pair:
                    pairs = count
                else:
                    product *= ways[value, count]
            part += product * chances[pairs, cards]
        total += part * masses[i]
    return total
