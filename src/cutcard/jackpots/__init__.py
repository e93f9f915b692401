"""Jackpots: so far the device on which a player keeps a balance for jackpot wagers. No table uses it yet."""

from cutcard.jackpots.bet_manager import BetManager, award, buy_in, cash_out, leave, press_bet, top_up

__all__ = ["BetManager", "award", "buy_in", "cash_out", "leave", "press_bet", "top_up"]
