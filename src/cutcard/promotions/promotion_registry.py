"""Every command and event of a promotion, declared once, in the module of its feature."""

from __future__ import annotations

from cutcard.streams.stream_registry import StreamRegistry

PROMOTIONS = StreamRegistry("promotion")
command, event, handles = PROMOTIONS.command, PROMOTIONS.event, PROMOTIONS.handles
reduces, posts, touches = PROMOTIONS.reduces, PROMOTIONS.posts, PROMOTIONS.touches
