"""The cards: how a stack becomes a shoe, and what has become of each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutcard.table import events as ev
from cutcard.table.changes.people import unchanged
from cutcard.table.state import Shoe, Stage, TableState


def _with(state: TableState, **fields: Any) -> TableState:
    return state._replace(shoe=state.shoe._replace(**fields))


def _brought(state: TableState, event: ev.CardsBrought) -> TableState:
    old = state.shoe
    shoe = Shoe(old.number, "unchecked", event.pre_shuffled, event.replaced, old.opening)
    return state._replace(shoe=shoe._replace(out=old.out, out_box=old.out_box))


def _checked(state: TableState, event: ev.CardsChecked) -> TableState:
    return _with(state, stage="unshuffled")


def _committed(state: TableState, event: ev.ShoeCommitted) -> TableState:
    return _with(state, commitment=event.commitment)


def _sealed(state: TableState, event: ev.OrderSealed) -> TableState:
    return _with(state, sealed=event.order, order=event.order, salt=event.salt, next=0)


def _shuffled(state: TableState, event: ev.Shuffled) -> TableState:
    """A whole stack is a new shoe, for which restrictions that last a shoe end."""
    shoe = state.shoe._replace(left=event.cards, number=event.shoe)
    if event.how == "discards":
        return state._replace(shoe=shoe._replace(discards=(), burned=(), behind=None))
    if event.how == "shuffling-device" and state.shoe.stage == "ready":
        return state._replace(shoe=shoe._replace(discards=(), burned=()))
    stage: Stage = "loaded" if event.how == "shuffling-device" else "uncut"
    shoe = shoe._replace(stage=stage, behind=None, due=False, asked=(), offered=None, burned=())
    shoe = shoe._replace(on_table=(), discards=(), rounds=0, every_round=frozenset())
    restricted = {name: how for name, how in state.restricted.items() if how != "shoe"}
    return state._replace(shoe=shoe, restricted=restricted)


def _shuffle_ordered(state: TableState, event: ev.ShuffleOrdered) -> TableState:
    return _with(state, due=True)


def _cut_offered(state: TableState, event: ev.CutOffered) -> TableState:
    return _with(state, offered=event.player)._replace(since=state.now)


def _cut_declined(state: TableState, event: ev.CutDeclined) -> TableState:
    return _with(state, asked=(*state.shoe.asked, event.player), offered=None)


def _cut(state: TableState, event: ev.StackCut) -> TableState:
    """The cards in front of the cutting card go to the back."""
    order = state.shoe.order
    cut = (*order[event.at :], *order[: event.at])
    stage = "cut" if state.shoe.stage == "uncut" else state.shoe.stage
    return _with(state, order=cut, stage=stage, offered=None)


def _placed(state: TableState, event: ev.CuttingCardPlaced) -> TableState:
    return _with(state, behind=event.behind, stage="loaded")._replace(since=state.now)


def ready(state: TableState) -> TableState:
    """The shoe is dealt from; how it came to be cut no longer matters."""
    state = _with(state, stage="ready", opening=False, replaced=False, out="", out_box=None)
    return state._replace(since=state.now)


def _burned(state: TableState, event: ev.CardBurned) -> TableState:
    """The event names the card only where it was shown; a virtual shoe knows it all the same."""
    shoe = state.shoe
    card = shoe.order[shoe.next] if shoe.order else event.card
    state = _with(state, burned=(*shoe.burned, card), next=shoe.next + 1, left=shoe.left - 1)
    return ready(state)


def _cutting_card_out(state: TableState, event: ev.CuttingCardOut) -> TableState:
    if event.ignored:
        return _with(state, behind=None)
    return _with(state, behind=None, out=event.where, out_box=event.box, due=True)


def _style_changed(state: TableState, event: ev.StyleChanged) -> TableState:
    return state._replace(face_down=event.face_down)


APPLY: dict[type, Callable[[TableState, Any], TableState]] = {
    ev.CardsBrought: _brought,
    ev.CardsChecked: _checked,
    ev.ShoeCommitted: _committed,
    ev.OrderSealed: _sealed,
    ev.Shuffled: _shuffled,
    ev.Riffled: unchanged,
    ev.ShuffleOrdered: _shuffle_ordered,
    ev.CutOffered: _cut_offered,
    ev.CutDeclined: _cut_declined,
    ev.StackCut: _cut,
    ev.CuttingCardPlaced: _placed,
    ev.CardBurned: _burned,
    ev.CuttingCardOut: _cutting_card_out,
    ev.ShoeCompleted: unchanged,
    ev.ShoeRevealed: unchanged,
    ev.CardReplaced: unchanged,
    ev.StyleChanged: _style_changed,
}
