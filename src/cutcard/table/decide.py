"""The table's one door: a command goes in with who says it and when, events or a refusal come out.

`decide` and `evolve` are pure. `act` is both at once, for callers that want the new state as well as the events.

>>> from cutcard.table import OpenTable, Person, Sign, TableState, act
>>> boss = Person("mia", "casino-operator")
>>> opened = act(TableState(), OpenTable("T1", "canberra-2006", "blackjack", 6, Sign(1000, 50000)), boss, at=0)
>>> opened.message, opened.clause
('the layout must have been approved before the table opens', '1.1')
>>> act(TableState(), OpenTable("T1", "canberra-2006", "blackjack", 6, Sign(1000, 50000)), Person("kai", "dealer"), 0)
Refusal(message='only the casino operator may open a table, not a dealer', clause='1.1', wager=None)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cutcard.engine import Refusal
from cutcard.rulebooks.procedures import COMMANDS
from cutcard.table import commands as cmd
from cutcard.table import events as ev
from cutcard.table.config import Person
from cutcard.table.orders import betting, cards, cut, limits, measures, money, offers, rounds, running, seats
from cutcard.table.orders.draft import Draft, kebab
from cutcard.table.state import TableState

# Every command that there is; a further noun (irregularities, meters, tournaments) adds its own mapping here.
ORDERS: dict[type, Callable[[Draft, Any], Refusal | None]] = {
    **running.ORDERS,
    **seats.ORDERS,
    **limits.ORDERS,
    **cards.ORDERS,
    **cut.ORDERS,
    **betting.ORDERS,
    **rounds.ORDERS,
    **money.ORDERS,
    **measures.ORDERS,
    **offers.ORDERS,
    cmd.Tick: lambda draft, command: None,
}
NAMES: dict[type, str] = {command: kebab(command.__name__) for command in ORDERS}


class Acted(NamedTuple):
    """The events that a command led to, and the table after them."""

    state: TableState
    events: tuple[ev.TableEvent, ...]


def decide(state: TableState, command: cmd.Command, *, by: Person, at: int) -> tuple[ev.TableEvent, ...] | Refusal:
    """The events that the command leads to, or why it is refused. Changes nothing."""
    result = act(state, command, by, at)
    return result if isinstance(result, Refusal) else result.events


def act(state: TableState, command: cmd.Command, by: Person, at: int) -> Acted | Refusal:
    """Decide a command and apply its events; a refusal leaves the state as it was.

    `at` is the time in milliseconds. It never runs backwards: a command that comes from a clock that is behind
    counts as said at the time of the last one.
    """
    draft = Draft(state, by, max(at, state.now))
    name = NAMES[type(command)]
    draft.add(ev.CommandReceived(by.id, by.role, draft.at, name))
    refusal = _refused(draft, command, name) or ORDERS[type(command)](draft, command)
    return refusal or Acted(draft.state, tuple(draft.events))


def _refused(draft: Draft, command: cmd.Command, name: str) -> Refusal | None:
    """What no order is needed for to refuse: a closed table, and a role too low."""
    if isinstance(command, cmd.OpenTable):
        return None
    if draft.state.phase != "open":
        return Refusal("the table is not open")
    limits.notices_due(draft)
    if name == "play-for-absent":  # a game may have a clause of its own for this one
        return rounds.absent_refused(draft)
    return draft.needs_role(name) if name in COMMANDS else None
