"""Commands of a tournament, decided over the tournament and every table that they touch."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from cutcard.engine import Refusal
from cutcard.floor.decisions import Done
from cutcard.floor.spelling import spelling_refused
from cutcard.floor.streams import act_on
from cutcard.table import Command, Person
from cutcard.table.command_fields import digest
from cutcard.tournaments import ApplyToEnter, CommitBallot, stream_of_tournament

if TYPE_CHECKING:
    from cutcard.floor.floor import Floor


async def act_on_tournament(
    floor: Floor, tournament: str, command: Command, by: Person, command_id: str | None = None, *, at: int | None = None
) -> Done | Refusal:
    """Give a tournament a command. Its events are durable on return; a repeated id does nothing more."""
    if getattr(command, "tournament", tournament) != tournament:
        return Refusal("other-tournament", None, {"tournament": tournament})
    refused = await spelling_refused(floor, command, by)
    if refused is not None:
        return refused
    given = digest(command) if command_id is not None else ""
    completed = with_secret(command)
    if isinstance(completed, ApplyToEnter) and not completed.player:
        completed = completed._replace(player=by.id)  # whose page of the register is read
    return await act_on(floor, stream_of_tournament(tournament), completed, by, command_id, at=at, given=given)


def with_secret(command: Command) -> Command:
    """Put chance into a command that seals a ballot; nobody else may choose its secret."""
    return command._replace(secret=secrets.token_hex(32)) if isinstance(command, CommitBallot) else command
