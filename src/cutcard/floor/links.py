"""Commands of a jackpot's link, decided over the link and every other stream that they touch."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from cutcard.engine import Refusal
from cutcard.floor.decisions import Done
from cutcard.floor.streams import act_on
from cutcard.jackpots import FailLink, LinkState, OpenLink, RenewDevice, RestoreLink, stream_of_link
from cutcard.jackpots.selection import selector
from cutcard.rulebooks import load, procedures_of
from cutcard.table import Command, OfferLinkedBet, Person, SuspendLinkedBet, TableState
from cutcard.table.command_fields import digest
from cutcard.table.config import HOUSE
from cutcard.table.link_terms import Selector

if TYPE_CHECKING:
    from cutcard.floor.floor import Floor


async def act_on_link(
    floor: Floor, link: str, command: Command, by: Person, command_id: str | None = None, *, at: int | None = None
) -> Done | Refusal:
    """Give a link a command. Its events are durable on return; a repeated id does nothing more."""
    if getattr(command, "link", link) != link:
        return Refusal("other-link", None, {"link": link})
    given = digest(command) if command_id is not None else ""  # before chance is added to it
    done = await act_on(floor, stream_of_link(link), with_secret(command), by, command_id, at=at, given=given)
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
