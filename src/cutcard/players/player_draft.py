"""What a command about a player has led to so far, while it is being decided."""

from __future__ import annotations

from typing import Any, NamedTuple

from cutcard.clauses.library import books
from cutcard.players.law import HOUSE_LAW, Law, law_of
from cutcard.players.player_registry import PLAYERS, event, reduces
from cutcard.players.player_state import PlayerState
from cutcard.refusals import Refusal
from cutcard.rulebooks import load, procedures_of
from cutcard.rulebooks.procedures import Power
from cutcard.streams import Postings, StreamDraft, power_refused
from cutcard.streams import evolved as stream_evolved
from cutcard.table.config import HOUSE
from cutcard.table.registry import Command


@event(seen_by="player", secret_fields=("digest",))
class PlayerCommandReceived(NamedTuple):
    """Somebody gave a command; everything up to the next of these came of it."""

    by: str
    role: str
    at: int
    command: str
    digest: str = ""


@reduces(PlayerCommandReceived)
def _received(state: PlayerState, event: PlayerCommandReceived) -> PlayerState:
    return state._replace(now=event.at)


def evolved(state: PlayerState, event: Any) -> tuple[PlayerState, Postings]:
    """Apply one event: the player after it, and its ledger lines."""
    return stream_evolved(PLAYERS, state, event)


class PlayerDraft(StreamDraft[PlayerState]):
    """Gathers the events of one command to a player's stream."""

    registry = PLAYERS

    @property
    def law(self) -> Law:
        """The law under which the player is registered."""
        return law_of(self.state.law or HOUSE_LAW)

    def needs_role(self, command: str, book: str = "") -> Refusal | None:
        """Refuse anybody who is not given a command by the document of their casino.

        A card is good in every casino of the floor, and so staff of each may see to it; what is said to others is what
        the document says under which the player is registered.
        """
        if self.by.id == HOUSE:
            return None
        own = book or self.state.book
        refused = self._refused_by(own, command)
        elsewhere = (other for other in books() if other != own and self.by.role in load(other).roles)
        if refused is None or any(self._refused_by(other, command) is None for other in elsewhere):
            return None
        return refused

    def _refused_by(self, book: str, command: str) -> Refusal | None:
        procedures = load(book).procedures  # none in a book of your own without tables
        power = procedures.player_commands.get(command) if procedures is not None else None
        return power_refused(book, self.by, command, power)

    def own_or_staff(self, command: str) -> Refusal | None:
        """Refuse anybody except the player and staff with the power."""
        return self.acting_for(self.state.player, command)

    def power(self, command: Command) -> Power:
        """The role that may give an accepted command, and its clause."""
        return procedures_of(self.state.book).player_commands[PLAYERS.names[type(command)]]
