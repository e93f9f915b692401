"""Every command and event of a link, declared once, in the module of its feature."""

from __future__ import annotations

from cutcard.streams.stream_registry import StreamRegistry

LINKS = StreamRegistry("link")
command, event, handles, reduces, posts = LINKS.command, LINKS.event, LINKS.handles, LINKS.reduces, LINKS.posts
touches = LINKS.touches
