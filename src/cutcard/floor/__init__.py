"""The application layer: runs a command over all streams it touches, and holds the clock, randomness and leases."""

from cutcard.floor.blocking import BlockingFloor
from cutcard.floor.decisions import Change, Decision, Done
from cutcard.floor.floor import Floor

__all__ = ["BlockingFloor", "Change", "Decision", "Done", "Floor"]
