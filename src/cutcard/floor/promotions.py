"""Commands of a promotion, to which the house adds randomness and the rounds played at the tables."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cutcard.engine import Refusal
from cutcard.floor.decisions import Done
from cutcard.floor.spelling import spelling_refused
from cutcard.floor.streams import First, act_on, nothing_first
from cutcard.promotions import (
    BarFromPromotion,
    ClosePromotion,
    CommitDraw,
    CountPlay,
    DecideComplaint,
    PromotionState,
    RecordComplaint,
    RefuseClaim,
    TableCount,
    stream_of_promotion,
)
from cutcard.promotions.play import counted_play
from cutcard.store import Store, database
from cutcard.store.people import People
from cutcard.store.person_keys import PersonKeys
from cutcard.store.promotion_reading import rounds_to_count, tables_played
from cutcard.table import Command, Person
from cutcard.table.bounds import is_name
from cutcard.table.command_fields import digest
from cutcard.table.config import PLAYER

if TYPE_CHECKING:
    from cutcard.floor.floor import Floor

WRITTEN: Mapping[type, str] = {  # what is written about a player by a command
    BarFromPromotion: "reason",
    RecordComplaint: "about",
    DecideComplaint: "decision",
    RefuseClaim: "reasons",
}
COUNTED = "counted-already"  # another process has counted a table further meanwhile


async def act_on_promotion(
    floor: Floor,
    promotion: str,
    command: Command,
    by: Person,
    command_id: str | None = None,
    *,
    at: int | None = None,
    first: First = nothing_first,
) -> Done | Refusal:
    """Give a promotion a command. Its events are durable on return; a repeated id does nothing more."""
    if getattr(command, "promotion", promotion) != promotion:
        return Refusal("other-promotion", None, {"promotion": promotion})
    refused = await spelling_refused(floor, command, by)
    if refused is not None:
        return refused
    given = digest(command) if command_id is not None else ""
    stream = stream_of_promotion(promotion)
    done: Done | Refusal = Refusal(COUNTED)
    for _ in range(floor.retries):
        filled = await _sealed(floor, stream, await _filled(floor, stream, command), by)
        done = await act_on(floor, stream, filled, by, command_id, at=at, given=given, first=first)
        if not isinstance(done, Refusal) or done.code != COUNTED:
            break
    return done


async def _filled(floor: Floor, stream: str, command: Command) -> Command:
    """Fill in what nobody may choose: a draw's secret, the rounds played, and the digest of the identity data."""
    if isinstance(command, CommitDraw):
        return command._replace(secret=secrets.token_hex(32))
    if not isinstance(command, CountPlay | ClosePromotion | RefuseClaim):
        return command
    state: PromotionState = (await floor.stream(stream)).state
    if isinstance(command, RefuseClaim):
        claim = state.claims.get(command.claim)
        known = "" if claim is None else (await floor.driver.call(People(floor.store).known_by, claim.player)).row
        return command._replace(identity=known)
    closing = isinstance(command, ClosePromotion)
    counts = await floor.driver.call(table_counts, floor.store, state, closing)
    return command._replace(table_counts=counts)


async def _sealed(floor: Floor, stream: str, command: Command, by: Person) -> Command:
    """A command with what is written about a player sealed with their key, so that it can be erased."""
    field = WRITTEN.get(type(command))
    if field is None:
        return command
    given: Any = command
    state: PromotionState = (await floor.stream(stream)).state
    if isinstance(command, RefuseClaim | DecideComplaint):
        beside: Mapping[int, Any] = state.claims if isinstance(command, RefuseClaim) else state.complaints
        found = beside.get(command[0])
        player = "" if found is None else found.player
    else:
        player = given.player
    text = getattr(given, field)
    if not text.strip() or not is_name(player) or (by.role == PLAYER and by.id != player):
        return command  # which is refused
    sealed: Command = given._replace(**{field: await floor.driver.call(PersonKeys(floor.store).sealed, player, text)})
    return sealed


def table_counts(store: Store, state: PromotionState, closing: bool) -> tuple[TableCount, ...]:
    """What was played at the tables of a promotion's document since it was counted last."""
    if state.phase != "running":
        return ()
    found: list[TableCount] = []
    conditions, since = state.conditions, state.started_at
    with database.reading(store.engine) as connection:
        for table in conditions.tables or tables_played(connection, conditions.book):
            after = state.counted.get(table, 0)
            read = rounds_to_count(connection, table, after, since, closing=closing)
            if read is not None:
                play = counted_play(conditions, table, since, read.rounds, valid_only=True)
                found.append(TableCount(table, after, read.upto, read.version, play))
    return tuple(found)
