"""Commands of a jackpot's link, decided over the link and every other stream that they touch."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from cutcard import jackpots
from cutcard.engine import Refusal
from cutcard.floor.decisions import Change, Decision, Done, changed
from cutcard.jackpots import (
    LINKS,
    FailLink,
    LinkCommandReceived,
    LinkState,
    OpenLink,
    Reading,
    RenewDevice,
    RestoreLink,
    stream_of_link,
)
from cutcard.jackpots.selection import selector
from cutcard.rulebooks import load, procedures_of
from cutcard.store.kinds import TABLE, kind_of
from cutcard.table import Command, CommandReceived, OfferLinkedBet, Person, SuspendLinkedBet, TableState
from cutcard.table.command_fields import digest
from cutcard.table.config import HOUSE
from cutcard.table.link_terms import Selector

if TYPE_CHECKING:
    from cutcard.floor.floor import Floor


CHANGED = "link-changed"  # the streams that a command touches are others by now


async def act_on_link(
    floor: Floor, link: str, command: Command, by: Person, command_id: str | None = None, *, at: int | None = None
) -> Done | Refusal:
    """Give a link a command. Its events are durable on return; a repeated id does nothing more."""
    if getattr(command, "link", link) != link:
        return Refusal("other-link", None, {"link": link})
    given = digest(command) if command_id is not None else ""  # before chance is added to it
    command = with_secret(command)
    for _ in range(floor.retries):
        state: LinkState = (await floor.stream(stream_of_link(link))).state
        beside = jackpots.touched(state, command)
        done = await _executed(floor, link, command, by, command_id, at=at, beside=beside, given=given)
        if not isinstance(done, Refusal) or done.code != CHANGED:
            break
    if isinstance(done, Done) and isinstance(command, FailLink | RestoreLink):
        await tell_tables(floor, link, at)
    return done


async def tell_tables(floor: Floor, link: str, at: int | None = None) -> None:
    """Tell every table of a link whether its system works; one that knows already does nothing."""
    state: LinkState = (await floor.stream(stream_of_link(link))).state
    terms = state.terms
    house = Person(HOUSE, load(terms.book).roles[-1])
    powers = procedures_of(terms.book).link_commands
    for table in state.tables:
        told: Command = OfferLinkedBet(terms.bet, link, powers["restore-link"].of_bet(terms.bet).clause)
        if state.failed:
            clause = powers["fail-link"].of_bet(terms.bet).clause
            told = SuspendLinkedBet(terms.bet, link, state.failed, clause)
        await floor.act(table, told, house, at=at)


def with_secret(command: Command) -> Command:
    """Put chance into a command that commits a device to its draws; nobody else may choose its secret."""
    return command._replace(secret=secrets.token_hex(32)) if isinstance(command, OpenLink | RenewDevice) else command


async def link_devices(floor: Floor, table: TableState) -> dict[str, Selector]:
    """The devices that pick boxes for a table's linked side bets, as this process knows them."""
    found: dict[str, Selector] = {}
    for bet, linked in table.links.items():
        if linked.terms.selected_per_million:
            device = selector((await floor.stream(stream_of_link(linked.link))).state)
            found |= {bet: device} if device is not None else {}
    return found


async def _executed(
    floor: Floor,
    link: str,
    command: Command,
    by: Person,
    command_id: str | None,
    *,
    at: int | None,
    beside: tuple[str, ...],
    given: str,
) -> Done | Refusal:
    """Decide a command over its link and the other streams that it touches."""
    stream = stream_of_link(link)
    readings: list[Reading] = []

    async def read(*states: Any) -> None:
        accounts = [name for one in states if isinstance(one, LinkState) for name in jackpots.accounts_of(one)]
        readings[:] = [Reading(*await floor.driver.call(floor.store.balances_at, accounts))]

    def received(name: str, at_ms: int, events: tuple[Any, ...]) -> tuple[Any, ...]:
        kind = CommandReceived if kind_of(name) is TABLE else LinkCommandReceived
        return (kind(by.id, by.role, at_ms, LINKS.names[type(command)]), *events)

    def decide(state: LinkState, *others: Any) -> Decision | Refusal:
        given_at = floor.now() if at is None else at
        if jackpots.touched(state, command) != beside:
            return Refusal(CHANGED)
        latest = max(given_at, state.now, *(one.now for one in others))
        known = dict(zip(beside, others, strict=True))
        acted = jackpots.act(state, command, by, latest, others=known, reading=readings[-1], digest=given)
        if isinstance(acted, Refusal):
            return acted
        if not acted.events:
            return Decision((), state.now)
        changes: list[Change] = [Change(stream, acted.events, acted.postings, acted.states)]
        for name, events in acted.beside.items():
            changes.append(changed(kind_of(name), name, known[name], received(name, latest, events)))
        return Decision(tuple(changes), latest)

    def other(first: Any) -> Refusal | None:
        if first.command != LINKS.names[type(command)]:
            return Refusal("id-used-for-another-command", None, {"command": first.command})
        return None if first.digest in ("", given) else Refusal("id-used-with-other-fields")

    return await floor.execute((stream, *beside), decide, command_id, other_command=other, before=read)
