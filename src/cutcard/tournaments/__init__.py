"""Tournaments: terms and conditions, entries, sessions at tables, places and prizes."""

from cutcard.tournaments import announcement, eligibility, entries, entry_changes, fees, pool, publication, schedules
from cutcard.tournaments.announcement import *  # noqa: F403 (a feature module offers its commands and events)
from cutcard.tournaments.eligibility import *  # noqa: F403
from cutcard.tournaments.entries import *  # noqa: F403
from cutcard.tournaments.entry_changes import *  # noqa: F403
from cutcard.tournaments.family import TOURNAMENT_FAMILY, accounts_of
from cutcard.tournaments.fees import *  # noqa: F403
from cutcard.tournaments.pool import *  # noqa: F403
from cutcard.tournaments.publication import *  # noqa: F403
from cutcard.tournaments.schedules import *  # noqa: F403
from cutcard.tournaments.standard_statements import with_standard_statements
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

# each brings its commands and events
_FEATURES = (announcement, eligibility, entries, entry_changes, fees, pool, publication, schedules)

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
    "with_standard_statements",
    *(name for feature in _FEATURES for name in vars(feature)["__all__"]),
]
