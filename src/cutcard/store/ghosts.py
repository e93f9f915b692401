"""Rows of views and heads that belong to no event."""

from __future__ import annotations

from sqlalchemy import Connection, text

from cutcard.store import migrations

_UNKNOWN = "SELECT stream FROM {view} WHERE stream = '' OR stream NOT IN (SELECT stream FROM heads) ORDER BY 1 LIMIT 1"
_EMPTY = (
    "SELECT stream FROM heads WHERE stream <> '' AND NOT EXISTS "
    "(SELECT 1 FROM events WHERE events.stream = heads.stream) ORDER BY 1 LIMIT 1"
)
_ROUNDS = (
    "SELECT player FROM round_players WHERE NOT EXISTS (SELECT 1 FROM rounds WHERE "
    "rounds.stream = round_players.stream AND rounds.number = round_players.number) ORDER BY 1 LIMIT 1"
)


def ghost(connection: Connection) -> str:
    """The first row of a view or of the heads without events behind it, in words; empty if none."""
    views = ["tables", "rounds", "round_players"]
    if migrations.reached(migrations.version(connection), migrations.SNAPSHOTS):
        views.append("snapshots")
    for view in views:
        stream = connection.execute(text(_UNKNOWN.format(view=view))).scalar()
        if stream is not None:
            return f"the view of {view.replace('_', ' ')} shows {stream!r}, which has no events"
    stream = connection.execute(text(_EMPTY)).scalar()
    if stream is not None:
        return f"there is a head of {stream!r}, which has no events"
    player = connection.execute(text(_ROUNDS)).scalar()
    return f"the view of rounds shows {player!r} in a round that was never played" if player is not None else ""
