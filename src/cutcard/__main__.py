"""`python -m cutcard` is the command `cutcard`."""

from cutcard.cli import main

main()
