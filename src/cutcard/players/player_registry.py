"""Every command and event of a player's stream, declared once, in the module of its feature."""

from __future__ import annotations

from cutcard.streams.stream_registry import StreamRegistry

PLAYERS = StreamRegistry("player")
command, event, handles = PLAYERS.command, PLAYERS.event, PLAYERS.handles
reduces, posts, touches = PLAYERS.reduces, PLAYERS.posts, PLAYERS.touches
