"""Jackpots: links of tables with their meters, and the device on which a player keeps a balance for jackpot wagers."""

from cutcard.jackpots import link_opening
from cutcard.jackpots.bet_manager import BetManager, award, buy_in, cash_out, leave, press_bet, top_up
from cutcard.jackpots.decide import LinkActed, accounts_of, act, touched
from cutcard.jackpots.draft import LinkCommandReceived, LinkDraft, Reading, evolved
from cutcard.jackpots.link_opening import *  # noqa: F403 (a feature module offers its commands and events)
from cutcard.jackpots.registry import LINKS
from cutcard.jackpots.state import LinkState, Notice, Win, stream_of_link
from cutcard.table.link_terms import Fed, LinkTerms, MeterTerms, contribution, fed

_FEATURES = (link_opening,)  # each brings its commands and events

__all__ = [
    "LINKS",
    "BetManager",
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
    "award",
    "buy_in",
    "cash_out",
    "contribution",
    "evolved",
    "fed",
    "leave",
    "press_bet",
    "stream_of_link",
    "top_up",
    "touched",
    *(name for feature in _FEATURES for name in vars(feature)["__all__"]),
]
