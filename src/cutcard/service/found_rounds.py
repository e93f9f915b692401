"""Finding rounds: who may read which, and the newest ones that fit what somebody looks for, page by page."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, NamedTuple

from cutcard.durations import DAY_MS
from cutcard.errors import CutcardError
from cutcard.narration.formatting import gain, money, name, parse_time
from cutcard.service.accounts import casino_of
from cutcard.service.caller import Caller
from cutcard.service.errors import Forbidden, ServiceError
from cutcard.store.history import PlayedRound, played_rounds
from cutcard.store.project import RoundView, stream_of
from cutcard.store.store import Store

PAGE_MOST = 50
TEXT_MOST = 64
CURSOR = r"^[0-9]{1,16}\.[0-9]{1,10}\.[^\x00-\x1f\x7f:/]{1,64}$"


class NoSuchRound(ServiceError):
    status = 404


class NotUnderstood(ServiceError):
    status = 422


class RoundFilter(NamedTuple):
    """The rounds that somebody looks for; times in milliseconds."""

    table: str | None = None
    player: str | None = None
    since: int | None = None
    until: int | None = None

    @classmethod
    def typed(cls, fields: Mapping[str, str]) -> RoundFilter:
        """What was typed into the fields of a form; times are in UTC unless they name another zone."""
        texts = [fields.get(field, "").strip()[:TEXT_MOST] for field in cls._fields]
        try:
            return cls(texts[0] or None, texts[1] or None, parse_time(texts[2]), parse_time(texts[3]))
        except CutcardError as error:
            raise NotUnderstood(error.message) from None

    @property
    def anything(self) -> bool:
        return any(each is not None for each in self)


def round_of(store: Store, table: str, number: int) -> PlayedRound | None:
    """A finished round of a table by its number."""
    found = store.round(table, number)
    return next(played_rounds(store, [found]), None) if found is not None else None


def streams_of(store: Store, caller: Caller) -> list[str] | None:
    """The tables whose rounds the caller may look for, so that those of other casinos are not even read; None: all."""
    if caller.plays or caller.oversees:
        return None
    return [view.stream for view in store.tables(closed=True) if casino_of(view.book) == caller.casino]


def may_read(caller: Caller, played: PlayedRound) -> bool:
    """Whether the caller may read a round: they played in it, work for the casino, or are an inspector."""
    if caller.plays:
        return caller.name in played.nets
    return caller.oversees or caller.casino == casino_of(played.state.rules.book)


def readable(store: Store, caller: Caller, table: str, number: int) -> PlayedRound:
    """A finished round that the caller may read; raises `NoSuchRound`."""
    found = round_of(store, table, number)
    if found is None or not may_read(caller, found):
        raise NoSuchRound(f"there is no finished round {number} at table {table} that {caller.name} may read")
    return found


def find(
    store: Store, caller: Caller, wanted: RoundFilter, now: int, before: str | None = None, most: int = PAGE_MOST
) -> dict[str, Any]:
    """A page of the newest rounds that fit and that the caller may read; staff who ask for nothing get the last day's.

    `before` in the answer is where the next page goes on; null: there are no more.
    """
    player = wanted.player
    if caller.plays:
        if player not in (None, caller.name):
            raise Forbidden("players find their own rounds only")
        player = caller.name
    since = wanted.since
    last_day = not wanted.anything and not caller.plays
    if last_day:
        since = now - DAY_MS
    views = store.rounds(
        wanted.table,
        player,
        since,
        wanted.until,
        newest_first=True,
        streams=streams_of(store, caller),
        beyond=place_of(before) if before else None,
    )
    ended = list(islice((view for view in views if view.ended_version is not None), most + 1))
    found = [each for each in played_rounds(store, ended[:most]) if may_read(caller, each)]
    return {
        "rounds": [_row(each, caller) for each in found],
        "before": cursor(ended[most - 1]) if len(ended) > most else None,
        "last_day": last_day,
    }


def _row(each: PlayedRound, caller: Caller) -> dict[str, Any]:
    view, state = each.view, each.state
    result = each.nets.get(caller.name, 0) if caller.plays else -sum(each.nets.values())
    return {
        "table": view.table,
        "round": view.number,
        "opened_ms": view.opened_ms,
        "ended_ms": view.ended_ms,
        "book": state.rules.book,
        "game": state.rules.game,
        "title": state.rules.title,
        "players": [name(who) for who in each.nets],
        "staked": (staked := sum(wager.staked for wager in state.wagers)),
        "staked_text": money(staked),
        "result": result,
        "gain": gain(result),
        "void": bool(state.void),
        "corrected": any(not one.read_out for one in each.corrections),
    }


def cursor(view: RoundView) -> str:
    """Where a page ends."""
    return f"{view.opened_ms}.{view.number}.{view.table}"


def place_of(text: str) -> RoundView:
    """The round at which a page ended."""
    opened, _, rest = text.partition(".")
    number, _, table = rest.partition(".")
    if not (opened.isdecimal() and number.isdecimal() and table) or len(opened) > 16 or len(number) > 10:
        raise NotUnderstood("a page goes on from a place that an earlier answer gave")
    return RoundView(stream_of(table), int(number), 0, int(opened))
