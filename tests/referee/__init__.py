"""An independent referee of round records: no code and no tables shared with the engine."""

from .money import Refused
from .referee import conclude, settle, start

__all__ = ["Refused", "conclude", "settle", "start"]
