"""Measures against a wrongdoer: exclusion, detention, and winnings that are withheld."""

from __future__ import annotations

from typing import Any, NamedTuple

from cutcard.engine import Refusal
from cutcard.money import Cents
from cutcard.table.draft import Draft
from cutcard.table.ledger import (
    Postings,
    account_at_table,
    device_account,
    house_account,
    moved,
    player_chips,
    pocket,
    table_account,
)
from cutcard.table.players import remove_player
from cutcard.table.ranges import RoundNumber
from cutcard.table.registry import FreeText, SecondPerson, command, event, handles, posts, reduces
from cutcard.table.state import (
    TableState,
    Withheld,
)


@command("exclude a player", group="measures")
class ExcludePlayer(NamedTuple):
    """Exclude somebody from the casino, and so from the table."""

    player: str
    reason: str


@command("detain a player", group="measures")
class DetainPlayer(NamedTuple):
    """Hold somebody until an inspector or the police take over."""

    player: str
    reason: str


@command("end a detention", group="measures")
class EndDetention(NamedTuple):
    player: str
    handed_to: str  # who took over


@command(group="measures", at_stake="money", at_tournament="tournament-chips-stay")
class WithholdWinnings(NamedTuple):
    """Keep what a player won in a round until the matter has been looked into."""

    player: str
    round: RoundNumber
    reason: str


@command(group="measures", second_person=SecondPerson(), at_stake="money")
class ReleaseWinnings(NamedTuple):
    """Give winnings that were withheld to the player: the first of them is number 0."""

    held: int


@command(group="measures", second_person=SecondPerson(), at_stake="money")
class ForfeitWinnings(NamedTuple):
    """Keep winnings that were withheld for good."""

    held: int


@event(seen_by="staff")
class PlayerExcluded(NamedTuple):
    """Excluded from the casino."""

    player: str
    reason: FreeText
    clause: str


@event(seen_by="staff")
class PlayerDetained(NamedTuple):
    player: str
    reason: FreeText
    clause: str


@event(seen_by="staff")
class DetentionEnded(NamedTuple):
    player: str
    handed_to: FreeText


@event(
    seen_by="player",
    staff_fields=("reason",),
    log="{amount:money} that {player} won in round {round} is withheld: {reason}",
)
class WinningsWithheld(NamedTuple):
    player: str
    round: int
    amount: Cents
    reason: FreeText
    from_device: Cents = 0  # of the amount, what lay on the player's Personal Bet Manager


@event(seen_by="player")
class WinningsReleased(NamedTuple):
    held: int
    player: str
    amount: Cents


@event(seen_by="player")
class WinningsForfeited(NamedTuple):
    held: int
    player: str
    amount: Cents


@handles(ExcludePlayer)
def exclude_player(draft: Draft, command: ExcludePlayer) -> Refusal | None:
    refusal = draft.require_reason(command)
    if refusal is not None:
        return refusal
    draft.add(PlayerExcluded(command.player, command.reason, draft.power(command).clause))
    if draft.at_table(command.player) is None:
        remove_player(draft, command.player)
    return None


@handles(DetainPlayer)
def detain_player(draft: Draft, command: DetainPlayer) -> Refusal | None:
    clause = draft.power(command).clause
    if command.player in draft.state.detained:
        return Refusal("detained-already", clause, {"player": command.player})
    refusal = draft.require_reason(command)
    if refusal is None:
        draft.add(PlayerDetained(command.player, command.reason, clause))
    return refusal


@handles(EndDetention)
def end_detention(draft: Draft, command: EndDetention) -> Refusal | None:
    clause = draft.power(command).clause
    if command.player not in draft.state.detained:
        return Refusal("not-detained", clause, {"player": command.player})
    if not command.handed_to.strip():
        return Refusal("handed-to-missing", clause)
    draft.add(DetentionEnded(command.player, command.handed_to))
    return None


@handles(WithholdWinnings)
def withhold_winnings(draft: Draft, command: WithholdWinnings) -> Refusal | None:
    """Winnings of one of the last rounds, in so far as the player still has them, in chips or on a device."""
    state, name, clause = draft.state, command.player, draft.power(command).clause
    refusal = draft.at_table(name) or draft.require_reason(command)
    if refusal is not None:
        return refusal
    won = sum(each.amount for each in state.won if (each.player, each.round) == (name, command.round))
    if not won:
        return Refusal("won-nothing", clause, {"player": name, "round": command.round})
    if any((each.player, each.round) == (name, command.round) for each in state.withheld):
        return Refusal("withheld-before", clause, {"player": name, "round": command.round})
    chips = min(won, state.players[name].chips)
    from_device = min(won - chips, state.players[name].device or 0)
    if not chips + from_device:
        return Refusal("no-chips-to-withhold", clause, {"player": name})
    draft.add(WinningsWithheld(name, command.round, chips + from_device, command.reason, from_device))
    return None


@handles(ReleaseWinnings, ForfeitWinnings)
def decide_on_winnings(draft: Draft, command: ReleaseWinnings | ForfeitWinnings) -> Refusal | None:
    """What comes of winnings once the matter has been looked into."""
    clause, withheld = draft.power(command).clause, draft.state.withheld
    if not 0 <= command.held < len(withheld) or withheld[command.held].decided:
        return Refusal("nothing-withheld", clause)
    kind = WinningsReleased if isinstance(command, ReleaseWinnings) else WinningsForfeited
    held = withheld[command.held]
    draft.add(kind(command.held, held.player, held.amount))
    return None


@reduces(PlayerExcluded)
def _excluded(state: TableState, event: PlayerExcluded) -> TableState:
    """Somebody may not take part any more."""
    return state._replace(barred=state.barred | {event.player})


@reduces(PlayerDetained)
def _detained(state: TableState, event: PlayerDetained) -> TableState:
    return state._replace(detained=state.detained | {event.player})


@reduces(DetentionEnded)
def _detention_ended(state: TableState, event: DetentionEnded) -> TableState:
    return state._replace(detained=state.detained - {event.player})


@reduces(WinningsWithheld)
def _withheld(state: TableState, event: WinningsWithheld) -> TableState:
    held = Withheld(event.player, event.round, event.amount, event.reason, currency=state.currency)
    return state._replace(withheld=(*state.withheld, held))


@reduces(WinningsReleased)
def _released(state: TableState, event: WinningsReleased) -> TableState:
    """They are paid in chips to somebody who is at the table, and elsewhere to somebody who has gone."""
    return _decided(state, event.held, "released")


@reduces(WinningsForfeited)
def _forfeited(state: TableState, event: WinningsForfeited) -> TableState:
    return _decided(state, event.held, "forfeited")


def _decided(state: TableState, held: int, what: Any) -> TableState:
    withheld = list(state.withheld)
    withheld[held] = withheld[held]._replace(decided=what)
    return state._replace(withheld=tuple(withheld))


@posts(WinningsWithheld)
def _post_withheld(state: TableState, event: WinningsWithheld) -> Postings:
    withheld, chips = table_account(state, "withheld"), event.amount - event.from_device
    return (
        *moved(player_chips(state, event.player), withheld, chips),
        *moved(device_account(state, event.player), withheld, event.from_device),
    )


@posts(WinningsReleased)
def _post_released(state: TableState, event: WinningsReleased) -> Postings:
    currency = state.withheld[event.held].currency
    here = currency == state.currency  # if not, the table was open in another currency when they were withheld
    target = player_chips(state, event.player) if here else pocket(currency, event.player)
    return moved(account_at_table(currency, state.table, "withheld"), target, event.amount)


@posts(WinningsForfeited)
def _post_forfeited(state: TableState, event: WinningsForfeited) -> Postings:
    currency = state.withheld[event.held].currency
    target = table_account(state, "float") if currency == state.currency else house_account(currency, "cage")
    return moved(account_at_table(currency, state.table, "withheld"), target, event.amount)
