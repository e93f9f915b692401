"""Time zones by their names in the IANA's list."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cutcard.errors import CutcardError


def zone_of(name: str) -> ZoneInfo:
    """The time zone of that name.

    >>> zone_of("Australia/Melbourne").key
    'Australia/Melbourne'
    >>> zone_of("Melbourne")
    Traceback (most recent call last):
    cutcard.errors.CutcardError: there is no time zone 'Melbourne': write it as Australia/Melbourne, or UTC
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        message = f"there is no time zone {name[:40]!r}: write it as Australia/Melbourne, or UTC"
        raise CutcardError(message) from None


def local_time(at_ms: int, zone: str, form: str = "%Y-%m-%d %H:%M %Z") -> str:
    """A time by the clocks of a zone, to the minute and with the name that the zone has then.

    >>> local_time(1_795_000_000_000, "Australia/Melbourne"), local_time(1_780_000_000_000, "Australia/Melbourne")
    ('2026-11-18 22:06 AEDT', '2026-05-29 06:26 AEST')
    """
    return datetime.fromtimestamp(at_ms / 1000, zone_of(zone)).strftime(form)
