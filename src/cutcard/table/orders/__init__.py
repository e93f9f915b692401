"""What the table answers to each command, by the noun that it is about."""
