"""Time zones by their names in the IANA's list."""

from __future__ import annotations

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cutcard.errors import CutcardError


def zone_of(name: str) -> ZoneInfo:
    """The time zone of that name.

    >>> zone_of("Australia/Melbourne").key
    'Australia/Melbourne'
    >>> zone_of("Melbourne")
    Traceback (most recent call last):
    cutcard.errors.CutcardError: there is no time zone 'Melbourne': one is written Australia/Melbourne, or UTC
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        said = f"there is no time zone {name[:40]!r}: one is written Australia/Melbourne, or UTC"
        raise CutcardError(said) from None
