"""Commands of a stream beside the tables, decided over it and every other stream that they touch."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from cutcard import streams
from cutcard.engine import Refusal
from cutcard.floor.decisions import Change, Decision, Done, changed
from cutcard.jackpots import LINK_FAMILY, LinkState
from cutcard.players import PLAYER_FAMILY, PlayerState
from cutcard.promotions import PROMOTION_FAMILY, PromotionState
from cutcard.store.kinds import TABLE, kind_of
from cutcard.store.spending import Bound
from cutcard.streams import Family, Reading
from cutcard.table import Command, CommandReceived, Person
from cutcard.tournaments import TOURNAMENT_FAMILY, TournamentState

if TYPE_CHECKING:
    from cutcard.floor.floor import Floor

CHANGED = "streams-changed"  # the streams that a command touches are others by now
FAMILIES: dict[type, Family[Any]] = {
    LinkState: LINK_FAMILY,
    TournamentState: TOURNAMENT_FAMILY,
    PlayerState: PLAYER_FAMILY,
    PromotionState: PROMOTION_FAMILY,
}


def accounts_read(states: Iterable[Any], at: int) -> list[str]:
    """The accounts whose balances a command may need that is decided from these states at a moment."""
    known = ((FAMILIES.get(type(one)), one) for one in states)
    return [
        account
        for family, one in known
        if family is not None
        for account in (*family.accounts(one), *family.accounts_at(one, at))
    ]


First = Callable[[Any], Refusal | None]


def nothing_first(state: Any) -> None:
    """Nothing more is looked at than what the command asks for."""


async def act_on(
    floor: Floor,
    stream: str,
    command: Command,
    by: Person,
    command_id: str | None = None,
    *,
    at: int | None = None,
    given: str = "",
    first: First = nothing_first,
) -> Done | Refusal:
    """Give a stream beside the tables a command. Its events are durable on return; a repeated id does nothing more.

    `given` is the digest of what was in the command before chance was added to it. `first` looks at the state that the
    command is decided from, and may refuse it.
    """
    done: Done | Refusal = Refusal(CHANGED)
    for _ in range(floor.retries):
        state = (await floor.stream(stream)).state
        beside = streams.touched(FAMILIES[type(state)], state, command)
        done = await _executed(floor, stream, command, by, command_id, at=at, beside=beside, given=given, first=first)
        if not isinstance(done, Refusal) or done.code != CHANGED:
            break
    return done


async def _executed(
    floor: Floor,
    stream: str,
    command: Command,
    by: Person,
    command_id: str | None,
    *,
    at: int | None,
    beside: tuple[str, ...],
    given: str,
    first: First,
) -> Done | Refusal:
    """Decide a command over its stream and the other streams that it touches."""
    readings: list[Reading] = []
    name = next(one.registry.names[type(command)] for one in FAMILIES.values() if type(command) in one.registry.names)

    async def read(*states: Any) -> None:
        names = accounts_read(states, floor.now() if at is None else at)
        names += FAMILIES[type(states[0])].accounts_for(command)
        readings[:] = [Reading(*await floor.driver.call(floor.store.balances_at, names))]

    def received(other: str, state: Any, at_ms: int, events: tuple[Any, ...]) -> tuple[Any, ...]:
        if kind_of(other) is TABLE:
            return (CommandReceived(by.id, by.role, at_ms, name), *events)
        return (FAMILIES[type(state)].received(by.id, by.role, at_ms, name, ""), *events)

    def decide(state: Any, *others: Any) -> Decision | Refusal:
        family, refused = FAMILIES[type(state)], first(state)
        if refused is not None:
            return refused
        given_at = floor.now() if at is None else at
        if streams.touched(family, state, command) != beside:
            return Refusal(CHANGED)
        latest = max(given_at, state.now, *(one.now for one in others))
        known = dict(zip(beside, others, strict=True))
        acted = streams.act(family, state, command, by, latest, others=known, reading=readings[-1], digest=given)
        if isinstance(acted, Refusal):
            return acted
        if not acted.events:
            return Decision((), state.now)
        changes: list[Change] = [Change(stream, acted.events, acted.postings, acted.states)]
        for other, events in acted.beside.items():
            before = known[other]
            changes.append(changed(kind_of(other), other, before, received(other, before, latest, events)))
        return Decision(tuple(changes), latest, tuple(Bound(*one) for one in acted.bounds))

    def other_command(first: Any) -> Refusal | None:
        if first.command != name:
            return Refusal("id-used-for-another-command", None, {"command": first.command})
        return None if first.digest in ("", given) else Refusal("id-used-with-other-fields")

    return await floor.execute((stream, *beside), decide, command_id, other_command=other_command, before=read)
