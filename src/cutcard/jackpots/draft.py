"""An answer of a link in the making: its events so far, and those for other streams that belong to the same command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from cutcard.jackpots.registry import LINKS, event, reduces
from cutcard.jackpots.state import LinkState
from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.rulebooks import load, procedures_of
from cutcard.rulebooks.procedures import Power
from cutcard.table.config import Person
from cutcard.table.draft import role_refused
from cutcard.table.ledger import Posting, meter_account
from cutcard.table.registry import Command, phrase

Postings = tuple[Posting, ...]


@event(seen_by="everybody", secret_fields=("digest",))
class LinkCommandReceived(NamedTuple):
    """Somebody gave a command; everything up to the next of these came of it."""

    by: str
    role: str
    at: int
    command: str
    digest: str = ""


@reduces(LinkCommandReceived)
def _received(state: LinkState, event: LinkCommandReceived) -> LinkState:
    return state._replace(now=event.at)


class Reading(NamedTuple):
    """What accounts held after a row of the store: all of it was read at one moment."""

    position: int
    balances: Mapping[str, Cents]


def evolved(state: LinkState, event: Any) -> tuple[LinkState, Postings]:
    """Apply one event: the link after it, and its ledger lines."""
    post, reduce = LINKS.posters.get(type(event)), LINKS.reducers.get(type(event))
    lines = () if post is None else tuple([line for line in post(state, event) if line.cents])
    return (state if reduce is None else reduce(state, event)), lines


class LinkDraft:
    """Gathers the events of one command. Whoever refuses simply returns the refusal, and the draft is dropped."""

    def __init__(self, state: LinkState, by: Person, at: int, others: Mapping[str, Any], reading: Reading) -> None:
        self.state = state
        self.by = by
        self.at = at
        self.others = others  # the states of other streams that the command touches, by the names of the streams
        self.reading = reading
        self.events: list[Any] = []
        self.postings: list[Postings] = []
        self.states: list[LinkState] = []
        self.beside: list[tuple[str, Any]] = []  # events for other streams, in order

    def add(self, *events: Any) -> None:
        for one in events:
            self.state, lines = evolved(self.state, one)
            self.events.append(one)
            self.postings.append(lines)
            self.states.append(self.state)

    def add_beside(self, stream: str, event: Any) -> None:
        """Add an event to another stream that the command touches."""
        assert stream in self.others, stream
        self.beside.append((stream, event))

    def shows(self, meter: str) -> Cents:
        """What a meter of this link showed when the command was read, and what this command has done to it since."""
        account = meter_account(self.state.terms.currency, self.state.link, meter)
        moved = sum(line.cents for lines in self.postings for line in lines if line.account == account)
        return self.reading.balances.get(account, 0) + moved

    def needs_role(self, book: str, bet: str, command: str) -> Refusal | None:
        """Refuse whoever stands below the role to which the document gives a command."""
        power = procedures_of(book).link_commands.get(command)
        if power is None:
            return Refusal("nobody-has-power", None, {"book": load(book).title, "act": phrase(command)})
        return role_refused(book, self.by, command, power.of_bet(bet))

    def power(self, command: Command) -> Power:
        """Who may give a command that has been let through, and by which clause."""
        terms = self.state.terms
        return procedures_of(terms.book).link_commands[LINKS.names[type(command)]].of_bet(terms.bet)
