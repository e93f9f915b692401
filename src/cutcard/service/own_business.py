"""Staff who would decide about their own play or money: that is left to somebody else.

An account has one role. Somebody of the staff may still be at a table under the name of their account, be in the
register of players, enter a tournament or win a prize. Whatever the house does there about them, another account does,
and while they are at a table, somebody else works there. What players do for themselves, such as setting a limit or
asking to be excluded, staff do for themselves too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cutcard.engine import Refusal
from cutcard.players import PLAYERS, PlayerState
from cutcard.promotions import PromotionState
from cutcard.service.caller import Caller
from cutcard.service.second_person import number_approved
from cutcard.table import Call, Command, ForfeitWinnings, ReleaseWinnings, TableState
from cutcard.table.ledger import PLAY_MONEY
from cutcard.tournaments import TOURNAMENTS, TournamentState


def own_business_refused(state: Any, name: str, command: Command, caller: Caller, two_people: bool) -> Refusal | None:
    """Refuse staff who act for the house on what is their own; `name` is that of the stream, `state` what it says."""
    if caller.plays or not two_people:
        return None
    own = caller.name.casefold()
    if any(each.casefold() == own for each in _concerned(state, name, command)):
        return Refusal("own-business", None, {"player": caller.name})
    return None


def _concerned(state: Any, name: str, command: Command) -> Iterator[str]:
    """Whose play or money a command is about, as far as the house decides on it."""
    match state:
        case TableState():
            if state.config_or_none is not None and state.config.two_people:
                yield from state.present
                yield from _named(command)
                yield from _asked_about(state, command)
        case PlayerState():
            if PLAYERS.commands[type(command)].needs_role:
                yield name
        case TournamentState():
            if state.two_people:
                yield from _entrants(state, command)
        case PromotionState():
            if state.conditions_or_none is not None and state.conditions.currency != PLAY_MONEY:
                yield from _named(command)
                yield from _claimants(state, command)


def _named(command: Command) -> Iterator[str]:
    for one in (command, command.command) if isinstance(command, Call) else (command,):
        player = getattr(one, "player", None)
        if player:
            yield player


def _asked_about(state: TableState, command: Command) -> Iterator[str]:
    """The player concerned by an item at a table that a command names by its number."""
    yield from _of_request(state, command)
    if isinstance(command, ReleaseWinnings | ForfeitWinnings) and 0 <= command.held < len(state.withheld):
        yield state.withheld[command.held].player


def _of_request(state: Any, command: Command) -> Iterator[str]:
    number = number_approved(command)
    asked = state.approvals.get(number) if number is not None else None
    if asked is not None and asked.fields.get("player"):
        yield str(asked.fields["player"])


def _entrants(state: TournamentState, command: Command) -> Iterator[str]:
    """The owner of an entry. Staff apply for themselves as employees, which the terms have rules about."""
    if number_approved(command) is not None:
        yield from _of_request(state, command)
        asked = state.approvals.get(number_approved(command) or 0)
        numbers = [] if asked is None else [asked.fields.get("number"), asked.fields.get("entrant")]
    elif TOURNAMENTS.commands[type(command)].needs_role:
        yield from _named(command)
        numbers = [getattr(command, "number", None), getattr(command, "entrant", None)]
    else:
        return
    for entrant in (state.entrants.get(number) for number in numbers if isinstance(number, int)):
        if entrant is not None:
            yield from filter(None, (entrant.player, entrant.applicant))


def _claimants(state: PromotionState, command: Command) -> Iterator[str]:
    """The player who has won, claims or complains."""
    for field, found in (("win", state.wins), ("claim", state.claims), ("complaint", state.complaints)):
        one: Any = found.get(getattr(command, field, 0))
        if one is not None:
            yield one.player
