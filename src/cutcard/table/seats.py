"""Boxes and seats: who holds which box, and who may take another."""

from __future__ import annotations

from math import inf
from typing import Literal, NamedTuple

from cutcard.durations import MINUTE_MS
from cutcard.engine import Refusal
from cutcard.table.draft import Draft
from cutcard.table.players import admit
from cutcard.table.registry import command, event, handles, reduces
from cutcard.table.state import (
    TableState,
    with_player,
)

Reason = Literal["own", "demand", "idle", "left", "reserved", "barred"]


@command(group="players", needs_role=False, brings_chips=True, at_tournament="tournament-positions")
class Sit(NamedTuple):
    """Take a box: a seat, or a further box beside it."""

    box: int
    player: str | None = None


@command(group="players", needs_role=False, at_tournament="tournament-positions")
class GiveUpBox(NamedTuple):
    box: int
    player: str | None = None


def _several_free(state: TableState) -> Refusal | None:
    """Where a player may take several boxes as they like, nobody has to allow it."""
    if not state.config.several_free:
        return None
    return Refusal("several-boxes-free", state.config.procedures.clauses["seats.several"])


@command(group="seats", unneeded=_several_free, at_tournament="tournament-positions")
class AllowSeveralBoxes(NamedTuple):
    player: str


@command(group="seats", at_tournament="tournament-positions")
class ReserveBoxes(NamedTuple):
    """Keep a run of boxes for one player only."""

    boxes: tuple[int, ...]
    player: str


@command(group="seats", at_tournament="tournament-positions")
class FreeBoxes(NamedTuple):
    boxes: tuple[int, ...]


@command("take an idle seat", group="seats", at_tournament="tournament-positions")
class TakeIdleSeat(NamedTuple):
    player: str


@command("warn an idle player", needs_role=False, house_only=True, at_tournament="tournament-positions")
class WarnIdlePlayer(NamedTuple):
    """Tell a player that their seat is taken unless they wager."""

    player: str


@command("limit the players a box", group="seats", at_tournament="tournament-positions")
class LimitPlayersABox(NamedTuple):
    most: int


@event(seen_by="everybody")
class Seated(NamedTuple):
    player: str
    box: int


@event(seen_by="everybody")
class BoxGivenUp(NamedTuple):
    player: str
    box: int
    reason: Reason


@event(seen_by="player", log="{player} is warned: without a wager the seat will be freed")
class IdlePlayerWarned(NamedTuple):
    player: str


@event(seen_by="everybody")
class SeveralBoxesAllowed(NamedTuple):
    player: str


@event(seen_by="everybody")
class BoxesReserved(NamedTuple):
    boxes: tuple[int, ...]
    player: str


@event(seen_by="everybody")
class BoxesFreed(NamedTuple):
    boxes: tuple[int, ...]


@event(seen_by="everybody")
class PlayersABoxLimited(NamedTuple):
    most: int


@handles(Sit)
def sit(draft: Draft, command: Sit) -> Refusal | None:
    name = draft.acting_player(command.player)
    if isinstance(name, Refusal):
        return name
    refusal = admit(draft, name) or _box_refused(draft, command.box, name)
    if refusal is not None:
        return refusal
    holder = draft.state.seats.get(command.box)
    if holder is not None:
        refusal = _given_up_refused(draft, command.box, holder, name)
        if refusal is not None:
            return refusal
        draft.add(BoxGivenUp(holder, command.box, "demand"))
    refusal = _further_box_refused(draft, name) if draft.state.boxes_of(name) else None
    if refusal is not None:
        return refusal
    draft.add(Seated(name, command.box))
    return None


def _box_refused(draft: Draft, box: int, name: str) -> Refusal | None:
    state = draft.state
    if not 1 <= box <= draft.config.boxes:
        facts: dict[str, object] = {"box": box, "boxes": draft.config.boxes}
        return Refusal("no-such-box", state.rules.clauses["cards.boxes_max"], facts)
    if state.seats.get(box) == name:
        return Refusal("has-box-already", None, {"player": name, "box": box})
    if state.reserved.get(box, name) != name:
        facts = {"box": box, "holder": state.reserved[box]}
        return Refusal("box-kept", draft.procedures.commands["reserve-boxes"].clause, facts)
    return None


def _given_up_refused(draft: Draft, box: int, holder: str, name: str) -> Refusal | None:
    """A box is given up to a newcomer where its holder has another and no box is free, here or where that counts."""
    state = draft.state
    if not draft.procedures.seats.given_up or state.boxes_of(name):
        return draft.refuse("seats.given_up", "box-taken", box=box, holder=holder)
    if state.free_boxes(name):
        return draft.refuse("seats.given_up", "box-taken-others-free", box=box, holder=holder)
    if _sits_at(state, box, holder):
        return draft.refuse("seats.given_up", "holder-sits-there", holder=holder, box=box)
    if _has_wagers(state, box):
        return draft.refuse("seats.given_up", "wager-still-there", holder=holder, box=box)
    if draft.seats_elsewhere:
        return draft.refuse("seats.given_up", "box-taken-seats-elsewhere", box=box, holder=holder)
    return None


def _sits_at(state: TableState, box: int, holder: str) -> bool:
    """Whether a box is the one that its holder has taken themselves, or that is kept for them."""
    return state.players[holder].home == box or state.reserved.get(box) == holder


def _has_wagers(state: TableState, box: int) -> bool:
    return any(state.laid(box=box)) or (state.playing and any(w.box == box for w in state.round.wagers))  # type: ignore[union-attr]


def _further_box_refused(draft: Draft, name: str) -> Refusal | None:
    state = draft.state
    own = name in state.personal or name in state.reserved.values()
    if not draft.config.several_free and not (state.players[name].several or own):
        return draft.refuse("seats.several", "another-box-needs-leave", player=name)
    if state.restricted.get(name) == "one-box":
        clause = draft.procedures.commands["restrict-to-one-box"].clause
        return Refusal("restricted-to-one-box", clause, {"player": name})
    return None


@handles(GiveUpBox)
def give_up_box(draft: Draft, command: GiveUpBox) -> Refusal | None:
    name = draft.acting_player(command.player)
    if isinstance(name, Refusal):
        return name
    if draft.state.seats.get(command.box) != name:
        return Refusal("box-not-held", None, {"player": name, "box": command.box})
    draft.add(BoxGivenUp(name, command.box, "own"))
    return None


@handles(AllowSeveralBoxes)
def allow_several_boxes(draft: Draft, command: AllowSeveralBoxes) -> Refusal | None:
    refusal = draft.at_table(command.player)
    if refusal is not None:
        return refusal
    here = len(draft.state.free_boxes(command.player))
    left = here - 1 + draft.seats_elsewhere if draft.procedures.seats.several_leaves == "equivalent-tables" else here
    if not here or not left:
        return draft.refuse("seats.several", "seats-too-few")
    draft.add(SeveralBoxesAllowed(command.player))
    return None


def asks_elsewhere(state: TableState, command: object) -> bool:
    """Whether a command depends on seats at other tables: permission for several boxes, and a box to be given up.

    Those tables have to be read, so nobody makes a service read them by asking for a box that they cannot get anyway.
    """
    if state.phase != "open" or state.config.procedures.seats.several_leaves != "equivalent-tables":
        return False
    if not isinstance(command, Sit):
        return isinstance(command, AllowSeveralBoxes)
    holder = state.seats.get(command.box)
    if holder is None or _sits_at(state, command.box, holder) or _has_wagers(state, command.box):
        return False
    return not state.free_boxes()


def equivalent(one: TableState, other: TableState) -> bool:
    """Whether two tables of a casino have the same limits, so that who finds no seat at one may play at the other."""
    if other.phase != "open" or (one.rules.book, one.currency) != (other.rules.book, other.currency):
        return False
    return not other.tournament and (one.sign.minimum, one.sign.maximum) == (other.sign.minimum, other.sign.maximum)


@handles(ReserveBoxes)
def reserve_boxes(draft: Draft, command: ReserveBoxes) -> Refusal | None:
    clause = draft.power(command).clause
    boxes = sorted(command.boxes)
    if not boxes or boxes != list(range(boxes[0], boxes[0] + len(boxes))):
        return Refusal("boxes-apart", clause)
    for box in boxes:
        if not 1 <= box <= draft.config.boxes:
            return Refusal("box-unknown", clause, {"box": box})
        holder = draft.state.seats.get(box, command.player)
        if holder != command.player or draft.state.reserved.get(box, command.player) != command.player:
            return Refusal("box-not-free", clause, {"box": box})
    draft.add(BoxesReserved(tuple(boxes), command.player))
    return None


@handles(FreeBoxes)
def free_boxes(draft: Draft, command: FreeBoxes) -> Refusal | None:
    draft.add(BoxesFreed(command.boxes))
    return None


@handles(TakeIdleSeat)
def take_idle_seat(draft: Draft, command: TakeIdleSeat) -> Refusal | None:
    refusal = draft.at_table(command.player)
    if refusal is not None:
        return refusal
    state, rounds = draft.state, draft.procedures.seats.idle_rounds
    if idle_until(state, command.player) <= draft.at or idle_by_rounds(state, command.player):
        return _take_seats(draft, command.player)
    if state.players[command.player].idle < rounds:
        return draft.refuse("seats.idle_rounds", "not-idle-so-long", player=command.player, rounds=rounds)
    if not _full(state) or state.players[command.player].sat_out < rounds:
        return draft.refuse("seats.idle_rounds", "other-seats-free", rounds=rounds)
    return _take_seats(draft, command.player)


def _take_seats(draft: Draft, player: str) -> Refusal | None:
    for box in draft.state.boxes_of(player):
        draft.add(BoxGivenUp(player, box, "idle"))
    return None


def idle_until(state: TableState, player: str) -> float:
    """When the house's own rule lets a seat be taken: this many minutes without a wager; never while one lies there."""
    minutes = state.config.idle_minutes
    if not minutes or player in wagering(state):
        return inf
    return state.players[player].active + minutes * MINUTE_MS


def wagering(state: TableState) -> set[str]:
    """Who has a wager on the layout, before the first card or in the round that is played."""
    wagers = state.round.wagers if state.playing and state.round is not None else ()
    return {one.player for one in state.bets} | {wager.player for wager in wagers}


@handles(WarnIdlePlayer)
def warn_idle_player(draft: Draft, command: WarnIdlePlayer) -> Refusal | None:
    refusal = draft.at_table(command.player)
    if refusal is not None:
        return refusal
    draft.add(IdlePlayerWarned(command.player))
    return None


def idle_by_rounds(state: TableState, player: str, within: int = 0) -> bool:
    """Whether the house's own rule for play money lets a seat be taken, or would within this many rounds."""
    rounds = state.config.idle_rounds
    return bool(rounds) and _waits(state, player) and state.players[player].idle >= rounds - within


def idle_by_document(state: TableState, player: str, within: int = 0) -> bool:
    """Whether the document lets a seat be taken: this many rounds without a wager, while every other one is taken.

    With `within`, whether it would let it be taken this many rounds later.
    """
    rounds = state.config.procedures.seats.idle_rounds - within
    return _full(state) and _waits(state, player) and state.players[player].sat_out >= rounds


def _waits(state: TableState, player: str) -> bool:
    """Whether no round is played and the player has nothing on the layout."""
    return not state.playing and not any(state.laid(player=player))


def _full(state: TableState) -> bool:
    return len(state.seats) >= state.config.boxes


@handles(LimitPlayersABox)
def limit_players_a_box(draft: Draft, command: LimitPlayersABox) -> Refusal | None:
    most = draft.state.rules.box.players_max
    if not 1 <= command.most <= most:
        clause = draft.power(command).clause
        return Refusal("players-a-box", clause, {"most": most})
    draft.add(PlayersABoxLimited(command.most))
    return None


@reduces(Seated)
def _seated(state: TableState, event: Seated) -> TableState:
    player = state.players[event.player]
    if player.home is None:
        player = player._replace(home=event.box, idle=0, sat_out=0)
    if state.config.idle_minutes:
        player = player._replace(active=state.now)
    if player.warned:
        player = player._replace(warned=0)
    state = with_player(state, event.player, player)
    return state._replace(seats={**state.seats, event.box: event.player})


@reduces(BoxGivenUp)
def _box_given_up(state: TableState, event: BoxGivenUp) -> TableState:
    seats = {box: holder for box, holder in state.seats.items() if box != event.box}
    state = state._replace(seats=seats)
    player = state.players[event.player]
    if player.home == event.box:
        others = state.boxes_of(event.player)
        player = player._replace(home=others[0] if others else None, idle=0, sat_out=0)
    return with_player(state, event.player, player)


@reduces(IdlePlayerWarned)
def _warned(state: TableState, event: IdlePlayerWarned) -> TableState:
    return with_player(state, event.player, state.players[event.player]._replace(warned=state.now))


@reduces(SeveralBoxesAllowed)
def _several_allowed(state: TableState, event: SeveralBoxesAllowed) -> TableState:
    return with_player(state, event.player, state.players[event.player]._replace(several=True))


@reduces(BoxesReserved)
def _reserved(state: TableState, event: BoxesReserved) -> TableState:
    return state._replace(reserved={**state.reserved, **dict.fromkeys(event.boxes, event.player)})


@reduces(BoxesFreed)
def _freed(state: TableState, event: BoxesFreed) -> TableState:
    return state._replace(reserved={box: who for box, who in state.reserved.items() if box not in event.boxes})


@reduces(PlayersABoxLimited)
def _players_a_box(state: TableState, event: PlayersABoxLimited) -> TableState:
    return state._replace(players_a_box=event.most)
