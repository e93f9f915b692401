"""Cutcard: an executable rulebook for casino blackjack."""
