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
from cutcard.table import Command, OpenTable


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


def open_versions(store: Store, table: str, book: str) -> dict[str, Mapping[str, str]]:
    """The side bets and pay tables of the other tables of a book that are open, as the store has them now."""
    others = (entry.table for entry in store.tables() if name_of(entry.book) == book and entry.table != table)
    return {name: found for name in others if (found := _side_bets(store, name)) is not None}


def _side_bets(store: Store, table: str) -> Mapping[str, str] | None:
    state = state_now(store, table)
    return None if state is None else {bet: pays.name or "" for bet, pays in state.config.side_bets.items()}


def version_refused(wanted: SharedVersion, others: Mapping[str, Mapping[str, str]]) -> Refusal | None:
    """Why a version may not be offered beside what other tables offer."""
    for table, side_bets in others.items():
        other = side_bets.get(wanted.bet, wanted.version)
        if other != wanted.version:
            facts = {"title": wanted.title, "version": other, "table": table}
            return Refusal("one-version-for-all", wanted.clause, facts)
    return None
