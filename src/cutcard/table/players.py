"""Who is at the table: they come, step away, come back and leave, or may not take part."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.engine import Refusal
from cutcard.money import Cents
from cutcard.table.bet_managers import pay_out
from cutcard.table.bounds import is_new_name
from cutcard.table.config import is_house
from cutcard.table.cut import offer_cut
from cutcard.table.draft import Draft
from cutcard.table.ledger import Postings, moved, pocket, pocket_tokens, table_account
from cutcard.table.player_cards import present_card, return_card
from cutcard.table.registry import FreeText, command, event, handles, posts, reduces
from cutcard.table.state import (
    Player,
    TableState,
    with_player,
    without_player,
)
from cutcard.table.wagers import WagerTakenBack


@command(group="players", needs_role=False, brings_chips=True, at_tournament="tournament-play-only")
class Arrive(NamedTuple):
    """Come to the table with chips out of the pocket, all of them unless it says how many; or fetch more."""

    player: str | None = None
    chips: Cents | None = None


@command(group="players", needs_role=False)
class StepAway(NamedTuple):
    """Be absent for a while; the seat is kept."""

    player: str | None = None


@command(group="players", needs_role=False)
class ComeBack(NamedTuple):
    player: str | None = None


@command(group="players", needs_role=False, at_tournament="tournament-chips-stay")
class Leave(NamedTuple):
    player: str | None = None


@command("remove a player who may no longer play", needs_role=False, house_only=True)
class RemovePlayer(NamedTuple):
    """Let somebody leave whose account has ended: a guest whose time is over."""

    player: str


@command("limit the players", group="seats", at_tournament="tournament-positions")
class LimitPlayers(NamedTuple):
    most: int


@command("bar a player", group="seats")
class BarPlayer(NamedTuple):
    player: str
    reason: str


@event(seen_by="everybody", player_fields=("chips", "tokens"))
class Arrived(NamedTuple):
    player: str
    chips: Cents
    tokens: Cents = 0


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
    reason: FreeText


@handles(Arrive)
def arrive(draft: Draft, command: Arrive) -> Refusal | None:
    """Somebody comes to the table, or fetches more chips: nobody brings what their account does not hold."""
    name = draft.acting_player(command.player)
    if isinstance(name, Refusal):
        return name
    here = draft.at_table(name) is None
    return _fetch(draft, name, command.chips) if here else admit(draft, name, command.chips)


def _fetch(draft: Draft, name: str, chips: Cents | None) -> Refusal | None:
    """Somebody who is at the table brings more out of their pocket."""
    brought = _brought(draft, name, chips)
    if isinstance(brought, Refusal):
        return brought
    if any(brought):
        draft.add(Arrived(name, *brought))
    return None


def _brought(draft: Draft, name: str, chips: Cents | None) -> tuple[Cents, Cents] | Refusal:
    """The chips and tokens that somebody brings: this many, or all that they have where it is not said."""
    has, tokens = draft.pocket(name)
    if chips is None:
        return has, tokens
    if chips < 0:
        return Refusal("brings-less-than-nothing")
    if chips and not draft.state.currency:
        return Refusal("opened-by-earlier-release")
    if chips > has:
        return Refusal("pocket-too-small", None, {"player": name, "chips": has})
    if chips % draft.config.chip and chips != has:
        return Refusal("chips-do-not-make", None, {"chip": draft.config.chip, "amount": chips})
    return chips, tokens if chips else 0


def admit(draft: Draft, name: str, chips: Cents | None = None) -> Refusal | None:
    """A player is at the table from now on, with the chips they bring; arriving twice changes nothing."""
    state = draft.state
    here = state.players.get(name)
    if here is not None and not here.leaving:
        return None
    if name in state.barred:
        return Refusal("barred", draft.procedures.commands["bar-player"].clause, {"player": name})
    if not is_new_name(name):
        return Refusal("player-name")
    if is_house(name):
        return Refusal("name-of-the-house", None, {"name": name})
    brought = _brought(draft, name, chips)
    if isinstance(brought, Refusal):
        return brought
    if here is None and state.players_most is not None and len(state.present) >= state.players_most:
        facts = {"most": state.players_most}
        return Refusal("table-full", draft.procedures.commands["limit-players"].clause, facts)
    draft.add(Arrived(name, *brought))
    return present_card(draft, name)


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
    """Somebody leaves: wagers that no card has closed go back to them, and their boxes are free.

    Chips of a tournament stay at its table, and so does the position: anybody who has to go is absent there.
    """
    if draft.state.tournament:
        if not draft.state.players[name].away:
            draft.add(SteppedAway(name))
        return
    for bet in list(draft.state.laid(player=name)):
        draft.add(WagerTakenBack(bet.box, bet.player, bet.bet))
    leave_table(draft, name)
    if draft.state.shoe.offered == name:
        offer_cut(draft)


def leave_table(draft: Draft, name: str) -> None:
    """Somebody who has nothing on the layout any more that could go back takes all that they have along."""
    pay_out(draft, name)
    return_card(draft, name)
    player = draft.state.players[name]
    draft.add(Left(name, player.chips, player.tokens))


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
    known = state.players.get(event.player, Player())._replace(leaving=False, away=False)
    if not state.currency:  # an earlier release added what somebody brought, and posted nothing
        known = known._replace(chips=known.chips + event.chips)
    return with_player(state, event.player, known)


@posts(Arrived)
def _post_arrived(state: TableState, event: Arrived) -> Postings:
    currency, name = state.currency, event.player
    if not currency:
        return ()
    chips = moved(pocket(currency, name), table_account(state, f"player:{name}"), event.chips)
    return chips + moved(pocket_tokens(currency, name), table_account(state, f"tokens:{name}"), event.tokens)


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
        gone = Player(away=True, leaving=True)
        if state.currency:  # until the ledger takes them
            gone = gone._replace(chips=event.chips, tokens=event.tokens)
        return with_player(state, event.player, gone)
    return without_player(state, event.player)


@posts(Left)
def _post_left(state: TableState, event: Left) -> Postings:
    currency, name = state.currency, event.player
    if not currency:
        return ()
    chips = moved(table_account(state, f"player:{name}"), pocket(currency, name), event.chips)
    return chips + moved(table_account(state, f"tokens:{name}"), pocket_tokens(currency, name), event.tokens)


@reduces(PlayersLimited)
def _players_most(state: TableState, event: PlayersLimited) -> TableState:
    return state._replace(players_most=event.most)


@reduces(PlayerBarred)
def _barred(state: TableState, event: PlayerBarred) -> TableState:
    """Somebody may not take part any more."""
    return state._replace(barred=state.barred | {event.player})
