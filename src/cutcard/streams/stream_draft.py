"""A command to a stream while it is being decided: its events so far, and those that it writes to other streams."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.rulebooks import load
from cutcard.rulebooks.procedures import Power
from cutcard.streams.stream_registry import StreamRegistry
from cutcard.table.config import PLAYER, Notices, Person
from cutcard.table.draft import role_refused
from cutcard.table.ledger import Posting
from cutcard.table.registry import CommandSpec, phrase

Postings = tuple[Posting, ...]
S = TypeVar("S")


class Reading(NamedTuple):
    """What accounts held after a row of the store: all of it was read at one moment."""

    position: int
    balances: Mapping[str, Cents]


def evolved(registry: StreamRegistry, state: S, event: Any) -> tuple[S, Postings]:
    """Apply one event: the stream after it, and its ledger lines."""
    post, reduce = registry.posters.get(type(event)), registry.reducers.get(type(event))
    lines = () if post is None else tuple([line for line in post(state, event) if line.cents])
    return (state if reduce is None else reduce(state, event)), lines


class StreamDraft(Generic[S]):
    """Gathers the events of one command. A handler that refuses returns the refusal, and the draft is dropped."""

    registry: StreamRegistry  # given by each kind of stream

    def __init__(self, state: S, by: Person, at: int, others: Mapping[str, Any], reading: Reading) -> None:
        self.state = state
        self.by = by
        self.at = at
        self.others = others  # the states of other streams that the command touches, by the names of the streams
        self.reading = reading
        self.events: list[Any] = []
        self.postings: list[Postings] = []
        self.states: list[S] = []
        self.beside: list[tuple[str, Any]] = []  # events for other streams, in order
        self.bounds: list[tuple[tuple[str, ...], Cents]] = []  # accounts, and what they may hold together afterwards

    def add(self, *events: Any) -> None:
        for one in events:
            self.state, lines = evolved(self.registry, self.state, one)
            self.events.append(one)
            self.postings.append(lines)
            self.states.append(self.state)

    def add_beside(self, stream: str, event: Any) -> None:
        """Add an event to another stream that the command touches."""
        assert stream in self.others, stream
        self.beside.append((stream, event))

    def bound(self, accounts: tuple[str, ...], most: Cents) -> None:
        """Let nothing be written by which these accounts would hold more than so much together."""
        self.bounds.append((accounts, most))

    def holds(self, account: str) -> Cents:
        """What an account held when the command was read, and what this command has done to it since."""
        moved = sum(line.cents for lines in self.postings for line in lines if line.account == account)
        return self.reading.balances.get(account, 0) + moved

    def needs_role(self, command: str) -> Refusal | None:
        """Refuse anybody who is not given a command by the document; each kind of stream knows its own."""
        raise NotImplementedError

    def role_missing(self, spec: CommandSpec) -> Refusal | None:
        """Refuse anybody who may not give a command: by its own check where it has one, else by the document."""
        if spec.role_check is not None:
            refusal: Refusal | None = spec.role_check(self)
            return refusal
        return self.needs_role(spec.name) if spec.needs_role else None

    def acting_for(self, player: str, command: str) -> Refusal | None:
        """Refuse anybody who acts for a player and is neither that player nor somebody of the staff with the power."""
        if self.by.role != PLAYER:
            return self.needs_role(command)
        if self.by.id == player:
            return None
        return Refusal("may-not-act-for", None, {"player": self.by.id, "other": player})


def notice_missing(power: Power, command: str, notices: Notices) -> Refusal | None:
    """Refuse a command if somebody whom the document wants notified of it was not."""
    named = dict(notices)
    for office in power.tells:
        if not named.get(office, "").strip():
            return Refusal("notice-missing", power.tells_clause, {"role": office, "act": phrase(command)})
    return None


def power_refused(book: str, by: Person, command: str, power: Power | None) -> Refusal | None:
    """Refuse those to whom a document does not give a command: to a role or those above it, or to one beside them."""
    if power is None:
        return Refusal("nobody-has-power", None, {"book": load(book).title, "act": phrase(command)})
    if power.role in load(book).roles:
        return role_refused(book, by, command, power)
    if by.role == power.role:
        return None
    return Refusal("role-too-low", power.clause, {"role": power.role, "act": phrase(command), "own": by.role})
