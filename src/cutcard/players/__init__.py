"""Players: cards, limits on losses and time, breaks, suspension and exclusion, over all tables."""

from cutcard.players.assessments import *  # noqa: F403 (a feature module offers its commands and events)
from cutcard.players.breaks import *  # noqa: F403
from cutcard.players.cage import *  # noqa: F403
from cutcard.players.cards import *  # noqa: F403
from cutcard.players.exclusions import *  # noqa: F403
from cutcard.players.family import PLAYER_FAMILY
from cutcard.players.identity import *  # noqa: F403
from cutcard.players.limit_changes import *  # noqa: F403
from cutcard.players.play_periods import *  # noqa: F403
from cutcard.players.player_draft import PlayerCommandReceived, PlayerDraft, evolved
from cutcard.players.player_registry import PLAYERS
from cutcard.players.player_state import PlayerCard, PlayerState, stream_of_player
from cutcard.players.reports import *  # noqa: F403

__all__ = [
    "PLAYERS",
    "PLAYER_FAMILY",
    "PlayerCard",
    "PlayerCommandReceived",
    "PlayerDraft",
    "PlayerState",
    "evolved",
    "stream_of_player",
]
__all__ += sorted({kind.__name__ for kind in (*PLAYERS.commands, *PLAYERS.events)} - {*__all__})
