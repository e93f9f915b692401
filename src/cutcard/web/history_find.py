"""Finding rounds: the query in a URL, and the matching rounds that the visitor may read."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from cutcard.errors import CutcardError
from cutcard.narration.formatting import parse_time
from cutcard.service.caller import Caller
from cutcard.service.found_rounds import may_read, streams_of
from cutcard.store import Store
from cutcard.store.history import PlayedRound, played_rounds

MOST = 50
DAY_MS = 24 * 3600 * 1000
TEXT_MOST = 64


class Wanted(NamedTuple):
    """The rounds a visitor is looking for."""

    table: str = ""
    player: str = ""
    since: str = ""  # as typed, in UTC
    until: str = ""

    @property
    def anything(self) -> bool:
        return any(self)

    @property
    def query(self) -> str:
        return urlencode({key: value for key, value in self._asdict().items() if value})


def wanted(params: QueryParams) -> Wanted:
    """The query in a URL."""
    return Wanted(*(params.get(field, "").strip()[:TEXT_MOST] for field in Wanted._fields))


def find(store: Store, caller: Caller, asked: Wanted, now: int) -> list[PlayedRound]:
    """The newest matching rounds that the visitor may read; without a query, those of the last day."""
    player = asked.player or None
    if caller.plays:
        if player not in (None, caller.name):
            raise CutcardError("players find only their own rounds")
        player = caller.name
    since, until = parse_time(asked.since), parse_time(asked.until)
    if not asked.anything and not caller.plays:
        since = now - DAY_MS
    views = (
        view
        for view in store.rounds(
            asked.table or None, player, since, until, newest_first=True, streams=streams_of(store, caller)
        )
        if view.ended_version is not None
    )
    return [each for each in played_rounds(store, islice(views, MOST)) if may_read(caller, each)]
