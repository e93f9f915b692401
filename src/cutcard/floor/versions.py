"""A side bet with versions, of which all tables of a casino offer the same one at a time (Melbourne 13.6.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cutcard.clauses.library import name_of
from cutcard.engine import Refusal
from cutcard.errors import CutcardError
from cutcard.floor.equivalent_tables import state_now
from cutcard.rulebooks import rules
from cutcard.store import Store
from cutcard.store.version_events import stream_of_versions
from cutcard.table import Command, OpenTable, TableState
from cutcard.table.versions import Elsewhere, entries_waiting, played


class SharedVersion(NamedTuple):
    """A version that a table would open with, where all tables must have the same one."""

    book: str
    bet: str
    title: str
    version: str
    clause: str

    @property
    def stream(self) -> str:
        return stream_of_versions(self.book, self.bet)


def shared_versions(command: Command) -> tuple[SharedVersion, ...]:
    """What a table that is opened has in common with the others of its casino."""
    return tuple(_shared(command)) if isinstance(command, OpenTable) and command.side_bets else ()


def _shared(command: OpenTable) -> Iterator[SharedVersion]:
    try:
        game = rules(command.book, command.game, command.options)
    except CutcardError:
        return  # the table says what is wrong with it
    for bet, version in command.side_bets.items():
        clause = game.clauses.get(f"side_bets.{bet}.one_table_for_all")
        if clause is not None and version is not False:
            yield SharedVersion(command.book, bet, game.side_bets[bet].title, str(version), clause)


def other_tables(store: Store, table: str, book: str) -> dict[str, TableState]:
    """The other tables of a book, open or closed, as the store has them now."""
    entries = store.tables(closed=True)
    others = (entry.table for entry in entries if name_of(entry.book) == book and entry.table != table)
    return {name: found for name in others if (found := state_now(store, name)) is not None}


def version_refused(shared: SharedVersion, others: Mapping[str, TableState]) -> Refusal | None:
    """Why a version may not be offered beside what other tables offer."""
    for table, state in others.items():
        pays = state.config.side_bets.get(shared.bet) if state.phase == "open" else None
        if pays is not None and pays.name != shared.version:
            facts = {"title": shared.title, "version": pays.name or "", "table": table}
            return Refusal("one-version-for-all", shared.clause, facts)
    return None


def elsewhere(shared: SharedVersion, opened: Mapping[str, str], others: Mapping[str, TableState]) -> Elsewhere:
    """What other tables have to do with the version: what was opened last, what they closed with, entries they won."""
    closed = tuple(one for state in others.values() for one in played(state, shared.book, shared.bet))
    entries = sum(entries_waiting(state, shared.bet) for state in others.values())
    return Elsewhere(([*opened.values()] or [""])[-1], closed, entries)
