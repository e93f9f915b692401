"""Lengths of time in milliseconds, in which all times are kept."""

from __future__ import annotations

SECOND_MS = 1000
MINUTE_MS = 60 * SECOND_MS
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
