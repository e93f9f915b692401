"""Jackpots: links of tables with their meters."""

from cutcard.jackpots import link_opening
from cutcard.jackpots.decide import LinkActed, accounts_of, act, touched
from cutcard.jackpots.draft import LinkCommandReceived, LinkDraft, Reading, evolved
from cutcard.jackpots.link_opening import *  # noqa: F403 (a feature module offers its commands and events)
from cutcard.jackpots.registry import LINKS
from cutcard.jackpots.state import LinkState, Notice, Win, stream_of_link
from cutcard.table.link_terms import Fed, LinkTerms, MeterTerms, contribution, fed

_FEATURES = (link_opening,)  # each brings its commands and events

__all__ = [
    "LINKS",
    "Fed",
    "LinkActed",
    "LinkCommandReceived",
    "LinkDraft",
    "LinkState",
    "LinkTerms",
    "MeterTerms",
    "Notice",
    "Reading",
    "Win",
    "accounts_of",
    "act",
    "contribution",
    "evolved",
    "fed",
    "stream_of_link",
    "touched",
    *(name for feature in _FEATURES for name in vars(feature)["__all__"]),
]
