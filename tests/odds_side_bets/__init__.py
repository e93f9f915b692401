"""Side bets' odds, and the reports that show odds."""
