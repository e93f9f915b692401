"""The table's one door: a command goes in with who gives it and when, events or a refusal come out.

`decide` and `evolve` are pure. `act` is both at once, for callers that want the new state as well as the events.

>>> from cutcard.table import OpenTable, Person, Sign, TableState, act
>>> boss = Person("mia", "casino-operator")
>>> opening = OpenTable("T1", "canberra-2006", "blackjack", 6, Sign(1000, 50000))
>>> refused = act(TableState(), opening, boss, at=0)
>>> refused.message, refused.clause
('the layout must have been approved before the table opens', '1.1')
>>> act(TableState(), opening, Person("kai", "dealer"), at=0).message
'only the casino operator may open a table, not a dealer'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cutcard.durations import MINUTE_MS
from cutcard.engine import Refusal
from cutcard.money import Cents
from cutcard.table.approvals import CONTROL, Approve, takes_two, tried
from cutcard.table.bounds import field_refused
from cutcard.table.codec import command_of
from cutcard.table.config import HOUSE, Person
from cutcard.table.declarations import declare_shown
from cutcard.table.draft import CommandReceived, Draft
from cutcard.table.ledger import Postings, pocket, pocket_tokens
from cutcard.table.limits import notices_due
from cutcard.table.link_terms import LinkReading, Selector
from cutcard.table.ranges import number_refused
from cutcard.table.registry import (
    COMMANDS,
    HANDLERS,
    Command,
    CommandSpec,
    TableEvent,
    command,
    event,
    handles,
    reduces,
)
from cutcard.table.resplits import resplits_due
from cutcard.table.session_rounds import go_on
from cutcard.table.session_rules import tournament_refused
from cutcard.table.standings import Standing, count_days, standing_refused
from cutcard.table.state import TableState
from cutcard.table.versions import Elsewhere

BACK_MS = MINUTE_MS  # by how much a clock has to be behind a table before the table goes back to it


@event(seen_by="staff", log="the clock was put back by {by_ms} ms: the table was ahead of it")
class ClockPutBack(NamedTuple):
    """A table that was dated ahead of the clock goes by the clock again; what it waits for has not waited less."""

    by_ms: int


@reduces(ClockPutBack)
def _put_back(state: TableState, event: ClockPutBack) -> TableState:
    players = {
        name: player._replace(active=_back(player.active, event.by_ms), warned=_back(player.warned, event.by_ms))
        for name, player in state.players.items()
    }
    return state._replace(since=min(state.since - event.by_ms, state.now), players=players)


def _back(at: int, by_ms: int) -> int:
    return at - by_ms if at else 0


@command("let notices take effect", needs_role=False, house_only=True)
class Tick(NamedTuple):
    """Time has gone on: notices that have fallen due take effect. A table that is far ahead of the clock goes back."""


class Acted(NamedTuple):
    """The events that a command led to, the ledger lines of each and the table after each; `state` is the last."""

    state: TableState
    events: tuple[TableEvent, ...]
    postings: tuple[Postings, ...]
    states: tuple[TableState, ...]


def decide(
    state: TableState, command: Command, *, by: Person, at: int, held: Mapping[str, Cents] | None = None
) -> tuple[TableEvent, ...] | Refusal:
    """The events that the command leads to, or why it is refused. Changes nothing."""
    result = act(state, command, by, at, held=held)
    return result if isinstance(result, Refusal) else result.events


def act(
    state: TableState,
    command: Command,
    by: Person,
    at: int,
    digest: str = "",
    *,
    held: Mapping[str, Cents] | None = None,
    selectors: Mapping[str, Selector] | None = None,
    links: Mapping[str, LinkReading] | None = None,
    standings: Mapping[str, Standing] | None = None,
    seats_elsewhere: int = 0,
    versions: Mapping[str, Elsewhere] | None = None,
) -> Acted | Refusal:
    """Decide a command and apply its events; a refusal leaves the state as it was. Without events, nothing changes.

    `at` is the time in milliseconds. It does not run backwards: a command that comes from a clock that is behind
    counts as given at the time of the last one. Only where a table is far ahead, since a clock was wrong, the house
    puts it back by a `Tick`. `digest` is kept beside it, for a sender who repeats it. `held` is what accounts outside
    the table hold, of those that `accounts_read` names. `selectors` are the devices that pick boxes, by side bet, and
    `links` is what the table's links show. `standings` is what the register of players says; where somebody's is
    missing whom the command concerns, it is refused with `STANDING_NEEDED`. None: no register is kept.
    `seats_elsewhere` are free at other tables with the same limits, where `asks_elsewhere` says that they count.
    `versions` is, by side bet, what other tables have to do with the version that a table opens with.
    """
    kind = type(command)
    spec = COMMANDS[kind]
    back_ms = state.now - at if kind is Tick and by.id == HOUSE and state.now - at > BACK_MS else 0
    now = at if back_ms else max(at, state.now)
    draft = Draft(state, by, now, held, selectors, links, standings, seats_elsewhere, versions)
    draft.add(CommandReceived(by.id, by.role, draft.at, spec.name, digest))
    if back_ms:
        draft.add(ClockPutBack(back_ms))
    refusal = field_refused(command, by) or number_refused(command, draft.at) or _refused(draft, spec, command)
    counted = count_days(draft) if refusal is None else 0
    refusal = refusal or _handled(draft, spec, command)
    if refusal is None:
        go_on(draft)
        refusal = draft.fill_needed(state) or standing_refused(draft, state) or declare_shown(draft)
    if refusal is not None:
        return refusal
    if len(draft.events) == 1 + counted:  # it came to nothing, so there is nothing to keep, nor to tell anybody
        return Acted(state, (), (), ())
    return Acted(draft.state, tuple(draft.events), tuple(draft.postings), tuple(draft.states))


def _refused(draft: Draft, spec: CommandSpec, command: Command) -> Refusal | None:
    """What no handler is needed for to refuse: a table that is not open, and a role too low."""
    if spec.house_only and draft.by.id != HOUSE:
        return Refusal("only-the-house", None, {"act": spec.phrase})
    if not spec.needs_open_table:
        return None
    if draft.state.phase != "open":
        waits = spec.group == "approvals" and bool(draft.state.approvals)  # for what is done at a closed table too
        return None if waits else Refusal("table-not-open")
    notices_due(draft)
    resplits_due(draft)
    if spec.role_check is not None:
        refusal: Refusal | None = spec.role_check(draft)
    else:
        refusal = draft.needs_role(spec.name, getattr(command, "bet", "")) if spec.needs_role else None
    if refusal is not None and refusal.clause is not None and spec.role_clause is not None:
        refusal = refusal._replace(clause=spec.role_clause(draft, command))
    return refusal or tournament_refused(draft, spec)


def _handled(draft: Draft, spec: CommandSpec, command: Command) -> Refusal | None:
    """The command's own answer; what takes two people is tried, and then waits for the second."""
    if takes_two(draft.state, spec, command, draft.by.id):
        return tried(draft, command) or CONTROL.ask(draft, command)
    refusal: Refusal | None = HANDLERS[spec.kind](draft, command)
    return refusal


def accounts_read(state: TableState, command: Command, by: Person) -> tuple[str, ...]:
    """The accounts outside the table whose balances a decision needs: the pocket of anybody who brings chips."""
    if isinstance(command, Approve):
        waits = state.approvals.get(command.number)
        return () if waits is None else accounts_read(state, command_of(waits.command, waits.fields), by)
    if not COMMANDS[type(command)].brings_chips or not state.currency:
        return ()
    name = getattr(command, "player", None) or getattr(command, "patron", None) or by.id
    return pocket(state.currency, name), pocket_tokens(state.currency, name)


@handles(Tick)
def tick(draft: Draft, command: Tick) -> Refusal | None:
    """Every command lets notices take effect; this one does nothing else."""
    return None
