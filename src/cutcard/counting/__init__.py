"""Counting cards: systems, how well they fit a game, index numbers, and what a spread of bets brings."""
