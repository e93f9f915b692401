"""Every command and event of a tournament, declared once where its feature stands."""

from __future__ import annotations

from cutcard.streams.stream_registry import StreamRegistry

TOURNAMENTS = StreamRegistry("tournament")
command, event, handles = TOURNAMENTS.command, TOURNAMENTS.event, TOURNAMENTS.handles
reduces, posts, touches = TOURNAMENTS.reduces, TOURNAMENTS.posts, TOURNAMENTS.touches
