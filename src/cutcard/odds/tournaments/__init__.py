"""The strategy of tournaments: what to bet and how to play for the best chance to advance from a table."""

from __future__ import annotations

from cutcard.odds.tournaments.advice import Advice, WagerChance, advise
from cutcard.odds.tournaments.play_advice import Choice
from cutcard.odds.tournaments.standing import Seat, Standing
from cutcard.odds.tournaments.standing_file import StandingError, example, read_standing, standing_of

__all__ = [
    "Advice",
    "Choice",
    "Seat",
    "Standing",
    "StandingError",
    "WagerChance",
    "advise",
    "example",
    "read_standing",
    "standing_of",
]
