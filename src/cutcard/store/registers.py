"""The registers of players: cards, exclusions, limits, stops, what is due, reports, and what tables have found.

One is of promotions: what they had to tell the regulator, the inspector and people, by when, and when that was done.

A register is rows with named columns, so that a page, a file and the command line show the same.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import StringIO
from typing import Literal, NamedTuple

from cutcard.players import PlayerState
from cutcard.players.law import HOUSE_LAW, law_of
from cutcard.players.notices import notices_due
from cutcard.promotions.duties import duties
from cutcard.spreadsheet_cells import plain_cell
from cutcard.store.history import iso
from cutcard.store.people import People
from cutcard.store.player_reading import FoundAtTable, found_at_tables, player_names, player_state
from cutcard.store.promotion_reading import promotion_names, promotion_state
from cutcard.store.store import Store
from cutcard.table.declarations import ChipsDeclared
from cutcard.table.invalid_wagers import InvalidWagerFound, LimitPassed

RegisterName = Literal[
    "cards",
    "exclusions",
    "limits",
    "stops",
    "notices",
    "invalid-wagers",
    "declarations",
    "reports",
    "alike",
    "promotion-notices",
]
ColumnKind = Literal["text", "number", "time", "limit"]  # a limit is cents, or minutes where it is one of time
Row = dict[str, str | int | None]
ALL = 10**9  # more than any register has


def _cards(state: PlayerState, now: int) -> Iterator[Row]:
    for card in state.cards:
        yield {
            "since": card.issued_at,
            "player": state.player,
            "card": card.number,
            "status": card.status,
            "by": card.issued_by,
        }


def _exclusions(state: PlayerState, now: int) -> Iterator[Row]:
    stand = {one.number for one in state.excluded(now)}
    for one in state.exclusions:
        yield {
            "since": one.since,
            "player": state.player,
            "number": one.number,
            "kind": one.kind,
            "until": one.until,
            "status": "stands" if one.number in stand else "ended",
            "told": one.told_at,
            "by": one.by,
            "clause": one.clause or "",
        }


def _limits(state: PlayerState, now: int) -> Iterator[Row]:
    for one in state.limits_asked:
        yield {
            "since": one.asked_at,
            "player": state.player,
            "kind": one.kind,
            "period": one.period,
            "most": one.most,
            "until": one.in_force_at,
        }
    if state.limits_declined_at is not None:
        yield {"since": state.limits_declined_at, "player": state.player, "kind": "declined"}


def _stops(state: PlayerState, now: int) -> Iterator[Row]:
    for one in state.rests:
        yield {
            "since": one.since,
            "player": state.player,
            "kind": one.cause,
            "until": one.until,
            "by": one.by,
            "clause": one.clause or "",
        }


def _notices(state: PlayerState, now: int) -> Iterator[Row]:
    for one in notices_due(law_of(state.law or HOUSE_LAW), state, now):
        number = one.number or None
        yield {"since": one.since, "player": one.player, "kind": one.what, "number": number, "clause": one.clause or ""}


def _reports(state: PlayerState, now: int) -> Iterator[Row]:
    for one in state.reports:
        late = one.made_at is None and now >= one.due_at
        yield {
            "since": one.since,
            "player": state.player,
            "number": one.number,
            "kind": one.rule,
            "authority": one.to,
            "amount": one.amount or None,
            "until": one.due_at,
            "status": "made" if one.made_at is not None else "late" if late else "due",
            "reference": one.reference,
            "clause": one.clause or "",
        }


def _found(one: FoundAtTable) -> Row:
    """What a table has written about a player, as a row."""
    event = one.event
    row: Row = {"since": one.at, "player": event.player, "table": one.table, "clause": event.clause}
    if isinstance(event, ChipsDeclared):
        return {**row, "kind": event.declared, "amount": event.amount}
    if isinstance(event, LimitPassed):
        return {**row, "kind": "limit-passed", "round": event.round, "amount": event.within, "reason": event.reason}
    return {**row, "kind": event.why, "round": event.round, "found": event.found, "reason": event.reason}


def _alike(store: Store, now: int) -> Iterator[Row]:
    """Two accounts that may be one person: their names and which fields agree, without the recorded data."""
    people = People(store)
    recorded = {one.player: one for one in people.identities()}
    for one in people.resemblances():
        first, second = sorted((one.player, one.other), key=lambda name: recorded[name].checked_ms)
        states = [player_state(store, name) for name in (second, first)]
        yield {
            "since": recorded[second].checked_ms,
            "player": second,
            "status": _barred(states[0], now),
            "other": first,
            "others_status": _barred(states[1], now),
            "why": ", ".join(why.replace("-", " ") for why in one.why),
            "by": recorded[second].checked_by,
            "clause": law_of(states[0].law or HOUSE_LAW).clause("cards.one_each") or "",
        }


def _barred(state: PlayerState, now: int) -> str:
    """What one person must not have twice, or get round by a second account."""
    if state.excluded(now):
        return "excluded"
    return f"card {state.card.status}" if state.card is not None else "no card"


def _promotion_notices(store: Store, now: int) -> Iterator[Row]:
    """Everything that promotions have had to do in time, done or not, the latest due first."""
    for name in promotion_names(store):
        state = promotion_state(store, name)
        for one in duties(state):
            winner = state.wins.get(int(one.about)) if one.what == "notify-winner" else None
            late = " late" if one.late_at(one.done_at or now) else ""
            yield {
                "since": one.due_at,
                "promotion": name,
                "kind": one.what,
                "player": winner.player if winner is not None else "",
                "number": int(one.about) if one.about else None,
                "done": one.done_at or None,
                "status": ("done" if one.done_at else "due") + late,
                "clause": one.clause,
            }


class Register(NamedTuple):
    """A register: its title, its columns, and what reads its rows: from a player, from the store, or which events."""

    title: str
    rows: Callable[[PlayerState, int], Iterator[Row]] | None
    columns: Mapping[str, str]
    events: tuple[type, ...] = ()
    whole: Callable[[Store, int], Iterator[Row]] | None = None


REGISTERS: dict[RegisterName, Register] = {
    "cards": Register(
        "Player cards",
        _cards,
        {"since": "Issued", "player": "Player", "card": "Card", "status": "State", "by": "By"},
    ),
    "exclusions": Register(
        "Exclusions",
        _exclusions,
        {
            "since": "Since", "player": "Player", "number": "No.", "kind": "Ordered by", "until": "Until",
            "status": "State", "told": "Other casino told", "by": "Entered by", "clause": "Clause",
        },
    ),
    "limits": Register(
        "Limits asked for",
        _limits,
        {
            "since": "Asked", "player": "Player", "kind": "Of", "period": "For a", "most": "At most",
            "until": "In force from",
        },
    ),
    "stops": Register(
        "Breaks, suspensions and stops",
        _stops,
        {"since": "Since", "player": "Player", "kind": "Why", "until": "Until", "by": "By", "clause": "Clause"},
    ),
    "notices": Register(
        "What is due",
        _notices,
        {"since": "Due since", "player": "Player", "kind": "What", "number": "Order", "clause": "Clause"},
    ),
    "invalid-wagers": Register(
        "Invalid wagers and limits passed",
        None,
        {
            "since": "Found", "player": "Player", "table": "Table", "round": "Round", "kind": "What", "found": "When",
            "amount": "Might lose", "reason": "Reason", "clause": "Clause",
        },
        (InvalidWagerFound, LimitPassed),
    ),
    "declarations": Register(
        "Declarations of chips",
        None,
        {
            "since": "At", "player": "Player", "table": "Table", "kind": "What", "amount": "Amount", "clause": "Clause",
        },
        (ChipsDeclared,),
    ),
    "reports": Register(
        "Reports to authorities",
        _reports,
        {
            "since": "Since", "player": "Player", "number": "No.", "kind": "Report", "authority": "To",
            "amount": "Cash", "until": "Due by", "status": "State", "reference": "Reference", "clause": "Clause",
        },
    ),
    "alike": Register(
        "Accounts that may be one person's",
        None,
        {
            "since": "Recorded", "player": "Player", "status": "State", "other": "Recorded before",
            "others_status": "Their state", "why": "What agrees", "by": "Recorded by", "clause": "Clause",
        },
        whole=_alike,
    ),
    "promotion-notices": Register(
        "Notices of promotions",
        None,
        {
            "since": "Due by", "promotion": "Promotion", "kind": "What", "number": "No.", "player": "Player",
            "status": "State", "done": "Done", "clause": "Clause",
        },
        whole=_promotion_notices,
    ),
}  # fmt: skip
KINDS: dict[str, ColumnKind] = {
    "round": "number",
    "amount": "limit",
    "since": "time",
    "until": "time",
    "told": "time",
    "done": "time",
    "number": "number",
    "most": "limit",
}


def rows_of_players(which: RegisterName, states: Iterable[PlayerState], now: int) -> list[Row] | None:
    """The rows that some players have in a register, the newest first; None where tables write it."""
    rows = REGISTERS[which].rows
    return None if rows is None else _sorted(row for state in states for row in rows(state, now))


class TableRows(NamedTuple):
    """Rows of a register that tables write, the newest first, and where to read on; None: there are no more."""

    rows: list[Row]
    before: int | None


def rows_of_store(which: RegisterName, store: Store, now: int, most: int, before: int | None = None) -> TableRows:
    """The newest rows of a register that is not a player's own: what tables wrote, or what the whole store shows."""
    whole = REGISTERS[which].whole
    if whole is None:
        return rows_of_tables(which, store, most, before)
    rows = _sorted(whole(store, now))[before or 0 :]
    return TableRows(rows[:most], (before or 0) + most if len(rows) > most else None)


def rows_of_tables(which: RegisterName, store: Store, most: int, before: int | None = None) -> TableRows:
    """The newest rows of a register that tables write, or the newest before a position."""
    found = found_at_tables(store, REGISTERS[which].events, most, before)
    return TableRows(_sorted(map(_found, found)), found[-1].position if len(found) >= most else None)


def whole_register(which: RegisterName, store: Store, now: int) -> list[Row]:
    """Every row of a register, read from the store alone."""
    states = (player_state(store, name) for name in player_names(store, most=ALL))
    rows = rows_of_players(which, (state for state in states if state.registered), now)
    return rows_of_store(which, store, now, ALL).rows if rows is None else rows


def _sorted(rows: Iterable[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (-int(row["since"] or 0), str(row["player"])))


def register_csv(which: RegisterName, rows: Iterable[Row]) -> str:
    """A register as a table for other programs; amounts in cents, times in UTC."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    columns = REGISTERS[which].columns
    writer.writerow(columns)
    writer.writerows([_cell(name, row.get(name)) for name in columns] for row in rows)
    return out.getvalue()


def _cell(column: str, value: str | int | None) -> object:
    if value is None:
        return ""
    return iso(int(value)) if KINDS.get(column) == "time" else plain_cell(value)
