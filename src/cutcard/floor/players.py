"""Commands of a player's stream, and what a table's command asks of the register of players and writes into it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cutcard.engine import Refusal
from cutcard.floor.decisions import Change, Done, changed
from cutcard.floor.spelling import spelling_refused
from cutcard.floor.streams import act_on
from cutcard.money import Cents
from cutcard.players import (
    CheckIdentity,
    Exclude,
    IssueCard,
    PlayerCommandReceived,
    PlayerState,
    RegisterPlayer,
    SuspendMyself,
    stream_of_player,
)
from cutcard.players.play_periods import concerned, followed
from cutcard.players.reports import REASON_LENGTH, ReportSuspicion, cash_reports
from cutcard.players.standing import standing
from cutcard.rulebooks import load
from cutcard.store.kinds import PLAYER
from cutcard.store.people import People
from cutcard.store.person_keys import PersonKeys
from cutcard.store.spending import Bound
from cutcard.table import Acted, Command, Person, RemovePlayer, TableState
from cutcard.table.bounds import is_name
from cutcard.table.command_fields import digest
from cutcard.table.config import HOUSE
from cutcard.table.config import PLAYER as PLAYER_ROLE
from cutcard.table.registry import COMMANDS, NAMES
from cutcard.table.standings import STANDING_NEEDED, Standing, added, at_risk

if TYPE_CHECKING:
    from cutcard.floor.floor import Floor


async def act_on_player(
    floor: Floor, player: str, command: Command, by: Person, command_id: str | None = None, *, at: int | None = None
) -> Done | Refusal:
    """Give a player's stream a command. Its events are durable on return; a repeated id does nothing more."""
    if getattr(command, "player", player) != player:
        return Refusal("other-player", None, {"player": player})
    refused = await spelling_refused(floor, command, by)
    if refused is not None:
        return refused
    given = digest(command) if command_id is not None else ""
    completed = await _completed(floor, player, command, by)
    done = await act_on(floor, stream_of_player(player), completed, by, command_id, at=at, given=given)
    if isinstance(done, Done) and isinstance(command, Exclude | SuspendMyself):
        await leave_tables(floor, player, at)
    return done


async def _completed(floor: Floor, player: str, command: Command, by: Person) -> Command:
    """Fill in what nobody may choose: a card's number, and digests of the identity data.

    Why something is done about a player is sealed with their key, so that it can be erased.
    """
    given: Any = command
    reason = getattr(command, "reason", "")
    own = by.role == PLAYER_ROLE and by.id == player
    if reason.strip() and is_name(player) and (own or by.role != PLAYER_ROLE):
        long = isinstance(command, ReportSuspicion) and len(reason) > REASON_LENGTH
        seal = PersonKeys(floor.store).sealed
        sealed: Command = given._replace(reason="" if long else await floor.driver.call(seal, player, reason))
        return sealed
    if isinstance(command, CheckIdentity):
        row, document = await floor.driver.call(People(floor.store).known_by, player)
        return command._replace(row_digest=row, document_digest=document)
    if isinstance(command, IssueCard):
        _, document = await floor.driver.call(People(floor.store).known_by, player)
        alike = await floor.driver.call(People(floor.store).alike, player)
        return command._replace(card_number=secrets.token_hex(8), document_digest=document, alike=tuple(alike))
    if isinstance(command, RegisterPlayer):
        return command._replace(own_law=floor.store.law)
    return command


async def leave_tables(floor: Floor, player: str, at: int | None = None) -> None:
    """Let somebody leave every table who may not be there: open wagers go back, and hands in play are finished."""
    for entry in await floor.driver.call(floor.store.tables):
        state = (await floor.table(entry.table)).state
        here = state.players.get(player)
        if state.phase == "open" and here is not None and not here.leaving:
            house = Person(HOUSE, load(state.rules.book).roles[-1])
            await floor.act(entry.table, RemovePlayer(player), house, at=at)


def players_for(command: Command, by: Person) -> frozenset[str]:
    """Whose standing a table's command will ask for, as far as it shows beforehand."""
    spec = COMMANDS[type(command)]
    named = getattr(command, "player", None)
    if spec.brings_chips or (spec.plays and not spec.needs_role):
        name = named or (by.id if by.role == PLAYER_ROLE else None)
        return frozenset({name}) if name is not None and is_name(name) else frozenset()
    return frozenset()


def standings(
    state: TableState,
    players: Sequence[str],
    registers: Sequence[PlayerState],
    command: Command,
    at: int,
    balances: Mapping[str, Cents],
) -> dict[str, Standing]:
    """What the register says of some players at a table, with what the accounts of their limits hold."""
    own_law = state.config.own_law if state.config_or_none is not None else ""  # says whether cash of strangers counts
    pays = bool(own_law) and not COMMANDS[type(command)].plays  # no cash changes hands by a wager or a call
    found = {}
    for name, register in zip(players, registers, strict=True):
        round_day = state.play_days.get(name, "") if state.phase != "new" and at_risk(state, name) else ""
        law = state.config.law if state.config_or_none is not None else ""
        cards = state.config.cards_taken if state.config_or_none is not None else "earlier"
        judged = standing(register, name, law, max(at, state.now), state.currency, round_day, pays=pays, cards=cards)
        allowances = [
            one._replace(held=sum(balances.get(account, 0) for account in one.accounts)) for one in judged.allowances
        ]
        found[name] = judged._replace(allowances=tuple(allowances))
    return found


def accounts_of(found: Iterable[Standing]) -> list[str]:
    """The accounts that the limits of these players are about, and those of their cash."""
    return [
        account
        for one in found
        for account in (*one.cash, *(each for allowance in one.allowances for each in allowance.accounts))
    ]


def changes(
    acted: Acted,
    players: Sequence[str],
    registers: Sequence[PlayerState],
    by: Person,
    command: Command,
    balances: Mapping[str, Cents],
) -> list[Change] | Refusal:
    """What a decided command of a table writes into the streams of its players."""
    missing = concerned(acted.events) - {*players}
    if missing:
        return Refusal(STANDING_NEEDED, None, {"players": tuple(sorted(missing))})
    made: list[Change] = []
    more = added(acted.postings) if any(register.registered for register in registers) else {}
    for name, register in zip(players, registers, strict=True):
        at = max(acted.state.now, register.now)
        due = cash_reports(register, at, balances, more).due if register.registered else ()
        events = (*followed(acted.state, name, register, by.id, acted.events), *due)
        if events:
            received = PlayerCommandReceived(by.id, by.role, at, NAMES[type(command)])
            made.append(changed(PLAYER, stream_of_player(name), register, (received, *events)))
    return made


def bounds(
    acted: Acted, found: Iterable[Standing], registers: Sequence[PlayerState], balances: Mapping[str, Cents]
) -> tuple[Bound, ...]:
    """What has to hold once a command is written: limits whose accounts it adds to, and no report missed."""
    allowances = [one for each in found for one in each.allowances]
    known = [register for register in registers if register.registered]
    if not allowances and not known:
        return ()
    more = added(acted.postings)
    limits = [
        Bound(one.accounts, one.most) for one in allowances if sum(more.get(account, 0) for account in one.accounts) > 0
    ]
    reports = [
        Bound(*one) for register in known for one in cash_reports(register, acted.state.now, balances, more).bounds
    ]
    return (*limits, *reports)
