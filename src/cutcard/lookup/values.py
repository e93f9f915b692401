"""The values of cards by number: 0 is the ace, 1 the two, up to 9 for the ten-values."""

from __future__ import annotations

VALUES = 10
ACE, TEN = 0, 9
RANKS_OF = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "TJQK")
VALUE_OF = {rank: value for value, ranks in enumerate(RANKS_OF) for rank in ranks}
