"""Jackpots: links of tables with their meters."""

from cutcard.jackpots.adjustments import *  # noqa: F403 (a feature module offers its commands and events)
from cutcard.jackpots.draft import LinkCommandReceived, LinkDraft, Reading, evolved
from cutcard.jackpots.link_closing import *  # noqa: F403
from cutcard.jackpots.link_failures import *  # noqa: F403
from cutcard.jackpots.link_family import LINK_FAMILY, accounts_of
from cutcard.jackpots.link_opening import *  # noqa: F403
from cutcard.jackpots.link_signs import *  # noqa: F403
from cutcard.jackpots.linked_tables import *  # noqa: F403
from cutcard.jackpots.prizes import Prize, prizes
from cutcard.jackpots.prizes_given_back import *  # noqa: F403
from cutcard.jackpots.registry import LINKS
from cutcard.jackpots.selection import *  # noqa: F403
from cutcard.jackpots.state import LinkState, Notice, Proposal, Win, stream_of_link
from cutcard.jackpots.winning import *  # noqa: F403
from cutcard.table.link_terms import Fed, LinkTerms, MeterTerms, contribution, fed

__all__ = [
    "LINKS",
    "LINK_FAMILY",
    "Fed",
    "LinkCommandReceived",
    "LinkDraft",
    "LinkState",
    "LinkTerms",
    "MeterTerms",
    "Notice",
    "Prize",
    "Proposal",
    "Reading",
    "Win",
    "accounts_of",
    "contribution",
    "evolved",
    "fed",
    "prizes",
    "stream_of_link",
]
__all__ += sorted({kind.__name__ for kind in (*LINKS.commands, *LINKS.events)} - {*__all__})
