"""Promotions: conditions, entries earned at tables, draws, prizes and what is owed to the regulator."""

from cutcard.promotions.announcement import *  # noqa: F403 (a feature module offers its commands and events)
from cutcard.promotions.awards import *  # noqa: F403
from cutcard.promotions.claims import *  # noqa: F403
from cutcard.promotions.complaints import *  # noqa: F403
from cutcard.promotions.completion import *  # noqa: F403
from cutcard.promotions.conditions import EntryRule, Prize, PromotionConditions
from cutcard.promotions.entries import *  # noqa: F403
from cutcard.promotions.entries import TableCount
from cutcard.promotions.interruptions import *  # noqa: F403
from cutcard.promotions.play import Play
from cutcard.promotions.prize_draws import *  # noqa: F403
from cutcard.promotions.promotion_draft import PromotionCommandReceived, PromotionDraft, evolved
from cutcard.promotions.promotion_family import PROMOTION_FAMILY, accounts_of
from cutcard.promotions.promotion_registry import PROMOTIONS
from cutcard.promotions.promotion_state import (
    Claim,
    Complaint,
    Interruption,
    PromotionState,
    Win,
    stream_of_promotion,
)
from cutcard.promotions.submissions import *  # noqa: F403
from cutcard.promotions.winners import *  # noqa: F403

__all__ = [
    "PROMOTIONS",
    "PROMOTION_FAMILY",
    "Claim",
    "Complaint",
    "EntryRule",
    "Interruption",
    "Play",
    "Prize",
    "PromotionCommandReceived",
    "PromotionConditions",
    "PromotionDraft",
    "PromotionState",
    "TableCount",
    "Win",
    "accounts_of",
    "evolved",
    "stream_of_promotion",
]
__all__ += sorted({kind.__name__ for kind in (*PROMOTIONS.commands, *PROMOTIONS.events)} - {*__all__})
