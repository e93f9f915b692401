"""The one door of a stream: a command goes in with who gives it and what it needs; events or a refusal come out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.streams.stream_draft import Postings, Reading, StreamDraft
from cutcard.streams.stream_registry import StreamRegistry
from cutcard.table.bounds import field_refused
from cutcard.table.config import HOUSE, Person
from cutcard.table.ranges import number_refused
from cutcard.table.registry import Command, CommandSpec

S = TypeVar("S")


@dataclass(frozen=True, kw_only=True)
class Family(Generic[S]):
    """One kind of stream, as far as deciding its commands goes."""

    registry: StreamRegistry
    received: type[Any]  # the event before all others: by, role, at, command, digest
    draft: type[Any]  # its kind of `StreamDraft`
    stream: Callable[[S], str]  # the name of the stream of a state
    accounts: Callable[[S], tuple[str, ...]]  # those whose balances a command may need
    refused: Callable[[Any, CommandSpec], Refusal | None]  # a stream that takes no commands, and a role too low
    accounts_at: Callable[[S, int], tuple[str, ...]] = lambda state, at: ()  # further ones, by the time of the command
    # how a command is carried out where that is more than its handler
    handled: Callable[[Any, CommandSpec, Command], Refusal | None] | None = None
    accounts_for: Callable[[Command], tuple[str, ...]] = lambda command: ()  # and by what is in it


class Acted(NamedTuple):
    """The events that a command led to, their ledger lines, the state after each; and events for other streams."""

    events: tuple[Any, ...]
    postings: tuple[Postings, ...]
    states: tuple[Any, ...]
    beside: Mapping[str, tuple[Any, ...]]
    bounds: tuple[tuple[tuple[str, ...], Cents], ...] = ()  # accounts, and what they may hold together afterwards


def touched(family: Family[S], state: S, command: Command) -> tuple[str, ...]:
    """The other streams that a command is decided from."""
    touching = family.registry.touching.get(type(command))
    found = () if touching is None else touching(state, command)
    return tuple(stream for stream in dict.fromkeys(found) if stream != family.stream(state))


def act(
    family: Family[S],
    state: S,
    command: Command,
    by: Person,
    at: int,
    *,
    others: Mapping[str, Any],
    reading: Reading,
    digest: str = "",
) -> Acted | Refusal:
    """Decide a command. `others` are the states of the streams that `touched` names; `reading` has the balances."""
    spec = family.registry.commands[type(command)]
    draft: StreamDraft[S] = family.draft(state, by, max(at, state.now), others, reading)  # type: ignore[attr-defined]
    draft.add(family.received(by.id, by.role, draft.at, spec.name, digest))
    refusal = field_refused(command, by) or number_refused(command, draft.at)
    if refusal is None and spec.house_only and by.id != HOUSE:
        refusal = Refusal("only-the-house", None, {"act": spec.phrase})
    if refusal is None and spec.needs_open_table:
        refusal = family.refused(draft, spec)
    if refusal is None and family.handled is not None:
        refusal = family.handled(draft, spec, command)
    elif refusal is None:
        refusal = family.registry.handlers[spec.kind](draft, command)
    if refusal is not None:
        return refusal
    if len(draft.events) == 1 and not draft.beside:
        return Acted((), (), (), {})
    beside: dict[str, tuple[Any, ...]] = {}
    for stream, one in draft.beside:
        beside[stream] = (*beside.get(stream, ()), one)
    return Acted(tuple(draft.events), tuple(draft.postings), tuple(draft.states), beside, tuple(draft.bounds))
