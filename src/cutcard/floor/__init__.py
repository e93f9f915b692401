"""The application layer: runs a command over all streams it touches, and holds the clock, randomness and leases."""

from cutcard.floor.blocking import BlockingFloor
from cutcard.floor.floor import Change, Decision, Done, Floor

__all__ = ["BlockingFloor", "Change", "Decision", "Done", "Floor"]
