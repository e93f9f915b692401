"""Tournaments: terms and conditions, entries, sessions at tables, places and prizes."""

from cutcard.tournaments import announcement, schedules
from cutcard.tournaments.announcement import *  # noqa: F403 (a feature module offers its commands and events)
from cutcard.tournaments.family import TOURNAMENT_FAMILY, accounts_of
from cutcard.tournaments.schedules import *  # noqa: F403
from cutcard.tournaments.terms import BuyBack, StageTerms, TournamentTerms
from cutcard.tournaments.tournament_draft import TournamentCommandReceived, TournamentDraft, evolved
from cutcard.tournaments.tournament_registry import TOURNAMENTS
from cutcard.tournaments.tournament_state import (
    Entrant,
    Ruling,
    SessionState,
    SessionTable,
    TournamentState,
    stream_of_tournament,
)

_FEATURES = (announcement, schedules)  # each brings its commands and events

__all__ = [
    "TOURNAMENTS",
    "TOURNAMENT_FAMILY",
    "BuyBack",
    "Entrant",
    "Ruling",
    "SessionState",
    "SessionTable",
    "StageTerms",
    "TournamentCommandReceived",
    "TournamentDraft",
    "TournamentState",
    "TournamentTerms",
    "accounts_of",
    "evolved",
    "stream_of_tournament",
    *(name for feature in _FEATURES for name in vars(feature)["__all__"]),
]
