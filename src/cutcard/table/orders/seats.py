"""People at the table: who comes, who sits where, who goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutcard.engine import Refusal
from cutcard.money import Cents
from cutcard.table import commands as cmd
from cutcard.table import events as ev
from cutcard.table.orders.cut import offer_cut
from cutcard.table.orders.draft import Draft

ID_LENGTH_MAX = 64


def arrive(draft: Draft, command: cmd.Arrive) -> Refusal | None:
    """Somebody comes to the table; a dealer sees to the chips that he brings."""
    if command.chips:
        refusal = draft.needs_role("sell-chips")
        if refusal is not None or command.player is None:
            return refusal or Refusal("whose chips these are must be said")
        return _come(draft, command.player, command.chips)
    name = draft.acting_player(command.player)
    return name if isinstance(name, Refusal) else _come(draft, name)


def _come(draft: Draft, name: str, chips: Cents = 0) -> Refusal | None:
    """Somebody is at the table from now on; who is there already stays so."""
    state = draft.state
    here = state.players.get(name)
    if here is not None and not here.leaving and not chips:
        return None
    if name in state.barred:
        return Refusal(f"{name} may not take part any more", draft.procedures.commands["bar-player"].clause)
    if not name or len(name) > ID_LENGTH_MAX or ":" in name:
        return Refusal("a player needs a short name without colons")
    if chips < 0:
        return Refusal("nobody brings less than nothing")
    if here is None and state.players_most is not None and len(state.present) >= state.players_most:
        message = f"no more than {state.players_most} players are let in"
        return Refusal(message, draft.procedures.commands["limit-players"].clause)
    draft.add(ev.Arrived(name, chips))
    return None


def sit(draft: Draft, command: cmd.Sit) -> Refusal | None:
    name = draft.acting_player(command.player)
    if isinstance(name, Refusal):
        return name
    refusal = _come(draft, name) or _box_refused(draft, command.box, name)
    if refusal is not None:
        return refusal
    holder = draft.state.seats.get(command.box)
    if holder is not None:
        refusal = _given_up_refused(draft, command.box, holder, name)
        if refusal is not None:
            return refusal
        draft.add(ev.BoxGivenUp(holder, command.box, "demand"))
    refusal = _further_box_refused(draft, name) if draft.state.boxes_of(name) else None
    if refusal is not None:
        return refusal
    draft.add(ev.Seated(name, command.box))
    return None


def _box_refused(draft: Draft, box: int, name: str) -> Refusal | None:
    state = draft.state
    if not 1 <= box <= draft.config.boxes:
        message = f"there is no box {box}: boxes go from 1 to {draft.config.boxes}"
        return Refusal(message, state.rules.clauses["cards.boxes_max"])
    if state.seats.get(box) == name:
        return Refusal(f"{name} has box {box} already")
    if state.reserved.get(box, name) != name:
        message = f"box {box} is kept for {state.reserved[box]}"
        return Refusal(message, draft.procedures.commands["reserve-boxes"].clause)
    return None


def _given_up_refused(draft: Draft, box: int, holder: str, name: str) -> Refusal | None:
    """A box is given up to a newcomer where its holder has another and no box is free."""
    state = draft.state
    if not draft.procedures.seats.given_up or state.boxes_of(name):
        return draft.refuse("seats.given_up", f"box {box} is taken by {holder}")
    if state.free_boxes(name):
        return draft.refuse("seats.given_up", f"box {box} is taken by {holder}, and others are free")
    if state.players[holder].home == box or state.reserved.get(box) == holder:
        return draft.refuse("seats.given_up", f"{holder} sits at box {box}")
    if any(state.laid(box=box)) or (state.playing and any(w.box == box for w in state.round.wagers)):  # type: ignore[union-attr]
        return draft.refuse("seats.given_up", f"a wager of {holder} still lies on box {box}")
    return None


def _further_box_refused(draft: Draft, name: str) -> Refusal | None:
    state = draft.state
    own = name in state.personal or name in state.reserved.values()
    if draft.procedures.seats.several == "by-leave" and not (state.players[name].several or own):
        return draft.refuse("seats.several", f"{name} needs leave to take another box")
    if state.restricted.get(name) == "one-box":
        clause = draft.procedures.commands["restrict-to-one-box"].clause
        return Refusal(f"{name} is restricted to one box", clause)
    return None


def give_up_box(draft: Draft, command: cmd.GiveUpBox) -> Refusal | None:
    name = draft.acting_player(command.player)
    if isinstance(name, Refusal):
        return name
    if draft.state.seats.get(command.box) != name:
        return Refusal(f"{name} does not hold box {command.box}")
    draft.add(ev.BoxGivenUp(name, command.box, "own"))
    return None


def _present(draft: Draft, player: str | None) -> str | Refusal:
    """Whom a thing is said for, if he is at the table."""
    name = draft.acting_player(player)
    return name if isinstance(name, Refusal) else draft.at_table(name) or name


def step_away(draft: Draft, command: cmd.StepAway) -> Refusal | None:
    name = _present(draft, command.player)
    if isinstance(name, Refusal):
        return name
    draft.add(ev.SteppedAway(name))
    return None


def come_back(draft: Draft, command: cmd.ComeBack) -> Refusal | None:
    name = _present(draft, command.player)
    if isinstance(name, Refusal):
        return name
    draft.add(ev.CameBack(name))
    return None


def leave(draft: Draft, command: cmd.Leave) -> Refusal | None:
    name = _present(draft, command.player)
    if isinstance(name, Refusal):
        return name
    go(draft, name)
    return None


def go(draft: Draft, name: str) -> None:
    """Somebody leaves: wagers that no card has closed go back to him, and his boxes are free."""
    for bet in list(draft.state.laid(player=name)):
        draft.add(ev.WagerTakenBack(bet.box, bet.player, bet.bet))
    player = draft.state.players[name]
    draft.add(ev.Left(name, player.chips, player.tokens))
    if draft.state.shoe.offered == name:
        offer_cut(draft)


# ----------------------------------------------------------------------------------------------- the staff's orders


def allow_several_boxes(draft: Draft, command: cmd.AllowSeveralBoxes) -> Refusal | None:
    refusal = draft.at_table(command.player)
    if refusal is not None:
        return refusal
    if not draft.state.free_boxes(command.player):
        return draft.refuse("seats.several", "there are not enough seats for all who want one")
    draft.add(ev.SeveralBoxesAllowed(command.player))
    return None


def reserve_boxes(draft: Draft, command: cmd.ReserveBoxes) -> Refusal | None:
    clause = draft.procedures.commands["reserve-boxes"].clause
    boxes = sorted(command.boxes)
    if not boxes or boxes != list(range(boxes[0], boxes[0] + len(boxes))):
        return Refusal("boxes that lie beside each other are kept together", clause)
    for box in boxes:
        if not 1 <= box <= draft.config.boxes:
            return Refusal(f"there is no box {box}", clause)
        holder = draft.state.seats.get(box, command.player)
        if holder != command.player or draft.state.reserved.get(box, command.player) != command.player:
            return Refusal(f"box {box} is not free to be kept", clause)
    draft.add(ev.BoxesReserved(tuple(boxes), command.player))
    return None


def free_boxes(draft: Draft, command: cmd.FreeBoxes) -> Refusal | None:
    draft.add(ev.BoxesFreed(command.boxes))
    return None


def take_idle_seat(draft: Draft, command: cmd.TakeIdleSeat) -> Refusal | None:
    refusal = draft.at_table(command.player)
    if refusal is not None:
        return refusal
    state, rounds = draft.state, draft.procedures.seats.idle_rounds
    if state.players[command.player].idle < rounds:
        message = f"{command.player} has not sat out {rounds} rounds in a row"
        return draft.refuse("seats.idle_rounds", message)
    if len(state.seats) < draft.config.boxes:
        return draft.refuse("seats.idle_rounds", "other seats are free")
    for box in state.boxes_of(command.player):
        draft.add(ev.BoxGivenUp(command.player, box, "idle"))
    return None


def limit_players_a_box(draft: Draft, command: cmd.LimitPlayersABox) -> Refusal | None:
    most = draft.state.rules.box.players_max
    if not 1 <= command.most <= most:
        clause = draft.procedures.commands["limit-players-a-box"].clause
        return Refusal(f"a box takes 1 to {most} players", clause)
    draft.add(ev.PlayersABoxLimited(command.most))
    return None


def limit_players(draft: Draft, command: cmd.LimitPlayers) -> Refusal | None:
    if command.most < 1:
        return Refusal("a table takes one player at least", draft.procedures.commands["limit-players"].clause)
    draft.add(ev.PlayersLimited(command.most))
    return None


def bar_player(draft: Draft, command: cmd.BarPlayer) -> Refusal | None:
    draft.add(ev.PlayerBarred(command.player, command.reason))
    if draft.at_table(command.player) is None:
        go(draft, command.player)
    return None


ORDERS: dict[type, Callable[[Draft, Any], Refusal | None]] = {
    cmd.Arrive: arrive,
    cmd.Sit: sit,
    cmd.GiveUpBox: give_up_box,
    cmd.StepAway: step_away,
    cmd.ComeBack: come_back,
    cmd.Leave: leave,
    cmd.AllowSeveralBoxes: allow_several_boxes,
    cmd.ReserveBoxes: reserve_boxes,
    cmd.FreeBoxes: free_boxes,
    cmd.TakeIdleSeat: take_idle_seat,
    cmd.LimitPlayersABox: limit_players_a_box,
    cmd.LimitPlayers: limit_players,
    cmd.BarPlayer: bar_player,
}
