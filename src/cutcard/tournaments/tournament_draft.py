"""What a command to a tournament has led to so far, while it is being decided."""

from __future__ import annotations

from typing import Any, NamedTuple

from cutcard.players.player_state import stream_of_player
from cutcard.players.standing import kept_from_play
from cutcard.refusals import Refusal
from cutcard.rulebooks import procedures_of
from cutcard.rulebooks.procedures import Power, Procedures, Tournaments
from cutcard.streams import Postings, StreamDraft, notice_missing, power_refused
from cutcard.streams import evolved as stream_evolved
from cutcard.table.config import HOUSE, PLAYER, Notices
from cutcard.table.registry import Command
from cutcard.tournaments.tournament_registry import TOURNAMENTS, event, reduces
from cutcard.tournaments.tournament_state import Entrant, Status, TournamentState


@event(seen_by="everybody", secret_fields=("digest",))
class TournamentCommandReceived(NamedTuple):
    """Somebody gave a command; everything up to the next of these came of it."""

    by: str
    role: str
    at: int
    command: str
    digest: str = ""


@reduces(TournamentCommandReceived)
def _received(state: TournamentState, event: TournamentCommandReceived) -> TournamentState:
    return state._replace(now=event.at)


def evolved(state: TournamentState, event: Any) -> tuple[TournamentState, Postings]:
    """Apply one event: the tournament after it, and its ledger lines."""
    return stream_evolved(TOURNAMENTS, state, event)


class TournamentDraft(StreamDraft[TournamentState]):
    """Gathers the events of one command to a tournament."""

    registry = TOURNAMENTS
    asked_at: int | None = None  # when somebody asked for what a second person approves now

    @property
    def procedures(self) -> Procedures:
        return procedures_of(self.state.terms.book)

    @property
    def by_book(self) -> Tournaments:
        """What the document says about tournaments."""
        found = self.procedures.tournaments
        assert found is not None
        return found

    def refuse(self, field: str, code: str, **facts: object) -> Refusal:
        """A refusal by the clause that gives a field of what the document says about tournaments."""
        return Refusal(code, self.procedures.clauses[f"tournaments.{field}"], facts)

    def needs_role(self, command: str, book: str = "") -> Refusal | None:
        """Refuse all but those to whom the document gives a command: the director, or a role of the ladder."""
        book = book or self.state.terms.book
        procedures = procedures_of(book)
        power = procedures.tournament_commands.get(command)
        if power is None or procedures.tournaments is None:
            return power_refused(book, self.by, command, None)
        runs_it = self.by.id in self.state.directors and self.by.role != PLAYER
        if self.by.id == HOUSE or (power.role == procedures.tournaments.director and runs_it):
            return None
        return power_refused(book, self.by, command, power)

    def kept_out(self, player: str) -> Refusal | None:
        """Refuse somebody whom the register of players keeps from playing: exclusion is from every table."""
        return kept_from_play(self.others.get(stream_of_player(player)), player, self.at)

    def notice_missing(self, command: str, notices: Notices) -> Refusal | None:
        """Refuse a command if somebody who must be notified of it was not; the house notifies them itself."""
        power = self.procedures.tournament_commands[command]
        return None if self.by.id == HOUSE else notice_missing(power, command, notices)

    def entrant(self, number: int, *statuses: Status) -> Entrant | Refusal:
        """An entry by its number, in one of some states."""
        found = self.state.entrants.get(number)
        if found is None:
            return Refusal("no-such-entrant", None, {"number": number})
        if statuses and found.status not in statuses:
            return Refusal("entrant-not-so", None, {"number": number, "status": found.status})
        return found

    def power(self, command: Command) -> Power:
        """Who may give a command that has been let through, and by which clause."""
        return self.procedures.tournament_commands[TOURNAMENTS.names[type(command)]]
