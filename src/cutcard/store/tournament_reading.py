"""What is read of tournaments: which there are, and each as its events have made it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import select

from cutcard.store import database
from cutcard.store.chain import Stored
from cutcard.store.kinds import TOURNAMENT
from cutcard.store.schema import heads
from cutcard.store.sealing import is_sealed
from cutcard.store.store import Store
from cutcard.tournaments.tournament_state import TOURNAMENT_KIND, TournamentState, stream_of_tournament

STREAMS = (f"{TOURNAMENT_KIND}:", f"{TOURNAMENT_KIND};")  # streams of tournaments lie between these two


def tournament_names(store: Store) -> tuple[str, ...]:
    """The tournaments of a store."""
    streams = select(heads.c.stream).where(heads.c.stream >= STREAMS[0], heads.c.stream < STREAMS[1])
    with database.reading(store.engine) as connection:
        found = connection.execute(streams.order_by(heads.c.stream)).scalars().all()
    return tuple(stream.removeprefix(STREAMS[0]) for stream in found)


def tournament_events(store: Store, tournament: str) -> Iterator[tuple[Stored, Any]]:
    """A tournament's events; without the key ring those that are sealed are left out."""
    for one in store.read(stream_of_tournament(tournament)):
        if not is_sealed(one.text):
            yield one, TOURNAMENT.loads(one.text)


def tournament_state(store: Store, tournament: str) -> TournamentState:
    """A tournament as its events have made it."""
    state = TOURNAMENT.initial()
    for _, event in tournament_events(store, tournament):
        state, _ = TOURNAMENT.evolve(state, event)
    return state
