"""Who is at the table: they come, step away, come back and leave, or may not take part."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.engine import Refusal
from cutcard.money import Cents
from cutcard.table.betting import WagerTakenBack
from cutcard.table.config import is_house
from cutcard.table.cut import offer_cut
from cutcard.table.draft import Draft
from cutcard.table.registry import command, event, handles, reduces
from cutcard.table.state import (
    Player,
    TableState,
    with_player,
    without_player,
)

ID_LENGTH_MAX = 64


@command(group="players", needs_role=False)
class Arrive(NamedTuple):
    """Come to the table; with chips from elsewhere where a dealer has seen them."""

    player: str | None = None
    chips: Cents = 0


@command(group="players", needs_role=False)
class StepAway(NamedTuple):
    """Be absent for a while; the seat is kept."""

    player: str | None = None


@command(group="players", needs_role=False)
class ComeBack(NamedTuple):
    player: str | None = None


@command(group="players", needs_role=False)
class Leave(NamedTuple):
    player: str | None = None


@command("remove whoever may not play any more", needs_role=False, house_only=True)
class RemovePlayer(NamedTuple):
    """Let somebody leave whose account has ended: a guest whose time is over."""

    player: str


@command("limit the players", group="seats")
class LimitPlayers(NamedTuple):
    most: int


@command("bar a player", group="seats")
class BarPlayer(NamedTuple):
    player: str
    reason: str


@event(seen_by="everybody", player_fields=("chips",))
class Arrived(NamedTuple):
    player: str
    chips: Cents


@event(seen_by="everybody")
class SteppedAway(NamedTuple):
    player: str


@event(seen_by="everybody")
class CameBack(NamedTuple):
    player: str


@event(seen_by="everybody", player_fields=("chips", "tokens"))
class Left(NamedTuple):
    player: str
    chips: Cents
    tokens: Cents


@event(seen_by="everybody")
class PlayersLimited(NamedTuple):
    most: int


@event(seen_by="staff")
class PlayerBarred(NamedTuple):
    player: str
    reason: str


@handles(Arrive)
def arrive(draft: Draft, command: Arrive) -> Refusal | None:
    """Somebody comes to the table; a dealer counts the chips that they bring."""
    if command.chips:
        refusal = draft.needs_role("sell-chips")
        if refusal is not None or command.player is None:
            return refusal or Refusal("chips-of-whom")
        return admit(draft, command.player, command.chips)
    name = draft.acting_player(command.player)
    return name if isinstance(name, Refusal) else admit(draft, name)


def admit(draft: Draft, name: str, chips: Cents = 0) -> Refusal | None:
    """Somebody is at the table from now on; who is there already stays so."""
    state = draft.state
    here = state.players.get(name)
    if here is not None and not here.leaving and not chips:
        return None
    if name in state.barred:
        return Refusal("barred", draft.procedures.commands["bar-player"].clause, {"player": name})
    if not name or len(name) > ID_LENGTH_MAX or ":" in name:
        return Refusal("player-name")
    if is_house(name):
        return Refusal("name-of-the-house", None, {"name": name})
    if chips < 0:
        return Refusal("brings-less-than-nothing")
    if here is None and state.players_most is not None and len(state.present) >= state.players_most:
        facts = {"most": state.players_most}
        return Refusal("table-full", draft.procedures.commands["limit-players"].clause, facts)
    draft.add(Arrived(name, chips))
    return None


def _present(draft: Draft, player: str | None) -> str | Refusal:
    """Whose act something is, if they are at the table."""
    name = draft.acting_player(player)
    return name if isinstance(name, Refusal) else draft.at_table(name) or name


@handles(StepAway)
def step_away(draft: Draft, command: StepAway) -> Refusal | None:
    name = _present(draft, command.player)
    if isinstance(name, Refusal):
        return name
    if not draft.state.players[name].away:
        draft.add(SteppedAway(name))
    return None


@handles(ComeBack)
def come_back(draft: Draft, command: ComeBack) -> Refusal | None:
    name = _present(draft, command.player)
    if isinstance(name, Refusal):
        return name
    if draft.state.players[name].away:
        draft.add(CameBack(name))
    return None


@handles(Leave)
def leave(draft: Draft, command: Leave) -> Refusal | None:
    name = _present(draft, command.player)
    if isinstance(name, Refusal):
        return name
    remove_player(draft, name)
    return None


@handles(RemovePlayer)
def remove_whoever(draft: Draft, command: RemovePlayer) -> Refusal | None:
    refusal = draft.at_table(command.player)
    if refusal is None:
        remove_player(draft, command.player)
    return refusal


def remove_player(draft: Draft, name: str) -> None:
    """Somebody leaves: wagers that no card has closed go back to them, and their boxes are free."""
    for bet in list(draft.state.laid(player=name)):
        draft.add(WagerTakenBack(bet.box, bet.player, bet.bet))
    player = draft.state.players[name]
    draft.add(Left(name, player.chips, player.tokens))
    if draft.state.shoe.offered == name:
        offer_cut(draft)


@handles(LimitPlayers)
def limit_players(draft: Draft, command: LimitPlayers) -> Refusal | None:
    if command.most < 1:
        return Refusal("one-player-at-least", draft.power(command).clause)
    draft.add(PlayersLimited(command.most))
    return None


@handles(BarPlayer)
def bar_player(draft: Draft, command: BarPlayer) -> Refusal | None:
    draft.add(PlayerBarred(command.player, command.reason))
    if draft.at_table(command.player) is None:
        remove_player(draft, command.player)
    return None


@reduces(Arrived)
def _arrived(state: TableState, event: Arrived) -> TableState:
    known = state.players.get(event.player, Player())
    return with_player(state, event.player, known._replace(chips=known.chips + event.chips, leaving=False, away=False))


@reduces(SteppedAway)
def _stepped_away(state: TableState, event: SteppedAway) -> TableState:
    return with_player(state, event.player, state.players[event.player]._replace(away=True))


@reduces(CameBack)
def _came_back(state: TableState, event: CameBack) -> TableState:
    return with_player(state, event.player, state.players[event.player]._replace(away=False))


@reduces(Left)
def _left(state: TableState, event: Left) -> TableState:
    """They take their chips along. While their wagers play they are kept in mind, and what returns goes after them."""
    seats = {box: holder for box, holder in state.seats.items() if holder != event.player}
    personal = {name: limit for name, limit in state.personal.items() if name != event.player}
    state = state._replace(seats=seats, personal=personal)
    if state.playing and any(w.player == event.player and w.open for w in state.round.wagers):  # type: ignore[union-attr]
        return with_player(state, event.player, Player(away=True, leaving=True))
    return without_player(state, event.player)


@reduces(PlayersLimited)
def _players_most(state: TableState, event: PlayersLimited) -> TableState:
    return state._replace(players_most=event.most)


@reduces(PlayerBarred)
def _barred(state: TableState, event: PlayerBarred) -> TableState:
    """Somebody may not take part any more."""
    return state._replace(barred=state.barred | {event.player})
