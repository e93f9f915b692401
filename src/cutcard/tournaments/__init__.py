"""Tournaments: terms and conditions, entries, sessions at tables, places and prizes."""

from cutcard.tournaments.announcement import *  # noqa: F403 (a feature module offers its commands and events)
from cutcard.tournaments.approvals import *  # noqa: F403
from cutcard.tournaments.counts import *  # noqa: F403
from cutcard.tournaments.designated_tables import *  # noqa: F403
from cutcard.tournaments.direction import *  # noqa: F403
from cutcard.tournaments.director_rulings import *  # noqa: F403
from cutcard.tournaments.discipline import *  # noqa: F403
from cutcard.tournaments.draws import *  # noqa: F403
from cutcard.tournaments.eligibility import *  # noqa: F403
from cutcard.tournaments.entries import *  # noqa: F403
from cutcard.tournaments.entry_changes import *  # noqa: F403
from cutcard.tournaments.family import TOURNAMENT_FAMILY, accounts_of
from cutcard.tournaments.fees import *  # noqa: F403
from cutcard.tournaments.pace import *  # noqa: F403
from cutcard.tournaments.places import *  # noqa: F403
from cutcard.tournaments.pool import *  # noqa: F403
from cutcard.tournaments.progress import *  # noqa: F403
from cutcard.tournaments.publication import *  # noqa: F403
from cutcard.tournaments.schedules import *  # noqa: F403
from cutcard.tournaments.session_starts import *  # noqa: F403
from cutcard.tournaments.standard_statements import with_standard_statements
from cutcard.tournaments.terms import BuyBack, StageTerms, TournamentTerms
from cutcard.tournaments.tournament_draft import TournamentCommandReceived, TournamentDraft, evolved
from cutcard.tournaments.tournament_registry import TOURNAMENTS
from cutcard.tournaments.tournament_state import (
    Entrant,
    Ruling,
    SessionState,
    SessionTable,
    Shortfall,
    TournamentState,
    stream_of_tournament,
)
from cutcard.tournaments.turn_rulings import *  # noqa: F403

__all__ = [
    "TOURNAMENTS",
    "TOURNAMENT_FAMILY",
    "BuyBack",
    "Entrant",
    "Ruling",
    "SessionState",
    "SessionTable",
    "Shortfall",
    "StageTerms",
    "TournamentCommandReceived",
    "TournamentDraft",
    "TournamentState",
    "TournamentTerms",
    "accounts_of",
    "evolved",
    "stream_of_tournament",
    "with_standard_statements",
]
__all__ += sorted({kind.__name__ for kind in (*TOURNAMENTS.commands, *TOURNAMENTS.events)} - {*__all__})
