"""The application layer: one command over the streams that it touches, the house's clock, randomness and leases."""

from cutcard.floor.blocking import BlockingFloor
from cutcard.floor.floor import Change, Decision, Done, Floor

__all__ = ["BlockingFloor", "Change", "Decision", "Done", "Floor"]
