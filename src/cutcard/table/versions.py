"""Another version of a side bet: a sign first, then all its tables closed for a while, and no entry left waiting."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.durations import MINUTE_MS
from cutcard.engine import Refusal
from cutcard.rulebooks import procedures_of
from cutcard.rulebooks.schema import Rules, SideBet
from cutcard.table.state import TableState, VersionPlayed


class Elsewhere(NamedTuple):
    """What the other tables of a casino have to do with the version that a table opens with."""

    last: str = ""  # the version that a table was opened with last; "": none is known
    played: tuple[VersionPlayed, ...] = ()  # what each of them had when it closed last
    entries: int = 0  # that were won there and no tournament has taken yet


def played(state: TableState, book: str, bet: str) -> tuple[VersionPlayed, ...]:
    """The version that a table had when it closed last with the side bet, if it ever did under this book."""
    found = state.versions_played.get(bet)
    return () if found is None or found.book != book else (found,)


def entries_waiting(state: TableState, bet: str) -> int:
    """How many entries the side bet has won players here that no tournament has taken yet."""
    if state.config_or_none is None:
        return 0
    by_book = state.config.procedures.tournaments
    own = {name for name, one in (by_book.schedules if by_book else {}).items() if one.bet == bet}
    return sum(one.schedule in own and not one.taken for one in state.entries_earned)


def change_refused(
    state: TableState, at: int, rules: Rules, bet: str, version: str, elsewhere: Elsewhere
) -> Refusal | None:
    """Why a table may not open with a version, where the one that was played until now is another (Melbourne 13.6.3).

    What is asked of the sign is asked of the table that had the other version last: its players are those concerned.
    """
    side, equipment = rules.side_bets[bet], procedures_of(rules.book).equipment
    known = (*elsewhere.played, *played(state, rules.book, bet))
    before = elsewhere.last or max(known, key=_closed_at, default=VersionPlayed()).version
    gave_up = [one for one in known if one.version == before]
    if before == version or not gave_up:
        return None
    last = max(gave_up, key=_closed_at)
    title, minutes = side.title, equipment.version_minutes
    clause = equipment.versions[bet].get(version)
    if last.noticed != version or at < last.holds_from:
        return Refusal("version-needs-notice", clause, {"title": title, "version": version})
    if at < last.closed_at + minutes * MINUTE_MS:
        facts = {"title": title, "version": version, "minutes": minutes}
        return Refusal("version-needs-closing", clause, facts)
    waiting = elsewhere.entries + entries_waiting(state, bet) if _wins_entries(side, before) else 0
    if not waiting:
        return None
    return Refusal("version-entries-wait", clause, {"title": title, "version": version, "entries": waiting})


def _closed_at(one: VersionPlayed) -> int:
    return one.closed_at


def _wins_entries(side: SideBet, version: str) -> bool:
    return any(row.also for table in side.tables if table.name == version for row in table.rows)


def with_versions_played(state: TableState) -> TableState:
    """A table that closes: what it had of side bets with versions, and the signs that were up about others."""
    config = state.config
    signs = {one.bet: one for one in state.side_bet_notices if one.change == "version"}
    found = dict(state.versions_played)
    for bet in config.procedures.equipment.versions:
        if bet in config.side_bets:
            version, sign = config.side_bets[bet].name or "", signs.get(bet)
            noticed = ("", 0) if sign is None else (sign.pay_table, sign.holds_from)
            found[bet] = VersionPlayed(config.rules.book, version, state.now, *noticed)
    return state._replace(versions_played=found)
