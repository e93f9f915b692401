"""Dealing without waiting: at a table that runs itself players say that they are ready, and the house goes on."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.engine import Refusal
from cutcard.table.betting import OpenBetting, open_betting
from cutcard.table.draft import Draft
from cutcard.table.registry import command, event, handles, reduces
from cutcard.table.session_rules import has_wagered
from cutcard.table.state import TableState

IDLE_ROUNDS = 3  # nobody waits for a player who has missed this many rounds


@command("say that they are ready", group="players", needs_role=False)
class ReadyToDeal(NamedTuple):
    """Have the cards dealt, or between rounds the next betting opened, without waiting for the time to run out."""

    player: str | None = None


@event(seen_by="everybody", log="{player} is ready")
class PlayerReady(NamedTuple):
    player: str


@handles(ReadyToDeal)
def ready_to_deal(draft: Draft, command: ReadyToDeal) -> Refusal | None:
    name = draft.acting_player(command.player)
    if isinstance(name, Refusal):
        return name
    state = draft.state
    refusal = draft.at_table(name)
    if refusal is not None:
        return refusal
    if not draft.config.runs_itself:
        return Refusal("dealer-deals")
    if state.playing:
        return Refusal("round-under-way", state.rules.clauses["deal.wagers_close"])
    if name not in state.seats.values():
        return Refusal("ready-when-seated", None, {"player": name})
    if state.betting != "closed" and name not in have_wagered(state):
        return Refusal("ready-needs-wager", None, {"player": name})
    if name not in state.ready:
        draft.add(PlayerReady(name))
    if draft.state.betting == "closed" and all_ready(draft.state):
        open_betting(draft, OpenBetting())  # where cards are to be shuffled first, the house opens it after that
    return None


def have_wagered(state: TableState) -> set[str]:
    """The players with a main wager, or with what takes its place in a session of a tournament."""
    if state.session is not None:
        return {name for name in state.session.playing.values() if has_wagered(state, name)}
    return {bet.player for bet in state.laid(bet="main")}


def waited_for(state: TableState) -> set[str]:
    """The seated players that betting is kept open for; all of them where none is active."""
    seated = set(state.seats.values())
    active = {name for name in seated if not state.players[name].away and state.players[name].idle < IDLE_ROUNDS}
    return active or seated


def all_ready(state: TableState) -> bool:
    """Whether everybody that the table waits for is ready, and everybody else who has wagered."""
    return bool(state.ready) and waited_for(state) | have_wagered(state) <= state.ready


@reduces(PlayerReady)
def _ready(state: TableState, event: PlayerReady) -> TableState:
    return state._replace(ready=state.ready | {event.player})
