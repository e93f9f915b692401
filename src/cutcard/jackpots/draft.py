"""What a command to a link has led to so far, while it is being decided."""

from __future__ import annotations

from typing import Any, NamedTuple

from cutcard.jackpots.registry import LINKS, event, reduces
from cutcard.jackpots.state import LinkState
from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.rulebooks import load, procedures_of
from cutcard.rulebooks.procedures import Power
from cutcard.streams import Postings, Reading, StreamDraft
from cutcard.streams import evolved as stream_evolved
from cutcard.table.draft import role_refused
from cutcard.table.ledger import meter_account
from cutcard.table.registry import Command, phrase

__all__ = ["LinkCommandReceived", "LinkDraft", "Postings", "Reading", "evolved"]


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


def evolved(state: LinkState, event: Any) -> tuple[LinkState, Postings]:
    """Apply one event: the link after it, and its ledger lines."""
    return stream_evolved(LINKS, state, event)


class LinkDraft(StreamDraft[LinkState]):
    """Gathers the events of one command to a link."""

    registry = LINKS

    def shows(self, meter: str) -> Cents:
        """What a meter of this link showed when the command was read, and what this command has done to it since."""
        return self.holds(meter_account(self.state.terms.currency, self.state.link, meter))

    def needs_role(self, command: str, book: str = "", bet: str = "") -> Refusal | None:
        """Refuse anybody whose role is below the one to which the document gives a command."""
        book, bet = book or self.state.terms.book, bet or self.state.terms.bet
        power = procedures_of(book).link_commands.get(command)
        if power is None:
            return Refusal("nobody-has-power", None, {"book": load(book).title, "act": phrase(command)})
        return role_refused(book, self.by, command, power.of_bet(bet))

    def power(self, command: Command) -> Power:
        """The role that may give an accepted command, and its clause."""
        terms = self.state.terms
        return procedures_of(terms.book).link_commands[LINKS.names[type(command)]].of_bet(terms.bet)
