"""What staff see and do, as data: the next step, the dealer's line, commands and their forms, the log, the pit."""
