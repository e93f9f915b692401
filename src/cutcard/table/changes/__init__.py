"""What each event makes of a table, by the noun that it is about."""
