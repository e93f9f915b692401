"""Commands of a jackpot's link, decided over the link and every other stream that they touch."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from cutcard import logs
from cutcard.engine import Refusal
from cutcard.floor.decisions import Done
from cutcard.floor.out_of_order import OutOfOrder
from cutcard.floor.streams import act_on
from cutcard.jackpots import FailLink, LinkState, OpenLink, RenewDevice, RestoreLink, stream_of_link
from cutcard.jackpots.selection import selector
from cutcard.rulebooks import load, procedures_of
from cutcard.store import StoreError
from cutcard.table import BoxDrawn, Command, OfferLinkedBet, Person, SuspendLinkedBet, TableState
from cutcard.table.command_fields import digest
from cutcard.table.config import HOUSE
from cutcard.table.link_terms import Selector

if TYPE_CHECKING:
    from cutcard.floor.floor import Floor

TELLING = (SuspendLinkedBet, OfferLinkedBet)  # what the house tells a table about its link

log = logs.get("links")


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
    """Tell every table of a link whether its system works.

    The link's failure is in the store before the first table hears of it, and each table is told in a transaction of
    its own: hundreds of tables that are played at never stand still together. A table that has not heard of it yet does
    so before its next command (`Floor.act`), and if the process dies between, from the process that runs the table.
    """
    for table in (await floor.stream(stream_of_link(link))).state.tables:
        try:
            await tell_table(floor, table, at)
        except (OutOfOrder, StoreError) as error:
            log.error("table not told", link=link, table=table, says=str(error))


async def tell_table(floor: Floor, table: str, at: int | None = None) -> None:
    """Tell a table whether the systems of its links work, where it does not know that yet.

    A link that cannot be read says nothing: its tables play on, and those that need it are refused where they do.
    """
    state = (await floor.table(table)).state
    for linked in state.links.values():
        try:
            link: LinkState = (await floor.stream(stream_of_link(linked.link))).state
        except OutOfOrder:
            continue
        news = link_news(link, state)
        if news is not None:
            await floor.act(table, news, Person(HOUSE, load(link.terms.book).roles[-1]), at=at)


def link_news(link: LinkState, table: TableState) -> Command | None:
    """The command that tells a table whether its link's system works; None if it knows already."""
    terms = link.terms
    powers = procedures_of(terms.book).link_commands
    if link.failed and terms.bet not in table.suspended:
        return SuspendLinkedBet(terms.bet, link.link, link.failed, powers["fail-link"].of_bet(terms.bet).clause)
    if not link.failed and table.links[terms.bet].failed:
        return OfferLinkedBet(terms.bet, link.link, powers["restore-link"].of_bet(terms.bet).clause)
    return None


def with_secret(command: Command) -> Command:
    """Put chance into a command that commits a device to its draws; nobody else may choose its secret."""
    return command._replace(secret=secrets.token_hex(32)) if isinstance(command, OpenLink | RenewDevice) else command


class LinkDevices(NamedTuple):
    """The devices that pick boxes for a table's linked side bets, as this process knows them."""

    selectors: Mapping[str, Selector] = {}
    versions: Mapping[str, int] = {}  # of the links' streams, when this was read

    def drawn_from(self, events: Iterable[Any]) -> dict[str, int]:
        """The streams whose devices these events have drawn from, and their versions.

        A draw counts only if it is written while the stream is still at that version: the secret of a device may have
        been revealed since, by a process that this one has not heard yet.
        """
        links = {stream_of_link(event.link) for event in events if isinstance(event, BoxDrawn)}
        return {stream: self.versions[stream] for stream in links}


async def link_devices(floor: Floor, table: TableState) -> LinkDevices:
    """The devices for a table's linked side bets; nothing is locked, so tables of a link do not wait for each other."""
    selectors, versions = dict[str, Selector](), dict[str, int]()
    for bet, linked in table.links.items():
        if linked.terms.selected_per_million:
            live = await floor.stream(stream_of_link(linked.link))
            device = selector(live.state)
            selectors |= {bet: device} if device is not None else {}
            versions[live.stream] = live.version
    return LinkDevices(selectors, versions)
